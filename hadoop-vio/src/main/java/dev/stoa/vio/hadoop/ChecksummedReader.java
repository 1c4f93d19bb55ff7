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
import java.util.zip.CRC32;
import org.apache.hadoop.fs.ChecksumException;

/**
 * Reads a file that has a checksum file of Hadoop's: a header, then the CRC32 of each chunk of data. Whole chunks are read
 * into the target and checked there. If the target takes a part of a chunk, the whole chunk is read and checked in other
 * memory. No byte is delivered unchecked.
 */
final class ChecksummedReader implements PositionalReader {

    private static final int HEADER_BYTES = 8;
    private static final int MAGIC = 'c' << 24 | 'r' << 16 | 'c' << 8;
    private static final int MOST_CHUNK_BYTES = 1 << 24;

    /** Most data that is read before it is checked: it is still in the processor's cache then. */
    private static final int STEP_BYTES = 1 << 18;

    private final String file;
    private final PositionalReader data;
    private final PositionalReader sums;
    private final int chunk;

    /**
     * Returns the length of the chunks that a checksum file has sums of, or 0 if it is none.
     *
     * @param sums the checksum file
     */
    static int chunkBytes(PositionalReader sums) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        int got = readFully(sums, 0, header);
        int chunk = header.getInt(4);
        return got == HEADER_BYTES && header.getInt(0) == MAGIC && chunk > 0 && chunk <= MOST_CHUNK_BYTES ? chunk : 0;
    }

    /**
     * Makes a reader, which owns the other two.
     *
     * @param file its name, for messages
     * @param chunk of {@link #chunkBytes}
     */
    ChecksummedReader(String file, PositionalReader data, PositionalReader sums, int chunk) {
        this.file = file;
        this.data = data;
        this.sums = sums;
        this.chunk = chunk;
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        int done = 0;
        while (target.hasRemaining()) {
            long at = position + done;
            int offset = (int) (at % chunk);
            int got = offset == 0 && target.remaining() >= chunk
                    ? readChunks(at, target)
                    : readPartOfChunk(at - offset, offset, target);
            if (got == 0) {
                break;
            }
            done += got;
        }
        return done == 0 ? -1 : done;
    }

    private int readChunks(long position, ByteBuffer target) throws IOException {
        int wanted = Math.min(target.remaining(), Math.max(STEP_BYTES, chunk));
        ByteBuffer part = target.slice(target.position(), wanted - wanted % chunk);
        int got = readFully(data, position, part);
        check(position, part.flip());
        target.position(target.position() + got);
        return got;
    }

    private int readPartOfChunk(long start, int offset, ByteBuffer target) throws IOException {
        ByteBuffer whole = ByteBuffer.allocate(chunk);
        int got = readFully(data, start, whole);
        check(start, whole.flip());
        int wanted = Math.min(target.remaining(), Math.max(0, got - offset));
        target.put(whole.slice(Math.min(offset, got), wanted));
        return wanted;
    }

    /** Checks bytes that begin with a chunk and end with one, or with the file. */
    private void check(long position, ByteBuffer bytes) throws IOException {
        int length = bytes.limit();
        int chunks = length / chunk + (length % chunk == 0 ? 0 : 1);
        ByteBuffer expected = ByteBuffer.allocate(chunks * Integer.BYTES);
        readFully(sums, HEADER_BYTES + position / chunk * Integer.BYTES, expected);
        expected.flip();
        CRC32 crc = new CRC32();
        for (int from = 0; from < length; from += chunk) {
            bytes.limit(Math.min(from + chunk, length)).position(from);
            crc.reset();
            crc.update(bytes);
            if (expected.remaining() < Integer.BYTES || expected.getInt() != (int) crc.getValue()) {
                long where = position + from;
                throw new ChecksumException(
                        file + ": the checksum of the " + chunk + " bytes at offset " + where
                                + " is wrong or missing; the file, or the checksum file beside it, is damaged",
                        where);
            }
        }
    }

    /** Reads until the target is full or the file ends; returns how much was read. */
    private static int readFully(PositionalReader reader, long position, ByteBuffer target) throws IOException {
        int start = target.position();
        int got = 0;
        while (got >= 0 && target.hasRemaining()) {
            got = reader.read(position + target.position() - start, target);
        }
        return target.position() - start;
    }

    @Override
    public void close() throws IOException {
        try (sums) {
            data.close();
        }
    }
}
