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
package dev.stoa.mapreduce;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FieldNames;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.List;

/**
 * A row that is read: a view of the arrays of its decoded batch. It is the same object for all rows of a task, and shows
 * another row when the next one is read. Take values out of it that must last longer.
 *
 * <p>Columns are numbered from 0, in the order of the selection. The getters of primitive values make no objects;
 * {@link #get} gives any value, as {@link StoaOutputFormat} takes it.
 */
public final class StoaRow {
    private Schema schema = new Schema(List.of());
    private List<ColumnVector> columns = List.of();
    private int row;

    StoaRow() {}

    /** Shows rows of a batch from now on. */
    void show(Batch batch) {
        schema = batch.schema();
        columns = batch.columns();
    }

    /** Shows a row of the batch. */
    void go(int number) {
        row = number;
    }

    /** Shows what another one shows. */
    void show(StoaRow other) {
        schema = other.schema;
        columns = other.columns;
        row = other.row;
    }

    /** The columns. */
    public Schema schema() {
        return schema;
    }

    /**
     * Returns the number of a column by its name, also in another case: see {@link FieldNames}.
     *
     * @throws IllegalArgumentException if the job does not read this column, or several columns have the name
     */
    public int column(String name) {
        return FieldNames.find(schema.fields(), name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "column '" + name + "' is not read, only " + schema + ": select it"));
    }

    /** Whether a column is null here. */
    public boolean isNull(int column) {
        return columns.get(column).isNull(row);
    }

    /**
     * A boolean.
     *
     * @throws IllegalArgumentException if the column is of another type
     * @throws IllegalStateException if it is null here
     */
    public boolean getBoolean(int column) {
        if (value(column) instanceof BooleanVector v) {
            return v.values()[row] != 0;
        }
        throw unfit(column, "boolean");
    }

    /**
     * An integer of up to 32 bits, days of a date or months of an interval.
     *
     * @throws IllegalArgumentException if the column is of another type
     * @throws IllegalStateException if it is null here
     */
    public int getInt(int column) {
        if (value(column) instanceof IntVector v && v.type().kind() != TypeKind.FLOAT16) {
            return v.values()[row];
        }
        throw unfit(column, "int");
    }

    /**
     * An integer, of uint64 the bits; units of a time, a timestamp of up to six digits or an interval; what {@link #getInt} gives.
     *
     * @throws IllegalArgumentException if the column is of another type
     * @throws IllegalStateException if it is null here
     */
    public long getLong(int column) {
        ColumnVector vector = value(column);
        if (vector instanceof LongVector v && v.type().kind() != TypeKind.DECIMAL) {
            return v.values()[row];
        }
        return vector instanceof IntVector ? getInt(column) : fail(column, "long");
    }

    private long fail(int column, String what) {
        throw unfit(column, what);
    }

    /**
     * A number of float32 or float64.
     *
     * @throws IllegalArgumentException if the column is of another type
     * @throws IllegalStateException if it is null here
     */
    public double getDouble(int column) {
        ColumnVector vector = value(column);
        if (vector instanceof DoubleVector v) {
            return v.values()[row];
        } else if (vector instanceof FloatVector v) {
            return v.values()[row];
        }
        throw unfit(column, "double");
    }

    /**
     * Text.
     *
     * @throws IllegalArgumentException if the column is of another type
     * @throws IllegalStateException if it is null here
     */
    public String getString(int column) {
        if (value(column) instanceof BytesVector v && isText(v.type())) {
            return v.getString(row);
        }
        throw unfit(column, "text");
    }

    private static boolean isText(Type type) {
        return switch (type.kind()) {
            case STRING, CHAR, VARCHAR, JSON, ENUM -> true;
            default -> false;
        };
    }

    /**
     * A copy of the bytes of text, or of what are bytes in the file.
     *
     * @throws IllegalArgumentException if the column is of another type
     * @throws IllegalStateException if it is null here
     */
    public byte[] getBytes(int column) {
        if (value(column) instanceof BytesVector v && v.type().kind() != TypeKind.DECIMAL) {
            return v.get(row);
        }
        throw unfit(column, "bytes");
    }

    /**
     * Returns a value of any type as {@link dev.stoa.writer.RowAppender} takes it, or null. Integers are Integer or Long,
     * uint64 is BigInteger. Others are BigDecimal, LocalDate, LocalTime, Instant, LocalDateTime, String, UUID or byte[]. A
     * struct is Object[], a list List, and a map List of Map.Entry. Times that these classes can't hold are numbers of their
     * units.
     */
    public Object get(int column) {
        return JavaValues.of(columns.get(column), row);
    }

    /** All values, as {@link #get} gives them: what {@link StoaOutputFormat} writes as a row. */
    public Object[] values() {
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(i);
        }
        return values;
    }

    private ColumnVector value(int column) {
        ColumnVector vector = columns.get(column);
        if (vector.isNull(row)) {
            throw new IllegalStateException("column '" + name(column) + "' is null in this row: ask isNull first");
        }
        return vector;
    }

    private String name(int column) {
        return schema.fields().get(column).name();
    }

    private IllegalArgumentException unfit(int column, String what) {
        return new IllegalArgumentException("column '" + name(column) + "' is "
                + schema.fields().get(column).type() + " and can't be read as " + what + ": call get()");
    }

    /** The values, as text for messages. */
    @Override
    public String toString() {
        return schema.fields().isEmpty() ? "()" : java.util.Arrays.deepToString(values());
    }
}
