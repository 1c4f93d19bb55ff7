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
package dev.stoa.trino.internal.store;

import dev.stoa.vio.PositionalReader;
import io.trino.filesystem.TrinoInput;
import io.trino.filesystem.TrinoInputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Reads of a file of Trino's file systems. Trino does not say that several threads may share an input. So each read has one of its
 * own, which the next read takes over.
 */
final class InputReader implements PositionalReader {
    private final TrinoInputFile file;
    private final long length;
    private final Queue<TrinoInput> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean isClosed;

    InputReader(TrinoInputFile file, long length) {
        this.file = file;
        this.length = length;
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        if (isClosed) {
            throw new IOException(file.location() + ": the file was closed before");
        } else if (position >= length) {
            return -1;
        }
        int bytes = (int) Math.min(target.remaining(), length - position);
        TrinoInput taken = idle.poll();
        TrinoInput input = taken == null ? file.newInput() : taken;
        boolean isWhole = false;
        try {
            read(input, position, target, bytes);
            isWhole = !isClosed;
        } finally {
            if (isWhole) {
                idle.add(input);
            } else {
                input.close();
            }
            if (isClosed) {
                close(); // it may have looked before this one was idle
            }
        }
        return bytes;
    }

    private static void read(TrinoInput input, long position, ByteBuffer target, int bytes) throws IOException {
        if (target.hasArray()) {
            input.readFully(position, target.array(), target.arrayOffset() + target.position(), bytes);
            target.position(target.position() + bytes);
        } else {
            byte[] read = new byte[bytes];
            input.readFully(position, read, 0, bytes);
            target.put(read);
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        for (TrinoInput input = idle.poll(); input != null; input = idle.poll()) {
            input.close();
        }
    }
}
