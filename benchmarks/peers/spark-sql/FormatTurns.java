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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures statements on tables of all {@link FormatFigures#FORMATS} in turn. */
final class FormatTurns {
    private static final int FORMATS = FormatFigures.FORMATS.size();

    private final SparkBench bench;
    private final int warm;
    private final ProcessCpu processCpu = new ProcessCpu();
    /** By the place of the format, those of each statement. */
    private final List<List<PairedRatios>> cpuRatios = new ArrayList<>();

    private final List<List<PairedRatios>> clockRatios = new ArrayList<>();

    /**
     * Prints to a benchmark.
     *
     * @param warm rounds before those that count
     */
    FormatTurns(SparkBench bench, int warm) {
        this.bench = bench;
        this.warm = warm;
        for (int place = 0; place < FORMATS; place++) {
            cpuRatios.add(new ArrayList<>());
            clockRatios.add(new ArrayList<>());
        }
    }

    /** What one format does in one round. */
    interface Turn {
        /** What is not timed. */
        default void before(String format) throws Exception {}

        /** What is timed. */
        void run(String format) throws Exception;

        /** What is not timed either. */
        void after(String format) throws Exception;
    }

    /** Measures a statement, and prints its times and ratios. */
    void measure(String item, Turn turn) throws Exception {
        double[][] clock = new double[FORMATS][bench.rounds()];
        double[][] cpu = new double[FORMATS][bench.rounds()];
        SparkBench.inTurn(FORMATS, warm, bench.rounds(), (place, round) -> {
            String format = FormatFigures.FORMATS.get(place);
            turn.before(format);
            long cpuBefore = processCpu.nanos();
            long before = System.nanoTime();
            turn.run(format);
            if (round >= 0) {
                clock[place][round] = (System.nanoTime() - before) / 1e6;
                cpu[place][round] = (processCpu.nanos() - cpuBefore) / 1e6;
            }
            turn.after(format);
        });
        for (int place = 0; place < FORMATS; place++) {
            String format = FormatFigures.FORMATS.get(place);
            bench.print(item, format, Metric.PROCESS_CPU_MS, cpu[place]);
            bench.print(item, format, Metric.WALL_MS, clock[place]);
            if (place > 0) {
                cpuRatios.get(place).add(ratios(FormatFigures.cpu(item), cpu, place));
                clockRatios.get(place).add(ratios(FormatFigures.clock(item), clock, place));
            }
        }
    }

    /** Prints the geometric means of the ratios of all that was measured. */
    void printMeans(String item) {
        for (int place = 1; place < FORMATS; place++) {
            String peer = FormatFigures.FORMATS.get(place);
            bench.print(
                    FormatFigures.cpu(item), peer, Metric.RATIO, PairedRatios.geometricMean(cpuRatios.get(place)));
            bench.print(
                    FormatFigures.clock(item), peer, Metric.RATIO, PairedRatios.geometricMean(clockRatios.get(place)));
        }
    }

    /** A peer's times in those of Stoa, round by round. */
    private PairedRatios ratios(String item, double[][] times, int peer) {
        double[] ratios = new double[times[0].length];
        Arrays.setAll(ratios, round -> times[peer][round] / times[0][round]);
        PairedRatios paired = new PairedRatios(ratios);
        bench.print(item, FormatFigures.FORMATS.get(peer), Metric.RATIO, paired.median());
        return paired;
    }
}
