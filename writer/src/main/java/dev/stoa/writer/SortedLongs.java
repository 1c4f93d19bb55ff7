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
package dev.stoa.writer;

import dev.stoa.vio.internal.disk.TemporaryFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.PriorityQueue;

/** Sorts any number of longs in bounded memory: full arrays are sorted and put aside, then merged; equal ones once. */
final class SortedLongs implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final Path folder;
    private final long[] held;
    private int count;

    /** The full arrays, one after the other. */
    private Optional<TemporaryFile> aside = Optional.empty();

    private long asideBytes;

    /**
     * Begins without values.
     *
     * @param folder where to put aside what does not fit
     * @param most how many longs are held in memory
     */
    SortedLongs(Path folder, int most) {
        this.folder = folder;
        this.held = new long[most];
    }

    void add(long value) throws IOException {
        if (count == held.length) {
            putAside();
        }
        held[count++] = value;
    }

    private void putAside() throws IOException {
        Arrays.sort(held, 0, count);
        if (aside.isEmpty()) {
            aside = Optional.of(TemporaryFile.create(folder));
        }
        ByteBuffer bytes = ByteBuffer.allocate(BUFFER);
        for (int i = 0; i < count; ) {
            bytes.clear();
            while (i < count && bytes.hasRemaining()) {
                bytes.putLong(held[i++]);
            }
            int length = bytes.flip().remaining();
            aside.get().write(bytes, asideBytes);
            asideBytes += length;
        }
        count = 0;
    }

    /** Takes values one after the other. */
    interface Taker {
        void take(long value) throws IOException;
    }

    /** Gives all values in ascending order, equal ones once. */
    void drain(Taker taker) throws IOException {
        Arrays.sort(held, 0, count);
        PriorityQueue<Run> queue = new PriorityQueue<>();
        addTo(queue, new Run(LongBuffer.wrap(held, 0, count)));
        long runBytes = held.length * (long) Long.BYTES;
        for (long at = 0; at < asideBytes; at += runBytes) {
            addTo(queue, new Run(aside.get(), at, at + runBytes));
        }
        long before = -1;
        boolean isFirst = true;
        while (!queue.isEmpty()) {
            Run run = queue.poll();
            if (isFirst || run.value != before) {
                taker.take(run.value);
                before = run.value;
                isFirst = false;
            }
            addTo(queue, run);
        }
    }

    private static void addTo(PriorityQueue<Run> queue, Run run) throws IOException {
        if (run.advance()) {
            queue.add(run);
        }
    }

    /** Deletes what was put aside. */
    @Override
    public void close() throws IOException {
        if (aside.isPresent()) {
            aside.get().close();
        }
    }

    /** A sorted run: what is held, or a part of what was put aside. */
    private static final class Run implements Comparable<Run> {
        private final Optional<TemporaryFile> file;
        private final ByteBuffer bytes;
        private final long end;
        private long at;
        private LongBuffer values;
        private long value;

        Run(LongBuffer values) {
            this.file = Optional.empty();
            this.bytes = ByteBuffer.allocate(0);
            this.end = 0;
            this.values = values;
        }

        Run(TemporaryFile file, long at, long end) {
            this.file = Optional.of(file);
            this.bytes = ByteBuffer.allocate((int) Math.min(BUFFER, end - at));
            this.at = at;
            this.end = end;
            this.values = LongBuffer.allocate(0);
        }

        boolean advance() throws IOException {
            if (!values.hasRemaining() && at < end) {
                bytes.clear().limit((int) Math.min(bytes.capacity(), end - at));
                int length = bytes.remaining();
                file.get().read(bytes, at);
                at += length;
                values = bytes.flip().asLongBuffer();
            }
            if (!values.hasRemaining()) {
                return false;
            }
            value = values.get();
            return true;
        }

        @Override
        public int compareTo(Run other) {
            return Long.compare(value, other.value);
        }
    }
}
