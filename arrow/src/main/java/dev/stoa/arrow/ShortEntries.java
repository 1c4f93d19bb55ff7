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
package dev.stoa.arrow;

import dev.stoa.format.BytesVector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies short entries of a dictionary, one for each row. Each copy has the length of the longest entry, rounded up to words of
 * 8 bytes, and the next copy overwrites what is too much. So all rows run the same code, and no branch depends on a length.
 */
final class ShortEntries {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** The bytes of the longest entry that counts as short. */
    private static final int LONGEST = 32;

    /** The entries, each padded to {@link #stride} bytes. */
    private byte[] padded = new byte[0];

    private int[] sizes = new int[0];
    /** The id of an entry without bytes, after those of the dictionary. */
    private int empty;

    private int[] chosen = new int[0];
    private int stride;
    private byte[] copied = new byte[0];
    private int length;

    /** Whether the entries of a vector's dictionary are short, and fewer than the selected rows. If so, it prepares them. */
    boolean begin(BytesVector bytes, Runs selected) {
        BytesVector dictionary = bytes.dictionary().orElseThrow();
        int count = dictionary.size();
        if (count > selected.rows()) {
            return false;
        }
        int[] starts = dictionary.offsets();
        int longest = 0;
        for (int id = 0; id < count; id++) {
            longest = Math.max(longest, starts[id + 1] - starts[id]);
        }
        if (longest > LONGEST) {
            return false;
        }
        stride = Math.max(8, (longest + 7) & -8);
        empty = count;
        if (padded.length < (count + 1) * stride) {
            padded = new byte[(count + 1) * stride];
        }
        if (sizes.length <= count) {
            sizes = new int[count + 1];
        }
        sizes[empty] = 0;
        for (int id = 0; id < count; id++) {
            sizes[id] = starts[id + 1] - starts[id];
            System.arraycopy(dictionary.data(), starts[id], padded, id * stride, sizes[id]);
        }
        int room = selected.rows() * longest + stride;
        if (copied.length < room) {
            copied = new byte[room];
        }
        return true;
    }

    /**
     * Copies the entries of the selected rows, and sets the end of each from {@code ends[n]} on.
     *
     * @param base what to add to the ends
     * @return the index after the last end
     */
    int copy(BytesVector bytes, Runs selected, int base, int[] ends, int n) {
        boolean[] nulls = bytes.nulls();
        int next = n;
        length = 0;
        for (int run = 0; run < selected.count(); run++) {
            int from = selected.from(run);
            int to = selected.to(run);
            int[] ids = nulls.length == 0 ? bytes.ids() : withoutNulls(bytes.ids(), nulls, from, to);
            if (stride == 8) {
                copyWords(ids, from, to, base, ends, next);
            } else if (stride == 16) {
                copyPairs(ids, from, to, base, ends, next);
            } else {
                copyLong(ids, from, to, base, ends, next);
            }
            next += to - from;
        }
        return next;
    }

    private void copyWords(int[] ids, int from, int to, int base, int[] ends, int n) {
        byte[] source = padded;
        byte[] target = copied;
        int[] bySize = sizes;
        int at = length;
        for (int row = from, i = n; row < to; row++, i++) {
            int id = ids[row];
            WORD.set(target, at, (long) WORD.get(source, 8 * id));
            at += bySize[id];
            ends[i] = base + at;
        }
        length = at;
    }

    private void copyPairs(int[] ids, int from, int to, int base, int[] ends, int n) {
        byte[] source = padded;
        byte[] target = copied;
        int[] bySize = sizes;
        int at = length;
        for (int row = from, i = n; row < to; row++, i++) {
            int id = ids[row];
            WORD.set(target, at, (long) WORD.get(source, 16 * id));
            WORD.set(target, at + 8, (long) WORD.get(source, 16 * id + 8));
            at += bySize[id];
            ends[i] = base + at;
        }
        length = at;
    }

    private void copyLong(int[] ids, int from, int to, int base, int[] ends, int n) {
        byte[] source = padded;
        byte[] target = copied;
        int[] bySize = sizes;
        int width = stride;
        int at = length;
        for (int row = from, i = n; row < to; row++, i++) {
            int id = ids[row];
            for (int word = 0; word < width; word += 8) {
                WORD.set(target, at + word, (long) WORD.get(source, width * id + word));
            }
            at += bySize[id];
            ends[i] = base + at;
        }
        length = at;
    }

    /** The ids of rows, with that of {@link #empty} for nulls: a branch for each row would take longer than the copy. */
    private int[] withoutNulls(int[] ids, boolean[] nulls, int from, int to) {
        if (chosen.length < to) {
            chosen = new int[Math.max(to, ids.length)];
        }
        int[] found = chosen;
        int none = empty;
        for (int row = from; row < to; row++) {
            found[row] = nulls[row] ? none : ids[row];
        }
        return found;
    }

    /** The bytes of the rows that were copied last; {@link #length} of them count. */
    byte[] copied() {
        return copied;
    }

    int length() {
        return length;
    }
}
