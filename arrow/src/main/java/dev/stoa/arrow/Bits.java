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

/** Bits that are gathered row by row and become an Arrow bitmap: validity, or booleans. */
final class Bits {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LAST_BITS = 0x0101010101010101L;
    /** Moves the last bit of byte i to bit 56 + i. */
    private static final long GATHER = 0x0102040810204080L;

    /** Rows that become bytes at once: few enough to stay in the first cache. */
    private static final int PIECE = 4096;

    /** Runs from this length on are worth a call of the runtime's copy. */
    private static final int LONG_RUN = 16;

    /** The next rows of {@link #putValid}, as nulls and as bits. Empty until a null is met. */
    private boolean[] nulls = new boolean[0];

    private byte[] valid = new byte[0];

    private long[] words = new long[64];
    private int size;

    int size() {
        return size;
    }

    int ones() {
        int ones = 0;
        for (int i = 0; i < (size + 63) / 64; i++) {
            ones += Long.bitCount(words[i]);
        }
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
    }

    /** Appends a one for each row that is not null. */
    void putValid(boolean[] from, Runs rows) {
        reserve(rows.rows());
        if (nulls.length == 0) {
            nulls = new boolean[PIECE];
            valid = new byte[PIECE];
        }
        int n = 0;
        for (int run = 0; run < rows.count(); run++) {
            int row = rows.from(run);
            while (row < rows.to(run)) {
                int count = Math.min(PIECE - n, rows.to(run) - row);
                gather(from, row, n, count);
                n += count;
                row += count;
                if (n == PIECE) {
                    putPiece(n);
                    n = 0;
                }
            }
        }
        putPiece(n);
    }

    private void gather(boolean[] from, int row, int at, int count) {
        if (count >= LONG_RUN) {
            System.arraycopy(from, row, nulls, at, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            nulls[at + i] = from[row + i];
        }
    }

    private void putPiece(int count) {
        negate(nulls, valid, count);
        put(valid, 0, count);
    }

    /** Both arrays begin with index 0: C2 vectorises no such loop that adds an offset, which takes 13 times as long. */
    private static void negate(boolean[] nulls, byte[] valid, int count) {
        for (int i = 0; i < count; i++) {
            valid[i] = (byte) (nulls[i] ? 0 : 1);
        }
    }

    /** Appends bytes that are 0 or 1. */
    void putBooleans(byte[] values, Runs rows) {
        reserve(rows.rows());
        for (int run = 0; run < rows.count(); run++) {
            put(values, rows.from(run), rows.to(run));
        }
    }

    private void put(byte[] values, int from, int to) {
        int row = from;
        if ((size & 63) == 0) {
            for (int word = size >>> 6; row + 64 <= to; row += 64) {
                words[word++] = word(values, row);
            }
            size += row - from;
        }
        while (row < to) {
            int count = Math.min(64 - (size & 63), to - row);
            append(count == 64 ? word(values, row) : word(values, row, count), count);
            row += count;
        }
    }

    /**
     * The last bits of 64 bytes. Of eight words, shifted by 0 to 7, byte j gets the bits of the rows j, j + 8 and so on. Three swaps
     * transpose these 8 by 8 bits.
     */
    private static long word(byte[] values, int from) {
        long bits = eight(values, from)
                | eight(values, from + 8) << 1
                | eight(values, from + 16) << 2
                | eight(values, from + 24) << 3
                | eight(values, from + 32) << 4
                | eight(values, from + 40) << 5
                | eight(values, from + 48) << 6
                | eight(values, from + 56) << 7;
        long swapped = (bits ^ bits >>> 7) & 0x00AA00AA00AA00AAL;
        bits ^= swapped ^ swapped << 7;
        swapped = (bits ^ bits >>> 14) & 0x0000CCCC0000CCCCL;
        bits ^= swapped ^ swapped << 14;
        swapped = (bits ^ bits >>> 28) & 0x00000000F0F0F0F0L;
        return bits ^ swapped ^ swapped << 28;
    }

    private static long eight(byte[] values, int from) {
        return (long) EIGHT.get(values, from) & LAST_BITS;
    }

    /** The last bits of up to 64 bytes. A product gathers those of eight bytes in its highest byte. */
    private static long word(byte[] values, int from, int count) {
        long word = 0;
        int i = 0;
        for (; i + 8 <= count; i += 8) {
            word |= (eight(values, from + i) * GATHER >>> 56) << i;
        }
        for (; i < count; i++) {
            word |= (values[from + i] & 1L) << i;
        }
        return word;
    }

    /** Appends some bits, as many as the last word has room for. */
    private void append(long bits, int count) {
        words[size >>> 6] |= bits << size;
        size += count;
    }

    private void reserve(int more) {
        int needed = (size + more + 63) / 64;
        if (needed > words.length) {
            words = Arrays.copyOf(words, Math.max(needed, 2 * words.length));
        }
    }

    /** A new buffer of ones; the caller releases it. */
    static ArrowBuf ones(BatchMemory memory, int count) {
        if (count == 0) {
            return memory.empty();
        }
        int words = (count + 63) / 64;
        ArrowBuf buffer = memory.buffer(8L * words).arrow();
        buffer.setOne(0, 8L * words);
        buffer.setLong(8L * (words - 1), -1L >>> -count);
        buffer.writerIndex(8L * words);
        return buffer;
    }

    /** A new buffer of the bits, which start again; the caller releases it. */
    ArrowBuf take(BatchMemory memory) {
        int count = (size + 63) / 64;
        if (count == 0) {
            return memory.empty();
        }
        BatchMemory.Buffer bits = memory.buffer(8L * count);
        bits.view().position(0).asLongBuffer().put(words, 0, count);
        ArrowBuf buffer = bits.arrow();
        buffer.writerIndex(8L * count);
        clear();
        return buffer;
    }

    void clear() {
        Arrays.fill(words, 0, (size + 63) / 64, 0);
        size = 0;
    }
}
