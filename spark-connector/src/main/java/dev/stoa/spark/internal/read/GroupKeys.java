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

import dev.stoa.format.Batch;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** Numbers the groups of rows that have the same values of some keys. */
final class GroupKeys {
    /** The most keys: each has {@link #BITS} of the 64 bits of a group. */
    static final int MOST_KEYS = 4;

    /** The most groups, and values of a key, before a batch is added: all tables fit the second cache of a core. */
    static final int MOST_GROUPS = 1 << 13;

    /** The most bytes of texts before a batch is added. */
    private static final int MOST_BYTES = 1 << 22;

    /** The bits of a number: each row of a batch may add a group. */
    private static final int BITS = 16;

    private static final int MASK = (1 << BITS) - 1;
    private static final int[] NO_GROUPS = new int[0];

    private final List<GroupKey> keys;
    private final LongTable combined = new LongTable();
    /** By the row of the batch. */
    private int[] groups = NO_GROUPS;

    private int[] numbers = NO_GROUPS;
    private long[] codes = new long[0];

    GroupKeys(List<GroupKey> keys) {
        this.keys = List.copyOf(keys);
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    /** Returns the groups of the selected rows of a batch, by row; empty without keys, when all rows are in group 0. */
    int[] of(Batch batch) {
        if (keys.isEmpty()) {
            return NO_GROUPS;
        }
        int rows = batch.rowCount();
        if (groups.length < rows) {
            groups = new int[rows];
            numbers = new int[rows];
            codes = new long[rows];
        }
        keys.get(0).number(batch, groups);
        if (keys.size() > 1) {
            combine(batch);
        }
        return groups;
    }

    private void combine(Batch batch) {
        int count = batch.selectedCount();
        boolean isAll = count == batch.rowCount();
        int[] selection = batch.selection();
        for (int i = 0; i < count; i++) {
            int row = isAll ? i : selection[i];
            codes[row] = groups[row];
        }
        for (int key = 1; key < keys.size(); key++) {
            keys.get(key).number(batch, numbers);
            int shift = key * BITS;
            for (int i = 0; i < count; i++) {
                int row = isAll ? i : selection[i];
                codes[row] |= (long) numbers[row] << shift;
            }
        }
        for (int i = 0; i < count; i++) {
            int row = isAll ? i : selection[i];
            groups[row] = combined.number(codes[row]);
        }
    }

    /** Returns a number that is greater than that of each group. */
    int count() {
        return keys.isEmpty() ? 1 : keys.size() == 1 ? keys.get(0).size() : combined.size();
    }

    /** Whether what is known should be passed on, and forgotten, before more comes. */
    boolean isFull() {
        return combined.size() > MOST_GROUPS
                || keys.stream().anyMatch(key -> key.size() > MOST_GROUPS || key.bytes() > MOST_BYTES);
    }

    /** Puts the keys of a group into the first columns. */
    void put(int group, WritableColumnVector[] to, int at) {
        long code = keys.size() == 1 ? group : combined.value(group);
        for (int key = 0; key < keys.size(); key++) {
            keys.get(key).put((int) (code >>> (key * BITS)) & MASK, to[key], at);
        }
    }

    /** Forgets all groups. */
    void clear() {
        keys.forEach(GroupKey::clear);
        combined.clear();
    }
}
