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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.EntryMemo;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.ValueSet;
import java.util.Arrays;

/**
 * The values that contain some bytes; or all others. MinMax says nothing about them.
 *
 * <p>The search takes all values without a dictionary at once, from one end of their array to the other. It moves a window of the
 * length of the part. The last byte of the window tells how far the window can move on.
 */
final class ContainedBytes implements ValueSet {
    private static final int BYTE_VALUES = 256;

    private final byte[] part;
    private final boolean wanted;
    /** How far a window moves, by its last byte. */
    private final int[] steps = new int[BYTE_VALUES];

    private final EntryMemo memo = new EntryMemo();

    /** Values that contain {@code part}; with {@code wanted} false, all others. */
    ContainedBytes(byte[] part, boolean wanted) {
        this.part = part;
        this.wanted = wanted;
        Arrays.fill(steps, part.length);
        for (int i = 0; i < part.length - 1; i++) {
            steps[part[i] & 0xFF] = part.length - 1 - i;
        }
    }

    @Override
    public void test(ColumnVector vector, int rows, boolean[] out) {
        BytesVector values = (BytesVector) vector;
        if (part.length == 0) {
            Arrays.fill(out, 0, rows, wanted);
        } else if (values.dictionary().isPresent()) {
            memo.test(values, rows, out, (data, from, length) -> (find(data, from, from + length) >= 0) == wanted);
        } else {
            Arrays.fill(out, 0, rows, !wanted);
            search(values.data(), values.offsets(), rows, out);
        }
    }

    private void search(byte[] data, int[] offsets, int rows, boolean[] out) {
        int row = 0;
        int at = find(data, offsets[0], offsets[rows]);
        while (at >= 0) {
            while (offsets[row + 1] <= at) {
                row++;
            }
            int next = at + 1;
            if (at + part.length <= offsets[row + 1]) {
                out[row] = wanted;
                next = offsets[row + 1];
            }
            at = find(data, next, offsets[rows]);
        }
    }

    /** Returns where the bytes are first found; -1 if they are not there. */
    private int find(byte[] data, int from, int to) {
        int last = part.length - 1;
        byte end = part[last];
        for (int at = from; at + last < to; at += steps[data[at + last] & 0xFF]) {
            if (data[at + last] == end && Arrays.equals(data, at, at + last, part, 0, last)) {
                return at;
            }
        }
        return -1;
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        return Match.SOME;
    }

    @Override
    public ValueSet copy() {
        return new ContainedBytes(part, wanted);
    }

    @Override
    public ValueSet complement() {
        return new ContainedBytes(part, !wanted);
    }
}
