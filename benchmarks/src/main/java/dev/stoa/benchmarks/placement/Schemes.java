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
package dev.stoa.benchmarks.placement;

import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import dev.stoa.placement.Rendezvous;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Ways to give partitions to nodes, each as a cluster that changes its size. Nodes have numbers; the highest ones leave first. */
final class Schemes {
    static final String MAP = "map";
    static final String RENDEZVOUS = "rendezvous, bound 1.1";

    /** The ways by their names, each begun anew. */
    static final Map<String, Start> ALL = new LinkedHashMap<>();

    private static final double LOOSE = 1e9;
    private static final int POINTS = 100;
    private static final int SLOTS = 16_384;

    static {
        ALL.put(MAP, MapScheme::new);
        ALL.put(
                "round robin",
                partitions -> nodes ->
                        IntStream.range(0, partitions).map(p -> p % nodes).toArray());
        ALL.put("ring, 100 points", partitions -> nodes -> ring(partitions, nodes, LOOSE));
        ALL.put("ring, bound 1.1", partitions -> nodes -> ring(partitions, nodes, Rendezvous.BOUND));
        ALL.put("rendezvous", partitions -> nodes -> Rendezvous.assign(partitions, names(nodes), LOOSE));
        ALL.put(RENDEZVOUS, partitions -> nodes -> Rendezvous.assign(partitions, names(nodes), Rendezvous.BOUND));
        ALL.put(
                "jump hash",
                partitions -> nodes -> IntStream.range(0, partitions)
                        .map(p -> jump(hash(p), nodes))
                        .toArray());
        ALL.put("16,384 slots", SlotScheme::new);
    }

    private Schemes() {}

    /** A cluster that changes its size. */
    interface Scheme {
        /** Returns the node of each partition when the cluster has this many nodes. */
        int[] resize(int nodes) throws PlacementException;
    }

    /** Begins with no node. */
    interface Start {
        Scheme of(int partitions);
    }

    static List<String> names(int nodes) {
        return IntStream.range(0, nodes).mapToObj(i -> "node" + i).toList();
    }

    static List<PlacementNode> nodes(int count, int racks) {
        return IntStream.range(0, count)
                .mapToObj(i -> new PlacementNode("node" + i, "/rack" + i % racks, 1, PlacementNode.State.IN))
                .toList();
    }

    private static long hash(long number) {
        return Rendezvous.score(number, "part");
    }

    /** The planner of this project, with one copy of each partition. */
    private static final class MapScheme implements Scheme {
        private final int partitions;
        private PlacementMap map;

        MapScheme(int partitions) {
            this.partitions = partitions;
        }

        @Override
        public int[] resize(int nodes) throws PlacementException {
            List<PlacementNode> cluster = nodes(nodes, 1);
            PlacementMap.Header header = new PlacementMap.Header("benchmark", 1, 1, 1, List.of());
            map = map == null
                    ? Planner.first(header, cluster, List.of(partitions))
                    : Planner.next(map, cluster).after();
            PartitionClass all = map.classes().get(0);
            Map<String, Integer> numbers = new HashMap<>();
            names(nodes).forEach(name -> numbers.put(name, numbers.size()));
            return IntStream.range(0, partitions)
                    .map(p -> numbers.get(map.nodes().get(all.responsible(p)).name()))
                    .toArray();
        }
    }

    /** Slots that partitions hash to. A resize moves as few slots as equal shares of slots allow. */
    private static final class SlotScheme implements Scheme {
        private final int partitions;
        private final Scheme slots = new MapScheme(SLOTS);

        SlotScheme(int partitions) {
            this.partitions = partitions;
        }

        @Override
        public int[] resize(int nodes) throws PlacementException {
            int[] owners = slots.resize(nodes);
            return IntStream.range(0, partitions)
                    .map(p -> owners[Math.floorMod(hash(p), SLOTS)])
                    .toArray();
        }
    }

    /** A ring of points; a partition takes the next point whose node has room. */
    private static int[] ring(int partitions, int nodes, double bound) {
        TreeMap<Long, Integer> sorted = new TreeMap<>();
        for (int node = 0; node < nodes; node++) {
            for (int point = 0; point < POINTS; point++) {
                sorted.put(Rendezvous.score(point, "node" + node), node);
            }
        }
        long[] points = sorted.keySet().stream().mapToLong(Long::longValue).toArray();
        int[] owners = sorted.values().stream().mapToInt(Integer::intValue).toArray();
        double most = Math.ceil(bound * partitions / nodes);
        int[] taken = new int[nodes];
        int[] assigned = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            int found = Arrays.binarySearch(points, hash(p));
            int at = found < 0 ? -found - 1 : found;
            while (taken[owners[at % owners.length]] >= most) {
                at++;
            }
            assigned[p] = owners[at % owners.length];
            taken[assigned[p]]++;
        }
        return assigned;
    }

    /** The node of a key by jump consistent hashing. */
    private static int jump(long key, int nodes) {
        long state = key;
        long node = -1;
        long next = 0;
        while (next < nodes) {
            node = next;
            state = state * 2862933555777941757L + 1;
            next = (long) ((node + 1) * (0x1p31 / ((state >>> 33) + 1)));
        }
        return (int) node;
    }

    /** Returns the fewest partitions that can change their node so that all nodes have equal shares. */
    static int fewest(int[] before, int oldNodes, int newNodes) {
        int[] has = new int[Math.max(oldNodes, newNodes)];
        Arrays.stream(before).forEach(node -> has[node]++);
        int share = before.length / newNodes;
        int rest = before.length % newNodes;
        int moves = Arrays.stream(has, newNodes, has.length).sum();
        int above = 0;
        for (int node = 0; node < newNodes; node++) {
            moves += Math.max(0, has[node] - share - 1);
            above += has[node] > share ? 1 : 0;
        }
        return moves + Math.max(0, above - rest);
    }
}
