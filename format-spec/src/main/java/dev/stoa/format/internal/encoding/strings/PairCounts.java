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
package dev.stoa.format.internal.encoding.strings;

import java.util.Arrays;

/** How often two codes follow each other. */
final class PairCounts {
    /** The memory held, in bytes. */
    static final int MEMORY = 3 * Integer.BYTES << 15;

    private static final int SLOTS = 1 << 15;
    private static final int MOST_PAIRS = SLOTS / 4 * 3;

    private int[] pairs = new int[0];
    private int[] counts = new int[0];

    /** The used slots. A short text uses few of them, and checking all slots took most of its training. */
    private int[] used = new int[256];

    private int size;

    /** Forgets all pairs; to be called first. */
    void clear() {
        if (counts.length == 0) {
            pairs = new int[SLOTS];
            counts = new int[SLOTS];
        }
        for (int i = 0; i < size; i++) {
            counts[used[i]] = 0;
        }
        size = 0;
    }

    /** Halves all counts and so forgets the pairs that were counted once; all of them if that makes too little room. */
    void age() {
        int[] oldPairs = pairs;
        int[] oldCounts = counts;
        pairs = new int[SLOTS];
        counts = new int[SLOTS];
        size = 0;
        for (int i = 0; i < SLOTS && size < SLOTS / 2; i++) {
            if (oldCounts[i] > 1) {
                int slot = slot(oldPairs[i]);
                while (counts[slot] != 0) {
                    slot = (slot + 1) & (SLOTS - 1);
                }
                counts[slot] = oldCounts[i] / 2;
                put(slot, oldPairs[i]);
            }
        }
        if (size == SLOTS / 2) {
            clear();
        }
    }

    /** Whether no room is left for other pairs. */
    boolean isFull() {
        return size == MOST_PAIRS;
    }

    /** Counts a pair of codes below 2^16; returns its count, or 0 if it is new and no room is left. */
    int add(int first, int second) {
        int pair = first << 16 | second;
        int slot = slot(pair);
        while (counts[slot] != 0 && pairs[slot] != pair) {
            slot = (slot + 1) & (SLOTS - 1);
        }
        if (counts[slot] == 0) {
            if (isFull()) {
                return 0;
            }
            put(slot, pair);
        }
        return ++counts[slot];
    }

    private void put(int slot, int pair) {
        pairs[slot] = pair;
        if (size == used.length) {
            used = Arrays.copyOf(used, 2 * size);
        }
        used[size++] = slot;
    }

    private static int slot(int pair) {
        return (int) (pair * 0x9E37_79B9_7F4A_7C15L >>> 40) & (SLOTS - 1);
    }

    /** The number of slots. */
    int slots() {
        return SLOTS;
    }

    /** The number of pairs. */
    int size() {
        return size;
    }

    /** The slot of a pair. */
    int slotOf(int which) {
        return used[which];
    }

    /** How often the pair in a slot was counted; 0 if none exists. */
    int count(int slot) {
        return counts[slot];
    }

    /** The first code of the pair in a slot. */
    int first(int slot) {
        return pairs[slot] >>> 16;
    }

    /** The second code of the pair in a slot. */
    int second(int slot) {
        return pairs[slot] & 0xFFFF;
    }
}
