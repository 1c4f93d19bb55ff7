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
import dev.stoa.benchmarks.harness.Results;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** The measurements of an engine's process, as text. */
final class EngineFigures {
    private static final String STOA = "stoa";

    private EngineFigures() {}

    /** A measured value, which must exist. */
    static double value(Results results, String item, String contender, Metric metric) {
        return results.find(item, contender, metric).orElseThrow().value();
    }

    /** A number as text. */
    static String text(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }

    /** The geometric mean of numbers; no number of none. */
    static double geometricMean(DoubleStream numbers) {
        return Math.exp(numbers.map(Math::log).average().orElse(Double.NaN));
    }

    /** A ratio with its interval. */
    static String interval(Measurement ratio) {
        return text("%.2f", ratio.value()) + " (" + text("%.2f", ratio.min()) + " - " + text("%.2f", ratio.max()) + ")";
    }

    /** A line with a count; empty if it was not measured. */
    static String count(Results results, String what) {
        return results.find(what, STOA, Metric.VALUES)
                .map(m -> what + ": " + (long) m.value() + "\n\n")
                .orElse("");
    }

    /** A fault if a count differs from the expected one: contenders disagree. */
    static List<String> disagreement(Results results, String what, int expected) {
        long found = results.find(what, STOA, Metric.VALUES)
                .map(m -> (long) m.value())
                .orElse(0L);
        return found == expected
                ? List.of()
                : List.of("contenders disagree: " + what + ": " + found + " of " + expected);
    }
}
