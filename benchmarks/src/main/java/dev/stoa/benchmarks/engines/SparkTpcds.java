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
package dev.stoa.benchmarks.engines;

import static dev.stoa.benchmarks.engines.EngineFigures.count;
import static dev.stoa.benchmarks.engines.EngineFigures.geometricMean;
import static dev.stoa.benchmarks.engines.EngineFigures.text;
import static dev.stoa.benchmarks.engines.EngineFigures.value;

import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compares in Spark the queries of TPC-DS on tables of Stoa and of Parquet: their rows, times and bytes. */
public final class SparkTpcds implements UnpinnedBenchmark {
    static final String NAME = "spark-tpcds";

    /** The number of queries whose results agree. */
    static final String EQUAL = "queries with equal results";

    /** The number of queries that ran, with or without success. */
    static final String ASKED = "queries in all";

    /** The number of queries among the equal ones that are equal only without their limits. */
    static final String TIED = "queries with ties, equal without their limit";

    /** The contenders; the first is Stoa. */
    static final List<String> FORMATS = List.of(SparkFork.STOA, FormatFigures.SNAPPY);

    private static final int NUMBERS = 99;
    private static final List<Integer> OF_TWO_PARTS = List.of(14, 23, 24, 39);
    private static final int WORST = 10;
    private static final int ROUNDS = 3;
    private static final List<Metric> METRICS = List.of(Metric.PROCESS_CPU_MS, Metric.WALL_MS, Metric.BYTES_READ);

    /** Returns the names of the queries; four of the 99 have two statements. */
    static List<String> queries() {
        return IntStream.rangeClosed(1, NUMBERS)
                .boxed()
                .flatMap(number -> OF_TWO_PARTS.contains(number)
                        ? Stream.of("Q" + number + "a", "Q" + number + "b")
                        : Stream.of("Q" + number))
                .toList();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int rounds = options.quick() ? 1 : ROUNDS;
        SparkFork.Work work = new SparkFork.Work(FORMATS.size(), queries().size() * FORMATS.size() * (1 + rounds));
        TpcdsText.generate(options.scale().orElse(work.scale()));
        SparkFork.run(NAME, "SparkTpcdsTask", options, rounds, work, results);
    }

    private static List<String> measured(Results results) {
        return FormatFigures.measured(results, queries());
    }

    private static double ratio(Results results, String query, Metric metric) {
        return value(results, query, FormatFigures.SNAPPY, metric) / value(results, query, SparkFork.STOA, metric);
    }

    private static double mean(Results results, Metric metric) {
        return geometricMean(measured(results).stream().mapToDouble(query -> ratio(results, query, metric)));
    }

    private static double sum(Results results, String format, Metric metric) {
        return measured(results).stream()
                .mapToDouble(query -> value(results, query, format, metric))
                .sum();
    }

    @Override
    public String table(Results results) {
        List<String> queries = measured(results);
        TextTable all = new TextTable(head("TPC-DS"));
        queries.forEach(query -> all.add(row(results, query)));
        List<String> total = new ArrayList<>(List.of("total"));
        List<String> mean = new ArrayList<>(List.of("geometric mean"));
        for (Metric metric : METRICS) {
            FORMATS.forEach(format -> total.add(figure(metric, sum(results, format, metric))));
            total.add(text("%.2f", sum(results, FormatFigures.SNAPPY, metric) / sum(results, SparkFork.STOA, metric)));
            mean.addAll(List.of("", "", text("%.2f", mean(results, metric))));
        }
        all.add(total);
        all.add(mean);
        TextTable worst = new TextTable(head("least by CPU time"));
        queries.stream()
                .sorted(Comparator.comparingDouble(query -> ratio(results, query, Metric.PROCESS_CPU_MS)))
                .limit(WORST)
                .forEach(query -> worst.add(row(results, query)));
        return count(results, EQUAL) + count(results, TIED) + all + "\n" + worst;
    }

    private static List<String> head(String first) {
        List<String> head = new ArrayList<>(List.of(first));
        for (String unit : List.of("CPU ms", "clock ms", "kB read")) {
            FORMATS.forEach(format -> head.add(format + ", " + unit));
            head.add("Parquet : Stoa");
        }
        return head;
    }

    private static List<String> row(Results results, String query) {
        List<String> row = new ArrayList<>(List.of(query));
        for (Metric metric : METRICS) {
            FORMATS.forEach(format -> row.add(figure(metric, value(results, query, format, metric))));
            row.add(text("%.2f", ratio(results, query, metric)));
        }
        return row;
    }

    private static String figure(Metric metric, double value) {
        return text("%.0f", metric == Metric.BYTES_READ ? value / 1000 : value);
    }

    @Override
    public List<Reached> reached(Results results) {
        return List.of(
                Reached.of("spark-tpcds.mean", "CPU time", mean(results, Metric.PROCESS_CPU_MS)),
                Reached.of("spark-tpcds.mean", "time on the clock", mean(results, Metric.WALL_MS)));
    }

    @Override
    public List<String> faults(Results results) {
        int asked = results.find(ASKED, SparkFork.STOA, Metric.VALUES)
                .map(found -> (int) found.value())
                .orElse(queries().size());
        return EngineFigures.disagreement(results, EQUAL, asked);
    }
}
