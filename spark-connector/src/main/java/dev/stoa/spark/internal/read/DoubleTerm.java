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
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Computes an expression of floating-point numbers as Spark does, all rows of a batch at once. */
abstract sealed class DoubleTerm {
    private double[] values = new double[0];

    private DoubleTerm() {}

    /** Computes the rows of a batch. Rows where an operand is null get some value. */
    abstract void compute(Batch batch);

    /** Returns the columns of the batches that are operands. */
    abstract IntStream operands();

    /** Returns what was computed, by row; longer than the batch perhaps. */
    double[] values() {
        return values;
    }

    /** Makes room for the rows of a batch. */
    final double[] room(Batch batch) {
        values = values.length < batch.rowCount() ? new double[batch.rowCount()] : values;
        return values;
    }

    /** A column of floats or doubles. */
    static final class Column extends DoubleTerm {
        private final int ordinal;
        private double[] shown = new double[0];

        /**
         * A column.
         *
         * @param ordinal among the columns of the batches
         */
        Column(int ordinal) {
            this.ordinal = ordinal;
        }

        @Override
        IntStream operands() {
            return IntStream.of(ordinal);
        }

        @Override
        void compute(Batch batch) {
            ColumnVector vector = batch.column(ordinal);
            if (vector instanceof DoubleVector doubles) {
                shown = doubles.values();
                return;
            }
            float[] floats = ((FloatVector) vector).values();
            shown = room(batch);
            for (int row = 0; row < batch.rowCount(); row++) {
                shown[row] = floats[row];
            }
        }

        @Override
        double[] values() {
            return shown;
        }
    }

    /** A number in the statement. */
    static final class Constant extends DoubleTerm {
        private final double value;

        Constant(double value) {
            this.value = value;
        }

        @Override
        IntStream operands() {
            return IntStream.empty();
        }

        @Override
        void compute(Batch batch) {
            if (values().length < batch.rowCount()) {
                Arrays.fill(room(batch), value);
            }
        }
    }

    /** Exact numbers as the doubles next to them. */
    static final class Cast extends DoubleTerm {
        /** Doubles have all integers up to this one, and all powers of ten up to {@link #MOST_SCALE}. */
        private static final long MOST_EXACT = 1L << 53;

        private static final int MOST_SCALE = 22;

        private final ExactTerm term;
        private final double divisor;

        Cast(ExactTerm term) {
            this.term = term;
            this.divisor = term.scale() <= MOST_SCALE ? Double.parseDouble("1e" + term.scale()) : Double.NaN;
        }

        @Override
        IntStream operands() {
            return term.operands();
        }

        @Override
        void compute(Batch batch) {
            boolean fits = term.compute(batch);
            double[] to = room(batch);
            long[] from = term.values();
            long beyond = fits && !Double.isNaN(divisor) ? 0 : 1;
            for (int row = 0; row < batch.rowCount(); row++) {
                to[row] = from[row] / divisor;
                beyond |= (from[row] + MOST_EXACT) >>> 54;
            }
            for (int row = 0; beyond != 0 && row < batch.rowCount(); row++) {
                to[row] = new BigDecimal(term.exact(row), term.scale()).doubleValue();
            }
        }
    }

    /** A sum, difference or product. */
    static final class Operation extends DoubleTerm {
        private final char operator;
        private final DoubleTerm left;
        private final DoubleTerm right;

        Operation(char operator, DoubleTerm left, DoubleTerm right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        IntStream operands() {
            return IntStream.concat(left.operands(), right.operands());
        }

        @Override
        void compute(Batch batch) {
            left.compute(batch);
            right.compute(batch);
            double[] to = room(batch);
            double[] a = left.values();
            double[] b = right.values();
            int rows = batch.rowCount();
            switch (operator) {
                case '+' -> {
                    for (int row = 0; row < rows; row++) {
                        to[row] = a[row] + b[row];
                    }
                }
                case '-' -> {
                    for (int row = 0; row < rows; row++) {
                        to[row] = a[row] - b[row];
                    }
                }
                default -> {
                    for (int row = 0; row < rows; row++) {
                        to[row] = a[row] * b[row];
                    }
                }
            }
        }
    }
}
