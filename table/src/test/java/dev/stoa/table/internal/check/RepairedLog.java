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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.RepairOptions;
import dev.stoa.table.Rows;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A log to be damaged and repaired: what the repair does, and what it names as lost. */
class RepairedLog extends AuditedLog {
    static final String ASIDE = "_stoa/damaged-1";

    final List<String> losses = new ArrayList<>();

    List<String> repair(RepairOptions options) throws IOException {
        losses.clear();
        RepairSteps steps = new RepairSteps(folder());
        LogAudit planned = new LogRepair(steps, options, TableSettings.DEFAULT, losses).plan();
        steps.apply(ASIDE);
        LogAudit audit = audit();
        assertEquals(List.of(), audit.faults());
        assertEquals(audit.newest(), planned.newest());
        return steps.texts();
    }

    /** The keys of the rows of the newest version, each the version that inserted it. */
    Set<Long> keys() throws IOException {
        Set<Long> keys = new TreeSet<>();
        for (String row : Rows.read(open().snapshot())) {
            assertTrue(keys.add(Long.valueOf(row.substring(1, row.indexOf(',')))), row);
        }
        return keys;
    }

    static Set<Long> keys(long... expected) {
        Set<Long> keys = new TreeSet<>();
        for (long key : expected) {
            keys.add(key);
        }
        return keys;
    }

    static final Set<Long> ALL = keys(1, 2, 3, 4, 5, 6, 7, 8, 9);

    /** An entry of another history is in the place of version 7. Returns the log as it was. */
    MemoryFolder replaceEntry() throws IOException {
        MemoryFolder whole = folder().copy();
        for (long version = 7; version <= 9; version++) {
            delete(entry(version));
        }
        delete(checkpoint(8));
        delete(Log.HINT);
        insert(open(), 7);
        takeBack(whole, entry(8));
        takeBack(whole, entry(9));
        return whole;
    }

    /** Damages the bounds of values in an entry so that none can be read, and nothing else. */
    void spoilBounds(long version) throws IOException {
        spoil(version, true);
    }

    /** Damages something in an entry that no reader of the log needs. */
    void spoilUnread(long version) throws IOException {
        spoil(version, false);
    }

    private void spoil(long version, boolean isOfBounds) throws IOException {
        byte[] bytes = folder().bytes(entry(version));
        Log log = new Log(folder());
        for (int at = 16; at < bytes.length; at += 16) {
            byte[] bad = bytes.clone();
            bad[at] ^= 8;
            folder().put(entry(version), bad);
            LogFaults faults = new LogFaults(log, new ArrayList<>());
            TreeSet<Long> one = new TreeSet<>(Set.of(version));
            boolean isAlone = !EntryAudit.read(log, one, faults).withoutBounds().isEmpty();
            if (isAlone && isUnreadable(log, version) == isOfBounds) {
                return;
            }
        }
        throw new AssertionError("no byte is of bounds alone");
    }

    private static boolean isUnreadable(Log log, long version) throws IOException {
        try {
            log.entry(version);
            return false;
        } catch (CorruptFileException e) {
            return true;
        }
    }

    /** Damages bounds of the keys in a checkpoint so that they can't be read, and nothing else. */
    void spoilCheckpoint(long version) throws IOException {
        byte[] bytes = folder().bytes(checkpoint(version));
        Log log = new Log(folder());
        for (int at = 16; at < bytes.length; at += 16) {
            byte[] bad = bytes.clone();
            bad[at] ^= 8;
            folder().put(checkpoint(version), bad);
            try {
                TableState state = log.checkpoint(version).orElseThrow();
                Fragment fragment = state.fragments().values().iterator().next();
                if (hasNoBounds(fragment)) {
                    return;
                }
            } catch (CorruptFileException e) {
                // more than bounds is damaged
            }
        }
        throw new AssertionError("no byte is of bounds");
    }

    private static boolean hasNoBounds(Fragment fragment) throws IOException {
        try {
            FragmentBounds.ofRow(fragment.files().get(0).row(), 1, Rows.LONG);
            return false;
        } catch (CorruptFileException e) {
            return true;
        }
    }

    /** Rows and nulls that the log has of each fragment. */
    List<String> bounds() throws IOException {
        List<String> bounds = new ArrayList<>();
        Snapshot snapshot = open().snapshot();
        for (Fragment fragment : snapshot.fragments()) {
            for (int field = 1; field <= 3; field++) {
                ColumnBounds known = snapshot.bounds(fragment, field).orElseThrow();
                bounds.add(known.rows() + " " + known.nullCount() + " "
                        + Rows.value(known.min().orElseThrow(), 0));
            }
        }
        return bounds;
    }
}
