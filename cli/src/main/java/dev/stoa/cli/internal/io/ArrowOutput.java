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
package dev.stoa.cli.internal.io;

import dev.stoa.arrow.StoaArrowReader;
import dev.stoa.interop.ColumnKeys;
import dev.stoa.interop.SinkStream;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;

/**
 * Writes the rows of scans in Arrow's IPC formats.
 *
 * @param guard says whether to go on
 * @param isStream whether to write the stream format, not the file format
 */
public record ArrowOutput(Guard guard, boolean isStream) {
    private static final String STREAM = ".arrows";

    /** For a file of a name: {@value #STREAM} is the stream format. */
    public static ArrowOutput ofName(String name, Guard guard) {
        return new ArrowOutput(guard, name.toLowerCase(Locale.ROOT).endsWith(STREAM));
    }

    /** The key-value pairs of a file, as metadata of the Arrow schema, without another Arrow schema; the last one of a key counts. */
    public static Map<String, String> metadata(StoaFile file) throws IOException {
        Map<String, String> metadata = new TreeMap<>();
        file.info()
                .keyValues()
                .forEach(pair -> metadata.put(pair.key(), pair.value().orElse("")));
        metadata.remove(ColumnKeys.ARROW);
        return metadata;
    }

    /** A reader of a scan, with an allocator. */
    private interface Opening {
        StoaArrowReader open(BufferAllocator allocator) throws IOException;
    }

    /** Writes the rows of a scan, which it closes, and metadata of the schema; returns the number of rows. */
    public long write(String name, Scan scan, Map<String, String> metadata, OutputStream out) throws IOException {
        return write(name, allocator -> StoaArrowReader.of(allocator, scan).metadata(metadata), out);
    }

    /** Writes the rows of a scan of a table, which it closes; returns the number of rows. */
    public long write(String name, TableScan scan, OutputStream out) throws IOException {
        return write(name, allocator -> StoaArrowReader.of(allocator, scan), out);
    }

    /** Writes the rows of a scan, which it closes, and metadata of the schema to the standard output. */
    public void print(String name, Scan scan, Map<String, String> metadata) throws IOException {
        print(name, allocator -> StoaArrowReader.of(allocator, scan).metadata(metadata));
    }

    /** Writes the rows of a scan of a table, which it closes, to the standard output. */
    public void print(String name, TableScan scan) throws IOException {
        print(name, allocator -> StoaArrowReader.of(allocator, scan));
    }

    private void print(String name, Opening opening) throws IOException {
        try (StandardOutput sink = new StandardOutput()) {
            write(name, opening, new SinkStream(sink));
        }
    }

    private long write(String name, Opening opening, OutputStream out) throws IOException {
        long rows = 0;
        try (BufferAllocator allocator = new RootAllocator();
                StoaArrowReader reader = opening.open(allocator);
                WritableByteChannel channel = Channels.newChannel(out);
                ArrowWriter writer = writer(reader, channel)) {
            writer.start();
            while (reader.loadNextBatch()) {
                guard.check(name, 0);
                writer.writeBatch();
                rows += reader.getVectorSchemaRoot().getRowCount();
            }
            writer.end();
        }
        return rows;
    }

    private ArrowWriter writer(StoaArrowReader reader, WritableByteChannel channel) throws IOException {
        return isStream
                ? new ArrowStreamWriter(reader.getVectorSchemaRoot(), reader, channel)
                : new ArrowFileWriter(reader.getVectorSchemaRoot(), reader, channel);
    }
}
