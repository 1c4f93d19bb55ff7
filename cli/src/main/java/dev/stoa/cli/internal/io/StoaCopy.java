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

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.interop.FileKind;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Copies rows of files of other formats to temporary Stoa files, which scans then read.
 *
 * @param conf the settings of file systems
 * @param columns the top-level columns to copy; empty: all
 * @param rows maximum number of rows of a file to copy
 * @param guard says whether to go on
 * @param notes takes the findings in a text
 */
public record StoaCopy(Configuration conf, List<String> columns, long rows, Guard guard, Consumer<String> notes) {
    /** Returns a copy with the name of the original. Closing the copy deletes it. */
    public StoaFile of(InputFiles.Input input, FileKind kind) throws IOException {
        String name = input.path().toString();
        Spool spool = Spool.create();
        Path place = spool.place("rows.stoa");
        ColumnSelection selection = new ColumnSelection(name, columns);
        try (Rows copied = new Rows(place)) {
            ForeignFiles.read(input, kind, conf, notes, batch -> {
                guard.count(name, batch);
                return copied.write(selection.of(batch));
            });
            if (copied.writer.isEmpty()) {
                copied.writer(selection.of(ForeignFiles.schema(input, kind, conf, note -> {})));
            }
            copied.writer.get().finish();
        }
        return StoaFile.open(RangeSources.of(
                name, Files.size(place), StoreProfile.local(), BufferAllocator.pooled(), new CopyReader(place, spool)));
    }

    /** The rows of a copy; its writer starts with the first batch. */
    private final class Rows implements AutoCloseable {
        private final Path place;
        private Optional<StoaWriter> writer = Optional.empty();
        private long left = rows;

        Rows(Path place) {
            this.place = place;
        }

        private StoaWriter writer(Schema schema) throws IOException {
            if (writer.isEmpty()) {
                writer = Optional.of(StoaWriter.create(
                        LocalFileSink.create(place, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT));
            }
            return writer.get();
        }

        /** Returns whether the copy takes more rows. */
        boolean write(Batch batch) throws IOException {
            writer(batch.schema()).write(batch);
            left -= batch.selectedCount();
            return left > 0;
        }

        @Override
        public void close() throws IOException {
            if (writer.isPresent()) {
                writer.get().close();
            }
        }
    }

    private static final class CopyReader implements PositionalReader {
        private final FileChannel channel;
        private final Spool spool;

        CopyReader(Path place, Spool spool) throws IOException {
            this.spool = spool;
            this.channel = FileChannel.open(place, StandardOpenOption.READ);
        }

        @Override
        public int read(long position, ByteBuffer target) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public void close() throws IOException {
            channel.close();
            spool.close();
        }
    }
}
