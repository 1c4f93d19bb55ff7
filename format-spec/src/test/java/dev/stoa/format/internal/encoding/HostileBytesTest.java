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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.FloatingEncoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes that no writer wrote: a {@link CorruptFileException} or as many rows as asked for, in bounded memory. */
@Tag("once")
final class HostileBytesTest {
    private static final long MOST_MEMORY = 24 << 20;

    /** How the trees and payloads of all kinds of columns fare under mutation. */
    @ParameterizedTest
    @EnumSource(Physical.class)
    void mutations(Physical shape) throws Exception {
        int refused = 0;
        int read = 0;
        for (RoundTripTest.Distribution distribution : RoundTripTest.Distribution.values()) {
            for (RoundTripTest.Nulls nulls : RoundTripTest.Nulls.values()) {
                long seed = (distribution.name() + nulls.name() + shape.name()).hashCode();
                Random random = new Random(seed);
                int rows = random.nextBoolean() ? 4096 : 1 + random.nextInt(300);
                EncodingProfile profile = random.nextBoolean() ? EncodingProfile.COMPACT : EncodingProfile.DEFAULT;
                EncodedColumn column = EncodedColumn.encode(
                        RoundTripTest.generate(shape, distribution, nulls, rows, seed),
                        new EncoderContext(64 << 20, profile));
                String what = shape + " " + distribution + " " + nulls + " seed " + seed;
                EncodedColumn.Vector vector = column.vectors.get(0);
                for (int i = 0; i < 60; i++) {
                    byte[] payload = mutate(vector.payload(), random);
                    if (decodes(vector.encoding(), payload, shape, rows, column.dictionary(vector.encoding()), what)) {
                        read++;
                    } else {
                        refused++;
                    }
                }
                if (!column.dictionaries.isEmpty()) {
                    dictionary(column, random, what);
                }
            }
        }
        assertTrue(refused > 0, "nothing was refused");
        assertTrue(read > 0 || shape == Physical.NONE, "everything was refused");
    }

    private static byte[] mutate(byte[] payload, Random random) {
        byte[] out = payload.clone();
        switch (random.nextInt(4)) {
            case 0 -> out = Arrays.copyOf(out, random.nextInt(out.length + 1));
            case 1 -> out = Arrays.copyOf(out, out.length + 1 + random.nextInt(20));
            default -> {
                for (int k = random.nextInt(3); k >= 0 && out.length > 0; k--) {
                    // the first bytes hold counts, widths and kinds
                    int at = random.nextInt(random.nextBoolean() ? out.length : Math.min(24, out.length));
                    out[at] = (byte) (random.nextBoolean() ? random.nextInt() : out[at] ^ (1 << random.nextInt(8)));
                }
            }
        }
        return out;
    }

    private static boolean decodes(
            Encoding encoding, byte[] payload, Physical shape, int rows, DecodedDictionary dictionary, String what) {
        long before = allocated();
        try {
            EncodedColumn.decode(new VectorDecoder(), shape, encoding, ByteBuffer.wrap(payload), rows, dictionary);
            return true;
        } catch (CorruptFileException e) {
            return false;
        } catch (RuntimeException e) {
            throw new AssertionError(
                    what + " " + encoding + " rows " + rows + " payload "
                            + HexFormat.of().formatHex(payload),
                    e);
        } finally {
            long took = allocated() - before;
            assertTrue(took < MOST_MEMORY, () -> what + " took " + took + " bytes of memory");
        }
    }

