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

import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.spark.TpchTables;
import java.util.List;

/** Measures {@link SparkMicro} in this process, in which Spark runs. */
final class SparkMicroTask {
    private static final String TABLE = "lineitem";

    /** Rounds before those that count. */
    private static final int WARM = 3;

    private final SparkBench bench;
    private final TpchTables tables;
    private final EqualRows equal = new EqualRows();

    private SparkMicroTask(SparkBench bench) {
        this.bench = bench;
        this.tables = bench.tables();
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words as {@link SparkBench} takes them
     */
    public static void main(String[] words) {
        SparkBench.main(SparkMicro.NAME, words, bench -> new SparkMicroTask(bench).run());
    }

    private void run() throws Exception {
        bench.generate();
        for (String format : FormatFigures.FORMATS) {
            Progress.say("making the table: " + format);
            tables.create(format, TABLE, "select * from text_" + TABLE);
        }
        long keys = bench.spark().sql("select max(l_orderkey) from text_" + TABLE).first().getLong(0);
        FormatTurns turns = new FormatTurns(bench, WARM);
        for (MicroQuery query : MicroQuery.values()) {
            if (bench.isWanted(query.label())) {
                Progress.say(query.label());
                turns.measure(query.label(), turn(query.label(), query.sql(keys)));
            }
        }
        turns.printMeans(SparkMicro.MEAN);
        bench.print(SparkMicro.EQUAL, equal.count());
    }

    private FormatTurns.Turn turn(String item, String query) {
        return new FormatTurns.Turn() {
            private List<String> rows;

            @Override
            public void before(String format) {
                tables.use(format);
            }

            @Override
            public void run(String format) {
                rows = tables.rows(query);
            }

            @Override
            public void after(String format) {
                equal.check(item, format, rows);
            }
        };
    }
}
