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

import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.reader.Verifier;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Reads all entries of a log and goes on where something is wrong. */
final class EntryAudit {
    private final Log log;
    private final LogFaults faults;
    private final NavigableMap<Long, LogContents> entries = new TreeMap<>();
    private final NavigableSet<Long> withoutBounds = new TreeSet<>();
    private final NavigableSet<Long> others = new TreeSet<>();
    private Optional<UUID> table = Optional.empty();

    private EntryAudit(Log log, LogFaults faults) {
        this.log = log;
        this.faults = faults;
    }

    /**
     * Reads the entries.
     *
     * @param listed their versions; one that was removed meanwhile is removed here, too
     * @throws UnsupportedFileException if a newer release wrote one
     * @throws IOException if the store fails
     */
    static EntryAudit read(Log log, NavigableSet<Long> listed, LogFaults faults) throws IOException {
        EntryAudit audit = new EntryAudit(log, faults);
        audit.readAll(listed);
        return audit;
    }

    private void readAll(NavigableSet<Long> listed) throws IOException {
        Map<UUID, Integer> tables = new LinkedHashMap<>();
        List<Long> versions = List.copyOf(listed);
        try (WholeEntries files = new WholeEntries(log, versions.iterator())) {
            for (long version : versions) {
                try {
                    Optional<UUID> of = read(files.next(version));
                    if (of.isPresent()) {
                        tables.merge(of.get(), 1, Integer::sum);
                    } else {
                        listed.remove(version); // it was removed since it was listed
                    }
                } catch (UnsupportedFileException e) {
                    throw e;
                } catch (StoaException e) {
                    faults.add(TableFault.Kind.DAMAGED_ENTRY, Log.entryName(version), e);
                    if (isSoundButForBounds(version)) {
                        withoutBounds.add(version);
                    }
                }
            }
        }
        // a file of another table may stand anywhere: the table is that of most, or else that of the first
        table = tables.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        for (long version : List.copyOf(entries.keySet())) {
            UUID of = entries.get(version).table();
            if (!table.equals(Optional.of(of))) {
                faults.add(
                        TableFault.Kind.DAMAGED_ENTRY,
                        Log.entryName(version),
                        "it belongs to the table " + of + ", this one is " + table.orElseThrow());
                entries.remove(version);
                others.add(version);
            }
        }
    }

    /** Reads an entry. Returns its table; absent if the entry does not exist. */
    private Optional<UUID> read(WholeEntries.Entry file) throws IOException {
        Optional<LogContents> entry = file.contents();
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        LogContents all = entry.get();
        List<Verifier.Problem> problems = file.problems();
        if (problems.isEmpty()) {
            entries.put(
                    file.version(),
                    new LogContents(
                            all.link(),
                            all.info(),
                            all.schema(),
                            all.properties(),
                            all.features(),
                            all.actions(),
                            new long[0]));
        } else {
            withoutBounds.add(file.version());
            faults.add(
                    TableFault.Kind.DAMAGED_ENTRY,
                    Log.entryName(file.version()),
                    problems.get(0).toString());
        }
        return Optional.of(all.table());
    }

    private boolean isSoundButForBounds(long version) throws IOException {
        try {
            return log.entryWithoutBounds(Log.entryName(version), version).isPresent();
        } catch (StoaException e) {
            return false; // more than its bounds is damaged
        }
    }

    /** The readable entries, without their keys. */
    NavigableMap<Long, LogContents> entries() {
        return entries;
    }

    /** The damaged entries whose other parts are readable: only the bounds of values are not. */
    NavigableSet<Long> withoutBounds() {
        return withoutBounds;
    }

    /** The readable entries of other tables. */
    NavigableSet<Long> others() {
        return others;
    }

    /** The table of most entries; absent if none is readable. */
    Optional<UUID> table() {
        return table;
    }
}
