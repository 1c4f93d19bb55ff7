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
package dev.stoa.format.internal.meta;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The constants of the format (format-spec, sections 2, 3 and 9), and its checksum. */
public final class Layout {
    /** "STOA" as a little-endian u32. */
    public static final int MAGIC = 0x414F5453;

    /** The edition that is written, and the only one that is read. */
    public static final int EDITION = 1;

    /** The features that a file may need and that this library has: bit 0 is the lowest. */
    public static final long KNOWN_FEATURES = 0;

    /** Bytes of the header. */
    public static final int HEADER_BYTES = 8;

    /** Bytes of the tail. */
    public static final int TAIL_BYTES = 88;

    /** The fewest bytes of a node in a page. */
    static final int LEAST_NODE_BYTES = 8;

    /** Bytes of a row-set record. */
    public static final int ROW_SET_BYTES = 24;

    /** A file with more nodes has a name index and a field-id index. */
    public static final int MAX_NODES_WITHOUT_INDEX = 256;

    /** An absent ordinal. */
    public static final int NONE = -1;

    /** Rows of a vector. */
    public static final int VECTOR_ROWS = 4096;

    /** The most nodes, and the most row sets, of a file. */
    public static final int MAX_NODES = 1 << 24;

    /** The most rows of a row set. */
    public static final long MAX_ROWS = 1L << 42;

    /** The most bytes of a granule, and of a page before compression. */
    public static final int MAX_GRANULE_BYTES = 1 << 20;

    /** The most vectors of a granule. */
    public static final int MAX_GRANULE_VECTORS = 4096;

    /** The most entries of a dictionary. */
    public static final int MAX_DICTIONARY_ENTRIES = 1 << 20;

    /** The most bytes of a type's texts and a node's optional entries. */
    public static final int MAX_PARAMETER_BYTES = 65_535;

    private Layout() {}

    /** The header of each file. */
    public static byte[] header() {
        return ByteBuffer.allocate(HEADER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(MAGIC)
                .putInt(EDITION)
                .array();
    }

    /** CRC32C of a part of an array. */
    public static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** CRC32C of the remaining bytes of a buffer, whose position does not change. */
    public static int crc(ByteBuffer buffer) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate());
        return (int) crc.getValue();
    }

    /** The number of vectors of {@code rows} rows. */
    public static long vectors(long rows) {
        return (rows + VECTOR_ROWS - 1) / VECTOR_ROWS;
    }
}
