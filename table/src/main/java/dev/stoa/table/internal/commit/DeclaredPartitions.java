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
package dev.stoa.table.internal.commit;

import dev.stoa.format.Batch;
import dev.stoa.reader.ColumnPath;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.schema.Partitioning;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the rows of fragments whose partition counts again, because a table is divided by a column as it was before. In between rows
 * may have got other values, and stayed where they were (docs/adr/0115).
 */
public final class DeclaredPartitions {
    private final Snapshot snapshot;
    private final Partitioning partitioning;
    private final List<Integer> returned = new ArrayList<>();

    private DeclaredPartitions(Snapshot snapshot, TableProperties before) {
        this.snapshot = snapshot;
        this.partitioning = new Partitioning(snapshot.state().schema(), snapshot.properties());
        List<TableProperties.PartitionColumn> now = snapshot.properties().partitionedBy();
        for (int i = 0; i < now.size(); i++) {
            boolean isKept = i < before.partitionedBy().size()
                    && before.partitionedBy().get(i).equals(now.get(i));
            if (!isKept) {
                returned.add(i);
            }
        }
    }

    /**
     * Reads the fragments that the partitions of an earlier declaration may name wrongly.
     *
     * @param after the table with the new declaration
     * @param before the present table, whose fragments this checks
     * @throws TableException if a row is in another partition than its fragment says
     */
    public static void check(Snapshot after, Snapshot before) throws IOException {
        DeclaredPartitions partitions = new DeclaredPartitions(after, before.properties());
        if (partitions.returned.isEmpty()) {
            return;
        }
        for (Fragment fragment : after.fragments()) {
            if (before.fragment(fragment.id()).isPresent()
                    && fragment.partition().isPresent()) {
                partitions.check(fragment, fragment.partition().get());
            }
        }
    }

    private void check(Fragment fragment, String partition) throws IOException {
        if (returned.stream().noneMatch(i -> partitioning.part(partition, i).isPresent())) {
            return;
        }
        List<TableColumn> columns = partitioning.fields().stream()
                .distinct()
                .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                .toList();
        try (FragmentScan scan =
                FragmentScan.open(snapshot.image(), fragment, columns, Optional.empty(), Optional.empty())) {
            while (scan.next()) {
                check(fragment, partition, scan.batch());
            }
        }
    }

    private void check(Fragment fragment, String partition, Batch batch) throws TableException {
        for (String actual : partitioning.divide(batch).keySet()) {
            for (int i : returned) {
                Optional<String> part = partitioning.part(partition, i);
                if (part.isPresent() && !part.equals(partitioning.part(actual, i))) {
                    throw new TableException(snapshot.folder().id() + "/"
                            + fragment.files().get(0).path() + ": it has rows of the partition '"
                            + actual.replace("\n", ", ") + "', by the log all are of '"
                            + partition.replace("\n", ", ")
                            + "': they were changed while the table was divided by other columns. Write the table anew to"
                            + " divide it so again: create or replace table ... as select");
                }
            }
        }
    }
}
