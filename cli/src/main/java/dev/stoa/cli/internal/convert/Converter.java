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
import dev.stoa.cli.internal.arguments.Version;
import dev.stoa.cli.internal.io.ArrowOutput;
import dev.stoa.cli.internal.io.BoundedSink;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.StandardOutput;
import dev.stoa.cli.internal.io.TextInput;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.interop.Codec;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.RowTarget;
import dev.stoa.interop.SinkStream;
import dev.stoa.interop.Sources;
import dev.stoa.interop.avro.AvroTarget;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.csv.CsvSniffer;
import dev.stoa.interop.csv.CsvSource;
import dev.stoa.interop.csv.CsvTarget;
import dev.stoa.interop.orc.OrcTarget;
import dev.stoa.interop.parquet.ParquetTarget;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFileSink;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Converts the inputs of one job into its output. Where neither is Stoa, the rows pass through a temporary Stoa file.
 *
 * @param conf the file systems' settings
 * @param from the kind of all inputs, if it was named
 * @param csv how texts are read and written
 * @param rejects takes bad rows of texts; without it the first one ends the conversion
 * @param sources opens files of other formats
 * @param parquetTarget how Parquet is written
 * @param codec how other formats are compressed, if it was named
 * @param stoaTarget how Stoa is written
 * @param select columns to take from a Stoa file or a text; empty: all
 * @param overwrite whether outputs may replace what is there
 * @param notes is told what was decided where an input was silent
 * @param progress is told how many bytes of inputs are done
 * @param guard says whether to go on
 */
