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
package dev.stoa.spark.internal.read;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Numbers distinct byte strings in order of appearance, from 0 on. */
final class BytesTable {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int FEWEST_SLOTS = 64;
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
    /** Marks the codes of strings that their codes do not tell apart. */
    private static final long LONGER = 1L << 63;

    private byte[] data = new byte[FEWEST_SLOTS];
    /** Where the string of a number starts in {@link #data}, and where the next one will. */
    private int[] starts = new int[FEWEST_SLOTS / 2 + 1];

    private long[] codes = new long[FEWEST_SLOTS / 2];
    /** The numbers plus 1 by code; 0 where nothing is. At least half of them are free. */
    private int[] slots = new int[FEWEST_SLOTS];

    private int size;
    /** The number that was given last: equal strings often follow each other. */
    private int last;

    /** Returns the number of the bytes from {@code start} to {@code end}, a new one for a new string. */
    int number(byte[] from, int start, int end) {
        long code = code(from, start, end);
        if (size > 0 && isEqual(last, code, from, start, end)) {
            return last;
        }
        int mask = slots.length - 1;
        int slot = slot(code, mask);
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (isEqual(number, code, from, start, end)) {
                last = number;
                return number;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = size + 1;
        codes[size] = code;
        last = size;
        append(from, start, end - start);
        if (size == codes.length) {
            grow();
        }
        return last;
    }

    private boolean isEqual(int number, long code, byte[] from, int start, int end) {
        return codes[number] == code
                && (code >= 0 || Arrays.equals(data, starts[number], starts[number + 1], from, start, end));
    }

    private static int slot(long code, int mask) {
        return (int) ((code * GOLDEN) >>> 32) & mask;
    }

    /** A string of fewer than eight bytes is its own code, with its length above it: a third of the time went into comparisons. */
    private static long code(byte[] from, int start, int end) {
        int length = end - start;
        if (length < Long.BYTES) {
            return word(from, start, length) | (long) length << 56;
        }
        long code = length;
        for (int i = start; i + Long.BYTES < end; i += Long.BYTES) {
            code = (code ^ (long) LONGS.get(from, i)) * GOLDEN;
            code ^= code >>> 32;
        }
        return (code ^ (long) LONGS.get(from, end - Long.BYTES)) * GOLDEN | LONGER;
    }

    /** Returns fewer than eight bytes. */
    private static long word(byte[] from, int start, int length) {
        if (start + Long.BYTES <= from.length) {
            return (long) LONGS.get(from, start) & ((1L << (8 * length)) - 1);
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (from[start + i] & 0xffL) << (8 * i);
        }
        return word;
    }

    private void append(byte[] from, int start, int length) {
        int at = starts[size];
        int needed = Math.addExact(at, length);
        if (needed > data.length) {
            data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, 2L * data.length)));
        }
        System.arraycopy(from, start, data, at, length);
        starts[++size] = needed;
    }

    private void grow() {
        codes = Arrays.copyOf(codes, 2 * codes.length);
        starts = Arrays.copyOf(starts, codes.length + 1);
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = slot(codes[number], mask);
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number + 1;
        }
    }

    /** The bytes of all strings, one after the other. */
    byte[] data() {
        return data;
    }

    /** Returns where the string of a number starts in {@link #data()}. */
    int start(int number) {
        return starts[number];
    }

    /** Returns the length of the string of a number, in bytes. */
    int length(int number) {
        return starts[number + 1] - starts[number];
    }

    /** Returns how many strings have a number. */
    int size() {
        return size;
    }

    /** Returns the bytes of all strings. */
    int bytes() {
        return starts[size];
    }

    /** Forgets all strings. */
    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
        last = 0;
    }
}
