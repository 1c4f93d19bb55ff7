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
import dev.stoa.cli.internal.arguments.ReadableFormat;
import dev.stoa.cli.internal.arguments.Version;
import dev.stoa.cli.internal.io.BoundedSink;
import dev.stoa.cli.internal.io.ColumnSelection;
import dev.stoa.cli.internal.io.FolderNames;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.OutputFile;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.io.TextInput;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.interop.Codec;
import dev.stoa.interop.ColumnKeys;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.Sources;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.csv.CsvSniffer;
import dev.stoa.interop.csv.CsvSource;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Converts the inputs of one job into its output. Where neither is Stoa, the rows pass through a temporary Stoa file.
 *
 * @param conf the file systems' settings
 * @param csv how texts are read and written
 * @param from how inputs are read
 * @param to how outputs are written
 * @param watch takes notes and progress, and ends a conversion at its limits
 */
public record Converter(Configuration conf, CsvOptions csv, Inputs from, Outputs to, Watch watch) {
    /**
     * How inputs are read.
     *
     * @param kind the kind of all inputs, if it was named
     * @param at the version or time of tables; absent: the newest
     * @param rejects takes bad rows of texts; without it the first one ends the conversion
     * @param sources opens files of other formats
     * @param select columns to take; empty: all
     */
    public record Inputs(
            Optional<FileKind> kind,
            Optional<String> at,
            Optional<RejectLog> rejects,
            Sources sources,
            List<String> select) {}

    /**
     * How outputs are written.
     *
     * @param stoa how Stoa is written
     * @param parquet how Parquet is written
     * @param codec how other formats are compressed, if it was named
     * @param overwrite whether outputs may replace existing files and tables
     */
    public record Outputs(WriterOptions stoa, ParquetTargetOptions parquet, Optional<Codec> codec, boolean overwrite) {}

    /**
     * Takes notes and progress of a conversion, and ends it at its limits.
     *
     * @param notes receives the decisions for inputs that don't state something
     * @param progress receives the number of bytes of inputs done since its last call
     * @param guard says whether to go on
     */
    public record Watch(Consumer<String> notes, Progress progress, Guard guard) {}

    /**
     * The result of a job.
     *
     * @param rows rows written
     * @param bytes bytes of the output
     */
    public record Result(long rows, long bytes) {}

    public Result run(ConvertPlan.Job job, FileKind target) throws IOException {
        SinkOptions replacing = SinkOptions.DEFAULT.withOverwrite(to.overwrite());
        SinkOptions options = job.isOpenEnded() ? replacing : replacing.withExpectedLength(job.bytes());
        List<FileKind> kinds = new ArrayList<>();
        for (InputFiles.Input input : job.inputs()) {
            kinds.add(kind(input));
        }
        try {
            long rows;
            if (target == FileKind.STOA) {
                rows = toStoa(job, kinds, options, from.select(), job.path());
            } else if (job.inputs().size() == 1 && kinds.get(0) == FileKind.STOA) {
                InputFiles.Input input = job.inputs().get(0);
                rows = export(job, input, target, options);
                watch.progress().advance(input.bytes());
            } else {
                try (Spool spool = Spool.create()) {
                    rows = export(job, spooled(spool, job, kinds), target, options);
                }
            }
            return new Result(
                    rows,
                    job.isStandardOutput()
                            ? 0
                            : job.fs().getFileStatus(job.path()).getLen());
        } catch (RejectedDataException e) {
            throw new StoaException(inputs(job) + " can't become " + job.path() + ": " + e.getMessage(), e);
        }
    }

    private FileKind kind(InputFiles.Input input) throws IOException {
        if (input.isTable()) {
            return FileKind.STOA;
        }
        FileKind kind = from.kind().isPresent() ? from.kind().get() : input.kind();
        ReadableFormat.check(input.path().toString(), kind);
        return kind;
    }

    private static String inputs(ConvertPlan.Job job) {
        int more = job.inputs().size() - 1;
        return job.inputs().get(0).path() + (more == 0 ? "" : " and " + more + " more");
    }

