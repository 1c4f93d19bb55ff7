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
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.Int128Output;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A column of any shape in memory, encoded vector by vector and decoded again, for tests. */
final class EncodedColumn {
    static final boolean[] NO_NULLS = new boolean[0];

    final Physical shape;
    final List<Vector> vectors = new ArrayList<>();
    final List<ColumnEncoder.StoredDictionary> dictionaries = new ArrayList<>();
    int blocks;

    /** An encoded vector. */
    record Vector(Encoding encoding, byte[] payload, int rows, boolean paged) {}

    /** Values of any shape: the arrays of other shapes are empty. */
    static final class Values {
        final Physical shape;
        final int n;
        boolean[] nulls = NO_NULLS;
        byte[] booleans = new byte[0];
        int[] ints = new int[0];
        long[] longs = new long[0];
        long[] high = new long[0];
        float[] floats = new float[0];
        double[] doubles = new double[0];
        byte[][] bytes = new byte[0][];

        Values(Physical shape, int n) {
            this.shape = shape;
            this.n = n;
        }

        boolean isNull(int row) {
            return nulls.length > 0 && nulls[row];
        }

        /** Whether a row has the same value in both, to the bit. Asked millions of times, so it makes no text. */
        boolean isSame(Values other, int row) {
            if (isNull(row) || other.isNull(row)) {
                return isNull(row) && other.isNull(row);
            }
            return switch (shape) {
                case NONE -> true;
                case BOOLEAN -> booleans[row] == other.booleans[row];
                case INT -> ints[row] == other.ints[row];
                case LONG -> longs[row] == other.longs[row];
                case INT128 -> longs[row] == other.longs[row] && high[row] == other.high[row];
                case FLOAT -> Float.floatToRawIntBits(floats[row]) == Float.floatToRawIntBits(other.floats[row]);
                case DOUBLE ->
                    Double.doubleToRawLongBits(doubles[row]) == Double.doubleToRawLongBits(other.doubles[row]);
                case BYTES -> Arrays.equals(bytes[row], other.bytes[row]);
            };
        }

        /** Fails where a row has another value in the other. */
        void assertSame(Values other, Supplier<String> what) {
            assertEquals(n, other.n, what);
            for (int i = 0; i < n; i++) {
                if (!isSame(other, i)) {
                    fail(what.get() + " row " + i + ": " + at(i) + " became " + other.at(i));
                }
            }
        }

        /** The value of a row as text that tells any two values apart. */
        String at(int row) {
            if (isNull(row)) {
                return "null";
            }
            return switch (shape) {
                case NONE -> "there";
                case BOOLEAN -> Byte.toString(booleans[row]);
                case INT -> Integer.toString(ints[row]);
                case LONG -> Long.toString(longs[row]);
                case INT128 -> high[row] + ":" + longs[row];
                case FLOAT -> Integer.toHexString(Float.floatToRawIntBits(floats[row]));
                case DOUBLE -> Long.toHexString(Double.doubleToRawLongBits(doubles[row]));
                case BYTES -> Arrays.toString(bytes[row]);
            };
        }
    }

    private EncodedColumn(Physical shape) {
        this.shape = shape;
    }

    /** Encodes values in vectors of 4096. */
    static EncodedColumn encode(Values values) {
        return encode(values, new EncoderContext(64 << 20));
    }

    static EncodedColumn encode(Values values, EncoderContext context) {
        EncodedColumn column = new EncodedColumn(values.shape);
        ColumnEncoder encoder = new ColumnEncoder(values.shape, context);
        ByteSink out = new ByteSink();
        for (int from = 0; from < values.n; from += 4096) {
            int n = Math.min(4096, values.n - from);
            out.clear();
            boolean begins = encode(encoder, values, from, n, out);
            assertTrue(begins || from > 0, "the first vector must begin a block");
            assertTrue(
                    begins
                            || column.vectors
                                    .get(column.vectors.size() - 1)
                                    .encoding
                                    .equals(encoder.encoding()),
                    "a block has one encoding");
            column.blocks += begins ? 1 : 0;
            column.vectors.add(new Vector(encoder.encoding(), out.toByteArray(), n, encoder.isPaged()));
        }
        column.dictionaries.addAll(encoder.dictionaries());
        encoder.close();
        assertEquals(0, context.dictionaryBudget().granted(), "memory of dictionaries is given back");
        return column;
    }

