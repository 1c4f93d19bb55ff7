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
import dev.stoa.benchmarks.harness.SystemCalls;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.spark.TpchTables;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Measures {@link SparkTpch} in this process, in which Spark runs. */
final class SparkTpchTask {
    private static final String BY_DATE = "lineitem_by_date";

    private final SparkBench bench;
    private final SparkSession spark;
    private final TpchTables tables;
    private final ScanCpu scanCpu;
    private final EqualRows equal = new EqualRows();
    private final Map<String, String> queries = new LinkedHashMap<>();

    private SparkTpchTask(SparkBench bench) {
        this.bench = bench;
        this.spark = bench.spark();
        this.tables = bench.tables();
        this.scanCpu = new ScanCpu(spark.sparkContext());
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words as {@link SparkBench} takes them
     */
    public static void main(String[] words) {
        SparkBench.main(SparkTpch.NAME, words, bench -> new SparkTpchTask(bench).run());
    }

    private void run() throws Exception {
        bench.generate();
        for (String format : SparkTpch.FORMATS) {
            Progress.say("making tables: " + format);
            create(format);
        }
        List<String> tpch = TpchTables.queries();
        for (int number = 1; number <= SparkTpch.QUERIES; number++) {
            queries.put(SparkTpch.query(number), tpch.get(number - 1));
        }
        List<LocalDate> dates = dates();
        for (int i = 0; i < dates.size(); i++) {
            queries.put(
                    SparkTpch.figure1(SparkTpch.POINTS.get(i)),
                    "select max(l_linenumber) from " + BY_DATE + " where l_shipdate < date '" + dates.get(i) + "'");
        }
        queries.keySet().removeIf(query -> !bench.isWanted(query));
        List<String> ofTpch =
                queries.keySet().stream().filter(SparkTpch.queries()::contains).toList();
        for (String query : queries.keySet()) {
            Progress.say("comparing results: " + query);
            for (String format : SparkTpch.FORMATS) {
                rows(query, format);
            }
        }
        measure(SparkTpch.Setting.PLAIN, List.copyOf(queries.keySet()), 1, bench.rounds());
        spark.conf().set("spark.sql.cbo.enabled", true);
        spark.conf().set("spark.sql.cbo.joinReorder.enabled", true);
        measure(SparkTpch.Setting.STATISTICS, ofTpch, 1, bench.rounds());
        spark.conf().set("spark.sql.cbo.enabled", false);
        spark.conf().set("spark.sql.cbo.joinReorder.enabled", false);
        if (!ofTpch.isEmpty() && canDrop(ofTpch.get(0))) {
            measure(SparkTpch.Setting.COLD, ofTpch, 0, Math.max(1, bench.rounds() / 2));
        }
        bench.print(SparkTpch.EQUAL, equal.count());
    }

    private void create(String format) {
        tables.create(format);
        tables.create(format, BY_DATE, "select * from text_lineitem order by l_shipdate");
        List<String> names = new ArrayList<>(TpchTables.names());
        names.add(BY_DATE);
        for (String table : names) {
            if (!analyse(TpchTables.name(format, table))) {
                return; // none of the format can be
            }
        }
        if (format.equals(SparkTpch.CACHED)) {
            names.forEach(table -> spark.sql("cache table " + TpchTables.name(format, table)));
        }
    }

    /** Gives statistics to the optimiser, where Spark can find them. */
    private boolean analyse(String table) {
        try {
            spark.sql("analyze table " + table + " compute statistics for all columns");
            return true;
        } catch (Exception e) { // Spark does not declare what it throws
            if (!(e instanceof AnalysisException)) {
                throw e;
            }
            Progress.say(table + " can't be analysed: " + e.getMessage().replaceAll("(?s)\\n.*", ""));
            return false;
        }
    }

    /** Before which so many of the rows were shipped. */
    private List<LocalDate> dates() {
        String shares = SparkTpch.POINTS.stream()
                .map(percent -> String.valueOf(percent / 100.0))
                .collect(Collectors.joining(", "));
        Row row = spark.sql("select percentile(unix_date(l_shipdate), array(" + shares + ")) from text_lineitem")
                .first();
        return row.<Double>getList(0).stream()
                .map(day -> LocalDate.ofEpochDay(Math.round(day) + 1))
                .toList();
    }

    private void rows(String query, String format) {
        tables.use(format);
        equal.check(query, format, tables.rows(queries.get(query)));
    }

    /** Whether bytes come from the disk once the files are dropped from the page cache. */
    private boolean canDrop(String query) throws InterruptedException {
        try {
            PageCache.drop(tables.files(SparkFork.STOA));
        } catch (IOException e) {
            Progress.say("not measured with files not in the page cache: " + e.getMessage());
            return false;
        }
        long before = SystemCalls.bytesFromDisk();
        rows(query, SparkFork.STOA);
        boolean isCold = SystemCalls.bytesFromDisk() > before;
        if (!isCold) {
            Progress.say("not measured with files not in the page cache: this file system does not drop them");
        }
        return isCold;
    }

    private void measure(SparkTpch.Setting setting, List<String> of, int warm, int rounds) throws Exception {
        for (String query : of) {
            Progress.say(setting.label() + ": " + query);
            measure(setting, query, warm, rounds);
        }
    }

    private void measure(SparkTpch.Setting setting, String query, int warm, int rounds) throws Exception {
        List<String> formats = setting.contenders(SparkTpch.FORMATS);
        double[][] wall = new double[formats.size()][rounds];
        double[][] cpu = new double[formats.size()][rounds];
        double[][] bytes = new double[formats.size()][rounds];
        SparkBench.inTurn(formats.size(), warm, rounds, (format, round) -> {
            if (setting == SparkTpch.Setting.COLD) {
                PageCache.drop(tables.files(formats.get(format)));
            }
            tables.use(formats.get(format));
            scanCpu.reset();
            long bytesBefore = SystemCalls.counts().bytesRead();
            long before = System.nanoTime();
            List<String> rows = tables.rows(queries.get(query));
            long nanos = System.nanoTime() - before;
            if (round >= 0) {
                wall[format][round] = nanos / 1e6;
                bytes[format][round] = SystemCalls.counts().bytesRead() - bytesBefore;
                cpu[format][round] = scanCpu.nanos() / 1e6;
            }
            equal.check(query, formats.get(format), rows);
        });
        for (int format = 0; format < formats.size(); format++) {
            bench.print(SparkTpch.item(query, setting), formats.get(format), Metric.WALL_MS, wall[format]);
            if (setting == SparkTpch.Setting.PLAIN && SparkTpch.scans().contains(query)) {
                bench.print(SparkTpch.scan(query), formats.get(format), Metric.PROCESS_CPU_MS, cpu[format]);
                bench.print(SparkTpch.scan(query), formats.get(format), Metric.BYTES_READ, bytes[format]);
            }
        }
    }
}
