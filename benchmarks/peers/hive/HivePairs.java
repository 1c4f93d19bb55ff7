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

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.PairedRatios;
import java.util.Arrays;
import java.util.List;

/** Measures the time of ORC and of Stoa in turn, and prints it for a benchmark. */
final class HivePairs {
    /** The contenders, as Hive names the formats. */
    static final List<String> FORMATS = List.of("orc", "stoa");

    private final String benchmark;
    private final Metric time;
    private final List<String> formats;

    /**
     * For a benchmark.
     *
     * @param time what is measured: the CPU time of the process, or the time on the clock
     */
    HivePairs(String benchmark, Metric time) {
        this(benchmark, time, FORMATS);
    }

    /** For given formats. The first is the peer of the others. */
    HivePairs(String benchmark, Metric time, List<String> formats) {
        this.benchmark = benchmark;
        this.time = time;
        this.formats = formats;
    }

    /** Does something with the tables of a format; gives the time. */
    interface Work {
        long nanos(int format) throws Exception;
    }

    /** Measures; every other round begins with the other format. */
    void measure(String item, int warm, int counted, Work work) throws Exception {
        double[][] nanos = new double[formats.size()][counted];
        for (int round = -warm; round < counted; round++) {
            for (int turn = 0; turn < formats.size(); turn++) {
                int format = (round & 1) == 0 ? turn : formats.size() - 1 - turn;
                long took = work.nanos(format);
                if (round >= 0) {
                    nanos[format][round] = took;
                }
            }
        }
        for (int i = 1; i < formats.size(); i++) {
            double[] ratios = new double[counted];
            for (int round = 0; round < counted; round++) {
                ratios[round] = nanos[0][round] / nanos[i][round];
            }
            PairedRatios.Estimate ratio = new PairedRatios(ratios).median();
            print(item, formats.get(i), Metric.RATIO, ratio.value(), ratio.low(), ratio.high());
        }
        for (int i = 0; i < formats.size(); i++) {
            Arrays.sort(nanos[i]);
            print(
                    item,
                    formats.get(i),
                    time,
                    nanos[i][counted / 2] / 1e6,
                    nanos[i][0] / 1e6,
                    nanos[i][counted - 1] / 1e6);
        }
    }

    /** Prints what was counted. */
    void print(String item, String contender, Metric metric, long value) {
        System.out.println(Measurement.exact(benchmark, item, contender, metric, value).toLine());
    }

    private void print(String item, String contender, Metric metric, double value, double min, double max) {
        System.out.println(
                new Measurement(benchmark, item, contender, metric, metric.unit(), value, min, max).toLine());
    }
}
