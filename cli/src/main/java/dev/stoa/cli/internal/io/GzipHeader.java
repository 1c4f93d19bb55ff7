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

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.ZipException;

/** Reads the header of a member of a gzip file (RFC 1952, section 2.3). */
final class GzipHeader {
    private static final int MAGIC_0 = 0x1F;
    private static final int MAGIC_1 = 0x8B;
    private static final int DEFLATE = 8;
    private static final int TIME_AND_SYSTEM_BYTES = 6;

    private static final int HAS_CRC = 1 << 1;
    private static final int HAS_EXTRA = 1 << 2;
    private static final int HAS_NAME = 1 << 3;
    private static final int HAS_COMMENT = 1 << 4;
    private static final int RESERVED = 0xE0;

    private final Bytes bytes;
    private final CRC32 crc = new CRC32();

    /** Where the bytes come from. */
    interface Bytes {
        /** Returns the next byte, from 0 to 255. */
        int next() throws IOException;
    }

    GzipHeader(Bytes bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads a header.
     *
     * @param first its first byte
     * @throws ZipException if it is none
     */
    void read(int first) throws IOException {
        crc.reset();
        crc.update(first);
        if (first != MAGIC_0 || next() != MAGIC_1) {
            throw new ZipException("where a header of gzip is expected are other bytes");
        }
        int method = next();
        int flags = next();
        if (method != DEFLATE || (flags & RESERVED) != 0) {
            throw new ZipException("a header of gzip has the method " + method + " and the flags " + flags);
        }
        skip(TIME_AND_SYSTEM_BYTES);
        if ((flags & HAS_EXTRA) != 0) {
            skip(nextShort());
        }
        if ((flags & HAS_NAME) != 0) {
            skipText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            skipText();
        }
        if ((flags & HAS_CRC) != 0) {
            int computed = (int) crc.getValue() & 0xFFFF;
            if (nextShort() != computed) {
                throw new ZipException("the checksum of a header of gzip does not match");
            }
        }
    }

    private int next() throws IOException {
        int next = bytes.next();
        crc.update(next);
        return next;
    }

    private int nextShort() throws IOException {
        int low = next();
        return low | next() << 8;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        int next = next();
        while (next != 0) {
            next = next();
        }
    }
}
