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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.internal.print.CommandOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A command starts with its own options only. */
final class StartTest {
    private static Set<String> commands(String... arguments) {
        return Main.commandLine(new CommandOutput(), List.of(arguments))
                .getSubcommands()
                .keySet();
    }

    @Test
    void aNamedCommandIsTheOnlyOne() {
        assertEquals(Set.of("schema"), commands("schema", "x.stoa"));
        for (String first : List.of("--help", "shema", "generate-completion")) {
            assertEquals(Main.commandLine().getSubcommands().keySet(), commands(first), first);
        }
    }

    @Test
    void commandsHaveTheirOwnNames() {
        assertTrue(Main.commandLine().getSubcommands().size() > 20);
        Main.commandLine()
                .getSubcommands()
                .forEach((String name, CommandLine command) ->
                        assertEquals(name, command.getCommandSpec().name()));
    }

    @Test
    void aBudgetWithAUnitIsRefused(@TempDir Path folder) throws Exception {
        String text = OwnProcess.fails("-Dstoa.vio.budget=512M", folder.resolve("err"), "verify", folder);
        assertTrue(text.contains("stoa.vio.budget = 512M: must be a whole number of bytes"), text);
    }

    @Test
    void aFolderOfSettingsThatIsNotThere(@TempDir Path folder) throws Exception {
        Path err = folder.resolve("err");
        Files.writeString(folder.resolve("t.csv"), "id\n1\n");
        assertEquals(2, withSettings(folder.resolve("cnof"), folder));
        assertEquals(
                "stoa: HADOOP_CONF_DIR is '" + folder.resolve("cnof")
                        + "', and no folder is there: correct the variable, or unset it",
                Files.readString(err).strip());
        assertEquals(0, withSettings(folder, folder));
        assertEquals(0, withSettings(Path.of(""), folder));
        assertEquals("", Files.readString(err));
    }

    /** Runs a command that reads settings. */
    private static int withSettings(Path settings, Path folder) throws Exception {
        String script = "export HADOOP_CONF_DIR=\"$0\"; exec \"$@\"";
        Path err = folder.resolve("err");
        return OwnProcess.scripted(script, settings, err, "schema", folder.resolve("t.csv"), "--from", "CSV");
    }
}
