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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.table.Expression;
import dev.stoa.table.TableException;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Computes numbers of rows: integers as longs, floats as doubles, decimals and uint64 exactly and then rounded half up to the
 * scale of the column.
 */
final class Arithmetics implements RowExpression {
    private final Expression.Arithmetic expression;
    private final Field target;
    private final How how;

    private enum How {
        LONGS,
        DOUBLES,
        DECIMALS
    }

    private Arithmetics(Expression.Arithmetic expression, Field target, How how) {
        this.expression = expression;
        this.target = target;
        this.how = how;
    }

    static Arithmetics of(Expression.Arithmetic expression, Field target, Schema schema) {
        Set<ColumnPath> columns = new LinkedHashSet<>();
        expression.columns(columns);
        How how = how(target.type(), target.name());
        for (ColumnPath path : columns) {
            How column = how(RowExpression.column(schema, path).type(), path.toString());
            if (column == How.DOUBLES && how != How.DOUBLES) {
                throw new IllegalArgumentException("column '" + target.name() + "' of type " + target.type()
                        + " can't be computed of '" + path + "', which is not exact");
            }
            how = how == How.LONGS ? column : how;
        }
        checkLiterals(expression, how);
        return new Arithmetics(expression, target, how);
    }

    private static How how(Type type, String name) {
        return switch (type.kind()) {
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> How.LONGS;
            case FLOAT32, FLOAT64 -> How.DOUBLES;
            case DECIMAL, UINT64 -> How.DECIMALS;
            default ->
                throw new IllegalArgumentException(
                        "column '" + name + "' is " + type + ", of which nothing can be computed");
        };
    }

    private static void checkLiterals(Expression part, How how) {
        if (part instanceof Expression.Arithmetic a) {
            checkLiterals(a.left(), how);
            checkLiterals(a.right(), how);
        } else if (part instanceof Expression.Literal literal && literal.value().isPresent()) {
            Object value = literal.value().get();
            if (!(value instanceof Number number)) {
                throw new IllegalArgumentException("nothing can be computed of " + value);
            }
            if (how != How.DOUBLES) {
                try {
                    BigDecimal exact = exact(number);
                    if (how == How.LONGS) {
                        exact.longValueExact();
                    }
                } catch (ArithmeticException | NumberFormatException e) {
                    throw new IllegalArgumentException(
                            value + " is not " + (how == How.LONGS ? "an integer" : "a decimal"), e);
                }
            }
        }
    }

    private static BigDecimal exact(Number value) {
        return new BigDecimal(value.toString());
    }

    @Override
    public ColumnVector of(Batch rows) throws IOException {
        int size = rows.rowCount();
        boolean[] nulls = new boolean[size];
        try {
            return switch (how) {
                case LONGS -> ofLongs(longs(expression, rows, nulls), nulls);
                case DOUBLES -> ofDoubles(doubles(expression, rows, nulls), nulls);
                case DECIMALS -> ofDecimals(decimals(expression, rows, nulls), nulls);
            };
        } catch (ArithmeticException e) {
            throw new TableException(
                    "column '" + target.name() + "': a new value is out of the range of " + target.type()
                            + "; nothing was changed",
                    e);
        }
    }

