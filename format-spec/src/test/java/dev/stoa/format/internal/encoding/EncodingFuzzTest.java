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

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.Int128Output;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Lz4Blocks;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Trees of encodings and payloads from hostile bytes, for every shape: a {@link StoaException} or values of the shape,
 * and never more memory than the limits of the format allow.
 *
 * <p>Input: a byte for the shape, two for the number of rows, the tree, the payload; for a dictionary two bytes more for
 * the number of entries. Seeds are what the encoder makes, so they follow the format.
 */
@Tag("once")
final class EncodingFuzzTest {
    /** What decoding a vector may allocate beyond its output, with the decoder's scratch arrays. */
    private static final long MOST_BYTES = 4 << 20;

    private static final Physical[] SHAPES = Physical.values();

    static Stream<Arguments> vectorSeeds() {
        return seeds(false).map(seed -> arguments((Object) seed));
    }

    static Stream<Arguments> dictionarySeeds() {
        return seeds(true).map(seed -> arguments((Object) seed));
    }

    /** What the encoder makes of small columns of all shapes and distributions: one of each tree. */
    private static Stream<byte[]> seeds(boolean ofDictionaries) {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        for (Physical shape : SHAPES) {
            for (RoundTripTest.Distribution distribution : RoundTripTest.Distribution.values()) {
                for (RoundTripTest.Nulls nulls : RoundTripTest.Nulls.values()) {
                    EncodingProfile profile =
                            nulls == RoundTripTest.Nulls.RARE ? EncodingProfile.COMPACT : EncodingProfile.DEFAULT;
                    EncodedColumn column = EncodedColumn.encode(
                            RoundTripTest.generate(shape, distribution, nulls, 300, 7),
                            new EncoderContext(64 << 20, profile));
                    if (ofDictionaries) {
                        column.dictionaries.forEach(d -> seeds.put(
                                shape + " " + d.encoding(),
                                seed(
                                        shape,
                                        d.entries(),
                                        d.encoding(),
                                        d.payload().toByteArray())));
                    } else {
                        column.vectors.forEach(v -> seeds.put(
                                shape + " " + v.encoding(), seed(shape, v.rows(), v.encoding(), v.payload())));
                    }
                }
            }
        }
        return seeds.values().stream();
    }

    private static byte[] seed(Physical shape, int n, Encoding encoding, byte[] payload) {
        ByteSink out = new ByteSink();
        out.u8(List.of(SHAPES).indexOf(shape));
        out.u8(n & 0xFF);
        out.u8(n >> 8);
        encoding.write(out);
        out.bytes(payload);
        return out.toByteArray();
    }

    @MethodSource("vectorSeeds")
    @FuzzTest(maxDuration = "60s")
    void vector(byte[] input) {
        if (input != null && input.length >= 3) {
            readVector(input);
        }
    }

    private static void readVector(byte[] input) {
        Physical shape = SHAPES[(input[0] & 0xFF) % SHAPES.length];
        int n = Math.min(VectorDecoder.MAX_ROWS, input[1] & 0xFF | (input[2] & 0xFF) << 8);
        ByteBuffer in = ByteBuffer.wrap(input, 3, input.length - 3).slice();
        try {
            Encoding root = Encoding.read(in, shape);
            DecodedDictionary dictionary =
                    root.dictionary().isPresent() ? Dictionaries.of(shape) : DecodedDictionary.NONE;
            ByteBuffer payload = in.slice();
            Allocation.atMost(MOST_BYTES, () -> decode(shape, root, payload.slice(), n, dictionary));
        } catch (StoaException e) {
            assertTrue(e.getMessage().length() > 5);
        }
    }

    private static void decode(Physical shape, Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary)
            throws StoaException {
        VectorDecoder decoder = new VectorDecoder();
        boolean[] nulls = new boolean[n];
        switch (shape) {
            case NONE -> decoder.validity(root, payload, n, nulls);
            case BOOLEAN -> {
                byte[] out = new byte[n];
                decoder.booleans(root, payload, n, out, nulls);
                for (byte value : out) {
                    assertTrue(value == 0 || value == 1, "a boolean is " + value);
                }
            }
            case INT -> {
                ByteBuffer again = payload.duplicate();
                decoder.ints(root, payload, n, dictionary, new int[n], nulls);
                lengths(decoder, root, again, n, dictionary);
            }
            case LONG -> decoder.longs(root, payload, n, dictionary, new long[n], nulls);
            case INT128 -> decoder.int128(root, payload, n, dictionary, new Int128Output(), nulls);
            case FLOAT -> decoder.floats(root, payload, n, dictionary, new float[n], nulls);
            case DOUBLE -> decoder.doubles(root, payload, n, dictionary, new double[n], nulls);
            case BYTES -> {
                ByteBuffer again = payload.duplicate();
                try {
                    BytesOutput out = new BytesOutput();
                    boolean some = decoder.bytes(root, payload, n, dictionary, out, nulls);
                    check(out, n, some ? nulls : new boolean[n], dictionary);
                } catch (StoaException e) {
                    decoder.pagedLengths(root, again, n, new int[n], nulls);
                }
            }
        }
    }

