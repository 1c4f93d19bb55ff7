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
package dev.stoa.benchmarks.tables;

import dev.stoa.benchmarks.harness.ForwardingFolder;
import dev.stoa.benchmarks.harness.ForwardingSource;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** The folder of a table of Stoa: counts what is read of the log, and keeps data files in memory until they are dropped. */
final class MeteredFolder extends ForwardingFolder {
    private static final String DATA = "data/";

    private final Map<String, byte[]> data = new ConcurrentHashMap<>();

    MeteredFolder(Folder folder) {
        super(folder);
    }

    /** Forgets all data files. */
    void dropData() {
        data.clear();
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        if (name.startsWith(DATA)) {
            byte[] bytes = data.get(name);
            if (bytes == null) {
                throw new FileNotFoundException(name);
            }
            return RangeSources.of(
                    name, bytes.length, StoreProfile.local(), BufferAllocator.pooled(), new MemoryReader(bytes));
        }
        if (knownLength.isEmpty()) {
            Metered.REQUESTS.increment();
        }
        return new MeteredSource(folder.open(name, knownLength));
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        return name.startsWith(DATA) ? new MemorySink(name) : folder.create(name, options);
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        Metered.REQUESTS.increment();
        return folder.find(name);
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        Metered.REQUESTS.increment();
        return folder.list(name);
    }

    @Override
    public boolean delete(String name) throws IOException {
        return data.remove(name) != null || folder.delete(name);
    }

    private record MemoryReader(byte[] bytes) implements PositionalReader {
        @Override
        public int read(long position, ByteBuffer target) {
            if (position >= bytes.length) {
                return -1;
            }
            int count = (int) Math.min(target.remaining(), bytes.length - position);
            target.put(bytes, (int) position, count);
            return count;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private final class MemorySink implements FileSink {
        private final String name;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        MemorySink(String name) {
            this.name = name;
        }

        @Override
        public String id() {
            return name;
        }

        @Override
        public long position() {
            return bytes.size();
        }

        @Override
        public void write(ByteBuffer more) {
            byte[] copy = new byte[more.remaining()];
            more.get(copy);
            bytes.writeBytes(copy);
        }

        @Override
        public void commit() {
            data.put(name, bytes.toByteArray());
        }

        @Override
        public void abort() {
            bytes.reset();
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private static final class MeteredSource extends ForwardingSource {
        MeteredSource(RangeSource source) {
            super(source);
        }

        @Override
        public StoreProfile profile() {
            return StoreProfile.s3(); // a near store is asked more often
        }

        @Override
        public void close() throws IOException {
            super.close();
            ReadStats done = stats();
            Metered.READ.add(done.bytesRead());
            Metered.REQUESTS.add(done.requestsIssued());
        }
    }
}
