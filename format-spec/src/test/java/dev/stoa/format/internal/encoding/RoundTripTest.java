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
package dev.stoa.format.internal.encoding;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What goes in comes out: every shape, many distributions, with and without nulls, many numbers of rows. */
final class RoundTripTest {
    private static final int[] ROWS = {1, 2, 7, 100, 3 * 4096 + 17};
    /** Of these each profile gets one, in turn. */
    private static final int[] ABOUT_A_VECTOR = {4095, 4096, 4097};

    @TestFactory
    List<DynamicTest> everyShapeAndDistribution() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Physical shape : Physical.values()) {
            for (Distribution distribution : Distribution.values()) {
                for (Nulls nulls : Nulls.values()) {
                    String name = shape + " " + distribution + " nulls " + nulls;
                    tests.add(DynamicTest.dynamicTest(name, () -> {
                        for (int rows : ROWS) {
                            check(shape, distribution, nulls, rows, EncodingProfile.values());
                        }
                        for (EncodingProfile profile : EncodingProfile.values()) {
                            int turn = profile.ordinal() + distribution.ordinal() + nulls.ordinal();
                            check(shape, distribution, nulls, ABOUT_A_VECTOR[turn % ABOUT_A_VECTOR.length], profile);
                        }
                    }));
                }
            }
        }
        return tests;
    }

    /** How the values are spread. */
    enum Distribution {
        CONSTANT,
        RUNS,
        SORTED,
        SKEWED,
        FEW,
        FREQUENT,
        GROUPS,
        OUTLIERS,
        EXTREMES,
        RANDOM,
        STEPS,
        GAPS,
        DECIMALS,
        CHANGING
    }

    /** Which rows are null. */
    enum Nulls {
        NONE,
        ALL,
        RARE,
        HALF,
        RUNS
    }

    private static void check(
            Physical shape, Distribution distribution, Nulls nulls, int rows, EncodingProfile... profiles)
            throws Exception {
        String name = shape + " " + distribution + " nulls " + nulls;
        long seed = name.hashCode() * 31L + rows;
        EncodedColumn.Values values = generate(shape, distribution, nulls, rows, seed);
        for (EncodingProfile profile : profiles) {
            EncodedColumn column = EncodedColumn.encode(values, new EncoderContext(64 << 20, profile));
            values.assertSame(
                    column.decode(),
                    () -> name + " rows " + rows + " seed " + seed + " " + profile + " encoded as "
                            + column.encodings());
        }
    }

    static EncodedColumn.Values generate(Physical shape, Distribution distribution, Nulls nulls, int n, long seed) {
        Random random = new Random(seed);
        EncodedColumn.Values values = new EncodedColumn.Values(shape, n);
        long[] numbers = numbers(distribution, n, random);
        int exponent = random.nextInt(-24, 8);
        switch (shape) {
            case NONE -> {}
            case BOOLEAN -> {
                values.booleans = new byte[n];
                for (int i = 0; i < n; i++) {
                    values.booleans[i] = (byte) (numbers[i] & 1);
                }
            }
            case INT ->
                values.ints = Arrays.stream(numbers).mapToInt(v -> (int) v).toArray();
            case LONG -> values.longs = numbers;
            case INT128 -> {
                values.longs = numbers;
                values.high = new long[n];
                boolean wide = random.nextBoolean();
                for (int i = 0; i < n; i++) {
                    values.high[i] = wide ? numbers[(i * 7) % n] : numbers[i] >> 63;
                }
            }
            case FLOAT -> {
                values.floats = new float[n];
                for (int i = 0; i < n; i++) {
                    values.floats[i] = switch (distribution) {
                        case EXTREMES -> Float.intBitsToFloat((int) numbers[i]);
                        case DECIMALS ->
                            Math.abs(numbers[i]) > 1 << 21
                                    ? Float.intBitsToFloat((int) numbers[i])
                                    : Float.parseFloat(numbers[i] + "e" + exponent);
                        default -> numbers[i] / 4f;
                    };
                }
            }
            case DOUBLE -> {
                values.doubles = new double[n];
                for (int i = 0; i < n; i++) {
                    values.doubles[i] = switch (distribution) {
                        case EXTREMES -> Double.longBitsToDouble(numbers[i]);
                        case DECIMALS ->
                            Math.abs(numbers[i]) > 1 << 21
                                    ? Double.longBitsToDouble(numbers[i])
                                    : Double.parseDouble(numbers[i] + "e" + exponent);
                        case SKEWED -> numbers[i] * 0.01 + i % 3 * 0.1;
                        default -> numbers[i] / 4.0;
                    };
                }
            }
            case BYTES -> {
                values.bytes = new byte[n][];
                for (int i = 0; i < n; i++) {
                    String text = numbers[i] % 11 == 0
                            ? ""
                            : "value " + numbers[i] + " ".repeat((int) Math.abs(numbers[i] % 9));
                    values.bytes[i] = text.getBytes(StandardCharsets.UTF_8);
                }
            }
        }
        values.nulls = nulls(nulls, n, random);
        return values;
    }

    private static long[] numbers(Distribution distribution, int n, Random random) {
        long[] out = new long[n];
        long base = random.nextInt(-50_000, 50_000);
        long step = random.nextLong() >>> random.nextInt(64);
        int gap = random.nextInt(6);
        for (int i = 0; i < n; i++) {
            out[i] = switch (distribution) {
                case CONSTANT -> base;
                case RUNS -> random.nextInt(50) == 0 || i == 0 ? random.nextInt() : out[i - 1];
                case SORTED -> (i == 0 ? base : out[i - 1]) + random.nextInt(10);
                case SKEWED -> (long) Math.exp(random.nextDouble() * 20);
                case FEW -> base + 1_000_003L * random.nextInt(20);
                case FREQUENT -> random.nextInt(3) > 0 ? base : random.nextInt(1 << 20);
                case GROUPS -> i < 40 || random.nextInt(90) == 0 ? random.nextInt() : out[i - 40 + i / 1500];
                case OUTLIERS -> random.nextInt(100) == 0 ? random.nextLong() : base + random.nextInt(64);
                case EXTREMES -> EXTREMES[random.nextInt(EXTREMES.length)];
                case RANDOM -> random.nextLong();
                case STEPS -> base + step * (i % 9 == 0 ? random.nextInt() : random.nextInt(1000));
                case GAPS -> {
                    long dense = (long) i * i + random.nextInt(40);
                    yield (dense & 7) + (dense >> 3 << 5 + gap) - (base << 12);
                }
                case DECIMALS ->
                    random.nextInt(300) == 0
                            ? EXTREMES[random.nextInt(EXTREMES.length)]
                            : base + random.nextInt(1 << 20);
                case CHANGING -> i / 4096 % 2 == 0 ? base : random.nextLong() >>> random.nextInt(60);
            };
        }
        return out;
    }

    private static final long[] EXTREMES = {
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        0,
        -1,
        1,
        Double.doubleToRawLongBits(Double.NaN),
        0x7FF0_0000_0000_0001L,
        0xFFFF_FFFF_7F80_0001L,
        Double.doubleToRawLongBits(-0.0)
    };

    private static boolean[] nulls(Nulls kind, int n, Random random) {
        if (kind == Nulls.NONE) {
            return EncodedColumn.NO_NULLS;
        }
        boolean[] out = new boolean[n];
        boolean first = random.nextBoolean();
        for (int i = 0; i < n; i++) {
            out[i] = switch (kind) {
                case NONE -> false;
                case ALL -> true;
                case RARE -> random.nextInt(200) == 0;
                case HALF -> random.nextBoolean();
                case RUNS -> (random.nextInt(700) == 0) != (i == 0 ? first : out[i - 1]);
            };
        }
        return out;
    }
}
