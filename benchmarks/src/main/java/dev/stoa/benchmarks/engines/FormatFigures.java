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

import static dev.stoa.benchmarks.engines.EngineFigures.interval;
import static dev.stoa.benchmarks.engines.EngineFigures.text;
import static dev.stoa.benchmarks.engines.EngineFigures.value;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The figures of statements on tables of Stoa, Parquet with zstd and with snappy, and ORC. Each has the CPU time of the
 * process and the time on the clock. Ratios are those of runs that follow each other.
 */
final class FormatFigures {
    static final String PARQUET = "parquet";
    static final String SNAPPY = "parquet_snappy";
    static final String ORC = "orc";

    /** The contenders; the first is Stoa. */
    static final List<String> FORMATS = List.of(SparkFork.STOA, PARQUET, SNAPPY, ORC);

    static final List<String> PEERS = FORMATS.subList(1, FORMATS.size());

    private FormatFigures() {}

    /** Returns the name of ratios of CPU time. */
    static String cpu(String item) {
        return item + ", CPU";
    }

    /** Returns the name of ratios of time on the clock. */
    static String clock(String item) {
        return item + ", clock";
    }

    /** Returns those items that were measured. */
    static List<String> measured(Results results, List<String> items) {
        return items.stream()
                .filter(item -> results.find(item, SparkFork.STOA, Metric.PROCESS_CPU_MS)
                        .isPresent())
                .toList();
    }

    /** Returns the table of times. */
    static TextTable times(Results results, List<String> items) {
        List<String> head = new ArrayList<>(List.of("ms"));
        FORMATS.forEach(format -> head.add(format + ", CPU"));
        FORMATS.forEach(format -> head.add(format + ", clock"));
        TextTable table = new TextTable(head);
        for (String item : items) {
            List<String> row = new ArrayList<>(List.of(item));
            for (Metric metric : List.of(Metric.PROCESS_CPU_MS, Metric.WALL_MS)) {
                FORMATS.forEach(format -> row.add(text("%.0f", value(results, item, format, metric))));
            }
            table.add(row);
        }
        return table;
    }

    /** Returns the table of ratios. */
    static TextTable ratios(Results results, List<String> items) {
        List<String> head = new ArrayList<>(List.of("peer : Stoa (95% interval)"));
        PEERS.forEach(format -> head.add(format + ", CPU"));
        PEERS.forEach(format -> head.add(format + ", clock"));
        TextTable table = new TextTable(head);
        for (String item : items) {
            List<String> row = new ArrayList<>(List.of(item));
            PEERS.forEach(peer -> row.add(interval(ratio(results, cpu(item), peer))));
            PEERS.forEach(peer -> row.add(interval(ratio(results, clock(item), peer))));
            table.add(row);
        }
        return table;
    }

    /**
     * Returns how the CPU time of items reaches the goals of each peer.
     *
     * @param benchmark its goals are named after it and the peer: {@code spark-micro.orc}
     */
    static List<Reached> reached(String benchmark, Results results, List<String> items) {
        List<Reached> reached = new ArrayList<>();
        for (String peer : PEERS) {
            String goal = benchmark + "." + peer.substring(peer.indexOf('_') + 1);
            for (String item : items) {
                reached.add(Reached.of(goal, item, ratio(results, cpu(item), peer)));
            }
        }
        return reached;
    }

    /** Returns how often the peer's figure holds Stoa's. */
    static Measurement ratio(Results results, String item, String peer) {
        return results.find(item, peer, Metric.RATIO).orElseThrow();
    }
}
