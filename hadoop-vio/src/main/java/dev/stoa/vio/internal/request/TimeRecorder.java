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
package dev.stoa.vio.internal.request;

import dev.stoa.vio.Latencies;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AtomicHistogram;

/** Counts times, from a microsecond to an hour, within 1%; by many threads. Takes its memory when it first counts. */
final class TimeRecorder {

    private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final int DIGITS = 2;

    private volatile AtomicHistogram histogram;

    void record(long nanos) {
        AtomicHistogram into = histogram;
        if (into == null) {
            into = make();
        }
        into.recordValue(Math.max(0, Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos))));
    }

    private synchronized AtomicHistogram make() {
        if (histogram == null) {
            histogram = new AtomicHistogram(MAX_MICROS, DIGITS);
        }
        return histogram;
    }

    /** Returns how many times were counted. */
    long count() {
        AtomicHistogram from = histogram;
        return from == null ? 0 : from.getTotalCount();
    }

    /** Returns the time, in microseconds, that a share of all were not longer than. */
    long micros(double share) {
        AtomicHistogram from = histogram;
        return from == null ? 0 : from.getValueAtPercentile(100 * share);
    }

    Latencies snapshot() {
        AtomicHistogram from = histogram;
        return from == null ? Latencies.NONE : new Latencies(from.copy());
    }
}
