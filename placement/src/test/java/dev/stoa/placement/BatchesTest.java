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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
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

    @Test
    void eachMovedPartitionIsInOneBatchWhereItsNodesTellItApart() throws Exception {
        int several = 0;
        for (int size = 4; size < 20; size++) {
            PlacementMap.Header header = new PlacementMap.Header("g", 1, 3, 1, List.of("/w/a"));
            PlacementMap first = Planner.first(header, nodes(0, size), List.of(24, 60));
            List<PlacementNode> grown = new ArrayList<>(nodes(0, size + 2));
            PlacementMap after = Planner.next(first, grown).after();
            List<PlacementMap> batches = Batches.of(after);
            several += batches.size() > 1 ? 1 : 0;
            Map<String, Integer> seen = new HashMap<>();
            for (int b = 0; b < batches.size(); b++) {
                PlacementMap batch = PlacementMap.parse(batches.get(b).text(), "batch");
                assertEquals(after.nodes(), batch.nodes());
                assertEquals(batches.size() == 1 ? 2 : 3 + b, batch.header().epoch(), "epochs follow that of the map");
                Map<Set<Integer>, Set<Integer>> stays = new HashMap<>();
                for (int c = 0; c < 2; c++) {
                    PartitionClass all = after.classes().get(c);
                    PartitionClass some = batch.classes().get(c);
                    for (int p = 0; p < all.partitions(); p++) {
                        assertEquals(set(all.holders(p)), set(some.holders(p)));
                        assertEquals(all.isMoved(p), some.isMoved(p));
                        if (some.leavers(p).length > 0) {
                            assertEquals(set(all.leavers(p)), set(some.leavers(p)));
                            seen.merge(c + "." + p, 1, Integer::sum);
                            Set<Integer> union = set(all.holders(p));
                            union.addAll(set(all.leavers(p)));
                            Set<Integer> other = stays.putIfAbsent(union, set(all.holders(p)));
                            assertTrue(other == null || other.equals(set(all.holders(p))), "ambiguous in batch " + b);
                        }
                    }
                }
            }
            int moved = 0;
            for (PartitionClass each : after.classes()) {
                for (int p = 0; p < each.partitions(); p++) {
                    moved += each.leavers(p).length > 0 ? 1 : 0;
                }
            }
            assertEquals(moved, seen.size());
            assertTrue(seen.values().stream().allMatch(count -> count == 1));
        }
        assertTrue(several > 0, "some need several batches");
    }

    @Test
    void oneBatchIsTheMapItself() throws Exception {
        PlacementMap.Header header = new PlacementMap.Header("g", 1, 1, 1, List.of("/w/a"));
        PlacementMap map = Planner.first(header, nodes(0, 4), List.of(24));
        assertSame(map, Batches.of(map).get(0));
    }
}
