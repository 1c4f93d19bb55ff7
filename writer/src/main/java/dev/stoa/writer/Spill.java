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

import dev.stoa.vio.internal.disk.Closing;
import dev.stoa.vio.internal.disk.TemporaryFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Local files for bytes that don't fit the memory. Bytes are appended to the newest file; a file is removed once all its
 * pieces were released, so a long write doesn't keep everything that it ever put aside. Files are unlinked as soon as
 * they are open where the system allows it: then even a killed process leaves nothing. Several threads may use it.
 */
final class Spill implements Closeable {
    private static final long FILE_BYTES = 256L << 20;
    private static final int BUFFER_BYTES = 256 << 10;

    private final Optional<Path> folder;
    private final long fileBytes;
    private final List<SpillFile> files = new ArrayList<>();
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private long written;

    /** Puts bytes aside in a folder; without one nothing can be put aside. */
    Spill(Optional<Path> folder) {
        this(folder, FILE_BYTES);
    }

    /** The same, where a file takes no more pieces once it has {@code fileBytes}. */
    Spill(Optional<Path> folder, long fileBytes) {
        this.folder = folder;
        this.fileBytes = fileBytes;
    }

    /** Whether a folder exists. */
    boolean isPossible() {
        return folder.isPresent();
    }

    /** Bytes put aside: where they are, and how many. */
    static final class Piece implements SpillableBytes.Part {
        private final SpillFile file;
        private final long offset;
        private final int length;

        Piece(SpillFile file, long offset, int length) {
            this.file = file;
            this.offset = offset;
            this.length = length;
        }

        @Override
        public int length() {
            return length;
        }
    }

    /** Bytes put aside so far. */
    synchronized long written() {
        return written;
    }

    /** Puts bytes aside. */
    synchronized Piece write(byte[] bytes, int offset, int length) throws IOException {
        SpillFile file = current();
        Piece piece = new Piece(file, file.length, length);
        file.length += length;
        file.live += length;
        written += length;
        if (length > buffer.remaining()) {
            flush();
        }
        if (length > buffer.capacity()) {
            file.write(ByteBuffer.wrap(bytes, offset, length));
        } else {
            buffer.put(bytes, offset, length);
        }
        return piece;
    }

    /** Reads a piece back, whole. */
    synchronized void read(Piece piece, byte[] target, int at) throws IOException {
        if (piece.offset + piece.length > piece.file.flushed) {
            flush();
        }
        piece.file.file.read(ByteBuffer.wrap(target, at, piece.length), piece.offset);
    }

    /** Says that a piece is not needed any more. */
    synchronized void release(Piece piece) throws IOException {
        SpillFile file = piece.file;
        file.live -= piece.length;
        if (file.live == 0 && file.length >= fileBytes) {
            files.remove(file);
            if (file.flushed < file.length) {
                buffer.clear();
            }
            file.close();
        }
    }

    private SpillFile current() throws IOException {
        SpillFile last = files.isEmpty() ? null : files.get(files.size() - 1);
        if (last == null || last.length >= fileBytes) {
            if (last != null) {
                flush();
            } else if (buffer.capacity() == 0) {
                buffer = ByteBuffer.allocate(BUFFER_BYTES);
            }
            last = new SpillFile(folder.orElseThrow());
            files.add(last);
        }
        return last;
    }

    private void flush() throws IOException {
        if (buffer.position() > 0) {
            buffer.flip();
            files.get(files.size() - 1).write(buffer);
            buffer.clear();
        }
    }

    /** Removes all files. */
    @Override
    public synchronized void close() throws IOException {
        List<SpillFile> open = List.copyOf(files);
        files.clear();
        buffer = ByteBuffer.allocate(0);
        Closing.all(open);
    }

    /** One file; {@code length} counts what is still in the buffer, too. */
    static final class SpillFile implements Closeable {
        private final TemporaryFile file;
        private long length;
        private long flushed;
        private long live;

        SpillFile(Path folder) throws IOException {
            file = TemporaryFile.create(folder);
        }

        void write(ByteBuffer bytes) throws IOException {
            int count = bytes.remaining();
            file.write(bytes, flushed);
            flushed += count;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