public record Converter(
        Configuration conf,
        Optional<FileKind> from,
        CsvOptions csv,
        Optional<RejectLog> rejects,
        Sources sources,
        ParquetTargetOptions parquetTarget,
        Optional<Codec> codec,
        WriterOptions stoaTarget,
        List<String> select,
        boolean overwrite,
        Consumer<String> notes,
        Progress progress,
        Guard guard) {

    /**
     * What a job made.
     *
     * @param rows rows written
     * @param bytes bytes of the output
     */
    public record Result(long rows, long bytes) {}

    public Result run(ConvertPlan.Job job, FileKind target) throws IOException {
        SinkOptions replacing = SinkOptions.DEFAULT.withOverwrite(overwrite);
        SinkOptions options = job.hasPipe() ? replacing : replacing.withExpectedLength(job.bytes());
        List<FileKind> kinds = new ArrayList<>();
        for (InputFiles.Input input : job.inputs()) {
            FileKind kind = from.isPresent() ? from.get() : input.kind();
            if (kind == FileKind.STOA
                    && (target == FileKind.STOA || job.inputs().size() > 1)) {
                throw CommandException.usage(
                        target == FileKind.STOA
                                ? input.path() + " is a Stoa file already"
                                : "several files can't become the one file " + job.path() + " if " + input.path()
                                        + " is a Stoa file: name an output folder");
            }
            if (!select.isEmpty() && target == FileKind.STOA && !kind.isText()) {
                throw CommandException.usage("--select takes columns of Stoa files and of texts, not of " + kind + ": "
                        + input.path() + " is converted whole");
            }
            kinds.add(kind);
        }
        try {
            long rows;
            if (target == FileKind.STOA) {
                rows = toStoa(job, kinds, options);
            } else if (kinds.contains(FileKind.STOA)) {
                InputFiles.Input input = job.inputs().get(0);
                rows = fromStoa(job, input, target, options);
                progress.advance(input.status().getLen());
            } else {
                rows = fromStoa(job, spooled(job, kinds), target, options);
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

    private static String inputs(ConvertPlan.Job job) {
        int more = job.inputs().size() - 1;
        return job.inputs().get(0).path() + (more == 0 ? "" : " and " + more + " more");
    }

    private long toStoa(ConvertPlan.Job job, List<FileKind> kinds, SinkOptions options) throws IOException {
        StoaOutput output = new StoaOutput(job, options);
        try (output) {
            for (int i = 0; i < kinds.size(); i++) {
                InputFiles.Input input = job.inputs().get(i);
                if (kinds.get(i).isText()) {
                    fromText(input, kinds.get(i), output);
                } else {
                    fromBatches(input, kinds.get(i), output);
                }
            }
            return output.finish();
        }
    }

    private void fromBatches(InputFiles.Input input, FileKind kind, StoaOutput output) throws IOException {
        try (RowSource source = OpenFiles.rows(input, kind, sources, conf)) {
            StoaWriter writer = output.writer(input, source.schema(), source.keyValues());
            long shown = 0;
            while (source.next()) {
                guard.count(input.path().toString(), source.batch());
                writer.write(source.batch());
                long share = (long) (source.done() * input.status().getLen());
                progress.advance(share - shown);
                shown = share;
            }
            progress.advance(input.status().getLen() - shown);
            source.choices().forEach(choice -> notes.accept(input.path() + ": " + choice));
        }
    }

    private void fromText(InputFiles.Input input, FileKind kind, StoaOutput output) throws IOException {
        String name = input.path().toString();
        try (TextInput text = TextInput.open(input, guard);
                CsvSource source = source(text, name, kind)) {
            source.notes().forEach(note -> notes.accept(name + ": " + note));
            StoaWriter writer = output.writer(input, source.schema(), List.of());
            source.writeTo(
                    batch -> {
                        guard.count(name, batch);
                        writer.write(batch);
                    },
                    rejects.map(log -> log.of(name)));
        }
        progress.advance(input.status().getLen());
    }

    private CsvSource source(TextInput text, String name, FileKind kind) throws IOException {
        CsvSniffer.Sniffed sniffed = CsvSniffer.sniff(text, name, csv.of(kind));
        sniffed.notes().forEach(note -> notes.accept(name + ": " + note));
        return CsvSource.open(text, name, sniffed.options(), select, stoaTarget.threads());
    }

    /** Writes the inputs to one temporary Stoa file, in bounded memory. */
    private InputFiles.Input spooled(ConvertPlan.Job job, List<FileKind> kinds) throws IOException {
        Path place = new Path(Spool.place("rows.stoa").toUri());
        FileSystem local = FileSystem.getLocal(conf).getRaw();
        toStoa(new ConvertPlan.Job(job.inputs(), local, place), kinds, SinkOptions.DEFAULT);
        return new InputFiles.Input(local, local.getFileStatus(place), place.getName());
    }

    private long fromStoa(ConvertPlan.Job job, InputFiles.Input input, FileKind target, SinkOptions options)
            throws IOException {
        try (StoaFile file = OpenFiles.stoa(input);
                Scan scan = scan(file)) {
            return target == FileKind.ARROW
                    ? toArrow(job, file, scan, options)
                    : target.isText()
                            ? toText(job, target, scan, options)
                            : toBatches(job, target, file, scan, options);
        }
    }

    private Scan scan(StoaFile file) throws IOException {
        try {
            ScanBuilder builder = file.scan().limits(guard.limits());
            return (select.isEmpty() ? builder : builder.select(select.toArray(String[]::new))).build();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(file.name() + ": " + e.getMessage());
        }
    }

    private long toBatches(ConvertPlan.Job job, FileKind kind, StoaFile file, Scan scan, SinkOptions options)
            throws IOException {
        List<KeyValue> keyValues = new ArrayList<>();
        for (FileInfo.KeyValue pair : file.info().keyValues()) {
            keyValues.add(new KeyValue(pair.key(), pair.value()));
        }
        FileSink sink = sink(job, options);
        long rows = 0;
        try (RowTarget target = target(kind, sink, scan.schema(), keyValues)) {
            while (scan.next()) {
                guard.check(file.name(), 0);
                target.write(scan.batch());
                rows += scan.batch().selectedCount();
            }
            target.finish();
        }
        return rows;
    }

    private long toArrow(ConvertPlan.Job job, StoaFile file, Scan scan, SinkOptions options) throws IOException {
        try (FileSink sink = sink(job, options)) {
            ArrowOutput output = job.isStandardOutput()
                    ? new ArrowOutput(guard, true)
                    : ArrowOutput.ofName(job.path().getName(), guard);
            long rows = output.write(job.path().toString(), scan, ArrowOutput.metadata(file), new SinkStream(sink));
            sink.commit();
            return rows;
        }
    }

    private FileSink sink(ConvertPlan.Job job, SinkOptions options) throws IOException {
        return new BoundedSink(
                job.isStandardOutput() ? new StandardOutput() : HadoopFileSink.create(job.fs(), job.path(), options),
                guard);
    }

    private RowTarget target(FileKind kind, FileSink sink, Schema schema, List<KeyValue> keyValues) throws IOException {
        return switch (kind) {
            case ORC -> OrcTarget.create(sink, schema, keyValues, codec.orElse(Codec.ZSTD), conf);
            case AVRO -> AvroTarget.create(sink, schema, keyValues, codec.orElse(Codec.SNAPPY));
            default ->
                ParquetTarget.create(sink, schema, keyValues, parquetTarget.withCodec(codec.orElse(Codec.SNAPPY)));
        };
    }

    private long toText(ConvertPlan.Job job, FileKind kind, Scan scan, SinkOptions options) throws IOException {
        long rows = 0;
        try (FileSink sink = sink(job, options)) {
            OutputStream out = new SinkStream(sink);
            if (job.path().getName().endsWith(".gz")) {
                out = new GZIPOutputStream(out, 1 << 16);
            }
            try (CsvTarget target = new CsvTarget(out, scan.schema(), csv.of(kind))) {
                while (scan.next()) {
                    guard.check(job.path().toString(), 0);
                    target.write(scan.batch());
                    rows += scan.batch().selectedCount();
                }
            }
            sink.commit();
        }
        return rows;
    }

    /** The Stoa file of a job; it starts when the first input has told the schema. */
    private final class StoaOutput implements AutoCloseable {
        private final ConvertPlan.Job job;
        private final SinkOptions options;
        private Optional<StoaWriter> writer = Optional.empty();
        private Optional<Schema> schema = Optional.empty();

        StoaOutput(ConvertPlan.Job job, SinkOptions options) {
            this.job = job;
            this.options = options;
        }

        StoaWriter writer(InputFiles.Input input, Schema next, List<KeyValue> keyValues) throws IOException {
            if (writer.isEmpty()) {
                FileSink sink = sink(job, options);
                WriterOptions writerOptions = stoaTarget.withMetadata(keyValues).withCreatedBy(Version.createdBy());
                schema = Optional.of(next);
                writer = Optional.of(StoaWriter.create(sink, next, writerOptions));
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
