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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Makes the page of the command line from the parser: each command with its arguments, options and examples. */
final class CommandReference {
    private static final String HEAD = """
            # Command line

            To see the help of a command in the terminal, run `stoa COMMAND --help`. This page has the same texts. The build
            makes it from the parser: change the command, not the page
            ([how](../CONTRIBUTING.md#build)).

            A command exits with 0 if it succeeds, and with 1 on bad data or a failed run. It exits with 2 on bad usage, or if a
            local disk is full or fails. `stoa table health` exits with 3 if a table needs work
            ([all codes](errors.md#command-line)). All commands have `--help` and `--version`.

            """;

    private static final Set<String> STANDARD = Set.of("--help", "--version");

    private final StringBuilder page = new StringBuilder(HEAD);

    private CommandReference() {}

    /** Returns the page. */
    static String page() {
        CommandReference reference = new CommandReference();
        CommandLine line = Main.commandLine();
        List<CommandLine> commands = new ArrayList<>();
        line.getSubcommands().values().forEach(command -> addTo(commands, command));
        commands.forEach(command -> {
            String name = command.getCommandSpec().qualifiedName();
            String anchor = name.replace(' ', '-');
            reference
                    .page
                    .append("- [`")
                    .append(name)
                    .append("`](#")
                    .append(anchor)
                    .append(")\n");
        });
        commands.forEach(reference::add);
        return reference.page.toString().strip() + "\n";
    }

    private static void addTo(List<CommandLine> commands, CommandLine command) {
        commands.add(command);
        command.getSubcommands().values().forEach(below -> addTo(commands, below));
    }

    private void add(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        page.append("\n## `").append(spec.qualifiedName()).append("`\n\n");
        page.append(escaped(text(spec.usageMessage().description()))).append("\n\n");
        page.append("```text\n").append(synopsis(command)).append("\n```\n");
        List<ArgSpec> arguments = new ArrayList<>();
        for (PositionalParamSpec positional : spec.positionalParameters()) {
            if (!positional.hidden()) {
                arguments.add(positional);
            }
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden() && !STANDARD.contains(option.longestName())) {
                arguments.add(option);
            }
        }
        if (!arguments.isEmpty()) {
            page.append("\n| argument | meaning |\n|---|---|\n");
        }
        for (ArgSpec argument : arguments) {
            page.append("| `").append(cell(name(argument))).append("` | ");
            page.append(cell(escaped(text(argument.description())))).append(" |\n");
        }
        footer(spec.usageMessage().footer());
    }

    private static String synopsis(CommandLine command) {
        command.setUsageHelpWidth(110);
        return new CommandLine.Help(command.getCommandSpec(), CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .synopsis(0)
                .stripTrailing();
    }

    private static String name(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return argument.paramLabel();
        }
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    /** The lines of a help text. The number of processors differs between machines. */
    private static String text(String... lines) {
        return String.join(" ", lines)
                .replaceAll("Default: [0-9]+, one per processor", "Default: one per processor")
                .replace("%%", "%");
    }

    /** Paragraphs, and indented lines as blocks of code. */
    private void footer(String[] lines) {
        List<String> paragraph = new ArrayList<>();
        for (String line : Arrays.asList(lines)) {
            boolean isCode = line.startsWith("  ");
            boolean wasCode = !paragraph.isEmpty() && paragraph.get(0).startsWith("  ");
            if (line.isBlank() || isCode != wasCode) {
                flush(paragraph);
            }
            if (!line.isBlank()) {
                paragraph.add(line);
            }
        }
        flush(paragraph);
    }

    private void flush(List<String> paragraph) {
        if (paragraph.isEmpty()) {
            return;
        }
        page.append('\n');
        if (paragraph.get(0).startsWith("  ")) {
            boolean isShell = paragraph.stream().anyMatch(line -> line.contains("stoa "));
            page.append(isShell ? "```sh\n" : "```text\n");
            paragraph.forEach(
                    line -> page.append(line.substring(2).replace("%%", "%")).append('\n'));
            page.append("```\n");
        } else {
            page.append(escaped(text(paragraph.toArray(String[]::new)))).append('\n');
        }
        paragraph.clear();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    /** Words with a tag's bracket become code, because Markdown has no escape for it everywhere. */
    private static String escaped(String text) {
        return text.replace("*", "\\*")
                .replace("_", "\\_")
                .replace("[", "\\[")
                .replaceAll("(?<=^| )[^ ]*<[^ ]*", "`$0`");
    }
}
