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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.choice.ChoiceRecorder;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.dictionary.GrowingDictionary;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The encodings that are chosen for typical data. */
@Tag("once")
final class ChoiceTest {
    private static final int ROWS = 10 * 4096;

    private final Random random = new Random(20260101);

    private static EncodedColumn.Values longs(int n, IntToLongFunction value) {
        EncodedColumn.Values values = new EncodedColumn.Values(Physical.LONG, n);
        values.longs = new long[n];
        for (int i = 0; i < n; i++) {
            values.longs[i] = value.applyAsLong(i);
        }
        return values;
    }

    private static EncodedColumn.Values ints(int n, IntToLongFunction value) {
        EncodedColumn.Values values = new EncodedColumn.Values(Physical.INT, n);
        values.ints = new int[n];
        for (int i = 0; i < n; i++) {
            values.ints[i] = (int) value.applyAsLong(i);
        }
        return values;
    }

    private static EncodedColumn.Values texts(int n, IntFunction<String> value) {
        EncodedColumn.Values values = new EncodedColumn.Values(Physical.BYTES, n);
        values.bytes = new byte[n][];
        for (int i = 0; i < n; i++) {
            values.bytes[i] = value.apply(i).getBytes(StandardCharsets.ISO_8859_1);
        }
        return values;
    }

    private static EncodedColumn check(List<String> encodings, EncodedColumn.Values values) throws Exception {
        EncodedColumn column = EncodedColumn.encode(values);
        assertEquals(encodings, column.encodings());
        values.assertSame(column.decode(), () -> "encoded as " + column.encodings());
        return column;
    }

    @Test
    void integers() throws Exception {
        assertEquals(0, check(List.of("CONSTANT"), longs(ROWS, i -> 7)).bytes());
        check(List.of("PFOR"), longs(ROWS, i -> 1_000_000 + random.nextInt(1000)));
        check(List.of("PFOR_DELTA"), longs(ROWS, i -> i * 1000L + random.nextInt(100)));
        check(List.of("PFOR_DELTA"), ints(ROWS, i -> i));
        check(List.of("PLAIN"), longs(ROWS, i -> random.nextLong()));
        check(List.of("PLAIN"), ints(ROWS, i -> random.nextInt()));
        long[] some = random.longs(50, 0, 1L << 40).toArray();
        check(List.of("DICTIONARY#0(PFOR)"), longs(ROWS, i -> some[random.nextInt(50)]));
        check(List.of("DICTIONARY#0(PFOR)"), ints(ROWS, i -> some[random.nextInt(50)] >> 10));
        check(List.of("RLE(PFOR, PFOR)"), ints(ROWS, i -> GrowingDictionary.mix(i / 40) & 0xFFFFF));
        long[] keys = {0x1234_5678_9ABC_DEF0L, -0x7654_3210_FEDC_BA98L, 0x0F0F_0F0F_00FF_00FFL};
        check(
                List.of("DICTIONARY#0(RLE(PFOR, PFOR))"),
                longs(ROWS, i -> keys[Math.floorMod(GrowingDictionary.mix(i / 40), 3)]));
    }

    @Test
    void flagsHaveIds() throws Exception {
        // symbols of several letters would take a third less, and ten times as long to read
        check(
                List.of("DICTIONARY#0(PFOR)"),
                texts(ROWS, i -> random.nextInt(40) == 0 ? "P" : random.nextInt(12) < 6 - i / 2048 ? "F" : "O"));
        String letters = "F".repeat(30) + "O".repeat(33) + "P";
        check(List.of("DICTIONARY#0(PFOR)"), texts(ROWS, i -> "" + letters.charAt(random.nextInt(letters.length()))));
    }

    @Test
    void stepsAreTakenOut() throws Exception {
        check(List.of("SCALE[100](PFOR)"), longs(ROWS, i -> 100L * (1 + random.nextInt(50))));
        check(
                List.of("SCALE[1000000](PFOR)"),
                longs(ROWS, i -> 1_600_000_000_000_000L + 1_000_000L * random.nextInt(9999)));
        check(
                List.of("SCALE[86400000+3600000](PFOR_DELTA)"),
                longs(ROWS, i -> 3_600_000 + 86_400_000L * (2 * i + random.nextInt(2))));
        check(List.of("SCALE[5+2](PFOR)"), ints(ROWS, i -> -1_000_003 + 5 * random.nextInt(1 << 20)));
        check(List.of("RLE(SCALE[60](PFOR), PFOR)"), ints(ROWS, i -> 60L * (GrowingDictionary.mix(i / 40) & 0xFFFF)));
        EncodedColumn.Values wide = longs(ROWS, i -> 1_000_000_000L * (1 + random.nextInt(1 << 20)));
        EncodedColumn.Values nanos = new EncodedColumn.Values(Physical.INT128, ROWS);
        nanos.longs = wide.longs;
        check(List.of("WIDEN(SCALE[1000000000](PFOR))"), narrow(nanos));
        check(List.of("PFOR"), ints(4096, i -> i == 4000 ? 1 : 2 * random.nextInt(1 << 9)));
    }

