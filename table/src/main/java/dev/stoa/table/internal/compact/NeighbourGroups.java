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

import dev.stoa.format.ColumnVector;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.internal.value.ValueOrder;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds groups that a merge may concatenate without breaking the declared order of the rows. */
final class NeighbourGroups {
    private final Snapshot snapshot;
    private final long smallBytes;

    NeighbourGroups(Snapshot snapshot, long smallBytes) {
        this.snapshot = snapshot;
        this.smallBytes = smallBytes;
    }

    /** Groups that a merge may concatenate, by partition: in a sorted table, those that follow each other. */
    List<List<FragmentGroup>> sequences(List<FragmentGroup> groups) throws IOException {
        Map<Optional<String>, List<FragmentGroup>> partitions = new LinkedHashMap<>();
        for (FragmentGroup group : groups) {
            partitions
                    .computeIfAbsent(group.host().partition(), p -> new ArrayList<>())
                    .add(group);
        }
        if (snapshot.properties().sortedBy().isEmpty()) {
            for (List<FragmentGroup> partition : partitions.values()) {
                partition.removeIf(group -> group.dataBytes() >= smallBytes);
            }
            return List.copyOf(partitions.values());
        }
        List<List<FragmentGroup>> all = new ArrayList<>();
        for (List<FragmentGroup> partition : partitions.values()) {
            all.addAll(inOrder(partition));
        }
        return all;
    }

    /** The largest values of the first sort column in a group. */
    private record Span(FragmentGroup group, ColumnVector min, ColumnVector max) {}

    private List<List<FragmentGroup>> inOrder(List<FragmentGroup> partition) throws IOException {
        TableProperties.SortColumn column = snapshot.properties().sortedBy().get(0);
        ValueOrder order = new ValueOrder(snapshot.leaf(column.fieldId()));
        List<Span> spans = new ArrayList<>();
        for (FragmentGroup group : partition) {
            Optional<ColumnBounds> bounds = Optional.empty();
            for (Fragment member : group.members()) {
                Optional<ColumnBounds> more = snapshot.bounds(member, column.fieldId());
                bounds = member == group.host() ? more : bounds.flatMap(b -> more.map(b::union));
            }
            boolean told = bounds.isPresent()
                    && bounds.get().nullCount() == 0
                    && bounds.get().nanCount() == 0
                    && bounds.get().min().isPresent()
                    && bounds.get().max().isPresent();
            if (!told) {
                return List.of(); // it may be between any two others
            }
            spans.add(
                    new Span(group, bounds.get().min().get(), bounds.get().max().get()));
        }
        Comparator<Span> byMin = (a, b) -> order.compare(a.min(), 0, b.min(), 0);
        spans.sort(column.descending() ? byMin.reversed() : byMin);
        List<List<FragmentGroup>> runs = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            boolean follows = i > 0 && follows(spans.get(i - 1), spans.get(i), order, column.descending());
            if (!follows) {
                runs.add(new ArrayList<>());
            }
            runs.get(runs.size() - 1).add(spans.get(i).group());
        }
        return runs;
    }

    private static boolean follows(Span before, Span after, ValueOrder order, boolean descending) {
        return descending
                ? order.compare(after.max(), 0, before.min(), 0) < 0
                : order.compare(before.max(), 0, after.min(), 0) < 0;
    }
}
