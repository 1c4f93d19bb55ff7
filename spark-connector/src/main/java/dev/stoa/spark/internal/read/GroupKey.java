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
package dev.stoa.spark.internal.read;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;

/** An expression of one column that groups rows. It numbers its values in order of appearance; null has number 0. */
abstract sealed class GroupKey {
    private final int ordinal;
    private final DataType type;
    /** The selected rows that are not null. */
    private int[] values = new int[0];

    private GroupKey(int ordinal, DataType type) {
        this.ordinal = ordinal;
        this.type = type;
    }

    /** Returns the type of the values. */
    final DataType type() {
        return type;
    }

    /** Writes the numbers of the selected rows of a batch to their places. */
    final void number(Batch batch, int[] to) {
        ColumnVector vector = batch.column(ordinal);
        int count = batch.selectedCount();
        int[] selection = count == batch.rowCount() ? null : batch.selection();
        if (vector.hasNulls()) {
            // without a branch in the loops over values
            boolean[] nulls = vector.nulls();
            values = values.length < batch.rowCount() ? new int[batch.rowCount()] : values;
            int next = 0;
            for (int i = 0; i < count; i++) {
                int row = selection == null ? i : selection[i];
                to[row] = 0;
                values[next] = row;
                next += nulls[row] ? 0 : 1;
            }
            numberValues(vector, values, next, to);
        } else {
            numberValues(vector, selection, count, to);
        }
    }

    /**
     * Numbers rows that are not null.
     *
     * @param rows their places; null for the first rows
     */
    abstract void numberValues(ColumnVector vector, int[] rows, int count, int[] to);

    /** Returns the number that the next new value gets. */
    abstract int size();

    /** Returns the bytes of memory that grow with the length of values. */
    int bytes() {
        return 0;
    }

    /** Puts the value of a number into a column. */
    final void put(int number, WritableColumnVector to, int at) {
        if (number == 0) {
            to.putNull(at);
        } else {
            putValue(number, to, at);
        }
    }

    abstract void putValue(int number, WritableColumnVector to, int at);

    /** Forgets all values. */
    abstract void clear();

    /** A key of booleans, integers, dates, or decimals of at most 64 bits. */
    static final class Numbers extends GroupKey {
        private final LongUnaryOperator function;
        private final LongTable operands = new LongTable();
        /** The numbers of the function's results, by those of its operands. */
        private int[] numbers = new int[64];

        private int known;
        private final LongTable results = new LongTable();

        /**
         * A key.
         *
         * @param function what is computed of the column's values
         */
        Numbers(int ordinal, DataType type, LongUnaryOperator function) {
            super(ordinal, type);
            this.function = function;
        }

        @Override
        void numberValues(ColumnVector vector, int[] rows, int count, int[] to) {
            if (vector instanceof LongVector longs) {
                long[] values = longs.values();
                for (int i = 0; i < count; i++) {
                    int row = rows == null ? i : rows[i];
                    to[row] = number(values[row]);
                }
            } else if (vector instanceof IntVector ints) {
                int[] values = ints.values();
                for (int i = 0; i < count; i++) {
                    int row = rows == null ? i : rows[i];
                    to[row] = number(values[row]);
                }
            } else {
                byte[] values = ((BooleanVector) vector).values();
                for (int i = 0; i < count; i++) {
                    int row = rows == null ? i : rows[i];
                    to[row] = number(values[row]);
                }
            }
        }

        private int number(long value) {
            int operand = operands.number(value);
            if (operand == known) {
                numbers = known < numbers.length ? numbers : Arrays.copyOf(numbers, 2 * known);
                numbers[known++] = 1 + results.number(function.applyAsLong(value));
            }
            return numbers[operand];
        }

        @Override
        int size() {
            return 1 + operands.size();
        }

        @Override
        void putValue(int number, WritableColumnVector to, int at) {
            long value = results.value(number - 1);
            if (type().equals(DataTypes.BooleanType)) {
                to.putBoolean(at, value != 0);
            } else if (type() instanceof ByteType) {
                to.putByte(at, (byte) value);
            } else if (type() instanceof ShortType) {
                to.putShort(at, (short) value);
            } else if (type() instanceof LongType) {
                to.putLong(at, value);
            } else if (type() instanceof DecimalType decimal) {
                to.putDecimal(
                        at, Decimal.createUnsafe(value, decimal.precision(), decimal.scale()), decimal.precision());
            } else {
                to.putInt(at, (int) value);
            }
        }

        @Override
        void clear() {
            operands.clear();
            results.clear();
            known = 0;
        }
    }

    /** A key of texts, which are equal if their bytes are. */
    static final class Texts extends GroupKey {
        private final BytesTable texts = new BytesTable();
        private Optional<BytesVector> dictionary = Optional.empty();
        /** The numbers of the dictionary's entries; 0 where no row had it yet. */
        private int[] entries = new int[0];

        Texts(int ordinal) {
            super(ordinal, DataTypes.StringType);
        }

        @Override
        void numberValues(ColumnVector vector, int[] rows, int count, int[] to) {
            BytesVector bytes = (BytesVector) vector;
            byte[] data = bytes.data();
            int[] offsets = bytes.offsets();
            if (bytes.dictionary().isPresent()) {
                take(bytes.dictionary().get());
                int[] ids = bytes.ids();
                for (int i = 0; i < count; i++) {
                    int row = rows == null ? i : rows[i];
                    int id = ids[row];
                    if (entries[id] == 0) {
                        entries[id] = 1 + texts.number(data, offsets[id], offsets[id + 1]);
                    }
                    to[row] = entries[id];
                }
                return;
            }
            for (int i = 0; i < count; i++) {
                int row = rows == null ? i : rows[i];
                to[row] = 1 + texts.number(data, offsets[row], offsets[row + 1]);
            }
        }

        @SuppressWarnings("ReferenceEquality") // a dictionary is the same as long as the object is
        private void take(BytesVector now) {
            if (dictionary.isEmpty() || dictionary.get() != now) {
                dictionary = Optional.of(now);
                entries = entries.length < now.size() ? new int[now.size()] : entries;
                Arrays.fill(entries, 0, now.size(), 0);
            }
        }

        @Override
        int size() {
            return 1 + texts.size();
        }

        @Override
        int bytes() {
            return texts.bytes();
        }

        @Override
        void putValue(int number, WritableColumnVector to, int at) {
            to.putByteArray(at, texts.data(), texts.start(number - 1), texts.length(number - 1));
        }

        @Override
        void clear() {
            texts.clear();
            dictionary = Optional.empty();
        }
    }
}