    @Test
    void constantBitsAreCutOut() throws Exception {
        check(List.of("GAP[3+2](PFOR_DELTA)"), longs(ROWS, i -> (i & 7) + (i >> 3 << 5)));
        check(
                List.of("GAP[12+10](PFOR)"),
                longs(ROWS, i -> ((1L << 40) + random.nextInt(1 << 20)) << 22 | 677 << 12 | random.nextInt(4096)));
        check(List.of("SCALE[4+1](GAP[8+4](PFOR))"), ints(ROWS, i -> 1 + 4 * (random.nextInt() & 0xFF0FF)));
        EncodedColumn column = EncodedColumn.encode(
                ints(ROWS, i -> i / 4096 > 3 ? random.nextInt(1 << 18) : random.nextInt() & 0x3F0FF));
        assertEquals(List.of("GAP[8+4](PFOR)", "PFOR"), column.encodings(), "bits that vary again end the block");
        assertEquals(2, column.blocks);
    }

    @Test
    void aFrequentValueIsTakenOut() throws Exception {
        EncodedColumn column = check(
                List.of("FREQUENT(PFOR)"), ints(ROWS, i -> random.nextInt(10) < 7 ? -5 : random.nextInt(1 << 12)));
        assertTrue(8 * column.bytes() < ROWS * (1 + 4.2), "bytes " + column.bytes());
        check(List.of("FREQUENT(PFOR)"), longs(ROWS, i -> random.nextInt(10) < 7 ? 3 : random.nextLong() >>> 20));
        check(List.of("PFOR"), ints(ROWS, i -> random.nextInt(100) == 0 ? random.nextInt(1 << 12) : 3));
        check(List.of("PFOR"), ints(ROWS, i -> random.nextInt(10) < 3 ? 3 : random.nextInt(4)));
    }

    @Test
    void whatLiesNearDecimalsIsStoredAsTheirDigits() throws Exception {
        EncodedColumn.Values sums = doubles(i -> 0.000001 * random.nextInt(1 << 27) - 0.1);
        EncodedColumn column = check(List.of("NEAR(PFOR, FREQUENT(PFOR))"), sums);
        assertTrue(column.bytes() < ROWS * 36 / 8, "bytes " + column.bytes());
        sums.doubles[77] = Double.NaN;
        sums.doubles[78] = Double.NEGATIVE_INFINITY;
        sums.doubles[79] = -0.0;
        sums.doubles[80] = Double.MIN_VALUE;
        sums.doubles[81] = -Double.MAX_VALUE;
        roundTrip(sums);
    }

    @Test
    void groupsThatRepeatAreCopied() throws Exception {
        int[] group = random.ints(100, 0, 1 << 20).toArray();
        IntFunction<Integer> key = i -> group[i % (95 + i / 900 % 5)];
        for (EncodedColumn.Values values :
                List.of(ints(ROWS, key::apply), longs(ROWS, i -> i % 24), texts(ROWS, i -> "name " + key.apply(i)))) {
            EncodedColumn column = EncodedColumn.encode(values);
            assertTrue(
                    column.encodings().stream().anyMatch(encoding -> encoding.contains("REPEAT(PFOR, PFOR, PFOR, ")),
                    () -> column.encodings().toString());
            assertTrue(column.bytes() < ROWS / 2, "bytes " + column.bytes());
            check(column.encodings(), values);
        }
    }

    @Test
    void stepsAtTheEndsOfTheRange() throws Exception {
        for (long step : new long[] {2, 3, 1000, 1L << 40, Long.MAX_VALUE}) {
            roundTrip(longs(ROWS, i -> Long.MAX_VALUE - step * random.nextInt(2)));
            roundTrip(longs(ROWS, i -> Long.MIN_VALUE + step * random.nextInt(2)));
            roundTrip(longs(ROWS, i -> step * random.nextInt(-1, 2)));
            roundTrip(ints(ROWS, i -> Integer.MAX_VALUE - (step >>> 33) * random.nextInt(2)));
            roundTrip(ints(ROWS, i -> Integer.MIN_VALUE + (step >>> 33) * random.nextInt(2)));
        }
    }

