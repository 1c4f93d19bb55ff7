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

import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.PairedRatios;
import dev.stoa.benchmarks.harness.ProcessCpu;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.spark.TpchTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures {@link SparkMicro} in this process, in which Spark runs. */
final class SparkMicroTask {
    private static final String TABLE = "lineitem";

    /** Rounds before those that count. */
    private static final int WARM = 3;

    private final SparkBench bench;
    private final TpchTables tables;
    private final ProcessCpu processCpu = new ProcessCpu();
    private final EqualRows equal = new EqualRows();
    /** By contender, those of each operation. */
    private final List<List<PairedRatios>> cpuRatios = new ArrayList<>();

    private final List<List<PairedRatios>> clockRatios = new ArrayList<>();

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
        for (String format : SparkMicro.FORMATS) {
            Progress.say("making the table: " + format);
            tables.create(format, TABLE, "select * from text_" + TABLE);
            cpuRatios.add(new ArrayList<>());
            clockRatios.add(new ArrayList<>());
        }
        long keys = bench.spark().sql("select max(l_orderkey) from text_" + TABLE).first().getLong(0);
        for (MicroQuery query : MicroQuery.values()) {
            if (bench.isWanted(query.label())) {
                Progress.say(query.label());
                measure(query.label(), query.sql(keys));
            }
        }
        for (int peer = 1; peer < SparkMicro.FORMATS.size(); peer++) {
            String name = SparkMicro.FORMATS.get(peer);
            String mean = SparkMicro.MEAN;
            bench.print(
                    SparkMicro.cpu(mean), name, Metric.RATIO, PairedRatios.geometricMean(cpuRatios.get(peer)));
            bench.print(
                    SparkMicro.clock(mean), name, Metric.RATIO, PairedRatios.geometricMean(clockRatios.get(peer)));
        }
        bench.print(SparkMicro.EQUAL, equal.count());
    }

    private void measure(String item, String query) throws Exception {
        int formats = SparkMicro.FORMATS.size();
        double[][] clock = new double[formats][bench.rounds()];
        double[][] cpu = new double[formats][bench.rounds()];
        SparkBench.inTurn(formats, WARM, bench.rounds(), (format, round) -> {
            tables.use(SparkMicro.FORMATS.get(format));
            long cpuBefore = processCpu.nanos();
            long before = System.nanoTime();
            List<String> rows = tables.rows(query);
            if (round >= 0) {
                clock[format][round] = (System.nanoTime() - before) / 1e6;
                cpu[format][round] = (processCpu.nanos() - cpuBefore) / 1e6;
            }
            equal.check(item, SparkMicro.FORMATS.get(format), rows);
        });
        for (int format = 0; format < formats; format++) {
            String name = SparkMicro.FORMATS.get(format);
            bench.print(item, name, Metric.PROCESS_CPU_MS, cpu[format]);
            bench.print(item, name, Metric.WALL_MS, clock[format]);
            if (format > 0) {
                cpuRatios.get(format).add(ratios(SparkMicro.cpu(item), cpu, format));
                clockRatios.get(format).add(ratios(SparkMicro.clock(item), clock, format));
            }
        }
    }

    /** A peer's times in those of Stoa, round by round. */
    private PairedRatios ratios(String item, double[][] times, int peer) {
        double[] ratios = new double[times[0].length];
        Arrays.setAll(ratios, round -> times[peer][round] / times[0][round]);
        PairedRatios paired = new PairedRatios(ratios);
        bench.print(item, SparkMicro.FORMATS.get(peer), Metric.RATIO, paired.median());
        return paired;
    }
}
