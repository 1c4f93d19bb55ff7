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
package dev.stoa.reader.internal.decode;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import java.util.Arrays;

/** A dictionary of those entries of another that some rows use. */
public final class UsedEntries {
    private UsedEntries() {}

    /** The entries that are used; the ids of the rows become ids of these. */
    static BytesVector of(Type type, BytesVector entries, int[] ids, int rows) {
        int[] used = entries.size() == 0 ? new int[0] : Arrays.copyOf(ids, rows);
        Arrays.sort(used);
        int count = 0;
        for (int i = 0; i < used.length; i++) {
            if (i == 0 || used[i] != used[i - 1]) {
                used[count++] = used[i];
            }
        }
        int[] offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
            offsets[i + 1] = offsets[i] + entries.length(used[i]);
        }
        byte[] data = new byte[offsets[count]];
        for (int i = 0; i < count; i++) {
            System.arraycopy(entries.data(), entries.start(used[i]), data, offsets[i], entries.length(used[i]));
        }
        for (int i = 0; i < rows && count > 0; i++) {
            ids[i] = Arrays.binarySearch(used, 0, count, ids[i]);
        }
        return new BytesVector(type, data, offsets, ColumnVector.NO_NULLS, count);
    }
}
