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
package dev.stoa.cli.internal.convert;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.interop.FileKind;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.ParseResult;

/** Refuses options that neither an input nor the output of a command follows. */
public final class OptionUse {
    private static final Set<FileKind> NONE = Set.of();
    private static final Set<FileKind> TEXT = EnumSet.of(FileKind.CSV, FileKind.TSV);
    private static final Set<FileKind> OTHERS = EnumSet.of(FileKind.PARQUET, FileKind.ORC, FileKind.AVRO);
    private static final Set<FileKind> STOA = EnumSet.of(FileKind.STOA);
    private static final Set<FileKind> PARQUET = EnumSet.of(FileKind.PARQUET);

    private static final Map<String, Use> USES = new TreeMap<>();

    static {
        for (String option : List.of("--skip-lines", "--comment", "--thousands", "--decimal", "--schema")) {
            USES.put(option, new Use(TEXT, NONE));
        }
        USES.put("--max-bad-rows", new Use(TEXT, NONE));
        USES.put("--rejects", new Use(TEXT, NONE));
        for (String option : List.of("--delimiter", "--quote", "--header", "--null", "--charset")) {
            USES.put(option, new Use(TEXT, TEXT));
        }
        USES.put("--date-pattern", new Use(TEXT, TEXT));
        USES.put("--timestamp-pattern", new Use(TEXT, TEXT));
        USES.put("--calendar", new Use(OTHERS, NONE));
        USES.put("--legacy-zone", new Use(OTHERS, NONE));
        USES.put("--text-as-binary", new Use(EnumSet.of(FileKind.PARQUET, FileKind.ORC), NONE));
        for (String option : List.of("--int96-calendar", "--int96-utc", "--binary-as-text")) {
            USES.put(option, new Use(PARQUET, NONE));
        }
        USES.put("--codec", new Use(NONE, OTHERS));
        USES.put("--char-as-text", new Use(NONE, PARQUET));
        USES.put("--profile", new Use(NONE, STOA));
        USES.put("--sorted-by", new Use(NONE, STOA));
    }

    private OptionUse() {}

    /** Finds the inputs of a command. */
    public interface Inputs {
        List<InputFiles.Input> find() throws IOException;
    }

    /** The formats of inputs and outputs that follow an option. */
    private record Use(Set<FileKind> inputs, Set<FileKind> outputs) {
        String text() {
            String read = inputs.isEmpty() ? "" : "inputs of " + names(inputs);
            String written = outputs.isEmpty() ? "" : "outputs of " + names(outputs);
            return read + (read.isEmpty() || written.isEmpty() ? "" : " and ") + written;
        }

        private static String names(Set<FileKind> kinds) {
            return String.join(", ", kinds.stream().map(FileKind::name).toList());
        }
    }

    /**
     * Refuses the options of a command that have no effect.
     *
     * @param given the options of the command
     * @param inputs looked for only if an option depends on them
     * @param from the format of all inputs, if an option names it
     * @param output the format of the outputs; absent for a table
     * @throws CommandException if one has none
     */
    public static void check(ParseResult given, Inputs inputs, Optional<FileKind> from, Optional<FileKind> output)
            throws IOException {
        List<String> read = USES.keySet().stream()
                .filter(given::hasMatchedOption)
                .filter(option ->
                        output.filter(USES.get(option).outputs()::contains).isEmpty())
                .toList();
        if (read.isEmpty() && from.isEmpty()) {
            return;
        }
        List<InputFiles.Input> found = inputs.find();
        if (from.isPresent() && found.stream().allMatch(InputFiles.Input::isTable)) {
            throw CommandException.usage("--from is for files, and has no effect on tables: leave it out");
        }
        Set<FileKind> kinds = read.isEmpty() ? NONE : kinds(found, from);
        for (String option : read) {
            Use use = USES.get(option);
            if (kinds.stream().noneMatch(use.inputs()::contains)) {
                throw CommandException.usage(
                        option + " is for " + use.text() + ", and has no effect here: leave it out");
            }
        }
    }

    private static Set<FileKind> kinds(List<InputFiles.Input> inputs, Optional<FileKind> from) throws IOException {
        Set<FileKind> kinds = EnumSet.noneOf(FileKind.class);
        for (InputFiles.Input input : inputs) {
            if (input.isTable()) {
                kinds.add(FileKind.STOA);
            } else if (from.isPresent()) {
                kinds.add(from.get());
            } else if (!input.isPipe()) {
                kinds.add(input.kind());
            } else {
                FileKind.ofName(input.path().getName()).ifPresent(kinds::add);
            }
        }
        return kinds;
    }
}
