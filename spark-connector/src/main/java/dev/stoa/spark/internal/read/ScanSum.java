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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/**
 * Sums up an expression over the rows of a task.
 *
 * <p>Spark adds up what the tasks give, as values of the type of the expression. A sum that this type can't hold becomes several
 * values, so that Spark finds overflows where it would have found them.
 */
abstract sealed class ScanSum {
    private final int[] operands;
    private boolean isEmpty = true;

    private ScanSum(IntStream operands) {
        this.operands = operands.distinct().toArray();
    }

    /** Returns the sum of an expression, if it can be computed here. */
    static Optional<ScanSum> of(Expression expression, TermTranslation terms) {
        Optional<ScanSum> exact = terms.exact(expression)
                .filter(term -> term.precision() >= Exact.LEAST_DIGITS
                        || terms.integer(expression).isPresent())
                .map(term -> new Exact(term, terms.integer(expression).isPresent()));
        return exact.isPresent() ? exact : terms.floating(expression).map(Doubles::new);
    }

    /** Returns the type of {@link #take}. */
    abstract DataType type();

    /**
     * Adds the rows of a batch that have values in all operands.
     *
     * @param rows their places, ascending; not used if all rows of the batch count
     * @param count their number
     */
    final void add(Batch batch, int[] rows, int count) {
        if (count > 0) {
            isEmpty = false;
            sum(batch, rows, count);
        }
    }

    abstract void sum(Batch batch, int[] rows, int count);

    /** Returns the columns of the batches that are operands. */
    final int[] operands() {
        return operands;
    }

    /** Whether values are left to be taken. */
    abstract boolean hasMore();

    /** Puts a value into a column of one row, and takes it away; null if none is left. */
    final void take(ConstantColumnVector to) {
        if (isEmpty) {
            to.setNull();
        } else {
            takeValue(to);
            isEmpty = !hasMore();
        }
    }

    abstract void takeValue(ConstantColumnVector to);

    /** Of integers or decimals. */
    private static final class Exact extends ScanSum {
        /** Sums of decimals of fewer digits would become too many values. */
        static final int LEAST_DIGITS = 7;

        private static final long LOW = 0xffff_ffffL;

        private final ExactTerm term;
        private final boolean isInteger;
        /** The greatest value of the type. */
        private final BigInteger most;

        private BigInteger total = BigInteger.ZERO;

        Exact(ExactTerm term, boolean isInteger) {
            super(term.operands());
            this.term = term;
            this.isInteger = isInteger;
            this.most = isInteger
                    ? BigInteger.valueOf(Long.MAX_VALUE)
                    : BigInteger.TEN.pow(term.precision()).subtract(BigInteger.ONE);
        }

        @Override
        DataType type() {
            return isInteger ? DataTypes.LongType : new DecimalType(term.precision(), term.scale());
        }

        @Override
        void sum(Batch batch, int[] rows, int count) {
            boolean isAll = count == batch.rowCount();
            if (!term.compute(batch)) {
                for (int i = 0; i < count; i++) {
                    total = total.add(term.exact(isAll ? i : rows[i]));
                }
                return;
            }
            long[] values = term.values();
            long low = 0;
            long high = 0;
            for (int i = 0; i < count; i++) {
                long value = values[isAll ? i : rows[i]];
                low += value & LOW;
                high += value >> 32;
            }
            total = total.add(BigInteger.valueOf(high).shiftLeft(32)).add(BigInteger.valueOf(low));
        }

        @Override
        boolean hasMore() {
            return total.signum() != 0;
        }

        @Override
        void takeValue(ConstantColumnVector to) {
            BigInteger value = total.min(most).max(most.negate());
            total = total.subtract(value);
            if (isInteger) {
                to.setLong(value.longValueExact());
            } else {
                BigDecimal decimal = new BigDecimal(value, term.scale());
                to.setDecimal(Decimal.apply(decimal, term.precision(), term.scale()), term.precision());
            }
        }
    }

    /** Of doubles, in the order of the rows, as Spark adds them. */
    private static final class Doubles extends ScanSum {
        private final DoubleTerm term;
        private double total;

        Doubles(DoubleTerm term) {
            super(term.operands());
            this.term = term;
        }

        @Override
        DataType type() {
            return DataTypes.DoubleType;
        }

        @Override
        void sum(Batch batch, int[] rows, int count) {
            term.compute(batch);
            double[] values = term.values();
            boolean isAll = count == batch.rowCount();
            for (int i = 0; i < count; i++) {
                total += values[isAll ? i : rows[i]];
            }
        }

        @Override
        boolean hasMore() {
            return false;
        }

        @Override
        void takeValue(ConstantColumnVector to) {
            to.setDouble(total);
        }
    }
}
