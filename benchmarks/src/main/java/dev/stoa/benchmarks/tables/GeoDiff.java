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
package dev.stoa.benchmarks.tables;

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.StoaJava;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The cost of changes for scans of tables, as in VectorH's GeoDiff. It is the CPU time of scans of {@code lineitem} and
 * {@code orders} after changes, relative to the same scans before, in interleaved pairs.
 */
public final class GeoDiff implements Benchmark {
    public static final String NAME = "geodiff";

    private static final String STOA = "stoa";
    private static final int PAIRS = 30;
    private static final int QUICK_PAIRS = 10;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        double scale = options.scale().orElse(1);
        DataSet lineItem = DataSet.lineItem(scale);
        DataSet orders = DataSet.orders(scale);
        Contender stoa = Contenders.named(STOA);
        Forks.prepare(lineItem, stoa, List.of(StoaJava.DEFAULT));
        Forks.prepare(orders, stoa, List.of(StoaJava.DEFAULT));
        Delivery delivery = options.delivery().orElse(Delivery.ARRAYS);
        System.out.println("seed " + GeoMeter.SEED + ", delivered as " + delivery.label());
        List<String> flags = List.of("-Xms2g", "-Xmx2g", "-Xmn1g", "-XX:+UseParallelGC", delivery.flag());
        List<String> words = new ArrayList<>(List.of(
                NAME,
                lineItem.file(stoa, StoaJava.DEFAULT).toString(),
                orders.file(stoa, StoaJava.DEFAULT).toString(),
                String.valueOf(options.quick() ? QUICK_PAIRS : PAIRS)));
        words.addAll(options.columns());
        Fork.run(true, Fork.java(System.getProperty("java.class.path"), flags, words), NAME, results::add);
    }

    @Override
    public String table(Results results) {
        List<String> head = new ArrayList<>(List.of("scan"));
        Map<String, Map<String, Measurement>> byScan = new LinkedHashMap<>();
        for (Measurement m : results.summary()) {
            if (!head.contains(change(m))) {
                head.add(change(m));
            }
            byScan.computeIfAbsent(m.subject(), scan -> new LinkedHashMap<>()).put(change(m), m);
        }
        TextTable table = new TextTable(head);
        byScan.forEach((scan, byChange) -> {
            List<String> row = new ArrayList<>(List.of(scan));
            for (String change : head.subList(1, head.size())) {
                Measurement m = byChange.get(change);
                row.add(m == null ? "" : scan.equals(GeoMeter.VECTORS) ? percent(m.value()) : text(m));
            }
            table.add(row);
        });
        return "CPU time of scans after changes, in that before: median of pairs, 95% interval\n\n" + table;
    }

    private static String change(Measurement m) {
        return m.item().substring(m.item().indexOf('/') + 1);
    }

    private static Optional<Measurement> mean(Results results, GeoChange change) {
        return results.find(GeoMeter.item(GeoMeter.ALL, change), STOA, Measurement.Metric.RATIO);
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (GeoChange change : GeoChange.values()) {
            mean(results, change).ifPresent(mean -> {
                reached.add(Reached.of(change.goal(), change.label(), mean));
                if (change == GeoChange.REFRESH) {
                    reached.add(Reached.of("geodiff.refresh.upper", change.label(), mean.max()));
                }
            });
        }
        return reached;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    private static String text(Measurement m) {
        return number(m.value()) + " (" + number(m.min()) + " - " + number(m.max()) + ")";
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio);
    }
}