    private static void roundTrip(EncodedColumn.Values values) throws Exception {
        EncodedColumn column = EncodedColumn.encode(values);
        check(column.encodings(), values);
    }

    @Test
    void outliersAreStoredApart() throws Exception {
        for (boolean below : new boolean[] {true, false}) {
            EncodedColumn column = check(
                    List.of("PFOR"),
                    longs(
                            ROWS,
                            i -> i % 100 == 50
                                    ? (below ? -1 : 1) * ((1L << 50) + random.nextInt())
                                    : 5000 + random.nextInt(200)));
            for (EncodedColumn.Vector vector : column.vectors) {
                ByteBuffer payload = ByteBuffer.wrap(vector.payload());
                assertEquals(8, Wire.u8(payload), "width");
                assertTrue(Wire.varint(payload) >= 40, "exceptions");
                assertTrue(vector.payload().length < 4096 + 42 * 9 + 16, "bytes " + vector.payload().length);
            }
        }
    }

    /** Steps up by one and now and then a long way back: differences with rare negative outliers. */
    @Test
    void jumpsBackAreCheap() throws Exception {
        EncodedColumn hours = check(List.of("PFOR_DELTA"), longs(ROWS, i -> i % 100));
        assertTrue(hours.bytes() < ROWS * 3 / 4 / 8, "bytes " + hours.bytes());
        EncodedColumn groups = check(List.of("PFOR_DELTA"), ints(ROWS, i -> i % 1000 * 1000 + random.nextInt(16)));
        assertTrue(groups.bytes() < ROWS * 6 / 8, "bytes " + groups.bytes());
    }

    @Test
    void outliersOnBothSides() throws Exception {
        EncodedColumn column = check(
                List.of("PFOR"),
                ints(
                        ROWS,
                        i -> i % 200 == 50
                                ? Integer.MIN_VALUE + random.nextInt(1 << 20)
                                : i % 200 == 150 ? Integer.MAX_VALUE - random.nextInt(1 << 20) : random.nextInt(16)));
        assertTrue(column.bytes() < ROWS * 6 / 8, "bytes " + column.bytes());
    }

    @Test
    void nulls() throws Exception {
        EncodedColumn.Values values = longs(ROWS, i -> random.nextInt(1000));
        values.nulls = new boolean[ROWS];
        Arrays.fill(values.nulls, true);
        assertEquals(0, check(List.of("ALL_NULL"), values).bytes());
        for (int i = 0; i < ROWS; i++) {
            values.nulls[i] = random.nextInt(100) == 0;
        }
        check(List.of("NULLABLE(PFOR)"), values);
        for (int i = 0; i < ROWS; i++) {
            values.nulls[i] = random.nextInt(10) > 0;
        }
        check(List.of("NULLABLE[compact](PFOR)"), values);
    }

    @Test
    void strings() throws Exception {
        String[] modes = {"AIR", "FOB", "MAIL", "RAIL", "REG AIR", "SHIP", "TRUCK"};
        check(List.of("DICTIONARY#0(PFOR)"), texts(ROWS, i -> modes[random.nextInt(modes.length)]));
        check(List.of("CONSTANT"), texts(ROWS, i -> "same"));
        check(List.of("FSST#0(PFOR, PFOR)"), texts(ROWS, i -> "customer number " + random.nextInt() + " of the north"));
        // what repeats is much longer than a symbol
        String form = new String(noise(200), StandardCharsets.ISO_8859_1);
        check(List.of("LZ4(PFOR)"), texts(ROWS, i -> i % 8 == 0 ? form + random.nextInt() : i % 2 == 0 ? "a" : "b"));
        check(List.of("BYTES(PFOR)"), texts(ROWS, i -> new String(noise(16), StandardCharsets.ISO_8859_1)));
        String[] long1 = new String[ROWS / 16];
        Arrays.setAll(long1, i -> new String(noise(16), StandardCharsets.ISO_8859_1));
        check(List.of("RLE(BYTES(PFOR), PFOR)"), texts(ROWS, i -> long1[i / 16]));
    }

