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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random schemas and rows, as the writer's row appender takes them: runs, sorted stretches, nulls, extremes. */
final class RandomTables {
    private static final TypeKind[] KINDS = TypeKind.values();
    private static final long MAX_SECOND = LocalDate.of(9999, 12, 31).toEpochDay() * 86_400;
    private static final long MIN_SECOND = LocalDate.of(1, 1, 1).toEpochDay() * 86_400;

    private final Random random;
    private final int largest;

    /** Tables whose values of variable length have up to {@code largest} bytes, most of them far less. */
    RandomTables(Random random, int largest) {
        this.random = random;
        this.largest = largest;
    }

    Schema schema() {
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            fields.add(field(i == 1 ? "odd.`name" : "c" + i, 3));
        }
        return new Schema(fields);
    }

    private Field field(String name, int depth) {
        Type type = type(KINDS[random.nextInt(KINDS.length)], depth);
        boolean nullable = type.kind() == TypeKind.NULL || random.nextInt(3) > 0;
        Field field = nullable ? Field.nullable(name, type) : Field.required(name, type);
        return random.nextInt(3) == 0 ? field.withFieldId(random.nextInt()) : field;
    }

    Type type(TypeKind kind, int depth) {
        return switch (kind) {
            case DECIMAL -> {
                int[] most = {9, 18, 38, 60};
                int precision = 1 + random.nextInt(most[random.nextInt(most.length)]);
                yield Type.decimal(precision, random.nextInt(precision + 1));
            }
            case TIME -> Type.time(random.nextInt(13), random.nextBoolean());
            case TIMESTAMP -> Type.timestamp(random.nextInt(13), random.nextBoolean());
            case CHAR, VARCHAR, FIXED -> Type.sized(kind, 1 + random.nextInt(80));
            case INTERVAL_DAY_TIME -> Type.sized(kind, random.nextInt(13));
            case GEOMETRY -> Type.geo(kind, "EPSG:4326");
            case GEOGRAPHY -> Type.geo(kind, "", "spherical");
            case STRUCT, VARIANT -> {
                if (depth == 0) {
                    yield Type.of(TypeKind.INT64);
                }
                List<Field> fields = new ArrayList<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    fields.add(field("f" + i, depth - 1));
                }
                yield kind == TypeKind.STRUCT ? Type.struct(fields) : Type.variant(fields);
            }
            case LIST -> depth == 0 ? Type.of(TypeKind.STRING) : Type.list(field("element", depth - 1));
            case MAP ->
                depth == 0
                        ? Type.of(TypeKind.INT32)
                        : Type.map(Field.required("key", Type.of(TypeKind.STRING)), field("value", depth - 1));
            default -> Type.of(kind);
        };
    }

    List<Object[]> rows(Schema schema, int count) {
        List<Object[]> rows = new ArrayList<>();
        int[] styles = random.ints(schema.fields().size(), 0, 4).toArray();
        for (int i = 0; i < count; i++) {
            Object[] row = new Object[schema.fields().size()];
            for (int c = 0; c < row.length; c++) {
                boolean repeats =
                        i > 0 && (styles[c] == 0 ? random.nextInt(3000) > 0 : styles[c] == 1 && random.nextInt(50) > 0);
                row[c] = repeats ? rows.get(i - 1)[c] : value(schema.fields().get(c));
            }
            rows.add(row);
        }
        return rows;
    }

    private Object value(Field field) {
        return field.nullable() && random.nextInt(6) == 0 ? null : value(field.type());
    }

    /** A value that is not null, except of the null type. */
    Object value(Type type) {
        return switch (type.kind()) {
            case NULL -> null;
            case BOOLEAN -> random.nextBoolean();
            case INT8 -> (int) (byte) bits();
            case INT16 -> (int) (short) bits();
            case INT32, INTERVAL_YEAR_MONTH -> (int) bits();
            case DATE -> (int) Math.floorMod(bits(), 3_000_000L) - 700_000;
            case INT64 -> bits();
            case INTERVAL_DAY_TIME -> bits();
            case TIME -> Math.floorMod(bits(), 86_400L * pow(type.precision()));
            case UINT8 -> (int) bits() & 0xFF;
            case UINT16 -> (int) bits() & 0xFFFF;
            case UINT32 -> bits() & 0xFFFF_FFFFL;
            case UINT64 -> BigInteger.valueOf(bits()).mod(BigInteger.ONE.shiftLeft(64));
            case FLOAT16 ->
                Arrays.asList(0f, -0f, 1.5f, -2f, 65504f, Float.NaN, Float.NEGATIVE_INFINITY, 5.9604645e-8f)
                        .get(random.nextInt(8));
            case FLOAT32 -> random.nextBoolean() ? Float.intBitsToFloat((int) bits()) : random.nextInt(100) / 8f;
            case FLOAT64 -> random.nextBoolean() ? Double.longBitsToDouble(bits()) : random.nextInt(1000) / 100.0;
            case DECIMAL -> {
                int digits = 1 + random.nextInt(type.precision());
                BigInteger unscaled = new BigInteger(digits * 3, random).mod(BigInteger.TEN.pow(digits));
                yield new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
            }
            case TIMESTAMP -> {
                long second = MIN_SECOND + Math.floorMod(bits(), MAX_SECOND - MIN_SECOND);
                long fraction = random.nextBoolean() ? 0 : Math.floorMod(random.nextLong(), pow(type.precision()));
                yield BigInteger.valueOf(second)
                        .multiply(BigInteger.valueOf(pow(type.precision())))
                        .add(BigInteger.valueOf(fraction));
            }
            case INTERVAL_MONTH_DAY_NANO -> new BigInteger(127, random).subtract(BigInteger.ONE.shiftLeft(126));
            case STRING, JSON, ENUM -> text(length());
            case CHAR, VARCHAR -> text(type.precision());
            case BINARY, BSON, GEOMETRY, GEOGRAPHY -> bytes(length());
            case FIXED -> bytes(type.precision());
            case UUID -> bytes(16);
            case STRUCT, VARIANT -> type.fields().stream().map(this::value).toArray();
            case LIST -> {
                List<Object> list = new ArrayList<>();
                for (int i = elements(); i > 0; i--) {
                    list.add(value(type.fields().get(0)));
                }
                yield list;
            }
            case MAP -> {
                List<Object> entries = new ArrayList<>();
                for (int i = elements(); i > 0; i--) {
                    entries.add(new AbstractMap.SimpleEntry<>(
                            value(type.fields().get(0)), value(type.fields().get(1))));
                }
                yield entries;
            }
        };
    }

    static long pow(int digits) {
        return BigInteger.TEN.pow(digits).longValueExact();
    }

    private int elements() {
        return random.nextInt(4) == 0 ? 0 : random.nextInt(400) == 0 ? 500 : random.nextInt(4);
    }

    private int length() {
        return random.nextInt(100) == 0 ? random.nextInt(largest + 1) : random.nextInt(12);
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

    private String text(int most) {
        String[] alphabet = {"a", "b", " ", "\t", "z", "\u00e9", "\u4e2d", "\ud7ff", "\ud83d\ude00", "\udbff\udfff"};
        int letters = random.nextInt(3) == 0 ? alphabet.length : 2;
        StringBuilder s = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            s.append(alphabet[random.nextInt(letters)]);
        }
        return s.toString();
    }
}
