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
package dev.stoa.cli.internal.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The bytes of all members of a gzip file (RFC 1952). Zero bytes may follow the last member.
 *
 * <p>Java's own stream ends in silence before a member whose header is damaged or cut short, and before one that a pipe has not
 * delivered yet. The stream of commons-compress refuses zero bytes after the last member, and skips the checksum of headers.
 */
final class Gunzip extends InputStream {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int TRAILER_BYTES = 8;

    private final InputStream in;
    private final GzipHeader header;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private boolean isOver;

    /** Reads the header of the first member. */
    Gunzip(InputStream compressed) throws IOException {
        in = compressed;
        header = new GzipHeader(this::nextByte);
        int first = nextByteOrEnd();
        if (first < 0) {
            throw new EOFException("it is empty");
        }
        begin(first);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, to.length);
        if (length == 0) {
            return 0;
        }
        while (!isOver) {
            int got = inflate(to, offset, length);
            if (got > 0) {
                crc.update(to, offset, got);
                return got;
            }
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsDictionary()) {
                throw new ZipException("it needs a dictionary, which gzip has none of");
            } else {
                fill();
                inflater.setInput(buffer, 0, end);
            }
        }
        return -1;
    }

    private int inflate(byte[] to, int offset, int length) throws ZipException {
        try {
            return inflater.inflate(to, offset, length);
        } catch (DataFormatException e) {
            ZipException damaged = new ZipException(e.getMessage());
            damaged.initCause(e);
            throw damaged;
        }
    }

    /** Checks the trailer of a member, and reads the header of the next. */
    private void endMember() throws IOException {
        at = end - inflater.getRemaining();
        long trailer = 0;
        for (int i = 0; i < TRAILER_BYTES; i++) {
            trailer |= (long) nextByte() << (8 * i);
        }
        if ((trailer & 0xFFFF_FFFFL) != crc.getValue() || (int) (trailer >>> 32) != (int) inflater.getBytesWritten()) {
            throw new ZipException("its checksum or length does not match");
        }
        crc.reset();
        inflater.reset();
        int next = nextByteOrEnd();
        while (next == 0) {
            next = nextByteOrEnd();
        }
        isOver = next < 0;
        if (!isOver) {
            begin(next);
        }
    }

    private void begin(int first) throws IOException {
        header.read(first);
        inflater.setInput(buffer, at, end - at);
    }

    private int nextByte() throws IOException {
        if (at == end) {
            fill();
        }
        return Byte.toUnsignedInt(buffer[at++]);
    }

    private int nextByteOrEnd() throws IOException {
        return at == end && !fillOrEnd() ? -1 : nextByte();
    }

    private void fill() throws IOException {
        if (!fillOrEnd()) {
            throw new EOFException("it ends too early");
        }
    }

    private boolean fillOrEnd() throws IOException {
        at = 0;
        end = Math.max(in.read(buffer, 0, buffer.length), 0);
        return end > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
