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
package dev.stoa.format.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What comes after inflation: patches, prefix sums, dictionaries, runs, and the reductions that check their input. */
class PhasesTest {
    private static final int[] LENGTHS = {0, 1, 2, 3, 7, 8, 15, 16, 17, 63, 64, 65, 1000, 4095, 4096};

    @Test
    void patchesRestoreExceptionsOfInts() {
        Random random = Naive.random("patches of ints");
        for (int width = 0; width <= 31; width++) {
            long[] values = Naive.values(random, 4096, 32);
            int[] expected = Naive.ints(values);
            int base = random.nextInt();
            int[] words = new int[width * 128];
            Pack32.pack(width, expected, base, words);
            int[] positions = new int[4096];
            int[] high = new int[4096];
            int count = 0;
            for (int i = 0; i < 4096; i++) {
                int rest = (expected[i] - base) >>> width;
                if (rest != 0) {
                    positions[count] = i;
                    high[count++] = rest;
                }
            }
            int[] out = new int[4096];
            Unpack32.unpack(width, words, out, base);
            Patches.apply(out, positions, high, count, width);
            assertArrayEquals(expected, out, "width " + width + ", " + count + " exceptions");
        }
    }

    @Test
    void patchesRestoreExceptionsOfLongs() {
        Random random = Naive.random("patches of longs");
        for (int width = 0; width <= 63; width++) {
            long[] expected = Naive.values(random, 4096, 64);
            long base = random.nextLong();
            long[] words = new long[width * 64];
            Pack64.pack(width, expected, base, words);
            int[] positions = new int[4096];
            long[] high = new long[4096];
            int count = 0;
            for (int i = 0; i < 4096; i++) {
                long rest = (expected[i] - base) >>> width;
                if (rest != 0) {
                    positions[count] = i;
                    high[count++] = rest;
                }
            }
            long[] out = new long[4096];
            Unpack64.unpack(width, words, out, base);
            Patches.apply(out, positions, high, count, width);
            assertArrayEquals(expected, out, "width " + width + ", " + count + " exceptions");
        }
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> Patches.apply(new long[3], new int[] {-1}, new long[] {1}, 1, 0));
        assertThrows(
                IndexOutOfBoundsException.class, () -> Patches.apply(new int[3], new int[] {3}, new int[] {1}, 1, 0));
    }

    @Test
    void prefixSumsWrapAround() {
        Random random = Naive.random("prefix sums");
        for (int count : LENGTHS) {
            long[] values = Naive.values(random, count + 1, 64);
            long[] sums = values.clone();
            int[] intSums = Naive.ints(values);
            long start = random.nextLong();
            assertEquals(count == 0 ? start : sum(values, count, start), PrefixSums.inclusive(sums, count, start));
            int intLast = PrefixSums.inclusive(intSums, count, (int) start);
            assertEquals((int) sum(values, count, start), intLast);
            for (int i = 0; i < count; i++) {
                assertEquals(sum(values, i + 1, start), sums[i]);
                assertEquals((int) sum(values, i + 1, start), intSums[i]);
            }
            assertEquals(values[count], sums[count], "behind the end");
            assertEquals((int) values[count], intSums[count], "behind the end");
        }
        int[] small = {1, 2, 3};
        assertEquals(16, PrefixSums.inclusive(small, 3, 10));
        assertArrayEquals(new int[] {11, 13, 16}, small);
    }

    @Test
    void lengthsBecomeEnds() {
        Random random = Naive.random("ends");
        for (int count = 0; count < 70; count++) {
            int[] lengths = random.ints(count + 1L, 0, 1000).toArray();
            int[] sums = lengths.clone();
            PrefixSums.inclusive(sums, count, 0);
            int[] ends = lengths.clone();
            assertEquals(count == 0 ? 0 : sums[count - 1], PrefixSums.ends(ends, count));
            assertArrayEquals(sums, ends);
            for (int i = 0; i < count; i++) {
                int[] negative = lengths.clone();
                negative[i] = -1 - random.nextInt(10);
                assertEquals(-1, PrefixSums.ends(negative, count), "a negative length at " + i + " of " + count);
                int before = i == 0 ? 0 : sums[i - 1];
                int rest = sums[count - 1] - sums[i];
                int[] most = lengths.clone();
                most[i] = Integer.MAX_VALUE - before - rest;
                assertEquals(Integer.MAX_VALUE, PrefixSums.ends(most, count));
                int[] above = lengths.clone();
                above[i] = Integer.MAX_VALUE - before - rest + 1;
                assertEquals(-1, PrefixSums.ends(above, count), "a sum of 2^31, by the length at " + i);
                int[] around = new int[count];
                Arrays.fill(around, Integer.MAX_VALUE);
                assertEquals(count == 1 ? Integer.MAX_VALUE : -1, PrefixSums.ends(around, count));
            }
        }
    }

    @Test
    void rampsAreSumsOfDifferencesThatSeldomChange() {
        Random random = Naive.random("ramps");
        for (int count : LENGTHS) {
            for (long difference : new long[] {0, 1, random.nextLong()}) {
                int[] positions = IntStream.range(0, count)
                        .filter(i -> random.nextInt(200) == 0 || (i == count - 1 && random.nextBoolean()))
                        .toArray();
                long[] more = random.longs(positions.length + 1L).toArray();
                long[] sums = new long[count + 1];
                Arrays.fill(sums, difference);
                for (int k = 0; k < positions.length; k++) {
                    sums[positions[k]] += more[k];
                }
                int[] intSums = Naive.ints(sums);
                long start = random.nextLong();
                long[] longs = sums.clone();
                int[] ints = intSums.clone();
                PrefixSums.inclusive(sums, count, start);
                PrefixSums.inclusive(intSums, count, (int) start);
                PrefixSums.ramps(longs, count, start, difference, positions, more, positions.length);
                PrefixSums.ramps(
                        ints, count, (int) start, (int) difference, positions, Naive.ints(more), positions.length);
                assertArrayEquals(sums, longs);
                assertArrayEquals(intSums, ints);
            }
        }
    }

    @Test
    void stepsAreMultipliedAndGapsOpened() {
        Random random = Naive.random("steps");
        for (int count : LENGTHS) {
            long[] values = Naive.values(random, count + 1, 64);
            long factor = random.nextLong();
            long offset = random.nextLong();
            int low = 1 + random.nextInt(30);
            int gap = 1 + random.nextInt(31 - low);
            long[] scaled = values.clone();
            Steps.scale(scaled, count, factor, offset);
            int[] scaledInts = Naive.ints(values);
            Steps.scale(scaledInts, count, (int) factor, (int) offset);
            long[] spread = values.clone();
            Steps.spread(spread, count, low, gap + 32, offset);
            int[] spreadInts = Naive.ints(values);
            Steps.spread(spreadInts, count, low, gap, (int) offset);
            for (int i = 0; i < count; i++) {
                assertEquals(offset + factor * values[i], scaled[i]);
                assertEquals((int) (offset + factor * values[i]), scaledInts[i]);
                long part = 1L << low;
                long below = Math.floorMod(values[i], part);
                long above = Math.floorDiv(values[i], part) * part;
                assertEquals(offset + below + above * (1L << gap + 32), spread[i]);
                assertEquals((int) (offset + below + above * (1L << gap)), spreadInts[i]);
            }
            assertEquals(values[count], scaled[count], "behind the end");
            assertEquals((int) values[count], scaledInts[count], "behind the end");
            assertEquals(values[count], spread[count], "behind the end");
            assertEquals((int) values[count], spreadInts[count], "behind the end");
        }
    }

    @Test
    void rotationsComeBack() {
        Random random = Naive.random("rotations");
        for (int count : LENGTHS) {
            long[] bits = Naive.values(random, count, 64);
            int[] intBits = Naive.ints(bits);
            long[] longs = new long[count + 1];
            int[] ints = new int[count + 1];
            Rotations.integers(bits, count, longs);
            Rotations.integers(bits, count, ints);
            for (int i = 0; i < count; i++) {
                assertEquals(Long.rotateLeft(bits[i], 1) - 0x7FE0_0000_0000_0000L, longs[i]);
                assertEquals(Integer.rotateLeft(intBits[i], 1) - 0x7F00_0000, ints[i]);
            }
            double[] doubles = new double[count + 1];
            float[] floats = new float[count + 1];
            Rotations.doubles(longs, count, doubles);
            Rotations.floats(ints, count, floats);
            for (int i = 0; i < count; i++) {
                assertEquals(bits[i], Double.doubleToRawLongBits(doubles[i]));
                assertEquals(intBits[i], Float.floatToRawIntBits(floats[i]));
            }
            assertEquals(0, doubles[count], "behind the end");
            assertEquals(0, floats[count], "behind the end");
        }
    }

    @Test
    void digitsAreDivided() {
        Random random = Naive.random("digits");
        for (int count : LENGTHS) {
            long[] digits = Naive.values(random, count, 64);
            int[] intDigits = Naive.ints(digits);
            for (int exponent = 0; exponent <= Decimals.MAX_EXPONENT; exponent++) {
                double power = Decimals.power(exponent);
                assertEquals(Double.parseDouble("1e" + exponent), power);
                double[] doubles = new double[count + 1];
                float[] floats = new float[count + 1];
                Decimals.divide(digits, count, power, doubles);
                Decimals.divide(intDigits, count, power, floats);
                for (int i = 0; i < count; i++) {
                    assertEquals((double) digits[i] / power, doubles[i]);
                    assertEquals((float) ((double) intDigits[i] / power), floats[i]);
                }
                assertEquals(0, doubles[count], "behind the end");
                assertEquals(0, floats[count], "behind the end");
            }
        }
    }

    private static long sum(long[] values, int count, long start) {
        return start + Arrays.stream(values, 0, count).sum();
    }

    @Test
    void dictionariesReplaceCodes() {
        Random random = Naive.random("dictionaries");
        for (int count : LENGTHS) {
            long[] longs = Naive.values(random, 1 + random.nextInt(5000), 64);
            int[] ints = Naive.ints(longs);
            int[] codes = random.ints(count, 0, longs.length).toArray();
            long[] longOut = new long[count + 1];
            int[] intOut = new int[count + 1];
            Dictionaries.lookUp(codes, count, longs, longOut);
            Dictionaries.lookUp(codes, count, ints, intOut);
            for (int i = 0; i < count; i++) {
                assertEquals(longs[codes[i]], longOut[i]);
                assertEquals(ints[codes[i]], intOut[i]);
            }
            assertEquals(0, longOut[count] | intOut[count], "behind the end");
            float[] floats = new float[ints.length];
            double[] doubles = new double[longs.length];
            for (int i = 0; i < longs.length; i++) {
                floats[i] = Float.intBitsToFloat(ints[i]);
                doubles[i] = Double.longBitsToDouble(longs[i]);
            }
            float[] floatOut = new float[count + 1];
            double[] doubleOut = new double[count + 1];
            Dictionaries.lookUp(codes, count, floats, floatOut);
            Dictionaries.lookUp(codes, count, doubles, doubleOut);
            for (int i = 0; i < count; i++) {
                assertEquals(ints[codes[i]], Float.floatToRawIntBits(floatOut[i]));
                assertEquals(longs[codes[i]], Double.doubleToRawLongBits(doubleOut[i]));
            }
            assertEquals(0, doubleOut[count] + floatOut[count], "behind the end");
            Dictionaries.lookUp(codes, count, ints, codes);
            assertArrayEquals(Arrays.copyOf(intOut, count), codes);
        }
        int[] bad = {-1};
        assertThrows(IndexOutOfBoundsException.class, () -> Dictionaries.lookUp(bad, 1, new long[9], new long[1]));
        assertThrows(IndexOutOfBoundsException.class, () -> Dictionaries.lookUp(bad, 1, new int[9], new int[1]));
    }

    @Test
    void runsExpand() {
        Random random = Naive.random("runs");
        for (int round = 0; round < 500; round++) {
            int runs = random.nextInt(200);
            int longest = 1 + random.nextInt(round % 2 == 0 ? 4 : 300);
            long[] values = Naive.values(random, runs, 64);
            int[] lengths = random.ints(runs, 0, longest).toArray();
            int total = Arrays.stream(lengths).sum();
            int room = total + random.nextInt(20);
            long[] expected = new long[total];
            for (int run = 0, at = 0; run < runs; run++) {
                for (int i = 0; i < lengths[run]; i++) {
                    expected[at++] = values[run];
                }
            }
            assertEquals(total, Runs.total(lengths, runs));
            long[] out = new long[room];
            assertEquals(total, Runs.expand(values, lengths, runs, out));
            assertArrayEquals(expected, Arrays.copyOf(out, total));
            for (int i = total + 8; i < room; i++) {
                assertEquals(0, out[i], "behind the values that may change");
            }
            int[] intOut = new int[room];
            assertEquals(total, Runs.expand(Naive.ints(values), lengths, runs, intOut));
            assertArrayEquals(Naive.ints(expected), Arrays.copyOf(intOut, total));
            double[] doubleOut = new double[room];
            double[] doubles = Arrays.stream(values).asDoubleStream().toArray();
            assertEquals(total, Runs.expand(doubles, lengths, runs, doubleOut));
            assertArrayEquals(Arrays.stream(expected).asDoubleStream().toArray(), Arrays.copyOf(doubleOut, total));
            float[] floatOut = new float[room];
            float[] floats = new float[runs];
            for (int run = 0; run < runs; run++) {
                floats[run] = values[run];
            }
            assertEquals(total, Runs.expand(floats, lengths, runs, floatOut));
            for (int i = 0; i < total; i++) {
                assertEquals((float) expected[i], floatOut[i]);
            }
        }
    }

    @Test
    void badRunLengthsShowInTheTotal() {
        assertEquals(0, Runs.total(new int[] {5}, 0));
        assertEquals(1L << 32, Runs.total(new int[] {-1, 1}, 2));
        assertEquals(1L << 32, Runs.total(new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE}, 2));
        for (int length : new int[] {4, 40}) {
            int[] lengths = {length};
            assertThrows(
                    IndexOutOfBoundsException.class, () -> Runs.expand(new int[1], lengths, 1, new int[length - 1]));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> Runs.expand(new long[1], lengths, 1, new long[length - 1]));
        }
    }

    @Test
    void reductionsMatchStreams() {
        Random random = Naive.random("reductions");
        for (int round = 0; round < 300; round++) {
            int length = LENGTHS[round % LENGTHS.length];
            long[] longs = Naive.values(random, length, 64);
            int[] ints = Naive.ints(longs);
            int from = random.nextInt(length + 1);
            int to = from + random.nextInt(length - from + 1);
            assertEquals(Arrays.stream(longs, from, to).min().orElse(Long.MAX_VALUE), Reductions.min(longs, from, to));
            assertEquals(Arrays.stream(longs, from, to).max().orElse(Long.MIN_VALUE), Reductions.max(longs, from, to));
            assertEquals(Arrays.stream(ints, from, to).min().orElse(Integer.MAX_VALUE), Reductions.min(ints, from, to));
            assertEquals(Arrays.stream(ints, from, to).max().orElse(Integer.MIN_VALUE), Reductions.max(ints, from, to));
            assertEquals(Arrays.stream(longs, from, to).sum(), Reductions.sum(longs, from, to));
            assertEquals(Arrays.stream(ints, from, to).asLongStream().sum(), Reductions.sum(ints, from, to));
            assertEquals(Arrays.stream(longs, from, to).reduce(0, (a, b) -> a | b), Reductions.or(longs, from, to));
            assertEquals(Arrays.stream(ints, from, to).reduce(0, (a, b) -> a | b), Reductions.or(ints, from, to));
            assertEquals(Arrays.stream(longs, from, to).reduce(-1, (a, b) -> a & b), Reductions.and(longs, from, to));
            assertEquals(Arrays.stream(ints, from, to).reduce(-1, (a, b) -> a & b), Reductions.and(ints, from, to));
            long a = length > 0 && random.nextBoolean() ? longs[random.nextInt(length)] : random.nextLong();
            long b = length > 0 && random.nextBoolean() ? longs[random.nextInt(length)] : random.nextLong();
            checkRange(longs, ints, from, to, Math.min(a, b), Math.max(a, b));
            checkRange(longs, ints, from, to, Long.MIN_VALUE, Long.MAX_VALUE);
            checkRange(longs, ints, from, to, Long.MAX_VALUE, Long.MAX_VALUE);
            assertEquals(
                    Arrays.stream(ints, 0, to)
                            .mapToLong(Integer::toUnsignedLong)
                            .max()
                            .orElse(-1),
                    Reductions.maxUnsigned(ints, to));
        }
        assertEquals(-1, Reductions.maxUnsigned(new int[] {3}, 0));
        assertEquals(0xffffffffL, Reductions.maxUnsigned(new int[] {3, -1, 7}, 3));
        assertEquals(7, Reductions.maxUnsigned(new int[] {3, 0, 7, -1}, 3));
    }

    private static void checkRange(long[] longs, int[] ints, int from, int to, long low, long high) {
        long in = Arrays.stream(longs, from, to)
                .filter(v -> v >= low && v <= high)
                .count();
        assertEquals(in, Reductions.countInRange(longs, from, to, low, high));
        int intLow = (int) (low >> 32);
        int intHigh = (int) (high >> 32);
        long intsIn = Arrays.stream(ints, from, to)
                .filter(v -> v >= intLow && v <= intHigh)
                .count();
        assertEquals(intsIn, Reductions.countInRange(ints, from, to, intLow, intHigh));
    }

    @Test
    void sumsOfLargeIntsDoNotOverflow() {
        int[] ints = new int[100_000];
        for (int value : new int[] {-1, 0xffff, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            Arrays.fill(ints, value);
            assertEquals(99_998L * value, Reductions.sum(ints, 1, 99_999));
        }
    }

    @Test
    void checksFindTheOneBadValue() {
        Random random = Naive.random("checks");
        int[] bad = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int round = 0; round < 1000; round++) {
            int count = round % 10 == 0 ? 4096 : random.nextInt(200);
            int limit = random.nextBoolean() ? 1 + random.nextInt(100) : Integer.MAX_VALUE - random.nextInt(100);
            int[] values = random.ints(count + 1, 0, limit).toArray();
            values[random.nextInt(count + 1)] = limit - 1;
            values[random.nextInt(count + 1)] = 0;
            assertTrue(Reductions.allBelow(values, count, limit));
            values[count] = -1;
            assertTrue(Reductions.allBelow(values, count, limit), "a value behind the end");
            assertTrue(Reductions.noneAbove(values, count, limit - 1), "a value behind the end");
            if (count > 0) {
                int at = random.nextInt(count);
                int valid = values[at];
                values[at] = limit;
                assertFalse(Reductions.noneAbove(values, count, limit - 1), "the limit at " + at);
                values[at] = valid;
                values[random.nextInt(count)] = round % 4 == 3 ? limit : bad[round % 4];
                assertFalse(Reductions.allBelow(values, count, limit));
            }
        }
        assertTrue(Reductions.allBelow(new int[1], 0, 0));
        assertFalse(Reductions.allBelow(new int[1], 1, 0));
        assertTrue(Reductions.allBelow(new int[1], 1, 1));
    }
}