    @Test
    void sortedStrings() throws Exception {
        String[] urls = new String[ROWS];
        Arrays.setAll(urls, i -> "https://www." + random.nextInt(5000) + ".example.org/" + random.nextInt(1 << 20));
        check(List.of("FSST#0(PFOR, PFOR)"), texts(ROWS, i -> urls[i]));
        Arrays.sort(urls);
        EncodedColumn.Values sorted = texts(ROWS, i -> urls[i]);
        check(List.of("PREFIX(PFOR, FSST#0(PFOR, PFOR))"), sorted);
        // each value waits for the one before it: too slow for FAST
        assertEquals(
                List.of("FSST#0(PFOR, PFOR)"),
                encode(sorted, EncodingProfile.FAST).encodings());
        // runs, whose values are sorted
        check(
                List.of("RLE(PREFIX(PFOR, FSST#0(PFOR, PFOR)), PFOR)"),
                texts(ROWS, i -> String.format("%030d", i / 20 * 7)));
    }

    private byte[] noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void otherShapes() throws Exception {
        EncodedColumn.Values doubles = new EncodedColumn.Values(Physical.DOUBLE, ROWS);
        doubles.doubles = random.doubles(ROWS).toArray();
        check(List.of("ROTATE(SCALE[2](PFOR))"), doubles);
        double[] few = random.doubles(200).toArray();
        doubles.doubles = random.ints(ROWS, 0, 200).mapToDouble(v -> few[v]).toArray();
        check(List.of("DICTIONARY#0(PFOR)"), doubles);
        EncodedColumn.Values wide = new EncodedColumn.Values(Physical.INT128, ROWS);
        wide.longs = random.longs(ROWS, 0, 1 << 20).toArray();
        check(List.of("WIDEN(PFOR)"), narrow(wide));
        wide.high = random.longs(ROWS, 0, 1 << 20).toArray();
        check(List.of("SPLIT(PFOR, PFOR)"), wide);
        EncodedColumn.Values booleans = new EncodedColumn.Values(Physical.BOOLEAN, ROWS);
        booleans.booleans = new byte[ROWS];
        check(List.of("CONSTANT"), booleans);
        random.nextBytes(booleans.booleans);
        for (int i = 0; i < ROWS; i++) {
            booleans.booleans[i] &= 1;
        }
        check(List.of("BITS"), booleans);
    }

    @Test
    void partsOfValuesAreEncodedToo() throws Exception {
        long[] some = random.longs(300).toArray();
        check(List.of("DICTIONARY#0(PFOR_DELTA)"), longs(ROWS, i -> some[i % 300]));
        EncodedColumn.Values decimals = longs(ROWS, i -> random.nextInt(1 << 20));
        narrow(decimals);
        for (int i = ROWS / 2; i < ROWS; i++) {
            decimals.high[i] = 1L << 40;
        }
        check(List.of("WIDEN(PFOR)", "SPLIT(PFOR, CONSTANT)"), decimals128(decimals));
        EncodedColumn.Values values = longs(4096, i -> random.nextInt(1000));
        values.nulls = new boolean[4096];
        Arrays.fill(values.nulls, 1000, 3000, true);
        EncodedColumn column = check(List.of("NULLABLE[compact](PFOR)"), values);
        assertEquals(3, column.vectors.get(0).payload()[0], "validity is stored as runs");
        ColumnEncoder lengths = new ColumnEncoder(Physical.INT, new EncoderContext(0));
        ByteSink out = new ByteSink();
        lengths.lengths(ints(4096, i -> 3).ints, EncodedColumn.NO_NULLS, 4096, out);
        assertEquals("CONSTANT", lengths.encoding().toString());
        assertEquals(0, out.size());
    }

    private static EncodedColumn.Values decimals128(EncodedColumn.Values longs) {
        EncodedColumn.Values values = new EncodedColumn.Values(Physical.INT128, longs.n);
        values.longs = longs.longs;
        values.high = longs.high;
        return values;
    }

    private static EncodedColumn.Values doubles(IntToDoubleFunction value) {
        EncodedColumn.Values values = new EncodedColumn.Values(Physical.DOUBLE, ROWS);
        values.doubles = IntStream.range(0, ROWS).mapToDouble(value).toArray();
        return values;
    }

    private static EncodedColumn.Values floats(EncodedColumn.Values doubles) {
        EncodedColumn.Values values = new EncodedColumn.Values(Physical.FLOAT, ROWS);
        values.floats = new float[ROWS];
        for (int i = 0; i < ROWS; i++) {
            values.floats[i] = (float) doubles.doubles[i];
        }
        return values;
    }

