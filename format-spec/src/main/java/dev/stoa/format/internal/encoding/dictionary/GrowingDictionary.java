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
package dev.stoa.format.internal.encoding.dictionary;

import java.util.Arrays;

/**
 * The growing dictionary of a column that is written: distinct entries with codes in the order of their first
 * occurrence, found by open addressing. Entries added last can be taken back.
 */
public abstract class GrowingDictionary {
    /** The most entries that a writer makes; readers allow more. */
    static final int MAX_ENTRIES = 65_536;

    /** The most bytes of entries that a writer makes; readers allow more. */
    static final int MAX_BYTES = 1 << 20;

    private static final int[] EMPTY = new int[0];
    private static final int FIRST_TABLE = 256;

    private final DictionaryMemory memory;
    private int[] table = EMPTY;
    private int size;

    GrowingDictionary(DictionaryBudget budget) {
        this.memory = new DictionaryMemory(budget);
    }

    /** The number of entries. */
    public final int size() {
        return size;
    }

    /** The memory held, in bytes. */
    public final long retainedBytes() {
        return memory.granted();
    }

    /** The hash of an entry. */
    abstract int hash(int code);

    /** The bytes of all entries as such. */
    public abstract long bytes();

    /** Takes back all entries but the first {@code newSize}. */
    public final void truncate(int newSize) {
        // the entries added last are at the ends of their chains, so removing them in this order breaks none
        for (int code = size - 1; code >= newSize; code--) {
            int slot = hash(code) & (table.length - 1);
            while (table[slot] != code + 1) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = 0;
        }
        size = Math.min(size, newSize);
    }

    /** Makes room in the table for one entry more; false if a limit is reached. */
    final boolean ensureRoom() {
        if (size >= MAX_ENTRIES || bytes() >= MAX_BYTES) {
            return false;
        }
        if (2 * (size + 1) > table.length) {
            int length = Math.max(FIRST_TABLE, 2 * table.length);
            if (!grant(4L * (length - table.length))) {
                return false;
            }
            table = new int[length];
            fill(table);
        }
        return true;
    }

    /** Fills a table with all entries. */
    final void fill(int[] slots) {
        Arrays.fill(slots, 0);
        for (int code = 0; code < size; code++) {
            int slot = hash(code) & (slots.length - 1);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = code + 1;
        }
    }

    /** The table: the code + 1 of the entry at a slot, or 0. */
    final int[] table() {
        return table;
    }

    /** Counts the entry that a subclass has just added at a free slot; returns its code. */
    final int added(int slot) {
        table[slot] = ++size;
        return size - 1;
    }

    /** Asks for memory before it is used; false if the budget does not allow it. */
    final boolean grant(long bytes) {
        return memory.grant(bytes);
    }

    /** Gives the budget back; the dictionary must not be used any more. */
    public final void free() {
        memory.free();
    }

    /** The new length of an array of entries that grows. */
    static int grown(int length, int wanted) {
        return Math.max(wanted, Math.max(FIRST_TABLE / 2, 2 * length));
    }

    /** Mixes 64 bits to a hash. */
    public static int mix(long key) {
        long h = key * 0x9E37_79B9_7F4A_7C15L;
        h ^= h >>> 32;
        h *= 0xD6E8_FEB8_6659_FD93L;
        return (int) (h >>> 32);
    }
}
