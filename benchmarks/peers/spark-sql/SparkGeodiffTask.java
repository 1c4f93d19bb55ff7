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
import com.sun.management.OperatingSystemMXBean;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.spark.TpchTables;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures {@link SparkGeodiff} in this process, in which Spark runs. */
final class SparkGeodiffTask {
    /** Rounds before those that count. */
    private static final int WARM = 1;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final SparkBench bench;
    private final TpchTables tables;
    private final EqualRows equal = new EqualRows();
    private final List<List<PairedRatios>> wallRatios = new ArrayList<>();
    private final List<List<PairedRatios>> cpuRatios = new ArrayList<>();
    private int changed;

    private SparkGeodiffTask(SparkBench bench) {
        this.bench = bench;
        this.tables = bench.tables();
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words as {@link SparkBench} takes them
     */
    public static void main(String[] words) {
        SparkBench.main(SparkGeodiff.NAME, words, bench -> new SparkGeodiffTask(bench).run());
    }

    /** The tables of a format, as they are before the changes or after them. */
    private static String tables(String format, boolean isAfter) {
        return isAfter ? format + "_after" : format;
    }

    private void run() throws Exception {
        bench.generate();
        for (String format : SparkGeodiff.FORMATS) {
            Progress.say("making tables: " + format);
            tables.create(tables(format, false));
            tables.create(tables(format, true));
            refresh(format);
            wallRatios.add(new ArrayList<>());
            cpuRatios.add(new ArrayList<>());
        }
        for (int number : SparkGeodiff.QUERIES) {
            String name = SparkGeodiff.query(number);
            if (bench.isWanted(name)) {
                Progress.say(name);
                measure(name, TpchTables.queries().get(number - 1));
            }
        }
        for (int format = 0; format < SparkGeodiff.FORMATS.size(); format++) {
            String name = SparkGeodiff.FORMATS.get(format);
            bench.print(
                    SparkGeodiff.MEAN, name, Metric.RATIO, PairedRatios.geometricMean(wallRatios.get(format)));
            bench.print(
                    SparkGeodiff.MEAN_CPU, name, Metric.RATIO, PairedRatios.geometricMean(cpuRatios.get(format)));
        }
        bench.print(SparkGeodiff.EQUAL, equal.count());
        bench.print(SparkGeodiff.CHANGED, changed);
    }

    private void refresh(String format) throws Exception {
        String set = tables(format, true);
        long bytes = bench.bytes(set);
        long before = System.nanoTime();
        for (String statement :
                SparkGeodiff.refresh(TpchTables.name(set, "orders"), TpchTables.name(set, "lineitem"))) {
            bench.spark().sql(statement).collect();
        }
        bench.print(
                SparkGeodiff.REFRESH, format, Metric.WALL_MS, new double[] {(System.nanoTime() - before) / 1e6});
        bench.print(
                SparkGeodiff.REFRESH, format, Metric.BYTES, new double[] {bench.bytes(set) - bytes});
    }

    /** Before and after follow each other, for each contender in turn. */
    private void measure(String item, String query) throws Exception {
        int formats = SparkGeodiff.FORMATS.size();
        double[][] wall = new double[2 * formats][bench.rounds()];
        double[][] cpu = new double[2 * formats][bench.rounds()];
        SparkBench.inTurn(2 * formats, WARM, bench.rounds(), (turn, round) -> {
            boolean isAfter = turn % 2 == 1;
            String format = SparkGeodiff.FORMATS.get(turn / 2);
            tables.use(tables(format, isAfter));
            long cpuBefore = SYSTEM.getProcessCpuTime();
            long before = System.nanoTime();
            List<String> rows = tables.rows(query);
            if (round >= 0) {
                wall[turn][round] = (System.nanoTime() - before) / 1e6;
                cpu[turn][round] = (SYSTEM.getProcessCpuTime() - cpuBefore) / 1e6;
            }
            equal.check(isAfter ? SparkGeodiff.after(item) : item, format, rows);
        });
        changed += equal.rows(item).equals(equal.rows(SparkGeodiff.after(item))) ? 0 : 1;
        for (int format = 0; format < formats; format++) {
            String name = SparkGeodiff.FORMATS.get(format);
            bench.print(item, name, Metric.WALL_MS, wall[2 * format]);
            bench.print(SparkGeodiff.after(item), name, Metric.WALL_MS, wall[2 * format + 1]);
            PairedRatios ratios = ratios(wall, format);
            bench.print(item, name, Metric.RATIO, ratios.median());
            wallRatios.get(format).add(ratios);
            cpuRatios.get(format).add(ratios(cpu, format));
        }
    }

    private static PairedRatios ratios(double[][] values, int format) {
        double[] ratios = new double[values[0].length];
        Arrays.setAll(ratios, round -> values[2 * format + 1][round] / values[2 * format][round]);
        return new PairedRatios(ratios);
    }
}
