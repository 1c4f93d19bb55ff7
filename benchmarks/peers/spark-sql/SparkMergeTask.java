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

import dev.stoa.benchmarks.harness.PairedRatios;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.spark.TpchTables;
import java.util.Arrays;
import java.util.List;

/** Measures {@link SparkMerge} in this process, in which Spark runs. */
final class SparkMergeTask {
    private static final String TABLE = "lineitem";
    private static final String SUMS = "select count(*), sum(l_orderkey), sum(l_quantity), sum(l_discount),"
            + " sum(hash(l_shipmode)), sum(hash(l_comment)), sum(l_extendedprice) from " + TABLE;
    private static final String SCAN =
            "select l_shipmode, sum(l_quantity), sum(l_extendedprice * l_discount), count(*) from " + TABLE
                    + " group by l_shipmode";
    private static final String NEWS = "news";
    private static final String NEWS_FORMAT = "parquet";
    /** Rounds before those that count. */
    private static final int WARM = 1;

    private final SparkBench bench;
    private final TpchTables tables;

    private SparkMergeTask(SparkBench bench) {
        this.bench = bench;
        this.tables = bench.tables();
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words as {@link SparkBench} takes them
     */
    public static void main(String[] words) {
        SparkBench.main(SparkMerge.NAME, words, bench -> new SparkMergeTask(bench).run());
    }

    private void run() throws Exception {
        bench.generate();
        for (String format : SparkMerge.FORMATS) {
            Progress.say("making the table: " + format);
            tables.create(format, TABLE, "select * from text_" + TABLE);
        }
        Progress.say("gathering what is merged");
        tables.create(NEWS_FORMAT, NEWS, SparkMerge.news(bench.rounds() + WARM));
        String news = TpchTables.name(NEWS_FORMAT, NEWS);
        for (SparkMerge.Statement statement : SparkMerge.Statement.values()) {
            Progress.say(statement.label());
            measure(statement.label(), (format, round) -> bench.spark()
                    .sql(statement.sql(TpchTables.name(format, TABLE), news, round + WARM))
                    .collect());
        }
        compare();
        Progress.say(SparkMerge.SCAN);
        measure(SparkMerge.SCAN, (format, round) -> rows(format, SCAN));
    }

    /** All tables have been through the same. */
    private void compare() {
        EqualRows equal = new EqualRows();
        for (String format : SparkMerge.FORMATS) {
            equal.check(SparkMerge.EQUAL, format, rows(format, SUMS));
        }
        bench.print(SparkMerge.EQUAL, equal.count() * SparkMerge.FORMATS.size());
    }

    private List<String> rows(String format, String query) {
        tables.use(format);
        return tables.rows(query);
    }

    private interface Work {
        void run(String format, int round);
    }

    /** How long something takes, and what it writes. */
    private void measure(String item, Work work) throws Exception {
        int rounds = bench.rounds();
        double[][] written = new double[SparkMerge.FORMATS.size()][rounds];
        double[][] wall = new double[SparkMerge.FORMATS.size()][rounds];
        SparkBench.inTurn(SparkMerge.FORMATS.size(), WARM, rounds, (format, round) -> {
            String name = SparkMerge.FORMATS.get(format);
            long bytesBefore = bench.bytes(name);
            long before = System.nanoTime();
            work.run(name, round);
            long nanos = System.nanoTime() - before;
            if (round >= 0) {
                wall[format][round] = nanos / 1e6;
                written[format][round] = bench.bytes(name) - bytesBefore;
            }
        });
        for (int format = 0; format < wall.length; format++) {
            bench.print(item, SparkMerge.FORMATS.get(format), Metric.BYTES, written[format]);
            bench.print(item, SparkMerge.FORMATS.get(format), Metric.WALL_MS, wall[format]);
        }
        double[] ratios = new double[rounds];
        Arrays.setAll(ratios, round -> wall[1][round] / wall[0][round]);
        bench.print(item, SparkFork.STOA, Metric.RATIO, new PairedRatios(ratios).median());
    }
}
