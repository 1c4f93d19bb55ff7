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

/** A dictionary of 64-bit keys: integers, or the raw bits of floating-point numbers. */
public final class LongDictionary extends GrowingDictionary {
    private final int entryBytes;
    private long[] keys = new long[0];

    /** An empty dictionary whose plain entries take {@code entryBytes} bytes each. */
    public LongDictionary(DictionaryBudget budget, int entryBytes) {
        super(budget);
        this.entryBytes = entryBytes;
    }

    /** The entries, from index 0. */
    public long[] keys() {
        return keys;
    }

    @Override
    int hash(int code) {
        return mix(keys[code]);
    }

    @Override
    public long bytes() {
        return (long) size() * entryBytes;
    }

    /** Sets the codes of {@code values[0..n)} and adds what is new; false if a limit is reached (then undo with truncate). */
    public boolean encode(long[] values, int n, int[] codes) {
        for (int i = 0; i < n; i++) {
            long key = values[i];
            if (i > 0 && key == values[i - 1]) {
                codes[i] = codes[i - 1];
                continue;
            }
            int code = code(key);
            if (code < 0) {
                return false;
            }
            codes[i] = code;
        }
        return true;
    }

    /** As for longs. */
    public boolean encode(int[] values, int n, int[] codes) {
        for (int i = 0; i < n; i++) {
            int key = values[i];
            if (i > 0 && key == values[i - 1]) {
                codes[i] = codes[i - 1];
                continue;
            }
            int code = code(key);
            if (code < 0) {
                return false;
            }
            codes[i] = code;
        }
        return true;
    }

    /** Gives each entry another code: entry i gets {@code newCodes[i]}. */
    public void reorder(int[] newCodes) {
        long[] ordered = new long[keys.length];
        for (int i = 0; i < size(); i++) {
            ordered[newCodes[i]] = keys[i];
        }
        keys = ordered;
        fill(table());
    }

    /** The code of a key, which is added if it is new; -1 if a limit is reached. */
    public int code(long key) {
        int[] table = table();
        int mask = table.length - 1;
        int slot = 0;
        if (mask >= 0) {
            slot = mix(key) & mask;
            while (table[slot] != 0) {
                if (keys[table[slot] - 1] == key) {
                    return table[slot] - 1;
                }
                slot = (slot + 1) & mask;
            }
        }
        if (!ensureRoom()) {
            return -1;
        }
        if (table.length != table().length) {
            table = table();
            mask = table.length - 1;
            slot = mix(key) & mask;
            while (table[slot] != 0) {
                slot = (slot + 1) & mask;
            }
        }
        if (size() == keys.length) {
            int length = grown(size(), size() + 1);
            if (!grant(8L * (length - size()))) {
                return -1;
            }
            keys = Arrays.copyOf(keys, length);
        }
        keys[size()] = key;
        return added(slot);
    }
}
