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
package dev.stoa.reader.reference;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/**
 * Random schemas, nested ones too, and batches for them, as a plain model in memory. Each column has a habit (constant,
 * narrow, outliers, ascending, few distinct, runs, multiples, gaps, any bits), so that every encoding has a chance.
 */
final class RandomTables {
    private static final TypeKind[] KINDS = TypeKind.values();
    private static final int MAX_ELEMENTS = 30_000;

    private final Random random;
    /** Now and then a vector of so many bytes of strings. */
    private final int bigBytes;

    RandomTables(Random random, int bigBytes) {
        this.random = random;
        this.bigBytes = bigBytes;
    }

    Schema schema(int columns) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            fields.add(field("c" + i, 3));
        }
        return new Schema(fields);
    }

    Batch batch(Schema schema, int rows) {
        List<ColumnVector> columns = new ArrayList<>();
        for (Field field : schema.fields()) {
            columns.add(vector(field, rows, new boolean[rows]));
        }
        return new Batch(schema, columns, rows);
    }

    private Field field(String name, int depth) {
        Type type = type(KINDS[random.nextInt(KINDS.length)], depth);
        boolean nullable = type.kind() == TypeKind.NULL || random.nextBoolean();
        OptionalInt id = random.nextInt(3) == 0 ? OptionalInt.of(random.nextInt()) : OptionalInt.empty();
        return new Field(random.nextInt(5) == 0 ? name + "\u00e9\"\ud83d\ude00" : name, type, nullable, id);
    }

    /** A type of a kind; nested kinds become int64 when there is no depth left. */
    Type type(TypeKind kind, int depth) {
        return switch (kind) {
            case DECIMAL -> {
                int most = new int[] {18, 38, 100}[random.nextInt(3)];
                int precision = 1 + random.nextInt(most);
                yield Type.decimal(precision, random.nextInt(precision + 1));
            }
            case TIME -> Type.time(random.nextInt(13), random.nextBoolean());
            case TIMESTAMP -> Type.timestamp(random.nextInt(13), random.nextBoolean());
            case CHAR, VARCHAR, FIXED -> Type.sized(kind, 1 + random.nextInt(90));
            case INTERVAL_DAY_TIME -> Type.sized(kind, random.nextInt(13));
            case GEOMETRY -> Type.geo(kind, random.nextBoolean() ? "" : "EPSG:4326");
            case GEOGRAPHY -> Type.geo(kind, "OGC:CRS84", "spherical");
            case STRUCT, VARIANT, LIST, MAP -> depth == 0 ? Type.of(TypeKind.INT64) : nested(kind, depth - 1);
            default -> Type.of(kind);
        };
    }

    private Type nested(TypeKind kind, int depth) {
        if (kind == TypeKind.LIST) {
            return Type.list(field("element", depth));
        }
        if (kind == TypeKind.MAP) {
            Type key = Type.of(random.nextBoolean() ? TypeKind.STRING : TypeKind.INT32);
            return Type.map(Field.required("key", key), field("value", depth));
        }
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.add(field("f" + i, depth));
        }
        return kind == TypeKind.STRUCT ? Type.struct(fields) : Type.variant(fields);
    }

    private ColumnVector vector(Field field, int n, boolean[] parentNulls) {
        Type type = field.type();
        boolean[] nulls = nulls(field.nullable(), n, parentNulls);
        if (type.kind() == TypeKind.STRUCT || type.kind() == TypeKind.VARIANT) {
            List<ColumnVector> fields = new ArrayList<>();
            for (Field child : type.fields()) {
                fields.add(vector(child, n, nulls));
            }
            return new StructVector(type, fields, mask(nulls), n);
        }
        if (type.kind() == TypeKind.LIST || type.kind() == TypeKind.MAP) {
            return list(type, n, nulls);
        }
        return switch (type.physical()) {
            case NONE -> new NullVector(n);
            case BOOLEAN -> {
                byte[] values = new byte[n];
                long[] bits = integers(n, 1);
                for (int i = 0; i < n; i++) {
                    values[i] = (byte) (bits[i] & 1);
                }
                yield new BooleanVector(type, values, mask(nulls), n);
            }
            case INT -> new IntVector(type, ints(type, n), mask(nulls), n);
            case LONG -> new LongVector(type, longs(type, n), mask(nulls), n);
            case INT128 -> int128(type, n, mask(nulls));
            case FLOAT -> {
                float[] values = new float[n];
                long[] bits = integers(n, 32);
                int habit = random.nextInt(3);
                float power = (float) Math.pow(10, random.nextInt(12));
                for (int i = 0; i < n; i++) {
                    values[i] = switch (habit) {
                        case 0 -> bits[i] % 1000 / 4f;
                        case 1 -> i % 301 == 7 ? Float.intBitsToFloat((int) bits[i]) : bits[i] / power;
                        default -> Float.intBitsToFloat((int) bits[i]);
                    };
                }
                yield new FloatVector(type, values, mask(nulls), n);
            }
            case DOUBLE -> {
                double[] values = new double[n];
                long[] bits = integers(n, 64);
                int habit = random.nextInt(3);
                double power = Math.pow(10, random.nextInt(24));
                for (int i = 0; i < n; i++) {
                    values[i] = switch (habit) {
                        case 0 -> bits[i] % 1000 / 100.0;
                        case 1 -> i % 301 == 7 ? Double.longBitsToDouble(bits[i]) : bits[i] / power;
                        default -> Double.longBitsToDouble(bits[i]);
                    };
                }
                yield new DoubleVector(type, values, mask(nulls), n);
            }
            case BYTES -> bytes(type, n, nulls);
        };
    }

    private static boolean[] mask(boolean[] nulls) {
        for (boolean isNull : nulls) {
            if (isNull) {
                return nulls;
            }
        }
        return ColumnVector.NO_NULLS;
    }

    private boolean[] nulls(boolean nullable, int n, boolean[] parentNulls) {
        boolean[] nulls = Arrays.copyOf(parentNulls, n);
        int habit = nullable ? random.nextInt(5) : 0;
        int odds = habit == 2 ? 2 : 1 + random.nextInt(200);
        boolean isNull = random.nextBoolean();
        for (int i = 0; i < n && habit > 0; i++) {
            isNull = switch (habit) {
                case 1 -> true;
                case 2, 3 -> random.nextInt(odds) == 0;
                default -> (random.nextInt(odds) == 0) != isNull;
            };
            nulls[i] |= isNull;
        }
        return nulls;
    }

    private ListVector list(Type type, int n, boolean[] nulls) {
        int[] offsets = new int[n + 1];
        int most = 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 4);
        for (int i = 0; i < n; i++) {
            boolean isEmpty = nulls[i] || offsets[i] > MAX_ELEMENTS || random.nextInt(4) == 0;
            offsets[i + 1] = offsets[i] + (isEmpty ? 0 : random.nextInt(most + 1));
        }
        Field element = type.kind() == TypeKind.LIST
                ? type.fields().get(0)
                : Field.required("entry", ListVector.entryType(type));
        ColumnVector elements = vector(element, offsets[n], new boolean[offsets[n]]);
        return new ListVector(type, offsets, elements, mask(nulls), n);
    }

    private int[] ints(Type type, int n) {
        long[] values = integers(n, 32);
        int[] out = new int[n];
        for (int i = 0; i < n; i++) {
            int v = (int) values[i];
            out[i] = switch (type.kind()) {
                case INT8 -> (byte) v;
                case INT16 -> (short) v;
                case UINT8 -> v & 0xFF;
                case UINT16, FLOAT16 -> v & 0xFFFF;
                default -> v;
            };
        }
        return out;
    }

    private long[] longs(Type type, int n) {
        long[] values = integers(n, 64);
        for (int i = 0; i < n; i++) {
            values[i] = switch (type.kind()) {
                case UINT32 -> values[i] & 0xFFFF_FFFFL;
                case DECIMAL -> values[i] % BigInteger.TEN.pow(type.precision()).longValueExact();
                default -> values[i];
            };
        }
        return values;
    }

    private Int128Vector int128(Type type, int n, boolean[] nulls) {
        long[] low = integers(n, 64);
        if (random.nextInt(3) == 0) {
            return Int128Vector.narrow(type, low, nulls, n);
        }
        long[] high = integers(n, 64);
        if (type.kind() == TypeKind.DECIMAL) {
            BigInteger limit = BigInteger.TEN.pow(type.precision());
            Int128Vector any = new Int128Vector(type, high, low, ColumnVector.NO_NULLS, n);
            for (int i = 0; i < n; i++) {
                BigInteger value = any.get(i).remainder(limit);
                high[i] = value.shiftRight(64).longValueExact();
                low[i] = value.longValue();
            }
        }
        return new Int128Vector(type, high, low, nulls, n);
    }

    /** Integers by one habit, whose high bits are mostly not used. */
    private long[] integers(int n, int bits) {
        long[] values = new long[n];
        int habit = random.nextInt(10);
        long base = random.nextLong() >> random.nextInt(64);
        int width = random.nextInt(bits);
        long mask = (1L << width) - 1;
        int odds = 2 + random.nextInt(300);
        long[] distinct = random.longs(1 + random.nextInt(40)).toArray();
        long at = base;
        for (int i = 0; i < n; i++) {
            at = switch (habit) {
                case 0 -> base;
                case 1 -> base + (random.nextLong() & mask);
                case 2 -> random.nextInt(odds) == 0 ? random.nextLong() : base + (random.nextLong() & mask & 0xFF);
                case 3 -> at + (random.nextInt(odds) == 0 ? random.nextInt() : random.nextInt(8));
                case 4 -> distinct[random.nextInt(distinct.length)];
                case 5 -> random.nextInt(odds) == 0 ? random.nextLong() & mask : at;
                case 6 -> random.nextInt(odds) == 0 ? extreme() : random.nextInt(1000);
                case 7 -> distinct[0] % 17 + mask % 10_007 * (random.nextInt(odds * 100) + (i & 1));
                case 8 -> (at | ~mask | 7) + random.nextInt(9) & (mask << 3 | 7);
                default -> random.nextLong();
            };
            values[i] = at;
        }
        return values;
    }

    private long extreme() {
        long[] extremes = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0xFFFF_FFFFL};
        return extremes[random.nextInt(extremes.length)];
    }

    private BytesVector bytes(Type type, int n, boolean[] nulls) {
        int habit = random.nextInt(type.kind() == TypeKind.STRING ? 5 : 4);
        int big = bigBytes > 0 && random.nextInt(3) == 0 && n > 0 ? random.nextInt(n) : -1;
        byte[][] distinct = new byte[1 + random.nextInt(60)][];
        for (int i = 0; i < distinct.length; i++) {
            distinct[i] = bytes(type, random.nextInt(20));
        }
        int odds = 2 + random.nextInt(300);
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        int[] offsets = new int[n + 1];
        byte[] at = distinct[0];
        for (int i = 0; i < n; i++) {
            at = switch (habit) {
                case 0 -> distinct[random.nextInt(distinct.length)];
                case 1 -> random.nextInt(odds) == 0 ? bytes(type, random.nextInt(40)) : at;
                case 2 -> bytes(type, random.nextInt(12));
                case 4 -> like(at);
                default -> random.nextInt(odds) == 0 ? bytes(type, random.nextInt(3000)) : distinct[0];
            };
            byte[] value = i == big ? bytes(type, random.nextInt(bigBytes)) : at;
            if (!nulls[i]) {
                data.writeBytes(value);
            }
            offsets[i + 1] = data.size();
        }
        return new BytesVector(type, data.toByteArray(), offsets, mask(nulls), n);
    }

    /** Text that differs from another one only at the end. */
    private byte[] like(byte[] text) {
        String kept = new String(text, StandardCharsets.UTF_8);
        for (int cut = random.nextInt(3); cut > 0 && !kept.isEmpty(); cut--) {
            kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
        }
        String more = new String(text(random.nextInt(4)), StandardCharsets.UTF_8);
        return (kept.codePointCount(0, kept.length()) > 40 ? more : kept + more).getBytes(StandardCharsets.UTF_8);
    }

    /** A value of about so many bytes, if the type has such. */
    private byte[] bytes(Type type, int size) {
        return switch (type.kind()) {
            case DECIMAL -> {
                int digits = 1 + random.nextInt(type.precision());
                BigInteger unscaled = new BigInteger(digits * 3, random).mod(BigInteger.TEN.pow(digits));
                yield (random.nextBoolean() ? unscaled : unscaled.negate()).toByteArray();
            }
            case STRING, JSON, ENUM -> text(size);
            case CHAR, VARCHAR -> text(Math.min(size, type.precision()));
            case FIXED -> binary(type.precision());
            case UUID -> binary(16);
            default -> binary(size);
        };
    }

    private byte[] binary(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        if (random.nextInt(10) == 0) {
            Arrays.fill(bytes, (byte) 0xFF);
        }
        return bytes;
    }

    /** Text of so many code points, which does not end in blanks. */
    private byte[] text(int size) {
        String[] alphabet = {
            "a", "b", "z", " ", "\t", "\"", "\u00e9", "\u4e2d", "\ud7ff", "\ud83d\ude00", "\udbff\udfff"
        };
        int most = random.nextInt(3) == 0 ? alphabet.length : 3;
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < size; i++) {
            s.append(i % 50 > 2 ? "a" : alphabet[random.nextInt(i == size - 1 ? 3 : most)]);
        }
        return s.toString().stripTrailing().getBytes(StandardCharsets.UTF_8);
    }
}
