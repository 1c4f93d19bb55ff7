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
package dev.stoa.table.internal.logfile;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.internal.value.SingleRow;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.schema.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The columns of the log that hold bounds: one struct for each field of the table (format-spec, section 14). */
public final class LogBounds {
    private static final Pattern NAME = Pattern.compile("f[1-9][0-9]{0,9}");

    /** A longer bound is not written: what it is would not be worth the place. */
    static final int MAX_BYTES = 256;

    /** The most fields that have bounds in the log, besides those that are declared. */
    static final int MAX_FIELDS = 256;

    private static final String ROWS = "rows";
    private static final String NULLS = "nulls";
    private static final String NANS = "nans";
    private static final String MIN = "min";
    private static final String MAX = "max";
    private static final String EXACT = "exact";
    private static final String BYTES = "bytes";
    private static final int MIN_EXACT = 1;
    private static final int MAX_EXACT = 2;

    private LogBounds() {}

    /** Whether a column of this name holds bounds of a field. */
    public static boolean isColumnName(String name) {
        return NAME.matcher(name).matches();
    }

    /** The field that a column of bounds is about. */
    public static int fieldId(String columnName) {
        return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(columnName.substring(1)));
    }

    /** The name of the column of a field. */
    public static String columnName(int fieldId) {
        return "f" + fieldId;
    }

    /** The type of the column of a field. */
    public static Type columnType(Type type) {
        List<Field> fields = new ArrayList<>();
        fields.add(Field.nullable(ROWS, Type.of(TypeKind.INT64)));
        fields.add(Field.nullable(NULLS, Type.of(TypeKind.INT64)));
        if (MinMax.isOrdered(type)) {
            fields.add(Field.nullable(MIN, type));
            fields.add(Field.nullable(MAX, type));
            fields.add(Field.nullable(EXACT, Type.of(TypeKind.INT8)));
        }
        if (MinMax.hasNaN(type)) {
            fields.add(Field.nullable(NANS, Type.of(TypeKind.INT64)));
        }
        if (hasLength(type)) {
            fields.add(Field.nullable(BYTES, Type.of(TypeKind.INT64)));
        }
        return Type.struct(fields);
    }

    private static boolean hasLength(Type type) {
        return MinMax.isOrdered(type) && MinMax.hasLength(type);
    }

    /** Whether a column is that of a field; without lengths, too, which logs did not always tell. */
    static boolean isColumnType(Type column, Type type) {
        List<Field> fields = columnType(type).fields();
        return column.equals(columnType(type))
                || hasLength(type) && column.equals(Type.struct(fields.subList(0, fields.size() - 1)));
    }

    /** A vector of bounds, null where the log has none. */
    public static StructVector vector(Type type, List<Optional<ColumnBounds>> rows) {
        Type struct = columnType(type);
        List<ColumnVector> children = new ArrayList<>();
        for (Field field : struct.fields()) {
            List<Object> cells = new ArrayList<>();
            for (Optional<ColumnBounds> row : rows) {
                cells.add(row.flatMap(bounds -> cell(bounds, field.name())).orElse(null));
            }
            children.add(Cells.vector(field.type(), cells));
        }
        boolean[] nulls = new boolean[rows.size()];
        for (int i = 0; i < nulls.length; i++) {
            nulls[i] = rows.get(i).isEmpty();
        }
        return new StructVector(struct, children, nulls, nulls.length);
    }

    private static Optional<Object> cell(ColumnBounds bounds, String name) {
        Optional<ColumnVector> min = bounds.min().filter(LogBounds::isTold);
        Optional<ColumnVector> max = bounds.max().filter(LogBounds::isTold);
        return switch (name) {
            case ROWS -> Optional.of(bounds.rows());
            case NULLS -> Optional.of(bounds.nullCount());
            case NANS -> Optional.of(bounds.nanCount());
            case MIN -> min.map(Object.class::cast);
            case MAX -> max.map(Object.class::cast);
            case BYTES ->
                bounds.length().isPresent() ? Optional.of(bounds.length().getAsLong()) : Optional.empty();
            default ->
                Optional.of((min.isPresent() && bounds.minExact() ? MIN_EXACT : 0)
                        | (max.isPresent() && bounds.maxExact() ? MAX_EXACT : 0));
        };
    }

    /** Neither long ones, nor those of bytes of a fixed length that were shortened. */
    static boolean isTold(ColumnVector bound) {
        if (!(bound instanceof BytesVector bytes)) {
            return true;
        }
        boolean isWhole = bound.type().kind() != TypeKind.FIXED
                || bytes.length(0) == bound.type().precision();
        return bytes.length(0) <= MAX_BYTES && isWhole;
    }

    /**
     * The bounds in a row of such a column, unless it has none.
     *
     * @param where the row for messages
     */
    static Optional<ColumnBounds> read(StructVector column, int row, Type type, String where)
            throws CorruptFileException {
        if (column.isNull(row)) {
            return Optional.empty();
        }
        boolean ordered = MinMax.isOrdered(type);
        try {
            int exact = ordered ? ((IntVector) column.field(4)).values()[row] : 0;
            return Optional.of(new ColumnBounds(
                    type,
                    count(column, 0, row),
                    count(column, 1, row),
                    MinMax.hasNaN(type) ? count(column, 5, row) : 0,
                    ordered ? bound(column.field(2), row) : Optional.empty(),
                    (exact & MIN_EXACT) != 0,
                    ordered ? bound(column.field(3), row) : Optional.empty(),
                    (exact & MAX_EXACT) != 0,
                    hasLength(type) ? length(column, row) : OptionalLong.empty()));
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(where + ": " + e.getMessage(), e);
        }
    }

    private static long count(StructVector column, int field, int row) {
        if (column.field(field).isNull(row)) {
            throw new IllegalArgumentException("bounds without a count");
        }
        return Cells.longAt(column.field(field), row);
    }

    private static OptionalLong length(StructVector column, int row) {
        int last = column.type().fields().size() - 1;
        boolean isKnown = column.type().fields().get(last).name().equals(BYTES)
                && !column.field(last).isNull(row);
        return isKnown ? OptionalLong.of(Cells.longAt(column.field(last), row)) : OptionalLong.empty();
    }

    private static Optional<ColumnVector> bound(ColumnVector vector, int row) {
        return vector.isNull(row) ? Optional.empty() : Optional.of(SingleRow.of(vector, row));
    }

    /** The fields whose bounds the log keeps, by id. */
    public static Map<Integer, Type> fields(TableSchema schema, TableProperties properties) {
        Map<Integer, Type> leaves = schema.leaves();
        Map<Integer, Type> bounded = new LinkedHashMap<>();
        for (Map.Entry<Integer, Type> leaf : leaves.entrySet()) {
            if (bounded.size() < MAX_FIELDS) {
                bounded.put(leaf.getKey(), leaf.getValue());
            }
        }
        List<Integer> declared = new ArrayList<>(properties.key());
        properties.sortedBy().forEach(column -> declared.add(column.fieldId()));
        properties.partitionedBy().forEach(column -> declared.add(column.fieldId()));
        for (int id : declared) {
            if (leaves.containsKey(id)) {
                bounded.put(id, leaves.get(id));
            }
        }
        return bounded;
    }
}
