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
import dev.stoa.placement.Plan;
import dev.stoa.table.placement.ClusterChange;
import dev.stoa.vio.ReplicaStore;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of {@code plan} and {@code apply}: how the cluster changes. */
final class ChangeOptions {
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
            description =
                    "Compare with the live datanodes of the group's HDFS: nodes that are not live have failed, new ones join.")
    private boolean live;

    @Option(
            names = "--no-move",
            description = {
                "Leave files where they are; only new files follow the map. Partitions then go to nodes that already",
                "have them, as far as equal shares allow."
            })
    private boolean noMove;

    /** Whether files move to the nodes of the next map, if their store lets them. */
    boolean moves() {
        return !noMove;
    }

    /** Plans the change. */
    Plan plan(PlacementMap map, ReplicaStore store) throws IOException {
        try {
            return new ClusterChange(added, removed, failed, live).plan(map, store, moves());
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
    }
}
