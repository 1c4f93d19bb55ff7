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
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.choice.EncodingChooser;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.floats.AlpCoder;
import dev.stoa.format.internal.encoding.integers.BitsWriter;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.LongCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.FloatingEncoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The worked examples of format-spec, section 10, byte by byte. */
final class WorkedExamplesTest {
    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static void decodes(
            Physical shape, String tree, String payload, DecodedDictionary dictionary, String... rows)
            throws StoaException {
        ByteBuffer in = ByteBuffer.wrap(hex(tree));
        Encoding encoding = Encoding.read(in, shape);
        assertFalse(in.hasRemaining());
        ByteSink out = new ByteSink();
        encoding.write(out);
        assertArrayEquals(hex(tree), out.toByteArray(), "the tree is written as it was read");
        EncodedColumn.Values values = EncodedColumn.decode(
                new VectorDecoder(), shape, encoding, ByteBuffer.wrap(hex(payload)), rows.length, dictionary);
        for (int i = 0; i < rows.length; i++) {
            String row = shape == Physical.BYTES && !values.isNull(i)
                    ? new String(values.bytes[i], java.nio.charset.StandardCharsets.UTF_8)
                    : values.at(i);
            assertEquals(rows[i], row, "row " + i + " of " + encoding);
        }
    }

    private static void decodes(Physical shape, String tree, String payload, String... rows) throws StoaException {
        decodes(shape, tree, payload, DecodedDictionary.NONE, rows);
    }

    @Test
    void packedIntegers() throws StoaException {
        ByteSink out = new ByteSink();
        out.packed(new long[] {10, 12, 11}, 3);
        assertArrayEquals(hex("14 02 18"), out.toByteArray());
        long[] read = new long[3];
        Wire.packed(ByteBuffer.wrap(out.toByteArray()), read);
        assertArrayEquals(new long[] {10, 12, 11}, read);
    }

    @Test
    void constantsAndPlain() throws StoaException {
        decodes(Physical.LONG, "00", "", "null", "null");
        decodes(Physical.INT, "01 54", "", "42", "42", "42");
        decodes(Physical.INT, "03", "01 00 00 00  FE FF FF FF", "1", "-2");
        decodes(Physical.DOUBLE, "03", "00 00 00 00 00 00 F8 3F", Long.toHexString(Double.doubleToRawLongBits(1.5)));
        decodes(Physical.INT128, "01" + "FF".repeat(16), "", "-1:-1");
        decodes(
                Physical.INT128,
                "03",
                "01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00" + "FF".repeat(16),
                "0:1",
                "-1:-1");
        decodes(Physical.BYTES, "01 01 78", "", "x", "x");
    }

    @Test
    void pfor() throws StoaException {
        decodes(Physical.INT, "04", "02 01 C8 01 B4 00 08 04 E1", "100", "101", "103", "102", "1000");
        decodes(Physical.LONG, "04", "01 00 09 02", "-5", "-4");
        decodes(Physical.LONG, "04", "02 01 14 A4 03 88 03 80", "10", "11", "12", "-500", "13");
        decodes(Physical.INT, "05", "00 02 00 12 25 01", "10", "20", "31", "40", "50");
    }

