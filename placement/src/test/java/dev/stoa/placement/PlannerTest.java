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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlannerTest {
    /** Figure 2 of VectorH: 12 partitions on 4 nodes with 3 copies, and node 4 fails. */
    @Test
    void figure2() throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(4, 1), 3, 4, 12);
        PartitionClass before = map.classOf(12).orElseThrow();
        for (int p = 0; p < 12; p++) {
            assertEquals(p / 3, before.responsible(p));
            assertEquals(List.of(p / 3, (p / 3 + 1) % 4, (p / 3 + 2) % 4), list(before.holders(p)));
        }
        Plan plan = Planner.next(map, map.nodes().subList(0, 3));
        assertEquals(9, plan.copies());
        assertEquals(3, plan.changes());
        Map<String, Set<Integer>> coming = new TreeMap<>();
        for (Plan.Move move : plan.moves()) {
            for (String node : move.coming()) {
                coming.computeIfAbsent(node, n -> new HashSet<>())
                        .add(move.part().number());
            }
        }
        assertEquals(Map.of("n2", Set.of(9, 10, 11), "n1", Set.of(6, 7, 8), "n0", Set.of(3, 4, 5)), coming);
        PartitionClass after = plan.after().classOf(12).orElseThrow();
        assertEquals(List.of(4, 4, 4), list(after.responsibilities(3)));
        assertEquals(List.of(12, 12, 12), list(after.copies(3)));
    }

    @ParameterizedTest
    @CsvSource({"4, 6, 192, 64", "4, 8, 192, 96", "8, 16, 192, 96", "16, 12, 192, 48", "1000, 1001, 10000, 9"})
    void resizesChangeAsFewAsTheBound(int from, int to, int partitions, int fewest) throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(from, 1), 1, 4, partitions);
        Plan plan = Planner.next(map, MapChecks.nodes(to, 1));
        assertEquals(fewest, plan.changes());
        assertEquals(fewest, plan.copies());
        MapChecks.checkMap(plan.after(), true, from + " to " + to);
    }

    @Test
    void nodesThatComeAndGoOneByOne() throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(4, 4), 1, 4, 192);
        int moves = 0;
        List<Integer> sizes = new ArrayList<>();
        for (int n = 5; n <= 16; n++) {
            sizes.add(n);
        }
        for (int n = 15; n >= 4; n--) {
            sizes.add(n);
        }
        for (int n : sizes) {
            Plan plan = Planner.next(map, MapChecks.nodes(n, 4));
            MapChecks.checkStep(map, plan, true, n + " nodes");
            moves += plan.changes();
            map = plan.after();
        }
        assertEquals(490, moves);
    }

    @ParameterizedTest
    @CsvSource({"9, 180, 1", "100, 1000, 10", "100, 1000, 1"})
    void failuresCopyWhatWasLost(int count, int partitions, int failed) throws Exception {
        List<PlacementNode> nodes = MapChecks.nodes(count, Math.min(count, 10));
        PlacementMap map = MapChecks.first(nodes, 3, 4, partitions);
        PartitionClass before = map.classOf(partitions).orElseThrow();
        int lost = Arrays.stream(before.copies(count)).limit(failed).sum();
        Plan plan = Planner.next(map, nodes.subList(failed, count));
        assertEquals(lost, plan.copies());
        assertEquals(Arrays.stream(before.responsibilities(count)).limit(failed).sum(), plan.changes());
        MapChecks.checkMap(plan.after(), true, "failed " + failed);
    }

    /** If files stay where they are, the heirs of a dead node are nodes that hold its partitions. */
    @ParameterizedTest
    @CsvSource({"9, 180", "100, 1000"})
    void inPlaceHoldersBecomeResponsible(int count, int partitions) throws Exception {
        List<PlacementNode> nodes = MapChecks.nodes(count, 3);
        PlacementMap map = MapChecks.first(nodes, 3, 4, partitions);
        Plan plan = Planner.nextInPlace(map, nodes.subList(1, count));
        MapChecks.checkMap(plan.after(), true, "in place");
        assertEquals(0, MapChecks.strangers(plan));
        assertTrue(MapChecks.strangers(Planner.next(map, nodes.subList(1, count))) > 0, "fewest changes need copies");
        assertTrue(plan.changes() > plan.fewestChanges());
    }

    @Test
    void aSecondRackGetsACopyOfEachPartition() throws Exception {
        List<PlacementNode> nodes = new ArrayList<>(MapChecks.nodes(6, 1));
        PlacementMap map = MapChecks.first(nodes, 3, 4, 24);
        nodes.add(new PlacementNode("far", "/far", 1, PlacementNode.State.IN));
        Plan plan = Planner.next(map, nodes);
        MapChecks.checkMap(plan.after(), false, "two racks");
        assertEquals(24, plan.copies(), "one for each partition, and no other");
    }

    @ParameterizedTest
    @CsvSource({"9, 4, 3", "100, 4, 34", "100, 12, 100"})
    void spreadIsHowManyNodesHelp(int count, int spread, int fewestNodes) throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(count, count), 3, spread, 10 * count);
        PartitionClass each = map.classOf(10 * count).orElseThrow();
        Set<Integer> helpers = new HashSet<>();
        for (int p = 0; p < each.partitions(); p++) {
            if (each.holds(p, 0)) {
                helpers.addAll(list(each.holders(p)));
            }
        }
        helpers.remove(0);
        assertEquals(spread, helpers.size());
        int covering = CoveringNodes.of(map).size();
        assertTrue(covering <= fewestNodes, covering + " nodes");
    }

    @Test
    void heavyNodesGetMore() throws Exception {
        List<PlacementNode> nodes = new ArrayList<>(MapChecks.nodes(6, 3));
        nodes.set(0, new PlacementNode("n0", "/r0", 3, PlacementNode.State.IN));
        PlacementMap map = MapChecks.first(nodes, 2, 4, 80);
        MapChecks.checkMap(map, false, "weights");
        assertEquals(
                List.of(30, 10, 10, 10, 10, 10),
                list(map.classOf(80).orElseThrow().responsibilities(6)));
        assertEquals(
                List.of(60, 20, 20, 20, 20, 20),
                list(map.classOf(80).orElseThrow().copies(6)));
    }

    @Test
    void oneRackOfTwoIsSmall() throws Exception {
        List<PlacementNode> nodes = new ArrayList<>(MapChecks.nodes(7, 1));
        nodes.add(new PlacementNode("far", "/far", 1, PlacementNode.State.IN));
        PlacementMap map = MapChecks.first(nodes, 3, 4, 70);
        MapChecks.checkMap(map, false, "racks");
        assertEquals(
                List.of(20, 20, 20, 20, 20, 20, 20, 70),
                list(map.classOf(70).orElseThrow().copies(8)));
    }

    @Test
    void tablesOfOneClassShareNodes() throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(5, 2), 3, 4, 24);
        Plan same = Planner.withTable(map, "/c", 24);
        assertEquals(0, same.copies());
        assertEquals(List.of("/a", "/b", "/c"), same.after().header().roots());
        Plan other = Planner.withTable(map, "/c", 30);
        assertEquals(0, other.copies());
        MapChecks.checkMap(other.after(), true, "class 30");
        assertEquals(2, other.after().classes().size());
        assertThrows(PlacementException.class, () -> Planner.withTable(map, "/a", 24));
    }

    @Test
    void aClusterWithoutNodesHasNoMap() throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(2, 1), 3, 4, 8);
        PlacementException failure = assertThrows(PlacementException.class, () -> Planner.next(map, List.of()));
        assertTrue(failure.getMessage().contains("name at least one that stays"), failure.getMessage());
    }

    @Test
    void fewerNodesThanCopies() throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(2, 2), 3, 4, 8);
        assertEquals(2, map.classOf(8).orElseThrow().replication());
        Plan plan = Planner.next(map, MapChecks.nodes(3, 2));
        MapChecks.checkMap(plan.after(), true, "3 nodes");
        assertEquals(8, plan.copies());
    }

    private static List<Integer> list(int[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }
}
