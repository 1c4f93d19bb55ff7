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
package dev.stoa.format.internal.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hashes of values are those of the page, and the same in all types that hold the value. */
class ValueHashTest {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final Pattern LINE =
            Pattern.compile("\\| `([^`]+)` \\| `([^`]+)` \\| (none|`[0-9A-F ]+`) \\| `([0-9A-F]{16})` \\|");
    private static final int VECTORS = 31;

    /** A line of the page: the types and values of a key, the bytes of its last value, and its hash. */
    record Line(List<String> types, List<String> values, byte[] bytes, long hash) {
        @Override
        public String toString() {
            return types + " " + values;
        }
    }

    static List<Line> lines() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("format-spec/SPEC.md"))) {
            folder = folder.getParent();
        }
        List<Line> lines = Files.readAllLines(folder.resolve("format-spec/SPEC.md")).stream()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(m -> new Line(
                        List.of(m.group(1).split("; ", -1)),
                        List.of(m.group(2).split("; ", -1)),
                        HEX.parseHex(m.group(3).equals("none") ? "" : m.group(3).replaceAll("[` ]", "")),
                        HexFormat.fromHexDigitsToLong(m.group(4))))
                .toList();
        assertEquals(VECTORS, lines.size());
        return lines;
    }

    @ParameterizedTest
    @MethodSource("lines")
    void hashesAreThoseOfThePage(Line line) {
        ValueHash value = new ValueHash();
        long hash = 0;
        for (int i = 0; i < line.types.size(); i++) {
            value.read(vector(type(line.types.get(i)), line.values.get(i)), 1);
            hash = value.hash(hash);
        }
        assertArrayEquals(line.bytes, Arrays.copyOfRange(value.data(), value.start(), value.start() + value.length()));
        assertEquals(Long.toHexString(line.hash), Long.toHexString(hash));
    }

    private static Type type(String text) {
        String[] parts = text.split("[(),]", -1);
        TypeKind kind = TypeKind.valueOf(parts[0].toUpperCase(Locale.ROOT));
        return switch (kind) {
            case DECIMAL -> Type.decimal(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
            case CHAR, VARCHAR -> Type.sized(kind, Integer.parseInt(parts[1]));
            default -> Type.of(kind);
        };
    }

    /** The value as the second row of a vector. */
    private static ColumnVector vector(Type type, String text) {
        boolean[] nulls = ColumnVector.NO_NULLS;
        if (type.kind() == TypeKind.BOOLEAN) {
            return new BooleanVector(type, new byte[] {0, (byte) (text.equals("true") ? 1 : 0)}, nulls, 2);
        } else if (type.kind() == TypeKind.INTERVAL_MONTH_DAY_NANO) {
            long[] parts = Stream.of(text.replaceAll("[\\[\\] ]", "").split(","))
                    .mapToLong(Long::parseLong)
                    .toArray();
            long high = parts[0] << 32 | parts[1] & 0xFFFF_FFFFL;
            return new Int128Vector(type, new long[] {0, high}, new long[] {0, parts[2]}, nulls, 2);
        }
        String inner = text.replace("\"", "");
        if (type.kind() == TypeKind.FLOAT16) {
            return new IntVector(type, new int[] {0, HexFormat.fromHexDigits(inner)}, nulls, 2);
        } else if (type.kind() == TypeKind.FLOAT32) {
            return new FloatVector(
                    type, new float[] {0, Float.intBitsToFloat(HexFormat.fromHexDigits(inner))}, nulls, 2);
        } else if (type.kind() == TypeKind.FLOAT64) {
            return new DoubleVector(
                    type, new double[] {0, Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(inner))}, nulls, 2);
        } else if (type.physical() == Physical.BYTES && type.kind() != TypeKind.DECIMAL) {
            return bytes(
                    type,
                    type.kind() == TypeKind.BINARY ? HEX.parseHex(inner) : inner.getBytes(StandardCharsets.UTF_8));
        }
        return number(type, new BigInteger(text));
    }

    private static BytesVector bytes(Type type, byte[] value) {
        byte[] data = new byte[value.length + 2]; // the first row is a byte, as is what follows
        System.arraycopy(value, 0, data, 1, value.length);
        return new BytesVector(type, data, new int[] {0, 1, 1 + value.length}, ColumnVector.NO_NULLS, 2);
    }

    private static ColumnVector number(Type type, BigInteger value) {
        boolean[] nulls = ColumnVector.NO_NULLS;
        return switch (type.physical()) {
            case INT -> new IntVector(type, new int[] {7, value.intValueExact()}, nulls, 2);
            case LONG -> new LongVector(type, new long[] {7, value.longValue()}, nulls, 2);
            case INT128 -> {
                assertTrue(value.bitLength() < 128, () -> type + " " + value);
                yield new Int128Vector(
                        type,
                        new long[] {0, value.shiftRight(64).longValueExact()},
                        new long[] {7, value.longValue()},
                        nulls,
                        2);
            }
            default -> bytes(type, value.toByteArray());
        };
    }

    private static long hash(ColumnVector vector) {
        ValueHash value = new ValueHash();
        value.read(vector, 1);
        return value.hash(0);
    }

    /** Of one value and each type that holds it. */
    @Test
    void widthsOfATypeDoNotMatter() {
        long seed = Long.getLong("stoa.seed", new Random().nextLong());
        Random random = new Random(seed);
        List<Type> signed = Stream.of("int8", "int16", "int32", "int64")
                .map(ValueHashTest::type)
                .toList();
        List<Type> unsigned = Stream.of("uint8", "uint16", "uint32", "uint64")
                .map(ValueHashTest::type)
                .toList();
        List<Type> decimals = Stream.of(1, 9, 18, 19, 38, 39, 60)
                .map(digits -> Type.decimal(digits, 0))
                .toList();
        for (int i = 0; i < 20_000; i++) {
            BigInteger value = new BigInteger(random.nextInt(180), random);
            BigInteger given = random.nextBoolean() ? value : value.negate();
            String what = "seed " + seed + ": " + given;
            byte[] bytes = given.toByteArray();
            byte[] littleEndian = new byte[Math.max(8, bytes.length)];
            Arrays.fill(littleEndian, (byte) (given.signum() < 0 ? -1 : 0));
            for (int b = 0; b < bytes.length; b++) {
                littleEndian[b] = bytes[bytes.length - 1 - b];
            }
            long expected = ValueHash.ofBytes(littleEndian);
            for (int t = 0; t < signed.size(); t++) {
                if (given.bitLength() < 8 << t) {
                    assertEquals(expected, hash(number(signed.get(t), given)), what);
                    assertEquals(expected, ValueHash.ofNumber(given.longValueExact()), what);
                }
                if (given.signum() >= 0 && given.bitLength() <= 8 << t) {
                    assertEquals(expected, hash(number(unsigned.get(t), given)), what);
                    assertEquals(expected, ValueHash.ofUnsigned(given.longValue()), what);
                }
            }
            for (Type decimal : decimals) {
                if (given.abs().compareTo(BigInteger.TEN.pow(decimal.precision())) < 0) {
                    assertEquals(expected, hash(number(decimal, given)), what);
                }
            }
        }
    }

    /** All float16, and their float32 and float64. */
    @Test
    void widthsOfAFloatDoNotMatter() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float value = dev.stoa.format.Float16.toFloat(bits);
            long expected = hash(vector(Type.of(TypeKind.FLOAT16), String.format("\"%04x\"", bits)));
            boolean[] nulls = ColumnVector.NO_NULLS;
            assertEquals(expected, hash(new FloatVector(Type.of(TypeKind.FLOAT32), new float[] {0, value}, nulls, 2)));
            assertEquals(
                    expected, hash(new DoubleVector(Type.of(TypeKind.FLOAT64), new double[] {0, value}, nulls, 2)));
        }
    }

    @Test
    void whatHasNoHashIsRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> new ValueHash().read(new NullVector(1), 0))
                .getMessage();
        assertTrue(message.contains("null"), message);
    }
}
