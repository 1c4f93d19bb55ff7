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
import dev.stoa.benchmarks.charts.LineChart;
import dev.stoa.benchmarks.harness.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** The pictures of maps and their rivals. */
final class PlacementCharts {
    private static final String HISTORY = "4..16..4";

    private PlacementCharts() {}

    static List<Path> draw(Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
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
        files.add(write(folder, "plan", plan(results)));
        files.add(write(folder, "spread", spread(results)));
        return files;
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
