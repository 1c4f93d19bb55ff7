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
package dev.stoa.cli.internal.place;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Plan;
import dev.stoa.placement.Planner;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import picocli.CommandLine.Option;

/** The options of {@code plan} and {@code apply}: how the cluster changes. */
final class ClusterChange {
    @Option(
            names = "--add",
            split = ",",
            paramLabel = "NODE",
            description = "Nodes that join: HOST=/RACK or HOST=/RACK=WEIGHT.")
    private List<String> added = List.of();

    @Option(
            names = "--remove",
            split = ",",
            paramLabel = "HOST",
            description = "Nodes to empty. Their copies are still readable.")
    private List<String> removed = List.of();

    @Option(names = "--failed", split = ",", paramLabel = "HOST", description = "Nodes whose copies are lost.")
    private List<String> failed = List.of();

    @Option(
            names = "--live",
            description = "Take the live datanodes of the group's HDFS: others have failed, new ones join.")
    private boolean live;

    /** Plans the change. */
    Plan plan(PlacementMap map, FileSystem fs) throws IOException {
        Map<String, PlacementNode> nodes = new LinkedHashMap<>();
        map.nodes().forEach(node -> nodes.put(node.name(), node));
        if (live) {
            Map<String, PlacementNode> found = new LinkedHashMap<>();
            NodeList.live(fs).forEach(node -> found.put(node.name(), node));
            nodes.keySet().retainAll(found.keySet());
            found.forEach(nodes::putIfAbsent);
        }
        for (String text : added) {
            PlacementNode node = NodeList.node(text);
            PlacementNode known = nodes.get(node.name());
            if (known != null && known.state() == PlacementNode.State.IN) {
                throw CommandException.usage("--add " + node.name() + ": the group has this node already");
            }
            nodes.put(node.name(), node);
        }
        for (String name : removed) {
            nodes.put(name, known(nodes, "--remove", name).in(PlacementNode.State.DRAINING));
        }
        for (String name : failed) {
            nodes.remove(known(nodes, "--failed", name).name());
        }
        return Planner.next(map, List.copyOf(nodes.values()));
    }

    private static PlacementNode known(Map<String, PlacementNode> nodes, String option, String name) {
        PlacementNode node = nodes.get(name);
        if (node == null) {
            throw CommandException.usage(
                    option + " " + name + ": the group has no such node; 'stoa place show' lists them");
        }
        return node;
    }
}
