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
package dev.stoa.cli.internal.tables;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.convert.OptionUse;
import dev.stoa.cli.internal.convert.RejectLog;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.TableSearch;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.io.TextInput;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.Sources;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.csv.CsvSniffer;
import dev.stoa.interop.csv.CsvSource;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.OperationResult;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.ParseResult;

/**
 * The rows of inputs of any kind, for a table: Stoa, Parquet, delimited text, and other tables. Texts are read with the types
 * of the table's columns of the same names.
 *
 * @param conf the file systems' settings
 * @param options how files are read
 * @param rejects takes bad rows of texts; without it the first one ends it all
 * @param table the columns of the table
 * @param progress receives the number of bytes of inputs done since its last call
 * @param tables refuses files in tables
 */
record RowFeed(
        Configuration conf,
        FeedOptions options,
        Optional<RejectLog> rejects,
        Schema table,
        Progress progress,
        TableSearch tables) {

    /** Takes rows. */
    interface Target {
        void write(Batch batch) throws IOException;
    }

    /** Begins to insert rows. */
    interface Opening {
        RowInsert open(TableOperations operations) throws IOException;
    }

    /**
     * Inserts the rows of some arguments in one commit, and shows how far it is, and its look-ups of keys.
     *
     * @throws CommandException if the rows don't fit the table
     */
    static OperationResult insert(
            String command,
            List<String> arguments,
            Configuration conf,
            FeedOptions options,
            Optional<RejectLog> rejects,
            Table target,
            Opening opening)
            throws IOException {
        try (Progress progress = Progress.start(command, InputFiles.bytes(arguments, conf), " MB", 1_000_000);
                RowInsert insert = opening.open(operations(target, progress))) {
            RowFeed feed = new RowFeed(
                    conf, options.withNotesOnce(), rejects, insert.snapshot().schema(), progress, new TableSearch());
            for (String argument : arguments) {
                feed.read(argument, batch -> {
                    insert.write(batch);
                    progress.note("");
                });
            }
            return insert.commit();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
    }

    private static TableOperations operations(Table table, Progress progress) {
        return TableOperations.of(table)
                .with(OperationOptions.DEFAULT.withProgress(
                        rows -> progress.note(Counted.text("looking keys up: %,d row[s]", rows))));
    }

    /**
     * Refuses options of texts if no argument is a text.
     *
     * @param given the options of the command
     */
    static void checkOptions(ParseResult given, List<String> arguments, Optional<FileKind> from, Configuration conf)
            throws IOException {
        OptionUse.check(given, () -> files(arguments, conf), from, Optional.empty());
    }

    private static List<InputFiles.Input> files(List<String> arguments, Configuration conf) throws IOException {
        List<InputFiles.Input> files = new ArrayList<>();
        TableSearch tables = new TableSearch();
        for (String argument : arguments) {
            if (!Tables.isTable(argument, conf)) {
                files.addAll(InputFiles.rowsWithPipes(List.of(argument), conf, tables));
            }
        }
        return files;
    }

    /** Reads all rows of an argument: a file, a glob, a folder, or a table. */
    void read(String argument, Target target) throws IOException {
        if (Tables.isTable(argument, conf)) {
            try (TableScan scan = Tables.open(argument, conf)
                    .snapshot()
                    .scan()
                    .limits(options.guard().limits())
                    .build()) {
                while (scan.next()) {
                    target.write(scan.batch());
                }
            }
            return;
        }
        for (InputFiles.Input found : InputFiles.rowsWithPipes(List.of(argument), conf, tables)) {
            boolean isText = options.from()
                    .or(() -> FileKind.ofName(found.path().getName()))
                    .map(FileKind::isText)
                    .orElse(false);
            InputFiles.Input input = found.isPipe() && !isText ? Spool.of(found, options.guard()) : found;
            FileKind kind = options.from().isPresent() ? options.from().get() : input.kind();
            switch (kind) {
                case STOA -> readStoa(input, target);
                case CSV, TSV -> readText(input, kind, target);
                default -> readBatches(input, kind, target);
            }
            progress.advance(input.status().getLen());
        }
    }

    private void readStoa(InputFiles.Input input, Target target) throws IOException {
        try (StoaFile file = OpenFiles.stoa(input);
                Scan scan = file.scan().limits(options.guard().limits()).build()) {
            FolderValues folders = folders(input, scan.schema());
            while (scan.next()) {
                target.write(folders.with(scan.batch()));
            }
        }
    }

    /** The columns that the names of the folders around a file have. Tells of them. */
    private FolderValues folders(InputFiles.Input input, Schema columns) {
        FolderValues folders = FolderValues.of(input.path(), columns, table);
        for (String name : folders.names()) {
            options.notes()
                    .accept("the values of column '" + name + "', which the files lack, are those in the names of their"
                            + " folders");
        }
        return folders;
    }

    private void readBatches(InputFiles.Input input, FileKind kind, Target target) throws IOException {
        try (RowSource source = OpenFiles.rows(input, kind, Sources.DEFAULT, conf)) {
            FolderValues folders = folders(input, source.schema());
            while (source.next()) {
                options.guard().count(input.path().toString(), source.batch());
                target.write(folders.with(source.batch()));
            }
        }
    }

    private void readText(InputFiles.Input input, FileKind kind, Target target) throws IOException {
        String name = input.path().toString();
        try (TextInput text = TextInput.open(input, options.guard())) {
            readText(text, input, sniffed(text, name, options.csv().of(kind)), target);
        }
    }

    /** Completes the options by what the text shows. The table tells the columns, so the first row is a header unless an option says no. */
    private CsvOptions sniffed(TextInput text, String name, CsvOptions given) throws IOException {
        CsvSniffer.Sniffed sniffed =
                CsvSniffer.sniff(text, name, given.withSchema(given.schema().orElse(table)));
        sniffed.notes().forEach(note -> options.notes().accept(name + ": " + note));
        CsvOptions found = sniffed.options();
        return new CsvOptions(found.dialect(), found.forms(), found.charset(), given.schema());
    }

    private void readText(TextInput text, InputFiles.Input input, CsvOptions csv, Target target) throws IOException {
        String name = input.path().toString();
        try (CsvSource source = CsvSource.open(
                text,
                name,
                csv.withSchema(schema(text, name, csv)),
                List.of(),
                Runtime.getRuntime().availableProcessors())) {
            source.notes().forEach(note -> options.notes().accept(name + ": " + note));
            FolderValues folders = folders(input, source.schema());
            source.writeTo(
                    batch -> {
                        options.guard().count(name, batch);
                        target.write(folders.with(batch));
                    },
                    rejects.map(log -> log.of(name)));
        }
    }

    /** The columns of a text: those that the header names, or all of the table's. */
    private Schema schema(CsvSource.Opener text, String name, CsvOptions csv) throws IOException {
        if (csv.schema().isPresent()) {
            return csv.schema().get();
        } else if (!csv.dialect().header()) {
            return table;
        }
        try {
            List<Field> fields = new ArrayList<>();
            for (String given : CsvSource.header(text, name, csv)) {
                fields.add(FieldNames.get(table.fields(), given));
            }
            return new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new StoaException(name + ": the table does not have its columns: " + e.getMessage(), e);
        }
    }
}
