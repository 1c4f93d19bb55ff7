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
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/**
 * Sums up an expression over the rows of a task, by group.
 *
 * <p>Spark adds up what the tasks give, as values of the type of the expression. A sum that this type can't hold becomes several
 * values, so that Spark finds overflows where it would have found them.
 */
abstract sealed class ScanSum {
    private final int[] operands;
    /** The groups that have a sum. */
    private boolean[] hasSum = new boolean[1];

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

    /** Makes room for groups. */
    void makeRoom(int groups) {
        hasSum = Arrays.copyOf(hasSum, groups);
    }

    /**
     * Adds the rows of a batch that have values in all operands.
     *
     * @param rows their places, ascending; not used if all rows of the batch count
     * @param count their number
     * @param groups their groups, by the row of the batch; empty if all are in group 0
     */
    final void add(Batch batch, int[] rows, int count, int[] groups) {
        if (count == 0) {
            return;
        }
        boolean isAll = count == batch.rowCount();
        if (groups.length == 0) {
            hasSum[0] = true;
        } else {
            for (int i = 0; i < count; i++) {
                hasSum[groups[isAll ? i : rows[i]]] = true;
            }
        }
        sum(batch, isAll, rows, count, groups);
    }

    abstract void sum(Batch batch, boolean isAll, int[] rows, int count, int[] groups);

    /** Returns the columns of the batches that are operands. */
    final int[] operands() {
        return operands;
    }

    /** Whether a group has values left to be taken. */
    final boolean hasMore(int group) {
        return hasSum[group];
    }

    /** Puts a value of a group into a column, and takes it away; null if none is left. */
    final void take(int group, WritableColumnVector to, int at) {
        if (hasSum[group]) {
            hasSum[group] = takeValue(group, to, at);
        } else {
            to.putNull(at);
        }
    }

    /** Returns whether more is left. */
    abstract boolean takeValue(int group, WritableColumnVector to, int at);

    /** Of integers or decimals. */
    private static final class Exact extends ScanSum {
        /** Sums of decimals of fewer digits would become too many values. */
        static final int LEAST_DIGITS = 7;

        private static final long LOW = 0xffff_ffffL;
        /** The most values that halves add up without an overflow of their 64 bits, with room to spare. */
        private static final int MOST_ADDED = 1 << 30;

        private final ExactTerm term;
        private final boolean isInteger;
        /** The greatest value of the type. */
        private final BigInteger most;

        /** The sums of the lower and upper halves of values, by group. */
        private long[] low = new long[1];

        private long[] high = new long[1];
        private int added;
        /** The sums of joined halves, and of values of more than 64 bits; null for 0. */
        private BigInteger[] totals = new BigInteger[1];

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
        void makeRoom(int groups) {
            super.makeRoom(groups);
            low = Arrays.copyOf(low, groups);
            high = Arrays.copyOf(high, groups);
            totals = Arrays.copyOf(totals, groups);
        }

        @Override
        void sum(Batch batch, boolean isAll, int[] rows, int count, int[] groups) {
            if (!term.compute(batch)) {
                for (int i = 0; i < count; i++) {
                    int row = isAll ? i : rows[i];
                    add(groups.length == 0 ? 0 : groups[row], term.exact(row));
                }
                return;
            }
            added += count;
            if (added > MOST_ADDED) {
                IntStream.range(0, low.length).forEach(this::join);
                added = count;
            }
            long[] values = term.values();
            if (groups.length == 0) {
                long lows = 0;
                long highs = 0;
                for (int i = 0; i < count; i++) {
                    long value = values[isAll ? i : rows[i]];
                    lows += value & LOW;
                    highs += value >> 32;
                }
                low[0] += lows;
                high[0] += highs;
            } else {
                for (int i = 0; i < count; i++) {
                    int row = isAll ? i : rows[i];
                    low[groups[row]] += values[row] & LOW;
                    high[groups[row]] += values[row] >> 32;
                }
            }
        }

        private void add(int group, BigInteger value) {
            totals[group] = totals[group] == null ? value : totals[group].add(value);
        }

        /** Adds the halves of a group to its total. */
        private void join(int group) {
            if (low[group] != 0 || high[group] != 0) {
                add(group, BigInteger.valueOf(high[group]).shiftLeft(32).add(BigInteger.valueOf(low[group])));
                low[group] = 0;
                high[group] = 0;
            }
        }

        @Override
        boolean takeValue(int group, WritableColumnVector to, int at) {
            join(group);
            BigInteger total = totals[group] == null ? BigInteger.ZERO : totals[group];
            BigInteger value = total.min(most).max(most.negate());
            if (isInteger) {
                to.putLong(at, value.longValueExact());
            } else {
                BigDecimal decimal = new BigDecimal(value, term.scale());
                to.putDecimal(at, Decimal.apply(decimal, term.precision(), term.scale()), term.precision());
            }
            totals[group] = value.equals(total) ? null : total.subtract(value);
            return totals[group] != null;
        }
    }

    /** Of doubles, in the order of the rows, as Spark adds them. */
    private static final class Doubles extends ScanSum {
        private final DoubleTerm term;
        private double[] totals = new double[1];

        Doubles(DoubleTerm term) {
            super(term.operands());
            this.term = term;
        }

        @Override
        DataType type() {
            return DataTypes.DoubleType;
        }

        @Override
        void makeRoom(int groups) {
            super.makeRoom(groups);
            totals = Arrays.copyOf(totals, groups);
        }

        @Override
        void sum(Batch batch, boolean isAll, int[] rows, int count, int[] groups) {
            term.compute(batch);
            double[] values = term.values();
            if (groups.length == 0) {
                double total = totals[0];
                for (int i = 0; i < count; i++) {
                    total += values[isAll ? i : rows[i]];
                }
                totals[0] = total;
            } else {
                for (int i = 0; i < count; i++) {
                    int row = isAll ? i : rows[i];
                    totals[groups[row]] += values[row];
                }
            }
        }

        @Override
        boolean takeValue(int group, WritableColumnVector to, int at) {
            to.putDouble(at, totals[group]);
            totals[group] = 0;
            return false;
        }
    }
}
