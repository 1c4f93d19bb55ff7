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
package dev.stoa.interop;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.RejectedDataException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;

/** Makes schemas and rows of all types. */
public final class RandomRows {
    private static final TypeKind[] KINDS = TypeKind.values();

    private final Random random;
    private final Predicate<Type> allowed;

    /**
     * A maker.
     *
     * @param allowed whether a type may come up
     */
    public RandomRows(long seed, Predicate<Type> allowed) {
        this.random = new Random(seed);
        this.allowed = allowed;
    }

    /** A schema of some columns. */
    public Schema schema() {
        List<Field> fields = new ArrayList<>();
        int n = 1 + random.nextInt(8);
        for (int i = 0; i < n; i++) {
            fields.add(field("c" + i, 0));
        }
        return new Schema(fields);
    }

    private Field field(String name, int depth) {
        Type type;
        do {
            type = type(depth);
        } while (!allowed.test(type));
        boolean nullable = type.kind() == TypeKind.NULL || random.nextBoolean();
        OptionalInt id = random.nextInt(4) == 0 ? OptionalInt.of(random.nextInt(1000)) : OptionalInt.empty();
        return new Field(name, type, nullable, id);
    }

    private Type type(int depth) {
        TypeKind kind = KINDS[random.nextInt(KINDS.length)];
        if (kind.isNested() && depth == 3) {
            return Type.of(TypeKind.INT32);
        }
        return switch (kind) {
            case DECIMAL -> {
                int precision = 1 + random.nextInt(45);
                yield Type.decimal(precision, random.nextInt(precision + 1));
            }
            case TIME -> Type.time(random.nextInt(13), random.nextBoolean());
            case TIMESTAMP -> Type.timestamp(random.nextInt(13), random.nextBoolean());
            case CHAR, VARCHAR, FIXED -> Type.sized(kind, 1 + random.nextInt(20));
            case INTERVAL_DAY_TIME -> Type.sized(kind, random.nextInt(13));
            case GEOMETRY -> Type.geo(kind, "EPSG:28992");
            case GEOGRAPHY -> Type.geo(kind, "OGC:CRS84", "spherical");
            case STRUCT -> Type.struct(fields(depth));
            case LIST -> Type.list(field(random.nextBoolean() ? "element" : "item", depth + 1));
            case MAP -> {
                Field key =
                        random.nextBoolean() ? Field.required("key", Type.of(TypeKind.STRING)) : field("k", depth + 1);
                yield Type.map(key, field("value", depth + 1));
            }
            case VARIANT ->
                Type.variant(List.of(
                        Field.required("metadata", Type.of(TypeKind.BINARY)),
                        Field.nullable("value", Type.of(TypeKind.BINARY))));
            default -> Type.of(kind);
        };
    }

    private List<Field> fields(int depth) {
        List<Field> fields = new ArrayList<>();
        int n = 1 + random.nextInt(3);
        for (int i = 0; i < n; i++) {
            fields.add(field("f" + i, depth + 1));
        }
        return fields;
    }

    /** A batch of some rows. */
    public Batch batch(Schema schema, int rows) throws RejectedDataException {
        List<Object[]> all = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            all.add(schema.fields().stream().map(this::value).toArray());
        }
        return JavaRows.batch(schema, all);
    }

    private Object value(Field field) {
        Type type = field.type();
        if (type.kind() == TypeKind.NULL || (field.nullable() && random.nextInt(4) == 0)) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> random.nextBoolean();
            case INT8 -> (byte) random.nextInt();
            case INT16 -> (short) random.nextInt();
            case INT32, INTERVAL_YEAR_MONTH -> random.nextInt();
            case DATE -> random.nextInt(4_000_000) - 2_000_000;
            case UINT8 -> random.nextInt(256);
            case UINT16 -> random.nextInt(65536);
            case UINT32 -> random.nextLong() >>> 32;
            case UINT64 -> new BigInteger(64, random);
            case INT64, INTERVAL_DAY_TIME -> random.nextLong() >> random.nextInt(64);
            case FLOAT16 -> (float) random.nextInt(2048);
            case FLOAT32 -> Float.intBitsToFloat(random.nextInt());
            case FLOAT64 -> Double.longBitsToDouble(random.nextLong());
            case DECIMAL ->
                new BigDecimal(
                        new BigInteger(random.nextInt(bits(type) + 1), random)
                                .mod(BigInteger.TEN.pow(type.precision()))
                                .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1)),
                        type.scale());
            case TIME -> Math.floorMod(random.nextLong(), (long) (86_400 * Math.pow(10, type.precision())));
            case TIMESTAMP -> timestamp(type);
            case INTERVAL_MONTH_DAY_NANO -> new BigInteger(100, random);
            case STRING, VARCHAR, CHAR, JSON, ENUM -> text(type);
            case BINARY, BSON -> bytes(random.nextInt(20));
            case GEOMETRY, GEOGRAPHY -> point();
            case FIXED -> bytes(type.precision());
            case UUID -> new UUID(random.nextLong(), random.nextLong());
            case STRUCT, VARIANT -> type.fields().stream().map(this::value).toArray();
            case LIST -> list(type.fields().get(0));
            case MAP -> {
                List<Map.Entry<Object, Object>> entries = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    entries.add(new java.util.AbstractMap.SimpleEntry<>(
                            value(type.fields().get(0)), value(type.fields().get(1))));
                }
                yield entries;
            }
            case NULL -> null;
        };
    }

    private static int bits(Type type) {
        return (int) (type.precision() * 3.3219) + 1;
    }

    /** Years 1 to 9999 and some far off, with ever more digits after the point. */
    private BigInteger timestamp(Type type) {
        long second = random.nextInt(8) == 0
                ? random.nextLong() >> 20
                : random.nextInt(4) == 0 ? random.nextInt(10) - 5 : random.nextLong() % 250_000_000_000L;
        BigInteger unit = BigInteger.TEN.pow(type.precision());
        BigInteger fraction = new BigInteger(60, random).mod(unit);
        if (second == -1) {
            fraction = BigInteger.ZERO; // ORC knows no other
        }
        BigInteger units = BigInteger.valueOf(second).multiply(unit).add(fraction);
        return type.precision() <= 6 && units.bitLength() > 63 ? fraction : units;
    }

    private List<Object> list(Field element) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(element));
        }
        return list;
    }

    private String text(Type type) {
        int most = type.precision() == 0 ? 20 : type.precision();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.appendCodePoint(random.nextInt(6) == 0 ? 0x1F600 + random.nextInt(50) : 'a' + random.nextInt(26));
        }
        return text.toString();
    }

    /** A point as well-known binary. */
    private byte[] point() {
        return java.nio.ByteBuffer.allocate(21)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(1)
                .putDouble(random.nextInt(180))
                .putDouble(random.nextInt(90))
                .array();
    }

    private byte[] bytes(int n) {
        byte[] bytes = new byte[n];
        random.nextBytes(bytes);
        return bytes;
    }
}
