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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.EncodingChooser;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.entropy.BinChooser;
import dev.stoa.format.internal.encoding.entropy.EntropyCoder;
import dev.stoa.format.internal.encoding.wire.Bins;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ENTROPY against an encoder and a decoder that follow the words of the specification, and against bytes that nobody wrote. */
final class EntropyTest {
    private static final int[] ROWS = {0, 1, 2, 8, 4095, 4096};

    /** Bins in which values lie, with frequencies that add up to 2^scale, some of them large. */
    private static Bins model(Physical shape, int scale, int bins, int maxWidth, Random random) {
        int[] frequencies = new int[bins];
        Arrays.fill(frequencies, 1);
        double skew = 1 + 4 * random.nextDouble();
        for (int left = (1 << scale) - bins; left > 0; ) {
            int some = 1 + random.nextInt(left);
            frequencies[(int) (bins * Math.pow(random.nextDouble(), skew))] += some;
            left -= some;
        }
        byte[] widths = new byte[bins];
        long[] lowers = new long[bins];
        for (int i = 0; i < bins; i++) {
            widths[i] = (byte) random.nextInt(maxWidth + 1);
            long lower = random.nextLong() >> random.nextInt(Long.SIZE);
            lowers[i] = shape == Physical.INT ? (int) lower : lower;
        }
        return new Bins(shape, scale, frequencies, widths, lowers);
    }

    private static BigInteger wrap(Physical shape, BigInteger value) {
        return BigInteger.valueOf(shape == Physical.INT ? value.intValue() : value.longValue());
    }

    /** A payload as the specification says, with the values in it. */
    private static byte[] naive(IntegerEncoding.Entropy encoding, int n, Random random, List<BigInteger> values) {
        Bins model = encoding.model();
        int r = model.scale();
        List<Integer> slots = new ArrayList<>();
        List<Integer> firsts = new ArrayList<>();
        for (int i = 0; i < model.count(); i++) {
            firsts.add(slots.size());
            slots.addAll(Collections.nCopies(model.frequencies()[i], i));
        }
        assertEquals(1 << r, slots.size());
        int[] bins = new int[n];
        BitSet bits = new BitSet();
        int used = 0;
        BigInteger start = BigInteger.valueOf(random.nextInt());
        BigInteger sum = start;
        for (int i = 0; i < n; i++) {
            bins[i] = slots.get(random.nextInt(slots.size()));
            int width = model.widths()[bins[i]];
            BigInteger offset = new BigInteger(width, random);
            for (int bit = 0; bit < width; bit++) {
                bits.set(used++, offset.testBit(bit));
            }
            BigInteger value = BigInteger.valueOf(model.lowers()[bins[i]]).add(offset);
            sum = (encoding.deltas() ? sum : start).add(value);
            values.add(wrap(model.shape(), sum));
        }
        long[] states = {1 << 16, 1 << 16};
        List<Long> words = new ArrayList<>();
        for (int i = n - 1; i >= 0; i--) {
            long f = model.frequencies()[bins[i]];
            long x = states[i % 2];
            if (x >= f << (32 - r)) {
                words.add(x % (1 << 16));
                x >>= 16;
            }
            states[i % 2] = (x / f << r) + x % f + firsts.get(bins[i]);
        }
        Collections.reverse(words);
        ByteSink out = new ByteSink();
        out.zigzag(start.intValue());
        out.u32(states[0]);
        out.u32(states[1]);
        words.forEach(word -> out.u16(word.intValue()));
        out.bytes(Arrays.copyOf(bits.toByteArray(), (used + 7) / 8));
        return out.toByteArray();
    }