    private static void dictionary(EncodedColumn column, Random random, String what) throws StoaException {
        ColumnEncoder.StoredDictionary stored = column.dictionaries.get(random.nextInt(column.dictionaries.size()));
        DecodedDictionary table = column.dictionary(stored.encoding());
        for (int i = 0; i < 60; i++) {
            byte[] payload = mutate(stored.payload().toByteArray(), random);
            try {
                int entries = random.nextBoolean() ? stored.entries() : random.nextInt(5000);
                DecodedDictionary dictionary = DecodedDictionary.decode(
                        stored.encoding(), column.shape, entries, ByteBuffer.wrap(payload), table);
                assertEquals(entries, dictionary.size());
            } catch (CorruptFileException e) {
                assertTrue(e.getMessage().contains("byte"), e.getMessage());
            } catch (RuntimeException e) {
                throw new AssertionError(what + " dictionary " + HexFormat.of().formatHex(payload), e);
            }
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    /** Random trees over random payloads. */
    @Test
    void randomTreesAndPayloads() throws Exception {
        long seed = 4711;
        Random random = new Random(seed);
        DecodedDictionary ints = DecodedDictionary.decode(
                new IntegerEncoding.PforDelta(),
                Physical.INT,
                4,
                ByteBuffer.wrap(HexFormat.of().parseHex("00000002")));
        List<Physical> shapes = List.of(Physical.values());
        int trees = 0;
        for (int i = 0; i < 200_000; i++) {
            Physical shape = shapes.get(random.nextInt(shapes.size()));
            byte[] bytes = new byte[12];
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] = (byte) random.nextInt(23);
            }
            Encoding encoding;
            try {
                encoding = Encoding.read(ByteBuffer.wrap(bytes), shape);
            } catch (StoaException e) {
                continue;
            }
            trees++;
            byte[] payload = new byte[random.nextInt(40)];
            for (int k = 0; k < payload.length; k++) {
                payload[k] = (byte) (random.nextInt(3) > 0 ? random.nextInt(8) : random.nextInt());
            }
            decodes(encoding, payload, shape, random.nextInt(20), ints, "seed " + seed + " round " + i);
        }
        assertTrue(trees > 10_000, "trees " + trees);
    }

    private static void refused(Physical shape, String tree) {
        assertThrows(
                CorruptFileException.class,
                () -> Encoding.read(ByteBuffer.wrap(HexFormat.of().parseHex(tree)), shape),
                tree);
    }

