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
package dev.stoa.spark.internal.write;

import dev.stoa.reader.Filter;
import dev.stoa.spark.ConcurrentChangeException;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The fragments that have changed between the version that a query reads and the one whose rows it replaces. A write of rows
 * from the older version would undo these changes, or have rows twice.
 */
final class ChangedSince {
    private final Snapshot read;
    private final Snapshot now;
    private final List<Fragment> before = new ArrayList<>();
    private final List<Fragment> after = new ArrayList<>();

    ChangedSince(Snapshot read, Snapshot now) throws IOException {
        this.read = read;
        this.now = now;
        Map<UUID, Fragment> known = new HashMap<>();
        read.fragments().forEach(fragment -> known.put(fragment.id(), fragment));
        for (Fragment fragment : now.fragments()) {
            Fragment old = known.remove(fragment.id());
            if (old == null) {
                after.add(fragment);
            } else if (!files(old).equals(files(fragment))) {
                before.add(old);
                after.add(fragment);
            }
        }
        before.addAll(known.values());
    }

    private static List<UUID> files(Fragment fragment) {
        List<UUID> files = new ArrayList<>();
        for (DataFile file : fragment.files()) {
            files.add(file.identity().uuid());
        }
        for (SidecarFile file : fragment.sidecars()) {
            files.add(file.identity().uuid());
        }
        return files;
    }

    /**
     * Refuses changes in some partitions.
     *
     * @throws ConcurrentChangeException if one exists
     */
    void refusePartitions(Set<String> partitions) {
        for (List<Fragment> side : List.of(before, after)) {
            for (Fragment fragment : side) {
                if (fragment.partition().map(partitions::contains).orElse(true)) {
                    throw conflict();
                }
            }
        }
    }

    /**
     * Refuses changes of fragments with some rows.
     *
     * @param which selects the rows
     * @throws ConcurrentChangeException if one exists
     */
    void refuseRows(Filter which) throws IOException {
        refuseRows(read, before, which);
        refuseRows(now, after, which);
    }

    private void refuseRows(Snapshot side, List<Fragment> fragments, Filter which) throws IOException {
        if (fragments.isEmpty()) {
            return;
        }
        List<UUID> ids = fragments.stream().map(Fragment::id).toList();
        try (TableScan scan = side.scan().select().filter(which).fragments(ids).build()) {
            while (scan.next()) {
                if (scan.batch().selectedCount() > 0) {
                    throw conflict();
                }
            }
        }
    }

    private ConcurrentChangeException conflict() {
        return new ConcurrentChangeException(
                now + ": the query reads version " + read.version()
                        + ", and rows that it replaces have changed since: query the table anew",
                null);
    }
}
