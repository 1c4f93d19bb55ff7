/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.internal.print.Credentials;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What opens a store is not in any message. */
class CredentialsTest {
    private static final String SECRET = "wJalrXUtnFEMI";

    private static String outputOf(String... words) {
        StringWriter out = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(out));
        assertNotEquals(0, line.execute(words), out::toString);
        return out.toString();
    }

    @Test
    void loginsOfUrisAreHidden() {
        assertEquals("a s3a://***@bucket/f b", Credentials.hidden("a s3a://KEY:" + SECRET + "@bucket/f b"));
        assertEquals("s3a://bucket/day=1@noon/f", Credentials.hidden("s3a://bucket/day=1@noon/f"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"scan", "head", "inspect", "verify", "schema"})
    void failedCommandsDoNotTellThem(String command) {
        String[] settings = {
            "fs.s3a.access.key=AKIA",
            "fs.s3a.secret.key=" + SECRET,
            "fs.s3a.session.token=" + SECRET,
            "fs.s3a.endpoint=http://127.0.0.1:1",
            "fs.s3a.endpoint.region=eu-central-1",
            "fs.s3a.retry.limit=0",
            "fs.s3a.attempts.maximum=1",
            "fs.s3a.path.style.access=true"
        };
        List<String> words = new ArrayList<>(List.of(command, "s3a://bucket/f.stoa"));
        for (String setting : settings) {
            words.add("-D");
            words.add(setting);
        }
        String failed = outputOf(words.toArray(String[]::new));
        assertFalse(failed.contains(SECRET), failed);
        String inUri = outputOf(command, "s3a://AKIA:" + SECRET + "@bucket/f.stoa");
        assertFalse(inUri.contains(SECRET), inUri);
    }

    /** One sentence says what to set. The provider takes no other credentials than those of the settings. */
    @ParameterizedTest
    @ValueSource(strings = {"scan", "schema", "verify"})
    void aStoreWithoutCredentialsSaysWhatToSet(String command) {
        String failed = outputOf(
                command,
                "s3a://unopened/f.stoa",
                "-D",
                "fs.s3a.aws.credentials.provider=org.apache.hadoop.fs.s3a.TemporaryAWSCredentialsProvider",
                "-D",
                "fs.s3a.endpoint=http://127.0.0.1:1",
                "-D",
                "fs.s3a.endpoint.region=eu-central-1");
        assertTrue(
                failed.contains("no credentials for S3 to open s3a://unopened/f.stoa: set AWS_ACCESS_KEY_ID"), failed);
        assertEquals(1, failed.lines().count(), failed);
    }
}
