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
import static dev.stoa.benchmarks.engines.EngineFigures.interval;
import static dev.stoa.benchmarks.engines.EngineFigures.text;
import static dev.stoa.benchmarks.engines.EngineFigures.value;

import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Whole queries of TPC-H in Spark after a pair of its refresh functions, in the time of those before: tables of Stoa, and of
 * Delta Lake with deletion vectors.
 */
public final class SparkGeodiff implements UnpinnedBenchmark {
    static final String NAME = "spark-geodiff";

    /** The contenders. */
    static final List<String> FORMATS = List.of(SparkFork.STOA, SparkFork.DELTA);

    /** Queries that read {@code lineitem} or {@code orders}, which is what the refresh functions change. */
    static final List<Integer> QUERIES = List.of(1, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22);

    /** The item that counts equal results, before and after the changes. */
    static final String EQUAL = "equal results, before and after";

    /** The item that counts queries whose results have changed. */
    static final String CHANGED = "queries with other results after than before";

    /** The statements that change the tables. */
    static final String REFRESH = "refresh pair";

    /** Of all queries: the time on the clock, and the CPU time of the process. */
    static final String MEAN = "geometric mean";

    static final String MEAN_CPU = "geometric mean, CPU time";

    private static final int ROUNDS = 10;
    private static final int QUICK_ROUNDS = 4;

    /** One query. */
    static String query(int number) {
        return "Q" + number;
    }

    /** After the changes. */
    static String after(String item) {
        return item + ", after";
    }

    /** The statements that do the same to the tables of each contender, those of new orders first. */
    static List<String> refresh(String orders, String lineItem) {
        // keys of orders use the first eight of 32 in a row
        return List.of(
                "insert into " + orders + " select o_orderkey + 8, * except (o_orderkey) from text_orders where "
                        + isDrawn("o_orderkey", 0),
                "insert into " + lineItem + " select l_orderkey + 8, * except (l_orderkey) from text_lineitem where "
                        + isDrawn("l_orderkey", 0),
                "delete from " + orders + " where " + isDrawn("o_orderkey", 1),
                "delete from " + lineItem + " where " + isDrawn("l_orderkey", 1));
    }

    /** One key of a thousand, anywhere. */
    private static String isDrawn(String key, int which) {
        return "pmod(xxhash64(" + key + "), 1000) = " + which;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int rounds = options.quick() ? QUICK_ROUNDS : ROUNDS;
        SparkFork.Work work =
                new SparkFork.Work(2 * FORMATS.size(), QUERIES.size() * (1 + rounds) * 2 * FORMATS.size());
        SparkFork.run(NAME, "SparkGeodiffTask", options, rounds, work, results);
    }

    @Override
    public String table(Results results) {
        List<String> head = new ArrayList<>(List.of("ms"));
        for (String format : FORMATS) {
            head.addAll(List.of(format + ", before", "after", "after/before (95% interval)"));
        }
        TextTable table = new TextTable(head);
        for (int number : measured(results)) {
            List<String> row = new ArrayList<>(List.of(query(number)));
            for (String format : FORMATS) {
                row.add(text("%.0f", value(results, query(number), format, Metric.WALL_MS)));
                row.add(text("%.0f", value(results, after(query(number)), format, Metric.WALL_MS)));
                row.add(ratio(results, query(number), format));
            }
            table.add(row);
        }
        for (String mean : List.of(MEAN, MEAN_CPU)) {
            List<String> row = new ArrayList<>(List.of(mean));
            FORMATS.forEach(format -> row.addAll(List.of("", "", ratio(results, mean, format))));
            table.add(row);
        }
        StringBuilder text = new StringBuilder(count(results, EQUAL) + count(results, CHANGED) + table + "\n");
        for (String format : FORMATS) {
            text.append(REFRESH + ", ")
                    .append(format)
                    .append(text(": %.0f ms", value(results, REFRESH, format, Metric.WALL_MS)))
                    .append(text(", %.0f kB written\n", value(results, REFRESH, format, Metric.BYTES) / 1000));
        }
        return text.toString();
    }

    private static List<Integer> measured(Results results) {
        return QUERIES.stream()
                .filter(number -> results.find(query(number), SparkFork.STOA, Metric.WALL_MS)
                        .isPresent())
                .toList();
    }

    private static String ratio(Results results, String item, String format) {
        return interval(results.find(item, format, Metric.RATIO).orElseThrow());
    }

    @Override
    public List<String> faults(Results results) {
        List<String> faults = new ArrayList<>(
                EngineFigures.disagreement(results, EQUAL, 2 * measured(results).size()));
        if (value(results, CHANGED, SparkFork.STOA, Metric.VALUES) == 0) {
            faults.add("the refresh functions have changed no result");
        }
        return faults;
    }
}
