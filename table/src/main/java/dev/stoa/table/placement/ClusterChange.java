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
package dev.stoa.table.placement;

import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Plan;
import dev.stoa.placement.Planner;
import dev.stoa.vio.ReplicaStore;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A change of a cluster, as administrators write it.
 *
 * @param added nodes that join: {@code HOST=/RACK}, or with a weight {@code HOST=/RACK=2}
 * @param removed names of nodes to empty, whose copies are still readable
 * @param failed names of nodes whose copies are lost
 * @param live whether the live nodes of the store are the cluster: others have failed, new ones join
 */
public record ClusterChange(List<String> added, List<String> removed, List<String> failed, boolean live) {

    /**
     * Plans the change. Changes nothing.
     *
     * @param moves whether the files will move to the nodes of the next map. If not, partitions get a responsible node that
     *     holds them already, as far as equal shares allow; on a store without replicas no node holds a file
     * @throws IllegalArgumentException if a node is added that the group has, or one is named that it does not have
     * @throws IOException if the store can't say which nodes are live, or no node is left
     */
    public Plan plan(PlacementMap map, ReplicaStore store, boolean moves) throws IOException {
        Map<String, PlacementNode> nodes = new LinkedHashMap<>();
        map.nodes().forEach(node -> nodes.put(node.name(), node));
        if (live) {
            Map<String, PlacementNode> found = new LinkedHashMap<>();
            live(store).forEach(node -> found.put(node.name(), node));
            nodes.keySet().retainAll(found.keySet());
            found.forEach(nodes::putIfAbsent);
        }
        for (String text : added) {
            PlacementNode node = node(text);
            PlacementNode known = nodes.get(node.name());
            if (known != null && known.state() == PlacementNode.State.IN) {
                throw new IllegalArgumentException("add " + node.name() + ": the group has this node already");
            }
            nodes.put(node.name(), node);
        }
        for (String name : removed) {
            nodes.put(name, known(nodes, "remove", name).in(PlacementNode.State.DRAINING));
        }
        for (String name : failed) {
            nodes.remove(known(nodes, "failed", name).name());
        }
        List<PlacementNode> cluster = List.copyOf(nodes.values());
        return moves || !store.hasReplicas() ? Planner.next(map, cluster) : Planner.nextInPlace(map, cluster);
    }

    private static PlacementNode known(Map<String, PlacementNode> nodes, String option, String name) {
        PlacementNode node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException(
                    option + " " + name + ": the group has no such node; 'stoa place show' lists them");
        }
        return node;
    }

    /**
     * Reads a node.
     *
     * @param text HOST=/RACK or HOST=/RACK=WEIGHT
     * @throws IllegalArgumentException if the text names none
     */
    public static PlacementNode node(String text) {
        String[] words = text.split("=", -1);
        if (words.length == 2 || words.length == 3 && words[2].matches("[0-9]{1,4}")) {
            int weight = words.length == 3 ? Integer.parseInt(words[2]) : 1;
            return new PlacementNode(words[0], words[1], weight, PlacementNode.State.IN);
        }
        throw new IllegalArgumentException("'" + text + "' is not a node; write HOST=/RACK or HOST=/RACK=WEIGHT");
    }

    /**
     * Returns the live nodes of a store.
     *
     * @throws IOException if it can't say which are live
     */
    public static List<PlacementNode> live(ReplicaStore store) throws IOException {
        return store.nodes().stream()
                .map(node -> new PlacementNode(node.host(), node.rack(), 1, PlacementNode.State.IN))
                .toList();
    }
}
