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
package dev.stoa.arrow;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random schemas of all types that Arrow can express, and rows as a writer's appender takes them. */
final class RandomRows {
    private static final TypeKind[] KINDS = TypeKind.values();

    private final Random random;

    RandomRows(Random random) {
        this.random = random;
    }

    Schema schema() {
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            fields.add(field("c" + i, KINDS[random.nextInt(KINDS.length)], 3));
        }
        return new Schema(fields);
    }

    /** One column of each type. */
    Schema everyType() {
        List<Field> fields = new ArrayList<>();
        for (TypeKind kind : KINDS) {
            fields.add(field(kind.name(), kind, 1));
        }
        return new Schema(fields);
    }

    private Field field(String name, TypeKind kind, int depth) {
        Type type = type(kind, depth);
        Field field = type.kind() == TypeKind.NULL || random.nextInt(3) > 0
                ? Field.nullable(name, type)
                : Field.required(name, type);
        return random.nextInt(3) == 0 ? field.withFieldId(random.nextInt()) : field;
    }

    private Field below(String name, int depth) {
        return field(name, KINDS[random.nextInt(KINDS.length)], depth - 1);
    }

    private Type type(TypeKind kind, int depth) {
        if (kind.isNested() && depth == 0) {
            return Type.of(TypeKind.STRING);
        }
        return switch (kind) {
            case DECIMAL -> {
                int precision = 1 + random.nextInt(TypeExport.MAX_DIGITS);
                yield Type.decimal(precision, random.nextInt(precision + 1));
            }
            case TIME -> Type.time(random.nextInt(10), random.nextBoolean());
            case TIMESTAMP -> Type.timestamp(random.nextInt(10), random.nextBoolean());
            case INTERVAL_DAY_TIME -> Type.sized(kind, random.nextInt(10));
            case CHAR, VARCHAR, FIXED -> Type.sized(kind, 1 + random.nextInt(30));
            case GEOMETRY -> Type.geo(kind, "EPSG:4326");
            case GEOGRAPHY -> Type.geo(kind, "", "spherical");
            case STRUCT -> Type.struct(List.of(below("a", depth), below("b", depth)));
            case VARIANT -> Type.variant(List.of(below("metadata", depth), below("value", depth)));
            case LIST -> Type.list(below("element", depth));
            case MAP -> Type.map(Field.required("key", Type.of(TypeKind.STRING)), below("value", depth));
            default -> Type.of(kind);
        };
    }

    List<Object[]> rows(Schema schema, int count) {
        List<Object[]> rows = new ArrayList<>();
        int[] repeats = random.ints(schema.fields().size(), 0, 2).toArray();
        for (int i = 0; i < count; i++) {
            Object[] row = new Object[repeats.length];
            for (int c = 0; c < row.length; c++) {
                boolean same = i > 0 && repeats[c] == 1 && random.nextInt(20) > 0;
                row[c] = same ? rows.get(i - 1)[c] : value(schema.fields().get(c));
            }
            rows.add(row);
        }
        return rows;
    }

    private Object value(Field field) {
        return field.nullable() && random.nextInt(5) == 0 ? null : value(field.type());
    }

    private Object value(Type type) {
        return switch (type.kind()) {
            case NULL -> null;
            case BOOLEAN -> random.nextBoolean();
            case INT8 -> (int) (byte) bits();
            case INT16 -> (int) (short) bits();
            case UINT8 -> (int) bits() & 0xFF;
            case UINT16 -> (int) bits() & 0xFFFF;
            case UINT32 -> bits() & 0xFFFF_FFFFL;
            case UINT64 -> BigInteger.valueOf(bits()).mod(BigInteger.ONE.shiftLeft(64));
            case INT32, INTERVAL_YEAR_MONTH -> (int) bits();
            case DATE -> random.nextInt(100_000) - 20_000;
            case INT64 -> bits();
            case FLOAT16 -> random.nextInt(100) / 4f;
            case FLOAT32 -> random.nextInt(1000) / 8f;
            case FLOAT64 -> random.nextBoolean() ? Double.NaN : random.nextGaussian();
            case DECIMAL -> {
                int digits = random.nextInt(5) == 0 ? type.precision() : 1 + random.nextInt(type.precision());
                BigInteger unscaled = new BigInteger(300, random).mod(BigInteger.TEN.pow(digits));
                yield new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
            }
            case TIME -> Math.floorMod(random.nextLong(), 86_400L * pow(type.precision()));
            case TIMESTAMP -> BigInteger.valueOf((random.nextLong() >> 31) * pow(type.precision()) / 1000);
            case INTERVAL_DAY_TIME -> (random.nextLong() >> 31) * pow(type.precision()) / 1000;
            case INTERVAL_MONTH_DAY_NANO -> new BigInteger(127, random).subtract(BigInteger.ONE.shiftLeft(126));
            case STRING, JSON -> text(random.nextInt(100) == 0 ? 5000 : 12);
            case ENUM -> List.of("red", "green", "blue").get(random.nextInt(3));
            case CHAR, VARCHAR -> text(type.precision());
            case BINARY, BSON, GEOMETRY, GEOGRAPHY -> bytes(random.nextInt(12));
            case FIXED -> bytes(type.precision());
            case UUID -> bytes(16);
            case STRUCT, VARIANT -> type.fields().stream().map(this::value).toArray();
            case LIST -> elements(type.fields().get(0));
            case MAP -> {
                List<Object> entries = new ArrayList<>();
                for (Object value : elements(type.fields().get(1))) {
                    entries.add(new SimpleEntry<>(text(5), value));
                }
                yield entries;
            }
        };
    }

    private List<Object> elements(Field element) {
        List<Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(value(element));
        }
        return elements;
    }

    private static long pow(int digits) {
        return BigInteger.TEN.pow(digits).longValueExact();
    }

    private long bits() {
        return random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(300) - 100;
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text(int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(List.of("a", "b", "\u00e9", "\ud83d\ude00").get(random.nextInt(4)));
        }
        return text.toString();
    }
}
