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

import dev.stoa.benchmarks.charts.BarChart;
import dev.stoa.benchmarks.charts.GridChart;
import dev.stoa.benchmarks.charts.LineChart;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.Planner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The pictures of maps and their rivals. */
final class PlacementCharts {
    private static final String HISTORY = "4..16..4";

    private PlacementCharts() {}

    static List<Path> draw(Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
        files.add(write(folder, "figure-2", figure2()));
        BarChart moves = new BarChart("4 to 16 nodes and back, one by one, 192 partitions: moves", "partitions moved");
        moves.add(
                "fewest",
                Placement.value(results, "moves, " + HISTORY, "fewest").orElse(0.0),
                7);
        BarChart fullest = new BarChart(
                "1001 nodes, 10,000 partitions: the fullest node", "partitions of the fullest node, mean is 1");
        int colour = 0;
        for (String name : Schemes.ALL.keySet()) {
            moves.add(name, Placement.value(results, "moves, " + HISTORY, name).orElse(0.0), colour);
            fullest.add(
                    name,
                    Placement.value(results, "fullest, 1000 to 1001", name).orElse(0.0),
                    colour);
            colour++;
        }
        files.add(write(folder, "moves", moves.toString()));
        files.add(write(folder, "fullest", fullest.toString()));
        files.add(write(folder, "local", local(results)));
        files.add(write(folder, "balancer", balancer(results)));
        files.add(write(folder, "plan", plan(results)));
        files.add(write(folder, "spread", spread(results)));
        files.add(write(folder, "partitions", partitions(results)));
        files.add(write(folder, "first-scan", firstScan(results)));
        return files;
    }

    /** Figure 2 of VectorH: 12 partitions with three copies on four nodes, and the map after the fourth has failed. */
    private static String figure2() throws PlacementException {
        PlacementMap.Header header = new PlacementMap.Header("benchmark", 1, 3, 4, List.of());
        PlacementMap before = Planner.first(header, Schemes.nodes(4, 1), List.of(12));
        GridChart chart = new GridChart("12 partitions on four nodes, and after the last node has failed");
        chart.key("responsible", 1);
        chart.key("copy", 7);
        chart.key("copy that comes", 3);
        chart.key("responsible, copy comes", 6);
        grid(chart, "before", before, before);
        grid(chart, "after", before, Planner.next(before, Schemes.nodes(3, 1)).after());
        return chart.toString();
    }

    private static void grid(GridChart chart, String name, PlacementMap before, PlacementMap map) {
        chart.add(name, List.of());
        PartitionClass old = before.classes().get(0);
        PartitionClass all = map.classes().get(0);
        for (int node = 0; node < map.nodes().size(); node++) {
            int number = node;
            chart.add(
                    map.nodes().get(node).name(),
                    IntStream.range(0, all.partitions())
                            .map(part -> colour(old, all, part, number))
                            .boxed()
                            .toList());
        }
    }

    private static int colour(PartitionClass old, PartitionClass all, int part, int node) {
        if (!all.holds(part, node)) {
            return -1;
        }
        boolean comes = !old.holds(part, node);
        if (all.responsible(part) == node) {
            return comes ? 6 : 1;
        }
        return comes ? 3 : 7;
    }

    private static Path write(Path folder, String name, String svg) throws IOException {
        return Files.writeString(folder.resolve(Placement.NAME + "-" + name + ".svg"), svg);
    }

