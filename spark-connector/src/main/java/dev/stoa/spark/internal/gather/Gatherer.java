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
package dev.stoa.spark.internal.gather;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;

/** Gathers values of one column of Spark's rows, for a vector of the table's type. */
abstract class Gatherer {
    private static final int FIRST_ROWS = 64;

    private final Type type;
    private boolean[] nulls = new boolean[0];
    private boolean hasNulls;
    private int rows;

    Gatherer(Type type) {
        this.type = type;
    }

    /**
     * What gathers values.
     *
     * @param type in which they are written
     * @param from the type of Spark that they have
     */
    static Gatherer of(Type type, DataType from) {
        return switch (type.kind()) {
            case NULL -> new ScalarGatherers.Nothing(type);
            case FLOAT16 -> new ScalarGatherers.Halves(type);
            case STRUCT -> new NestedGatherers.Structs(type, from);
            case VARIANT -> new NestedGatherers.Variants(type);
            case LIST -> new NestedGatherers.Lists(type, from);
            case MAP -> new NestedGatherers.Maps(type, from);
            default ->
                switch (type.physical()) {
                    case BOOLEAN -> new ScalarGatherers.Booleans(type);
                    case INT -> new ScalarGatherers.Ints(type, from);
                    case LONG -> new ScalarGatherers.Longs(type, from);
                    case INT128 -> new ScalarGatherers.Int128s(type, from);
                    case FLOAT -> new ScalarGatherers.Floats(type);
                    case DOUBLE -> new ScalarGatherers.Doubles(type);
                    case BYTES -> new BytesGatherer(type, from);
                    case NONE -> throw new IllegalArgumentException("Spark does not write " + type);
                };
        };
    }

    /** Appends the value of a row, or of an array. */
    final void add(SpecializedGetters row, int ordinal) {
        boolean isNull = row.isNullAt(ordinal);
        next(isNull);
        if (isNull) {
            putNull(rows);
        } else {
            put(rows, row, ordinal);
        }
        rows++;
    }

    /** Appends a null. */
    final void addNull() {
        next(true);
        putNull(rows++);
    }

    private void next(boolean isNull) {
        if (rows == nulls.length) {
            int capacity = Math.max(FIRST_ROWS, rows * 2);
            nulls = Arrays.copyOf(nulls, capacity);
            ensure(capacity);
        }
        nulls[rows] = isNull;
        hasNulls |= isNull;
    }

    final Type type() {
        return type;
    }

    final int rows() {
        return rows;
    }

    /** The null mask of what was gathered. */
    final boolean[] nulls() {
        return hasNulls ? nulls : ColumnVector.NO_NULLS;
    }

    /** What was gathered; valid until {@link #clear}. */
    abstract ColumnVector vector();

    /** Forgets what was gathered. */
    void clear() {
        rows = 0;
        hasNulls = false;
    }

    /** About how many bytes were gathered. */
    abstract long bytes();

    /** Makes room for so many rows. */
    abstract void ensure(int capacity);

    /** Puts a value that is there. */
    abstract void put(int row, SpecializedGetters from, int ordinal);

    /** Puts what stands where a row is null. */
    void putNull(int row) {
        // whatever stands there
    }
}
