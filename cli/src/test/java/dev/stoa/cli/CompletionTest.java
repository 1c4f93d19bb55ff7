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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of completions, in a bash of its own. */
final class CompletionTest {
    @TempDir
    private Path folder;

    /** Outside of an interactive shell bash has no options of a completion to set, and says so. */
    private String completed(String... words) throws IOException, InterruptedException {
        Path script = folder.resolve("completion.bash");
        Files.writeString(script, CommandRun.ok("generate-completion"));
        String line = "source " + script + "; COMP_WORDS=(stoa " + String.join(" ", words) + "); COMP_CWORD="
                + words.length + "; _complete_stoa; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder(List.of("bash", "--norc", "-c", line))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, bash.waitFor(), output);
        return output.strip();
    }

    @Test
    void commandsAndOptionsAreCompleted() throws IOException, InterruptedException {
        assertEquals("verify", completed("ver"));
        assertEquals("create", completed("table", "cre"));
        assertEquals("--sorted-by", completed("convert", "--sort"));
    }
}
