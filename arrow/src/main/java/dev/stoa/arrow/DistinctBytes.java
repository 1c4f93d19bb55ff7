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
import java.util.concurrent.ThreadLocalRandom;

/** Distinct texts or bytes, numbered from 0 on as they come. */
final class DistinctBytes {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LONGEST = Integer.MAX_VALUE - 16;

    /** A file may come from a stranger, who could choose values of one hash if this were known. */
    private static final long SECRET = ThreadLocalRandom.current().nextLong() | 1;

    private byte[] data = new byte[1024];
    private int[] offsets = new int[65];
    private int[] hashes = new int[64];
    private int size;
    /** A hash table of the numbers, plus 1: 0 is a free place. At least half of it is free. */
    private int[] table = new int[128];

    int size() {
        return size;
    }

    /** How many bytes all values have. */
    int bytes() {
        return offsets[size];
    }

    /** The values, one after another; {@link #bytes()} bytes count. */
    byte[] data() {
        return data;
    }

    /** Where each value begins; {@link #size()} + 1 offsets count. */
    int[] offsets() {
        return offsets;
    }

    /** The number of a value, a new one if it has none yet. */
    int number(byte[] from, int start, int length) {
        int hash = hash(from, start, length);
        int mask = table.length - 1;
        int place = hash & mask;
        while (table[place] != 0) {
            int number = table[place] - 1;
            if (hashes[number] == hash
                    && Arrays.equals(data, offsets[number], offsets[number + 1], from, start, start + length)) {
                return number;
            }
            place = (place + 1) & mask;
        }
        add(from, start, length, hash);
        table[place] = size;
        if (2 * size > table.length) {
            growTable();
        }
        return size - 1;
    }

    private void add(byte[] from, int start, int length, int hash) {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
            offsets = Arrays.copyOf(offsets, 2 * size + 1);
        }
        int end = Math.addExact(offsets[size], length);
        if (end > data.length) {
            data = Arrays.copyOf(data, (int) Math.max(end, Math.min(LONGEST, 2L * data.length)));
        }
        System.arraycopy(from, start, data, offsets[size], length);
        hashes[size] = hash;
        offsets[++size] = end;
    }

    private void growTable() {
        table = new int[2 * table.length];
        int mask = table.length - 1;
        for (int number = 0; number < size; number++) {
            int place = hashes[number] & mask;
            while (table[place] != 0) {
                place = (place + 1) & mask;
            }
            table[place] = number + 1;
        }
    }

    private static int hash(byte[] from, int start, int length) {
        long hash = length;
        int at = start;
        for (int end = start + length - 7; at < end; at += 8) {
            hash = mixed(hash ^ (long) WORD.get(from, at));
        }
        long rest = 0;
        for (int end = start + length; at < end; at++) {
            rest = (rest << 8) | (from[at] & 0xFF);
        }
        hash = mixed(mixed(hash ^ rest));
        return (int) (hash ^ (hash >>> 32));
    }

    /** Both halves of the product with the secret, which depend on all bits of both. */
    private static long mixed(long value) {
        long other = value ^ SECRET;
        return Math.multiplyHigh(other, SECRET) ^ (other * SECRET);
    }
}