    @Test
    void theEncoderWritesTheExamples() {
        ByteSink out = new ByteSink();
        IntCoder ints = new IntCoder(new EncodingChooser(EncodingProfile.DEFAULT));
        ints.write(new IntegerEncoding.Pfor(), new int[] {100, 101, 103, 102, 1000}, 5, out);
        assertArrayEquals(hex("02 01 C8 01 B4 00 08 04 E1"), out.toByteArray());
        out.clear();
        ints.write(new IntegerEncoding.PforDelta(), new int[] {10, 20, 31, 40, 50}, 5, out);
        assertArrayEquals(hex("00 02 00 12 25 01"), out.toByteArray());
        out.clear();
        Encoding rle = new Encoding.Rle(new IntegerEncoding.Pfor(), new IntegerEncoding.Pfor());
        ints.write(rle, new int[] {7, 7, 7, 7, 9, 9}, 6, out);
        assertArrayEquals(hex("02 02 00 0E 08 02 00 04 02"), out.toByteArray());
        out.clear();
        new LongCoder(new EncodingChooser(EncodingProfile.DEFAULT))
                .write(new IntegerEncoding.Pfor(), new long[] {-5, -4}, 2, out);
        assertArrayEquals(hex("01 00 09 02"), out.toByteArray());
        out.clear();
        new LongCoder(new EncodingChooser(EncodingProfile.DEFAULT))
                .write(
                        new IntegerEncoding.Scale(100, 50, new IntegerEncoding.Pfor()),
                        new long[] {150, 350, 250},
                        3,
                        out);
        assertArrayEquals(hex("02 00 02 18"), out.toByteArray());
        out.clear();
        ints.write(new IntegerEncoding.Gap(3, 2, 0, new IntegerEncoding.PforDelta()), new int[] {6, 7, 32, 33}, 4, out);
        assertArrayEquals(hex("0A 00 00 02"), out.toByteArray());
        out.clear();
        ints.write(new IntegerEncoding.Frequent(new IntegerEncoding.Pfor()), new int[] {0, 7, 0, 0, 9, 0}, 6, out);
        assertArrayEquals(hex("00 02 12 02 00 0E 08"), out.toByteArray());
        out.clear();
        long[] decimals = Arrays.stream(new double[] {21.7, -0.5, 3.0, -0.0, 22.0})
                .mapToLong(Double::doubleToRawLongBits)
                .toArray();
        new AlpCoder(ints, new LongCoder(new EncodingChooser(EncodingProfile.DEFAULT)))
                .write(new FloatingEncoding.Alp(new IntegerEncoding.Pfor()), decimals, 5, false, out);
        assertArrayEquals(hex("01 01 08 00 09 DE 00 23 23 E1 03 00 00 00 00 00 00 00 80"), out.toByteArray());
        out.clear();
        new BitsWriter().write(new byte[] {1, 0, 1, 1, 0, 0, 0, 0, 1, 1}, 10, out);
        assertArrayEquals(hex("02 0D 03"), out.toByteArray());
    }

    @Test
    void interleaved() throws StoaException {
        String[] ints = new String[4096];
        Arrays.fill(ints, "0");
        ints[129] = "1";
        decodes(Physical.INT, "04", "01 00 00" + "00".repeat(4) + "02" + "00".repeat(507), ints);
        String[] longs = new String[4096];
        Arrays.fill(longs, "0");
        longs[65] = "1";
        decodes(Physical.LONG, "04", "01 00 00" + "00".repeat(8) + "02" + "00".repeat(503), longs);
    }

    @Test
    void dictionary() throws StoaException {
        Encoding entries = Encoding.readEntries(ByteBuffer.wrap(hex("09 04")), Physical.BYTES);
        byte[] stored = hex("01 00 06 05 52 41 49 4C 41 49 52 53 48 49 50");
        DecodedDictionary dictionary = DecodedDictionary.decode(entries, Physical.BYTES, 3, ByteBuffer.wrap(stored));
        decodes(Physical.BYTES, "06 00 04", "02 00 00 4A", dictionary, "SHIP", "SHIP", "RAIL", "AIR");
    }

    @Test
    void symbols() throws StoaException {
        Encoding entries = Encoding.readEntries(ByteBuffer.wrap(hex("09 04")), Physical.BYTES);
        byte[] stored = hex("02 00 0C 08 73 6C 79 6C 79 20 64 65 70 6F 73 69 74 73");
        DecodedDictionary table = DecodedDictionary.decode(entries, Physical.BYTES, 2, ByteBuffer.wrap(stored));
        decodes(Physical.BYTES, "0E 00 04 04", "02 00 00 12 08 00 C2 01 9F A0 00", table, "slyly deposits", "", "a");
    }

    @Test
    void runs() throws StoaException {
        decodes(Physical.INT, "07 04 04", "02 02 00 0E 08 02 00 04 02", "7", "7", "7", "7", "9", "9");
    }

    @Test
    void steps() throws StoaException {
        decodes(Physical.LONG, "0F C8 01 64 04", "02 00 02 18", "150", "350", "250");
        decodes(Physical.INT, "10 03 02 00 05", "0A 00 00 02", "6", "7", "32", "33");
        decodes(Physical.LONG, "10 01 03 14 04", "03 00 03 2A 00", "10", "27", "-6");
    }

