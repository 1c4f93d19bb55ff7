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

import dev.stoa.format.internal.encoding.wire.Encoding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A dictionary of byte strings. It compares their first and last eight bytes before the others. It has none of more than
 * {@link Encoding#MAX_REPEATED_BYTES} bytes.
 */
public final class BytesDictionary extends GrowingDictionary {
    private static final int WORD = Long.BYTES;

    /** Three words have all bytes of a value that is not longer. */
    private static final int SHORT = 3 * WORD;

    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] data = new byte[0];
    private int[] offsets = new int[1];
    private long[] heads = new long[0];

    public BytesDictionary(DictionaryBudget budget) {
        super(budget);
    }

    /** The bytes of all entries. */
    public byte[] data() {
        return data;
    }

    /** Entry i is {@code data()[offsets()[i]..offsets()[i+1])}. */
    public int[] offsets() {
        return offsets;
    }

    @Override
    int hash(int code) {
        int length = offsets[code + 1] - offsets[code];
        return length <= WORD ? mix(heads[code] + length) : hash(heads[code], data, offsets[code], length);
    }

    @Override
    public long bytes() {
        return offsets[size()];
    }

    /**
     * Sets the codes of n values, and adds the new ones. Returns false if it reaches a limit, or if hardly any of the first
     * values occurs twice. Then the caller undoes the additions with truncate.
     *
     * @param absent the missing values, which get the code before them; length 0 for none
     * @param trial the number of first values; more than n for no such trial
     */
    public boolean encode(byte[] source, int[] starts, int[] lengths, boolean[] absent, int n, int trial, int[] codes) {
        int before = size();
        int last = 0;
        for (int i = 0; i < n; i++) {
            if (i == trial && size() - before >= trial - 1) {
                return false;
            }
            if (absent.length == 0 || !absent[i]) {
                int length = lengths[i];
                long head = head(source, starts[i], length);
                last = length <= SHORT ? shortCode(head, source, starts[i], length) : -1;
                if (last < 0) {
                    last = code(head, source, starts[i], length);
                    if (last < 0) {
                        return false;
                    }
                }
            }
            codes[i] = last;
        }
        return true;
    }

    /**
     * The code of a short value if it is the first that its hash finds, else -1. Nothing here is compared with the value
     * before: of values in no order a CPU guesses that wrong, which takes longer than to look each of them up.
     */
    private int shortCode(long head, byte[] source, int from, int length) {
        int[] table = table();
        if (table.length == 0) {
            return -1;
        }
        int hash = length <= WORD ? mix(head + length) : shortHash(head, source, from, length);
        int code = table[hash & (table.length - 1)] - 1;
        return code >= 0 && heads[code] == head && equal(code, source, from, length) ? code : -1;
    }

    /** The code of a value, which is added if it is new; -1 if a limit is reached. */
    public int code(byte[] source, int from, int length) {
        return code(head(source, from, length), source, from, length);
    }

    private int code(long head, byte[] source, int from, int length) {
        int hash = length <= WORD ? mix(head + length) : hash(head, source, from, length);
        int[] table = table();
        int mask = table.length - 1;
        int slot = 0;
        if (mask >= 0) {
            slot = hash & mask;
            while (table[slot] != 0) {
                int code = table[slot] - 1;
                if (heads[code] == head && equal(code, source, from, length)) {
                    return code;
                }
                slot = (slot + 1) & mask;
            }
        }
        if (length > Math.min(Encoding.MAX_REPEATED_BYTES, MAX_BYTES - bytes()) || !ensureRoom()) {
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
        return append(head, source, from, length) ? added(slot) : -1;
    }

    private boolean append(long head, byte[] source, int from, int length) {
        int size = size();
        int end = offsets[size] + length;
        if (end > data.length) {
            int room = grown(data.length, end);
            if (!grant(room - data.length)) {
                return false;
            }
            data = Arrays.copyOf(data, room);
        }
        if (size == heads.length) {
            int room = grown(size, size + 1);
            if (!grant(12L * (room - size))) {
                return false;
            }
            heads = Arrays.copyOf(heads, room);
            offsets = Arrays.copyOf(offsets, room + 1);
        }
        System.arraycopy(source, from, data, offsets[size], length);
        offsets[size + 1] = end;
        heads[size] = head;
        return true;
    }

    /** Whether an entry with the same head is this value. */
    private boolean equal(int code, byte[] source, int from, int length) {
        int start = offsets[code];
        if (offsets[code + 1] - start != length) {
            return false;
        }
        if (length <= WORD) {
            return true;
        }
        int last = length - WORD;
        if ((long) LONGS.get(data, start + last) != (long) LONGS.get(source, from + last)) {
            return false;
        }
        if (length <= SHORT) {
            int second = Math.min(WORD, last);
            return (long) LONGS.get(data, start + second) == (long) LONGS.get(source, from + second);
        }
        return Arrays.equals(data, start + WORD, start + last, source, from + WORD, from + last);
    }

    /** The first eight bytes of a value, with zeros after its end. */
    private static long head(byte[] source, int from, int length) {
        if (length >= WORD) {
            return (long) LONGS.get(source, from);
        }
        if (from + WORD <= source.length) {
            return (long) LONGS.get(source, from) & (1L << length * Byte.SIZE) - 1;
        }
        long head = 0;
        for (int i = length - 1; i >= 0; i--) {
            head = head << Byte.SIZE | source[from + i] & 0xFF;
        }
        return head;
    }

    /** The hash of a value of more than eight bytes. */
    private static int hash(long head, byte[] source, int from, int length) {
        if (length <= SHORT) {
            return shortHash(head, source, from, length);
        }
        long h = head + length;
        int last = length - WORD;
        for (int at = WORD; at < last; at += WORD) {
            h = mixed(h, (long) LONGS.get(source, from + at));
        }
        return mix(h * GOLDEN ^ (long) LONGS.get(source, from + last));
    }

    /** The hash of a value of nine bytes to three words, by the same steps for all of them. */
    private static int shortHash(long head, byte[] source, int from, int length) {
        int last = length - WORD;
        long h = mixed(head + length, (long) LONGS.get(source, from + Math.min(WORD, last)));
        return mix(h * GOLDEN ^ (long) LONGS.get(source, from + last));
    }

    private static long mixed(long hash, long word) {
        long h = (hash ^ word) * GOLDEN;
        return h ^ h >>> 29;
    }
}