    @Test
    void treesThatBreakRules() throws Exception {
        refused(Physical.INT, "08"); // BITS of ints
        refused(Physical.NONE, "03"); // values of no shape
        refused(Physical.INT, "020200"); // unknown flags
        refused(Physical.INT, "0200020004"); // NULLABLE below NULLABLE
        refused(Physical.INT, "020000"); // ALL_NULL below NULLABLE
        refused(Physical.INT, "06000600" + "04"); // a dictionary of codes
        refused(Physical.BYTES, "09060004"); // a dictionary of lengths
        refused(Physical.BYTES, "090E000404"); // symbols of lengths
        refused(Physical.INT, "0E000404"); // symbols of ints
        refused(Physical.BYTES, "0E00060004" + "04"); // a dictionary of counts
        refused(Physical.BYTES, "070E000704" + "0404" + "04"); // runs of counts below runs
        refused(Physical.INT, "11040904"); // PREFIX of ints
        refused(Physical.BYTES, "091104" + "0904"); // of lengths
        refused(Physical.BYTES, "1109040904"); // shared lengths that are strings
        refused(Physical.BYTES, "110601040904"); // that are codes
        refused(Physical.BYTES, "11040F0400" + "04"); // rests that are integers
        for (String rest :
                new String[] {"0101" + "78", "060004", "07090404" + "04", "11040904", "00", "020009" + "04"}) {
            refused(Physical.BYTES, "1104" + rest);
        }
        refused(Physical.BYTES, "0711070404" + "04090404"); // runs of shared lengths below runs
        refused(Physical.INT, "07070404" + "04"); // runs of runs
        refused(Physical.INT, "141404"); // FREQUENT below FREQUENT
        refused(Physical.INT, "140714040404"); // also behind runs
        refused(Physical.INT, "14060004"); // others that are codes
        refused(Physical.LONG, "1504040404"); // REPEAT of longs
        refused(Physical.FLOAT, "160404"); // NEAR of floats
        refused(Physical.DOUBLE, "1604060004"); // steps that are codes
        refused(Physical.DOUBLE, "07160407040404"); // runs of steps below runs
        refused(Physical.INT, "1504041404" + "04"); // FREQUENT below REPEAT
        refused(Physical.INT, "1415040404" + "04"); // and the other way round
        refused(Physical.INT, "15040F0400" + "04"); // steps between lengths
        refused(Physical.INT, "0715070404" + "04040404"); // runs of literal counts below runs
        refused(Physical.DOUBLE, "1403"); // FREQUENT of doubles
        refused(Physical.INT, "0704070404"); // runs of lengths of runs
        refused(Physical.INT, "01FFFFFFFFFF01"); // a constant that does not fit
        refused(Physical.BYTES, "01FFFFFF01"); // a constant that is too long
        refused(Physical.BOOLEAN, "0102"); // a boolean that is 2
        refused(Physical.INT128, "0B0B04"); // WIDEN of longs
        refused(Physical.INT, ""); // nothing
        refused(Physical.DOUBLE, "0F040003"); // SCALE of doubles
        refused(Physical.LONG, "0D04"); // ALP of integers
        refused(Physical.LONG, "1304"); // ROTATE of integers
        refused(Physical.DOUBLE, "1313" + "04"); // ROTATE of what it makes
        refused(Physical.DOUBLE, "13060004"); // a dictionary of integers
        refused(Physical.DOUBLE, "0713070404" + "04"); // runs of integers of runs
        refused(Physical.DOUBLE, "0D0D04"); // ALP of digits
        refused(Physical.DOUBLE, "0D060004"); // a dictionary of digits
        refused(Physical.DOUBLE, "070D070404" + "04"); // runs of digits of runs
        for (String factor : new String[] {"00", "02", "03", "FFFFFFFF1F"}) {
            refused(Physical.INT, "0F" + factor + "0004"); // 0, 1, -2, more than 32 bits
        }
        refused(Physical.INT, "0F04FFFFFFFF1F04"); // an offset of more than 32 bits
        refused(Physical.INT, "0F0400060004"); // a dictionary of multiples
        refused(Physical.INT, "060 00F040004".replace(" ", "")); // codes that are multiples
        refused(Physical.BYTES, "090F040004"); // lengths that are
        refused(Physical.INT, "07040F040004"); // lengths of runs that are
        refused(Physical.INT, "0F040010010100060004"); // a dictionary of what is left of them
        for (String gap : new String[] {"0001", "0100", "011F", "1F01", "FFFF"}) {
            refused(Physical.INT, "10" + gap + "0004"); // no bits, or too many
        }
        refused(Physical.LONG, "10013F0004");
        refused(Physical.INT, "0F0400".repeat(8) + "04"); // nine deep
        String path = assertThrows(
                        UnsupportedFileException.class,
                        () -> Encoding.read(ByteBuffer.wrap(new byte[] {12 + 100}), Physical.DOUBLE))
                .getMessage();
        assertTrue(path.contains("encoding 112"), path);
        for (String tree : new String[] {"060004", "070404", "0004", "020104"}) {
            assertThrows(
                    CorruptFileException.class,
                    () -> Encoding.readEntries(ByteBuffer.wrap(HexFormat.of().parseHex(tree)), Physical.INT),
                    tree);
        }
    }