    private static boolean encode(ColumnEncoder encoder, Values values, int from, int n, ByteSink out) {
        boolean[] nulls = values.nulls.length == 0 ? NO_NULLS : Arrays.copyOfRange(values.nulls, from, from + n);
        int to = from + n;
        return switch (values.shape) {
            case NONE -> encoder.validity(nulls, n, out);
            case BOOLEAN -> encoder.booleans(Arrays.copyOfRange(values.booleans, from, to), nulls, n, out);
            case INT -> encoder.ints(Arrays.copyOfRange(values.ints, from, to), nulls, n, out);
            case LONG -> encoder.longs(Arrays.copyOfRange(values.longs, from, to), nulls, n, out);
            case INT128 ->
                encoder.int128(
                        values.high.length == 0 ? new long[0] : Arrays.copyOfRange(values.high, from, to),
                        Arrays.copyOfRange(values.longs, from, to),
                        nulls,
                        n,
                        out);
            case FLOAT -> encoder.floats(Arrays.copyOfRange(values.floats, from, to), nulls, n, out);
            case DOUBLE -> encoder.doubles(Arrays.copyOfRange(values.doubles, from, to), nulls, n, out);
            case BYTES -> {
                int[] offsets = new int[n + 1];
                for (int i = 0; i < n; i++) {
                    offsets[i + 1] = offsets[i] + values.bytes[from + i].length;
                }
                byte[] data = new byte[offsets[n]];
                for (int i = 0; i < n; i++) {
                    System.arraycopy(values.bytes[from + i], 0, data, offsets[i], values.bytes[from + i].length);
                }
                yield encoder.bytes(data, offsets, nulls, n, out);
            }
        };
    }

    int rows() {
        return vectors.stream().mapToInt(Vector::rows).sum();
    }

    long bytes() {
        return vectors.stream().mapToLong(v -> v.payload.length).sum()
                + dictionaries.stream().mapToLong(d -> d.payload().size()).sum();
    }

    /** The encodings of the blocks, without repetition. */
    List<String> encodings() {
        return vectors.stream().map(v -> v.encoding.toString()).distinct().toList();
    }

    /** The dictionary that an encoding names. */
    DecodedDictionary dictionary(Encoding named) throws StoaException {
        if (named.dictionary().isEmpty()) {
            return DecodedDictionary.NONE;
        }
        ColumnEncoder.StoredDictionary stored =
                dictionaries.get(named.dictionary().getAsInt());
        ByteSink tree = new ByteSink();
        stored.encoding().write(tree);
        Encoding encoding = Encoding.readEntries(ByteBuffer.wrap(tree.toByteArray()), shape);
        assertEquals(stored.encoding(), encoding);
        return DecodedDictionary.decode(
                encoding,
                shape,
                stored.entries(),
                ByteBuffer.wrap(stored.payload().toByteArray()),
                dictionary(encoding));
    }

    /** Decodes all vectors that are not paged, from direct and heap buffers by turns. */
    Values decode() throws StoaException {
        VectorDecoder decoder = new VectorDecoder();
        Map<Encoding, DecodedDictionary> known = new HashMap<>();
        Values all = new Values(shape, rows());
        all.nulls = new boolean[all.n];
        resize(all);
        int from = 0;
        for (int v = 0; v < vectors.size(); v++) {
            Vector vector = vectors.get(v);
            ByteSink tree = new ByteSink();
            vector.encoding.write(tree);
            ByteBuffer written = ByteBuffer.wrap(tree.toByteArray());
            Encoding encoding = Encoding.read(written, shape);
            assertEquals(vector.encoding, encoding);
            assertFalse(written.hasRemaining());
            ByteBuffer payload = v % 2 == 0
                    ? ByteBuffer.wrap(vector.payload)
                    : ByteBuffer.allocateDirect(vector.payload.length)
                            .put(vector.payload)
                            .flip();
            if (!known.containsKey(encoding)) {
                known.put(encoding, dictionary(encoding));
            }
            Values values = decode(decoder, shape, encoding, payload, vector.rows, known.get(encoding));
            copy(values, all, from);
            from += vector.rows;
        }
        return all;
    }

