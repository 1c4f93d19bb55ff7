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

import dev.stoa.format.Schema;
import dev.stoa.format.internal.meta.Layout;
import java.io.IOException;

/**
 * Takes rows one at a time, as plain Java objects. Rows are gathered into batches for the writer; they may be mixed
 * with {@link StoaWriter#write} and {@link StoaWriter#appendElements} in any order.
 *
 * <table>
 * <caption>Java classes that a column takes, besides null where it is nullable</caption>
 * <tr><th>type</th><th>Java</th></tr>
 * <tr><td>boolean</td><td>Boolean</td></tr>
 * <tr><td>integers, intervals of months or fractions of a second</td><td>Byte, Short, Integer, Long, BigInteger, in
 * range; unsigned types take the number, uint64 up to 2^64-1 as BigInteger, a negative Long is refused</td></tr>
 * <tr><td>float16</td><td>Float that float16 holds exactly</td></tr>
 * <tr><td>float32; float64</td><td>Float; Float or Double</td></tr>
 * <tr><td>decimal</td><td>BigDecimal that fits without rounding, BigInteger, Integer, Long</td></tr>
 * <tr><td>date</td><td>LocalDate, or days as Integer</td></tr>
 * <tr><td>time</td><td>LocalTime, or units as Long</td></tr>
 * <tr><td>timestamp</td><td>Instant if UTC, else LocalDateTime, or units as Long or BigInteger; no digits may be
 * lost</td></tr>
 * <tr><td>month-day-nano interval</td><td>BigInteger of the 128 bits</td></tr>
 * <tr><td>string, char, varchar, json, enum</td><td>CharSequence, or UTF-8 as byte[]</td></tr>
 * <tr><td>binary, fixed, bson, geometry, geography</td><td>byte[]</td></tr>
 * <tr><td>uuid</td><td>UUID or byte[16]</td></tr>
 * <tr><td>struct, variant</td><td>Object[] or List with one element per field</td></tr>
 * <tr><td>list</td><td>List</td></tr>
 * <tr><td>map</td><td>Map, or a List of Map.Entry (in this order, keys may repeat)</td></tr>
 * </table>
 */
public final class RowAppender {

    private static final long BATCH_BYTES = 4L << 20;

    private final ObjectRows rows;
    private final StoaWriter writer;
    private long bytes;

    RowAppender(Schema schema, StoaWriter writer) {
        this.rows = new ObjectRows(schema);
        this.writer = writer;
    }

    /**
     * Appends a row.
     *
     * @param values one per top-level column
     * @throws RejectedDataException if a value does not fit its column, which the message names
     * @throws IOException if the file or the spill folder fails
     */
    public void append(Object... values) throws IOException {
        writer.begin();
        bytes += rows.add(values, writer.rowCount() + rows.rows());
        writer.end();
        if (rows.rows() == Layout.VECTOR_ROWS || bytes >= BATCH_BYTES) {
            flush();
        }
    }

    /** Passes the rows on that were gathered. */
    void flush() throws IOException {
        if (rows.rows() > 0) {
            bytes = 0;
            writer.writeBatch(rows.batch());
            rows.clear();
        }
    }
}
