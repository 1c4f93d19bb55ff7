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
package dev.stoa.writer;

import dev.stoa.format.Field;
import dev.stoa.format.Float16;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;

/** Random schemas, and rows for them as plain Java objects: with runs, nulls, extremes and now and then large values. */
final class RandomData {
    private static final TypeKind[] KINDS = TypeKind.values();

    private final Random random;

    RandomData(Random random) {
        this.random = random;
    }

    Schema schema() {
        List<Field> fields = new ArrayList<>();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            fields.add(field("c" + i, 3));
        }
        return new Schema(fields);
    }

    Field field(String name, int depth) {
        Type type = type(KINDS[random.nextInt(KINDS.length)], depth);
        boolean nullable = type.kind() == TypeKind.NULL || random.nextBoolean();
        OptionalInt id = random.nextInt(3) == 0 ? OptionalInt.of(random.nextInt()) : OptionalInt.empty();
        return new Field(name, type, nullable, id);
    }

    /** A type of a kind; nested kinds become int32 when there is no depth left. */
    Type type(TypeKind kind, int depth) {
        return switch (kind) {
            case DECIMAL -> {
                int[] most = {18, 38, 60, 500};
                int precision = 1 + random.nextInt(most[random.nextInt(most.length)]);
                yield Type.decimal(precision, random.nextInt(precision + 1));
            }
            case TIME -> Type.time(random.nextInt(13), random.nextBoolean());
            case TIMESTAMP -> Type.timestamp(random.nextInt(13), random.nextBoolean());
            case CHAR, VARCHAR, FIXED -> Type.sized(kind, 1 + random.nextInt(100));
            case INTERVAL_DAY_TIME -> Type.sized(kind, random.nextInt(13));
            case GEOMETRY -> Type.geo(kind, "EPSG:4326");
            case GEOGRAPHY -> Type.geo(kind, "", "spherical");
            case STRUCT, VARIANT -> {
                if (depth == 0) {
                    yield Type.of(TypeKind.INT32);
                }
                List<Field> fields = new ArrayList<>();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    fields.add(field("f" + i, depth - 1));
                }
                yield kind == TypeKind.STRUCT ? Type.struct(fields) : Type.variant(fields);
            }
            case LIST -> depth == 0 ? Type.of(TypeKind.INT32) : Type.list(field("element", depth - 1));
            case MAP ->
                depth == 0
                        ? Type.of(TypeKind.INT32)
                        : Type.map(Field.required("key", type(TypeKind.STRING, 0)), field("value", depth - 1));
            default -> Type.of(kind);
        };
    }

    /** Rows of a schema. */
    List<Object[]> rows(Schema schema, int count) {
        List<Object[]> rows = new ArrayList<>();
        int[] styles = random.ints(schema.fields().size(), 0, 4).toArray();
        for (int i = 0; i < count; i++) {
            Object[] row = new Object[schema.fields().size()];
            for (int c = 0; c < row.length; c++) {
                boolean repeats = i > 0 && (styles[c] == 0 || (styles[c] == 1 && random.nextInt(50) > 0));
                row[c] = repeats ? rows.get(i - 1)[c] : value(schema.fields().get(c));
            }
            rows.add(row);
        }
        return rows;
    }

    private Object value(Field field) {
        if (field.nullable() && random.nextInt(6) == 0) {
            return null;
        }
        return value(field.type());
    }

    /** A value that is not null, except of the null type. */
    Object value(Type type) {
        return switch (type.kind()) {
            case NULL -> null;
            case BOOLEAN -> random.nextBoolean();
            case INT8 -> (int) (byte) bits();
            case INT16 -> (int) (short) bits();
            case INT32, DATE, INTERVAL_YEAR_MONTH -> (int) bits();
            case INT64, INTERVAL_DAY_TIME, TIME -> bits();
            case UINT8 -> (int) bits() & 0xFF;
            case UINT16 -> (int) bits() & 0xFFFF;
            case UINT32 -> bits() & 0xFFFF_FFFFL;
            case UINT64 ->
                new BigInteger(1, ByteBuffer.allocate(8).putLong(bits()).array());
            case FLOAT16 ->
                Arrays.asList(0f, -0f, 1.5f, -2f, 65504f, Float.NaN, Float.NEGATIVE_INFINITY, 5.9604645e-8f)
                        .get(random.nextInt(8));
            case FLOAT32 -> Float.intBitsToFloat((int) bits());
            case FLOAT64 -> random.nextBoolean() ? Double.longBitsToDouble(bits()) : random.nextInt(1000) / 100.0;
            case DECIMAL -> {
                int digits = 1 + random.nextInt(type.precision());
                BigInteger unscaled = new BigInteger(digits * 3, random).mod(BigInteger.TEN.pow(digits));
                yield new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
            }
            case TIMESTAMP ->
                type.precision() <= 6
                        ? (Object) bits()
                        : BigInteger.valueOf(bits()).shiftLeft(random.nextInt(60));
            case INTERVAL_MONTH_DAY_NANO -> new BigInteger(127, random).subtract(BigInteger.ONE.shiftLeft(126));
            case STRING, JSON, ENUM -> text(random.nextInt(200) == 0 ? 3000 : 12);
            case CHAR, VARCHAR -> text(type.precision());
            case BINARY, BSON, GEOMETRY, GEOGRAPHY -> bytes(random.nextInt(random.nextInt(200) == 0 ? 3000 : 12));
            case FIXED -> bytes(type.precision());
            case UUID -> bytes(16);
            case STRUCT, VARIANT -> type.fields().stream().map(this::value).toArray();
            case LIST -> {
                List<Object> list = new ArrayList<>();
                for (int i = length(); i > 0; i--) {
                    list.add(value(type.fields().get(0)));
                }
                yield list;
            }
            case MAP -> {
                List<Object> entries = new ArrayList<>();
                for (int i = length(); i > 0; i--) {
                    entries.add(new AbstractMap.SimpleEntry<>(
                            value(type.fields().get(0)), value(type.fields().get(1))));
                }
                yield entries;
            }
        };
    }

    private int length() {
        return random.nextInt(4) == 0 ? 0 : random.nextInt(500) == 0 ? 300 : random.nextInt(4);
    }

    private long bits() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
            default -> random.nextInt(1000) - 200;
        };
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        if (random.nextInt(10) == 0) {
            Arrays.fill(bytes, (byte) -1);
        }
        return bytes;
    }

    private String text(int maxLength) {
        String[] alphabet = {"a", "b", " ", "\t", "z", "\u00e9", "\u4e2d", "\ud7ff", "\ud83d\ude00", "\udbff\udfff"};
        int most = random.nextInt(3) == 0 ? alphabet.length : 2;
        StringBuilder s = new StringBuilder();
        for (int i = random.nextInt(maxLength + 1); i > 0; i--) {
            s.append(alphabet[random.nextInt(most)]);
        }
        return s.toString();
    }

    /** A value as {@link StoredFile} gives it back. */
    static Object stored(Type type, Object value) {
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> (Boolean) value ? BigInteger.ONE : BigInteger.ZERO;
            case FLOAT32 -> Float.floatToRawIntBits((Float) value);
            case FLOAT64 -> Double.doubleToRawLongBits((Double) value);
            case FLOAT16 -> BigInteger.valueOf(Float16.ofFloat((Float) value));
            case UINT64 -> BigInteger.valueOf(((BigInteger) value).longValue());
            case DECIMAL -> {
                BigInteger unscaled = ((BigDecimal) value).unscaledValue();
                yield type.precision() <= 38 ? unscaled : ByteBuffer.wrap(unscaled.toByteArray());
            }
            case CHAR -> utf8(((String) value).replaceAll(" +$", ""));
            case STRING, JSON, ENUM, VARCHAR -> utf8((String) value);
            case STRUCT, VARIANT -> {
                List<Object> fields = new ArrayList<>();
                Object[] values = (Object[]) value;
                for (int i = 0; i < values.length; i++) {
                    fields.add(stored(type.fields().get(i).type(), values[i]));
                }
                yield fields;
            }
            case LIST ->
                ((List<?>) value)
                        .stream()
                                .map(v -> stored(type.fields().get(0).type(), v))
                                .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
            case MAP ->
                ((List<?>) value)
                        .stream()
                                .map(v -> {
                                    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) v;
                                    return Arrays.asList(
                                            stored(type.fields().get(0).type(), entry.getKey()),
                                            stored(type.fields().get(1).type(), entry.getValue()));
                                })
                                .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
            default ->
                value instanceof byte[] bytes
                        ? ByteBuffer.wrap(bytes)
                        : value instanceof BigInteger integer
                                ? integer
                                : BigInteger.valueOf(((Number) value).longValue());
        };
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