    private static void resize(Values all) {
        switch (all.shape) {
            case NONE -> {}
            case BOOLEAN -> all.booleans = new byte[all.n];
            case INT -> all.ints = new int[all.n];
            case LONG -> all.longs = new long[all.n];
            case INT128 -> {
                all.longs = new long[all.n];
                all.high = new long[all.n];
            }
            case FLOAT -> all.floats = new float[all.n];
            case DOUBLE -> all.doubles = new double[all.n];
            case BYTES -> all.bytes = new byte[all.n][];
        }
    }

    private static void copy(Values part, Values all, int from) {
        if (part.nulls.length > 0) {
            System.arraycopy(part.nulls, 0, all.nulls, from, part.n);
        }
        for (int i = 0; i < part.n; i++) {
            switch (all.shape) {
                case NONE -> {}
                case BOOLEAN -> all.booleans[from + i] = part.booleans[i];
                case INT -> all.ints[from + i] = part.ints[i];
                case LONG -> all.longs[from + i] = part.longs[i];
                case INT128 -> {
                    all.longs[from + i] = part.longs[i];
                    all.high[from + i] = part.high[i];
                }
                case FLOAT -> all.floats[from + i] = part.floats[i];
                case DOUBLE -> all.doubles[from + i] = part.doubles[i];
                case BYTES -> all.bytes[from + i] = part.bytes[i];
            }
        }
    }

    /** Decodes one vector. */
    static Values decode(
            VectorDecoder decoder,
            Physical shape,
            Encoding encoding,
            ByteBuffer payload,
            int n,
            DecodedDictionary dictionary)
            throws CorruptFileException {
        Values values = new Values(shape, n);
        boolean[] nulls = new boolean[n];
        resize(values);
        boolean some = switch (shape) {
            case NONE -> decoder.validity(encoding, payload, n, nulls);
            case BOOLEAN -> decoder.booleans(encoding, payload, n, values.booleans, nulls);
            case INT -> decoder.ints(encoding, payload, n, dictionary, values.ints, nulls);
            case LONG -> decoder.longs(encoding, payload, n, dictionary, values.longs, nulls);
            case INT128 -> {
                Int128Output out = new Int128Output();
                boolean any = decoder.int128(encoding, payload, n, dictionary, out, nulls);
                for (int i = 0; i < n; i++) {
                    values.longs[i] = out.low()[i];
                    values.high[i] = out.isNarrow() ? out.low()[i] >> 63 : out.high()[i];
                }
                yield any;
            }
            case FLOAT -> decoder.floats(encoding, payload, n, dictionary, values.floats, nulls);
            case DOUBLE -> decoder.doubles(encoding, payload, n, dictionary, values.doubles, nulls);
            case BYTES -> {
                BytesOutput out = new BytesOutput();
                boolean any = decoder.bytes(encoding, payload, n, dictionary, out, nulls);
                for (int i = 0; i < n; i++) {
                    values.bytes[i] = value(out, dictionary, i, any && nulls[i]);
                }
                yield any;
            }
        };
        values.nulls = some ? nulls : NO_NULLS;
        assertFalse(payload.hasRemaining(), "the payload is consumed");
        boolean found = false;
        for (int i = 0; i < n && some; i++) {
            found |= nulls[i];
        }
        assertEquals(some, found, "whether there are nulls");
        return values;
    }

    private static byte[] value(BytesOutput out, DecodedDictionary dictionary, int row, boolean isNull) {
        return switch (out.form()) {
            case PLAIN -> Arrays.copyOfRange(out.data(), out.offsets()[row], out.offsets()[row + 1]);
            case LOCAL_IDS -> {
                int id = out.ids()[row];
                if (isNull && out.entries() == 0) {
                    yield new byte[0];
                }
                assertTrue(id >= 0 && id < out.entries());
                yield Arrays.copyOfRange(out.data(), out.offsets()[id], out.offsets()[id + 1]);
            }
            case DICTIONARY_IDS -> {
                int id = out.ids()[row];
                assertTrue(id >= 0 && id < dictionary.size());
                yield Arrays.copyOfRange(
                        dictionary.data(), dictionary.offsets()[id], dictionary.offsets()[id + 1]);
            }
        };
    }
}
