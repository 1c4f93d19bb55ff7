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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A node of the schema tree and where its column is (format-spec, section 3.2).
 *
 * @param kind type
 * @param flags {@link #NULLABLE}, {@link #HAS_FIELD_ID}, {@link #UTC}
 * @param precision precision or length of the type
 * @param scale scale of the type
 * @param parent parent node, or {@link Layout#NONE}
 * @param end one past the last descendant
 * @param rowSet row set of its rows
 * @param childRowSet list, map: row set of the elements, else {@link Layout#NONE}
 * @param fieldId field id, or 0
 * @param nameOffset heap offset of name and parameters
 * @param nameLength bytes of the name
 * @param parameterLength bytes of the parameters and the optional entries
 * @param textCrc CRC of name, parameters and entries
 * @param indexOffset where the column index is
 * @param indexLength its bytes; 0: none
 * @param indexCrc its CRC
 * @param minMaxOffset where the MinMax entry is
 * @param minMaxLength its bytes; 0: none
 * @param minMaxCrc its CRC
 * @param storedBytes bytes of granules, pages and dictionaries
 * @param nullCount number of null rows
 */
public record NodeRecord(
        TypeKind kind,
        int flags,
        int precision,
        int scale,
        int parent,
        int end,
        int rowSet,
        int childRowSet,
        int fieldId,
        int nameOffset,
        int nameLength,
        int parameterLength,
        int textCrc,
        long indexOffset,
        int indexLength,
        int indexCrc,
        long minMaxOffset,
        int minMaxLength,
        int minMaxCrc,
        long storedBytes,
        long nullCount) {
    /** Flag: rows may be null. */
    public static final int NULLABLE = 1;

    /** Flag: has a field id. */
    public static final int HAS_FIELD_ID = 2;

    /** Flag: instants in UTC. */
    public static final int UTC = 4;

    /** Whether a flag is set. */
    public boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether it is a list or a map. */
    public boolean isList() {
        return kind == TypeKind.LIST || kind == TypeKind.MAP;
    }

    /** Writes the record. */
    public void write(ByteBuffer out) {
        ByteBuffer b = ByteBuffer.allocate(Layout.NODE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        b.put((byte) kind.code())
                .put((byte) flags)
                .putShort((short) 0)
                .putInt(precision)
                .putInt(scale)
                .putInt(parent)
                .putInt(end)
                .putInt(rowSet)
                .putInt(childRowSet)
                .putInt(fieldId)
                .putInt(nameOffset)
                .putInt(nameLength)
                .putInt(parameterLength)
                .putInt(textCrc)
                .putLong(indexOffset)
                .putInt(indexLength)
                .putInt(indexCrc)
                .putLong(minMaxOffset)
                .putInt(minMaxLength)
                .putInt(minMaxCrc)
                .putLong(storedBytes)
                .putLong(nullCount)
                .putInt(0)
                .putInt(Layout.crc(b.array(), 0, Layout.NODE_BYTES - 4));
        out.put(b.array());
    }

    /**
     * Reads and checks the record of a node, as far as it can be checked alone.
     *
     * @param in positioned at the record; moves behind it
     * @param node its ordinal
     * @param tail the file's tail
     * @param where the record for messages
     */
    public static NodeRecord read(ByteBuffer in, int node, Tail tail, String where) throws StoaException {
        ByteBuffer b = Records.take(in, Layout.NODE_BYTES, where);
        int code = b.get(0) & 0xFF;
        TypeKind kind;
        try {
            kind = TypeKind.ofCode(code);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedFileException(where + " has the type code " + code
                    + ", which this reader does not know: use a newer release of Stoa");
        }
        NodeRecord r = new NodeRecord(
                kind,
                b.get(1) & 0xFF,
                b.getInt(4),
                b.getInt(8),
                b.getInt(12),
                b.getInt(16),
                b.getInt(20),
                b.getInt(24),
                b.getInt(28),
                b.getInt(32),
                b.getInt(36),
                b.getInt(40),
                b.getInt(44),
                b.getLong(48),
                b.getInt(56),
                b.getInt(60),
                b.getLong(64),
                b.getInt(72),
                b.getInt(76),
                b.getLong(80),
                b.getLong(88));
        Records.check(b.getShort(2) == 0 && b.getInt(96) == 0, where, "reserved field", b.getInt(96));
        r.check(node, tail, where);
        return r;
    }

    private void check(int node, Tail tail, String where) throws CorruptFileException {
        Records.check((flags & ~(NULLABLE | HAS_FIELD_ID | UTC)) == 0, where, "flags", flags);
        Records.check(is(HAS_FIELD_ID) || fieldId == 0, where, "field id", fieldId);
        Records.check(parent == Layout.NONE || (parent >= 0 && parent < node), where, "parent", parent);
        Records.check(end > node && end <= tail.nodeCount(), where, "end of descendants", end);
        Records.check(rowSet >= 0 && rowSet < tail.rowSetCount(), where, "row set", rowSet);
        Records.check(
                isList() ? childRowSet > rowSet && childRowSet < tail.rowSetCount() : childRowSet == Layout.NONE,
                where,
                "row set of the elements",
                childRowSet);
        Records.check(nameLength >= 0 && nameLength <= Field.MAX_NAME_BYTES, where, "length of the name", nameLength);
        Records.check(
                parameterLength >= 0 && parameterLength <= Layout.MAX_PARAMETER_BYTES,
                where,
                "length of the parameters",
                parameterLength);
        Records.check(
                nameOffset >= 0 && nameOffset <= tail.heapLength() - nameLength - parameterLength,
                where,
                "offset of the name",
                nameOffset);
        Records.check(
                indexLength >= 0
                        && (indexLength == 0
                                || (indexOffset >= Layout.HEADER_BYTES
                                        && indexOffset <= tail.minMaxOffset() - indexLength)),
                where,
                "place of the column index",
                indexOffset);
        Records.check(
                minMaxLength >= 0
                        && (minMaxLength == 0
                                || (minMaxOffset >= tail.minMaxOffset()
                                        && minMaxOffset <= tail.footerOffset() - minMaxLength)),
                where,
                "place of the MinMax entry",
                minMaxOffset);
        Records.check(storedBytes >= 0 && storedBytes <= tail.footerOffset(), where, "stored bytes", storedBytes);
        Records.check(nullCount >= 0 && nullCount <= Layout.MAX_ROWS, where, "null count", nullCount);
        Records.check(!isList() && !kind.isNested() ? end == node + 1 : true, where, "end of descendants", end);
    }
}
