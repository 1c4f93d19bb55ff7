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
import java.util.function.ToLongFunction;

/**
 * Chooses nodes for the workers of an engine: the nodes of a list that together hold the most bytes (VectorH, section 4). It adds
 * the node with the most new bytes, again and again. Then it exchanges nodes as long as an exchange adds bytes.
 */
public final class WorkerSet {
    private final PlacementMap map;
    private final List<BitSet> held;
    private final long[] bytes;
    private final List<Integer> viable = new ArrayList<>();
    private final List<Integer> chosen = new ArrayList<>();

    private WorkerSet(PlacementMap map, Collection<String> names, ToLongFunction<Part> bytesOf) {
        this.map = map;
        held = CoveringNodes.held(map);
        bytes = new long
                [map.classes().stream().mapToInt(PartitionClass::partitions).sum()];
        int next = 0;
        for (PartitionClass each : map.classes()) {
            for (int number = 0; number < each.partitions(); number++) {
                bytes[next++] = bytesOf.applyAsLong(new Part(each.partitions(), number));
            }
        }
        for (int node = 0; node < held.size(); node++) {
            if (names.contains(map.nodes().get(node).name())) {
                viable.add(node);
            }
        }
    }

    /**
     * Returns the nodes.
     *
     * @param viable names of nodes that have room for a worker; those that the map does not have are left out
     * @param count how many nodes to choose; fewer if fewer are viable
     * @param bytes of each part, which say how much it counts
     * @return the names, in order
     * @throws IllegalArgumentException if the count is less than 1
     */
    public static List<String> of(PlacementMap map, Collection<String> viable, int count, ToLongFunction<Part> bytes) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " workers are out of range; give 1 or more");
        }
        WorkerSet set = new WorkerSet(map, viable, bytes);
        set.choose(count);
        set.exchange();
        return set.names();
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        chosen.forEach(node -> names.add(map.nodes().get(node).name()));
        Collections.sort(names);
        return names;
    }

    /** Takes the node that adds most bytes. If none adds any, it takes the one that holds most. */
    private void choose(int count) {
        BitSet covered = new BitSet();
        while (chosen.size() < Math.min(count, viable.size())) {
            int best = -1;
            for (int node : viable) {
                boolean isFree = !chosen.contains(node);
                if (isFree && (best < 0 || isBetter(node, best, covered))) {
                    best = node;
                }
            }
            chosen.add(best);
            covered.or(held.get(best));
        }
    }

    private boolean isBetter(int node, int other, BitSet covered) {
        int order = Long.compare(added(node, covered), added(other, covered));
        return order > 0 || order == 0 && sum(held.get(node)) > sum(held.get(other));
    }

    private long added(int node, BitSet covered) {
        BitSet adds = (BitSet) held.get(node).clone();
        adds.andNot(covered);
        return sum(adds);
    }

    private void exchange() {
        for (boolean again = true; again; ) {
            again = false;
            for (int i = 0; i < chosen.size(); i++) {
                BitSet others = new BitSet();
                for (int j = 0; j < chosen.size(); j++) {
                    if (j != i) {
                        others.or(held.get(chosen.get(j)));
                    }
                }
                for (int node : viable) {
                    boolean isFree = !chosen.contains(node);
                    if (isFree && added(node, others) > added(chosen.get(i), others)) {
                        chosen.set(i, node);
                        again = true;
                    }
                }
            }
        }
    }

    private long sum(BitSet parts) {
        return parts.stream().mapToLong(part -> bytes[part]).sum();
    }
}
