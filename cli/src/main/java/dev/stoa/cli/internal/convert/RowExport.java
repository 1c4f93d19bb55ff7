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

import dev.stoa.cli.internal.io.ArrowOutput;
import dev.stoa.cli.internal.io.BoundedSink;
import dev.stoa.cli.internal.io.OutputFile;
import dev.stoa.cli.internal.io.StandardOutput;
import dev.stoa.cli.internal.print.RowFormat;
import dev.stoa.cli.internal.print.RowLines;
import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.interop.ColumnKeys;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.RowTarget;
import dev.stoa.interop.SinkStream;
import dev.stoa.interop.Targets;
import dev.stoa.interop.csv.CsvTarget;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.TableScan;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the rows of a scan to an output that is not Stoa.
 *
 * @param converter its settings
 * @param job its output
 * @param kind of the output
 * @param options of the output
 */
record RowExport(Converter converter, ConvertPlan.Job job, FileKind kind, SinkOptions options) {
    /** Where rows go. */
    private interface Rows {
        void write(Batch batch) throws IOException;
    }

    /** Writes the rows of a file; returns their number. */
    long of(StoaFile file, Scan scan) throws IOException {
        if (kind == FileKind.ARROW) {
            try (FileSink sink = sink()) {
                long rows =
                        arrow().write(job.path().toString(), scan, ArrowOutput.metadata(file), new SinkStream(sink));
                sink.commit();
                return rows;
            }
        }
        List<KeyValue> keyValues = new ArrayList<>();
        for (FileInfo.KeyValue pair : file.info().keyValues()) {
            keyValues.add(new KeyValue(pair.key(), pair.value()));
        }
        return of(
                file.name(),
                scan,
                scan.schema(),
                ColumnKeys.kept(keyValues, converter.from().select()));
    }

    /** Writes the rows of a table; returns their number. */
    long of(String name, TableScan scan) throws IOException {
        if (kind == FileKind.ARROW) {
            try (FileSink sink = sink()) {
                long rows = arrow().write(job.path().toString(), scan, new SinkStream(sink));
                sink.commit();
                return rows;
            }
        }
        return of(name, scan, scan.schema(), List.of());
    }

    private long of(String name, BatchSource scan, Schema schema, List<KeyValue> keyValues) throws IOException {
        if (kind.isLines()) {
            return lines(name, scan, schema);
        }
        Targets targets = new Targets(converter.to().parquet(), converter.to().codec());
        try (RowTarget target = targets.create(converter.conf(), sink(), kind, schema, keyValues)) {
            long rows = copy(name, scan, target::write);
            target.finish();
            return rows;
        }
    }

    private long lines(String name, BatchSource scan, Schema schema) throws IOException {
        try (FileSink sink = sink()) {
            OutputStream out = new SinkStream(sink);
            if (job.path().getName().endsWith(".gz")) {
                out = new GZIPOutputStream(out, 1 << 16);
            }
            long rows;
            if (kind.isText()) {
                try (CsvTarget target =
                        new CsvTarget(out, schema, converter.csv().of(kind))) {
                    rows = copy(name, scan, target::write);
                }
            } else {
                RowFormat format = kind == FileKind.JSON ? RowFormat.JSON : RowFormat.MARKDOWN;
                try (RowLines target = new RowLines(out, format, schema)) {
                    rows = copy(name, scan, target::write);
                }
            }
            sink.commit();
            return rows;
        }
    }

    private long copy(String name, BatchSource scan, Rows target) throws IOException {
        long rows = 0;
        while (scan.next()) {
            converter.watch().guard().check(name, 0);
            target.write(scan.batch());
            rows += scan.batch().selectedCount();
        }
        return rows;
    }

    private ArrowOutput arrow() {
        return job.isStandardOutput()
                ? new ArrowOutput(converter.watch().guard(), true)
                : ArrowOutput.ofName(job.path().getName(), converter.watch().guard());
    }

    private FileSink sink() throws IOException {
        return new BoundedSink(
                job.isStandardOutput() ? new StandardOutput() : OutputFile.create(job.fs(), job.path(), options),
                converter.watch().guard());
    }
}
