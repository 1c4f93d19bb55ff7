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

import dev.stoa.cli.internal.print.OptionNames;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Each option that a message of a command names is one that the command has, or the message names its command. */
final class NamedOptionsTest {
    private static final Pattern OPTION = Pattern.compile("(stoa convert )?(?<![\\w-])(--[a-z][a-z-]*)");

    /** Texts that make a reader say something, with the option that it names. */
    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("--delimiter", "id;total\n1;2\n3;4\n"),
            Map.entry("--quote", "'id','name'\n'1','a, b'\n'2','c, d'\n"),
            Map.entry("--comment", "# made today\nid,total\n1,2\n3,4\n"),
            Map.entry("--skip-lines", "Report of today\n\nid,total,n\n1,2,3\n3,4,5\n"),
            Map.entry("--header", "1,2021-03-04\n2,2021-03-05\n"),
            Map.entry("--null", "id,total\n1,2\n2,NA\n3,4\n"),
            Map.entry("--charset", "id,total\n1,2\n3,4\n"),
            Map.entry("--date-pattern", "id,day\n1,24.12.2021\n2,25.12.2021\n"),
            Map.entry("--thousands", "id,total\n1,\"1,234\"\n2,\"5,678\"\n"));

    @TempDir
    private Path folder;

    private static CommandSpec convert() {
        return Main.commandLine().getSubcommands().get("convert").getCommandSpec();
    }

    private Path text(String option) throws IOException {
        Charset charset = option.equals("--charset") ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        return Files.writeString(folder.resolve("t" + option + ".csv"), TEXTS.get(option), charset);
    }

    /** The options in a message, and that each one belongs to the command or to the command before it. */
    private static Set<String> named(CommandSpec command, String message) {
        Set<String> named = new TreeSet<>();
        Matcher found = OPTION.matcher(message.replaceAll("t--[a-z-]*[.]csv", "t.csv"));
        while (found.find()) {
            CommandSpec of = found.group(1) == null ? command : convert();
            assertTrue(of.findOption(found.group(2)) != null, of.qualifiedName() + " has no option of: " + message);
            named.add(found.group(2));
        }
        return named;
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema", "head", "scan", "inspect", "convert", "verify", "repair", "index", "diff"})
    void messagesOnTexts(String name) throws IOException {
        CommandLine command = Main.commandLine().getSubcommands().get(name);
        Set<String> named = new TreeSet<>();
        for (String option : TEXTS.keySet()) {
            List<Object> arguments = new ArrayList<>(List.of(name, text(option)));
            if (name.equals("convert")) {
                arguments.add(folder.resolve("t" + option + ".stoa"));
            } else if (name.equals("diff")) {
                arguments.add("1");
            }
            named.addAll(named(
                    command.getCommandSpec(),
                    CommandRun.stoa(arguments.toArray()).err()));
        }
        boolean readsTexts =
                Set.of("schema", "head", "scan", "inspect", "convert").contains(name);
        assertTrue(!readsTexts || named.containsAll(TEXTS.keySet()), () -> "named only " + named);
    }

    /** The failures of readers and writers of texts. */
    @Test
    void failuresOnTexts() throws IOException {
        Path comment = Files.writeString(folder.resolve("c.csv"), "id,total\n1,2\n# a note\n3,4\n#5,6\n");
        Path uncertain = Files.writeString(folder.resolve("u.csv"), "a;b|c\n");
        Path empty = Files.writeString(folder.resolve("e.csv"), "id,name\n1,\"\"\n2,x\n");
        for (String name : List.of("schema", "head", "scan", "inspect")) {
            CommandSpec command = Main.commandLine().getSubcommands().get(name).getCommandSpec();
            for (Path file : List.of(comment, uncertain, empty)) {
                named(command, CommandRun.stoa(name, file).err());
            }
        }
        CommandRun run = CommandRun.stoa("scan", uncertain);
        assertEquals(1, run.exitCode(), run.out() + run.err());
        assertTrue(run.err().contains("set stoa convert --delimiter ';'"), run.err());
    }

    @Test
    void optionsOfTextsAreThoseOfConvert() {
        for (String option : OptionNames.OF_TEXTS) {
            assertTrue(convert().findOption(option) != null, option);
        }
    }

    @Test
    void otherOptionsStayAsTheyAre() {
        CommandSpec scan = Main.commandLine().getSubcommands().get("scan").getCommandSpec();
        String message = "leave it out with --select, take --from, or run 'stoa convert --delimiter x', a--quote";
        assertEquals(message, OptionNames.of(scan, message));
        assertEquals("set stoa convert --quote, or --delimiters", OptionNames.of(scan, "set --quote, or --delimiters"));
        assertEquals("--delimiter sets another", OptionNames.of(convert(), "--delimiter sets another"));
    }
}