    @Test
    void decimals() throws Exception {
        EncodedColumn.Values cents = doubles(i -> (1 + random.nextInt(1_000_000)) / 100.0);
        EncodedColumn column = check(List.of("ALP(PFOR)"), cents);
        assertTrue(column.bytes() < ROWS * 20 / 8 + 100, "bytes " + column.bytes());
        check(List.of("ALP(PFOR)"), floats(cents));
        check(List.of("ALP(PFOR_DELTA)"), doubles(i -> i / 8.0 + random.nextInt(2) / 1000.0));
        check(List.of("ALP(SCALE[25](PFOR))"), doubles(i -> random.nextInt(1 << 20) * 0.25));
        check(
                List.of("ALP(PFOR)"),
                doubles(i -> i % 100 == 3 ? Double.NaN : i % 100 == 4 ? -0.0 : random.nextInt(1 << 20) / 1e5));
        check(List.of("ALP(CONSTANT)"), doubles(i -> i % 1000 == 999 ? random.nextDouble() : 0.1));
        check(List.of("RLE(ALP(PFOR), PFOR)"), doubles(i -> (GrowingDictionary.mix(i / 40) & 0xFFFFF) / 1e3));
        check(List.of("ROTATE(PFOR)"), doubles(i -> random.nextGaussian()));
        check(List.of("ROTATE(PFOR)"), floats(doubles(i -> random.nextGaussian())));
        check(List.of("PLAIN"), doubles(i -> Double.longBitsToDouble(random.nextLong())));
        check(List.of("ROTATE(SCALE[2](PFOR_DELTA))"), doubles(i -> i / 7.0 + random.nextDouble()));
        EncodedColumn widened = check(List.of("ROTATE(GAP[1+29](PFOR))"), doubles(i -> random.nextFloat(-180, 180)));
        assertTrue(widened.bytes() < ROWS * 34 / 8, "bytes " + widened.bytes());
    }

    /** Decimals of up to 15 digits come back without exceptions at each exponent. */
    @Test
    void allDecimalsAreExact() throws Exception {
        for (int e = 0; e <= 22; e++) {
            int exponent = e;
            for (long limit : new long[] {1000, 1_000_000_000_000_000L}) {
                EncodedColumn column = check(
                        List.of("ALP(PFOR)"),
                        doubles(i -> Double.parseDouble(
                                (i % 4000 == 1 ? 7 : random.nextLong(-limit, limit)) + "e-" + exponent)));
                for (EncodedColumn.Vector vector : column.vectors) {
                    assertEquals(0, vector.payload()[1], "exceptions at exponent " + e);
                }
            }
        }
    }

    private static EncodedColumn.Values narrow(EncodedColumn.Values values) {
        values.high = new long[values.n];
        for (int i = 0; i < values.n; i++) {
            values.high[i] = values.longs[i] >> 63;
        }
        return values;
    }

    @Test
    void aChangeOfTheDataBeginsANewBlock() throws Exception {
        EncodedColumn column = check(
                List.of("PFOR", "PFOR_DELTA"), longs(ROWS, i -> i < ROWS / 2 ? random.nextInt(1000) : i * 12345L));
        assertEquals(2, column.blocks);
    }

    @Test
    void whatTakesNoMoreThanBeforeIsLookedAtAgain() throws Exception {
        int n = 40 * 4096;
        EncodedColumn column = check(
                List.of("PFOR", "PFOR_DELTA"),
                longs(n, i -> i < 3 * 4096 ? random.nextInt(1 << 20) : (i % 4096) * 256L + random.nextInt(4)));
        assertEquals(2, column.blocks);
        assertTrue(column.bytes() < 4 * 4096 * 20 / 8 + 36 * (4096 * 3 / 8 + 64), "bytes " + column.bytes());
    }

    @Test
    void dictionariesStayWithinTheirLimits() throws Exception {
        int n = 60 * 4096;
        EncodedColumn column = EncodedColumn.encode(longs(
                n,
                i -> i < 4096
                        ? random.nextInt(2000) * 1_000_000_007L
                        : (random.nextInt(2000) + i / 2) * 1_000_000_007L));
        for (ColumnEncoder.StoredDictionary dictionary : column.dictionaries) {
            assertTrue(dictionary.entries() <= 65_536, "entries " + dictionary.entries());
        }
        EncodedColumn.Values read = column.decode();
        assertEquals(n, read.n);
        EncodedColumn without = EncodedColumn.encode(
                longs(ROWS, i -> random.nextInt(50) * (1_000_003L + i % 2)), new EncoderContext(0));
        assertEquals(List.of("PFOR"), without.encodings(), "no memory, no dictionary");
    }

