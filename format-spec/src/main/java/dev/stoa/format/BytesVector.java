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
package dev.stoa.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Values of variable length: either plain (bytes and offsets), or ids into a dictionary, itself a plain vector. A reader
 * keeps dictionaries as they are in the file, so that an engine can work once per entry.
 *
 * <p>Plain: row i is {@code data[offsets[i]..offsets[i+1])}. Dictionary: row i is entry {@code ids[i]}; the id at a null
 * row is any valid id, or 0 when the dictionary is empty.
 */
public final class BytesVector extends ColumnVector {
    private static final int[] NO_IDS = new int[0];

    private final byte[] data;
    private final int[] offsets;
    private final int[] ids;
    private final Optional<BytesVector> dictionary;

    /** A plain vector; {@code offsets} has {@code size + 1} ascending entries within {@code data}. */
    public BytesVector(Type type, byte[] data, int[] offsets, boolean[] nulls, int size) {
        super(type, nulls, size, Physical.BYTES);
        checkLength(offsets.length, size + 1);
        this.data = data;
        this.offsets = offsets;
        this.ids = NO_IDS;
        this.dictionary = Optional.empty();
    }

    /** A vector of ids into a plain dictionary vector. */
    public BytesVector(Type type, int[] ids, BytesVector dictionary, boolean[] nulls, int size) {
        super(type, nulls, size, Physical.BYTES);
        checkLength(ids.length, size);
        if (dictionary.dictionary.isPresent()) {
            throw new IllegalArgumentException("a dictionary must be a plain vector");
        }
        this.data = dictionary.data;
        this.offsets = dictionary.offsets;
        this.ids = ids;
        this.dictionary = Optional.of(dictionary);
    }

    /** The dictionary, if rows are ids. */
    public Optional<BytesVector> dictionary() {
        return dictionary;
    }

    /** Returns the ids of the rows; empty without a dictionary. */
    public int[] ids() {
        return ids;
    }

    /** The bytes: of all rows, or of all dictionary entries. */
    public byte[] data() {
        return data;
    }

    /** The offsets into {@link #data()}: by row, or by dictionary entry. */
    public int[] offsets() {
        return offsets;
    }

    /** Where a row's bytes start in {@link #data()}. */
    public int start(int row) {
        return offsets[dictionary.isPresent() ? ids[row] : row];
    }

    /** The number of bytes of a row. */
    public int length(int row) {
        int entry = dictionary.isPresent() ? ids[row] : row;
        return offsets[entry + 1] - offsets[entry];
    }

    /** A copy of a row's bytes. */
    public byte[] get(int row) {
        int start = start(row);
        return Arrays.copyOfRange(data, start, start + length(row));
    }

    /** A row's bytes as UTF-8 text. */
    public String getString(int row) {
        return new String(data, start(row), length(row), StandardCharsets.UTF_8);
    }
}
