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
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Finds few nodes that together hold all partitions: enough to work on when the cluster is idle (VectorH, section 4). It takes
 * the node that adds most, again and again, from several starts. Then it drops nodes that the others make unnecessary. Chains of equal nodes need one node in {@code replication}.
 */
public final class CoveringNodes {
    private CoveringNodes() {}

    /** Returns the names of the nodes, in order. */
    public static List<String> of(PlacementMap map) {
        return of(map, map.nodes().stream().map(PlacementNode::name).toList());
    }

    /**
     * Returns few nodes of a list that together hold all partitions that the nodes of the list hold.
     *
     * @param viable names of nodes; those that the map does not have are no help
     * @return the names, in order
     */
    public static List<String> of(PlacementMap map, Collection<String> viable) {
        int partitions =
                map.classes().stream().mapToInt(PartitionClass::partitions).sum();
        List<BitSet> held = held(map);
        BitSet all = new BitSet(partitions);
        for (int node = 0; node < held.size(); node++) {
            if (viable.contains(map.nodes().get(node).name())) {
                all.or(held.get(node));
            } else {
                held.get(node).clear();
            }
        }
        List<Integer> best = List.of();
        int starts = Math.min(map.nodes().size(), map.header().replication());
        for (int start = 0; start < starts; start++) {
            List<Integer> found = greedy(held, all, start);
            best = best.isEmpty() || found.size() < best.size() ? found : best;
        }
        List<String> names = new ArrayList<>();
        best.forEach(node -> names.add(map.nodes().get(node).name()));
        Collections.sort(names);
        return names;
    }

    /** Returns by node which partitions it holds, those of all classes numbered one after the other. */
    static List<BitSet> held(PlacementMap map) {
        List<BitSet> held = new ArrayList<>();
        for (int node = 0; node < map.nodes().size(); node++) {
            held.add(new BitSet());
        }
        int first = 0;
        for (PartitionClass each : map.classes()) {
            for (int p = 0; p < each.partitions(); p++) {
                for (int node : each.holders(p)) {
                    held.get(node).set(first + p);
                }
            }
            first += each.partitions();
        }
        return held;
    }

    private static List<Integer> greedy(List<BitSet> held, BitSet all, int start) {
        List<Integer> chosen = new ArrayList<>();
        BitSet missing = (BitSet) all.clone();
        int node = start;
        while (!missing.isEmpty()) {
            chosen.add(node);
            missing.andNot(held.get(node));
            int most = 0;
            for (int i = 0; i < held.size(); i++) {
                BitSet adds = (BitSet) held.get(i).clone();
                adds.and(missing);
                int count = adds.cardinality();
                if (count > most) {
                    most = count;
                    node = i;
                }
            }
        }
        BitSet needed = new BitSet();
        chosen.forEach(needed::set);
        for (int each : chosen) {
            needed.clear(each);
            BitSet others = new BitSet();
            needed.stream().forEach(other -> others.or(held.get(other)));
            if (!others.equals(all)) {
                needed.set(each);
            }
        }
        return needed.stream().boxed().toList();
    }
}
