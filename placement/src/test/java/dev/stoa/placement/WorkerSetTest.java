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
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class WorkerSetTest {
    /** The share of the best set that a greedy search has at least. */
    private static final double GREEDY = 1 - 1 / Math.E;

    private static List<String> names(PlacementMap map) {
        return map.nodes().stream().map(PlacementNode::name).toList();
    }

    private static long covered(PlacementMap map, List<String> nodes, long[] bytes) {
        PartitionClass each = map.classes().get(0);
        return IntStream.range(0, bytes.length)
                .filter(part ->
                        map.hosts(new Part(each.partitions(), part)).stream().anyMatch(nodes::contains))
                .mapToLong(part -> bytes[part])
                .sum();
    }

    /** The most bytes that a number of nodes can hold together, found by trying all choices. */
    private static long most(PlacementMap map, List<String> viable, int count, long[] bytes) {
        long most = 0;
        for (int set = 0; set < 1 << viable.size(); set++) {
            if (Integer.bitCount(set) == count) {
                BitSet bits = BitSet.valueOf(new long[] {set});
                most = Math.max(
                        most, covered(map, bits.stream().mapToObj(viable::get).toList(), bytes));
            }
        }
        return most;
    }

    @Test
    void theNodesWithMostBytes() throws Exception {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        Random random = new Random(seed);
        int exact = 0;
        double shares = 0;
        int tries = 60;
        for (int i = 0; i < tries; i++) {
            PlacementMap map = MapChecks.first(MapChecks.nodes(3 + random.nextInt(8), 3), 2, 4, 30);
            long[] bytes = random.longs(30, 0, 1000).toArray();
            List<String> viable = new ArrayList<>(names(map));
            viable.remove(random.nextInt(viable.size()));
            int count = 1 + random.nextInt(viable.size());
            List<String> set = WorkerSet.of(map, viable, count, part -> bytes[part.number()]);
            String what = "-Dstoa.seed=" + seed + ", try " + i + ": " + set;
            assertEquals(count, set.size(), what);
            assertTrue(viable.containsAll(set), what);
            long most = most(map, viable, count, bytes);
            long reached = covered(map, set, bytes);
            exact += reached == most ? 1 : 0;
            assertTrue(reached >= GREEDY * most, what + " has " + reached + ", the best has " + most);
            shares += (double) reached / most;
        }
        System.out.println("WorkerSetTest, seed " + seed + ": the best set in " + exact + " of " + tries + " tries");
        assertTrue(exact >= 0.8 * tries, exact + " of " + tries + " sets are the best, seed " + seed);
        assertTrue(shares >= 0.98 * tries, "on average " + shares / tries + " of the best, seed " + seed);
    }

    @Test
    void theSetShrinksWithTheCluster() throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(6, 3), 3, 4, 24);
        List<String> two = List.of("n1", "n4", "stranger");
        assertEquals(List.of("n1", "n4"), WorkerSet.of(map, two, 5, part -> 1), "fewer nodes than asked for");
        assertEquals(List.of(), WorkerSet.of(map, List.of(), 5, part -> 1));
        assertEquals(4, WorkerSet.of(map, names(map), 4, part -> 1).size(), "more nodes than have everything");
        assertThrows(IllegalArgumentException.class, () -> WorkerSet.of(map, two, 0, part -> 1));
    }

    @Test
    void fewNodesCoverWhatViableOnesHold() throws Exception {
        PlacementMap map = MapChecks.first(MapChecks.nodes(9, 9), 3, 2, 90);
        assertEquals(3, CoveringNodes.of(map).size());
        List<String> without = new ArrayList<>(names(map));
        without.removeAll(List.of("n0", "n3"));
        List<String> set = CoveringNodes.of(map, without);
        assertTrue(without.containsAll(set), set.toString());
        long[] each = new long[90];
        java.util.Arrays.fill(each, 1);
        assertEquals(covered(map, without, each), covered(map, set, each), set.toString());
        assertTrue(set.size() < without.size(), set.toString());
        assertEquals(List.of(), CoveringNodes.of(map, List.of("stranger")));
    }
}
