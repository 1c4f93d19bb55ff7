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
package dev.stoa.table.internal.check;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.List;

/**
 * Looks for entries that are damaged or missing. Readers pass over them if a later checkpoint exists, so something must look for
 * them.
 */
public final class EntryFiles {
    private EntryFiles() {}

    /**
     * Reads the entries from the oldest version to the newest.
     *
     * @throws dev.stoa.format.UnsupportedFileException if a newer release wrote one
     * @throws IOException if the store fails
     */
    public static List<TableFault> faults(Log log, TableState newest) throws IOException {
        LogFaults faults = new LogFaults(log, List.of());
        long floor = newest.floor().version();
        for (long version = floor == 0 ? 0 : floor + 1; version <= newest.version(); version++) {
            String name = Log.entryName(version);
            try {
                if (log.entry(version).isEmpty()) {
                    faults.add(
                            TableFault.Kind.MISSING_ENTRY, name, "it is missing, though files of later versions exist");
                }
            } catch (CorruptFileException e) {
                faults.add(TableFault.Kind.DAMAGED_ENTRY, name, e);
            }
        }
        return faults.all();
    }
}
