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
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.sql.errors.DataTypeErrors;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/**
 * Computes an expression of integers or decimals, all rows of a batch at once. Rows where an operand is null get some value.
 *
 * <p>Values are unscaled: a decimal is its digits as an integer.
 */
abstract sealed class ExactTerm {
    private final int precision;
    private final int scale;

    private ExactTerm(int precision, int scale) {
        this.precision = precision;
        this.scale = scale;
    }

    /** Returns the most digits that a value can have. */
    final int precision() {
        return precision;
    }

    /** Returns how many digits follow the decimal point. */
    final int scale() {
        return scale;
    }

    /**
     * Computes the rows of a batch.
     *
     * @return whether all values fit 64 bits; otherwise only {@link #exact} has them
     */
    abstract boolean compute(Batch batch);

    /** Returns the columns of the batches that are operands. */
    abstract IntStream operands();

    /** Returns what was computed, by row; longer than the batch perhaps. */
    abstract long[] values();

    /** Returns one value of the batch that was computed, however large. */
    abstract BigInteger exact(int row);

    /** An integer or decimal column of at most 64 bits. */
    static final class Column extends ExactTerm {
        private final int ordinal;
        private long[] values = new long[0];

        /**
         * A column.
         *
         * @param ordinal among the columns of the batches
         */
        Column(int ordinal, int precision, int scale) {
            super(precision, scale);
            this.ordinal = ordinal;
        }

        @Override
        boolean compute(Batch batch) {
            ColumnVector vector = batch.column(ordinal);
            if (vector instanceof LongVector longs) {
                values = longs.values();
                return true;
            }
            int[] ints = ((IntVector) vector).values();
            int rows = batch.rowCount();
            values = values.length < rows ? new long[rows] : values;
            for (int row = 0; row < rows; row++) {
                values[row] = ints[row];
            }
            return true;
        }

        @Override
        IntStream operands() {
            return IntStream.of(ordinal);
        }

        @Override
        long[] values() {
            return values;
        }

        @Override
        BigInteger exact(int row) {
            return BigInteger.valueOf(values[row]);
        }
    }

    /** A number in the statement. */
    static final class Constant extends ExactTerm {
        private final long value;
        private long[] values = new long[0];

        Constant(long value, int precision, int scale) {
            super(precision, scale);
            this.value = value;
        }

        @Override
        boolean compute(Batch batch) {
            if (values.length < batch.rowCount()) {
                values = new long[batch.rowCount()];
                Arrays.fill(values, value);
            }
            return true;
        }

        @Override
        IntStream operands() {
            return IntStream.empty();
        }

        @Override
        long[] values() {
            return values;
        }

        @Override
        BigInteger exact(int row) {
            return BigInteger.valueOf(value);
        }
    }

    /** An operation on two terms. */
    abstract static sealed class Operation extends ExactTerm {
        final ExactTerm left;
        final ExactTerm right;
        private long[] values = new long[0];

        private Operation(ExactTerm left, ExactTerm right, int precision, int scale) {
            super(precision, scale);
            this.left = left;
            this.right = right;
        }

        @Override
        final boolean compute(Batch batch) {
            boolean fits = left.compute(batch) & right.compute(batch);
            int rows = batch.rowCount();
            values = values.length < rows ? new long[rows] : values;
            return compute(left.values(), right.values(), rows, values) && fits;
        }

        /**
         * Computes rows.
         *
         * @return whether all results fit 64 bits
         */
        abstract boolean compute(long[] a, long[] b, int rows, long[] to);

        @Override
        final IntStream operands() {
            return IntStream.concat(left.operands(), right.operands());
        }

        @Override
        final long[] values() {
            return values;
        }
    }

    /** A sum or a difference of decimals. */
    static final class Addition extends Operation {
        /** The factors that bring the unscaled operands to the scale of the result. */
        private final long leftFactor;

        private final long rightFactor;

        /**
         * A sum or difference.
         *
         * @param leftFactor the power of ten that brings the left operand to the scale of the result
         * @param rightFactor the same for the right one, negative to subtract it
         */
        Addition(ExactTerm left, ExactTerm right, long leftFactor, long rightFactor, int precision, int scale) {
            super(left, right, precision, scale);
            this.leftFactor = leftFactor;
            this.rightFactor = rightFactor;
        }

        @Override
        boolean compute(long[] a, long[] b, int rows, long[] to) {
            long beyond = 0;
            for (int row = 0; row < rows; row++) {
                long x = a[row] * leftFactor;
                long y = b[row] * rightFactor;
                long sum = x + y;
                beyond |= (Math.multiplyHigh(a[row], leftFactor) ^ (x >> 63))
                        | (Math.multiplyHigh(b[row], rightFactor) ^ (y >> 63))
                        | (((x ^ sum) & (y ^ sum)) >> 63);
                to[row] = sum;
            }
            return beyond == 0;
        }

        @Override
        BigInteger exact(int row) {
            return left.exact(row)
                    .multiply(BigInteger.valueOf(leftFactor))
                    .add(right.exact(row).multiply(BigInteger.valueOf(rightFactor)));
        }
    }

    /** A product of decimals. */
    static final class Product extends Operation {
        private static final BigInteger MOST =
                BigInteger.TEN.pow(DecimalType.MAX_PRECISION()).subtract(BigInteger.ONE);

        Product(ExactTerm left, ExactTerm right, int precision, int scale) {
            super(left, right, precision, scale);
        }

        @Override
        boolean compute(long[] a, long[] b, int rows, long[] to) {
            long beyond = 0;
            for (int row = 0; row < rows; row++) {
                long product = a[row] * b[row];
                beyond |= Math.multiplyHigh(a[row], b[row]) ^ (product >> 63);
                to[row] = product;
            }
            return beyond == 0;
        }

        /** As in Spark the product of many digits may have too many. */
        @Override
        BigInteger exact(int row) {
            BigInteger product = left.exact(row).multiply(right.exact(row));
            if (product.abs().compareTo(MOST) > 0) {
                throw DataTypeErrors.cannotChangeDecimalPrecisionError(
                        Decimal.apply(new BigDecimal(product, scale())), precision(), scale(), null);
            }
            return product;
        }
    }
}
