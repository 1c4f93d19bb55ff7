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
package dev.stoa.benchmarks;

import dev.stoa.benchmarks.Measurement.Metric;
import dev.stoa.benchmarks.stores.Outcome;
import dev.stoa.benchmarks.stores.Reader;
import dev.stoa.benchmarks.stores.SimulatedStore;
import dev.stoa.benchmarks.stores.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How several readers ask simulated stores for ranges: time, requests, wasted bytes, dollars. Nothing is timed, all is
 * computed from seeds: each run has the same numbers.
 */
final class VioSim implements Benchmark {
    static final String NAME = "vio-sim";

    /** How far Stoa may be behind the best of a row. */
    private static final double TOLERANCE = 1.05;

    private static final int MOST_TRIALS = 200;
    private static final int LEAST_TRIALS = 10;
    private static final int REQUESTS_TO_SIMULATE = 100_000;

    private record Row(SimulatedStore store, Workload workload) {
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
    public List<String> contenders() {
        return List.of();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        List<Workload> workloads = new ArrayList<>(
                LineItemReads.of(DataSet.lineItem(options.scale().orElse(1))));
        workloads.addAll(Workload.made());
        for (SimulatedStore store : SimulatedStore.all()) {
            Progress.say("simulating " + store.name());
            for (Workload workload : workloads) {
                Row row = new Row(store, workload);
                int asked = workload.steps().stream().mapToInt(List::size).sum();
                int trials = Math.max(LEAST_TRIALS, Math.min(MOST_TRIALS, REQUESTS_TO_SIMULATE / asked));
                Map<String, Outcome> byReader = new LinkedHashMap<>();
                for (Reader reader : Reader.all()) {
                    Outcome outcome = reader.read(workload, store, options.quick() ? LEAST_TRIALS : trials);
                    byReader.put(reader.name(), outcome);
                    add(results, row, reader.name(), outcome);
                }
                outcomes.put(row, byReader);
            }
        }
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
        return rows() + "\n" + readers();
    }

    /** One line for each row: Stoa, and the best of the others. */
    private String rows() {
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
        outcomes.forEach((row, byReader) -> {
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
    private String readers() {
        TextTable table = new TextTable(
                List.of("reader", "time / stoa", "time and price / stoa", "requests / stoa", "worst row: time / best"));
        for (Reader reader : Reader.all()) {
            String name = reader.name();
            table.add(List.of(
                    name,
                    ratio(mean(name, Outcome::meanMicros)),
                    ratio(mean(name, Outcome::totalDollars)),
                    ratio(mean(name, outcome -> (double) outcome.requests())),
                    ratio(outcomes.values().stream()
                            .mapToDouble(byReader -> byReader.get(name).meanMicros()
                                    / byReader.get(best(byReader)).meanMicros())
                            .max()
                            .orElse(0))));
        }
        return table.toString();
    }

    /** The geometric mean of a reader's numbers, as parts of Stoa's. */
    private double mean(String reader, ToDoubleFunction<Outcome> number) {
        return Math.exp(outcomes.values().stream()
                .mapToDouble(byReader -> Math.log(
                        number.applyAsDouble(byReader.get(reader)) / number.applyAsDouble(byReader.get(Reader.STOA))))
                .average()
                .orElse(0));
    }

    @Override
    public List<String> faults(Results results) {
        List<String> faults = new ArrayList<>();
        outcomes.forEach((row, byReader) -> {
            double ratio = byReader.get(Reader.STOA).meanMicros()
                    / byReader.get(best(byReader)).meanMicros();
            if (ratio > TOLERANCE) {
                faults.add(row.name() + ": " + ratio(ratio) + " times the time of " + best(byReader));
            }
        });
        for (Reader reader : Reader.all()) {
            double mean = mean(reader.name(), Outcome::meanMicros);
            if (!reader.name().startsWith(Reader.STOA) && mean <= 1) {
                faults.add(reader.name() + " is ahead on the geometric mean: " + ratio(mean));
            }
        }
        return faults;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
