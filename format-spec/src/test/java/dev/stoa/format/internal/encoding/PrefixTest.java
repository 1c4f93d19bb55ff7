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
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.decode.WantedRows;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** PREFIX (format-spec, section 7.14): what is decoded against a plain loop, what is refused, and what is written. */
final class PrefixTest {
    private static final Encoding PLAIN = new Encoding.Plain();
    private static final Encoding PREFIX = new BytesEncoding.Prefix(PLAIN, new BytesEncoding.Bytes(PLAIN));

    private final IntCoder coder = new IntCoder(new EncodingChooser(EncodingProfile.DEFAULT));

    private byte[] payload(int[] shared, byte[]... rests) {
        int[] lengths = Arrays.stream(rests).mapToInt(rest -> rest.length).toArray();
        ByteSink out = new ByteSink();
        coder.write(PLAIN, shared, shared.length, out);
        coder.write(PLAIN, lengths, lengths.length, out);
        for (byte[] rest : rests) {
            out.bytes(rest);
        }
        return out.toByteArray();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static BytesOutput decode(Encoding encoding, byte[] payload, int n) throws CorruptFileException {
        BytesOutput out = new BytesOutput();
        new VectorDecoder().bytes(encoding, ByteBuffer.wrap(payload), n, DecodedDictionary.NONE, out, new boolean[n]);
        return out;
    }

    private static void refused(String why, byte[] payload, int n) {
        String message = assertThrows(CorruptFileException.class, () -> decode(PREFIX, payload, n))
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void asAPlainLoop() throws StoaException {
        VectorDecoder decoder = new VectorDecoder();
        BytesOutput out = new BytesOutput();
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int n = random.nextInt(seed % 10 == 0 ? 4097 : 100);
            int most = 1 + random.nextInt(seed % 3 == 0 ? 60 : 9);
            int[] shared = new int[n];
            byte[][] rests = new byte[n][];
            byte[][] values = new byte[n][];
            for (int i = 0; i < n; i++) {
                int before = i == 0 ? 0 : values[i - 1].length;
                shared[i] =
                        random.nextInt(3) == 0 ? Math.min(before, most) : random.nextInt(Math.min(before, most) + 1);
                rests[i] = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(most)];
                random.nextBytes(rests[i]);
                values[i] = Arrays.copyOf(i == 0 ? new byte[0] : values[i - 1], shared[i] + rests[i].length);
                System.arraycopy(rests[i], 0, values[i], shared[i], rests[i].length);
            }
            ByteBuffer in = ByteBuffer.wrap(payload(shared, rests));
            decoder.bytes(PREFIX, in, n, DecodedDictionary.NONE, out, new boolean[n]);
            assertEquals(BytesOutput.Form.PLAIN, out.form());
            for (int i = 0; i < n; i++) {
                assertArrayEquals(
                        values[i],
                        Arrays.copyOfRange(out.data(), out.offsets()[i], out.offsets()[i + 1]),
                        "seed " + seed + " value " + i);
            }
            for (int wanted : new int[] {0, 1, 2, 10, 200}) {
                int[] rows = n == 0
                        ? new int[0]
                        : random.ints(wanted, 0, n).sorted().distinct().toArray();
                assertFew(values, payload(shared, rests), rows, "seed " + seed);
            }
        }
    }

    private static void assertFew(byte[][] values, byte[] payload, int[] rows, String what) throws StoaException {
        ByteBuffer in = ByteBuffer.wrap(payload);
        BytesOutput out = new BytesOutput();
        WantedRows wanted = WantedRows.few(values.length, rows);
        assertTrue(VectorDecoder.decodesFew(PREFIX));
        new VectorDecoder().bytes(PREFIX, in, wanted, DecodedDictionary.NONE, out, new boolean[values.length]);
        assertEquals(0, in.remaining());
        for (int i = 0; i < values.length; i++) {
            assertArrayEquals(
                    Arrays.binarySearch(rows, i) >= 0 ? values[i] : new byte[0],
                    Arrays.copyOfRange(out.data(), out.offsets()[i], out.offsets()[i + 1]),
                    what + " value " + i + " of " + Arrays.toString(rows));
        }
    }

