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
package dev.stoa.format.internal.encoding.integers;

import dev.stoa.format.internal.encoding.wire.Scratch;
import java.util.Arrays;

/** Finds copies of earlier integers (REPEAT), from left to right. Each copy is of the last place that begins with the same values. */
final class IntRepeats {
    /** The number of equal values that find a copy. The shortest copy is longer. */
    private static final int KEY = 4;

    private static final int SHORTEST = 8;

    private static final int TABLE_BITS = 12;

    private final int[] table = new int[1 << TABLE_BITS];
    private int[] counts = new int[0];
    private int[] lengths = new int[0];
    private int[] distances = new int[0];
    private int[] literals = new int[0];
    private int copies;
    private int literalCount;

    /** Finds copies among {@code values[0..n)}; false if they make up less than half of them. */
    boolean find(int[] values, int n) {
        int most = n / SHORTEST + 1;
        counts = Scratch.grow(counts, most);
        lengths = Scratch.grow(lengths, most);
        distances = Scratch.grow(distances, most);
        literals = Scratch.grow(literals, n);
        Arrays.fill(table, 0);
        copies = 0;
        literalCount = 0;
        int before = 0;
        int at = 0;
        while (at + SHORTEST <= n) {
            int slot = slot(values, at);
            int from = table[slot] - 1;
            table[slot] = at + 1;
            int length = from < 0 ? 0 : same(values, from, at, n);
            if (length < SHORTEST) {
                literals[literalCount++] = values[at++];
                continue;
            }
            counts[copies] = literalCount - before;
            lengths[copies] = length;
            distances[copies++] = at - from;
            before = literalCount;
            int end = at + length;
            for (at++; at < end; at++) {
                if (at + KEY <= n) {
                    table[slot(values, at)] = at + 1;
                }
            }
        }
        System.arraycopy(values, at, literals, literalCount, n - at);
        literalCount += n - at;
        return literalCount <= n / 2;
    }

    private static int same(int[] values, int from, int at, int n) {
        int length = 0;
        while (at + length < n && values[from + length] == values[at + length]) {
            length++;
        }
        return length;
    }

    private static int slot(int[] values, int at) {
        long key = values[at] * 0x9E37_79B9_7F4A_7C15L;
        key = (key ^ key >>> 29 ^ values[at + 1]) * 0xD6E8_FEB8_6659_FD93L;
        key = (key ^ key >>> 31 ^ values[at + 2]) * 0x9E37_79B9_7F4A_7C15L;
        key = (key ^ key >>> 29 ^ values[at + 3]) * 0xD6E8_FEB8_6659_FD93L;
        return (int) (key >>> Long.SIZE - TABLE_BITS);
    }

    /** The number of copies. */
    int copies() {
        return copies;
    }

    /** The number of literals between each copy and the one before it. */
    int[] counts() {
        return counts;
    }

    /** How many values each copy has. */
    int[] lengths() {
        return lengths;
    }

    /** How far before itself each copy finds its values. */
    int[] distances() {
        return distances;
    }

    /** The values that are not copied. */
    int[] literals() {
        return literals;
    }

    /** The number of values that are not copied. */
    int literalCount() {
        return literalCount;
    }
}
