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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.choice.EncodingChooser;
import dev.stoa.format.internal.encoding.decode.BitsDecoder;
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.decode.WantedRows;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** FSST (format-spec, section 7.10): what is decoded against a plain loop, and what is refused. */
final class SymbolsTest {
    private static final Encoding FSST =
            new BytesEncoding.Fsst(0, new IntegerEncoding.Pfor(), new IntegerEncoding.Pfor());

    private static DecodedDictionary table(byte[]... symbols) throws StoaException {
        int[] lengths = Arrays.stream(symbols).mapToInt(symbol -> symbol.length).toArray();
        ByteSink out = new ByteSink();
        new IntCoder(new EncodingChooser(EncodingProfile.DEFAULT))
                .write(new Encoding.Plain(), lengths, lengths.length, out);
        for (byte[] symbol : symbols) {
            out.bytes(symbol);
        }
        return DecodedDictionary.decode(
                new BytesEncoding.Bytes(new Encoding.Plain()),
                Physical.BYTES,
                symbols.length,
                ByteBuffer.wrap(out.toByteArray()));
    }

    private static byte[] payload(int[] counts, int[] codes, Encoding encoding) {
        ByteSink out = new ByteSink();
        IntCoder coder = new IntCoder(new EncodingChooser(EncodingProfile.DEFAULT));
        coder.write(encoding, counts, counts.length, out);
        for (int from = 0; from < codes.length; from += 4096) {
            int to = Math.min(codes.length, from + 4096);
            coder.write(encoding, Arrays.copyOfRange(codes, from, to), to - from, out);
        }
        return out.toByteArray();
    }

    private static BytesOutput decode(Encoding encoding, byte[] payload, int n, DecodedDictionary table)
            throws CorruptFileException {
        BytesOutput out = new BytesOutput();
        new VectorDecoder().bytes(encoding, ByteBuffer.wrap(payload), n, table, out, new boolean[n]);
        return out;
    }

    private static void refused(String why, Encoding encoding, byte[] payload, int n, DecodedDictionary table) {
        String message = assertThrows(CorruptFileException.class, () -> decode(encoding, payload, n, table))
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    /** Random tables and values, with many counts of 0 and all kinds of ends of pieces. */
    @Test
    void asAPlainLoop() throws StoaException {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[][] symbols = new byte[1 + random.nextInt(seed % 10 == 0 ? 5000 : 300)][];
            for (int i = 0; i < symbols.length; i++) {
                symbols[i] = new byte[1 + random.nextInt(15)];
                random.nextBytes(symbols[i]);
            }
            int n = random.nextInt(4097);
            int[] counts = new int[n];
            int total = 0;
            for (int i = 0; i < n; i++) {
                counts[i] = random.nextBoolean() ? 0 : random.nextInt(8);
                total += counts[i];
            }
            if (n > 2 && seed % 3 == 0) {
                // up to the end of a piece
                int more = (4096 - total % 4096) % 4096;
                counts[n - 1 - random.nextInt(2)] += more;
                total += more;
            }
            int[] codes = new int[total];
            for (int i = 0; i < total; i++) {
                codes[i] = random.nextInt(5) == 0 ? random.nextInt(256) : 256 + random.nextInt(symbols.length);
            }
            Encoding part = random.nextBoolean() ? new IntegerEncoding.Pfor() : new Encoding.Plain();
            BytesOutput out =
                    decode(new BytesEncoding.Fsst(0, part, part), payload(counts, codes, part), n, table(symbols));
            assertEquals(BytesOutput.Form.PLAIN, out.form());
            int code = 0;
            int at = 0;
            for (int i = 0; i < n; i++) {
                ByteArrayOutputStream value = new ByteArrayOutputStream();
                for (int k = 0; k < counts[i]; k++, code++) {
                    byte[] symbol = codes[code] < 256 ? new byte[] {(byte) codes[code]} : symbols[codes[code] - 256];
                    value.write(symbol, 0, symbol.length);
                }
                assertEquals(at, out.offsets()[i], "seed " + seed);
                at = out.offsets()[i + 1];
                assertArrayEquals(
                        value.toByteArray(), Arrays.copyOfRange(out.data(), out.offsets()[i], at), "seed " + seed);
            }
        }
    }

