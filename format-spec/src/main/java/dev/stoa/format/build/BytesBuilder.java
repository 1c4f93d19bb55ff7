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
package dev.stoa.format.build;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import java.util.Arrays;

/** Builds vectors of shape BYTES: text as UTF-8, binary values, decimals of more than 38 digits. */
public final class BytesBuilder extends VectorBuilder {
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private byte[] data = new byte[0];
    private int[] offsets = new int[1];

    BytesBuilder(Type type) {
        super(type);
    }

    /** Appends a copy of the bytes of an array. */
    public void add(byte[] value) {
        add(value, 0, value.length);
    }

    /**
     * Appends a copy of some bytes of an array.
     *
     * @throws IllegalArgumentException if all values together have more than 2 GiB
     */
    public void add(byte[] from, int offset, int length) {
        int at = reserve(length);
        System.arraycopy(from, offset, data, at, length);
    }

    /**
     * Appends a value whose bytes the caller then puts into {@link #data()}.
     *
     * @return the offset of the value in {@link #data()}
     * @throws IllegalArgumentException if all values together have more than 2 GiB
     */
    public int reserve(int length) {
        int at = offsets[size()];
        if (length > data.length - at) {
            grow(at, length);
        }
        int row = nextRow();
        offsets[row + 1] = at + length;
        return at;
    }

    private void grow(int at, int length) {
        if (length > MOST_BYTES - at) {
            throw new IllegalArgumentException(
                    "the values of one vector of " + type() + " have more than " + MOST_BYTES + " bytes");
        }
        data = Arrays.copyOf(data, Math.max(at + length, (int) Math.min(MOST_BYTES, at * 2L)));
    }

    /** The bytes of all values, one after another; another array after the next append. */
    public byte[] data() {
        return data;
    }

    @Override
    public long bytes() {
        return offsets[size()] + (long) size() * Integer.BYTES;
    }

    @Override
    ColumnVector vector(boolean[] mask) {
        return new BytesVector(type(), data, offsets, mask, size());
    }

    @Override
    void ensure(int capacity) {
        offsets = Arrays.copyOf(offsets, capacity + 1);
    }

    @Override
    void putNull(int row) {
        offsets[row + 1] = offsets[row];
    }
}