    private static void refusedOfFew(String why, byte[] payload, int n, int... rows) {
        String message = assertThrows(
                        CorruptFileException.class,
                        () -> new VectorDecoder()
                                .bytes(
                                        PREFIX,
                                        ByteBuffer.wrap(payload),
                                        WantedRows.few(n, rows),
                                        DecodedDictionary.NONE,
                                        new BytesOutput(),
                                        new boolean[n]))
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    /** A few values need the bytes of those before them. */
    @Test
    void sharedBytesOfFewThatAreNone() {
        byte[] abc = text("abc");
        byte[] none = {};
        refusedOfFew("value 0 shares 1 bytes of 0", payload(new int[] {1, 0}, abc, abc), 2, 0);
        refusedOfFew("value 1 shares 1 bytes of 0", payload(new int[] {1, 1}, abc, abc), 2, 1);
        refusedOfFew("value 1 shares 4 bytes of 3", payload(new int[] {0, 4}, abc, abc), 2, 1);
        refusedOfFew("value 1 shares 4 bytes of 3", payload(new int[] {0, 4}, abc, abc), 2, 0, 1);
        refusedOfFew("value 2 shares 4 bytes of 3", payload(new int[] {0, 3, 4}, abc, none, abc), 3, 2);
        refusedOfFew("more than 1000000 bytes", payload(new int[] {0, Integer.MAX_VALUE}, abc, abc), 2, 1);
    }

    @Test
    void sharedLengthsThatAreNone() throws StoaException {
        byte[] abc = text("abc");
        byte[] none = {};
        assertEquals(6, decode(PREFIX, payload(new int[] {0, 3}, abc, none), 2).offsets()[2]);
        refused("value 0 shares 1 bytes of 0", payload(new int[] {1, 0}, abc, abc), 2);
        refused("value 1 shares 4 bytes of 3", payload(new int[] {0, 4}, abc, abc), 2);
        refused("negative", payload(new int[] {0, -1}, abc, abc), 2);
        refused("negative", payload(new int[] {0, Integer.MIN_VALUE}, abc, abc), 2);
        refused("shares " + Integer.MAX_VALUE, payload(new int[] {0, Integer.MAX_VALUE}, abc, abc), 2);
    }

    /** A few bytes must not become more than a vector may have. */
    @Test
    void valuesOfTooManyBytes() throws StoaException {
        byte[][] rests = new byte[65][0];
        rests[0] = new byte[15_625];
        int[] shared = new int[65];
        Arrays.fill(shared, 1, 65, 15_625);
        byte[] fits = payload(Arrays.copyOf(shared, 64), Arrays.copyOf(rests, 64));
        assertEquals(1_000_000, decode(PREFIX, fits, 64).offsets()[64]);
        refused("65 values have more than 1000000 bytes", payload(shared, rests), 65);
        rests = new byte[4096][0];
        rests[0] = new byte[1_000_000];
        shared = new int[4096];
        Arrays.fill(shared, 1, 4096, 1_000_000);
        byte[] bomb = payload(shared, rests);
        refused("4096 values have more than 1000000 bytes", bomb, 4096);
    }

    @Test
    void inRunsAndInDictionaries() throws StoaException {
        byte[] payload = payload(new int[] {0, 2}, text("abc"), text("x"));
        ByteSink out = new ByteSink();
        out.varint(2);
        out.bytes(payload);
        coder.write(PLAIN, new int[] {3, 1}, 2, out);
        BytesOutput runs = decode(new Encoding.Rle(PREFIX, PLAIN), out.toByteArray(), 4);
        assertEquals(BytesOutput.Form.LOCAL_IDS, runs.form());
        assertArrayEquals(new int[] {0, 0, 0, 1}, Arrays.copyOf(runs.ids(), 4));
        assertEquals("abcabx", new String(runs.data(), 0, 6, StandardCharsets.UTF_8));
        DecodedDictionary entries = DecodedDictionary.decode(PREFIX, Physical.BYTES, 2, ByteBuffer.wrap(payload));
        assertArrayEquals(new int[] {0, 3, 6}, Arrays.copyOf(entries.offsets(), 3));
    }

    /** Sorted values, with nulls, with runs, and as the entries of a dictionary, in each profile. */
    @Test
    void whatIsWrittenIsRead() throws Exception {
        int n = 3 * 4096 + 100;
        for (int repeat : new int[] {1, 5, 40}) {
            for (int nulls : new int[] {0, 2, 300}) {
                EncodedColumn.Values values = new EncodedColumn.Values(Physical.BYTES, n);
                values.bytes = new byte[n][];
                values.nulls = nulls == 0 ? EncodedColumn.NO_NULLS : new boolean[n];
                Random random = new Random(repeat * 31L + nulls);
                for (int i = 0; i < n; i++) {
                    // every second run comes back, so that ids pay, too
                    int run = repeat == 40 ? i % 2048 : i / repeat;
                    values.bytes[i] = text(String.format(Locale.ROOT, "/some/path/%07d/%x", run, run * 0x9E37));
                    if (nulls > 0) {
                        values.nulls[i] = random.nextInt(nulls) == 0;
                    }
                }
                boolean isWritten = false;
                for (EncodingProfile profile : EncodingProfile.values()) {
                    EncodedColumn column = EncodedColumn.encode(values, new EncoderContext(64 << 20, profile));
                    values.assertSame(column.decode(), () -> "encoded as " + column.encodings());
                    String used = column.encodings() + " " + column.dictionaries;
                    isWritten |= used.contains("PREFIX");
                    assertTrue(profile != EncodingProfile.FAST || !used.contains("PREFIX"), used);
                }
                assertTrue(isWritten, "runs of " + repeat + ", nulls " + nulls);
            }
        }
    }
}