    /** @param named the output that the user named */
    private long toStoa(
            ConvertPlan.Job job, List<FileKind> kinds, SinkOptions options, List<String> columns, Path named)
            throws IOException {
        StoaOutput output = new StoaOutput(job, options, columns, named);
        try (output) {
            for (int i = 0; i < kinds.size(); i++) {
                InputFiles.Input input = job.inputs().get(i);
                if (input.isTable()) {
                    fromTable(input, output);
                } else if (kinds.get(i) == FileKind.STOA) {
                    fromStoa(input, output);
                } else if (kinds.get(i).isText()) {
                    fromText(input, kinds.get(i), output);
                } else {
                    fromBatches(input, kinds.get(i), output);
                }
            }
            return output.finish();
        }
    }

    private void fromTable(InputFiles.Input input, StoaOutput output) throws IOException {
        try (TableScan scan = tableScan(input, output.columns)) {
            copy(scan, output.writer(input, scan.schema(), to.stoa()));
        }
    }

    private void fromStoa(InputFiles.Input input, StoaOutput output) throws IOException {
        try (StoaFile file = OpenFiles.stoa(input);
                Scan scan = scan(file, output.columns)) {
            List<KeyValue> keyValues = new ArrayList<>();
            file.info().keyValues().forEach(pair -> keyValues.add(new KeyValue(pair.key(), pair.value())));
            WriterOptions target = to.stoa().withMetadata(ColumnKeys.kept(keyValues, output.columns));
            if (to.stoa().sortColumns().isEmpty() && output.isOfOneInput()) {
                target = target.withSortColumns(keptOrder(file.info(), scan.schema()));
            }
            copy(scan, output.writer(input, scan.schema(), target));
        }
        watch.progress().advance(input.bytes());
    }

    /** Returns the declared order of a file, up to the first column that the output lacks. */
    private static List<SortColumn> keptOrder(FileInfo info, Schema schema) {
        List<SortColumn> kept = new ArrayList<>();
        for (FileInfo.SortOrder order : info.sortColumns()) {
            List<String> names = order.column().names();
            if (FieldNames.find(schema.fields(), names.get(0)).isEmpty()) {
                break;
            }
            kept.add(new SortColumn(names, order.descending(), order.nullsFirst()));
        }
        return kept;
    }

    private static void copy(BatchSource scan, StoaWriter writer) throws IOException {
        while (scan.next()) {
            writer.write(scan.batch());
        }
    }

    private void fromBatches(InputFiles.Input input, FileKind kind, StoaOutput output) throws IOException {
        try (RowSource source = OpenFiles.rows(input, kind, from.sources(), conf)) {
            ColumnSelection selection = new ColumnSelection(input.path().toString(), output.columns);
            WriterOptions target = to.stoa().withMetadata(ColumnKeys.kept(source.keyValues(), output.columns));
            StoaWriter writer = output.writer(input, selection.of(source.schema()), target);
            long shown = 0;
            while (source.next()) {
                watch.guard().count(input.path().toString(), source.batch());
                writer.write(selection.of(source.batch()));
                long share = (long) (source.done() * input.status().getLen());
                watch.progress().advance(share - shown);
                shown = share;
            }
            watch.progress().advance(input.status().getLen() - shown);
            source.choices().forEach(choice -> watch.notes().accept(Spool.named(input.path() + ": " + choice)));
        }
    }

    private void fromText(InputFiles.Input input, FileKind kind, StoaOutput output) throws IOException {
        String name = input.path().toString();
        try (TextInput text = TextInput.open(input, watch.guard());
                CsvSource source = source(text, name, kind)) {
            source.notes().forEach(note -> watch.notes().accept(name + ": " + note));
            StoaWriter writer = output.writer(input, source.schema(), to.stoa());
            source.writeTo(
                    batch -> {
                        watch.guard().count(name, batch);
                        writer.write(batch);
                    },
                    from.rejects().map(log -> log.of(name)));
        }
        watch.progress().advance(input.status().getLen());
    }

    private CsvSource source(TextInput text, String name, FileKind kind) throws IOException {
        CsvSniffer.Sniffed sniffed = CsvSniffer.sniff(text, name, csv.of(kind));
        sniffed.notes().forEach(note -> watch.notes().accept(name + ": " + note));
        return CsvSource.open(
                text, name, sniffed.options(), from.select(), to.stoa().threads());
    }

