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

/** Numbers distinct values in order of appearance, from 0 on. */
final class LongTable {
    private static final int FEWEST_SLOTS = 64;
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

    private long[] values = new long[FEWEST_SLOTS / 2];
    /** The numbers plus 1 by hash; 0 where nothing is. At least half of them are free. */
    private int[] slots = new int[FEWEST_SLOTS];

    private int size;
    /** The number that was given last: equal values often follow each other. */
    private int last;

    /** Returns the number of a value, a new one for a new value. */
    int number(long value) {
        if (size > 0 && values[last] == value) {
            return last;
        }
        int mask = slots.length - 1;
        int slot = slot(value, mask);
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (values[number] == value) {
                last = number;
                return number;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = size + 1;
        values[size] = value;
        last = size++;
        if (size == values.length) {
            grow();
        }
        return last;
    }

    private static int slot(long value, int mask) {
        return (int) ((value * GOLDEN) >>> 32) & mask;
    }

    private void grow() {
        values = Arrays.copyOf(values, 2 * values.length);
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = slot(values[number], mask);
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number + 1;
        }
    }

    /** Returns the value of a number. */
    long value(int number) {
        return values[number];
    }

    /** Returns how many values have a number. */
    int size() {
        return size;
    }

    /** Forgets all values. */
    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
        last = 0;
    }
}
