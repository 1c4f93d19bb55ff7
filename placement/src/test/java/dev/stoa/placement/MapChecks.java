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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What holds for each map and each step, computed apart from the planner. */
final class MapChecks {
    private MapChecks() {}

    static PlacementMap first(List<PlacementNode> nodes, int replication, int spread, Integer... classes)
            throws PlacementException {
        return Planner.first(
                new PlacementMap.Header("test", 1, replication, spread, List.of("/a", "/b")), nodes, List.of(classes));
    }

    static List<PlacementNode> nodes(int count, int racks) {
        List<PlacementNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(node(i, racks));
        }
        return nodes;
    }

    static PlacementNode node(int number, int racks) {
        return new PlacementNode("n" + number, "/r" + number % racks, 1, PlacementNode.State.IN);
    }

    /** Different holders, two racks, and equal shares within one, for nodes of equal weight. */
    static void checkMap(PlacementMap map, boolean isEqual, String what) {
        List<Integer> takers = takers(map);
        Set<String> racks = new HashSet<>();
        takers.forEach(node -> racks.add(map.nodes().get(node).rack()));
        for (PartitionClass each : map.classes()) {
            int copies = Math.min(map.header().replication(), takers.size());
            assertEquals(copies, each.replication(), what);
            for (int p = 0; p < each.partitions(); p++) {
                Set<Integer> holders = new HashSet<>();
                Set<String> ofHolders = new HashSet<>();
                for (int node : each.holders(p)) {
                    assertTrue(takers.contains(node), what);
                    holders.add(node);
                    ofHolders.add(map.nodes().get(node).rack());
                }
                assertEquals(copies, holders.size(), what + ": the same node twice for " + p);
                assertTrue(copies == 1 || racks.size() == 1 || ofHolders.size() > 1, what + ": one rack for " + p);
            }
            if (isEqual) {
                checkEqual(each.responsibilities(map.nodes().size()), takers, what + ": responsibilities");
                checkEqual(each.copies(map.nodes().size()), takers, what + ": copies");
            }
        }
    }

    private static void checkEqual(int[] counts, List<Integer> takers, String what) {
        List<Integer> found = takers.stream().map(node -> counts[node]).toList();
        assertTrue(Collections.max(found) - Collections.min(found) <= 1, what + " " + Arrays.toString(counts));
    }

    private static List<Integer> takers(PlacementMap map) {
        List<Integer> takers = new ArrayList<>();
        for (int i = 0; i < map.nodes().size(); i++) {
            if (map.nodes().get(i).state() == PlacementNode.State.IN) {
                takers.add(i);
            }
        }
        return takers;
    }

    /** How many units must move at least to equal shares: those of nodes that leave, and what others have above their share. */
    static int fewest(Map<String, Integer> has, List<String> takers, int total) {
        int quota = total / takers.size();
        int leaving = has.entrySet().stream()
                .filter(entry -> !takers.contains(entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
        int above = 0;
        int larger = 0;
        for (String node : takers) {
            int count = has.getOrDefault(node, 0);
            above += Math.max(0, count - quota - 1);
            larger += count > quota ? 1 : 0;
        }
        int missing = total - has.values().stream().mapToInt(Integer::intValue).sum();
        return missing + leaving + above + Math.max(0, larger - total % takers.size());
    }

    /**
     * Checks a step between two maps of nodes of equal weight: always the fewest changes. Different nodes and two racks may need
     * more copies than equal shares alone. Where they do not, no node sends and receives.
     */
    static void checkStep(PlacementMap before, Plan plan, boolean isBalanced, String what) {
        PlacementMap after = plan.after();
        assertEquals(before.header().epoch() + 1, after.header().epoch(), what);
        List<String> takers = takers(after).stream()
                .map(node -> after.nodes().get(node).name())
                .toList();
        int fewestChanges = 0;
        int fewestCopies = 0;
        for (PartitionClass each : before.classes()) {
            Map<String, Integer> copies = new TreeMap<>();
            Map<String, Integer> responsible = new TreeMap<>();
            int[] ofCopies = each.copies(before.nodes().size());
            int[] ofResponsible = each.responsibilities(before.nodes().size());
            for (int i = 0; i < ofCopies.length; i++) {
                copies.put(before.nodes().get(i).name(), ofCopies[i]);
                responsible.put(before.nodes().get(i).name(), ofResponsible[i]);
            }
            int next = after.classOf(each.partitions()).orElseThrow().replication();
            fewestChanges += fewest(responsible, takers, each.partitions());
            fewestCopies += fewest(copies, takers, next * each.partitions());
        }
        assertEquals(fewestChanges, plan.changes(), what + ": changes of the responsible node");
        if (isBalanced) {
            assertTrue(plan.fewestCopies() >= fewestCopies, what + ": bound of copies");
            assertTrue(plan.copies() >= fewestCopies, what + ": " + plan.copies() + " copies, bound " + fewestCopies);
            if (plan.copies() == fewestCopies) {
                checkSenders(plan, takers, what);
            }
        }
    }

    /** How many partitions get a responsible node that did not hold them. */
    static long strangers(Plan plan) {
        return plan.moves().stream()
                .filter(move -> move.coming().contains(move.responsibleAfter()))
                .count();
    }

    private static void checkSenders(Plan plan, List<String> takers, String what) {
        Map<Integer, Set<String>> sends = new TreeMap<>();
        Map<Integer, Set<String>> receives = new TreeMap<>();
        for (Plan.Move move : plan.moves()) {
            int partitions = move.part().partitions();
            sends.computeIfAbsent(partitions, c -> new HashSet<>()).addAll(move.leaving());
            receives.computeIfAbsent(partitions, c -> new HashSet<>()).addAll(move.coming());
        }
        sends.forEach((partitions, senders) -> {
            senders.retainAll(takers);
            senders.retainAll(receives.get(partitions));
            assertEquals(Set.of(), senders, what + ": these send and receive");
        });
    }
}
