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
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.placement.CoveringNodes;
import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Plan;
import dev.stoa.placement.Planner;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stoa place simulate}. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description =
                "Plans for a cluster that does not exist: prints what moves when it grows, shrinks and loses nodes.",
        footer = {"", "Examples:", "  stoa place simulate --nodes 9 --racks 3 --class 180 --steps +2,-1,x1"})
final class PlaceSimulateCommand implements Callable<Integer> {
    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "9",
            description = "How many nodes. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
            names = "--racks",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many racks. Default: ${DEFAULT-VALUE}.")
    private int racks;

    @Option(
            names = "--class",
            paramLabel = "N",
            defaultValue = "192",
            description = "How many partitions. Default: ${DEFAULT-VALUE}.")
    private int partitions;

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
            description = "How many other nodes share partitions with a node. Default: ${DEFAULT-VALUE}.")
    private int spread;

    @Option(
            names = "--steps",
            split = ",",
            paramLabel = "STEP",
            defaultValue = "+1,x1",
            description =
                    "Steps: +2 adds two nodes, -2 empties the two oldest, x2 loses the two oldest. Default: ${DEFAULT-VALUE}.")
    private List<String> steps;

    @Spec
    private CommandSpec spec;

    private int named;

    @Override
    public Integer call() throws IOException {
        if (count < 1 || racks < 1) {
            throw CommandException.usage("--nodes and --racks must be 1 or more");
        }
        TextTable text = new TextTable(List.of(
                "step", ">nodes", ">copies", ">at least", ">changes", ">at least", ">fullest", ">cover", ">ms"));
        try {
            List<PlacementNode> nodes = new ArrayList<>();
            grow(nodes, count);
            long start = System.nanoTime();
            PlacementMap map = Planner.first(
                    new PlacementMap.Header("simulated", 1, replication, spread, List.of()),
                    nodes,
                    List.of(partitions));
            text.row(
                    "start",
                    count,
                    "",
                    "",
                    "",
                    "",
                    fullest(map),
                    CoveringNodes.of(map).size(),
                    millis(start));
            for (String step : steps) {
                nodes = changed(map.nodes(), step);
                start = System.nanoTime();
                Plan plan = Planner.next(map, nodes);
                long millis = millis(start);
                map = plan.after();
                text.row(
                        step,
                        takers(map),
                        plan.copies(),
                        plan.fewestCopies(),
                        plan.changes(),
                        plan.fewestChanges(),
                        fullest(map),
                        CoveringNodes.of(map).size(),
                        millis);
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        PrintWriter out = spec.commandLine().getOut();
        text.print(out);
        out.flush();
        return 0;
    }

    private void grow(List<PlacementNode> nodes, int more) {
        for (int i = 0; i < more; i++) {
            nodes.add(new PlacementNode("node" + named, "/rack" + named % racks, 1, PlacementNode.State.IN));
            named++;
        }
    }

    private List<PlacementNode> changed(List<PlacementNode> before, String step) {
        List<PlacementNode> nodes = new ArrayList<>(before);
        nodes.removeIf(node -> node.state() != PlacementNode.State.IN);
        int many = number(step);
        if (step.startsWith("+")) {
            grow(nodes, many);
        } else if (many >= nodes.size()) {
            throw CommandException.usage("step " + step + " leaves no node");
        } else if (step.startsWith("x")) {
            nodes.subList(0, many).clear();
        } else {
            nodes.replaceAll(node -> nodes.indexOf(node) < many ? node.in(PlacementNode.State.DRAINING) : node);
        }
        return nodes;
    }

    private static int number(String step) {
        boolean isStep = step.matches("[+x-][0-9]{1,5}");
        if (!isStep) {
            throw CommandException.usage("'" + step + "' is not a step; write +2, -2 or x2");
        }
        return Integer.parseInt(step.substring(1));
    }

    private static long takers(PlacementMap map) {
        return map.nodes().stream()
                .filter(node -> node.state() == PlacementNode.State.IN)
                .count();
    }

    /** The most copies of a node against the mean. */
    private static String fullest(PlacementMap map) {
        PartitionClass each = map.classes().get(0);
        int[] copies = each.copies(map.nodes().size());
        double mean = (double) each.partitions() * each.replication() / takers(map);
        return String.format("%.2f", Arrays.stream(copies).max().orElseThrow() / mean);
    }

    private static long millis(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
