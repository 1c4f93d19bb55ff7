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
package dev.stoa.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Divides motions into batches. A store that deletes copies sees only which nodes have one. So no two motions of a batch have the
 * same nodes, old and new, unless the same ones of these stay.
 */
public final class Batches {
    /** In place of the nodes that stay: two parts in motion have the same nodes, and other ones stay. */
    private static final List<Integer> AMBIGUOUS = List.of();

    private final PlacementMap map;
    private final Map<String, Integer> numbers = new HashMap<>();

    /**
     * Motions that holders tell apart as soon as the store has the map.
     *
     * @param map to publish before the copies of leaving nodes are deleted
     * @param motions that it tells apart
     */
    public record Batch(PlacementMap map, Set<Motion> motions) {}

    /** A batch that grows. */
    private static final class Open {
        private final Map<List<Integer>, List<Integer>> stayOfAll = new HashMap<>();
        private final Map<Part, int[]> leavers = new HashMap<>();
        private final Set<Motion> motions = new HashSet<>();

        /** Adds a motion, unless another one of the batch has its part or its nodes. */
        boolean add(Motion motion, int[] leaving, List<Integer> all, List<Integer> stay) {
            int[] known = leavers.get(motion.part());
            List<Integer> other = stayOfAll.get(all);
            if (known != null && !Arrays.equals(known, leaving) || other != null && !other.equals(stay)) {
                return false;
            }
            leavers.put(motion.part(), leaving);
            stayOfAll.put(all, stay);
            return motions.add(motion);
        }
    }

    private Batches(PlacementMap map) {
        this.map = map;
        map.nodes().forEach(node -> numbers.put(node.name(), numbers.size()));
    }

    /**
     * Returns the batches in order. The first one has the map itself, and motions that this map tells apart. The others have maps of the next
     * epochs, with the same holders. A motion from nodes that the map does not know is in the first batch: no map can name these.
     */
    public static List<Batch> of(PlacementMap map, Collection<Motion> motions) {
        return new Batches(map).divide(motions);
    }

    private List<Batch> divide(Collection<Motion> motions) {
        Set<Motion> now = new HashSet<>();
        List<Open> later = new ArrayList<>();
        Map<List<Integer>, List<Integer>> listed = listed();
        for (Motion motion : motions) {
            int[] leaving = motion.leaving().stream()
                    .filter(numbers::containsKey)
                    .mapToInt(numbers::get)
                    .sorted()
                    .toArray();
            PartitionClass each = map.classOf(motion.part().partitions()).orElseThrow();
            int number = motion.part().number();
            List<Integer> stay = sorted(Arrays.stream(each.holders(number)));
            List<Integer> all = all(each, number, leaving);
            boolean isListed =
                    Arrays.equals(leaving, sortedArray(each.leavers(number))) && stay.equals(listed.get(all));
            if (leaving.length == 0 || leaving.length < motion.leaving().size() || isListed) {
                now.add(motion);
            } else if (later.stream().noneMatch(open -> open.add(motion, leaving, all, stay))) {
                Open open = new Open();
                open.add(motion, leaving, all, stay);
                later.add(open);
            }
        }
        List<Batch> batches = new ArrayList<>();
        batches.add(new Batch(map, now));
        for (Open open : later) {
            batches.add(new Batch(with(open.leavers, map.header().epoch() + batches.size()), open.motions));
        }
        return batches;
    }

    /** By all nodes of the map's parts in motion: which stay. */
    private Map<List<Integer>, List<Integer>> listed() {
        Map<List<Integer>, List<Integer>> listed = new HashMap<>();
        for (PartitionClass each : map.classes()) {
            for (int p = 0; p < each.partitions(); p++) {
                int[] leavers = each.leavers(p);
                if (leavers.length > 0) {
                    List<Integer> stay = sorted(Arrays.stream(each.holders(p)));
                    listed.merge(all(each, p, leavers), stay, (some, other) -> some.equals(other) ? some : AMBIGUOUS);
                }
            }
        }
        return listed;
    }

    private static List<Integer> all(PartitionClass each, int partition, int[] leaving) {
        return sorted(IntStream.concat(Arrays.stream(each.holders(partition)), Arrays.stream(leaving)));
    }

    private static List<Integer> sorted(IntStream nodes) {
        return nodes.sorted().boxed().toList();
    }

    private static int[] sortedArray(int[] nodes) {
        return Arrays.stream(nodes).sorted().toArray();
    }

    /** Returns the map of another epoch. Only some of its parts have leaving nodes. */
    private PlacementMap with(Map<Part, int[]> leavers, long epoch) {
        List<PartitionClass> classes = new ArrayList<>();
        for (PartitionClass each : map.classes()) {
            int[] holders = new int[each.partitions() * each.replication()];
            int[][] leaving = new int[each.partitions()][];
            for (int p = 0; p < each.partitions(); p++) {
                System.arraycopy(each.holders(p), 0, holders, p * each.replication(), each.replication());
                int[] none = each.isMoved(p) ? new int[0] : null;
                leaving[p] = leavers.getOrDefault(new Part(each.partitions(), p), none);
            }
            classes.add(new PartitionClass(each.partitions(), each.replication(), holders, leaving));
        }
        PlacementMap.Header header = map.header();
        return new PlacementMap(
                new PlacementMap.Header(header.group(), epoch, header.replication(), header.spread(), header.roots()),
                map.nodes(),
                classes);
    }
}
