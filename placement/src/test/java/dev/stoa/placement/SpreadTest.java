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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many nodes share partitions with a node, after losses and joins. */
final class SpreadTest {
    private static PlacementNode node(int number) {
        return new PlacementNode("n" + number, "/r" + number % 4, 1, PlacementNode.State.IN);
    }

    private static double partners(PlacementMap map) {
        BitSet[] partners = map.nodes().stream().map(node -> new BitSet()).toArray(BitSet[]::new);
        PartitionClass all = map.classes().get(0);
        for (int p = 0; p < all.partitions(); p++) {
            for (int node : all.holders(p)) {
                IntStream.of(all.holders(p)).filter(other -> other != node).forEach(partners[node]::set);
            }
        }
        return IntStream.range(0, partners.length)
                .map(i -> partners[i].cardinality())
                .average()
                .orElseThrow();
    }

    @Test
    void lossesAndJoinsLeaveFewPartners() throws Exception {
        List<PlacementNode> nodes = new ArrayList<>(
                IntStream.range(0, 100).mapToObj(SpreadTest::node).toList());
        PlacementMap.Header header = new PlacementMap.Header("g", 1, 3, 4, List.of());
        PlacementMap map = Planner.first(header, nodes, List.of(1000));
        assertEquals(4, partners(map));
        Random random = new Random(1);
        for (int step = 0; step < 5; step++) {
            nodes.remove(random.nextInt(nodes.size()));
            Plan loss = Planner.next(map, nodes);
            assertEquals(loss.fewestCopies(), loss.copies());
            nodes.add(node(100 + step));
            Plan join = Planner.next(loss.after(), nodes);
            assertEquals(join.fewestCopies(), join.copies());
            assertEquals(join.fewestChanges(), join.changes());
            map = join.after();
        }
        assertTrue(partners(map) < 7, partners(map) + " partners; without a pass for it, 9.6");
    }
}
