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
package dev.stoa.arrow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Bits that are gathered row by row and become an Arrow bitmap: validity, or booleans. */
final class Bits {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LAST_BITS = 0x0101010101010101L;
    /** Moves the last bit of byte i to bit 56 + i. */
    private static final long GATHER = 0x0102040810204080L;

    private long[] words = new long[64];
    private int size;
    private int ones;

    int size() {
        return size;
    }

    int ones() {
        return ones;
    }

    /** Appends ones. */
    void fill(int count) {
        reserve(count);
        int end = size + count;
        while (size < end && (size & 63) != 0) {
            words[size >>> 6] |= 1L << size++;
        }
        Arrays.fill(words, size >>> 6, end >>> 6, -1L);
        size = Math.max(size, end & -64);
        while (size < end) {
            words[size >>> 6] |= 1L << size++;
        }
        ones += count;
    }

    /** Appends a one for each row that is not null. */
    void putValid(boolean[] nulls, Runs rows) {
        reserve(rows.rows());
        for (int run = 0; run < rows.count(); run++) {
            int row = rows.from(run);
            while (row < rows.to(run)) {
                int count = Math.min(64 - (size & 63), rows.to(run) - row);
                append(valid(nulls, row, count), count);
                row += count;
            }
        }
    }

    /** Appends bytes that are 0 or 1. */
    void putBooleans(byte[] values, Runs rows) {
        reserve(rows.rows());
        for (int run = 0; run < rows.count(); run++) {
            int row = rows.from(run);
            while (row < rows.to(run)) {
                int count = Math.min(64 - (size & 63), rows.to(run) - row);
                append(word(values, row, count), count);
                row += count;
            }
        }
    }

    private static long valid(boolean[] nulls, int from, int count) {
        long word = 0;
        for (int i = 0; i < count; i++) {
            int bit = nulls[from + i] ? 0 : 1; // of ints C2 makes no branch
            word |= (long) bit << i;
        }
        return word;
    }

    /** The last bits of up to 64 bytes. A product gathers those of eight bytes in its highest byte. */
    private static long word(byte[] values, int from, int count) {
        long word = 0;
        int i = 0;
        for (; i + 8 <= count; i += 8) {
            long eight = (long) EIGHT.get(values, from + i) & LAST_BITS;
            word |= (eight * GATHER >>> 56) << i;
        }
        for (; i < count; i++) {
            word |= (values[from + i] & 1L) << i;
        }
        return word;
    }

    /** Appends some bits, as many as the last word has room for. */
    private void append(long bits, int count) {
        words[size >>> 6] |= bits << size;
        ones += Long.bitCount(bits);
        size += count;
    }

    private void reserve(int more) {
        int needed = (size + more + 63) / 64;
        if (needed > words.length) {
            words = Arrays.copyOf(words, Math.max(needed, 2 * words.length));
        }
    }

    /** A new buffer of the bits, which start again; the caller releases it. */
    ArrowBuf take(BufferAllocator allocator) {
        int count = (size + 63) / 64;
        ArrowBuf buffer = allocator.buffer(8L * count);
        if (count > 0) {
            buffer.nioBuffer(0, 8 * count)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asLongBuffer()
                    .put(words, 0, count);
        }
        buffer.writerIndex(8L * count);
        clear();
        return buffer;
    }

    void clear() {
        Arrays.fill(words, 0, (size + 63) / 64, 0);
        size = 0;
        ones = 0;
    }
}
