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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.select.EntrySet;
import dev.stoa.format.internal.encoding.select.Frame;
import dev.stoa.format.internal.encoding.select.IntegerSet;
import dev.stoa.format.internal.encoding.select.VectorSelector;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.kernel.Masks;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is computed on encoded vectors is what decoding them and computing on the values gives. */
final class SelectionPropertyTest {
    private static final int ROUNDS = Integer.getInteger("stoa.test.rounds", 1200);

    private final VectorSelector selector = new VectorSelector();
    private final VectorDecoder decoder = new VectorDecoder();
    private final long[] selected = new long[Masks.WORDS];
    private final Map<VectorSelector.How, Integer> hows = new TreeMap<>();

    /** Decoded values as longs. */
    private record Decoded(long[] values, boolean[] nulls) {}

    @ParameterizedTest
    @EnumSource(
            value = Physical.class,
            names = {"INT", "LONG", "BOOLEAN"})
    void randomTreesAndSets(Physical shape) throws Exception {
        Map<EncodingId, Integer> ids = new TreeMap<>();
        int partly = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long seed = 1_000_003L * round + shape.ordinal();
            Random random = new Random(seed);
            RandomVectors.Vector vector = RandomVectors.next(random, shape);
            vector.encoding().ids(id -> ids.merge(EncodingId.ofCode(id).orElseThrow(), 1, Integer::sum));
            String what = "seed " + seed + " rows " + vector.rows() + " " + vector.encoding();
            Decoded decoded = decode(vector, vector.payload(), shape);
            for (int i = 0; i < 3; i++) {
                IntegerSet set = set(random, decoded.values());
                int count = check(vector, vector.payload(), shape, set, decoded, what);
                partly += count > 0 && count < vector.rows() ? 1 : 0;
            }
        }
        assertTrue(partly > ROUNDS / 10, "partly " + partly);
        assertTrue(hows.get(VectorSelector.How.BY_FRAME) > ROUNDS / 10, "by frame " + hows);
        assertTrue(hows.get(VectorSelector.How.ENCODED) > ROUNDS / 10, "encoded " + hows);
        assertEquals(
                shape == Physical.BOOLEAN ? 8 : shape == Physical.INT ? 12 : 11,
                ids.size(),
                () -> "encodings met: " + ids);
    }

    /** What decoding refuses is refused, or was not needed since a frame decides; what it reads is tested right. */
    @ParameterizedTest
    @EnumSource(
            value = Physical.class,
            names = {"INT", "LONG", "BOOLEAN"})
    void damagedPayloads(Physical shape) throws Exception {
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long seed = 7_000_003L * round + shape.ordinal();
            Random random = new Random(seed);
            RandomVectors.Vector vector = RandomVectors.next(random, shape);
            byte[] payload = damage(vector.payload(), random);
            String what = "seed " + seed + " rows " + vector.rows() + " " + vector.encoding() + " payload "
                    + HexFormat.of().formatHex(payload, 0, Math.min(40, payload.length));
            IntegerSet set = set(random, new long[] {random.nextInt(), random.nextLong()});
            try {
                Decoded decoded = decode(vector, payload, shape);
                check(vector, payload, shape, set, decoded, what);
            } catch (CorruptFileException e) {
                refused++;
                try {
                    assertEquals(VectorSelector.How.BY_FRAME, select(vector, payload, shape, set), what);
                } catch (CorruptFileException alike) {
                    assertTrue(alike.getMessage().contains("byte"), alike.getMessage());
                }
            }
        }
        assertTrue(refused > ROUNDS / 10, "refused " + refused);
    }

    /** Dictionaries of all shapes: a boolean per entry. */
    @ParameterizedTest
    @EnumSource(
            value = Physical.class,
            names = {"FLOAT", "DOUBLE", "BYTES"})
    void entriesOfDictionaries(Physical shape) throws Exception {
        for (RoundTripTest.Nulls nulls : RoundTripTest.Nulls.values()) {
            EncodedColumn.Values values = RoundTripTest.generate(shape, RoundTripTest.Distribution.FEW, nulls, 9000, 5);
            EncodedColumn column = EncodedColumn.encode(values);
            Random random = new Random(nulls.ordinal());
            int first = 0;
            for (EncodedColumn.Vector vector : column.vectors) {
                if (VectorSelector.canSelect(vector.encoding(), shape)) {
                    DecodedDictionary dictionary = column.dictionary(vector.encoding());
                    for (int round = 0; round < 20; round++) {
                        checkEntries(values, first, vector, dictionary, random, round);
                    }
                } else {
                    assertTrue(shape != Physical.BYTES, "encoded as " + vector.encoding());
                }
                first += vector.rows();
            }
        }
        assertFalse(VectorSelector.canSelect(new Encoding.Plain(), shape));
    }

    private void checkEntries(
            EncodedColumn.Values values,
            int first,
            EncodedColumn.Vector vector,
            DecodedDictionary dictionary,
            Random random,
            int most)
            throws CorruptFileException {
        boolean[] matches = new boolean[dictionary.size()];
        for (int i = 0; i < matches.length; i++) {
            matches[i] = random.nextInt(20) <= most;
        }
        selector.select(
                vector.encoding(),
                ByteBuffer.wrap(vector.payload()),
                vector.rows(),
                values.shape,
                IntegerSet.NONE,
                EntrySet.of(matches, matches.length),
                selected);
        for (int i = 0; i < vector.rows(); i++) {
            int row = first + i;
            boolean expected = !values.isNull(row) && matches[code(values, row, dictionary)];
            assertEquals(expected, isSet(selected, i), values.shape + " row " + row + " of " + vector.encoding());
        }
    }

    private static int code(EncodedColumn.Values values, int row, DecodedDictionary d) {
        for (int i = 0; i < d.size(); i++) {
            boolean same = switch (values.shape) {
                case FLOAT -> Float.floatToRawIntBits(d.floats()[i]) == Float.floatToRawIntBits(values.floats[row]);
                case DOUBLE ->
                    Double.doubleToRawLongBits(d.doubles()[i]) == Double.doubleToRawLongBits(values.doubles[row]);
                default ->
                    Arrays.equals(Arrays.copyOfRange(d.data(), d.offsets()[i], d.offsets()[i + 1]), values.bytes[row]);
            };
            if (same) {
                return i;
            }
        }
        throw new AssertionError("row " + row + " is not in the dictionary");
    }

    @Test
    void framesDecide() throws Exception {
        // PFOR of width 4 above 100, without offsets: whatever they are
        byte[] head = {4, 0, (byte) 0xC8, 1};
        for (long[] range : new long[][] {{Long.MIN_VALUE, 99}, {116, Long.MAX_VALUE}, {100, 115}}) {
            IntegerSet set = IntegerSet.of(new long[] {range[0]}, new long[] {range[1]});
            selector.select(
                    new IntegerEncoding.Pfor(), ByteBuffer.wrap(head), 10, Physical.INT, set, EntrySet.NONE, selected);
            assertEquals(range[0] == 100 ? 10 : 0, Masks.count(selected));
        }
        IntegerSet some = IntegerSet.of(new long[] {100}, new long[] {114});
        assertThrows(
                CorruptFileException.class,
                () -> selector.select(
                        new IntegerEncoding.Pfor(),
                        ByteBuffer.wrap(head),
                        10,
                        Physical.INT,
                        some,
                        EntrySet.NONE,
                        selected));
        // FREQUENT: 50, or as above in two rows of ten, without offsets
        Encoding frequent = new IntegerEncoding.Frequent(new IntegerEncoding.Pfor());
        byte[] frequentHead = {100, 2, 3, 0, 4, 0, (byte) 0xC8, 1};
        for (long[] range : new long[][] {{Long.MIN_VALUE, 49}, {116, Long.MAX_VALUE}, {50, 115}}) {
            IntegerSet set = IntegerSet.of(new long[] {range[0]}, new long[] {range[1]});
            assertEquals(
                    VectorSelector.How.BY_FRAME,
                    selector.select(
                            frequent, ByteBuffer.wrap(frequentHead), 10, Physical.INT, set, EntrySet.NONE, selected));
            assertEquals(range[0] == 50 ? 10 : 0, Masks.count(selected));
        }
        // multiples of 100 in between do not exist
        Encoding scale = new IntegerEncoding.Scale(100, 7, new IntegerEncoding.Pfor());
        IntegerSet between = IntegerSet.of(new long[] {10_208}, new long[] {10_306});
        VectorSelector.How how = selector.select(
                scale,
                ByteBuffer.wrap(new byte[] {1, 0, (byte) 0xC8, 1, 2}),
                2,
                Physical.INT,
                between,
                EntrySet.NONE,
                selected);
        assertEquals(0, Masks.count(selected), "by " + how);
    }

    /** A code that no entry has is refused, even if it could be told that it does not match. */
    @Test
    void codesBeyondTheDictionary() {
        Encoding codes = new Encoding.Dictionary(0, new IntegerEncoding.Pfor());
        EntrySet onlyEntry = EntrySet.of(new boolean[] {true}, 1);
        assertThrows(
                CorruptFileException.class,
                () -> selector.select(
                        codes,
                        ByteBuffer.wrap(new byte[] {1, 0, 0, 2}),
                        3,
                        Physical.BYTES,
                        IntegerSet.NONE,
                        onlyEntry,
                        selected));
    }

    /** Sets and maps of sets against their definitions. */
    @Test
    void setsMoveWithTheirValues() {
        Random random = new Random(42);
        for (int round = 0; round < 20_000; round++) {
            long low = random.nextInt(4000) - 2000L;
            IntegerSet set = IntegerSet.of(new long[] {low, low + 60}, new long[] {low + random.nextInt(50), low + 99});
            long offset = random.nextInt(200) - 100L;
            long factor = 2L + random.nextInt(30);
            IntegerEncoding.Gap gap = new IntegerEncoding.Gap(
                    1 + random.nextInt(4), 1 + random.nextInt(4), offset, new IntegerEncoding.Pfor());
            IntegerSet scaled = set.unscale(factor, offset);
            IntegerSet closed = set.close(gap.low(), gap.gap(), offset);
            long c = random.nextInt(2400) - 1200L;
            assertEquals(set.contains(offset + factor * c), scaled.contains(c), "round " + round);
            assertEquals(set.contains(offset + Frame.spread(gap, c)), closed.contains(c), "round " + round);
            long max = c + random.nextInt(100);
            boolean all = true;
            boolean any = false;
            for (long v = c; v <= max; v++) {
                all &= set.contains(v);
                any |= set.contains(v);
                assertEquals(set.contains(v), set.within(c, max).contains(v));
            }
            assertFalse(set.within(c, max).contains(c - 1));
            assertFalse(set.within(c, max).contains(max + 1));
            IntegerSet.Match match = set.match(c, max);
            assertEquals(all, match == IntegerSet.Match.ALL, "round " + round);
            assertEquals(any, match != IntegerSet.Match.NONE, "round " + round);
        }
    }

    private int check(
            RandomVectors.Vector vector, byte[] payload, Physical shape, IntegerSet set, Decoded decoded, String what)
            throws CorruptFileException {
        VectorSelector.How how = select(vector, payload, shape, set);
        hows.merge(how, 1, Integer::sum);
        int count = 0;
        for (int i = 0; i < vector.rows(); i++) {
            boolean isNull = decoded.nulls()[i];
            boolean expected = !isNull && set.contains(decoded.values()[i]);
            if (expected != isSet(selected, i) || isNull == isSet(selector.valid(), i)) {
                throw new AssertionError(what + " set " + set + " row " + i + " is "
                        + (isNull ? "null" : decoded.values()[i]) + ", selected " + isSet(selected, i) + " " + how);
            }
            count += expected ? 1 : 0;
        }
        assertEquals(count, Masks.count(selected), what);
        return count;
    }

    private VectorSelector.How select(RandomVectors.Vector vector, byte[] payload, Physical shape, IntegerSet set)
            throws CorruptFileException {
        Arrays.fill(selected, -1);
        EntrySet entries =
                vector.dictionary() == DecodedDictionary.NONE ? EntrySet.NONE : EntrySet.of(vector.dictionary(), set);
        return selector.select(
                vector.encoding(), ByteBuffer.wrap(payload), vector.rows(), shape, set, entries, selected);
    }

    private Decoded decode(RandomVectors.Vector vector, byte[] payload, Physical shape) throws CorruptFileException {
        int n = vector.rows();
        long[] values = new long[n];
        boolean[] nulls = new boolean[n];
        ByteBuffer in = ByteBuffer.wrap(payload);
        switch (shape) {
            case LONG -> decoder.longs(vector.encoding(), in, n, vector.dictionary(), values, nulls);
            case INT -> {
                int[] ints = new int[n];
                decoder.ints(vector.encoding(), in, n, vector.dictionary(), ints, nulls);
                Arrays.setAll(values, i -> ints[i]);
            }
            default -> {
                byte[] booleans = new byte[n];
                decoder.booleans(vector.encoding(), in, n, booleans, nulls);
                Arrays.setAll(values, i -> booleans[i]);
            }
        }
        return new Decoded(values, nulls);
    }

    private static boolean isSet(long[] words, int row) {
        return (words[row >>> 6] >>> row & 1) != 0;
    }

    /** None, all, a point, or ranges that begin and end at or beside values or extremes. */
    private static IntegerSet set(Random random, long[] values) {
        if (random.nextInt(5) == 0) {
            return manyRanges(random, values);
        }
        int ranges = random.nextInt(6) == 0 ? random.nextInt(40) : random.nextInt(4);
        TreeSet<Long> ends = new TreeSet<>();
        for (int i = 0; i < 2 * ranges; i++) {
            long end = switch (random.nextInt(8)) {
                case 0 -> Long.MIN_VALUE;
                case 1 -> Long.MAX_VALUE;
                case 2 -> random.nextInt();
                default -> values[random.nextInt(values.length)] + random.nextInt(5) - 2;
            };
            ends.add(end);
        }
        if (random.nextInt(20) == 0) {
            return random.nextBoolean() ? IntegerSet.ALL : IntegerSet.NONE;
        }
        List<Long> sorted = List.copyOf(ends);
        if (sorted.size() == 1) {
            return IntegerSet.of(new long[] {sorted.get(0)}, new long[] {sorted.get(0)});
        }
        long[] lows = new long[sorted.size() / 2];
        long[] highs = new long[lows.length];
        for (int i = 0; i < lows.length; i++) {
            lows[i] = sorted.get(2 * i);
            highs[i] = random.nextInt(4) == 0 ? lows[i] : sorted.get(2 * i + 1);
        }
        return IntegerSet.of(lows, highs);
    }

    /** As a join asks for: many keys close together or far apart, or many ranges with more values than a sieve takes. */
    private static IntegerSet manyRanges(Random random, long[] values) {
        int most = 1 + random.nextInt(3000);
        long reach = 1L << (4 + random.nextInt(59));
        int longest = random.nextInt(3) == 0 ? 1 << random.nextInt(30) : 1;
        TreeSet<Long> ends = new TreeSet<>();
        for (int i = 0; i < most; i++) {
            long near = values[random.nextInt(values.length)];
            ends.add(random.nextInt(4) == 0 ? near : near + Math.floorMod(random.nextLong(), reach));
        }
        List<Long> sorted = List.copyOf(ends);
        long[] lows = sorted.stream().mapToLong(Long::longValue).toArray();
        long[] highs = lows.clone();
        for (int i = 0; i + 1 < lows.length; i++) {
            long room = lows[i + 1] - lows[i] - 1;
            long more = random.nextInt(longest);
            highs[i] += room < 0 ? more : Math.min(room, more);
        }
        return IntegerSet.of(lows, highs);
    }

    private static byte[] damage(byte[] payload, Random random) {
        byte[] out = payload.clone();
        switch (random.nextInt(4)) {
            case 0 -> out = Arrays.copyOf(out, random.nextInt(out.length + 1));
            case 1 -> out = Arrays.copyOf(out, out.length + 1 + random.nextInt(20));
            default -> {
                for (int k = random.nextInt(3); k >= 0 && out.length > 0; k--) {
                    int at = random.nextInt(random.nextBoolean() ? out.length : Math.min(24, out.length));
                    out[at] = (byte) (random.nextBoolean() ? random.nextInt() : out[at] ^ (1 << random.nextInt(8)));
                }
            }
        }
        return out;
    }
}
