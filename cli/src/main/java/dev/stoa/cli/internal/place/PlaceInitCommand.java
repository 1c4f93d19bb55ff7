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
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import dev.stoa.table.placement.ClusterChange;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place init}. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Makes the first map of a group.",
        footer = {"", "Examples:", "  stoa place init hdfs:///warehouse/_placement --live --class 192 --replication 3"})
final class PlaceInitCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder for the maps.")
    private String group;

    @Option(
            names = "--nodes",
            paramLabel = "FILE",
            description = "A file with a node on each line: HOST=/RACK or HOST=/RACK=WEIGHT.")
    private String nodes;

    @Option(names = "--live", description = "Take the live datanodes of the group's HDFS.")
    private boolean live;

    @Option(
            names = "--class",
            split = ",",
            paramLabel = "N",
            defaultValue = "192",
            description = "Numbers of partitions of the tables. Default: ${DEFAULT-VALUE}.")
    private List<Integer> classes;

    @Option(
            names = "--replication",
            paramLabel = "N",
            defaultValue = "3",
            description = "Copies of each partition. Default: ${DEFAULT-VALUE}.")
    private int replication;

    @Option(
            names = "--spread",
            paramLabel = "N",
            defaultValue = "4",
            description = {
                "How many other nodes share partitions with a node. More nodes then share the work when one fails,",
                "and a loss of several nodes at once hits more partitions. Default: ${DEFAULT-VALUE}."
            })
    private int spread;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (live == (nodes != null)) {
            throw CommandException.usage("give either --nodes or --live");
        }
        MapStore store = MapStore.of(group, hadoop.configuration());
        if (store.group().newest().isPresent()) {
            throw CommandException.failed(group + " has a map already; change it by 'stoa place plan' and 'apply'");
        }
        PlacementMap map;
        try {
            List<PlacementNode> cluster =
                    live ? ClusterChange.live(store.group().store()) : listed();
            map = Planner.first(
                    new PlacementMap.Header(UUID.randomUUID().toString(), 1, replication, spread, List.of()),
                    cluster,
                    classes);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        store.group().publish(map);
        PrintWriter out = spec.commandLine().getOut();
        PlacePrinter.map(map, out);
        out.flush();
        return 0;
    }

    private List<PlacementNode> listed() throws IOException {
        return Files.readAllLines(Path.of(nodes)).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> ClusterChange.node(line.strip()))
                .toList();
    }
}
