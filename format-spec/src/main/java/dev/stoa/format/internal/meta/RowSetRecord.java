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
 * A row set (format-spec, section 3.1).
 *
 * @param rows number of rows
 * @param parentNode the list or map whose elements the rows are; of the table {@link Layout#NONE}
 * @param endNode one past its last node
 * @param zoneVectors vectors per zone
 */
public record RowSetRecord(long rows, int parentNode, int endNode, int zoneVectors) {

    /** Returns true for the table, and false for the elements of a list or map. */
    public boolean isTable() {
        return parentNode == Layout.NONE;
    }

    /** Its first node: of its first column. */
    public int firstNode() {
        return parentNode + 1;
    }

    /** Writes the record. */
    public void write(ByteBuffer out) {
        ByteBuffer b = ByteBuffer.allocate(Layout.ROW_SET_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(rows)
                .putInt(parentNode)
                .putInt(endNode)
                .putInt(zoneVectors)
                .putInt(Layout.crc(b.array(), 0, Layout.ROW_SET_BYTES - 4));
        out.put(b.array());
    }

    /**
     * Reads and checks a record.
     *
     * @param in positioned at the record; moves to its end
     * @param ordinal of the row set; 0 is the table
     * @param where the record for messages
     */
    public static RowSetRecord read(ByteBuffer in, int ordinal, int nodeCount, String where)
            throws CorruptFileException {
        ByteBuffer b = Records.take(in, Layout.ROW_SET_BYTES, where);
        RowSetRecord r = new RowSetRecord(b.getLong(0), b.getInt(8), b.getInt(12), b.getInt(16));
        Records.check(r.rows >= 0 && r.rows <= Layout.MAX_ROWS, where, "row count", r.rows);
        Records.check(
                ordinal == 0 ? r.isTable() : r.parentNode >= 0 && r.parentNode < nodeCount,
                where,
                "parent node",
                r.parentNode);
        Records.check(
                ordinal == 0 ? r.endNode == nodeCount : r.endNode > r.parentNode && r.endNode <= nodeCount,
                where,
                "end node",
                r.endNode);
        Records.check(r.zoneVectors >= 1 && r.zoneVectors <= 65_536, where, "vectors per zone", r.zoneVectors);
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