    /** Writes the inputs to one temporary Stoa file, in bounded memory. */
    private InputFiles.Input spooled(Spool spool, ConvertPlan.Job job, List<FileKind> kinds) throws IOException {
        Path place = new Path(spool.place("rows.stoa").toUri());
        FileSystem local = new RawLocalFileSystem(); // whatever the settings take for the local disk
        local.initialize(URI.create("file:///"), conf);
        toStoa(new ConvertPlan.Job(job.inputs(), local, place), kinds, SinkOptions.DEFAULT, List.of(), job.path());
        return new InputFiles.Input(local, local.getFileStatus(place), place.getName());
    }

    private long export(ConvertPlan.Job job, InputFiles.Input input, FileKind target, SinkOptions options)
            throws IOException {
        RowExport export = new RowExport(this, job, target, options);
        if (input.isTable()) {
            try (TableScan scan = tableScan(input, from.select())) {
                return export.of(input.path().toString(), scan);
            }
        }
        try (StoaFile file = OpenFiles.stoa(input);
                Scan scan = scan(file, from.select())) {
            tellFolders(input, scan.schema(), job.path());
            return export.of(file, scan);
        }
    }

    /** Tells which values in the names of folders around an input become no column, and are not in the path of the output. */
    private void tellFolders(InputFiles.Input input, Schema columns, Path output) {
        Set<String> lost = new LinkedHashSet<>(FolderNames.values(input.path()).keySet());
        lost.removeAll(FolderNames.values(output).keySet());
        if (from.select().isEmpty() && !input.isTable()) {
            lost.removeIf(name ->
                    columns.fields().stream().anyMatch(field -> field.name().equalsIgnoreCase(name)));
            lost.forEach(name -> watch.notes()
                    .accept("the values of '" + name
                            + "' in the names of folders are left out; a folder as output keeps these names, and 'stoa insert' into"
                            + " a table with such a column reads them"));
        }
    }

    private Scan scan(StoaFile file, List<String> columns) throws IOException {
        try {
            ScanBuilder builder = file.scan().limits(watch.guard().limits());
            return (columns.isEmpty() ? builder : builder.select(columns.toArray(String[]::new))).build();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(file.name() + ": " + e.getMessage());
        }
    }

    private TableScan tableScan(InputFiles.Input input, List<String> columns) throws IOException {
        try {
            TableScanBuilder builder = Tables.snapshot(
                            Tables.open(input.path().toString(), conf),
                            from.at().orElse(null))
                    .scan()
                    .limits(watch.guard().limits());
            if (!columns.isEmpty()) {
                builder.select(columns.stream().map(ColumnPath::parse).toList());
            }
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(input.path() + ": " + e.getMessage());
        }
    }

    /** The Stoa file of a job; it starts when the first input has told the schema. */
    private final class StoaOutput implements AutoCloseable {
        private final ConvertPlan.Job job;
        private final SinkOptions options;
        private final List<String> columns;
        private final Path named;
        private Optional<StoaWriter> writer = Optional.empty();
        private Optional<Schema> schema = Optional.empty();

        StoaOutput(ConvertPlan.Job job, SinkOptions options, List<String> columns, Path named) {
            this.job = job;
            this.options = options;
            this.columns = columns;
            this.named = named;
        }

        boolean isOfOneInput() {
            return job.inputs().size() == 1;
        }

        StoaWriter writer(InputFiles.Input input, Schema next, WriterOptions target) throws IOException {
            tellFolders(input, next, named);
            if (writer.isEmpty()) {
                FileSink sink = new BoundedSink(OutputFile.create(job.fs(), job.path(), options), watch.guard());
                schema = Optional.of(next);
                writer = Optional.of(StoaWriter.create(sink, next, target.withCreatedBy(Version.createdBy())));
            } else if (!schema.equals(Optional.of(next))) {
                throw new StoaException(input.path() + " has other columns than "
                        + job.inputs().get(0).path() + ", so they can't be merged: " + next + " instead of "
                        + schema.get());
            }
            return writer.get();
        }

        long finish() throws IOException {
            return writer.orElseThrow().finish().rows();
        }

        @Override
        public void close() throws IOException {
            if (writer.isPresent()) {
                writer.get().close();
            }
        }
    }
}
