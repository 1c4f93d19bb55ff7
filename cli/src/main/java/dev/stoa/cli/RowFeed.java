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

import dev.stoa.cli.csv.CsvOptions;
import dev.stoa.cli.csv.CsvSource;
import dev.stoa.cli.io.RowSource;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.OperationResult;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableScan;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;

/**
 * The rows of inputs of any kind, for a table: Stoa, Parquet, delimited text, and other tables. Texts are read with the types
 * of the table's columns of the same names.
 *
 * @param conf the file systems' settings
 * @param csv how texts are read
 * @param rejects takes bad rows of texts; without it the first one ends it all
 * @param table the columns of the table
 * @param progress is told how many bytes of inputs are done
 */
record RowFeed(Configuration conf, CsvOptions csv, Optional<RejectLog> rejects, Schema table, Progress progress) {

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
            CsvOptions csv,
            Optional<RejectLog> rejects,
            Table target,
            Opening opening)
            throws IOException {
        try (Progress progress = Progress.start(command, InputFiles.bytes(arguments, conf), " MB", 1_000_000);
                RowInsert insert = opening.open(operations(target, progress))) {
            RowFeed feed = new RowFeed(conf, csv, rejects, insert.snapshot().schema(), progress);
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
                        rows -> progress.note(String.format(Locale.ROOT, "looking keys up: %,d rows", rows))));
    }

    /** Reads all rows of an argument: a file, a glob, a folder, or a table. */
    void read(String argument, Target target) throws IOException {
        if (Tables.isTable(argument, conf)) {
            try (TableScan scan = Tables.open(argument, conf).snapshot().scan().build()) {
                while (scan.next()) {
                    target.write(scan.batch());
                }
            }
            return;
        }
        for (InputFiles.Input input : InputFiles.rows(List.of(argument), conf)) {
            FileKind kind = FileKind.of(input);
            switch (kind) {
                case STOA -> readStoa(input, target);
                case CSV, TSV -> readText(input, target);
                default -> readBatches(input, kind, target);
            }
            progress.advance(input.status().getLen());
        }
    }

    private static void readStoa(InputFiles.Input input, Target target) throws IOException {
        try (StoaFile file = OpenFiles.stoa(input);
                Scan scan = file.scan().build()) {
            while (scan.next()) {
                target.write(scan.batch());
            }
        }
    }

    private void readBatches(InputFiles.Input input, FileKind kind, Target target) throws IOException {
        try (RowSource source = Sources.DEFAULT.open(conf, input.path(), kind)) {
            while (source.next()) {
                target.write(source.batch());
            }
        }
    }

    /** A text becomes a Stoa file first, in the folder for temporary files. */
    private void readText(InputFiles.Input input, Target target) throws IOException {
        String name = input.path().toString();
        boolean tabs = FileKind.of(input) == FileKind.TSV && csv.delimiter() == ',';
        CsvOptions options = tabs ? csv.withDelimiter('\t') : csv;
        Path folder = Files.createTempDirectory("stoa-insert");
        Path file = folder.resolve("rows.stoa");
        try {
            try (CsvSource source = CsvSource.open(
                            () -> open(input),
                            name,
                            options.withSchema(schema(input, name, options)),
                            List.of(),
                            Runtime.getRuntime().availableProcessors());
                    StoaWriter writer = StoaWriter.create(
                            LocalFileSink.create(file, SinkOptions.DEFAULT), source.schema(), WriterOptions.DEFAULT)) {
                source.writeTo(writer, rejects.map(log -> log.of(name)));
                writer.finish();
            } catch (dev.stoa.writer.RejectedDataException e) {
                throw new StoaException(name + ": " + e.getMessage(), e);
            }
            try (StoaFile rows = StoaFile.open(RangeSources.open(file));
                    Scan scan = rows.scan().build()) {
                while (scan.next()) {
                    target.write(scan.batch());
                }
            }
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    /** The columns of a text: those that the header names, or all of the table's. */
    private Schema schema(InputFiles.Input input, String name, CsvOptions options) throws IOException {
        if (options.schema().isPresent()) {
            return options.schema().get();
        } else if (!options.header()) {
            return table;
        }
        try {
            List<Field> fields = new ArrayList<>();
            for (String given : CsvSource.header(() -> open(input), name, options)) {
                fields.add(FieldNames.get(table.fields(), given));
            }
            return new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new StoaException(name + ": the table does not have its columns: " + e.getMessage(), e);
        }
    }

    private static InputStream open(InputFiles.Input input) throws IOException {
        InputStream in = input.fs().open(input.path());
        if (!input.path().getName().endsWith(".gz")) {
            return in;
        }
        try {
            return new GZIPInputStream(in, 1 << 16);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }
}
