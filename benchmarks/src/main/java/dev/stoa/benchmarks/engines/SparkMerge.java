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

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Spark updates and merges a few rows of {@code lineitem}, spread over the whole table. The tables are of Stoa, and of Delta
 * Lake with deletion vectors. It measures the bytes and the time of each statement, and a scan afterwards.
 */
public final class SparkMerge implements UnpinnedBenchmark {
    static final String NAME = "spark-merge";

    /** The contenders. */
    static final List<String> FORMATS = List.of(SparkFork.STOA, SparkFork.DELTA);

    /** The item that counts equal tables at the end. */
    static final String EQUAL = "tables that all statements have made equal";

    /** A scan when all is changed. */
    static final String SCAN = "scan afterwards";

    private static final int ROUNDS = 5;
    private static final int QUICK_ROUNDS = 2;

    private static final int MERGE_STEP = Statement.MERGE.every;

    /** A statement that changes rows. */
    enum Statement {
        UPDATE("update of one column, 0.1% of the rows", 1000),
        SMALL_MERGE("merge of 0.1%", 1000),
        MERGE("merge of 1%", 100);

        private final String label;
        private final int every;

        Statement(String label, int every) {
            this.label = label;
            this.every = every;
        }

        String label() {
            return label;
        }

        /**
         * The SQL.
         *
         * @param news where the rows of {@link #news} are
         * @param round other rows in each
         */
        String sql(String table, String news, int round) {
            if (this == UPDATE) {
                return "update " + table + " set l_discount = 0.09 where l_orderkey % " + every + " = " + round;
            }
            // the seventh lines of orders are new rows
            return "merge into " + table + " t using (select *, if(l_linenumber = 7, -l_orderkey, l_orderkey) as k"
                    + " from " + news + " where l_orderkey % " + every + " = " + (every / 2 + round) + ") s"
                    + " on t.l_orderkey = s.k and t.l_linenumber = s.l_linenumber"
                    + " when matched then update set l_quantity = s.l_quantity + 1, l_shipmode = 'RAIL'"
                    + " when not matched then insert (l_orderkey, l_linenumber, l_quantity, l_shipdate, l_comment)"
                    + " values (s.k, s.l_linenumber, s.l_quantity, s.l_shipdate, s.l_comment)";
        }
    }

    /** The rows of the text that are merged: to find them there would take longer than to merge them. */
    static String news(int rounds) {
        String some = IntStream.range(0, rounds)
                .mapToObj(round -> Arrays.stream(Statement.values())
                        .map(statement -> String.valueOf((statement.every / 2 + round) % MERGE_STEP))
                        .distinct()
                        .collect(Collectors.joining(", ")))
                .collect(Collectors.joining(", "));
        return "select * from text_lineitem where l_orderkey % " + MERGE_STEP + " in (" + some + ")";
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int rounds = options.quick() ? QUICK_ROUNDS : ROUNDS;
        int statements = (Statement.values().length + 1) * (1 + rounds);
        SparkFork.Work work = new SparkFork.Work(FORMATS.size(), 3 * statements * FORMATS.size());
        SparkFork.run(NAME, "SparkMergeTask", options, rounds, work, results);
    }

    @Override
    public String table(Results results) {
        StringBuilder text = new StringBuilder(count(results, EQUAL));
        TextTable table = new TextTable(List.of(
                "", "kB written, stoa", "delta", "delta/stoa", "ms, stoa", "delta", "delta/stoa (95% interval)"));
        for (Statement statement : Statement.values()) {
            List<String> row = new ArrayList<>(List.of(statement.label()));
            for (String format : FORMATS) {
                row.add(text("%.0f", value(results, statement.label(), format, Metric.BYTES) / 1000));
            }
            row.add(text("%.1f", bytes(results, statement)));
            time(results, statement.label(), row);
            table.add(row);
        }
        List<String> scan = new ArrayList<>(List.of(SCAN, "", "", ""));
        time(results, SCAN, scan);
        table.add(scan);
        return text.append(table).toString();
    }

    private static void time(Results results, String item, List<String> row) {
        FORMATS.forEach(format -> row.add(text("%.0f", value(results, item, format, Metric.WALL_MS))));
        row.add(interval(time(results, item)));
    }

    private static double bytes(Results results, Statement statement) {
        return value(results, statement.label(), SparkFork.DELTA, Metric.BYTES)
                / value(results, statement.label(), SparkFork.STOA, Metric.BYTES);
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (Statement statement : Statement.values()) {
            reached.add(Reached.of("spark-merge.bytes", statement.label(), bytes(results, statement)));
            reached.add(Reached.of("spark-merge.time", statement.label(), time(results, statement.label())));
        }
        reached.add(Reached.of("spark-merge.scan", SCAN, time(results, SCAN)));
        return reached;
    }

    private static Measurement time(Results results, String item) {
        return results.find(item, SparkFork.STOA, Metric.RATIO).orElseThrow();
    }

    @Override
    public List<String> faults(Results results) {
        return EngineFigures.disagreement(results, EQUAL, FORMATS.size());
    }
}