    @Test
    void frequent() throws StoaException {
        decodes(Physical.INT, "14 04", "00 02 12 02 00 0E 08", "0", "7", "0", "0", "9", "0");
    }

    @Test
    void numbersNearDecimals() throws StoaException {
        decodes(Physical.DOUBLE, "16 04 04", "01 03 00 06 20 01 00 00 01", bits(0.1 + 0.2), bits(0.7));
    }

    @Test
    void repeats() throws StoaException {
        String payload = "01 00 00 06 00 00 08 00 00 06 03 00 08 88 0A";
        decodes(Physical.INT, "15 04 04 04 04", payload, "4", "5", "6", "4", "5", "6", "4", "9");
    }

    private static String bits(double value) {
        return Long.toHexString(Double.doubleToRawLongBits(value));
    }

    private static String bits(float value) {
        return Integer.toHexString(Float.floatToRawIntBits(value));
    }

    @Test
    void decimals() throws StoaException {
        decodes(
                Physical.DOUBLE,
                "0D 04",
                "01 01 08 00 09 DE 00 23 23 E1 03 00 00 00 00 00 00 00 80",
                bits(21.7),
                bits(-0.5),
                bits(3.0),
                bits(-0.0),
                bits(22.0));
        decodes(Physical.FLOAT, "0D 04", "02 00 07 00 32 80 25", bits(0.25f), bits(1f));
        decodes(
                Physical.DOUBLE,
                "13 03",
                "00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 01 00 00 00 00 00 20 80",
                bits(1.0),
                bits(-1.0),
                bits(1 + Math.ulp(1.0)),
                bits(-0.0));
        decodes(Physical.FLOAT, "13 04", "01 00 80 80 80 10 02", bits(2f), bits(-2f));
    }

    @Test
    void entropy() throws StoaException {
        decodes(
                Physical.INT,
                "12 00 02 02  03 00 0A  01 01 00",
                "00  59 55 05 00  1C C7 01 00  01",
                "5",
                "5",
                "7",
                "5");
        decodes(
                Physical.LONG,
                "12 01 0E 02  FF 7F 00 02  01 00 0A",
                "14  01 80 00 10  08 00 01 00  FF 3F",
                "11",
                "12",
                "19",
                "20",
                "27");
    }

    @Test
    void bits() throws StoaException {
        decodes(Physical.BOOLEAN, "08", "00", "0 0 0 0 0 0 0 0 0 0".split(" "));
        decodes(Physical.BOOLEAN, "08", "02 0D 03", "1 0 1 1 0 0 0 0 1 1".split(" "));
        decodes(Physical.BOOLEAN, "08", "03 01 01 03", "1 1 1 0 0 0 0 0 0 0".split(" "));
    }

    @Test
    void nullable() throws StoaException {
        decodes(Physical.INT, "02 01 04", "02 05 02 00 0A 08", "5", "null", "7");
        decodes(Physical.INT, "02 00 04", "02 05 02 00 0A 20", "5", "null", "7");
        decodes(Physical.NONE, "02 00", "02 05", "there", "null", "there");
    }

    @Test
    void bytes() throws StoaException {
        decodes(Physical.BYTES, "09 04", "02 00 00 31 61 62 63 64", "a", "", "bcd");
        decodes(
                Physical.BYTES,
                "11 04 09 04",
                "02 00 00 0C 02 00 00 C7 63 61 72 65 63 61 74",
                "car",
                "care",
                "",
                "cat");
        decodes(Physical.BYTES, "0A 04", "00 00 28 0B 29 61 62 02 00 50 62 61 62 61 62", "ab".repeat(10));
        int[] lengths = new int[1];
        Encoding lz4 = Encoding.read(ByteBuffer.wrap(hex("0A 04")), Physical.BYTES);
        boolean some = new VectorDecoder()
                .pagedLengths(lz4, ByteBuffer.wrap(hex("00 00 80 BE 92 01")), 1, lengths, new boolean[1]);
        assertFalse(some);
        assertEquals(List.of(1_200_000), List.of(lengths[0]));
    }

    @Test
    void int128() throws StoaException {
        decodes(Physical.INT128, "0B 04", "01 00 0A 02", "0:5", "0:6");
        decodes(Physical.INT128, "0C 04 01 02", "01 00 0A 02", "1:5", "1:6");
    }
}
