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
package dev.stoa.reader.internal.scan;

import dev.stoa.reader.internal.file.ScanCounters;

/**
 * Counts the time that batches take to decode. Two looks at the clock take about 50 ns, a twentieth of a batch of one narrow
 * column. So one of sixteen short batches is timed, and counts for those up to the next timed one.
 */
public final class DecodeClock {
    private static final long SHORT_NANOS = 20_000;
    private static final int ONE_IN = 16;

    private final ScanCounters counters;
    /** The number of batches that count as long as the last timed one. */
    private int untimed;

    private long timed;
    private long start;

    public DecodeClock(ScanCounters counters) {
        this.counters = counters;
    }

    /** A batch begins. */
    public void begin() {
        if (untimed == 0) {
            start = System.nanoTime() - counters.readNanos;
        }
    }

    /** The batch that began last is decoded. */
    public void end() {
        if (untimed > 0) {
            untimed--;
        } else {
            timed = System.nanoTime() - counters.readNanos - start;
            untimed = timed < SHORT_NANOS ? ONE_IN - 1 : 0;
        }
        counters.decodeNanos += timed;
    }
}
