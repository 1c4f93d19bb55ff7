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

/**
 * Symbols by their first bytes. A hash table finds the symbols that share a prefix. They are next to each other in memory, the
 * longest first, so that a short scan tries them all. The table has the up to 7 bytes of a symbol after its prefix
 * (little-endian), and their number plus one in the highest byte.
 */
final class SymbolBuckets {
    /** The most symbols of a prefix, so that no text makes matching slow. */
    private static final int MOST = 64;

    private static final int FIRST_SLOTS = 128;
    private static final int FIRST_CAPACITY = 4;

    /** Starts of buckets in {@link #pool}, or 0. */
    private int[] slots = new int[FIRST_SLOTS];

    /** Buckets: the prefix, the rests of its symbols, and zeros in the free room, at least one. */
    private long[] pool = new long[8 * FIRST_SLOTS];

    /** The codes of the rests in the pool; at the prefix: the capacity of the bucket. */
    private int[] codes = new int[pool.length];

    private int poolSize = 1;
    private int buckets;

    /** Forgets all symbols. */
    void clear() {
        Arrays.fill(slots, 0);
        poolSize = 1;
        buckets = 0;
    }

    /** About how many bytes of memory are held. */
    long memory() {
        return 4L * slots.length + 12L * pool.length;
    }

    private int slot(long prefix) {
        return (int) (prefix * 0x9E37_79B9_7F4A_7C15L >>> 40) & (slots.length - 1);
    }

    private int bucket(long prefix) {
        int slot = slot(prefix);
        while (slots[slot] != 0 && pool[slots[slot]] != prefix) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** How a symbol's bytes after the prefix are held. */
    static long rest(long bytes, int length) {
        return bytes & ((1L << 8 * length) - 1) | (long) (length + 1) << 56;
    }

    /** The code of a symbol, 0 if it is not there, or -1 if it is not and can't be added. */
    int find(long prefix, long rest) {
        int start = slots[bucket(prefix)];
        if (start == 0) {
            return 0;
        }
        int at = start + 1;
        for (; pool[at] != 0; at++) {
            if (pool[at] == rest) {
                return codes[at];
            }
        }
        return at - start > MOST ? -1 : 0;
    }

    /** Adds a symbol that is not there and can be added; {@code code} is not 0. */
    void add(long prefix, long rest, int code) {
        int slot = bucket(prefix);
        int start = slots[slot];
        if (start == 0) {
            start = allocate(FIRST_CAPACITY);
            pool[start] = prefix;
            slots[slot] = start;
            if (2 * ++buckets > slots.length) {
                growSlots();
            }
        }
        int capacity = codes[start];
        int end = start + 1;
        while (pool[end] != 0) {
            end++;
        }
        if (end - start == capacity) {
            int larger = allocate(2 * capacity);
            System.arraycopy(pool, start, pool, larger, capacity);
            System.arraycopy(codes, start + 1, codes, larger + 1, capacity - 1);
            slots[bucket(prefix)] = larger;
            end += larger - start;
            start = larger;
        }
        int at = end;
        while (at > start + 1 && pool[at - 1] >>> 56 < rest >>> 56) {
            pool[at] = pool[at - 1];
            codes[at] = codes[at - 1];
            at--;
        }
        pool[at] = rest;
        codes[at] = code;
    }

    private int allocate(int capacity) {
        int start = poolSize;
        poolSize += capacity + 1;
        if (poolSize > pool.length) {
            pool = Arrays.copyOf(pool, 2 * pool.length);
            codes = Arrays.copyOf(codes, pool.length);
        }
        Arrays.fill(pool, start, poolSize, 0);
        codes[start] = capacity;
        return start;
    }

    private void growSlots() {
        int[] old = slots;
        slots = new int[2 * old.length];
        for (int start : old) {
            if (start != 0) {
                int slot = slot(pool[start]);
                while (slots[slot] != 0) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                slots[slot] = start;
            }
        }
    }

    /**
     * The code of the longest symbol that matches the next bytes of a text, or 0.
     *
     * @param prefix the next bytes of the text, as many as prefixes have here
     * @param next the 7 or more bytes after them
     * @param left how many bytes after the prefix belong to the text; may exceed the bytes in {@code next}
     */
    int match(long prefix, long next, int left) {
        int slot = slot(prefix);
        while (slots[slot] != 0) {
            int at = slots[slot];
            if (pool[at] == prefix) {
                long rest;
                while ((rest = pool[++at]) != 0) {
                    int length = (int) (rest >>> 56) - 1;
                    if (((rest ^ next) & ((1L << 8 * length) - 1)) == 0 && length <= left) {
                        return codes[at];
                    }
                }
                return 0;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return 0;
    }
}
