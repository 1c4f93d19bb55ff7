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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Schema;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.internal.disk.TemporaryFile;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sorted rows in a temporary Stoa file, one partition after the other. */
final class SortedRun implements Closeable {
    private final StoaFile file;
    private final Map<String, Rows> partitions;

    /** Rows {@code first..end-1} of the file. */
    private record Rows(long first, long end) {}

    /** Writes the rows. */
    interface Content {
        void write(Writer writer) throws IOException;
    }

    /** Takes the rows of one partition after the other. */
    static final class Writer {
        private final StoaWriter file;
        private final Map<String, Rows> partitions = new LinkedHashMap<>();
        private String partition = "";
        private long first;
        private long end;

        private Writer(StoaWriter file) {
            this.file = file;
        }

        /** Begins with the rows of a partition, which has none yet. */
        void begin(String name) {
            partition = name;
            first = end;
        }

        void write(Batch batch) throws IOException {
            file.write(batch);
            end += batch.selectedCount();
            partitions.put(partition, new Rows(first, end));
        }
    }

    private SortedRun(StoaFile file, Map<String, Rows> partitions) {
        this.file = file;
        this.partitions = partitions;
    }

    /** Makes a run, or nothing. */
    static SortedRun write(Schema schema, WriterOptions options, Content content) throws IOException {
        WriterOptions lean = WriterOptions.DEFAULT
                .withProfile(EncodingProfile.TRANSIENT)
                .withMemory(options.memory())
                .withSpillFolder(options.spillFolder());
        TemporaryFile bytes = TemporaryFile.create(options.spillFolder().orElseThrow());
        boolean done = false;
        try (StoaWriter file = StoaWriter.create(new Sink(bytes), schema, lean)) {
            Writer writer = new Writer(file);
            content.write(writer);
            long length = file.finish().bytes();
            SortedRun run = new SortedRun(open(bytes, length), writer.partitions);
            done = true;
            return run;
        } finally {
            if (!done) {
                bytes.close();
            }
        }
    }

    private static StoaFile open(TemporaryFile bytes, long length) throws IOException {
        return StoaFile.open(RangeSources.of(
                bytes.path().toString(),
                length,
                StoreProfile.local(),
                BufferAllocator.pooled(),
                new PositionalReader() {
                    @Override
                    public int read(long position, ByteBuffer target) throws IOException {
                        int count = (int) Math.min(target.remaining(), length - position);
                        if (count <= 0) {
                            return -1;
                        }
                        bytes.read(target.slice().limit(count), position);
                        target.position(target.position() + count);
                        return count;
                    }

                    @Override
                    public void close() throws IOException {
                        bytes.close();
                    }
                }));
    }

    long bytes() {
        return file.identity().length();
    }

    Set<String> partitions() {
        return partitions.keySet();
    }

    /** The rows of a partition, in order. */
    DividedInput rows(String partition) {
        Rows rows = partitions.get(partition);
        return new DividedInput() {
            @Override
            public Divided open(Division how) {
                return new Divided(
                        List.<Part>of(() -> file.scan()
                                .selectAll()
                                .rows(rows.first(), rows.end())
                                .stepBytes(how.stepBytes())
                                .build()),
                        ScanStats.NONE);
            }

            @Override
            public void close() {
                // the file serves other partitions
            }
        };
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Appends to a temporary file. */
    private static final class Sink implements FileSink {
        private final TemporaryFile file;
        private long position;

        Sink(TemporaryFile file) {
            this.file = file;
        }

        @Override
        public String id() {
            return file.path().toString();
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            int count = bytes.remaining();
            file.write(bytes, position);
            position += count;
        }

        @Override
        public void commit() {
            // read by the one who wrote it
        }

        @Override
        public void abort() {
            // the run closes the file
        }
    }
}
