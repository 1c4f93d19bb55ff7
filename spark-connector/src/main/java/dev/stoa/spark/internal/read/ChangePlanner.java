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
package dev.stoa.spark.internal.read;

import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.spark.internal.store.TaskStore;
import dev.stoa.table.CommitEffect;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;

/**
 * Divides the changes of a table's rows into tasks: each compares some fragments of a version with those of the one below.
 *
 * @param schema what Spark gets
 * @param ids the fields of the table's columns, by the names that they have in the schema
 */
record ChangePlanner(
        TablePath path, Table table, Configuration configuration, StructType schema, Map<String, Integer> ids) {
    /** A task gets no more fragments once they have this number of rows. */
    private static final long ROWS_OF_TASK = 1 << 22;

    PartitionReaderFactory readers() {
        return new ChangeReader.Factory(schema, ids, TaskStore.of(path, configuration));
    }

    /** The tasks for the commits of versions, both ends included. */
    InputPartition[] partitions(long first, long last, boolean isNet) {
        return SparkErrors.unchecked(() -> {
            List<ChangePartition> partitions = new ArrayList<>();
            if (isNet && first <= last) {
                refuseRewrites(first, last);
                add(partitions, first == 0 ? Optional.empty() : Optional.of(at(first - 1)), at(last));
            } else {
                Optional<Snapshot> before = Optional.empty();
                for (long version = first; version <= last; version++) {
                    CommitEffect effect = effect(version);
                    boolean changes =
                            effect.changesOthers() || !effect.appended().isEmpty();
                    Optional<Snapshot> after = changes ? Optional.of(at(version)) : Optional.empty();
                    if (changes) {
                        before = before.isPresent() || version == 0 ? before : Optional.of(at(version - 1));
                        add(partitions, before, after.get());
                    }
                    before = after;
                }
            }
            return partitions.toArray(InputPartition[]::new);
        });
    }

    private void refuseRewrites(long first, long last) throws IOException {
        for (long version = first; version <= last; version++) {
            if (effect(version).movesRows()) {
                throw new IllegalArgumentException(table + ": version " + version
                        + " rewrote files, so the net changes across it would show rows that only moved: read the changes"
                        + " without deduplicationMode, or a range before or after that version");
            }
        }
    }

    private Snapshot at(long version) throws IOException {
        return found(() -> table.snapshotAt(version));
    }

    private CommitEffect effect(long version) throws IOException {
        return found(() -> table.effect(version));
    }

    private static <T> T found(SparkErrors.Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (TableException e) {
            throw SparkErrors.refusal(SparkErrors.Condition.STOA_VERSION_NOT_FOUND, e.getMessage());
        }
    }

    /** Adds what differs between two versions; without an older one all rows are new. */
    private void add(List<ChangePartition> partitions, Optional<Snapshot> before, Snapshot after) throws IOException {
        Map<UUID, Fragment> old = new LinkedHashMap<>();
        for (Fragment fragment : before.isPresent() ? before.get().fragments() : List.<Fragment>of()) {
            old.put(fragment.id(), fragment);
        }
        List<UUID> gone = new ArrayList<>();
        List<UUID> there = new ArrayList<>();
        long rows = 0;
        for (Fragment fragment : after.fragments()) {
            Optional<Fragment> was = Optional.ofNullable(old.remove(fragment.id()));
            if (was.isPresent() && isSame(was.get(), fragment)) {
                continue;
            }
            was.ifPresent(same -> gone.add(same.id()));
            there.add(fragment.id());
            rows += fragment.rows();
            if (rows >= ROWS_OF_TASK) {
                partitions.add(partition(before, gone, after, there));
                gone.clear();
                there.clear();
                rows = 0;
            }
        }
        gone.addAll(old.keySet());
        if (!gone.isEmpty() || !there.isEmpty()) {
            partitions.add(partition(before, gone, after, there));
        }
    }

    private static boolean isSame(Fragment one, Fragment other) {
        return ids(one).equals(ids(other));
    }

    private static List<UUID> ids(Fragment fragment) {
        List<UUID> ids = new ArrayList<>();
        fragment.files().forEach(file -> ids.add(file.identity().uuid()));
        fragment.sidecars().forEach(sidecar -> ids.add(sidecar.identity().uuid()));
        return ids;
    }

    private static ChangePartition partition(
            Optional<Snapshot> before, List<UUID> gone, Snapshot after, List<UUID> there) throws IOException {
        return new ChangePartition(
                SnapshotPart.of(before.orElse(after), gone),
                SnapshotPart.of(after, there),
                after.version(),
                ChronoUnit.MICROS.between(Instant.EPOCH, after.time()));
    }
}
