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
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/** Sorts any number of longs in bounded memory: full arrays are sorted and put aside, then merged; equal ones once. */
final class SortedLongs implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final Path folder;
    private final long[] held;
    private final List<Path> runs = new ArrayList<>();
    private int count;

    /**
     * Nothing is added yet.
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
        try {
            Path run = Files.createTempFile(folder, "stoa-sort", ".tmp");
            runs.add(run);
            write(run);
        } catch (IOException e) {
            throw TemporaryFile.failed(folder, e);
        }
        count = 0;
    }

    private void write(Path run) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run), BUFFER))) {
            for (int i = 0; i < count; i++) {
                out.writeLong(held[i]);
            }
        }
    }

    /** Takes values one after the other. */
    interface Taker {
        void take(long value) throws IOException;
    }

    /** Gives all values in ascending order, equal ones once. */
    void drain(Taker taker) throws IOException {
        Arrays.sort(held, 0, count);
        List<Run> open = new ArrayList<>();
        try {
            PriorityQueue<Run> queue = new PriorityQueue<>();
            Run last = new Run(held, count);
            if (last.advance()) {
                queue.add(last);
            }
            for (Path file : runs) {
                Run run = new Run(file);
                open.add(run);
                if (run.advance()) {
                    queue.add(run);
                }
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
                if (run.advance()) {
                    queue.add(run);
                }
            }
        } finally {
            for (Run run : open) {
                run.close();
            }
        }
    }

    /** Deletes what was put aside. */
    @Override
    public void close() throws IOException {
        for (Path run : runs) {
            Files.deleteIfExists(run);
        }
        runs.clear();
    }

    /** A sorted run: an array, or a file. */
    private static final class Run implements Comparable<Run>, Closeable {
        private final long[] array;
        private final DataInputStream in;
        private long left;
        private int at;
        private long value;

        Run(long[] array, int count) {
            this.array = array;
            this.in = new DataInputStream(InputStream.nullInputStream());
            this.left = count;
        }

        Run(Path file) throws IOException {
            this.array = new long[0];
            this.left = Files.size(file) / Long.BYTES;
            this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
        }

        boolean advance() throws IOException {
            if (left == 0) {
                return false;
            }
            left--;
            value = array.length > 0 ? array[at++] : in.readLong();
            return true;
        }

        @Override
        public int compareTo(Run other) {
            return Long.compare(value, other.value);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
