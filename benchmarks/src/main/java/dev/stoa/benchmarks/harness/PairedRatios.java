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
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * The ratios of pairs of measurements that followed each other: the time of something, relative to its time under other
 * conditions.
 *
 * @param ratios one for each pair
 */
public record PairedRatios(double[] ratios) {
    private static final int RESAMPLES = 2000;
    private static final double TAIL = 0.025;

    /**
     * A number with its 95% confidence interval, by resampling.
     *
     * @param value the number
     * @param low the lower end
     * @param high the upper end
     */
    public record Estimate(double value, double low, double high) {}

    /** The median. */
    public Estimate median() {
        return geometricMean(List.of(this));
    }

    /** The geometric mean of the medians of several. */
    public static Estimate geometricMean(List<PairedRatios> all) {
        SplittableRandom random = new SplittableRandom(1);
        double[] means = new double[RESAMPLES];
        for (int i = 0; i < means.length; i++) {
            means[i] = mean(all, pairs -> median(resampled(pairs.ratios, random)));
        }
        Arrays.sort(means);
        int tail = (int) (RESAMPLES * TAIL);
        return new Estimate(mean(all, pairs -> median(pairs.ratios)), means[tail], means[RESAMPLES - 1 - tail]);
    }

    private static double mean(List<PairedRatios> all, ToDoubleFunction<PairedRatios> number) {
        return Math.exp(all.stream()
                .mapToDouble(pairs -> Math.log(number.applyAsDouble(pairs)))
                .average()
                .orElseThrow());
    }

    private static double[] resampled(double[] values, SplittableRandom random) {
        double[] drawn = new double[values.length];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = values[random.nextInt(values.length)];
        }
        return drawn;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
