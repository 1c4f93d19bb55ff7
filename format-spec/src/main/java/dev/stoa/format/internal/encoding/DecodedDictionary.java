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
import dev.stoa.format.Physical;
import java.nio.ByteBuffer;

/**
 * The entries of a dictionary (format-spec, section 7.4) in arrays: decoded once per column and then shared, also
 * between threads.
 */
@SuppressWarnings({"DoNotCallSuggester", "UnusedVariable"})
public final class DecodedDictionary {
    /** What to give where an encoding refers to no dictionary. */
    public static final DecodedDictionary NONE = new DecodedDictionary(Physical.NONE, 0);

    /** The most entries of a dictionary. */
    public static final int MAX_ENTRIES = 1_048_576;

    /** The most bytes of all entries of a dictionary of shape BYTES. */
    public static final int MAX_BYTES = 16 << 20;

    private final Physical shape;
    private final int size;

    private DecodedDictionary(Physical shape, int size) {
        this.shape = shape;
        this.size = size;
    }

    /**
     * Decodes a dictionary.
     *
     * @param encoding the encoding of its entries
     * @param shape the shape of its column
     * @param entries the number of its entries, 1..{@link #MAX_ENTRIES}
     * @param stored its bytes, from position to limit
     * @throws CorruptFileException if a rule is broken; names the position in the buffer
     */
    public static DecodedDictionary decode(Encoding encoding, Physical shape, int entries, ByteBuffer stored)
            throws CorruptFileException {
        throw new UnsupportedOperationException("under construction");
    }

    /** The shape of the entries. */
    public Physical shape() {
        return shape;
    }

    /** The number of entries. */
    public int size() {
        return size;
    }

    /** BYTES: the bytes of all entries. */
    public byte[] data() {
        throw new UnsupportedOperationException("under construction");
    }

    /** BYTES: entry i is {@code data()[offsets()[i]..offsets()[i+1])}; size + 1 offsets. */
    public int[] offsets() {
        throw new UnsupportedOperationException("under construction");
    }
}
