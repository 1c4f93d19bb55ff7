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

import dev.stoa.placement.internal.Chains;
import dev.stoa.placement.internal.Cluster;
import dev.stoa.placement.internal.Heirs;
import dev.stoa.placement.internal.Layout;
import dev.stoa.placement.internal.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Makes maps. Each node gets its share of responsibilities and of copies by weight, rounded down or up. The copies of a
 * partition are on different nodes, and in two racks if the cluster has two. A step to another set of nodes changes as few
 * responsible nodes as that allows, and copies as little as that allows.
 */
public final class Planner {
    private Planner() {}

    /**
     * Makes the first map of a group.
     *
     * @param header with epoch 1
     * @param partitions the numbers of partitions of the group's classes
     * @throws PlacementException if no node takes partitions
     * @throws IllegalArgumentException if two nodes have one name, or a number of partitions is out of range
     */
    public static PlacementMap first(PlacementMap.Header header, List<PlacementNode> nodes, List<Integer> partitions)
            throws PlacementException {
        Cluster cluster = cluster(nodes);
        int copies = Math.min(header.replication(), takers(cluster));
        List<PartitionClass> classes = new ArrayList<>();
        for (int each : partitions) {
            checkPartitions(each);
            Layout chains = Chains.layout(cluster, each, copies, header.spread());
            Layout layout = Step.plan(cluster, chains, copies, header.spread(), Heirs.FEW)
                    .after();
            classes.add(new PartitionClass(each, copies, layout.holders(), new int[each][]));
        }
        return new PlacementMap(header, nodes, classes);
    }

    /**
     * Plans the next map for a changed cluster.
     *
     * @param nodes the whole cluster then; a node of the map that is not among them is lost
     * @throws PlacementException if no node takes partitions
     */
    public static Plan next(PlacementMap map, List<PlacementNode> nodes) throws PlacementException {
        return step(map, map.header().roots(), nodes, map.classes(), Heirs.FEW);
    }

    /**
     * Plans the next map for a changed cluster whose files stay where they are. Partitions get a
     * responsible node that holds them already, as far as equal shares allow. So more may change this node than in {@link #next}.
     *
     * @param nodes the whole cluster then; a node of the map that is not among them is lost
     * @throws PlacementException if no node takes partitions
     */
    public static Plan nextInPlace(PlacementMap map, List<PlacementNode> nodes) throws PlacementException {
        return step(map, map.header().roots(), nodes, map.classes(), Heirs.HOLDERS);
    }

    /**
     * Plans the next map with one more table, and with a class for it if the group has none of its size.
     *
     * @throws PlacementException if the group has the table
     */
    public static Plan withTable(PlacementMap map, String root, int partitions) throws PlacementException {
        checkPartitions(partitions);
        if (map.header().roots().contains(root)) {
            throw new PlacementException("the group has the table " + root + " already");
        }
        List<String> roots = new ArrayList<>(map.header().roots());
        roots.add(root);
        List<PartitionClass> classes = new ArrayList<>(map.classes());
        if (map.classOf(partitions).isEmpty()) {
            Cluster cluster = cluster(map.nodes());
            int copies = Math.min(map.header().replication(), takers(cluster));
            Layout chains =
                    Chains.layout(cluster, partitions, copies, map.header().spread());
            classes.add(new PartitionClass(
                    partitions,
                    copies,
                    Step.plan(cluster, chains, copies, map.header().spread(), Heirs.FEW)
                            .after()
                            .holders(),
                    new int[partitions][]));
        }
        return step(map, roots, map.nodes(), classes, Heirs.FEW);
    }

