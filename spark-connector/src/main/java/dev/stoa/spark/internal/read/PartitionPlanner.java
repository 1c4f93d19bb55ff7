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

import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.TableSplit;
import dev.stoa.table.placement.SplitHosts;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Divides the rows to read among tasks, as Spark does with its own files, by the same settings. A task gets the bytes that
 * keep all cores busy, but at most {@code spark.sql.files.maxPartitionBytes}. Small files share one, if rows with their keys
 * may.
 */
final class PartitionPlanner {
    /**
     * The largest number of fragments that are sent together to all tasks that read some of them. To send each task its own
     * took 1 to 2 ms a task.
     */
    private static final int FRAGMENTS_OF_A_PART = 64;

    private final ScanTask task;
    private final Snapshot snapshot;
    private final ScanKeys keys;
    private final SplitHosts hosts;
    private final long openCost;
    private final List<StoaPartition> partitions = new ArrayList<>();
    private final Map<UUID, List<UUID>> neighbours = new HashMap<>();
    private final Map<List<UUID>, SnapshotPart> parts = new HashMap<>();
    private final List<TableSplit> gathered = new ArrayList<>();
    private long bytes;

    /**
     * Facts that rows of a task share.
     *
     * @param key of the rows
     * @param nodes where they belong by a placement map
     */
    private record Together(List<String> key, List<String> nodes) {}

    PartitionPlanner(ScanTask task, Snapshot snapshot, ScanKeys keys, Folder folder) {
        this.task = task;
        this.snapshot = snapshot;
        this.keys = keys;
        this.hosts = new SplitHosts(folder);
        this.openCost = SQLConf.get().filesOpenCostInBytes();
    }

    /**
     * The partitions.
     *
     * @param read the fragments that may have matching rows
     * @param cores how many tasks may run at once
     */
    List<StoaPartition> partitions(List<Fragment> read, int cores) throws IOException {
        for (int i = 0; i < read.size(); i += FRAGMENTS_OF_A_PART) {
            List<UUID> some = read.subList(i, Math.min(read.size(), i + FRAGMENTS_OF_A_PART)).stream()
                    .map(Fragment::id)
                    .toList();
            some.forEach(id -> neighbours.put(id, some));
        }
        long all = 0;
        for (Fragment fragment : read) {
            all += openCost
                    + fragment.files().stream()
                            .mapToLong(file -> file.identity().length())
                            .sum();
        }
        long target = target(all, cores);
        List<TableSplit> found = task.scan(snapshot).splits(target);
        // of the bytes of files those of the selected columns may be few
        long selected =
                found.stream().mapToLong(split -> split.bytes() + openCost).sum();
        if (target(selected, cores) < target) {
            target = target(selected, cores);
            found = found.size() < cores ? task.scan(snapshot).splits(target) : found;
        }
        Map<Together, List<TableSplit>> splits = new LinkedHashMap<>();
        for (TableSplit split : found) {
            Together together = new Together(keys.of(split.fragment()), hosts.nodes(split));
            splits.computeIfAbsent(together, key -> new ArrayList<>()).add(split);
        }
        long rows = 0;
        for (Map.Entry<Together, List<TableSplit>> of : splits.entrySet()) {
            List<String> key = of.getKey().key();
            for (TableSplit split : of.getValue()) {
                if (rows >= task.limit() && task.predicates().isEmpty() && !task.isTop()) {
                    break;
                }
                if (bytes + split.bytes() > target) {
                    close(key);
                }
                gathered.add(split);
                bytes += split.bytes() + openCost;
                rows += leastRows(split);
            }
            close(key);
        }
        if (partitions.isEmpty() && task.aggregated().isPresent()) {
            // of no rows there are counts, too
            partitions.add(new StoaPartition(SnapshotPart.of(snapshot, List.of()), List.of(), List.of(), List.of()));
        }
        return partitions;
    }

    /** Returns how many bytes a task reads, of the given total. */
    private long target(long all, int cores) {
        return Math.min(SQLConf.get().filesMaxPartitionBytes(), Math.max(openCost, all / Math.max(1, cores)));
    }

    /** How many rows a split has at least: all that are deleted may be in it. */
    private long leastRows(TableSplit split) throws IOException {
        Fragment fragment = snapshot.fragment(split.fragment()).orElseThrow();
        return Math.max(0, split.toRow() - split.fromRow() - (fragment.rows() - fragment.liveRows()));
    }

    private void close(List<String> key) throws IOException {
        if (gathered.isEmpty()) {
            return;
        }
        List<UUID> fragments =
                gathered.stream().map(TableSplit::fragment).distinct().toList();
        List<StoaPartition.Rows> rows = gathered.stream()
                .map(split -> new StoaPartition.Rows(split.fragment(), split.fromRow(), split.toRow()))
                .toList();
        partitions.add(new StoaPartition(part(fragments), rows, key, hosts.of(gathered)));
        gathered.clear();
        bytes = 0;
    }

    private SnapshotPart part(List<UUID> fragments) throws IOException {
        List<UUID> some = neighbours.get(fragments.get(0));
        if (!some.containsAll(fragments)) {
            return SnapshotPart.of(snapshot, fragments);
        }
        SnapshotPart part = parts.get(some);
        if (part == null) {
            part = SnapshotPart.of(snapshot, some);
            parts.put(some, part);
        }
        return part;
    }
}
