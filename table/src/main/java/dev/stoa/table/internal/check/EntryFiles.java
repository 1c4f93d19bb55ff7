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

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.Verifier;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.LostBounds;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Checks entries, with their bounds and the hash of the entry before. Readers pass over damaged ones if a later checkpoint exists,
 * and read no bounds that they don't need, so something must look for them. For one thread.
 */
public final class EntryFiles {
    private final Log log;
    private final LogFaults faults;
    private int count;

    public EntryFiles(Log log) {
        this.log = log;
        this.faults = new LogFaults(log, List.of());
    }

    /**
     * Checks the entries from the oldest version to that of a state. One request reads each entry of at most 4 MiB, and several
     * are read at once.
     *
     * @throws dev.stoa.format.UnsupportedFileException if a newer release wrote one
     * @throws IOException if the store fails
     */
    public void check(TableState newest) throws IOException {
        long floor = newest.floor().version();
        long first = floor == 0 ? 0 : floor + 1;
        try (WholeEntries entries = new WholeEntries(
                log, LongStream.rangeClosed(first, newest.version()).iterator())) {
            Optional<ContentHash> last = Optional.empty();
            for (long version = first; version <= newest.version(); version++) {
                last = check(entries.next(version), last, newest.schema());
                count++;
            }
        }
    }

    /**
     * Checks an entry.
     *
     * @param last the hash of the entry before it, if that is known
     * @return its own hash, if it can be read
     */
    private Optional<ContentHash> check(WholeEntries.Entry file, Optional<ContentHash> last, TableSchema schema)
            throws IOException {
        long version = file.version();
        String name = Log.entryName(version);
        try {
            Optional<LogContents> entry = sound(file);
            if (entry.isEmpty()) {
                faults.add(TableFault.Kind.MISSING_ENTRY, name, "it is missing, though files of later versions exist");
            } else if (last.isPresent() && !entry.get().follows(last.get())) {
                faults.add(
                        TableFault.Kind.DAMAGED_ENTRY,
                        name,
                        "it does not follow the entry of version " + (version - 1));
            }
            return entry.map(found -> found.link().hash());
        } catch (CorruptFileException e) {
            faults.add(
                    TableFault.Kind.DAMAGED_ENTRY,
                    name,
                    log.withoutPath(name, e),
                    LostBounds.ofEntry(log, version, schema));
            return Optional.empty();
        }
    }

    /** Reads a sound entry, if it exists. */
    private static Optional<LogContents> sound(WholeEntries.Entry file) throws IOException {
        Optional<LogContents> entry = file.contents();
        if (entry.isPresent()) {
            List<Verifier.Problem> problems = file.problems();
            if (!problems.isEmpty()) {
                throw new CorruptFileException(Log.entryName(file.version()) + ": " + problems.get(0));
            }
        }
        return entry;
    }

    /** The number of entries that were checked. */
    public int count() {
        return count;
    }

    /** The faults that were found, one of each entry. */
    public List<TableFault> faults() {
        return List.copyOf(faults.all());
    }
}
