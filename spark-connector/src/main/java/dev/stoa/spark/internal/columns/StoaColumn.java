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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Shows a column of a scan's batches to Spark. It copies no values: row {@code i} is the i-th selected row of the batch. Values
 * come from the arrays of the reader, whose batches are valid until the next one. Objects that are null are given as null:
 * plans that Spark interprets don't ask before.
 */
public abstract class StoaColumn extends ColumnVector {
    private static final int[] ALL = new int[0];

    private boolean[] nulls = dev.stoa.format.ColumnVector.NO_NULLS;
    private int[] selection = ALL;
    private int rows;

    StoaColumn(DataType type) {
        super(type);
    }

    /** Shows vectors of a type. */
    public static StoaColumn of(Type type, DataType as) {
        return switch (type.kind()) {
            case NULL -> new ScalarColumns.Nothing(as);
            case FLOAT16 -> new ScalarColumns.Halves(as);
            case STRUCT -> new NestedColumns.Structs(type, as);
            case VARIANT ->
                SparkTypes.isWholeVariant(type) ? new NestedColumns.Variants(type, as) : new ShreddedVariants(type, as);
            case LIST -> new NestedColumns.Lists(type, as);
            case MAP -> new NestedColumns.Maps(type, as);
            default ->
                switch (type.physical()) {
                    case BOOLEAN -> new ScalarColumns.Booleans(as);
                    case INT -> new ScalarColumns.Ints(as);
                    case LONG -> new ScalarColumns.Longs(type, as);
                    case INT128 -> new ScalarColumns.Int128s(type, as);
                    case FLOAT -> new ScalarColumns.Floats(as);
                    case DOUBLE -> new ScalarColumns.Doubles(as);
                    case BYTES -> bytes(type, as);
                    case NONE -> throw new IllegalArgumentException(type + " is not shown to Spark");
                };
        };
    }

    private static StoaColumn bytes(Type type, DataType as) {
        if (SpatialTypes.isOne(as)) {
            return new SpatialColumn(as);
        }
        boolean isPadded = type.kind() == TypeKind.CHAR && !BoundedTexts.arePlain();
        return isPadded ? new PaddedColumn(as, type.precision()) : new BytesColumn(as);
    }

    /**
     * Shows another vector.
     *
     * @param selected the rows that count, ascending; empty for all
     * @param count how many these are
     */
    public final void show(dev.stoa.format.ColumnVector vector, int[] selected, int count) {
        nulls = vector.nulls();
        select(selected, count);
        take(vector);
    }

    /** Shows other rows. */
    final void select(int[] selected, int count) {
        selection = selected;
        rows = count;
    }

    /** Shows all rows of another vector. */
    public final void show(dev.stoa.format.ColumnVector vector) {
        show(vector, ALL, vector.size());
    }

    /** Returns the first value of a vector, as Spark's rows have it. */
    public static Object value(dev.stoa.format.ColumnVector vector, DataType as) {
        StoaColumn column = of(vector.type(), as);
        column.show(vector);
        InternalRow row = new ColumnarBatch(new ColumnVector[] {column}, 1).getRow(0);
        // the row's own get does not know all types, such as time
        return InternalRow.getAccessor(as, true).apply(row, 0);
    }

    /** Takes the arrays of a vector. */
    abstract void take(dev.stoa.format.ColumnVector vector);

    /** The row of the vector. */
    final int at(int row) {
        return selection.length == 0 ? row : selection[row];
    }

    /** The rows that count; empty for all. */
    final int[] selection() {
        return selection;
    }

    final int rows() {
        return rows;
    }

    @Override
    public final boolean hasNull() {
        return nulls.length != 0;
    }

    @Override
    public final int numNulls() {
        int count = 0;
        for (int row = 0; nulls.length != 0 && row < rows; row++) {
            count += nulls[at(row)] ? 1 : 0;
        }
        return count;
    }

    @Override
    public final boolean isNullAt(int row) {
        return nulls.length != 0 && nulls[at(row)];
    }

    private UnsupportedOperationException wrong(String asked) {
        return new UnsupportedOperationException("a column of type " + type + " was asked for a " + asked);
    }

    @Override
    public boolean getBoolean(int row) {
        throw wrong("boolean");
    }

    @Override
    public byte getByte(int row) {
        throw wrong("byte");
    }

    @Override
    public short getShort(int row) {
        throw wrong("short");
    }

    @Override
    public int getInt(int row) {
        throw wrong("int");
    }

    @Override
    public long getLong(int row) {
        throw wrong("long");
    }

    @Override
    public float getFloat(int row) {
        throw wrong("float");
    }

    @Override
    public double getDouble(int row) {
        throw wrong("double");
    }

    @Override
    public ColumnarArray getArray(int row) {
        throw wrong("array");
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw wrong("map");
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
        throw wrong("decimal");
    }

    @Override
    public UTF8String getUTF8String(int row) {
        throw wrong("text");
    }

    @Override
    public byte[] getBinary(int row) {
        throw wrong("binary");
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw wrong("child");
    }

    @Override
    public void close() {
        // the arrays are the scan's
    }
}
