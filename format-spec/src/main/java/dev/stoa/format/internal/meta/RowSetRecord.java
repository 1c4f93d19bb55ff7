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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A row set of a file (format-spec, section 3.1).
 *
 * @param rows row count
 * @param kind {@link #TABLE}, {@link #ELEMENTS} or {@link #AUXILIARY}
 * @param parentNode the list or map node of {@link #ELEMENTS}, else {@link Layout#NONE}
 * @param firstNode its first node
 * @param endNode one past its last node
 * @param nameOffset heap offset of its name
 * @param nameLength bytes of its name
 * @param nameCrc CRC of its name
 * @param zoneVectors vectors per zone
 */
public record RowSetRecord(
        long rows,
        int kind,
        int parentNode,
        int firstNode,
        int endNode,
        int nameOffset,
        int nameLength,
        int nameCrc,
        int zoneVectors) {
    /** The table itself. */
    public static final int TABLE = 0;

    /** The elements of a list or map. */
    public static final int ELEMENTS = 1;

    /** A named row set beside the table. */
    public static final int AUXILIARY = 2;

    /** Writes the record. */
    public void write(ByteBuffer out) {
        ByteBuffer b = ByteBuffer.allocate(Layout.ROW_SET_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(rows)
                .putInt(kind)
                .putInt(parentNode)
                .putInt(firstNode)
                .putInt(endNode)
                .putInt(nameOffset)
                .putInt(nameLength)
                .putInt(nameCrc)
                .putInt(zoneVectors)
                .putInt(0)
                .putInt(Layout.crc(b.array(), 0, Layout.ROW_SET_BYTES - 4));
        out.put(b.array());
    }

    /**
     * Reads and checks a record.
     *
     * @param in positioned at the record; moves behind it
     * @param where the record for messages
     */
    public static RowSetRecord read(ByteBuffer in, int nodeCount, int heapLength, String where)
            throws CorruptFileException {
        ByteBuffer b = Records.take(in, Layout.ROW_SET_BYTES, where);
        RowSetRecord r = new RowSetRecord(
                b.getLong(0),
                b.getInt(8),
                b.getInt(12),
                b.getInt(16),
                b.getInt(20),
                b.getInt(24),
                b.getInt(28),
                b.getInt(32),
                b.getInt(36));
        boolean elements = r.kind == ELEMENTS;
        Records.check(r.rows >= 0 && r.rows <= Layout.MAX_ROWS, where, "row count", r.rows);
        Records.check(r.kind >= TABLE && r.kind <= AUXILIARY, where, "kind", r.kind);
        Records.check(
                elements ? r.parentNode >= 0 && r.parentNode < nodeCount : r.parentNode == Layout.NONE,
                where,
                "parent node",
                r.parentNode);
        Records.check(
                r.firstNode >= 0 && r.firstNode <= r.endNode && r.endNode <= nodeCount, where, "end node", r.endNode);
        Records.check(
                r.nameLength >= 0
                        && r.nameOffset >= 0
                        && r.nameOffset <= heapLength - r.nameLength
                        && r.nameLength <= dev.stoa.format.Field.MAX_NAME_BYTES,
                where,
                "length of the name",
                r.nameLength);
        boolean named = r.nameOffset != 0 || r.nameLength != 0 || r.nameCrc != 0;
        Records.check(r.kind == AUXILIARY || !named, where, "length of the name", r.nameLength);
        Records.check(r.zoneVectors >= 1 && r.zoneVectors <= 65_536, where, "vectors per zone", r.zoneVectors);
        Records.check(b.getInt(40) == 0, where, "reserved field", b.getInt(40));
        return r;
    }

    /** Number of vectors of each column. */
    public long vectors() {
        return Layout.vectors(rows);
    }

    /** Number of zones. */
    public long zones() {
        return (vectors() + zoneVectors - 1) / zoneVectors;
    }
}
