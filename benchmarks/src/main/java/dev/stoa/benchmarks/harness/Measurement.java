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
package dev.stoa.benchmarks.harness;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * One number of one contender, of one process or summed up over several.
 *
 * @param benchmark the benchmark's name
 * @param item the subject, then the contender's variant, the JVM setting and the delivery, as far as they apply, separated by
 *     slashes. An example is {@code l_orderkey/v1_snappy/g1/arrays}. The JSON calls it {@code case}
 * @param contender a contender's fixed name
 * @param metric one of the fixed metrics
 * @param unit of the value
 * @param value the median
 * @param min the smallest sample
 * @param max the largest sample
 */
public record Measurement(
        String benchmark,
        String item,
        String contender,
        Metric metric,
        String unit,
        double value,
        double min,
        double max) {

    /** The measured quantity. Times in milliseconds are per read of the whole case. */
    public enum Metric {
        WALL_MS("ms"),
        PROCESS_CPU_MS("ms"),
        BYTES_READ("bytes"),
        REQUESTS("count"),
        ROUND_TRIPS("count"),
        VALUES("count"),
        CHECKSUM("sum"),
        BYTES("bytes"),
        METADATA_BYTES("bytes"),
        SIMULATED_MS("ms"),
        BYTES_WASTED("bytes"),
        DOLLARS("dollars"),
        RATIO("ratio"),
        NANOS_PER_ROW("ns");

        private final String unit;

        Metric(String unit) {
            this.unit = unit;
        }

        public String unit() {
            return unit;
        }
    }

    private static final String MARK = "measured";
    private static final Pattern TAB = Pattern.compile("\t");

    /** A number without spread. */
    public static Measurement exact(String benchmark, String item, String contender, Metric metric, long value) {
        double number = (double) value;
        return new Measurement(benchmark, item, contender, metric, metric.unit(), number, number, number);
    }

    /** The median of samples, with the least and the greatest. */
    public static Measurement spread(String benchmark, String item, String contender, Metric metric, double[] samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return new Measurement(
                benchmark,
                item,
                contender,
                metric,
                metric.unit(),
                sorted[sorted.length / 2],
                sorted[0],
                sorted[sorted.length - 1]);
    }

    /** The subject of the measurement, without variant and JVM setting. */
    public String subject() {
        return part(0);
    }

    /** The contender with its variant: a column of a table. */
    public String who() {
        return part(1).isEmpty() ? contender : contender + " " + part(1);
    }

    /** The JVM setting, or nothing. */
    public String jvm() {
        return part(2);
    }

    /** The JVM setting and the way of delivery, as far as they apply. */
    public String setting() {
        return part(3).isEmpty() ? part(2) : part(2) + ", " + part(3);
    }

    private String part(int index) {
        String[] parts = item.split("/", -1);
        return index < parts.length ? parts[index] : "";
    }

    /** The line that a measuring process prints. */
    public String toLine() {
        return String.join(
                "\t",
                MARK,
                benchmark,
                item,
                contender,
                metric.name(),
                unit,
                String.valueOf(value),
                String.valueOf(min),
                String.valueOf(max));
    }

    /** Whether a line that a process printed is a measurement. */
    static boolean isLine(String line) {
        return line.startsWith(MARK + "\t");
    }

    /** Reads {@link #toLine}. */
    static Measurement ofLine(String line) {
        String[] p = TAB.split(line, -1);
        return new Measurement(
                p[1],
                p[2],
                p[3],
                Metric.valueOf(p[4]),
                p[5],
                Double.parseDouble(p[6]),
                Double.parseDouble(p[7]),
                Double.parseDouble(p[8]));
    }
}
