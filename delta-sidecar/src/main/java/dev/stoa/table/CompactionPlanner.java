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
package dev.stoa.table;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ValueOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Finds the jobs that are worth their price, by what the log tells of a snapshot. */
final class CompactionPlanner {
    private static final int NESTED_WIDTH = 32;
    private static final int BYTES_WIDTH = 16;

    private final Snapshot snapshot;
    private final CompactionCosts costs;
    private final List<List<CompactionJob>> groups = new ArrayList<>();

    CompactionPlanner(Snapshot snapshot, CompactionCosts costs) {
        this.snapshot = snapshot;
        this.costs = costs;
    }

    /** The jobs, those of which only one can be done together. */
    List<List<CompactionJob>> groups() throws IOException {
        List<GroupSize> sizes = sizes();
        Set<UUID> merged = new HashSet<>();
        for (List<GroupSize> neighbours : neighbours(sizes)) {
            for (List<GroupSize> run : smallRuns(neighbours)) {
                add(List.of(merge(run)));
                run.forEach(size -> merged.add(size.host().id()));
            }
        }
        for (GroupSize size : sizes) {
            if (!merged.contains(size.host().id())) {
                add(alternatives(size));
            }
        }
        return groups;
    }

    private void add(List<CompactionJob> jobs) {
        List<CompactionJob> worth = jobs.stream().filter(costs::isWorth).toList();
        if (!worth.isEmpty()) {
            groups.add(worth);
        }
    }

    private List<GroupSize> sizes() throws IOException {
        Map<UUID, Fragment> fragments = snapshot.state().fragments();
        Set<UUID> guests = new HashSet<>();
        for (Fragment fragment : fragments.values()) {
            fragment.sidecars().forEach(sidecar -> sidecar.inserted().ifPresent(guests::add));
        }
        List<GroupSize> sizes = new ArrayList<>();
        for (Fragment host : fragments.values()) {
            if (guests.contains(host.id())) {
                continue;
            }
            Map<UUID, Fragment> members = new LinkedHashMap<>();
            List<Fragment> open = new ArrayList<>(List.of(host));
            while (!open.isEmpty()) {
                Fragment member = open.remove(open.size() - 1);
                if (members.put(member.id(), member) == null) {
                    for (SidecarFile sidecar : member.sidecars()) {
                        sidecar.inserted()
                                .flatMap(id -> Optional.ofNullable(fragments.get(id)))
                                .ifPresent(open::add);
                    }
                }
            }
            sizes.add(GroupSize.of(host, List.copyOf(members.values())));
        }
        return sizes;
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
                        + snapshot.schema().fields().size() + " columns changed, in about " + Math.round(vectors)
                        + " vectors"));
    }

    private CompactionJob rewrite(GroupSize size) {
        long read = size.fileBytes() + size.sidecarBytes();
        double after = costs.scan(size.liveBytes(), 1, 0);
        List<String> why = new ArrayList<>();
        if (size.deleted() > 0) {
            why.add(size.deleted() + " of " + size.rows() + " rows deleted");
        }
        if (!size.modified().isEmpty()) {
            why.add(size.modified().values().stream().mapToLong(Long::longValue).sum() + " values modified");
        }
        if (size.members().size() > 1) {
            why.add(size.members().size() - 1 + " inserts among its rows");
        }
        why.add("about " + Math.round(size.changedVectors()) + " vectors changed");
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

    /** Small groups beside each other, two or more, until they have about the target size together. */
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

    /** Groups that may be put one behind the other, by partition: of a sorted table, those that follow each other. */
    private List<List<GroupSize>> neighbours(List<GroupSize> sizes) throws IOException {
        Map<Optional<String>, List<GroupSize>> partitions = new LinkedHashMap<>();
        for (GroupSize size : sizes) {
            partitions
                    .computeIfAbsent(size.host().partition(), p -> new ArrayList<>())
                    .add(size);
        }
        if (snapshot.properties().sortedBy().isEmpty()) {
            for (List<GroupSize> partition : partitions.values()) {
                partition.removeIf(size -> size.fileBytes() >= costs.smallBytes());
            }
            return List.copyOf(partitions.values());
        }
        List<List<GroupSize>> all = new ArrayList<>();
        for (List<GroupSize> partition : partitions.values()) {
            all.addAll(inOrder(partition));
        }
        return all;
    }

    /** The values of the first sort column that a group has at most. */
    private record Span(GroupSize size, ColumnVector min, ColumnVector max) {}

    private List<List<GroupSize>> inOrder(List<GroupSize> partition) throws IOException {
        TableProperties.SortColumn column = snapshot.properties().sortedBy().get(0);
        ValueOrder order = new ValueOrder(snapshot.leaf(column.fieldId()));
        List<Span> spans = new ArrayList<>();
        for (GroupSize size : partition) {
            Optional<ColumnBounds> bounds = Optional.empty();
            for (Fragment member : size.members()) {
                Optional<ColumnBounds> more = snapshot.bounds(member, column.fieldId());
                bounds = member == size.host() ? more : bounds.flatMap(b -> more.map(b::union));
            }
            boolean told = bounds.isPresent()
                    && bounds.get().nullCount() == 0
                    && bounds.get().nanCount() == 0
                    && bounds.get().min().isPresent()
                    && bounds.get().max().isPresent();
            if (!told) {
                return List.of(); // it may lie between any two others
            }
            spans.add(
                    new Span(size, bounds.get().min().get(), bounds.get().max().get()));
        }
        Comparator<Span> byMin = (a, b) -> order.compare(a.min(), 0, b.min(), 0);
        spans.sort(column.descending() ? byMin.reversed() : byMin);
        List<List<GroupSize>> runs = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            boolean follows = i > 0 && follows(spans.get(i - 1), spans.get(i), order, column.descending());
            if (!follows) {
                runs.add(new ArrayList<>());
            }
            runs.get(runs.size() - 1).add(spans.get(i).size());
        }
        return runs;
    }

    private static boolean follows(Span before, Span after, ValueOrder order, boolean descending) {
        return descending
                ? order.compare(after.max(), 0, before.min(), 0) < 0
                : order.compare(before.max(), 0, after.min(), 0) < 0;
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
