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
package dev.stoa.table.internal.log;

import dev.stoa.table.Rows;
import dev.stoa.table.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Inserts many fragments of one row. */
final class ManyFragments {
    /** Files of equal bytes follow this number of others, as it takes long to write a file. */
    private static final int DIFFERENT = 64;

    private ManyFragments() {}

    /**
     * Inserts fragments.
     *
     * @param row makes the row of a fragment
     */
    static void insert(Transaction insert, MemoryFolder folder, int count, IntFunction<Object[]> row)
            throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String path = insert.newDataFile();
            if (i < DIFFERENT) {
                Rows.write(folder, path, insert.snapshot().schema(), row.apply(i));
                files.add(folder.bytes(path));
            } else {
                folder.put(path, files.get(i % DIFFERENT));
            }
            insert.addFragment(path);
        }
    }
}