    @Test
    void codesBeyondTheDictionaryAndNegativeLengths() throws Exception {
        DecodedDictionary two =
                DecodedDictionary.decode(new Encoding.Plain(), Physical.INT, 2, ByteBuffer.wrap(new byte[8]));
        Encoding codes = new Encoding.Dictionary(0, new IntegerEncoding.Pfor());
        String message = assertThrows(
                        CorruptFileException.class,
                        () -> EncodedColumn.decode(
                                new VectorDecoder(),
                                Physical.INT,
                                codes,
                                ByteBuffer.wrap(new byte[] {0, 0, 4}),
                                10,
                                two))
                .getMessage();
        assertTrue(message.contains("a code is 2, the dictionary has 2 entries"), message);
        // a whole vector: packed interleaved and checked so, behind a base, too wide to be checked packed
        for (String head : new String[] {"020000", "020002", "050000"}) {
            byte[] head3 = HexFormat.of().parseHex(head);
            ByteBuffer whole = ByteBuffer.allocate(3 + head3[0] * 512);
            whole.put(head3).put(3 + 16, (byte) 2);
            message = assertThrows(
                            CorruptFileException.class,
                            () -> EncodedColumn.decode(
                                    new VectorDecoder(), Physical.INT, codes, whole.clear(), 4096, two))
                    .getMessage();
            int code = 2 + head3[2] / 2;
            assertTrue(message.contains("a code is " + code + ", the dictionary has 2 entries"), message);
        }
        // no dictionary at all, and one of another shape
        assertThrows(
                CorruptFileException.class,
                () -> EncodedColumn.decode(
                        new VectorDecoder(), Physical.LONG, codes, ByteBuffer.wrap(new byte[] {0, 0, 0}), 10, two));
        assertThrows(
                CorruptFileException.class,
                () -> new VectorDecoder()
                        .lengths(
                                new IntegerEncoding.Pfor(),
                                ByteBuffer.wrap(new byte[] {0, 0, 1}),
                                3,
                                DecodedDictionary.NONE,
                                new int[3],
                                new boolean[3]));
        // a list of length 1 that is null
        assertThrows(
                CorruptFileException.class,
                () -> new VectorDecoder()
                        .lengths(
                                new Encoding.Nullable(false, new IntegerEncoding.Pfor()),
                                ByteBuffer.wrap(new byte[] {0, 0, 0, 2}),
                                3,
                                DecodedDictionary.NONE,
                                new int[3],
                                new boolean[3]));
    }

    @Test
    void exponentsAndExceptionsOfDecimals() throws Exception {
        Encoding root = new FloatingEncoding.Alp(new Encoding.Constant(ConstantValue.ofBits(Physical.LONG, 7)));
        byte[] sound = HexFormat.of().parseHex("1601" + "02" + "00".repeat(8));
        assertEquals(
                "0",
                EncodedColumn.decode(
                                new VectorDecoder(),
                                Physical.DOUBLE,
                                root,
                                ByteBuffer.wrap(sound),
                                3,
                                DecodedDictionary.NONE)
                        .at(2));
        for (String payload : new String[] {
            "17" + "00", // 10^23
            "FF" + "00",
            "0004" + "E4" + "00".repeat(32), // more exceptions than values
            "0001" + "03" + "00".repeat(8), // at row 3 of 3
            "0002" + "05" + "00".repeat(16), // twice at row 1
            "0002" + "04" + "00".repeat(15), // half a value
            "0001",
            "00"
        }) {
            assertThrows(
                    CorruptFileException.class,
                    () -> EncodedColumn.decode(
                            new VectorDecoder(),
                            Physical.DOUBLE,
                            root,
                            ByteBuffer.wrap(HexFormat.of().parseHex(payload)),
                            3,
                            DecodedDictionary.NONE),
                    payload);
        }
    }

    /** A length of 2^31 - 1, run lengths and counts that are huge: refused before memory is taken. */
    @Test
    void hugeCounts() {
        for (String tree : new String[] {"0904", "0A04", "070904" + "04"}) {
            for (String payload : new String[] {
                "0000FEFFFFFF0F",
                "0000FEFFFFFF0F7F",
                "0200" + "00FEFFFFFF0F",
                "FFFFFFFF0F",
                "01" + "FFFFFFFFFFFFFFFFFF01"
            }) {
                long before = allocated();
                assertThrows(
                        CorruptFileException.class,
                        () -> EncodedColumn.decode(
                                new VectorDecoder(),
                                Physical.BYTES,
                                Encoding.read(ByteBuffer.wrap(HexFormat.of().parseHex(tree)), Physical.BYTES),
                                ByteBuffer.wrap(HexFormat.of().parseHex(payload)),
                                4096,
                                DecodedDictionary.NONE),
                        payload);
                assertTrue(allocated() - before < 1 << 20, "memory");
            }
        }
    }
}
