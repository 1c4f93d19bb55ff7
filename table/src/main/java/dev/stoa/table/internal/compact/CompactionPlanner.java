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
package dev.stoa.table.internal.compact;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionJob;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Finds the jobs that are worth their price, by what the log records about a snapshot. */
public final class CompactionPlanner {
    private static final int NESTED_WIDTH = 32;
    private static final int BYTES_WIDTH = 16;

    private final Snapshot snapshot;
    private final CompactionCosts costs;
    private final List<List<CompactionJob>> groups = new ArrayList<>();

    public CompactionPlanner(Snapshot snapshot, CompactionCosts costs) {
        this.snapshot = snapshot;
        this.costs = costs;
    }

    /** Returns groups of jobs that exclude each other. */
    public List<List<CompactionJob>> groups() throws IOException {
        Map<FragmentGroup, GroupSize> sizes = new LinkedHashMap<>();
        for (FragmentGroup group : FragmentGroup.all(snapshot)) {
            sizes.put(group, GroupSize.of(group.host(), group.members()));
        }
        Set<UUID> merged = new HashSet<>();
        NeighbourGroups neighbours = new NeighbourGroups(snapshot, costs.smallBytes());
        for (List<FragmentGroup> sequence : neighbours.sequences(List.copyOf(sizes.keySet()))) {
            for (List<GroupSize> run :
                    smallRuns(sequence.stream().map(sizes::get).toList())) {
                add(List.of(merge(run)));
                run.forEach(size -> merged.add(size.host().id()));
            }
        }
        for (GroupSize size : sizes.values()) {
            if (!merged.contains(size.host().id())) {
                add(alternatives(size));
            }
        }
        return groups;
    }

    /** The cost of a scan of all fragments. */
    public double scanCost() throws IOException {
        double cost = 0;
        for (FragmentGroup group : FragmentGroup.all(snapshot)) {
            cost += GroupSize.of(group.host(), group.members()).scanCost(costs);
        }
        return cost;
    }

    private void add(List<CompactionJob> jobs) {
        List<CompactionJob> worth = jobs.stream().filter(costs::isWorth).toList();
        if (!worth.isEmpty()) {
            groups.add(worth);
        }
    }

    private List<CompactionJob> alternatives(GroupSize size) {
        List<CompactionJob> jobs = new ArrayList<>();
        if (Rewriting.foldable(size.host()).size() > 1) {
            jobs.add(fold(size));
        }
        if (!size.modified().isEmpty() && size.members().size() == 1) {
            columns(size).ifPresent(jobs::add);
        }
        if (size.sidecars() > 0 || size.files() > 1) {
            jobs.add(rewrite(size));
        }
        return jobs;
    }

    private CompactionJob fold(GroupSize size) {
        List<SidecarFile> old = Rewriting.foldable(size.host());
        long bytes = old.stream().mapToLong(file -> file.identity().length()).sum();
        return new CompactionJob(
                CompactionJob.Kind.FOLD,
                List.of(size.host().id()),
                List.of(),
                bytes,
                bytes,
                (old.size() - 1) * costs.openBytes(),
                old.size() + " sidecars become one");
    }

    private Optional<CompactionJob> columns(GroupSize size) {
        double all = 0;
        double some = 0;
        for (Field field : snapshot.schema().fields()) {
            int width = width(field.type());
            all += width;
            some += size.modified().containsKey(field.fieldId().getAsInt()) ? width : 0;
        }
        if (some * 2 > all) {
            return Optional.empty();
        }
        List<SidecarFile> old = Rewriting.foldable(size.host());
        long opens = old.size() - 1L - (size.deleted() > 0 ? 1 : 0); // a file more, at most one sidecar stays
        double vectors = size.changedVectors() - (size.deleted() > 0 ? size.vectorsWith(size.deleted()) : 0);
        long share = (long) (size.fileBytes() * some / all);
        return Optional.of(new CompactionJob(
                CompactionJob.Kind.COLUMNS,
                List.of(size.host().id()),
                List.copyOf(size.modified().keySet()),
                share + size.sidecarBytes(),
                share,
                (long) costs.scan(size.sidecarBytes(), opens, vectors),
                "only " + size.modified().size() + " of "
                        + snapshot.schema().fields().size() + " columns changed, in about "
                        + counted(Math.round(vectors), "vector")));
    }

    private CompactionJob rewrite(GroupSize size) {
        long read = size.fileBytes() + size.sidecarBytes();
        double after = costs.scan(size.liveBytes(), 1, 0);
        List<String> why = new ArrayList<>();
        if (size.deleted() > 0) {
            why.add(size.deleted() + " of " + counted(size.rows(), "row") + " deleted");
        }
        if (!size.modified().isEmpty()) {
            long values =
                    size.modified().values().stream().mapToLong(Long::longValue).sum();
            why.add(counted(values, "value") + " modified");
        }
        if (size.members().size() > 1) {
            why.add(counted(size.members().size() - 1L, "insert") + " among its rows");
        }
        why.add("about " + counted(Math.round(size.changedVectors()), "vector") + " changed");
        return new CompactionJob(
                CompactionJob.Kind.REWRITE,
                List.of(size.host().id()),
                List.of(),
                read,
                size.liveBytes(),
                (long) (size.scanCost(costs) - after),
                String.join(", ", why));
    }

    private CompactionJob merge(List<GroupSize> run) {
        long read = 0;
        long written = 0;
        double before = 0;
        for (GroupSize size : run) {
            read += size.fileBytes() + size.sidecarBytes();
            written += size.liveBytes();
            before += size.scanCost(costs);
        }
        return new CompactionJob(
                CompactionJob.Kind.MERGE,
                run.stream().map(size -> size.host().id()).toList(),
                List.of(),
                read,
                written,
                (long) (before - costs.scan(written, 1, 0)),
                run.size() + " small fragments become one");
    }

    /** Small adjacent groups, two or more, until they have about the target size together. */
    private List<List<GroupSize>> smallRuns(List<GroupSize> neighbours) {
        List<List<GroupSize>> runs = new ArrayList<>();
        List<GroupSize> run = new ArrayList<>();
        long bytes = 0;
        for (GroupSize size : neighbours) {
            boolean isSmall = size.fileBytes() < costs.smallBytes();
            if (!isSmall || bytes + size.fileBytes() > costs.targetBytes()) {
                runs.add(run);
                run = new ArrayList<>();
                bytes = 0;
            }
            if (isSmall) {
                run.add(size);
                bytes += size.fileBytes();
            }
        }
        runs.add(run);
        runs.removeIf(r -> r.size() < 2);
        return runs;
    }

    private static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static int width(Type type) {
        return switch (type.physical()) {
            case BOOLEAN -> 1;
            case INT, FLOAT -> Integer.BYTES;
            case LONG, DOUBLE -> Long.BYTES;
            case INT128 -> 2 * Long.BYTES;
            case BYTES -> BYTES_WIDTH;
            case NONE -> NESTED_WIDTH;
        };
    }
}
