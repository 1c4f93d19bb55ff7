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
package dev.stoa.examples;

import dev.stoa.interop.FileKind;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.RowTarget;
import dev.stoa.interop.Sources;
import dev.stoa.interop.Targets;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Converts a file of Parquet, ORC or Avro to Stoa, or a Stoa file to one of these formats. */
public final class ConvertAFile {
    private ConvertAFile() {}

    /**
     * Runs the example.
     *
     * @param args the path of a file, and that of a new file. Their extensions say the formats
     */
    public static void main(String[] args) throws IOException {
        Path from = Path.of(args[0]);
        Path to = Path.of(args[1]);
        if (kind(from) == FileKind.STOA) {
            fromStoa(from, to);
        } else {
            toStoa(from, to, System.out);
        }
    }

    private static FileKind kind(Path file) {
        return FileKind.ofName(file.getFileName().toString())
                .orElseThrow(() -> new IllegalArgumentException(file + ": its extension says no format"));
    }

    static void toStoa(Path from, Path to, PrintStream out) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(from.toUri());
        try (RowSource source = Sources.DEFAULT.open(new Configuration(), path, kind(from));
                StoaWriter writer = StoaWriter.create(
                        LocalFileSink.create(to, SinkOptions.DEFAULT),
                        source.schema(),
                        WriterOptions.DEFAULT.withMetadata(source.keyValues()))) {
            while (source.next()) {
                writer.write(source.batch());
            }
            writer.finish(); // now the file is visible
            source.choices().forEach(out::println); // such as the time zone of a file that names none
        }
    }

    static void fromStoa(Path from, Path to) throws IOException {
        try (StoaFile stoa = StoaFile.open(RangeSources.open(from));
                Scan scan = stoa.scan().selectAll().build()) {
            List<KeyValue> metadata = stoa.info().keyValues().stream()
                    .map(pair -> new KeyValue(pair.key(), pair.value()))
                    .toList();
            LocalFileSink sink = LocalFileSink.create(to, SinkOptions.DEFAULT);
            try (RowTarget target =
                    Targets.DEFAULT.create(new Configuration(), sink, kind(to), scan.schema(), metadata)) {
                while (scan.next()) {
                    target.write(scan.batch());
                }
                target.finish();
            }
        }
    }
}
