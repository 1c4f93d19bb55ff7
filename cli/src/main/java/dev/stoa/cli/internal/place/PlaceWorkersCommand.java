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
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.placement.CoveringNodes;
import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.WorkerSet;
import dev.stoa.table.placement.PartFile;
import dev.stoa.table.placement.PlacementGroup;
import dev.stoa.vio.Placement;
import dev.stoa.vio.ReplicaStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place workers}. */
@Command(
        name = "workers",
        mixinStandardHelpOptions = true,
        description = {
            "Chooses nodes for an engine that needs only some of them: the nodes that together have most bytes of the group.",
            "Without --count it chooses few nodes that together hold all partitions."
        },
        footer = {
            "",
            "Examples:",
            "  stoa place workers hdfs:///warehouse/_placement",
            "  stoa place workers hdfs:///warehouse/_placement --count 4 --of host1,host2,host5,host7,host8"
        })
final class PlaceWorkersCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "Number of nodes. Default: few nodes that together hold all partitions.")
    private Integer count;

    @Option(
            names = "--of",
            split = ",",
            paramLabel = "HOST",
            description =
                    "Nodes with room for a worker. Default: the live nodes of HDFS; on other stores, the nodes of the map.")
    private List<String> of = List.of();

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PlacementGroup maps = MapStore.of(group, hadoop.configuration()).group();
        PlacementMap map = maps.existing();
        List<PartFile> files = maps.files(map);
        List<String> workers = workers(map, viable(map, maps.store()), files);
        PrintWriter out = spec.commandLine().getOut();
        TextTable text = new TextTable(List.of("worker", "rack", ">has"));
        for (PlacementNode node : map.nodes()) {
            if (workers.contains(node.name())) {
                text.row(node.name(), node.rack(), Sizes.text(bytes(files, List.of(node.name()))));
            }
        }
        text.print(out);
        long all = files.stream().mapToLong(file -> file.file().length()).sum();
        out.println(Counted.text(
                        "%d of %d node[s have| has] ",
                        workers.size(), map.nodes().size()) + Sizes.text(bytes(files, workers)) + " of the "
                + Sizes.text(all));
        out.flush();
        return 0;
    }

    private List<String> viable(PlacementMap map, ReplicaStore store) throws IOException {
        List<String> names = map.nodes().stream().map(PlacementNode::name).toList();
        for (String host : of) {
            if (!names.contains(host)) {
                throw CommandException.usage(
                        "--of " + host + ": the group has no such node; 'stoa place show' lists them");
            }
        }
        if (!of.isEmpty()) {
            return of;
        }
        return store.hasReplicas()
                ? store.nodes().stream().map(ReplicaStore.Node::host).toList()
                : names;
    }

    private List<String> workers(PlacementMap map, List<String> viable, List<PartFile> files) {
        if (count == null) {
            return CoveringNodes.of(map, viable);
        }
        Map<Part, Long> bytes = PlacePrinter.bytes(files);
        try {
            return WorkerSet.of(map, viable, count, part -> bytes.getOrDefault(part, bytes.isEmpty() ? 1L : 0L));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--count: " + e.getMessage());
        }
    }

    /** Returns how many bytes have a replica on one of some hosts. */
    private static long bytes(List<PartFile> files, List<String> hosts) {
        return files.stream()
                .flatMap(file -> file.file().blocks().stream())
                .filter(block -> !Collections.disjoint(block.hosts(), hosts))
                .mapToLong(Placement::length)
                .sum();
    }
}
