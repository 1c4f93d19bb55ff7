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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BatchesTest {
    private static List<PlacementNode> nodes(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> new PlacementNode("h" + i, "/r" + i % 4, 1, PlacementNode.State.IN))
                .toList();
    }

    private static Set<Integer> set(int... nodes) {
        return IntStream.of(nodes).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    /** The motions of a map: from the nodes that it says leave. */
    private static List<Motion> motions(PlacementMap map) {
        List<Motion> motions = new ArrayList<>();
        for (PartitionClass each : map.classes()) {
            for (int p = 0; p < each.partitions(); p++) {
                Set<String> leaving = IntStream.of(each.leavers(p))
                        .mapToObj(node -> map.nodes().get(node).name())
                        .collect(Collectors.toSet());
                if (!leaving.isEmpty()) {
                    motions.add(new Motion(new Part(each.partitions(), p), leaving));
                }
            }
        }
        return motions;
    }

    @Test
    void eachMotionIsInOneBatchWhereItsNodesTellItApart() throws Exception {
        int several = 0;
        for (int size = 4; size < 20; size++) {
            PlacementMap.Header header = new PlacementMap.Header("g", 1, 3, 1, List.of("/w/a"));
            PlacementMap first = Planner.first(header, nodes(0, size), List.of(24, 60));
            PlacementMap after = Planner.next(first, nodes(0, size + 2)).after();
            List<Motion> motions = motions(after);
            List<Batches.Batch> batches = Batches.of(after, motions);
            several += batches.size() > 1 ? 1 : 0;
            check(after, motions, batches);
        }
        assertTrue(several > 0, "some need several batches");
    }

    private static void check(PlacementMap map, List<Motion> motions, List<Batches.Batch> batches) throws Exception {
        List<Motion> seen = new ArrayList<>();
        assertSame(map, batches.get(0).map());
        for (int b = 0; b < batches.size(); b++) {
            PlacementMap batch = PlacementMap.parse(batches.get(b).map().text(), "batch");
            assertEquals(map.nodes(), batch.nodes());
            assertEquals(map.header().epoch() + b, batch.header().epoch(), "epochs follow that of the map");
            Map<Set<Integer>, Set<Integer>> stays = new HashMap<>();
            Set<Set<Integer>> ambiguous = new HashSet<>();
            for (PartitionClass all : map.classes()) {
                PartitionClass some = batch.classOf(all.partitions()).orElseThrow();
                for (int p = 0; p < all.partitions(); p++) {
                    assertEquals(set(all.holders(p)), set(some.holders(p)));
                    if (some.leavers(p).length > 0) {
                        Set<Integer> union = union(some, p);
                        Set<Integer> other = stays.putIfAbsent(union, set(all.holders(p)));
                        if (other != null && !other.equals(set(all.holders(p)))) {
                            ambiguous.add(union);
                        }
                    }
                }
            }
            assertTrue(b == 0 || ambiguous.isEmpty(), "ambiguous in batch " + b);
            for (Motion motion : batches.get(b).motions()) {
                PartitionClass of = batch.classOf(motion.part().partitions()).orElseThrow();
                int number = motion.part().number();
                Set<String> leaving = IntStream.of(of.leavers(number))
                        .mapToObj(node -> batch.nodes().get(node).name())
                        .collect(Collectors.toSet());
                assertEquals(motion.leaving(), leaving);
                assertFalse(ambiguous.contains(union(of, number)), "told apart");
                seen.add(motion);
            }
        }
        assertEquals(motions.size(), seen.size());
        assertEquals(Set.copyOf(motions), Set.copyOf(seen));
    }

    private static Set<Integer> union(PartitionClass of, int part) {
        Set<Integer> union = set(of.holders(part));
        union.addAll(set(of.leavers(part)));
        return union;
    }

    @Test
    void filesThatAreAnywhereGetBatchesToo() throws Exception {
        PlacementMap.Header header = new PlacementMap.Header("g", 1, 3, 1, List.of("/w/a"));
        PlacementMap map = Planner.first(header, nodes(0, 8), List.of(24));
        List<Motion> motions = new ArrayList<>();
        for (int p = 0; p < 24; p++) {
            Part part = new Part(24, p);
            List<String> elsewhere = new ArrayList<>();
            map.nodes().stream()
                    .map(PlacementNode::name)
                    .filter(name -> !map.hosts(part).contains(name))
                    .forEach(elsewhere::add);
            motions.add(new Motion(part, Set.copyOf(elsewhere.subList(0, 3))));
            motions.add(new Motion(part, Set.copyOf(elsewhere.subList(1, 4))));
        }
        List<Batches.Batch> batches = Batches.of(map, motions);
        assertTrue(batches.get(0).motions().isEmpty(), "nothing is in motion by the map");
        check(map, motions, batches);
    }

    @Test
    void copiesThatOnlyComeNeedNoOtherMap() throws Exception {
        PlacementMap.Header header = new PlacementMap.Header("g", 1, 1, 1, List.of("/w/a"));
        PlacementMap map = Planner.first(header, nodes(0, 4), List.of(24));
        Motion coming = new Motion(new Part(24, 3), Set.of());
        Motion unknown = new Motion(new Part(24, 4), Set.of("elsewhere"));
        assertEquals(
                List.of(new Batches.Batch(map, Set.of(coming, unknown))), Batches.of(map, List.of(coming, unknown)));
    }
}
