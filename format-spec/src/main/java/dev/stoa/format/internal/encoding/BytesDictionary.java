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
package dev.stoa.format.internal.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A dictionary of byte strings. */
final class BytesDictionary extends GrowingDictionary {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] data = new byte[0];
    private int[] offsets = new int[1];
    private int[] hashes = new int[0];

    BytesDictionary(DictionaryBudget budget) {
        super(budget);
    }

    /** The bytes of all entries. */
    byte[] data() {
        return data;
    }

    /** Entry i is {@code data()[offsets()[i]..offsets()[i+1])}. */
    int[] offsets() {
        return offsets;
    }

    @Override
    int hash(int code) {
        return hashes[code];
    }

    @Override
    long bytes() {
        return offsets[size()];
    }

    /** The code of a value, which is added if it is new; -1 if a limit is reached. */
    int code(byte[] source, int from, int length) {
        int hash = hash(source, from, length);
        int[] table = table();
        int mask = table.length - 1;
        int slot = 0;
        if (mask >= 0) {
            slot = hash & mask;
            while (table[slot] != 0) {
                int code = table[slot] - 1;
                if (hashes[code] == hash && equal(code, source, from, length)) {
                    return code;
                }
                slot = (slot + 1) & mask;
            }
        }
        if (length > MAX_BYTES - bytes() || !ensureRoom()) {
            return -1;
        }
        if (table.length != table().length) {
            table = table();
            mask = table.length - 1;
            slot = hash & mask;
            while (table[slot] != 0) {
                slot = (slot + 1) & mask;
            }
        }
        return append(source, from, length, hash) ? added(slot) : -1;
    }

    private boolean append(byte[] source, int from, int length, int hash) {
        int size = size();
        int end = offsets[size] + length;
        if (end > data.length) {
            int room = grown(data.length, end);
            if (!grant(room - data.length)) {
                return false;
            }
            data = Arrays.copyOf(data, room);
        }
        if (size == hashes.length) {
            int room = grown(size, size + 1);
            if (!grant(8L * (room - size))) {
                return false;
            }
            hashes = Arrays.copyOf(hashes, room);
            offsets = Arrays.copyOf(offsets, room + 1);
        }
        System.arraycopy(source, from, data, offsets[size], length);
        offsets[size + 1] = end;
        hashes[size] = hash;
        return true;
    }

    private boolean equal(int code, byte[] source, int from, int length) {
        return Arrays.equals(data, offsets[code], offsets[code + 1], source, from, from + length);
    }

    private static int hash(byte[] source, int from, int length) {
        long h = length;
        int at = from;
        int left = length;
        for (; left >= 8; left -= 8, at += 8) {
            h = (h ^ (long) LONGS.get(source, at)) * 0x9E37_79B9_7F4A_7C15L;
            h ^= h >>> 29;
        }
        for (; left > 0; left--, at++) {
            h = (h ^ (source[at] & 0xFF)) * 0x100_0000_01B3L;
        }
        return mix(h);
    }
}
