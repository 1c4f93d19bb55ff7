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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.IoCounts;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Local files as {@code counted:/path}, without checksum files: each read goes to the file on the calling thread and is
 * counted. Sequential reads below 4 KiB share a buffer of 4 KiB, as Hadoop's own local file system has one. Vectored reads
 * and reads into direct buffers are offered, so that readers which can use them do.
 */
public final class CountingFileSystem extends RawLocalFileSystem {
    private static final String SCHEME = "counted";
    private static final int BUFFER_BYTES = 4096;

    private static final LongAdder BYTES_READ = new LongAdder();
    private static final LongAdder REQUESTS = new LongAdder();
    private static final LongAdder ROUND_TRIPS = new LongAdder();

    /** Made by Hadoop. */
    public CountingFileSystem() {}

    /** A configuration that knows the scheme. */
    static Configuration configuration() {
        Configuration conf = new Configuration();
        conf.setClass("fs." + SCHEME + ".impl", CountingFileSystem.class, RawLocalFileSystem.class);
        return conf;
    }

    /** The counted path of a local file. */
    static Path path(java.nio.file.Path file) {
        return new Path(SCHEME + "://" + file.toAbsolutePath());
    }

    /** The reads of this process through this file system so far. */
    static IoCounts counts() {
        return new IoCounts(BYTES_READ.sum(), REQUESTS.sum(), ROUND_TRIPS.sum());
    }

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(
                new Stream(FileChannel.open(pathToFile(path).toPath(), StandardOpenOption.READ)));
    }

    private static final class Stream extends FSInputStream
            implements ByteBufferReadable, ByteBufferPositionedReadable, StreamCapabilities {
        private final FileChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
        private long bufferStart;
        private long position;

        Stream(FileChannel channel) {
            this.channel = channel;
        }

        private int request(long at, ByteBuffer target) throws IOException {
            int count = channel.read(target, at);
            if (count > 0) {
                BYTES_READ.add(count);
                REQUESTS.increment();
            }
            return count;
        }

        private void requestFully(long at, ByteBuffer target) throws IOException {
            long next = at;
            while (target.hasRemaining()) {
                int count = request(next, target);
                if (count < 0) {
                    throw new EOFException("the file ends at " + channel.size() + ", bytes from " + at + " were asked");
                }
                next += count;
            }
        }

        /** Moves the buffer to the position; false at the file's end. */
        private boolean buffered() throws IOException {
            if (position >= bufferStart && position < bufferStart + buffer.limit()) {
                buffer.position((int) (position - bufferStart));
                return true;
            }
            buffer.clear();
            bufferStart = position;
            int count = request(position, buffer);
            ROUND_TRIPS.increment();
            buffer.flip();
            return count > 0;
        }

        @Override
        public int read() throws IOException {
            if (!buffered()) {
                return -1;
            }
            position++;
            return buffer.get() & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length >= BUFFER_BYTES) {
                return read(ByteBuffer.wrap(target, offset, length));
            }
            if (length == 0) {
                return 0;
            }
            if (!buffered()) {
                return -1;
            }
            int count = Math.min(length, buffer.remaining());
            buffer.get(target, offset, count);
            position += count;
            return count;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            int count = request(position, target);
            ROUND_TRIPS.increment();
            position += Math.max(0, count);
            return count;
        }

        @Override
        public int read(long at, byte[] target, int offset, int length) throws IOException {
            return read(at, ByteBuffer.wrap(target, offset, length));
        }

        @Override
        public int read(long at, ByteBuffer target) throws IOException {
            ROUND_TRIPS.increment();
            return request(at, target);
        }

        @Override
        public void readFully(long at, byte[] target, int offset, int length) throws IOException {
            readFully(at, ByteBuffer.wrap(target, offset, length));
        }

        @Override
        public void readFully(long at, ByteBuffer target) throws IOException {
            ROUND_TRIPS.increment();
            requestFully(at, target);
        }

        @Override
        public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
                throws IOException {
            ROUND_TRIPS.increment();
            for (FileRange range : ranges) {
                ByteBuffer target = allocate.apply(range.getLength());
                target.limit(target.position() + range.getLength());
                ByteBuffer filled = target.slice();
                requestFully(range.getOffset(), filled);
                filled.flip();
                range.setData(CompletableFuture.completedFuture(filled));
            }
        }

        @Override
        public boolean hasCapability(String capability) {
            return switch (capability.toLowerCase(Locale.ROOT)) {
                case StreamCapabilities.READBYTEBUFFER,
                        StreamCapabilities.PREADBYTEBUFFER,
                        StreamCapabilities.VECTOREDIO -> true;
                default -> false;
            };
        }

        @Override
        public void seek(long target) throws IOException {
            if (target < 0 || target > channel.size()) {
                throw new EOFException("cannot seek to " + target + " in a file of " + channel.size() + " bytes");
            }
            position = target;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public int available() throws IOException {
            return (int) Math.min(Integer.MAX_VALUE, channel.size() - position);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
