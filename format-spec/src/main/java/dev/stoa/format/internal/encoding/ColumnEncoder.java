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

import dev.stoa.format.Physical;
import java.util.List;

/**
 * Encodes the vectors of one column (format-spec, section 7) and chooses the encodings of its blocks: the first vector
 * of a block is analysed and the cheapest tree taken; the block lasts while vectors fit and stay near the size expected.
 * The choice depends on the data only.
 *
 * <p>Holds little besides its dictionaries: the scratch space is in the {@link EncoderContext}, which many columns share.
 *
 * <p>The methods take one vector: values from index 0, a null mask (true where null; length 0 for none, as in
 * {@link dev.stoa.format.ColumnVector#nulls()}) and 1..4096 rows. All vectors but the last have 4096. They append the payload to {@code out},
 * change no array, and return true when the vector begins a new block with {@link #encoding()}, false when it continues the
 * current one.
 */
@SuppressWarnings({"DoNotCallSuggester", "UnusedVariable"})
public final class ColumnEncoder {
    private final Physical shape;

    /** An encoder of a column of a shape. */
    public ColumnEncoder(Physical shape, EncoderContext context) {
        this.shape = shape;
    }

    /** The shape of the column. */
    public Physical shape() {
        return shape;
    }

    /** Encodes a vector of shape NONE. */
    public boolean validity(boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /** Encodes booleans: 0 or 1. */
    public boolean booleans(byte[] values, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /** Encodes values of shape INT. */
    public boolean ints(int[] values, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /** Encodes the lengths of lists or maps; null rows get 0. */
    public boolean lengths(int[] values, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /** Encodes values of shape LONG. */
    public boolean longs(long[] values, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /** Encodes values of shape INT128; {@code high} has length 0 when every value is the sign extension of low. */
    public boolean int128(long[] high, long[] low, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /** Encodes values of shape FLOAT; all bits are kept. */
    public boolean floats(float[] values, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /** Encodes values of shape DOUBLE; all bits are kept. */
    public boolean doubles(double[] values, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /**
     * Encodes values of shape BYTES: row i is {@code data[offsets[i]..offsets[i+1])}; n + 1 offsets. What stands at null
     * rows is left out. If {@link #isPaged()} is true afterwards, the payload is only the head, and the caller gives the
     * values of the rows that are not null to a {@link PageWriter}.
     */
    public boolean bytes(byte[] data, int[] offsets, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /**
     * Encodes the head of a vector of shape BYTES which the caller has streamed through a {@link PageWriter} because its
     * values have more than {@link VectorDecoder#MAX_UNPAGED_BYTES} bytes.
     */
    public boolean pagedHead(int[] lengths, boolean[] nulls, int n, ByteSink out) {
        throw new UnsupportedOperationException("under construction");
    }

    /** True when the last vector is paged. */
    public boolean isPaged() {
        throw new UnsupportedOperationException("under construction");
    }

    /** The encoding of the current block: that of the last vector. */
    public Encoding encoding() {
        throw new UnsupportedOperationException("under construction");
    }

    /** The dictionaries to store, when the last vector has been encoded; encodings name them by their index here. */
    public List<StoredDictionary> dictionaries() {
        throw new UnsupportedOperationException("under construction");
    }

    /** About how many bytes of memory this column's encoder holds between vectors. */
    public long retainedBytes() {
        throw new UnsupportedOperationException("under construction");
    }

    /**
     * A dictionary as it is stored.
     *
     * @param encoding the encoding of the entries
     * @param entries the number of entries
     * @param payload the bytes to store
     */
    public record StoredDictionary(Encoding encoding, int entries, ByteSink payload) {}
}
