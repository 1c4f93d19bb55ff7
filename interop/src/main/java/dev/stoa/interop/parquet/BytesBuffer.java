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
package dev.stoa.interop.parquet;

import dev.stoa.format.UnsupportedFileException;
import java.util.Arrays;

/** Byte strings one after the other, and their offsets; grows. */
final class BytesBuffer {
    private static final int MAX = Integer.MAX_VALUE - 64;

    private byte[] data = new byte[1024];
    private int[] offsets = new int[64];
    private int count;
    private int longest;

    byte[] data() {
        return data;
    }

    /** {@link #count} + 1 offsets into {@link #data}. */
    int[] offsets() {
        return offsets;
    }

    int count() {
        return count;
    }

    int size() {
        return offsets[count];
    }

    /** The length of the longest value that was ever added. */
    int longest() {
        return longest;
    }

    int length(int value) {
        return offsets[value + 1] - offsets[value];
    }

    void clear() {
        count = 0;
    }

    void add(byte[] source, int start, int length) throws UnsupportedFileException {
        int size = offsets[count];
        reserve(length);
        System.arraycopy(source, start, data, size, length);
        end(size + length);
    }

    /** Adds a value of the first {@code prefix} bytes of the value before it (or of {@code before}) and some more. */
    @SuppressWarnings("ReferenceEquality") // the very array, which reserve may replace
    void addAfterPrefix(byte[] before, int beforeStart, int prefix, byte[] source, int start, int length)
            throws UnsupportedFileException {
        int size = offsets[count];
        reserve((long) prefix + length);
        System.arraycopy(before, beforeStart, data, size, prefix);
        System.arraycopy(source, start, data, size + prefix, length);
        end(size + prefix + length);
    }

    /** Forgets the first values. */
    void dropFirst(int values) {
        int cut = offsets[values];
        System.arraycopy(data, cut, data, 0, offsets[count] - cut);
        count -= values;
        for (int i = 0; i <= count; i++) {
            offsets[i] = offsets[i + values] - cut;
        }
    }

    private void end(int size) {
        count++;
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, grown(offsets.length, count + 1L));
        }
        longest = Math.max(longest, size - offsets[count - 1]);
        offsets[count] = size;
    }

    private void reserve(long more) throws UnsupportedFileException {
        long needed = offsets[count] + more;
        if (needed > MAX) {
            throw new UnsupportedFileException("one row holds more than 2 GiB of bytes, which no batch can carry");
        }
        if (needed > data.length) {
            data = Arrays.copyOf(data, grown(data.length, needed));
        }
    }

    /** A new capacity for at least {@code needed} elements. */
    static int grown(int capacity, long needed) {
        return (int) Math.min(MAX, Math.max(needed, capacity + (long) (capacity >> 1) + 16));
    }
}