    private static OptionalDouble value(Results results, String item, String contender) {
        return Placement.value(results, item, contender).map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    private static String local(Results results) {
        BarChart chart = new BarChart("Local reads after a tenth of the nodes failed", "% of the blocks");
        int colour = 0;
        for (Failures.Placing placing :
                List.of(Failures.Placing.POLICY, Failures.Placing.FAVOURED, Failures.Placing.HDFS)) {
            String name = Placement.label(placing);
            for (int nodes : Placement.SIZES) {
                String item = "local, " + Math.max(2, nodes / 10) + " of " + nodes + " fail";
                chart.add(
                        name + ", " + nodes,
                        100 * Placement.value(results, item, name).orElse(0.0),
                        colour);
            }
            colour++;
        }
        return chart.toString();
    }

    private static String balancer(Results results) {
        BarChart chart = new BarChart("After HDFS's balancer with two empty nodes", "% of partitions or blocks");
        int colour = 0;
        for (Failures.Placing placing :
                List.of(Failures.Placing.POLICY, Failures.Placing.FAVOURED, Failures.Placing.HDFS)) {
            String name = Placement.label(placing);
            for (String item : List.of(BalancedBlocks.WHOLE, BalancedBlocks.LOCAL)) {
                chart.add(
                        name + ", " + item.substring(item.indexOf(' ') + 1),
                        100 * Placement.value(results, item, name).orElse(0.0),
                        colour);
            }
            colour++;
        }
        return chart.toString();
    }

    private static String plan(Results results) {
        LineChart chart = new LineChart(
                "Time to plan the loss of 2% of the nodes, 10 partitions a node",
                "nodes",
                "CPU time, ms",
                Placement.SIZES.stream().map(String::valueOf).toList());
        IntFunction<List<OptionalDouble>> times = racks -> Placement.SIZES.stream()
                .map(nodes -> value(results, Placement.plan(nodes, racks), "map"))
                .toList();
        chart.add("40 racks", times.apply(40), 0, false);
        chart.add("1 rack", times.apply(1), 1, false);
        return chart.toString();
    }

    /** Each cost against that of the fewest partitions. */
    private static String partitions(Results results) {
        LineChart chart = new LineChart(
                "The same rows in more partitions",
                "partitions",
                "times the cost with " + PartitionCosts.PARTITIONS.get(0),
                PartitionCosts.PARTITIONS.stream().map(String::valueOf).toList());
        int colour = 0;
        for (PartitionCosts.Cost cost : PartitionCosts.Cost.values()) {
            double fewest = value(results, cost.label(), PartitionCosts.contender(PartitionCosts.PARTITIONS.get(0)))
                    .orElse(Double.NaN);
            List<OptionalDouble> times = PartitionCosts.PARTITIONS.stream()
                    .map(partitions -> Placement.value(results, cost.label(), PartitionCosts.contender(partitions))
                            .map(value -> OptionalDouble.of(value / fewest))
                            .orElse(OptionalDouble.empty()))
                    .toList();
            chart.add(cost.label(), times, colour, cost.label().startsWith("update"));
            colour++;
        }
        return chart.toString();
    }

    private static String firstScan(Results results) {
        BarChart chart = new BarChart(
                "The first scan after a resize from 16 nodes to 12, " + FirstScans.PARTITIONS + " partitions",
                "requests to the store");
        Placement.Resize shown = FirstScans.RESIZES.get(FirstScans.RESIZES.size() - 1);
        List<String> names = new ArrayList<>(Schemes.ALL.keySet());
        names.addAll(0, List.of(FirstScans.WITHOUT, FirstScans.WARM));
        names.add(FirstScans.RESTART);
        int colour = 0;
        for (String name : names) {
            chart.add(
                    name,
                    value(results, FirstScans.item(shown, "requests"), name).orElse(0.0),
                    colour);
            colour++;
        }
        return chart.toString();
    }

    private static String spread(Results results) {
        LineChart chart = new LineChart(
                Placement.COVERED + " nodes, 3 copies: what the spread costs and gives",
                "spread",
                "nodes; millionths",
                Placement.SPREADS.stream().map(String::valueOf).toList());
        IntFunction<String> name = spread -> "spread " + spread;
        chart.add("nodes that hold all", values(results, "nodes that hold all", name, 1), 0, false);
        chart.add("nodes that help one", values(results, "nodes that help one", name, 1), 1, false);
        chart.add("loss by three failures, millionths", values(results, "loss by three failures", name, 1e6), 2, true);
        return chart.toString();
    }

    private static List<OptionalDouble> values(Results results, String item, IntFunction<String> name, double factor) {
        return Placement.SPREADS.stream()
                .map(spread -> Placement.value(results, item, name.apply(spread))
                        .map(value -> OptionalDouble.of(factor * value))
                        .orElse(OptionalDouble.empty()))
                .toList();
    }
}
