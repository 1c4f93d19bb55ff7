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
package dev.stoa.table;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.Float16;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/**
 * The keys of rows as bytes that are the same where the values are: what is compared and hashed (docs/adr/0028). Each column
 * adds 8 bytes, big-endian, or the length of its bytes as 4 and those bytes.
 */
final class RowKeys {
    private final List<Field> fields;
    private byte[] bytes = new byte[64];
    private int length;

    /** Keys of these columns, in this order. */
    RowKeys(List<Field> fields) {
        this.fields = List.copyOf(fields);
    }

    /**
     * The columns that make the declared key of a table.
     *
     * @throws TableException if one of them is not a top-level column
     */
    static List<Field> fields(Snapshot snapshot) throws TableException {
        List<Field> fields = new ArrayList<>();
        for (int id : snapshot.properties().key()) {
            fields.add(snapshot.state()
                    .schema()
                    .topField(id)
                    .orElseThrow(() -> new TableException(
                            snapshot + ": a column of the key lies in a struct: its rows can't be looked up by key")));
        }
        return fields;
    }

    List<Field> fields() {
        return fields;
    }

    /** The vectors of the key's columns. */
    List<ColumnVector> columns(Batch batch) {
        Schema schema = batch.schema();
        return fields.stream()
                .map(field -> batch.column(schema.indexOf(field.name()).orElseThrow()))
                .toList();
    }

    /** Goes to the key of a row, none of whose columns is null. */
    void read(List<ColumnVector> columns, int row) {
        length = 0;
        for (ColumnVector column : columns) {
            add(column, row);
        }
    }

    /**
     * Passes the key of a new row of which no part is null.
     *
     * @throws TableException if one is
     */
    void checkNulls(Snapshot snapshot, List<ColumnVector> columns, int row) throws TableException {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).isNull(row)) {
                throw new TableException(snapshot + ": column '" + fields.get(i).name()
                        + "' is part of the key, but null in a new row; nothing was changed");
            }
        }
    }

    /** The key of a row, for messages. */
    String text(List<ColumnVector> columns, int row) {
        StringJoiner text = new StringJoiner(", ");
        for (int i = 0; i < columns.size(); i++) {
            text.add(fields.get(i).name() + " = "
                    + KeyLookup.literal(columns.get(i), row).orElse("?"));
        }
        return text.toString();
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    private void add(ColumnVector column, int row) {
        if (column instanceof IntVector v) {
            int value = v.values()[row];
            add(v.type().kind() == TypeKind.FLOAT16 ? floating(Float16.toFloat(value)) : value);
        } else if (column instanceof LongVector v) {
            add(v.values()[row]);
        } else if (column instanceof BooleanVector v) {
            add(v.values()[row] == 0 ? 0 : 1);
        } else if (column instanceof DoubleVector v) {
            add(floating(v.values()[row]));
        } else if (column instanceof FloatVector v) {
            add(floating(v.values()[row]));
        } else if (column instanceof Int128Vector v) {
            add(v.high(row));
            add(v.low()[row]);
        } else if (column instanceof BytesVector v) {
            addBytes(v, row);
        } else {
            throw new IllegalArgumentException("a " + column.type() + " is no part of a key");
        }
    }

    /** Zero has one sign, NaN one pattern. */
    private static long floating(double value) {
        return Double.doubleToLongBits(value == 0 ? 0.0 : value);
    }

    private void add(long value) {
        room(Long.BYTES);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    private void addBytes(BytesVector vector, int row) {
        int start = vector.start(row);
        int end = start + vector.length(row);
        byte[] data = vector.data();
        if (vector.type().kind() == TypeKind.CHAR) {
            while (end > start && data[end - 1] == ' ') {
                end--;
            }
        } else if (vector.type().kind() == TypeKind.DECIMAL) {
            data = end == start
                    ? new byte[] {0}
                    : new BigInteger(data, start, end - start).toByteArray(); // without needless sign bytes
            start = 0;
            end = data.length;
        }
        room(Integer.BYTES + end - start);
        int count = end - start;
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (count >>> shift);
        }
        System.arraycopy(data, start, bytes, length, count);
        length += count;
    }

    private void room(int more) {
        if (Math.addExact(length, more) > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, 2L * (length + more)));
        }
    }
}
