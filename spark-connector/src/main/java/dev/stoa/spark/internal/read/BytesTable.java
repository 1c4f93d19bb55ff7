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

import java.util.Arrays;

/** Numbers distinct byte strings in order of appearance, from 0 on. */
final class BytesTable {
    private static final int FEWEST_SLOTS = 64;
    private static final int FACTOR = 0x9e37_79b9;

    private byte[] data = new byte[FEWEST_SLOTS];
    /** Where the string of a number starts in {@link #data}, and where the next one will. */
    private int[] starts = new int[FEWEST_SLOTS / 2 + 1];

    private int[] hashes = new int[FEWEST_SLOTS / 2];
    /** The numbers plus 1 by hash; 0 where nothing is. At least half of them are free. */
    private int[] slots = new int[FEWEST_SLOTS];

    private int size;

    /** Returns the number of the bytes from {@code start} to {@code end}, a new one for a new string. */
    int number(byte[] from, int start, int end) {
        int hash = hash(from, start, end);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash && Arrays.equals(data, starts[number], starts[number + 1], from, start, end)) {
                return number;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = size + 1;
        hashes[size] = hash;
        append(from, start, end - start);
        if (size == hashes.length) {
            grow();
        }
        return size - 1;
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

    private static int hash(byte[] from, int start, int end) {
        int hash = 1;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + from[i];
        }
        hash *= FACTOR;
        return hash ^ (hash >>> 15);
    }

    private void grow() {
        hashes = Arrays.copyOf(hashes, 2 * hashes.length);
        starts = Arrays.copyOf(starts, hashes.length + 1);
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = hashes[number] & mask;
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
    }
}