    private static Plan step(
            PlacementMap map, List<String> roots, List<PlacementNode> nodes, List<PartitionClass> classes, Heirs heirs)
            throws PlacementException {
        Map<String, PlacementNode> all = new LinkedHashMap<>();
        map.nodes().forEach(node -> all.put(node.name(), node.in(PlacementNode.State.OUT)));
        nodes.forEach(node -> all.put(node.name(), node));
        List<PlacementNode> union = List.copyOf(all.values());
        Cluster cluster = cluster(union);
        takers(cluster);
        List<PlacementNode> staying = union.stream()
                .filter(node -> node.state() != PlacementNode.State.OUT)
                .toList();
        Map<String, Integer> numbers = new HashMap<>();
        staying.forEach(node -> numbers.put(node.name(), numbers.size()));
        int[] renumbered = union.stream()
                .mapToInt(node -> numbers.getOrDefault(node.name(), -1))
                .toArray();
        List<PartitionClass> next = new ArrayList<>();
        List<Plan.Move> moves = new ArrayList<>();
        int fewestCopies = 0;
        int fewestChanges = 0;
        for (PartitionClass each : classes) {
            Layout before = layout(each);
            Step step = Step.plan(
                    cluster, before, map.header().replication(), map.header().spread(), heirs);
            fewestCopies += step.fewestCopies();
            fewestChanges += step.fewestChanges();
            next.add(renumbered(before, step.after(), renumbered));
            for (int p = 0; p < each.partitions(); p++) {
                if (differs(before, step.after(), p)) {
                    moves.add(move(union, before, step.after(), p));
                }
            }
        }
        PlacementMap.Header header = new PlacementMap.Header(
                map.header().group(),
                map.header().epoch() + 1,
                map.header().replication(),
                map.header().spread(),
                roots);
        return new Plan(new PlacementMap(header, staying, next), List.copyOf(moves), fewestCopies, fewestChanges);
    }

    private static Layout layout(PartitionClass of) {
        int[] holders = new int[of.partitions() * of.replication()];
        for (int p = 0; p < of.partitions(); p++) {
            System.arraycopy(of.holders(p), 0, holders, p * of.replication(), of.replication());
        }
        return new Layout(of.partitions(), of.replication(), holders);
    }

    private static PartitionClass renumbered(Layout before, Layout after, int[] numbers) {
        int[] holders =
                Arrays.stream(after.holders()).map(node -> numbers[node]).toArray();
        int[][] leavers = new int[after.partitions()][];
        for (int p = 0; p < leavers.length; p++) {
            if (differs(before, after, p)) {
                int partition = p;
                leavers[p] = nodes(before, p)
                        .filter(node -> !after.holds(partition, node) && numbers[node] >= 0)
                        .map(node -> numbers[node])
                        .toArray();
            }
        }
        return new PartitionClass(after.partitions(), after.replication(), holders, leavers);
    }

    private static boolean differs(Layout before, Layout after, int partition) {
        return nodes(before, partition).findFirst().orElseThrow()
                        != nodes(after, partition).findFirst().orElseThrow()
                || before.replication() != after.replication()
                || nodes(before, partition).anyMatch(node -> !after.holds(partition, node));
    }

    private static IntStream nodes(Layout layout, int partition) {
        int from = partition * layout.replication();
        return Arrays.stream(layout.holders(), from, from + layout.replication());
    }

    private static Plan.Move move(List<PlacementNode> all, Layout before, Layout after, int partition) {
        return new Plan.Move(
                new Part(before.partitions(), partition),
                nodes(after, partition)
                        .filter(node -> !before.holds(partition, node))
                        .mapToObj(node -> all.get(node).name())
                        .toList(),
                nodes(before, partition)
                        .filter(node -> !after.holds(partition, node))
                        .mapToObj(node -> all.get(node).name())
                        .toList(),
                all.get(nodes(before, partition).findFirst().orElseThrow()).name(),
                all.get(nodes(after, partition).findFirst().orElseThrow()).name());
    }

    private static Cluster cluster(List<PlacementNode> nodes) {
        int[] weights = new int[nodes.size()];
        int[] racks = new int[nodes.size()];
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < weights.length; i++) {
            PlacementNode node = nodes.get(i);
            weights[i] = node.state() == PlacementNode.State.IN ? node.weight() : 0;
            Integer known = numbers.putIfAbsent(node.rack(), numbers.size());
            racks[i] = known == null ? numbers.size() - 1 : known;
        }
        return new Cluster(weights, racks, numbers.size());
    }

    private static int takers(Cluster cluster) throws PlacementException {
        if (cluster.takers() == 0) {
            throw new PlacementException("no node takes partitions; name at least one that stays");
        }
        return cluster.takers();
    }

    private static void checkPartitions(int partitions) {
        if (partitions < 1 || partitions > PartitionClass.MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    partitions + " partitions are out of range; give 1 to " + PartitionClass.MOST_PARTITIONS);
        }
    }
}
