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
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The figures of TPC-DS in an engine, on tables of Stoa and of Parquet.
 *
 * @param benchmark its goal is named after it: {@code spark-tpcds.mean}
 * @param parquet the contender's name
 */
record TpcdsFigures(String benchmark, String parquet) {
    /** The number of queries whose results agree. */
    static final String EQUAL = "queries with equal results";

    /** The number of queries that ran, with or without success. */
    static final String ASKED = "queries in all";

    /** The number of queries among the equal ones that are equal only without their limits. */
    static final String TIED = "queries with ties, equal without their limit";

    private static final int WORST = 10;
    private static final List<Metric> METRICS = List.of(Metric.PROCESS_CPU_MS, Metric.WALL_MS, Metric.BYTES_READ);

    private List<String> formats() {
        return List.of(SparkFork.STOA, parquet);
    }

    private static List<String> measured(Results results) {
        return FormatFigures.measured(results, TpcdsQueries.names());
    }

    /** A query may read nothing, so that bytes get one more. */
    private double ratio(Results results, String query, Metric metric) {
        double least = metric == Metric.BYTES_READ ? 1 : 0;
        return (value(results, query, parquet, metric) + least)
                / (value(results, query, SparkFork.STOA, metric) + least);
    }

    private double mean(Results results, Metric metric) {
        return geometricMean(measured(results).stream().mapToDouble(query -> ratio(results, query, metric)));
    }

    private static double sum(Results results, String format, Metric metric) {
        return measured(results).stream()
                .mapToDouble(query -> value(results, query, format, metric))
                .sum();
    }

    /** Returns a table of all queries, and one of the ten where Parquet takes the least CPU time of Stoa's. */
    String table(Results results) {
        List<String> queries = measured(results);
        TextTable all = new TextTable(head("TPC-DS"));
        queries.forEach(query -> all.add(row(results, query)));
        List<String> total = new ArrayList<>(List.of("total"));
        List<String> mean = new ArrayList<>(List.of("geometric mean"));
        for (Metric metric : METRICS) {
            formats().forEach(format -> total.add(figure(metric, sum(results, format, metric))));
            total.add(text("%.2f", sum(results, parquet, metric) / sum(results, SparkFork.STOA, metric)));
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

    private List<String> head(String first) {
        List<String> head = new ArrayList<>(List.of(first));
        for (String unit : List.of("CPU ms", "clock ms", "kB read")) {
            formats().forEach(format -> head.add(format + ", " + unit));
            head.add("Parquet : Stoa");
        }
        return head;
    }

    private List<String> row(Results results, String query) {
        List<String> row = new ArrayList<>(List.of(query));
        for (Metric metric : METRICS) {
            formats().forEach(format -> row.add(figure(metric, value(results, query, format, metric))));
            row.add(text("%.2f", ratio(results, query, metric)));
        }
        return row;
    }

    private static String figure(Metric metric, double value) {
        return text("%.0f", metric == Metric.BYTES_READ ? value / 1000 : value);
    }

    /** Returns how the geometric means reach their goal. */
    List<Reached> reached(Results results) {
        String goal = benchmark + ".mean";
        return List.of(
                Reached.of(goal, "CPU time", mean(results, Metric.PROCESS_CPU_MS)),
                Reached.of(goal, "time on the clock", mean(results, Metric.WALL_MS)));
    }

    /** Returns a line if a query that ran has failed, or its rows differ. */
    static List<String> faults(Results results) {
        int asked = results.find(ASKED, SparkFork.STOA, Metric.VALUES)
                .map(found -> (int) found.value())
                .orElse(TpcdsQueries.names().size());
        return EngineFigures.disagreement(results, EQUAL, asked);
    }
}
