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
package dev.stoa.cli.internal.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completions of a command line for fish: a line for each subcommand and each option. */
final class FishScript {
    /** fish can tell how far a command is typed only by a function. */
    private static final String FUNCTIONS = """
            # Commands that are typed so far, without options and their values.
            function __NAME_typed
                set -l words (commandline -opc)
                set -e words[1]
                string match -v -- '-*' $words
            end

            # Whether the typed commands start with the given ones.
            function __NAME_in
                set -l typed (__NAME_typed)
                for i in (seq (count $argv))
                    test "$typed[$i]" = "$argv[$i]"; or return 1
                end
            end

            # Whether the typed commands are the given ones, so that a subcommand follows.
            function __NAME_at
                test (count (__NAME_typed)) -eq (count $argv); and __NAME_in $argv
            end
            """;

    private final String name;
    private final CommandLine root;
    private final StringBuilder text = new StringBuilder();

    FishScript(CommandLine root) {
        this.root = root;
        this.name = root.getCommandName();
    }

    String text() {
        text.append("# completions of ").append(name).append(" for fish\n\n");
        text.append(FUNCTIONS.replace("__NAME", "__" + name)).append('\n');
        add(root.getCommandSpec(), List.of());
        return text.toString();
    }

    private void add(CommandSpec command, List<String> typed) {
        command.subcommands().forEach((subcommand, line) -> {
            CommandSpec spec = line.getCommandSpec();
            complete("at", typed, "-f -a " + subcommand, spec.usageMessage().description());
        });
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                complete("in", typed, words(option), option.description());
            }
        }
        command.subcommands().forEach((subcommand, line) -> {
            List<String> longer = new ArrayList<>(typed);
            longer.add(subcommand);
            add(line.getCommandSpec(), longer);
        });
    }

    private void complete(String condition, List<String> typed, String words, String[] description) {
        String when = "__" + name + "_" + condition
                + typed.stream().map(word -> " " + word).collect(Collectors.joining());
        text.append("complete -c ")
                .append(name)
                .append(" -n ")
                .append(quoted(when))
                .append(' ')
                .append(words);
        text.append(" -d ").append(quoted(firstSentence(description))).append('\n');
    }

    private static String words(OptionSpec option) {
        List<String> words = new ArrayList<>();
        for (String name : option.names()) {
            words.add(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
        }
        if (option.completionCandidates() != null) {
            List<String> values = new ArrayList<>();
            option.completionCandidates().forEach(values::add);
            words.add("-x -a " + quoted(String.join(" ", values)));
        } else if (option.arity().max() > 0) {
            words.add("-r");
        }
        return String.join(" ", words);
    }

    private static String firstSentence(String[] description) {
        String whole = Ansi.OFF
                .string(String.join(" ", description))
                .replace("%n", " ")
                .replace("%%", "%");
        int end = whole.indexOf(". ");
        String first = end < 0 ? whole : whole.substring(0, end);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