    private ColumnVector ofLongs(long[] values, boolean[] nulls) {
        int bits = switch (target.type().kind()) {
            case INT8, UINT8 -> 8;
            case INT16, UINT16 -> 16;
            case INT32, UINT32 -> 32;
            default -> 64;
        };
        boolean signed = switch (target.type().kind()) {
            case UINT8, UINT16, UINT32 -> false;
            default -> true;
        };
        long max = -1L >>> (64 - bits + (signed ? 1 : 0));
        long min = signed ? -max - 1 : 0;
        for (int i = 0; i < values.length; i++) {
            if (!nulls[i] && (values[i] < min || values[i] > max)) {
                throw new ArithmeticException("out of range");
            }
        }
        if (target.type().physical() == Physical.LONG) {
            return new LongVector(target.type(), values, nulls, values.length);
        }
        int[] ints = new int[values.length];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (int) values[i];
        }
        return new IntVector(target.type(), ints, nulls, ints.length);
    }

    private ColumnVector ofDoubles(double[] values, boolean[] nulls) {
        if (target.type().physical() == Physical.DOUBLE) {
            return new DoubleVector(target.type(), values, nulls, values.length);
        }
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return new FloatVector(target.type(), floats, nulls, floats.length);
    }

    private ColumnVector ofDecimals(BigDecimal[] values, boolean[] nulls) throws IOException {
        List<Object[]> rows = new ArrayList<>();
        boolean isDecimal = target.type().kind() == TypeKind.DECIMAL;
        for (int i = 0; i < values.length; i++) {
            Object value = null;
            if (!nulls[i]) {
                value = isDecimal
                        ? values[i].setScale(target.type().scale(), RoundingMode.HALF_UP)
                        : (Object) values[i].toBigIntegerExact();
            }
            rows.add(new Object[] {value});
        }
        return JavaRows.batch(Schema.of(target), rows).column(0);
    }

    private static ColumnVector column(Expression part, Batch rows, boolean[] nulls) {
        ColumnVector vector = RowExpression.vector(rows, ((Expression.Column) part).path());
        for (int i = 0; i < nulls.length; i++) {
            nulls[i] |= vector.isNull(i);
        }
        return vector;
    }

    /** A constant; of null all rows become null. */
    private static Number literal(Expression part, boolean[] nulls) {
        Object value = ((Expression.Literal) part).value().orElse(null);
        if (value == null) {
            Arrays.fill(nulls, true);
            return 0;
        }
        return (Number) value;
    }

    private static long[] longs(Expression part, Batch rows, boolean[] nulls) {
        long[] values = new long[nulls.length];
        if (part instanceof Expression.Arithmetic a) {
            long[] left = longs(a.left(), rows, nulls);
            long[] right = longs(a.right(), rows, nulls);
            for (int i = 0; i < values.length; i++) {
                if (!nulls[i]) {
                    values[i] = switch (a.operator()) {
                        case PLUS -> Math.addExact(left[i], right[i]);
                        case MINUS -> Math.subtractExact(left[i], right[i]);
                        case TIMES -> Math.multiplyExact(left[i], right[i]);
                    };
                }
            }
        } else if (part instanceof Expression.Literal) {
            Arrays.fill(values, exact(literal(part, nulls)).longValueExact());
        } else {
            ColumnVector vector = column(part, rows, nulls);
            for (int i = 0; i < values.length; i++) {
                values[i] = vector instanceof IntVector v ? v.values()[i] : ((LongVector) vector).values()[i];
            }
        }
        return values;
    }

    private static double[] doubles(Expression part, Batch rows, boolean[] nulls) {
        double[] values = new double[nulls.length];
        if (part instanceof Expression.Arithmetic a) {
            double[] left = doubles(a.left(), rows, nulls);
            double[] right = doubles(a.right(), rows, nulls);
            for (int i = 0; i < values.length; i++) {
                values[i] = switch (a.operator()) {
                    case PLUS -> left[i] + right[i];
                    case MINUS -> left[i] - right[i];
                    case TIMES -> left[i] * right[i];
                };
            }
        } else if (part instanceof Expression.Literal) {
            Arrays.fill(values, literal(part, nulls).doubleValue());
        } else {
            ColumnVector vector = column(part, rows, nulls);
            for (int i = 0; i < values.length; i++) {
                if (!nulls[i]) {
                    values[i] = vector instanceof DoubleVector d
                            ? d.values()[i]
                            : vector instanceof FloatVector f
                                    ? f.values()[i]
                                    : exact(vector, i).doubleValue();
                }
            }
        }
        return values;
    }

    private static BigDecimal[] decimals(Expression part, Batch rows, boolean[] nulls) {
        BigDecimal[] values = new BigDecimal[nulls.length];
        if (part instanceof Expression.Arithmetic a) {
            BigDecimal[] left = decimals(a.left(), rows, nulls);
            BigDecimal[] right = decimals(a.right(), rows, nulls);
            for (int i = 0; i < values.length; i++) {
                if (!nulls[i]) {
                    values[i] = switch (a.operator()) {
                        case PLUS -> left[i].add(right[i]);
                        case MINUS -> left[i].subtract(right[i]);
                        case TIMES -> left[i].multiply(right[i]);
                    };
                }
            }
        } else if (part instanceof Expression.Literal) {
            Arrays.fill(values, exact(literal(part, nulls)));
        } else {
            ColumnVector vector = column(part, rows, nulls);
            for (int i = 0; i < values.length; i++) {
                if (!nulls[i]) {
                    values[i] = exact(vector, i);
                }
            }
        }
        return values;
    }

    /** A number that is not null and neither float nor double. */
    private static BigDecimal exact(ColumnVector vector, int row) {
        Type type = vector.type();
        BigInteger unscaled;
        if (vector instanceof IntVector v) {
            unscaled = BigInteger.valueOf(v.values()[row]);
        } else if (vector instanceof LongVector v) {
            unscaled = type.kind() == TypeKind.UINT64
                    ? new BigInteger(Long.toUnsignedString(v.values()[row]))
                    : BigInteger.valueOf(v.values()[row]);
        } else if (vector instanceof BytesVector v) {
            unscaled = v.length(row) == 0 ? BigInteger.ZERO : new BigInteger(v.get(row));
        } else {
            unscaled = ((Int128Vector) vector).get(row);
        }
        return new BigDecimal(unscaled, type.kind() == TypeKind.DECIMAL ? type.scale() : 0);
    }
}
