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
package dev.stoa.cli.dropin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.VectoredReadUtils;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** HDFS that counts the positional reads of all its files. Its vectored reads are Hadoop's, one range after the other. */
public final class CountingHdfs extends DistributedFileSystem {

    private static final long PATIENCE_SECONDS = 60;

    static final AtomicLong BYTES = new AtomicLong();
    static final AtomicInteger REQUESTS = new AtomicInteger();
    static final AtomicInteger OPENS = new AtomicInteger();

    private static volatile CountDownLatch meeting;

    /** How many files were opened, positional reads begun and bytes read by them. */
    public static long[] counts() {
        return new long[] {OPENS.get(), REQUESTS.get(), BYTES.get()};
    }

    /** Counts from 0; no read waits for another. */
    public static void reset() {
        reset(false);
    }

    /** Counts from 0. Where two reads must meet, the first one waits for another one to begin, but not for ever. */
    static void reset(boolean twoMeet) {
        BYTES.set(0);
        REQUESTS.set(0);
        OPENS.set(0);
        meeting = new CountDownLatch(twoMeet ? 2 : 0);
    }

    /** Returns whether two reads were under way at the same time. */
    static boolean haveMet() {
        return meeting.getCount() == 0;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        OPENS.incrementAndGet();
        return new Counting(super.open(path, bufferSize));
    }

    @Override
    public FSDataInputStream open(PathHandle file, int bufferSize) throws IOException {
        OPENS.incrementAndGet();
        return new Counting(super.open(file, bufferSize));
    }

    private static final class Counting extends FSDataInputStream {

        Counting(FSDataInputStream in) {
            super(in);
        }

        private static int count(int bytes) {
            BYTES.addAndGet(Math.max(0, bytes));
            REQUESTS.incrementAndGet();
            return bytes;
        }

        /** Only reads of other threads than the reader's own can meet. */
        private static void meet() throws IOException {
            if (!Thread.currentThread().getName().startsWith("stoa-vio")) {
                return;
            }
            if (meeting.getCount() == 0) {
                return;
            }
            meeting.countDown();
            try {
                if (!meeting.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IOException("no other read began meanwhile");
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public int read(long position, byte[] bytes, int offset, int length) throws IOException {
            meet();
            return count(super.read(position, bytes, offset, length));
        }

        @Override
        public int read(long position, ByteBuffer target) throws IOException {
            meet();
            return count(super.read(position, target));
        }

        @Override
        public void readFully(long position, byte[] bytes) throws IOException {
            readFully(position, bytes, 0, bytes.length);
        }

        @Override
        public void readFully(long position, byte[] bytes, int offset, int length) throws IOException {
            super.readFully(position, bytes, offset, length);
            count(length);
        }

        @Override
        public void readFully(long position, ByteBuffer target) throws IOException {
            int length = target.remaining();
            super.readFully(position, target);
            count(length);
        }

        @Override
        public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
                throws IOException {
            VectoredReadUtils.readVectored(this, ranges, allocate);
        }

        @Override
        public void readVectored(
                List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
                throws IOException {
            VectoredReadUtils.readVectored(this, ranges, allocate, release);
        }
    }
}