    @Test
    void theChoiceDependsOnTheDataOnly() {
        EncodedColumn.Values values = RoundTripTest.generate(
                Physical.BYTES, RoundTripTest.Distribution.SKEWED, RoundTripTest.Nulls.RARE, ROWS, 1);
        EncodedColumn one = EncodedColumn.encode(values);
        EncodedColumn two = EncodedColumn.encode(values);
        assertEquals(one.vectors.size(), two.vectors.size());
        for (int v = 0; v < one.vectors.size(); v++) {
            assertEquals(one.vectors.get(v).encoding(), two.vectors.get(v).encoding());
            assertEquals(
                    ByteBuffer.wrap(one.vectors.get(v).payload()),
                    ByteBuffer.wrap(two.vectors.get(v).payload()));
        }
    }

    private static EncodedColumn encode(EncodedColumn.Values values, EncodingProfile profile) throws Exception {
        EncodedColumn column = EncodedColumn.encode(values, new EncoderContext(64 << 20, profile));
        values.assertSame(column.decode(), () -> "encoded as " + column.encodings());
        return column;
    }

    @Test
    void aProfileWeighsTimeAgainstBytes() throws Exception {
        // deltas save about a fifteenth of the bytes: too little for FAST
        EncodedColumn.Values sorted = longs(ROWS, i -> i * 400L + random.nextInt(1 << 20));
        assertEquals(List.of("PFOR"), encode(sorted, EncodingProfile.FAST).encodings());
        EncodedColumn.Values texts = texts(ROWS, i -> "customer number " + random.nextInt() + " of the north");
        long fast = encode(texts, EncodingProfile.FAST).bytes();
        assertEquals(
                List.of("FSST#0(PFOR, PFOR)"),
                encode(texts, EncodingProfile.FAST).encodings());
        long standard = encode(texts, EncodingProfile.DEFAULT).bytes();
        long compact = encode(texts, EncodingProfile.COMPACT).bytes();
        assertTrue(fast >= standard && standard >= compact, fast + ", " + standard + ", " + compact);
        // general compression is too slow for FAST
        String form = new String(noise(200), StandardCharsets.ISO_8859_1);
        EncodedColumn.Values forms = texts(ROWS, i -> i % 8 == 0 ? form + random.nextInt() : i % 2 == 0 ? "a" : "b");
        assertEquals(
                List.of("LZ4(PFOR)"), encode(forms, EncodingProfile.DEFAULT).encodings());
        assertEquals(
                List.of("FSST#0(PFOR, PFOR)"),
                encode(forms, EncodingProfile.FAST).encodings());
        assertEquals(
                List.of("BYTES(PFOR)"), encode(forms, EncodingProfile.TRANSIENT).encodings());
    }

    @Test
    void theCheapestCandidateIsTaken() {
        for (EncodingProfile profile : EncodingProfile.values()) {
            EncoderContext context = new EncoderContext(64 << 20, profile);
            List<ChoiceRecorder.Candidate> candidates = new ArrayList<>();
            context.tell((part, candidate) -> {
                if (part.equals("values")) {
                    candidates.add(candidate);
                }
            });
            long[] values = new long[4096];
            Arrays.setAll(values, i -> i / 10 * 12L + random.nextInt(3));
            ColumnEncoder encoder = new ColumnEncoder(Physical.LONG, context);
            ByteSink out = new ByteSink();
            encoder.longs(values, new boolean[0], values.length, out);
            ChoiceRecorder.Candidate best = candidates.stream()
                    .min(Comparator.comparingLong(ChoiceRecorder.Candidate::cost))
                    .orElseThrow();
            assertEquals(encoder.encoding(), best.encoding());
            // estimates of integers are exact, but for ENTROPY
            double most = profile == EncodingProfile.COMPACT ? 0.02 * out.size() : 0;
            assertEquals(out.size(), (double) best.bytes(), most, best.toString());
            // TRANSIENT weighs the values as they are and PFOR alone
            assertTrue(candidates.size() >= (profile == EncodingProfile.TRANSIENT ? 2 : 3), candidates.toString());
        }
    }
}
