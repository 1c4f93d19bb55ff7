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

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.placement.CoveringNodes;
import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.Planner;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Maps of partitions: moves and shares of resizes and those of other ways, local reads after failures by simulation, time to plan and to look up. */
public final class Placement implements Benchmark {
    public static final String NAME = "placement";

    static final List<Integer> SIZES = List.of(9, 100, 1000);
    static final List<Integer> SPREADS = List.of(4, 8, 12, 24);
    static final int COVERED = 100;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int COPIES = 3;
    private static final int SAMPLES = 200;
    private static final int WARM_UP = 10;
    private static final double MILLION = 1e6;

    /** Resizes: how many partitions, and the sizes of the cluster one after the other. */
    record Resize(String name, int partitions, List<Integer> sizes) {}

    static final List<Resize> RESIZES = List.of(
            new Resize("4 to 6", 192, List.of(4, 6)),
            new Resize("8 to 16", 192, List.of(8, 16)),
            new Resize("16 to 12", 192, List.of(16, 12)),
            new Resize(
                    "4..16..4",
                    192,
                    IntStream.rangeClosed(-12, 12)
                            .map(i -> 16 - Math.abs(i))
                            .boxed()
                            .toList()),
            new Resize("1000 to 1001", 10_000, List.of(1000, 1001)));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        for (Resize resize : RESIZES) {
            Progress.say(NAME + ": " + resize.name());
            for (Map.Entry<String, Schemes.Start> scheme : Schemes.ALL.entrySet()) {
                resize(resize, scheme.getKey(), scheme.getValue().of(resize.partitions()), results);
            }
        }
        for (int nodes : SIZES) {
            for (int failed : new int[] {1, Math.max(2, nodes / 10)}) {
                Progress.say(NAME + ": " + failed + " of " + nodes + " nodes fail");
                failures(nodes, failed, results);
            }
        }
        sets(results);
        List<String> java =
                Fork.java(System.getProperty("java.class.path"), List.of("-Xmx1g", "-XX:+UseSerialGC"), List.of(NAME));
        Progress.say(NAME + ": scans, updates, plans and look-ups");
        Fork.run(true, java, NAME, results::add);
    }

    /** Counts what moves in all steps, and the fullest node after the last. */
    private static void resize(Resize resize, String name, Schemes.Scheme scheme, Results results)
            throws PlacementException {
        int[] before = scheme.resize(resize.sizes().get(0));
        int moves = 0;
        int fewest = 0;
        int widest = 0;
        for (int step = 1; step < resize.sizes().size(); step++) {
            int nodes = resize.sizes().get(step);
            int[] after = scheme.resize(nodes);
            int[] old = before;
            moves += (int) IntStream.range(0, old.length)
                    .filter(p -> old[p] != after[p])
                    .count();
            fewest += Schemes.fewest(old, resize.sizes().get(step - 1), nodes);
            int[] counts = counts(after, nodes);
            widest = Math.max(
                    widest,
                    Arrays.stream(counts).max().orElseThrow()
                            - Arrays.stream(counts).min().orElseThrow());
            before = after;
        }
        int nodes = resize.sizes().get(resize.sizes().size() - 1);
        int fullest = Arrays.stream(counts(before, nodes)).max().orElseThrow();
        results.add(Measurement.exact(NAME, "moves, " + resize.name(), name, Metric.VALUES, moves));
        if (name.equals(Schemes.MAP)) {
            results.add(Measurement.exact(NAME, "moves, " + resize.name(), "fewest", Metric.VALUES, fewest));
            results.add(Measurement.exact(NAME, "widest, " + resize.name(), name, Metric.VALUES, widest));
        }
        results.add(ratio("fullest, " + resize.name(), name, (double) fullest * nodes / resize.partitions()));
    }

    private static int[] counts(int[] assigned, int nodes) {
        int[] counts = new int[nodes];
        Arrays.stream(assigned).forEach(node -> counts[node]++);
        return counts;
    }

    private static void failures(int nodes, int failed, Results results) throws PlacementException {
        for (Failures.Placing placing : Failures.Placing.values()) {
            int partitions = nodes == 9 ? 180 : 10 * nodes;
            Failures.Share share = new Failures(nodes, partitions, failed).share(placing);
            String name = label(placing);
            results.add(ratio("local, " + failed + " of " + nodes + " fail", name, share.local()));
            results.add(ratio("whole, " + failed + " of " + nodes + " fail", name, share.whole()));
        }
    }

    static String label(Failures.Placing placing) {
        return switch (placing) {
            case HDFS -> "HDFS, writer local";
            case FAVOURED -> "favoured nodes";
            case POLICY -> "policy";
        };
    }

    /** The fewest nodes that hold everything, and how likely three nodes that are lost at once hold all copies of a partition. */
    private static void sets(Results results) throws PlacementException {
        for (int spread : SPREADS) {
            PlacementMap.Header header = new PlacementMap.Header("benchmark", 1, COPIES, spread, List.of());
            PlacementMap map = Planner.first(header, Schemes.nodes(COVERED, 1), List.of(10 * COVERED));
            PartitionClass all = map.classes().get(0);
            Set<Set<Integer>> sets = new HashSet<>();
            Set<Integer> helpers = new HashSet<>();
            for (int p = 0; p < all.partitions(); p++) {
                Set<Integer> set = new HashSet<>();
                Arrays.stream(all.holders(p)).forEach(set::add);
                sets.add(set);
                if (set.contains(0)) {
                    helpers.addAll(set);
                }
            }
            double triples = COVERED * (COVERED - 1.0) * (COVERED - 2.0) / 6;
            String name = "spread " + spread;
            results.add(Measurement.exact(
                    NAME,
                    "nodes that hold all",
                    name,
                    Metric.VALUES,
                    CoveringNodes.of(map).size()));
            results.add(Measurement.exact(NAME, "nodes that help one", name, Metric.VALUES, helpers.size() - 1));
            results.add(ratio("loss by three failures", name, sets.size() / triples));
        }
    }

    static Measurement ratio(String item, String contender, double value) {
        return new Measurement(NAME, item, contender, Metric.RATIO, Metric.RATIO.unit(), value, value, value);
    }

    /** Measures in this process. */
    public static void measure(Consumer<Measurement> found) throws IOException {
        FirstScans.measure(found);
        PartitionCosts.measure(found);
        for (int round = 0; round < WARM_UP; round++) {
            plans(COVERED, 1, m -> {});
        }
        for (int racks : new int[] {1, 40}) {
            for (int nodes : SIZES) {
                plans(nodes, racks, found);
            }
        }
        try {
            for (RunResult run : new Runner(new OptionsBuilder()
                            .include(LookUp.class.getName().replace(".", "\\."))
                            .mode(Mode.AverageTime)
                            .timeUnit(java.util.concurrent.TimeUnit.NANOSECONDS)
                            .forks(0)
                            .warmupIterations(3)
                            .warmupTime(TimeValue.milliseconds(300))
                            .measurementIterations(SAMPLES)
                            .measurementTime(TimeValue.milliseconds(5))
                            .addProfiler(GCProfiler.class)
                            .shouldFailOnError(true)
                            .verbosity(VerboseMode.SILENT)
                            .build())
                    .run()) {
                Result<?> result = run.getPrimaryResult();
                double nanos = result.getStatistics().getMin();
                found.accept(new Measurement(
                        NAME,
                        "look-up",
                        "map",
                        Metric.WALL_MS,
                        "ms",
                        nanos / MILLION,
                        nanos / MILLION,
                        result.getStatistics().getMax() / MILLION));
                Result<?> allocated = run.getSecondaryResults().get("gc.alloc.rate.norm");
                found.accept(new Measurement(
                        NAME,
                        "look-up, bytes allocated",
                        "map",
                        Metric.BYTES,
                        "bytes",
                        allocated.getStatistics().getMin(),
                        allocated.getStatistics().getMin(),
                        allocated.getStatistics().getMax()));
            }
        } catch (RunnerException e) {
            throw new IOException("JMH failed: " + e.getMessage(), e);
        }
        BalancedBlocks.measure(found);
    }

    /** Plans what follows when a node joins, and when 2% of the nodes are lost, several times. */
    private static void plans(int nodes, int racks, Consumer<Measurement> found) throws PlacementException {
        PlacementMap.Header header = new PlacementMap.Header("benchmark", 1, COPIES, 4, List.of());
        PlacementMap map = Planner.first(header, Schemes.nodes(nodes, racks), List.of(10 * nodes));
        int lost = Math.max(1, nodes / 50);
        double[] times = new double[7];
        for (int round = 0; round < times.length; round++) {
            int from = round * lost % (nodes - lost);
            List<dev.stoa.placement.PlacementNode> others = new ArrayList<>(Schemes.nodes(nodes, racks));
            others.subList(from, from + lost).clear();
            long start = THREADS.getCurrentThreadCpuTime();
            Planner.next(map, others);
            times[round] = (THREADS.getCurrentThreadCpuTime() - start) / MILLION;
        }
        found.accept(Measurement.spread(NAME, plan(nodes, racks), "map", Metric.PROCESS_CPU_MS, times));
    }

    static String plan(int nodes, int racks) {
        return "plan, " + nodes + " nodes, " + racks + (racks == 1 ? " rack" : " racks");
    }

    @Override
    public String table(Results results) {
        StringBuilder text = new StringBuilder();
        for (String what : List.of("moves", "fullest")) {
            List<String> head = new ArrayList<>(List.of(what));
            RESIZES.forEach(resize -> head.add(resize.name()));
            TextTable table = new TextTable(head);
            List<String> names = new ArrayList<>(Schemes.ALL.keySet());
            if (what.equals("moves")) {
                names.add(0, "fewest");
            }
            for (String name : names) {
                List<String> row = new ArrayList<>(List.of(name));
                for (Resize resize : RESIZES) {
                    row.add(number(results, what + ", " + resize.name(), name));
                }
                table.add(row);
            }
            text.append(table).append('\n');
        }
        TextTable rest = new TextTable(List.of("others", "", "value"));
        for (Measurement m : results.summary()) {
            boolean isOther = !m.item().startsWith("moves") && !m.item().startsWith("fullest");
            if (isOther) {
                rest.add(List.of(m.item(), m.contender(), number(results, m.item(), m.contender())));
            }
        }
        return text.append(rest).toString();
    }

    static Optional<Double> value(Results results, String item, String contender) {
        return results.summary().stream()
                .filter(m -> m.item().equals(item) && m.contender().equals(contender))
                .map(Measurement::value)
                .findFirst();
    }

    private static String number(Results results, String item, String contender) {
        return value(results, item, contender)
                .map(value -> value == Math.rint(value)
                        ? String.format(Locale.ROOT, "%.0f", value)
                        : String.format(Locale.ROOT, value < 0.01 ? "%.6f" : "%.3f", value))
                .orElse("");
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (Resize resize : RESIZES) {
            double moves =
                    value(results, "moves, " + resize.name(), Schemes.MAP).orElse(Double.NaN);
            double fewest = value(results, "moves, " + resize.name(), "fewest").orElse(Double.NaN);
            reached.add(Reached.of("placement.moves", resize.name(), moves / fewest));
            value(results, "widest, " + resize.name(), Schemes.MAP)
                    .ifPresent(value -> reached.add(Reached.of("placement.balance", resize.name(), value)));
        }
        String policy = label(Failures.Placing.POLICY);
        for (Measurement m : results.summary()) {
            boolean isSimulated = !m.item().startsWith("balancer");
            if (isSimulated && m.contender().equals(policy) && m.metric() == Metric.RATIO) {
                reached.add(Reached.of("placement.local", m.item(), m.value()));
            }
        }
        value(results, plan(1000, 1), "map").ifPresent(v -> reached.add(Reached.of("placement.plan", "1 rack", v)));
        value(results, plan(1000, 40), "map")
                .ifPresent(v -> reached.add(Reached.of("placement.plan.racks", "40 racks", v)));
        value(results, "look-up", "map")
                .ifPresent(v -> reached.add(Reached.of("placement.lookup", "1000 nodes", v * MILLION)));
        value(results, "look-up, bytes allocated", "map")
                .ifPresent(v -> reached.add(Reached.of("placement.lookup.bytes", "1000 nodes", v)));
        return reached;
    }

    @Override
    public List<Path> draw(Results results, Path folder) throws IOException {
        return PlacementCharts.draw(results, folder);
    }
}
