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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Reads sorted tables in their order, for tests: each fragment with those that stand among its rows. */
public final class OrderedRows {
    private OrderedRows() {}

    /** The fragments that stand among no others' rows. */
    public static List<UUID> hosts(Snapshot snapshot) throws IOException {
        Set<UUID> guests = new HashSet<>();
        snapshot.fragments().forEach(f -> f.sidecars().forEach(s -> s.inserted().ifPresent(guests::add)));
        return snapshot.fragments().stream()
                .map(Fragment::id)
                .filter(id -> !guests.contains(id))
                .toList();
    }

    /** By fragment and row, what is there. */
    public static Map<UUID, NavigableMap<Long, List<Object>>> byRow(Snapshot snapshot) throws IOException {
        Map<UUID, NavigableMap<Long, List<Object>>> rows = new HashMap<>();
        snapshot.fragments().forEach(f -> rows.put(f.id(), new TreeMap<>()));
        try (TableScan scan = snapshot.scan().build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    List<Object> row = new ArrayList<>();
                    for (ColumnVector column : batch.columns()) {
                        row.add(Rows.value(column, batch.selected(i)));
                    }
                    rows.get(scan.fragment().id()).put(batch.firstRow() + batch.selected(i), row);
                }
            }
        }
        return rows;
    }

    /** The rows of a group in their order. */
    public static List<String> of(Snapshot snapshot, UUID host, Map<UUID, NavigableMap<Long, List<Object>>> rows)
            throws IOException {
        List<String> ordered = new ArrayList<>();
        AnchoredGroup.read(snapshot.image(), host, snapshot.version()).inOrder(new AnchoredGroup.Order() {
            @Override
            public void rows(UUID fragment, long first, long end) {
                rows.get(fragment).subMap(first, end).values().forEach(row -> ordered.add(row.toString()));
            }

            @Override
            public void end(UUID fragment) {
                // nothing comes behind
            }
        });
        return ordered;
    }
}
