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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.PositionalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;

/**
 * Reads through a stream's own {@code readVectored}. Ranges are merged and split already, and several threads read at
 * once, so each call has one range: its bytes can then be received straight into the target. Hadoop 3.3.5.
 */
final class VectoredStream implements PositionalReader {

    private final FSDataInputStream stream;

    VectoredStream(FSDataInputStream stream) {
        this.stream = stream;
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        int length = target.remaining();
        FileRange range = FileRange.createFileRange(position, length);
        TargetFirst memory = new TargetFirst(target);
        stream.readVectored(new ArrayList<>(List.of(range)), memory);
        ByteBuffer bytes = await(range.getData(), position);
        if (bytes.remaining() != length) {
            throw new IOException("readVectored delivered " + bytes.remaining() + " bytes at offset " + position
                    + " instead of " + length);
        }
        if (memory.isTarget(bytes)) {
            target.position(target.limit());
        } else {
            target.put(bytes.duplicate());
        }
        return length;
    }

    /** Waits to the end, interrupted or not: until then the stream may write to the target. */
    private static ByteBuffer await(CompletableFuture<ByteBuffer> data, long position) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return data.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw Futures.ioException(e, "readVectored failed at offset " + position);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    /**
     * Gives the stream the target itself for the first buffer of just its length. Other buffers (a checksummed stream
     * wants one for the sums, and one for whole chunks of data) are plain heap memory: it is unknown when they are
     * dead. Some streams write to the start of a heap buffer's array: only such a buffer can be given.
     */
    private static final class TargetFirst implements IntFunction<ByteBuffer> {

        private final ByteBuffer mine;
        private boolean given;

        TargetFirst(ByteBuffer target) {
            this.mine = target.slice();
            this.given = mine.hasArray() && mine.arrayOffset() != 0;
        }

        @Override
        public synchronized ByteBuffer apply(int length) {
            if (given || length != mine.capacity()) {
                return ByteBuffer.allocate(length);
            }
            given = true;
            return mine;
        }

        @SuppressWarnings("ReferenceEquality") // the same memory, not the same bytes
        boolean isTarget(ByteBuffer bytes) {
            return bytes == mine;
        }
    }
}
