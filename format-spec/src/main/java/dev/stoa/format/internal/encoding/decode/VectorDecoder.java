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
package dev.stoa.format.internal.encoding.decode;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Lz4Blocks;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.NullRows;
import dev.stoa.format.internal.kernel.Reductions;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Decodes the payloads of vectors (format-spec, section 7) into arrays of the caller.
 *
 * <p>One per reading thread: it owns scratch arrays, so that on the steady path nothing is allocated per vector.
 *
 * <p>All methods take the root encoding of the block, the payload, the number of rows (0..4096), and the dictionary named by
 * {@link Encoding#dictionary()}, or {@link DecodedDictionary#NONE}. Arrays need room for n rows and may be longer.
 *
 * <p>The payload is a buffer from its position to its limit, direct or heap. The methods move its position and set its byte
 * order to little-endian. Messages name positions of the buffer, so pass a slice that starts at the payload.
 *
 * <p>They return true if some row is null. Then they set {@code nulls[0..n)}; otherwise they leave it as it is. The value at a
 * null row is any value of the vector's shape.
 *
 * <p>For all bytes the result is n rows or a {@link CorruptFileException}. The caller adds the file, the column and the offset
 * to it. The limits of the format bound the memory.
 */
public final class VectorDecoder {
    /** The most rows of a vector. */
    public static final int MAX_ROWS = 4096;

    /**
     * A vector with more bytes of values than this, encoded as BYTES or LZ4 at the root or below NULLABLE, is paged. The
     * rest of a granule has room for lengths and validity.
     */
    public static final int MAX_UNPAGED_BYTES = 1_000_000;

    /** The most raw bytes of a page. */
    public static final int MAX_PAGE_BYTES = 1_048_576;

    private final IntDecoder ints = new IntDecoder();
    private final LongDecoder longs = new LongDecoder(ints);
    private final FloatingDecoder floating = new FloatingDecoder(ints, longs);
    private final Int128Decoder wide = new Int128Decoder(ints, longs);
    private final BitsDecoder bits = new BitsDecoder(ints);
    private final BytesDecoder bytes = new BytesDecoder(ints);

    /** The encoding of the values to decode, below validity; set by {@link #begin}. */
    private Encoding values = new Encoding.AllNull();

    private int rows;
    private int valid;
    private boolean constant;

    /**
     * Whether the vector that was decoded last, values or ids, is known to have the same value in all rows and no null. False
     * says nothing.
     */
    public boolean isConstant() {
        return constant;
    }

    /** Decodes a vector of shape NONE. */
    public boolean validity(Encoding root, ByteBuffer payload, int n, boolean[] nulls) throws CorruptFileException {
        checkRows(n);
        constant = false;
        int present = 0;
        if (root instanceof Encoding.AllNull) {
            Arrays.fill(nulls, 0, n, true);
        } else if (root instanceof Encoding.Nullable nullable
                && nullable.child().isEmpty()) {
            present = bits.validity(payload, n, nulls);
        } else {
            throw IntDecoder.misplaced(root, payload);
        }
        Wire.requireEnd(payload, "the vector");
        return present < n;
    }

    /** Decodes booleans: 0 or 1. */
    public boolean booleans(Encoding root, ByteBuffer payload, int n, byte[] out, boolean[] nulls)
            throws CorruptFileException {
        int stored = begin(root, payload, n, nulls);
        if (stored < 0) {
            Arrays.fill(out, 0, n, (byte) 0);
        } else {
            bits.decode(values, payload, stored, out);
            if (stored < n) {
                NullRows.spread(out, stored, nulls, n, bits.isScattered());
            }
        }
        return end(payload);
    }

    /** Decodes values of shape INT. */
    public boolean ints(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, int[] out, boolean[] nulls)
            throws CorruptFileException {
        int stored = begin(root, payload, n, nulls);
        if (stored < 0) {
            Arrays.fill(out, 0, n, 0);
        } else {
            ints.decode(values, payload, stored, dictionary, out);
            constant = ints.isUniform();
            if (stored < n) {
                NullRows.spread(out, stored, nulls, n, bits.isScattered());
            }
        }
        return end(payload);
    }

    /** Decodes the lengths of lists or maps: not negative, and 0 at null rows. */
    public boolean lengths(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, int[] out, boolean[] nulls)
            throws CorruptFileException {
        boolean some = ints(root, payload, n, dictionary, out, nulls);
        if (n > 0 && Reductions.min(out, 0, n) < 0) {
            throw Wire.corrupt(payload, "a list has a negative length; before here");
        }
        if (some) {
            for (int i = 0; i < n; i++) {
                if (nulls[i] && out[i] != 0) {
                    throw Wire.corrupt(payload, "a null list has the length " + out[i] + "; before here");
                }
            }
        }
        return some;
    }

    /** Decodes values of shape LONG. */
    public boolean longs(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, long[] out, boolean[] nulls)
            throws CorruptFileException {
        int stored = begin(root, payload, n, nulls);
        if (stored < 0) {
            Arrays.fill(out, 0, n, 0);
        } else {
            longs.decode(values, payload, stored, dictionary, out);
            constant = longs.isUniform();
            if (stored < n) {
                NullRows.spread(out, stored, nulls, n, bits.isScattered());
            }
        }
        return end(payload);
    }

    /** Decodes values of shape FLOAT; all bits are kept. */
    public boolean floats(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, float[] out, boolean[] nulls)
            throws CorruptFileException {
        int stored = begin(root, payload, n, nulls);
        if (stored < 0) {
            Arrays.fill(out, 0, n, 0);
        } else {
            floating.decode(values, payload, stored, dictionary, out);
            if (stored < n) {
                NullRows.spread(out, stored, nulls, n, bits.isScattered());
            }
        }
        return end(payload);
    }

    /** Decodes values of shape DOUBLE; all bits are kept. */
    public boolean doubles(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, double[] out, boolean[] nulls)
            throws CorruptFileException {
        int stored = begin(root, payload, n, nulls);
        if (stored < 0) {
            Arrays.fill(out, 0, n, 0);
        } else {
            floating.decode(values, payload, stored, dictionary, out);
            if (stored < n) {
                NullRows.spread(out, stored, nulls, n, bits.isScattered());
            }
        }
        return end(payload);
    }

    /** Decodes values of shape INT128. */
    public boolean int128(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, Int128Output out, boolean[] nulls)
            throws CorruptFileException {
        int stored = begin(root, payload, n, nulls);
        if (stored < 0) {
            out.narrow(n);
            Arrays.fill(out.low(), 0, n, 0);
        } else {
            out.reserve(n);
            wide.decode(values, payload, stored, dictionary, out);
            if (stored < n) {
                NullRows.spread(out.low(), stored, nulls, n, bits.isScattered());
                if (!out.isNarrow()) {
                    NullRows.spread(out.high(), stored, nulls, n, bits.isScattered());
                }
            }
        }
        return end(payload);
    }

    /** Decodes values of shape BYTES that are not paged; dictionaries and runs are kept as ids. */
    public boolean bytes(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, BytesOutput out, boolean[] nulls)
            throws CorruptFileException {
        return bytes(root, payload, WantedRows.all(n), dictionary, out, nulls);
    }

    /** Whether {@link #bytes} decodes a range of rows of vectors so encoded in less time than all. */
    public static boolean leavesRowsOut(Encoding root) {
        return root.belowValidity() instanceof BytesEncoding.Fsst;
    }

    /** Whether {@link #bytes} decodes a {@linkplain WantedRows#few few} rows of vectors so encoded in less time than all. */
    public static boolean decodesFew(Encoding root) {
        Encoding encoding = root.belowValidity();
        return encoding instanceof BytesEncoding.Fsst || encoding instanceof BytesEncoding.Prefix;
    }

    /**
     * Decodes the wanted rows of an unpaged vector of shape BYTES. Other rows are decoded too, or are empty if the encoding
     * {@linkplain #leavesRowsOut leaves rows out} or {@linkplain #decodesFew decodes few}.
     */
    public boolean bytes(
            Encoding root,
            ByteBuffer payload,
            WantedRows wanted,
            DecodedDictionary dictionary,
            BytesOutput out,
            boolean[] nulls)
            throws CorruptFileException {
        int n = wanted.n();
        int stored = begin(root, payload, n, nulls);
        if (stored < 0) {
            Arrays.fill(out.beginPlain(n), 0, n + 1, 0);
        } else {
            out.reserve(n);
            WantedRows present = stored == n ? wanted : wanted.present(stored, nulls);
            bytes.decode(values, payload, present, dictionary, MAX_UNPAGED_BYTES, out);
            constant = bytes.isUniform();
            if (stored < n && out.form() == BytesOutput.Form.PLAIN) {
                NullRows.spreadOffsets(out.offsets(), stored, nulls, n, bits.isScattered());
                out.beginPlain(n);
            } else if (stored < n) {
                NullRows.spread(out.ids(), stored, nulls, n, bits.isScattered());
            }
        }
        return end(payload);
    }

    /**
     * Decodes the head of a paged vector: the length of each row's value (0 at null rows), and validity. Their sum is above
     * {@link #MAX_UNPAGED_BYTES} and may be above 2^31. The bytes of the rows' values, one after the other, are the
     * pages' raw bytes, one after the other.
     */
    public boolean pagedLengths(Encoding root, ByteBuffer head, int n, int[] lengths, boolean[] nulls)
            throws CorruptFileException {
        int stored = begin(root, head, n, nulls);
        if (stored < 0) {
            throw IntDecoder.misplaced(root, head);
        }
        long total = bytes.lengths(values, head, stored, lengths);
        if (total <= MAX_UNPAGED_BYTES) {
            throw Wire.corrupt(head, "a paged vector has only " + total + " bytes of values; before here");
        }
        if (stored < n) {
            NullRows.spread(lengths, stored, nulls, n, bits.isScattered());
        }
        boolean some = end(head);
        if (some) {
            for (int i = 0; i < n; i++) {
                if (nulls[i] && lengths[i] != 0) {
                    throw Wire.corrupt(head, "a null value has the length " + lengths[i] + "; before here");
                }
            }
        }
        return some;
    }

    /**
     * Decodes a page of a paged vector.
     *
     * @param root the root encoding of the block
     * @param stored the page's stored bytes, from position to limit
     * @param rawLength its number of raw bytes, 1..{@link #MAX_PAGE_BYTES}
     * @param out receives the raw bytes from index {@code at} on
     */
    public void page(Encoding root, ByteBuffer stored, int rawLength, byte[] out, int at) throws CorruptFileException {
        Encoding encoding = root.belowValidity();
        if (rawLength < 1 || rawLength > MAX_PAGE_BYTES) {
            throw Wire.corrupt(stored, "a page has " + rawLength + " raw bytes");
        }
        if (stored.remaining() == rawLength) {
            stored.get(out, at, rawLength);
        } else if (encoding instanceof BytesEncoding.Lz4) {
            Lz4Blocks.decompress(stored, stored.remaining(), out, at, rawLength);
        } else {
            throw Wire.corrupt(stored, "a page of " + rawLength + " raw bytes takes " + stored.remaining());
        }
    }

    /**
     * Reads validity, if the encoding has it, and sets {@link #values}.
     *
     * @return the number of values after it, or -1 if every row is null
     */
    private int begin(Encoding root, ByteBuffer payload, int n, boolean[] nulls) throws CorruptFileException {
        checkRows(n);
        valid = n;
        rows = n;
        constant = root instanceof Encoding.Constant;
        if (root instanceof Encoding.AllNull) {
            valid = 0;
            Arrays.fill(nulls, 0, n, true);
            return -1;
        }
        values = root;
        if (root instanceof Encoding.Nullable nullable) {
            if (nullable.child().isEmpty()) {
                throw IntDecoder.misplaced(root, payload);
            }
            values = nullable.child().get();
            valid = bits.validity(payload, n, nulls);
            return nullable.compact() ? valid : n;
        }
        return n;
    }

    private boolean end(ByteBuffer payload) throws CorruptFileException {
        Wire.requireEnd(payload, "the vector");
        constant &= valid == rows;
        return valid < rows;
    }

    private static void checkRows(int n) {
        if (n < 0 || n > MAX_ROWS) {
            throw new IllegalArgumentException("a vector can't have " + n + " rows");
        }
    }
}
