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

import dev.stoa.format.CorruptFileException;
import java.nio.ByteBuffer;

/**
 * Decodes the payloads of vectors (format-spec, section 7) into arrays of the caller.
 *
 * <p>One per reading thread: it owns scratch arrays, so that on the steady path nothing is allocated per vector.
 *
 * <p>All methods take the root encoding of the block; the payload, which is the buffer from position to limit (direct or
 * heap; its position is moved, its byte order set to little-endian; positions in messages are those of the buffer, so
 * give a slice that starts at the payload); the number of rows, 0..4096; and the dictionary named by
 * {@link Encoding#dictionary()}, or {@link DecodedDictionary#NONE}. Arrays need room for n rows and may be longer.
 *
 * <p>They return true when some row is null. Then {@code nulls[0..n)} is set; else it is not touched. The value at a null row
 * is any value of the vector's shape.
 *
 * <p>Whatever the bytes are, the outcome is n rows or a {@link CorruptFileException} without file, column and offset,
 * which the caller knows; memory is bounded by the limits of the format.
 */
@SuppressWarnings({"DoNotCallSuggester", "UnusedVariable"})
public final class VectorDecoder {
    /** The most rows of a vector. */
    public static final int MAX_ROWS = 4096;

    /** A vector with more bytes of values than this, encoded as BYTES or LZ4 at the root or below NULLABLE, is paged. */
    public static final int MAX_UNPAGED_BYTES = 262_144;

    /** The most raw bytes of a page. */
    public static final int MAX_PAGE_BYTES = 1_048_576;

    /** Decodes a vector of shape NONE. */
    public boolean validity(Encoding root, ByteBuffer payload, int n, boolean[] nulls) throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Decodes booleans: 0 or 1. */
    public boolean booleans(Encoding root, ByteBuffer payload, int n, byte[] out, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Decodes values of shape INT. */
    public boolean ints(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, int[] out, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Decodes the lengths of lists or maps: not negative, and 0 at null rows. */
    public boolean lengths(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, int[] out, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Decodes values of shape LONG. */
    public boolean longs(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, long[] out, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Decodes values of shape FLOAT; all bits are kept. */
    public boolean floats(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, float[] out, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Decodes values of shape DOUBLE; all bits are kept. */
    public boolean doubles(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, double[] out, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Decodes values of shape INT128. */
    public boolean int128(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, Int128Output out, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Decodes values of shape BYTES that are not paged; dictionaries and runs are kept as ids. */
    public boolean bytes(
            Encoding root, ByteBuffer payload, int n, DecodedDictionary dictionary, BytesOutput out, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /**
     * Decodes the head of a paged vector: the length of each row's value (0 at null rows), and validity. Their sum is above
     * {@link #MAX_UNPAGED_BYTES} and may be above 2^31. The bytes of the rows' values, one behind the other, are the
     * pages' raw bytes, one behind the other.
     */
    public boolean pagedLengths(Encoding root, ByteBuffer head, int n, int[] lengths, boolean[] nulls)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
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
        throw new UnsupportedOperationException("under construction");
    }
}
