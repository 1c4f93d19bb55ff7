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
package dev.stoa.cli.internal.print;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.FileReport.Column;
import dev.stoa.reader.FileReport.EncodingUse;
import java.util.List;
import java.util.Locale;

/** The line of a column of a file in a table: its type, encodings, sizes and bounds. */
public final class ColumnCells {
    /** The head of such a table. */
    public static final List<String> HEAD = List.of(
            "column", "type", "encodings (vectors)", ">vectors", ">blocks", ">bytes", ">ratio", ">nulls", "min", "max");

    private ColumnCells() {}

    /** The cells of a column. */
    public static List<String> of(Column c) {
        return List.of(
                "  ".repeat(c.depth()) + c.field().name(),
                type(c.field()),
                encodings(c),
                String.format(Locale.ROOT, "%,d", c.vectors()),
                String.valueOf(c.blocks()),
                String.format(Locale.ROOT, "%,d", c.dataBytes()),
                ratio(c),
                String.format(Locale.ROOT, "%,d", c.nullCount()),
                BoundText.of(c.min(), c.minExact()),
                BoundText.of(c.max(), c.maxExact()));
    }

    /** The type of a field; of a nested one only its kind. */
    public static String type(Field field) {
        Type type = field.type();
        return type.kind().isNested() ? type.kind().name().toLowerCase(Locale.ROOT) : type.toString();
    }

    /** The encodings of a column, with their vectors if they are several. */
    public static String encodings(Column column) {
        StringBuilder text = new StringBuilder();
        for (EncodingUse use : column.encodings()) {
            text.append(text.isEmpty() ? "" : ", ").append(use.tree());
            if (column.encodings().size() > 1) {
                text.append(" (").append(use.vectors()).append(')');
            }
        }
        return text.toString();
    }

    /** Bytes of the values in the plainest form, or 0 if the column has few. */
    public static long plainBytes(Column column) {
        Type type = column.field().type();
        int width = switch (type.physical()) {
            case NONE -> 0;
            case BOOLEAN -> 1;
            case INT, FLOAT ->
                switch (type.kind()) {
                    case INT8, UINT8 -> 1;
                    case INT16, UINT16, FLOAT16 -> 2;
                    default -> 4;
                };
            case LONG, DOUBLE -> type.kind() == TypeKind.UINT32 ? 4 : 8;
            case INT128 -> 16;
            case BYTES -> 4;
        };
        return column.rows() * width + column.valueBytes();
    }

    private static String ratio(Column column) {
        long plain = plainBytes(column);
        return plain == 0 || column.dataBytes() == 0
                ? ""
                : String.format(Locale.ROOT, "%,.1f", (double) plain / column.dataBytes());
    }
}
