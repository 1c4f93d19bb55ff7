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
package dev.stoa.table.internal.schema;

import java.util.Arrays;

/** Keys as bytes, numbered from 0 on in the order of the calls. For one thread. */
public final class KeyMap {
    private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private int[] table = new int[1 << 10]; // 1 + number, 0 where there is none
    private long[] hashes = new long[512];
    private int[] ends = new int[512];
    private byte[] arena = new byte[1 << 14];
    private int size;

    /** The hashes of all keys. */
    public long[] hashes() {
        return Arrays.copyOf(hashes, size);
    }

    /** The number of a key, or -1 if it is not there. */
    public int find(RowKeys key) {
        return table[slot(key, key.hash())] - 1;
    }

    /**
     * Adds a key.
     *
     * @return whether it is new
     * @throws IllegalArgumentException if the keys are too many for memory
     */
    public boolean add(RowKeys key) {
        long hash = key.hash();
        int slot = slot(key, hash);
        if (table[slot] != 0) {
            return false;
        }
        int start = size == 0 ? 0 : ends[size - 1];
        if ((long) start + key.length() > MAX_BYTES) {
            throw new IllegalArgumentException("too many keys for one transaction: split the rows over several");
        }
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
        }
        int end = start + key.length();
        if (end > arena.length) {
            arena = Arrays.copyOf(arena, (int) Math.min(MAX_BYTES, Math.max(end, 2L * arena.length)));
        }
        System.arraycopy(key.bytes(), 0, arena, start, key.length());
        hashes[size] = hash;
        ends[size] = end;
        table[slot] = ++size;
        if (2L * size > table.length) {
            grow();
        }
        return true;
    }

    private int slot(RowKeys key, long hash) {
        int mask = table.length - 1;
        int slot = (int) hash & mask;
        while (table[slot] != 0 && !equals(table[slot] - 1, key, hash)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean equals(int number, RowKeys key, long hash) {
        int start = number == 0 ? 0 : ends[number - 1];
        return hashes[number] == hash && Arrays.equals(arena, start, ends[number], key.bytes(), 0, key.length());
    }

    private void grow() {
        int[] larger = new int[table.length * 2];
        int mask = larger.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = (int) hashes[number] & mask;
            while (larger[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            larger[slot] = number + 1;
        }
        table = larger;
    }
}
