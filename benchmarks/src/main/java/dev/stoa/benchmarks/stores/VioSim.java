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
package dev.stoa.benchmarks.stores;

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.DataSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Simulates how several readers request ranges from stores: time, requests, wasted bytes, dollars. It measures no time and
 * computes all numbers from seeds, so each run has the same ones.
 */
public final class VioSim implements Benchmark {
    static final String NAME = "vio-sim";

    /** The most trials of a row. */
    private static final int MOST_TRIALS = 200;

    private static final int LEAST_TRIALS = 10;
    private static final int REQUESTS_TO_SIMULATE = 100_000;

    /** Whether settings were chosen by looking at a row. */
    private enum Rows {
        TUNED("rows that the settings were chosen by"),
        HELD_OUT("rows held out: nothing was chosen by them");

        private final String title;

        Rows(String title) {
            this.title = title;
        }
    }

    private record Row(Rows rows, SimulatedStore store, Workload workload) {
        String name() {
            return store.name() + "/" + workload.name();
        }
    }

    private final Map<Row, Map<String, Outcome>> outcomes = new LinkedHashMap<>();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        DataSet data = DataSet.lineItem(options.scale().orElse(1));
        List<Workload> tuned = new ArrayList<>(LineItemReads.of(data));
        tuned.addAll(Workload.made());
        List<Workload> heldOut = new ArrayList<>(LineItemReads.heldOut(data));
        heldOut.addAll(Workload.heldOut());
        for (SimulatedStore store : SimulatedStore.all()) {
            Progress.say("simulating " + store.name());
            for (Workload workload : tuned) {
                simulate(new Row(Rows.TUNED, store, workload), options, results);
            }
        }
        List<SimulatedStore> stores = new ArrayList<>(SimulatedStore.all());
        stores.addAll(SimulatedStore.heldOut());
        for (SimulatedStore store : stores) {
            Progress.say("simulating " + store.name() + ", held out");
            for (Workload workload : heldOut) {
                simulate(new Row(Rows.HELD_OUT, store, workload), options, results);
            }
        }
    }

    private void simulate(Row row, Options options, Results results) {
        int asked = row.workload().steps().stream().mapToInt(List::size).sum();
        int trials = Math.max(LEAST_TRIALS, Math.min(MOST_TRIALS, REQUESTS_TO_SIMULATE / asked));
        Map<String, Outcome> byReader = new LinkedHashMap<>();
        for (Reader reader : Reader.all()) {
            Outcome outcome = reader.read(row.workload(), row.store(), options.quick() ? LEAST_TRIALS : trials);
            byReader.put(reader.name(), outcome);
            add(results, row, reader.name(), outcome);
        }
        outcomes.put(row, byReader);
    }

    private Map<Row, Map<String, Outcome>> outcomes(Rows rows) {
        Map<Row, Map<String, Outcome>> some = new LinkedHashMap<>();
        outcomes.forEach((row, byReader) -> {
            if (row.rows() == rows) {
                some.put(row, byReader);
            }
        });
        return some;
    }

    private static void add(Results results, Row row, String reader, Outcome outcome) {
        results.add(new Measurement(
                NAME,
                row.name(),
                reader,
                Metric.SIMULATED_MS,
                Metric.SIMULATED_MS.unit(),
                outcome.meanMicros() / 1e3,
                Arrays.stream(outcome.micros()).min().orElse(0) / 1e3,
                Arrays.stream(outcome.micros()).max().orElse(0) / 1e3));
        results.add(Measurement.exact(NAME, row.name(), reader, Metric.REQUESTS, outcome.requests()));
        results.add(Measurement.exact(NAME, row.name(), reader, Metric.BYTES_READ, outcome.bytes()));
        results.add(Measurement.exact(NAME, row.name(), reader, Metric.BYTES_WASTED, outcome.wasted()));
        double dollars = outcome.totalDollars();
        results.add(new Measurement(
                NAME, row.name(), reader, Metric.DOLLARS, Metric.DOLLARS.unit(), dollars, outcome.dollars(), dollars));
    }

    @Override
    public String table(Results results) {
        return Arrays.stream(Rows.values())
                .map(rows -> rows.title + "\n\n" + rows(rows) + "\n" + readers(rows))
                .collect(Collectors.joining("\n"));
    }

    /** One line for each row: Stoa, and the best of the others. */
    private String rows(Rows rows) {
        TextTable table = new TextTable(List.of(
                "store, workload",
                "stoa ms",
                "requests",
                "MB wasted",
                "best other ms",
                "requests",
                "MB wasted",
                "who",
                "time",
                "time and price"));
        outcomes(rows).forEach((row, byReader) -> {
            Outcome stoa = byReader.get(Reader.STOA);
            String best = best(byReader);
            Outcome other = byReader.get(best);
            table.add(List.of(
                    row.store().name() + ", " + row.workload().name(),
                    number(stoa.meanMicros() / 1e3),
                    String.valueOf(stoa.requests()),
                    number(stoa.wasted() / 1e6),
                    number(other.meanMicros() / 1e3),
                    String.valueOf(other.requests()),
                    number(other.wasted() / 1e6),
                    best,
                    ratio(stoa.meanMicros() / other.meanMicros()),
                    ratio(stoa.totalDollars() / cheapest(byReader))));
        });
        return table.toString();
    }

    /** The other reader that needs the least time. */
    private static String best(Map<String, Outcome> byReader) {
        return byReader.entrySet().stream()
                .filter(e -> !e.getKey().startsWith(Reader.STOA))
                .min(Map.Entry.comparingByValue(Comparator.comparingDouble(Outcome::meanMicros)))
                .orElseThrow()
                .getKey();
    }

    private static double cheapest(Map<String, Outcome> byReader) {
        return byReader.entrySet().stream()
                .filter(e -> !e.getKey().startsWith(Reader.STOA))
                .mapToDouble(e -> e.getValue().totalDollars())
                .min()
                .orElseThrow();
    }

    /** One line for each reader: the geometric mean over all rows, and its worst row. */
    private String readers(Rows rows) {
        TextTable table = new TextTable(
                List.of("reader", "time / stoa", "time and price / stoa", "requests / stoa", "worst row: time / best"));
        for (Reader reader : Reader.all()) {
            String name = reader.name();
            table.add(List.of(
                    name,
                    ratio(mean(rows, name, Outcome::meanMicros)),
                    ratio(mean(rows, name, Outcome::totalDollars)),
                    ratio(mean(rows, name, outcome -> (double) outcome.requests())),
                    ratio(outcomes(rows).values().stream()
                            .mapToDouble(byReader -> byReader.get(name).meanMicros()
                                    / byReader.get(best(byReader)).meanMicros())
                            .max()
                            .orElse(0))));
        }
        return table.toString();
    }

    /** The geometric mean of a reader's numbers, as parts of Stoa's. */
    private double mean(Rows rows, String reader, ToDoubleFunction<Outcome> number) {
        return Math.exp(outcomes(rows).values().stream()
                .mapToDouble(byReader -> Math.log(
                        number.applyAsDouble(byReader.get(reader)) / number.applyAsDouble(byReader.get(Reader.STOA))))
                .average()
                .orElse(0));
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        outcomes.forEach((row, byReader) -> {
            double ratio = byReader.get(Reader.STOA).meanMicros()
                    / byReader.get(best(byReader)).meanMicros();
            reached.add(Reached.of("vio-sim.row", row.name() + ", against " + best(byReader), ratio));
        });
        for (Rows rows : Rows.values()) {
            for (Reader reader : Reader.all()) {
                if (!reader.name().startsWith(Reader.STOA)) {
                    double mean = mean(rows, reader.name(), Outcome::meanMicros);
                    reached.add(Reached.of("vio-sim.mean", reader.name() + ", " + rows.title, mean));
                }
            }
        }
        return reached;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
