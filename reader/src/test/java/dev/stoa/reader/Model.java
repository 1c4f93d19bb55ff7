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
package dev.stoa.reader;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Values as comparable Java objects: what was written, and what a scan gives. Null is null. */
public final class Model {
    private Model() {}

    /** A value as {@link RandomTables} makes it. */
    static Object written(Type type, Object value) {
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case NULL -> null;
            case BOOLEAN -> value;
            case FLOAT16 -> Float.isNaN((Float) value) ? "NaN" : value;
            case FLOAT32 -> Float.floatToRawIntBits((Float) value);
            case FLOAT64 -> Double.doubleToRawLongBits((Double) value);
            case DECIMAL -> ((BigDecimal) value).unscaledValue();
            case CHAR -> utf8(((String) value).replaceAll(" +$", ""));
            case STRING, JSON, ENUM, VARCHAR -> utf8((String) value);
            case STRUCT, VARIANT -> {
                List<Object> fields = new ArrayList<>();
                for (int i = 0; i < type.fields().size(); i++) {
                    fields.add(written(type.fields().get(i).type(), ((Object[]) value)[i]));
                }
                yield fields;
            }
            case LIST -> {
                List<Object> list = new ArrayList<>();
                ((List<?>) value)
                        .forEach(v -> list.add(written(type.fields().get(0).type(), v)));
                yield list;
            }
            case MAP -> {
                List<Object> list = new ArrayList<>();
                for (Object v : (List<?>) value) {
                    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) v;
                    list.add(Arrays.asList(
                            written(type.fields().get(0).type(), entry.getKey()),
                            written(type.fields().get(1).type(), entry.getValue())));
                }
                yield list;
            }
            default ->
                value instanceof byte[] bytes
                        ? ByteBuffer.wrap(bytes)
                        : value instanceof BigInteger integer
                                ? integer
                                : BigInteger.valueOf(((Number) value).longValue());
        };
    }

    /** A row of a vector; of one that claims to be constant, it must be what row 0 is. */
    public static Object read(ColumnVector vector, int row) {
        Object value = value(vector, row);
        if (vector.isConstant() && (value == null || !value.equals(value(vector, 0)))) {
            throw new AssertionError("row " + row + " of a constant is " + value + ", row 0 is " + value(vector, 0));
        }
        return value;
    }

    private static Object value(ColumnVector vector, int row) {
        Type type = vector.type();
        if (vector instanceof NullVector || vector.isNull(row)) {
            return null;
        } else if (vector instanceof BooleanVector v) {
            return v.values()[row] == 1;
        } else if (vector instanceof IntVector v) {
            if (type.kind() == TypeKind.FLOAT16) {
                float f = halfToFloat(v.values()[row]);
                return Float.isNaN(f) ? "NaN" : f;
            }
            return BigInteger.valueOf(v.values()[row]);
        } else if (vector instanceof LongVector v) {
            BigInteger value = BigInteger.valueOf(v.values()[row]);
            return type.kind() == TypeKind.UINT64 ? value.mod(BigInteger.ONE.shiftLeft(64)) : value;
        } else if (vector instanceof Int128Vector v) {
            return v.get(row);
        } else if (vector instanceof FloatVector v) {
            return Float.floatToRawIntBits(v.values()[row]);
        } else if (vector instanceof DoubleVector v) {
            return Double.doubleToRawLongBits(v.values()[row]);
        } else if (vector instanceof BytesVector v) {
            return type.kind() == TypeKind.DECIMAL ? new BigInteger(v.get(row)) : ByteBuffer.wrap(v.get(row));
        } else if (vector instanceof StructVector v) {
            List<Object> fields = new ArrayList<>();
            v.fields().forEach(field -> fields.add(read(field, row)));
            return fields;
        } else if (vector instanceof ListVector v) {
            List<Object> list = new ArrayList<>();
            for (int i = v.offsets()[row]; i < v.offsets()[row + 1]; i++) {
                list.add(read(v.elements(), i));
            }
            return list;
        }
        throw new AssertionError(vector.getClass());
    }

    /** By the definition of IEEE 754. */
    static float halfToFloat(int bits) {
        int exponent = (bits >> 10) & 31;
        int fraction = bits & 1023;
        double magnitude = exponent == 31
                ? fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN
                : exponent == 0 ? fraction * Math.pow(2, -24) : (1024 + fraction) * Math.pow(2, exponent - 25);
        return (float) ((bits & 0x8000) != 0 ? -magnitude : magnitude);
    }

    static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