    private static void lengths(
            VectorDecoder decoder, Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary)
            throws StoaException {
        int[] out = new int[n];
        decoder.lengths(root, payload, n, dictionary, out, new boolean[n]);
        for (int length : out) {
            assertTrue(length >= 0, "a length is " + length);
        }
    }

    private static void check(BytesOutput out, int n, boolean[] nulls, DecodedDictionary dictionary) {
        if (out.form() != BytesOutput.Form.DICTIONARY_IDS) {
            checkOffsets(out.offsets(), out.entries(), out.data().length);
        }
        if (out.form() != BytesOutput.Form.PLAIN) {
            int entries = out.form() == BytesOutput.Form.LOCAL_IDS ? out.entries() : dictionary.size();
            for (int i = 0; i < n; i++) {
                int id = out.ids()[i];
                assertTrue(id >= 0 && (id < entries || (nulls[i] && id == 0)), "an id is " + id + " of " + entries);
            }
        }
    }

    private static void checkOffsets(int[] offsets, int entries, int length) {
        assertTrue(entries == 0 || offsets[0] == 0, "the first offset");
        for (int i = 0; i < entries; i++) {
            assertTrue(offsets[i] <= offsets[i + 1] && offsets[i + 1] <= length, "offsets ascend within the bytes");
        }
    }

    @MethodSource("dictionarySeeds")
    @FuzzTest(maxDuration = "60s")
    void dictionary(byte[] input) {
        if (input != null && input.length >= 3) {
            readDictionary(input);
        }
    }

    private static void readDictionary(byte[] input) {
        Physical shape = SHAPES[(input[0] & 0xFF) % SHAPES.length];
        int entries = input[1] & 0xFF | (input[2] & 0xFF) << 8;
        ByteBuffer in = ByteBuffer.wrap(input, 3, input.length - 3).slice();
        try {
            Encoding encoding = Encoding.readEntries(in, shape);
            ByteBuffer payload = in.slice();
            Allocation.atMost(DecodedDictionary.MAX_BYTES + MOST_BYTES, () -> {
                DecodedDictionary dictionary = DecodedDictionary.decode(encoding, shape, entries, payload.slice());
                if (shape == Physical.BYTES) {
                    checkOffsets(dictionary.offsets(), entries, dictionary.data().length);
                }
            });
        } catch (StoaException e) {
            assertTrue(e.getMessage().length() > 5);
        }
    }

    static Stream<Arguments> pageSeeds() {
        byte[] raw = new byte[3000];
        Arrays.fill(raw, (byte) 'a');
        ByteSink lz4 = new ByteSink();
        lz4.u8(raw.length & 0xFF);
        lz4.u8(raw.length >> 8);
        Lz4Blocks.compress(raw, 0, raw.length, lz4);
        return Stream.of(arguments((Object) lz4.toByteArray()), arguments((Object) new byte[] {3, 0, 1, 2, 3}));
    }

    @MethodSource("pageSeeds")
    @FuzzTest(maxDuration = "30s")
    void page(byte[] input) {
        if (input == null || input.length < 2) {
            return;
        }
        int raw = input[0] & 0xFF | (input[1] & 0xFF) << 8;
        ByteBuffer stored = ByteBuffer.wrap(input, 2, input.length - 2).slice();
        byte[] out = new byte[raw + 16];
        try {
            new VectorDecoder().page(new BytesEncoding.Lz4(new IntegerEncoding.Pfor()), stored, raw, out, 8);
        } catch (StoaException e) {
            assertTrue(e.getMessage().length() > 5);
        }
        for (int i = 0; i < 8; i++) {
            assertTrue(out[i] == 0 && out[raw + 8 + i] == 0, "a page writes outside its place");
        }
    }

    /** A small dictionary for each shape. */
    private static final class Dictionaries {
        static DecodedDictionary of(Physical shape) throws StoaException {
            ByteSink out = new ByteSink();
            int entries = 5;
            Encoding encoding = switch (shape) {
                case BYTES -> new BytesEncoding.Bytes(new Encoding.Constant(ConstantValue.ofBits(Physical.INT, 1)));
                default -> new Encoding.Plain();
            };
            int width = switch (shape) {
                case INT, FLOAT -> 4;
                case LONG, DOUBLE -> 8;
                case INT128 -> 16;
                default -> 1;
            };
            for (int i = 0; i < entries * width; i++) {
                out.u8(i);
            }
            return DecodedDictionary.decode(encoding, shape, entries, ByteBuffer.wrap(out.toByteArray()));
        }
    }
}
