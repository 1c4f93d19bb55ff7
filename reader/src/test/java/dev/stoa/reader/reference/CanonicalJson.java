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
package dev.stoa.reader.reference;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The rows of batches as lines of JSON, one per row, exactly as the reference decoder prints them: integers, unscaled
 * decimals, dates and times as integers, month-day-nano intervals as three of them, floats as the hex of their bits, text
 * as strings, other bytes as hex, maps as arrays of pairs.
 */
final class CanonicalJson {
    private final StringBuilder out = new StringBuilder();

    private CanonicalJson() {}

    /** The selected rows of a batch. */
    static List<String> rows(Batch batch) {
        List<String> rows = new ArrayList<>();
        CanonicalJson json = new CanonicalJson();
        for (int i = 0; i < batch.selectedCount(); i++) {
            json.out.setLength(0);
            json.object(batch.schema().fields(), batch.columns(), batch.selected(i));
            rows.add(json.out.toString());
        }
        return rows;
    }

    private void object(List<Field> fields, List<ColumnVector> columns, int row) {
        out.append('{');
        for (int i = 0; i < fields.size(); i++) {
            out.append(i == 0 ? "" : ",");
            text(fields.get(i).name());
            out.append(':');
            value(columns.get(i), row);
        }
        out.append('}');
    }

    private void value(ColumnVector column, int row) {
        Type type = column.type();
        if (column.isNull(row) || type.kind() == TypeKind.NULL) {
            out.append("null");
        } else if (column instanceof BooleanVector v) {
            out.append(v.values()[row] != 0);
        } else if (column instanceof IntVector v) {
            int value = v.values()[row];
            if (type.kind() == TypeKind.FLOAT16) {
                quoted(HexFormat.of().toHexDigits((short) value));
            } else {
                out.append(value);
            }
        } else if (column instanceof LongVector v) {
            long value = v.values()[row];
            out.append(type.kind() == TypeKind.UINT64 ? Long.toUnsignedString(value) : Long.toString(value));
        } else if (column instanceof Int128Vector v) {
            if (type.kind() == TypeKind.INTERVAL_MONTH_DAY_NANO) {
                long high = v.high(row);
                out.append('[').append(high >> 32).append(',').append((int) high);
                out.append(',').append(v.low()[row]).append(']');
            } else {
                out.append(v.get(row));
            }
        } else if (column instanceof FloatVector v) {
            quoted(HexFormat.of().toHexDigits(Float.floatToRawIntBits(v.values()[row])));
        } else if (column instanceof DoubleVector v) {
            quoted(HexFormat.of().toHexDigits(Double.doubleToRawLongBits(v.values()[row])));
        } else if (column instanceof BytesVector v) {
            bytes(v, row);
        } else if (column instanceof StructVector v) {
            object(type.fields(), v.fields(), row);
        } else if (column instanceof ListVector v) {
            list(v, row);
        }
    }

    private void bytes(BytesVector v, int row) {
        switch (v.type().kind()) {
            case STRING, CHAR, VARCHAR, JSON, ENUM -> text(v.getString(row));
            case DECIMAL -> out.append(new BigInteger(v.get(row)));
            default -> quoted(HexFormat.of().formatHex(v.get(row)));
        }
    }

    private void list(ListVector v, int row) {
        out.append('[');
        int from = v.offsets()[row];
        for (int i = from; i < v.offsets()[row + 1]; i++) {
            out.append(i == from ? "" : ",");
            if (v.type().kind() == TypeKind.MAP && v.elements() instanceof StructVector entries) {
                out.append('[');
                value(entries.field(0), i);
                out.append(',');
                value(entries.field(1), i);
                out.append(']');
            } else {
                value(v.elements(), i);
            }
        }
        out.append(']');
    }

    private void quoted(String plain) {
        out.append('"').append(plain).append('"');
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\f' -> out.append("\\f");
                case '\b' -> out.append("\\b");
                default -> {
                    if (c >= ' ' && c <= '~') {
                        out.append(c);
                    } else {
                        out.append("\\u").append(HexFormat.of().toHexDigits(c));
                    }
                }
            }
        }
        out.append('"');
    }
}
