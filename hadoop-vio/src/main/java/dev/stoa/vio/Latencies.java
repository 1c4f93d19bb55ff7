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
package dev.stoa.vio;

import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** How long something took, many times: a distribution, exact to 1%. Immutable. */
public final class Latencies {

    /** Nothing counted. */
    public static final Latencies NONE = new Latencies(Optional.empty());

    private final Optional<Histogram> micros; // never changed; absent if nothing was counted

    private Latencies(Optional<Histogram> micros) {
        this.micros = micros;
    }

    /** Copies a histogram of microseconds. */
    public Latencies(AbstractHistogram recorded) {
        this(Optional.of(copy(recorded)).filter(h -> h.getTotalCount() > 0));
    }

    private static Histogram copy(AbstractHistogram recorded) {
        Histogram copy = new Histogram(recorded);
        copy.add(recorded);
        return copy;
    }

    /** Returns how many were counted. */
    public long count() {
        return micros.map(Histogram::getTotalCount).orElse(0L);
    }

    /**
     * Returns a quantile of the counted latencies in microseconds; 0 if nothing was counted.
     *
     * @param share of the latencies that the quantile bounds, from 0 to 1, such as 0.5 for the median
     */
    public long micros(double share) {
        return micros.map(h -> h.getValueAtPercentile(100 * share)).orElse(0L);
    }

    /** Returns the longest, in microseconds. */
    public long maxMicros() {
        return micros.map(Histogram::getMaxValue).orElse(0L);
    }

    /** Returns these and others. */
    public Latencies plus(Latencies other) {
        if (micros.isEmpty() || other.micros.isEmpty()) {
            return micros.isEmpty() ? other : this;
        }
        Histogram sum = micros.get().copy();
        sum.add(other.micros.get());
        return new Latencies(sum);
    }

    /** Returns these without those that an earlier snapshot of the same had. */
    public Latencies minus(Latencies earlier) {
        if (micros.isEmpty() || earlier.micros.isEmpty()) {
            return this;
        }
        Histogram rest = micros.get().copy();
        rest.subtract(earlier.micros.get());
        return new Latencies(rest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Latencies that && micros.equals(that.micros);
    }

    @Override
    public int hashCode() {
        return micros.hashCode();
    }

    /** Returns count, median, 90th and 99th percentile and maximum in words. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d times, ms: p50 %.3f, p90 %.3f, p99 %.3f, max %.3f",
                count(),
                micros(0.5) / 1e3,
                micros(0.9) / 1e3,
                micros(0.99) / 1e3,
                maxMicros() / 1e3);
    }
}
