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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of completions, in shells of their own. */
final class CompletionTest {
    @TempDir
    private Path folder;

    private static String output(String... command) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor(), output);
        return output.strip();
    }

    /** Outside of an interactive shell bash has no options of a completion to set, and says so. */
    private String completed(String... words) throws IOException, InterruptedException {
        Path script = folder.resolve("completion.bash");
        Files.writeString(script, CommandRun.ok("generate-completion"));
        String line = "source " + script + "; COMP_WORDS=(stoa " + String.join(" ", words) + "); COMP_CWORD="
                + words.length + "; _complete_stoa; printf '%s\\n' \"${COMPREPLY[@]}\"";
        return output("bash", "--norc", "-c", line);
    }

    @Test
    void commandsAndOptionsAreCompleted() throws IOException, InterruptedException {
        assertEquals("verify", completed("ver"));
        assertEquals("create", completed("table", "cre"));
        assertEquals("--sorted-by", completed("convert", "--sort"));
    }

    /** What fish offers after a line, without the descriptions. */
    private List<String> offered(String line) throws IOException, InterruptedException {
        Path script = folder.resolve("stoa.fish");
        Files.writeString(script, CommandRun.ok("generate-completion", "--shell", "fish"));
        return output("fish", "--no-config", "-c", "source " + script + "; complete -C '" + line + "'")
                .lines()
                .map(offer -> offer.split("\t", 2)[0])
                .toList();
    }

    @Test
    void fishCompletesToo() throws IOException, InterruptedException {
        assumeTrue(isThere("fish"), "no fish here");
        assertEquals(List.of("verify"), offered("stoa ver"));
        assertEquals(List.of("create"), offered("stoa table cre"));
        assertEquals(List.of("create"), offered("stoa table --help cre"));
        assertEquals(List.of("--sorted-by"), offered("stoa convert --sort"));
        assertEquals(List.of("bash", "fish", "zsh"), offered("stoa generate-completion --shell "));
        assertEquals(List.of(), offered("stoa schema --sort"));
    }

    private static boolean isThere(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }
}
