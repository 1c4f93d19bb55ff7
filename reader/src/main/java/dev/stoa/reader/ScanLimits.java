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
package dev.stoa.reader;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The most that scans may read of untrusted files: rows, decoded bytes, time. A sound file of a few hundred bytes can
 * hold 2^40 rows. One object counts for all scans that share it, of any files and threads; the scan that goes beyond a
 * limit fails with {@link ScanLimitException}.
 *
 * <ul>
 * <li>Rows are those whose filter was evaluated, and those that were delivered without one. Rows that MinMax or an
 *     index rules out do not count. Those of the index that a look-up tests do.
 * <li>Bytes are those of decoded arrays, of predicate columns too. The scan does not deliver the first batch beyond the
 *     limit.
 * <li>Time is that of the clock, from the moment when this object was made.
 * </ul>
 *
 * <p>A scan checks limits once per vector and batch, never per value. It exceeds one by at most a batch, and by what
 * fetching and decoding that batch takes. Safe for several threads.
 */
public final class ScanLimits {
    /** No limits, and no counting. */
    public static final ScanLimits NONE = new ScanLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    private final long mostRows;
    private final long mostBytes;
    private final long mostNanos;
    private final long start = System.nanoTime();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    private ScanLimits(long mostRows, long mostBytes, long mostNanos) {
        this.mostRows = mostRows;
        this.mostBytes = mostBytes;
        this.mostNanos = mostNanos;
    }

    /**
     * Returns the same limits with another number of rows. Counts and clock start again.
     *
     * @param most at least 0
     */
    public ScanLimits withRows(long most) {
        return new ScanLimits(notNegative("rows", most), mostBytes, mostNanos);
    }

    /**
     * Returns the same limits with another number of bytes. Counts and clock start again.
     *
     * @param most at least 0
     */
    public ScanLimits withBytes(long most) {
        return new ScanLimits(mostRows, notNegative("bytes", most), mostNanos);
    }

    /**
     * Returns the same limits with another time. Counts and clock start again.
     *
     * @param most not negative, less than 292 years
     */
    public ScanLimits withTime(Duration most) {
        return new ScanLimits(mostRows, mostBytes, notNegative("time", most.toNanos()));
    }

    private static long notNegative(String what, long most) {
        if (most < 0) {
            throw new IllegalArgumentException(what + " is out of range: " + most);
        }
        return most;
    }

    /**
     * Counts rows and bytes that were read. Scans call it themselves. Call it for other sources that share the limits.
     *
     * @param file the name of the file that was read, for the message
     * @param moreRows rows that were read since the last call; 0 to look at the clock
     * @param moreBytes bytes likewise
     * @throws ScanLimitException if a limit is exceeded
     */
    public void count(String file, long moreRows, long moreBytes) throws ScanLimitException {
        if (this == NONE) {
            return;
        }
        long allRows = rows.addAndGet(moreRows);
        long allBytes = bytes.addAndGet(moreBytes);
        if (allRows > mostRows) {
            throw exceeded(ScanLimitException.Limit.ROWS, mostRows + " rows", file);
        } else if (allBytes > mostBytes) {
            throw exceeded(ScanLimitException.Limit.BYTES, mostBytes + " bytes", file);
        } else if (mostNanos != Long.MAX_VALUE && System.nanoTime() - start > mostNanos) {
            throw exceeded(ScanLimitException.Limit.TIME, mostNanos / 1_000_000 + " ms", file);
        }
    }

    private ScanLimitException exceeded(ScanLimitException.Limit limit, String most, String file) {
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        return new ScanLimitException(limit, most, file, rows.get(), bytes.get(), time);
    }
}