    private static List<BigInteger> decode(Encoding encoding, Physical shape, byte[] payload, int n)
            throws StoaException {
        EncodedColumn.Values values = EncodedColumn.decode(
                new VectorDecoder(), shape, encoding, ByteBuffer.wrap(payload), n, DecodedDictionary.NONE);
        List<BigInteger> out = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            out.add(BigInteger.valueOf(shape == Physical.INT ? values.ints[i] : values.longs[i]));
        }
        return out;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 11, 257, 4096})
    void agreesWithTheSpecification(int bins) throws StoaException {
        for (Physical shape : new Physical[] {Physical.INT, Physical.LONG}) {
            for (int n : ROWS) {
                for (int maxWidth : new int[] {0, 7, Bins.bits(shape)}) {
                    long seed = 31L * n + maxWidth + bins;
                    Random random = new Random(seed);
                    int least = Integer.SIZE - Integer.numberOfLeadingZeros(bins - 1);
                    int scale = least + random.nextInt(15 - least);
                    IntegerEncoding.Entropy encoding = new IntegerEncoding.Entropy(
                            random.nextBoolean(), model(shape, scale, bins, maxWidth, random));
                    ByteSink tree = new ByteSink();
                    encoding.write(tree);
                    Encoding read = Encoding.read(ByteBuffer.wrap(tree.toByteArray()), shape);
                    assertEquals(encoding, read);
                    assertEquals(encoding.hashCode(), read.hashCode());
                    List<BigInteger> values = new ArrayList<>();
                    byte[] payload = naive(encoding, n, random, values);
                    assertEquals(values, decode(read, shape, payload, n), "seed " + seed + " " + encoding);
                    for (int cut = Math.max(0, payload.length - 40); cut < payload.length; cut++) {
                        byte[] less = Arrays.copyOf(payload, cut);
                        assertThrows(CorruptFileException.class, () -> decode(read, shape, less, n));
                    }
                }
            }
        }
    }

    private static void roundTrip(String what, Physical shape, IntToLongFunction learnt, IntToLongFunction written)
            throws StoaException {
        for (int n : new int[] {0, 1, 8, 4096}) {
            long[] sample = new long[4096];
            long[] values = new long[n];
            Arrays.setAll(sample, i -> shape == Physical.INT ? (int) learnt.applyAsLong(i) : learnt.applyAsLong(i));
            Arrays.setAll(values, i -> shape == Physical.INT ? (int) written.applyAsLong(i) : written.applyAsLong(i));
            BinChooser chooser = new BinChooser();
            EntropyCoder coder = new EntropyCoder();
            for (int size : new int[] {1, 100, 4096}) {
                for (boolean deltas : new boolean[] {false, true}) {
                    IntegerEncoding.Entropy encoding =
                            new IntegerEncoding.Entropy(deltas, chooser.choose(shape, sample, size));
                    ByteSink tree = new ByteSink();
                    encoding.write(tree);
                    Encoding read = Encoding.read(ByteBuffer.wrap(tree.toByteArray()), shape);
                    assertEquals(encoding, read, what);
                    ByteSink out = new ByteSink();
                    coder.write(encoding, values, n, out);
                    List<BigInteger> expected =
                            Arrays.stream(values).mapToObj(BigInteger::valueOf).toList();
                    assertEquals(expected, decode(read, shape, out.toByteArray(), n), what + " rows " + n);
                }
            }
        }
    }

    /** A model learnt from some values writes any others. */
    @Test
    void everyModelWritesEveryValue() throws StoaException {
        Random random = new Random(11);
        List<IntToLongFunction> kinds = List.of(
                i -> 7,
                i -> i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE,
                i -> random.nextInt(11),
                i -> (long) (1000 * Math.exp(random.nextGaussian())),
                i -> random.nextInt(100) == 0 ? random.nextLong() : random.nextInt(50),
                i -> random.nextLong(),
                i -> 1_000_000L + i,
                i -> random.nextLong() >> random.nextInt(64));
        for (Physical shape : new Physical[] {Physical.INT, Physical.LONG}) {
            for (int a = 0; a < kinds.size(); a++) {
                for (int b = 0; b < kinds.size(); b++) {
                    roundTrip(shape + " learnt from " + a + " wrote " + b, shape, kinds.get(a), kinds.get(b));
                }
            }
        }
    }

    /** What is learnt comes near the information of the values. */
    @Test
    void takesAboutTheInformation() {
        Random random = new Random(12);
        EntropyCoder coder = new EntropyCoder();
        int[] few = new int[4096];
        int[] skewed = new int[4096];
        long[] wide = new long[4096];
        for (int i = 0; i < 4096; i++) {
            few[i] = random.nextInt(11);
            skewed[i] = Math.min(random.nextInt(20), random.nextInt(20));
            wide[i] = (1L << 60) + random.nextInt(10_000);
        }
        check(coder, few, Math.log(11));
        double information = 0;
        for (int i = 0; i < 20; i++) {
            double p = (2 * (20 - i) - 1) / 400.0;
            information -= p * Math.log(p);
        }
        check(coder, skewed, information);
        Choice choice = choice();
        coder.offer(choice, wide, 4096);
        ByteSink out = new ByteSink();
        coder.write((IntegerEncoding.Entropy) choice.encoding(), wide, 4096, out);
        assertNear(4096 * Math.log(10_000) / Math.log(2) / 8, out.size());
        assertNear(out.size(), (double) choice.bytes());
    }

    /** Values that lie close together in a wide frame, above its beginning, are found in their bins. */
    @Test
    void findsNarrowBinsInsideAWideFrame() {
        Random random = new Random(15);
        EntropyCoder coder = new EntropyCoder();
        int[] values = new int[4096];
        Arrays.setAll(values, i -> i % 64 == 0 ? 1 << 30 : 1000 + random.nextInt(2));
        double rare = 1 / 64.0;
        check(coder, values, -rare * Math.log(rare) - (1 - rare) * Math.log((1 - rare) / 2));
    }

    private static Choice choice() {
        return new EncodingChooser(EncodingProfile.COMPACT).choice("test");
    }

    private static IntegerEncoding.Entropy choose(EntropyCoder coder, int[] values) {
        Choice choice = choice();
        coder.offer(choice, values, values.length);
        return (IntegerEncoding.Entropy) choice.encoding();
    }

    private static void check(EntropyCoder coder, int[] values, double information) {
        Choice choice = choice();
        coder.offer(choice, values, values.length);
        ByteSink out = new ByteSink();
        coder.write((IntegerEncoding.Entropy) choice.encoding(), values, values.length, out);
        assertNear(values.length * information / Math.log(2) / 8, out.size());
        assertNear(out.size(), (double) choice.bytes());
    }

    private static void assertNear(double expected, double actual) {
        assertTrue(Math.abs(actual - expected) < 0.02 * expected, actual + " is not near " + expected);
    }

    private static List<Encoding> blocks(IntToLongFunction value, int vectors) {
        ColumnEncoder encoder = new ColumnEncoder(Physical.LONG, new EncoderContext(1 << 20, EncodingProfile.COMPACT));
        List<Encoding> blocks = new ArrayList<>();
        for (int v = 0; v < vectors; v++) {
            int first = v * 4096;
            long[] values = new long[4096];
            Arrays.setAll(values, i -> value.applyAsLong(first + i));
            if (encoder.longs(values, new boolean[0], values.length, new ByteSink())) {
                blocks.add(encoder.encoding());
            }
        }
        return blocks;
    }

    /** A model lasts while values are spread alike, wherever they lie; a new one begins a block where it pays. */
    @Test
    void blocksLastWhileTheirModelSuits() {
        Random random = new Random(13);
        IntToLongFunction moving = i -> 50L * (i / 4096) + random.nextInt(100) + random.nextInt(100);
        assertEquals(1, blocks(moving, 30).size());
        IntToLongFunction wider = i -> random.nextInt(100 << (i / (10 * 4096))) + random.nextInt(100);
        assertEquals(3, blocks(wider, 30).size());
        IntToLongFunction narrower = i -> random.nextInt(100) + random.nextInt(i < 10 * 4096 ? 400 : 100);
        List<Encoding> blocks = blocks(narrower, 30);
        assertEquals(2, blocks.size());
        assertTrue(blocks.stream().allMatch(IntegerEncoding.Entropy.class::isInstance), blocks.toString());
    }

    private static void refused(Physical shape, String tree) {
        byte[] bytes = HexFormat.of().parseHex(tree.replace(" ", ""));
        assertThrows(CorruptFileException.class, () -> Encoding.read(ByteBuffer.wrap(bytes), shape), tree);
    }

    @Test
    void modelsThatBreakRules() throws StoaException {
        String good = "12 00 02 02  03 00 0A  01 01 00";
        byte[] bytes = HexFormat.of().parseHex(good.replace(" ", ""));
        Encoding.read(ByteBuffer.wrap(bytes), Physical.INT);
        for (int cut = 0; cut < bytes.length; cut++) {
            byte[] less = Arrays.copyOf(bytes, cut);
            assertThrows(CorruptFileException.class, () -> Encoding.read(ByteBuffer.wrap(less), Physical.INT));
        }
        refused(Physical.INT, "12 02 02 02  03 00 0A  01 01 00"); // unknown flags
        refused(Physical.INT, "12 00 0F 02  03 00 0A  01 01 00"); // a scale of 15
        refused(Physical.INT, "12 00 02 02  02 00 0A  01 01 00"); // frequencies of 3
        refused(Physical.INT, "12 00 02 02  03 00 0A  02 01 00"); // frequencies of 5
        refused(Physical.INT, "12 00 02 02  04 00 0A  00 01 00"); // no slots
        refused(Physical.INT, "12 00 02 05  01 00 00  01 00 00  01 00 00  01 00 00  01 00 00"); // too many bins
        refused(Physical.INT, "12 00 02 00"); // none
        refused(Physical.INT, "12 00 02 02  03 21 0A  01 01 00"); // 33 bits
        refused(Physical.LONG, "12 00 02 02  03 41 0A  01 01 00"); // 65 bits
        refused(Physical.INT, "12 00 02 02  03 00 80 80 80 80 20  01 01 00"); // a gap of more than 32 bits
        refused(Physical.INT, "12 00 0E 81 20" + "01 00 00".repeat(4097)); // 4097 bins
        for (Physical shape : Physical.values()) {
            if (shape != Physical.INT && shape != Physical.LONG) {
                refused(shape, good);
            }
        }
        assertNotEquals(
                Encoding.read(ByteBuffer.wrap(bytes), Physical.INT),
                Encoding.read(
                        ByteBuffer.wrap(HexFormat.of().parseHex("12000202" + "03000C" + "010100")), Physical.INT));
    }

    @Test
    void statesThatBreakRules() throws StoaException {
        byte[] tree = HexFormat.of().parseHex("1200020203000A010100");
        Encoding encoding = Encoding.read(ByteBuffer.wrap(tree), Physical.INT);
        assertEquals(
                4,
                decode(encoding, Physical.INT, HexFormat.of().parseHex("00595505001CC7010001"), 4)
                        .size());
        for (String payload : new String[] {
            "00595500001CC7010001", // begins below 2^16
            "00595505001CC7010101", // ends above it
            "00595505001DC7010001",
            "00595505001CC701000101", // a byte too many
            "00595505001CC70100", // no offset
            "FFFFFFFF1F595505001CC7010001" // a start of more than 32 bits
        }) {
            byte[] bytes = HexFormat.of().parseHex(payload);
            assertThrows(CorruptFileException.class, () -> decode(encoding, Physical.INT, bytes, 4), payload);
        }
    }

    /** Each bit of a payload flipped: refused, or as many values. */
    @Test
    void everyBitFlipped() throws StoaException {
        Random random = new Random(5);
        EntropyCoder coder = new EntropyCoder();
        int[] values = new int[200];
        Arrays.setAll(values, i -> (int) Math.exp(8 * random.nextDouble()));
        IntegerEncoding.Entropy encoding = choose(coder, values);
        ByteSink out = new ByteSink();
        coder.write(encoding, values, values.length, out);
        byte[] payload = out.toByteArray();
        int refused = 0;
        int[] read = new int[values.length];
        VectorDecoder decoder = new VectorDecoder();
        for (int bit = 0; bit < 8 * payload.length; bit++) {
            byte[] bad = payload.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                decoder.ints(
                        encoding,
                        ByteBuffer.wrap(bad).order(ByteOrder.BIG_ENDIAN),
                        values.length,
                        DecodedDictionary.NONE,
                        read,
                        new boolean[values.length]);
            } catch (CorruptFileException e) {
                refused++;
            }
        }
        assertTrue(refused > payload.length, "refused " + refused);
        decoder.ints(
                encoding,
                ByteBuffer.wrap(payload),
                values.length,
                DecodedDictionary.NONE,
                read,
                new boolean[values.length]);
        assertArrayEquals(values, read);
    }

    /** Many models, each used again and again: the decoder keeps some of their tables. */
    @Test
    void manyModelsInTurn() throws StoaException {
        Random random = new Random(6);
        EntropyCoder coder = new EntropyCoder();
        VectorDecoder decoder = new VectorDecoder();
        int columns = 100;
        List<IntegerEncoding.Entropy> models = new ArrayList<>();
        List<int[]> values = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            int most = 2 + c;
            int[] column = new int[500];
            Arrays.setAll(column, i -> random.nextInt(most));
            models.add(choose(coder, column));
            values.add(column);
        }
        int[] read = new int[500];
        for (int i = 0; i < 1000; i++) {
            int c = random.nextInt(random.nextBoolean() ? columns : 20);
            ByteSink out = new ByteSink();
            coder.write(models.get(c), values.get(c), 500, out);
            decoder.ints(
                    models.get(c),
                    ByteBuffer.wrap(out.toByteArray()),
                    500,
                    DecodedDictionary.NONE,
                    read,
                    new boolean[500]);
            assertArrayEquals(values.get(c), read);
        }
    }
}
