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
package dev.stoa.benchmarks.vio;

import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;

/**
 * The ways to read some ranges of a file. Each opens the file, reads the ranges and closes it. A consumer takes the bytes,
 * range by range.
 *
 * @param fs where the file is
 * @param file its status, as every listing has it
 * @param profile of the store, for this library
 * @param ranges to read
 * @param memory to read into
 */
record Reads(FileSystem fs, FileStatus file, StoreProfile profile, List<Range> ranges, Memory memory) {

    /** Looks at what was read. */
    interface Consumer {
        void take(ByteBuffer bytes);
    }

    /** By this library. */
    void stoa(Consumer consumer) throws IOException {
        try (RangeSource source = HadoopRangeSource.open(fs, file, profile, memory.pool());
                RangeBuffers buffers = source.read(ranges)) {
            for (int i = 0; i < ranges.size(); i++) {
                consumer.take(buffers.buffer(i));
            }
        }
    }

    /** By Hadoop's {@code readVectored}. */
    void readVectored(Consumer consumer) throws IOException, InterruptedException, ExecutionException {
        List<FileRange> asked = new ArrayList<>();
        for (Range range : ranges) {
            asked.add(FileRange.createFileRange(range.offset(), range.length()));
        }
        try (FSDataInputStream in = open("vector, random")) {
            in.readVectored(asked, memory);
            for (FileRange range : asked) {
                consumer.take(range.getData().get());
            }
        } finally {
            memory.takeBack();
        }
    }

    /** By one seek and one read after the other. */
    void seekAndRead(Consumer consumer) throws IOException, InterruptedException, ExecutionException {
        try (FSDataInputStream in = open("random")) {
            for (Range range : ranges) {
                byte[] bytes = new byte[range.length()];
                in.seek(range.offset());
                in.readFully(bytes);
                consumer.take(ByteBuffer.wrap(bytes));
            }
        }
    }

    /** By Java's asynchronous channel, which knows local files only and no checksums. */
    void asyncChannel(Consumer consumer) throws IOException, InterruptedException, ExecutionException {
        List<ByteBuffer> buffers = new ArrayList<>();
        List<Future<Integer>> reads = new ArrayList<>();
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(
                java.nio.file.Path.of(file.getPath().toUri()), StandardOpenOption.READ)) {
            for (Range range : ranges) {
                ByteBuffer buffer = memory.apply(range.length());
                buffers.add(buffer);
                reads.add(channel.read(buffer, range.offset()));
            }
            for (int i = 0; i < buffers.size(); i++) {
                ByteBuffer buffer = buffers.get(i);
                int got = reads.get(i).get();
                while (got > 0 && buffer.hasRemaining()) {
                    got = channel.read(buffer, ranges.get(i).offset() + buffer.position())
                            .get();
                }
                consumer.take(buffer.flip());
            }
        } finally {
            memory.takeBack();
        }
    }

    private FSDataInputStream open(String policy) throws IOException, InterruptedException, ExecutionException {
        FutureDataInputStreamBuilder builder = fs.openFile(file.getPath());
        builder.opt("fs.option.openfile.read.policy", policy);
        return builder.withFileStatus(file).build().get();
    }

    /** Runs a way once and returns the checksum of all that it delivered. */
    static long checksum(Way way) throws Exception {
        CRC32C crc = new CRC32C();
        way.run(bytes -> crc.update(bytes.duplicate()));
        return crc.getValue();
    }

    /** One of the above. */
    interface Way {
        void run(Consumer consumer) throws Exception;
    }

    /**
     * Checks that ways deliver the same.
     *
     * @throws IllegalStateException if they do not
     */
    static void checkAlike(Way first, Way... others) throws Exception {
        long expected = checksum(first);
        for (Way other : others) {
            if (checksum(other) != expected) {
                throw new IllegalStateException("two ways to read deliver different bytes");
            }
        }
    }
}
