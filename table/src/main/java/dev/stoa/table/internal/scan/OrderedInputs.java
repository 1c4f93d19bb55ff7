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

import dev.stoa.reader.DividedInput;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.table.internal.schema.TableColumn;
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

/**
 * The fragments of a sorted table, as the inputs of a scan in its order. A fragment and its guests are one group, joined by
 * position. Groups that follow each other by the bounds in the log are read one after the other. Only groups that may overlap
 * are merged by their values: those of concurrent inserts, and those of tables with partitions.
 */
public final class OrderedInputs {
    private OrderedInputs() {}

    /**
     * A fragment with its guests.
     *
     * @param host the fragment
     * @param read the fragments to read
     * @param extent where these are
     */
    private record Group(UUID host, List<Fragment> read, RowOrder.Extent extent) {
        DividedInput input(ScanRequest request, KeptRows kept) {
            return read.size() == 1
                    ? new FragmentInput(request, read.get(0), new KeptScans(request, kept))
                    : new GroupInput(request, host, read);
        }
    }

    /**
     * The inputs, in order.
     *
     * @param fragments those that are read
     * @param kept the rows of small fragments
     * @throws TableException if the table has no declared order
     */
    public static List<DividedInput> of(ScanRequest request, List<Fragment> fragments, KeptRows kept)
            throws IOException {
        TableImage image = request.image();
        RowOrder order = image.order();
        if (order.isEmpty()) {
            throw new TableException(image + ": the table declares no order in which to read its rows");
        }
        List<Group> groups = groups(image, order, fragments);
        groups.sort(Comparator.comparing(group -> group.extent().start(), order::compare));
        List<DividedInput> inputs = new ArrayList<>();
        int first = 0;
        while (first < groups.size()) {
            RowOrder.Extent extent = groups.get(first).extent();
            int end = first + 1;
            while (end < groups.size()
                    && order.mayOverlap(extent.end(), groups.get(end).extent().start())) {
                extent = order.union(extent, groups.get(end).extent());
                end++;
            }
            inputs.add(input(request, order, groups.subList(first, end), kept));
            first = end;
        }
        return inputs;
    }

    private static DividedInput input(ScanRequest request, RowOrder order, List<Group> groups, KeptRows kept) {
        if (groups.size() == 1) {
            return groups.get(0).input(request, kept);
        }
        List<TableColumn> told = order.fields().stream()
                .map(field -> new TableColumn(dev.stoa.reader.ColumnPath.of(field.name()), List.of(field)))
                .toList();
        ScanRequest withOrder = request.with(told);
        List<MergedInput.Source> sources = new ArrayList<>();
        for (Group group : groups) {
            sources.add(new MergedInput.Source(
                    group.input(withOrder, kept), group.extent().start()));
        }
        return new MergedInput(order, withOrder.schema(), request.schema(), sources);
    }

    private static List<Group> groups(TableImage image, RowOrder order, List<Fragment> fragments) throws IOException {
        Map<UUID, UUID> hosts = new LinkedHashMap<>();
        for (Fragment fragment : image.fragments()) {
            for (SidecarFile sidecar : fragment.sidecars()) {
                sidecar.inserted().ifPresent(guest -> hosts.put(guest, fragment.id()));
            }
        }
        int field = order.fields().get(0).fieldId().getAsInt();
        Map<UUID, Group> groups = new LinkedHashMap<>();
        for (Fragment fragment : fragments) {
            UUID host = host(image, hosts, fragment.id());
            RowOrder.Extent extent = order.extent(image.bounds(List.of(fragment), field));
            Group known = groups.get(host);
            List<Fragment> read = known == null ? new ArrayList<>() : known.read();
            read.add(fragment);
            groups.put(host, new Group(host, read, known == null ? extent : order.union(known.extent(), extent)));
        }
        return new ArrayList<>(groups.values());
    }

    /** Returns the outermost host of a fragment: the one that is no guest itself. */
    private static UUID host(TableImage image, Map<UUID, UUID> hosts, UUID fragment) throws IOException {
        Set<UUID> seen = new HashSet<>();
        UUID at = fragment;
        for (Optional<UUID> above = Optional.ofNullable(hosts.get(at));
                above.isPresent();
                above = Optional.ofNullable(hosts.get(at))) {
            if (!seen.add(at)) {
                throw new dev.stoa.format.CorruptFileException(
                        image + ": fragment " + fragment + " stands among its own rows");
            }
            at = above.get();
        }
        return at;
    }
}
