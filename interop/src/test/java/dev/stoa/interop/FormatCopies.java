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
package dev.stoa.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Copies files from other formats to Stoa and back, and reads out what goes by. */
public final class FormatCopies {
    private FormatCopies() {}

    /** Makes a target. */
    public interface Targets {
        RowTarget create(FileSink sink, Schema schema, List<KeyValue> keyValues) throws IOException;
    }

    /** Reads a source to its end. */
    public static CorpusReadout read(RowSource source) throws IOException {
        CorpusReadout readout = new CorpusReadout(source.schema());
        while (source.next()) {
            readout.add(source.batch());
        }
        return readout;
    }

    /** Writes what a source gives to a Stoa file. */
    public static CorpusReadout toStoa(RowSource source, Path to) throws IOException {
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(to, SinkOptions.DEFAULT.withOverwrite(true)),
                source.schema(),
                WriterOptions.DEFAULT.withMetadata(source.keyValues()))) {
            CorpusReadout readout = new CorpusReadout(source.schema());
            while (source.next()) {
                readout.add(source.batch());
                writer.write(source.batch());
            }
            writer.finish();
            return readout;
        }
    }

    /** Writes a Stoa file in another format. */
    public static CorpusReadout fromStoa(Path from, Path to, Targets targets) throws IOException {
        try (StoaFile file = StoaFile.open(RangeSources.open(from));
                Scan scan = file.scan().selectAll().build()) {
            List<KeyValue> keyValues = file.info().keyValues().stream()
                    .map(pair -> new KeyValue(pair.key(), pair.value()))
                    .toList();
            CorpusReadout readout = new CorpusReadout(scan.schema());
            FileSink sink = LocalFileSink.create(to, SinkOptions.DEFAULT.withOverwrite(true));
            try (RowTarget target = targets.create(sink, scan.schema(), keyValues)) {
                while (scan.next()) {
                    readout.add(scan.batch());
                    target.write(scan.batch());
                }
                target.finish();
            }
            return readout;
        }
    }

    /** Writes one batch in another format. */
    public static void write(Batch batch, Path to, Targets targets) throws IOException {
        FileSink sink = LocalFileSink.create(to, SinkOptions.DEFAULT.withOverwrite(true));
        try (RowTarget target = targets.create(sink, batch.schema(), List.of())) {
            target.write(batch);
            target.finish();
        }
    }

    /** Holds two read-outs to be of the same rows. */
    public static void assertSame(CorpusReadout first, CorpusReadout second) {
        assertEquals(first.schema(), second.schema());
        assertEquals(first.rows(), second.rows());
        for (int i = 0; i < second.columns().size(); i++) {
            assertEquals(
                    first.columns().get(i).checksum(),
                    second.columns().get(i).checksum(),
                    second.columns().get(i).name());
        }
        assertEquals(first.rowChecksum(), second.rowChecksum());
    }

    /** The path for Hadoop. */
    public static org.apache.hadoop.fs.Path hadoop(Path file) {
        return new org.apache.hadoop.fs.Path(file.toUri());
    }
}