    /** Some rows of random vectors against all rows. Pieces have exceptions or none. */
    @Test
    void someRowsAsAmongAll() throws StoaException {
        byte[][] symbols = new byte[200][];
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            for (int i = 0; i < symbols.length; i++) {
                symbols[i] = new byte[1 + random.nextInt(15)];
                random.nextBytes(symbols[i]);
            }
            int stored = 1 + random.nextInt(4096);
            int[] counts = random.ints(stored, 0, 1 + random.nextInt(10)).toArray();
            int[] codes = random.ints(Arrays.stream(counts).sum(), 0, 40).toArray();
            for (int i = random.nextInt(3) == 0 ? codes.length : 0; i < codes.length; i += 1 + random.nextInt(500)) {
                codes[i] = 256 + random.nextInt(symbols.length);
            }
            Encoding part =
                    List.of(new IntegerEncoding.Pfor(), new Encoding.Plain()).get(random.nextInt(2));
            Encoding root = new BytesEncoding.Fsst(0, part, part);
            byte[] payload = payload(counts, codes, part);
            DecodedDictionary table = table(symbols);
            BytesOutput all = decode(root, payload, stored, table);
            for (int i = 0; i < 10; i++) {
                int from = random.nextInt(stored);
                int to = from + random.nextInt(1 + random.nextInt(stored - from));
                ByteBuffer in = ByteBuffer.wrap(payload);
                BytesOutput some = new BytesOutput();
                WantedRows wanted = WantedRows.range(stored, from, to);
                new VectorDecoder().bytes(root, in, wanted, table, some, new boolean[stored]);
                assertSame(all, some, from, to, "seed " + seed + ", rows " + from + ".." + to);
                assertEquals(0, in.remaining());
                assertEquals(0, some.offsets()[from]);
                assertEquals(some.offsets()[to], some.offsets()[stored]);
            }
            for (int most : new int[] {0, 1, 3, 50, 500}) {
                int[] rows = random.ints(most, 0, stored).sorted().distinct().toArray();
                assertFew(all, root, payload, table, new boolean[stored], rows);
            }
        }
    }

    /** The wanted rows have their values, and the others none. */
    private static void assertFew(
            BytesOutput all, Encoding root, byte[] payload, DecodedDictionary table, boolean[] nulls, int[] rows)
            throws StoaException {
        int n = nulls.length;
        assertTrue(VectorDecoder.decodesFew(root));
        BytesOutput few = new BytesOutput();
        ByteBuffer in = ByteBuffer.wrap(payload);
        new VectorDecoder().bytes(root, in, WantedRows.few(n, rows), table, few, nulls.clone());
        assertEquals(0, in.remaining());
        for (int i = 0; i < n; i++) {
            byte[] expected = Arrays.binarySearch(rows, i) >= 0 && !nulls[i] ? value(all, i) : new byte[0];
            assertArrayEquals(expected, value(few, i), "row " + i + " of " + Arrays.toString(rows));
        }
    }

    private static void assertSame(BytesOutput all, BytesOutput some, int from, int to, String what) {
        for (int i = from; i < to; i++) {
            assertArrayEquals(value(all, i), value(some, i), what);
        }
    }

    private static byte[] value(BytesOutput values, int i) {
        return Arrays.copyOfRange(values.data(), values.offsets()[i], values.offsets()[i + 1]);
    }

    /** A vector with nulls stores a value for each null row, or, if it is compact, none. */
    @Test
    void someRowsBetweenNulls() throws StoaException {
        DecodedDictionary table = table("abc".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        int[] codes = {256, 'x', 'y', 256};
        Encoding pfor = new IntegerEncoding.Pfor();
        for (boolean compact : new boolean[] {false, true}) {
            ByteSink out = new ByteSink();
            out.u8(BitsDecoder.BITMAP);
            out.u8(0b1011_0110);
            int[] counts = compact ? new int[] {1, 1, 0, 2, 0} : new int[] {0, 1, 1, 0, 0, 2, 0, 0};
            out.bytes(payload(counts, codes, pfor));
            Encoding root = new Encoding.Nullable(compact, Optional.of(FSST));
            assertTrue(VectorDecoder.leavesRowsOut(root));
            BytesOutput all = new BytesOutput();
            boolean[] nulls = new boolean[8];
            new VectorDecoder().bytes(root, ByteBuffer.wrap(out.toByteArray()), 8, table, all, nulls);
            assertTrue(nulls[0] && !nulls[1] && nulls[3]);
            for (int from = 0; from < 8; from++) {
                for (int to = from; to <= 8; to++) {
                    BytesOutput some = new BytesOutput();
                    ByteBuffer in = ByteBuffer.wrap(out.toByteArray());
                    new VectorDecoder().bytes(root, in, WantedRows.range(8, from, to), table, some, new boolean[8]);
                    assertSame(all, some, from, to, "compact " + compact + ", rows " + from + ".." + to);
                }
            }
            for (int bits = 0; bits < 1 << 8; bits++) {
                int mask = bits;
                int[] rows = IntStream.range(0, 8)
                        .filter(row -> !nulls[row] && (mask >> row & 1) != 0)
                        .toArray();
                assertFew(all, root, out.toByteArray(), table, nulls, rows);
                int[] withNulls = IntStream.range(0, 8)
                        .filter(row -> (mask >> row & 1) != 0)
                        .toArray();
                BytesOutput few = new BytesOutput();
                WantedRows wanted = WantedRows.few(8, withNulls);
                new VectorDecoder().bytes(root, ByteBuffer.wrap(out.toByteArray()), wanted, table, few, new boolean[8]);
                for (int row : rows) {
                    assertArrayEquals(value(all, row), value(few, row), Arrays.toString(withNulls));
                }
            }
        }
    }

    @Test
    void tablesThatAreNone() throws StoaException {
        byte[] payload = payload(new int[] {1}, new int[] {'x'}, new IntegerEncoding.Pfor());
        refused("symbol 1 has 0 bytes", FSST, payload, 1, table(new byte[2], new byte[0]));
        refused("symbol 0 has 16 bytes", FSST, payload, 1, table(new byte[16]));
        refused("shape NONE", FSST, payload, 1, DecodedDictionary.NONE);
        byte[][] many = new byte[65_281][2];
        refused("65281 entries", FSST, payload, 1, table(many));
        many = Arrays.copyOf(many, 65_280);
        assertEquals(1, decode(FSST, payload, 1, table(many)).offsets()[1]);
    }

    @Test
    void codesCountsAndBytesBeyondTheirLimits() throws StoaException {
        DecodedDictionary table = table("ab".getBytes(java.nio.charset.StandardCharsets.US_ASCII), new byte[15]);
        Encoding pfor = new IntegerEncoding.Pfor();
        refused("is 258", FSST, payload(new int[] {1}, new int[] {258}, pfor), 1, table);
        refused("is 4294967295", FSST, payload(new int[] {1}, new int[] {-1}, pfor), 1, table);
        refused("negative", FSST, payload(new int[] {2, -1}, new int[] {97}, pfor), 2, table);
        refused("negative", FSST, payload(new int[] {-1, 2}, new int[] {97}, pfor), 2, table);
        int[] counts = {1_000_000 / 15, 10};
        int[] codes = new int[counts[0] + counts[1]];
        Arrays.fill(codes, 0, counts[0], 257);
        assertEquals(
                1_000_000, decode(FSST, payload(counts, codes, pfor), 2, table).offsets()[2]);
        codes[counts[0]] = 256;
        refused("more than 1000000", FSST, payload(counts, codes, pfor), 2, table);
        byte[] huge = HexFormat.of().parseHex("0000FEFFFFFF0F0000B8040000B804");
        refused("above 2^31 - 1", FSST, huge, 4096, table);
        refused("1000001 symbols, at most 1000000", FSST, payload(new int[] {1_000_001}, codes, pfor), 1, table);
        refused("left", FSST, payload(new int[] {5000}, Arrays.copyOf(codes, 4096), pfor), 1, table);
    }

    @Test
    void inRunsAndInDictionaries() throws StoaException {
        DecodedDictionary table = table("abc".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        Encoding pfor = new IntegerEncoding.Pfor();
        ByteSink out = new ByteSink();
        out.varint(2);
        out.bytes(payload(new int[] {2, 1}, new int[] {256, 'x', 256}, pfor));
        new IntCoder(new EncodingChooser(EncodingProfile.DEFAULT)).write(pfor, new int[] {3, 1}, 2, out);
        BytesOutput runs = decode(new Encoding.Rle(FSST, pfor), out.toByteArray(), 4, table);
        assertEquals(BytesOutput.Form.LOCAL_IDS, runs.form());
        assertArrayEquals(new int[] {0, 0, 0, 1}, Arrays.copyOf(runs.ids(), 4));
        assertEquals("abcxabc", new String(runs.data(), 0, 7, java.nio.charset.StandardCharsets.US_ASCII));
        DecodedDictionary entries = DecodedDictionary.decode(
                FSST,
                Physical.BYTES,
                2,
                ByteBuffer.wrap(payload(new int[] {2, 1}, new int[] {256, 'x', 256}, pfor)),
                table);
        assertArrayEquals(new int[] {0, 4, 7}, Arrays.copyOf(entries.offsets(), 3));
    }
}
