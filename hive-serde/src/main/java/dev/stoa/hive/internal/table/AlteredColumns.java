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
package dev.stoa.hive.internal.table;

import dev.stoa.table.CommitConflictException;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.Upkeep;
import java.io.IOException;

/**
 * A change of a log's columns, for the case that the metastore does not take it.
 *
 * @param table as it was open for the change: it knows its log from one that took its place
 * @param version that the change made
 */
record AlteredColumns(Table table, long version) {
    private static final int ATTEMPTS = 10;

    /**
     * Takes the change back, and the upkeep after it.
     *
     * @throws IOException if another commit came after it, or another table is in its place by now
     */
    void undo() throws IOException {
        for (int attempt = 1; ; attempt++) {
            long newest = table.snapshot().version();
            boolean isLast = table.commits(Math.toIntExact(newest - version)).stream()
                    .allMatch(commit -> commit.operation().startsWith(Upkeep.OPERATION));
            if (!isLast) {
                throw new IOException(table + ": the log has the changed columns and the metastore has not, as version "
                        + newest + " was made meanwhile: make the table anew over its folder, as an external table");
            }
            try {
                TableOperations.of(table).rollback(version - 1, newest);
                return;
            } catch (CommitConflictException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
