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

/**
 * A snapshot of a source's counters. {@link #toString} is a table.
 *
 * @param rangesAsked ranges of all reads that were started
 * @param bytesAsked their bytes, each asked range for itself
 * @param requestsIssued requests sent to the store, retries and hedges not counted
 * @param bytesRead bytes that the store delivered: those asked, gaps between merged ranges, late bytes of hedges and
 *     stalled requests, and bytes without a taker
 * @param bytesUsed asked bytes that were handed over, each once
 * @param roundTrips reads started that needed at least one request: when each is awaited before the next is started,
 *     the number of times that the caller depended on the store's latency
 * @param merges requests saved by reading several asked ranges as one
 * @param splits requests added by reading long ranges in parts
 * @param retries requests tried again
 * @param stalls requests abandoned because no byte came for too long
 * @param throttles answers of the store that asked for fewer requests
 * @param hedges requests sent a second time because the first took long
 * @param hedgesWon of these, how many answered first
 * @param refetches ranges read again because they did not pass a check of the caller's
 * @param waitNanos time that callers spent waiting in {@link PendingRead#await}; that of small reads of a near store,
 *     which are read before {@link RangeSource#start} returns, is not in it
 * @param queueTimes how long requests waited for their turn; for those of request threads
 * @param serviceTimes how long successful requests took from then on; for those of request threads
 */
public record ReadStats(
        long rangesAsked,
        long bytesAsked,
        long requestsIssued,
        long bytesRead,
        long bytesUsed,
        long roundTrips,
        long merges,
        long splits,
        long retries,
        long stalls,
        long throttles,
        long hedges,
        long hedgesWon,
        long refetches,
        long waitNanos,
        Latencies queueTimes,
        Latencies serviceTimes) {

    /** Nothing read yet. */
    public static final ReadStats NONE =
            new ReadStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Latencies.NONE, Latencies.NONE);

    /** Returns the bytes that the store delivered for nothing, so far; those of reads under way count until they are taken. */
    public long bytesWasted() {
        return bytesRead - bytesUsed;
    }

    /** Returns the sum of these counters and others, such as those of another file. */
    public ReadStats plus(ReadStats other) {
        return combine(other, 1, queueTimes.plus(other.queueTimes), serviceTimes.plus(other.serviceTimes));
    }

    /** Returns what these counters have more than earlier ones of the same source. */
    public ReadStats minus(ReadStats earlier) {
        return combine(earlier, -1, queueTimes.minus(earlier.queueTimes), serviceTimes.minus(earlier.serviceTimes));
    }

    private ReadStats combine(ReadStats other, int sign, Latencies queue, Latencies service) {
        return new ReadStats(
                rangesAsked + sign * other.rangesAsked,
                bytesAsked + sign * other.bytesAsked,
                requestsIssued + sign * other.requestsIssued,
                bytesRead + sign * other.bytesRead,
                bytesUsed + sign * other.bytesUsed,
                roundTrips + sign * other.roundTrips,
                merges + sign * other.merges,
                splits + sign * other.splits,
                retries + sign * other.retries,
                stalls + sign * other.stalls,
                throttles + sign * other.throttles,
                hedges + sign * other.hedges,
                hedgesWon + sign * other.hedgesWon,
                refetches + sign * other.refetches,
                waitNanos + sign * other.waitNanos,
                queue,
                service);
    }

    /** Returns a table of all numbers, in a few lines. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                """
                asked     %,d ranges, %,d bytes
                read      %,d bytes in %,d requests and %,d round trips; %,d of them wasted
                planned   %,d merges, %,d splits
                repeated  %,d retries, %,d stalls, %,d throttles, %,d refetches, %,d hedges (%,d won)
                waited    %,.3f ms by callers
                queue     %s
                service   %s
                """,
                rangesAsked,
                bytesAsked,
                bytesRead,
                requestsIssued,
                roundTrips,
                bytesWasted(),
                merges,
                splits,
                retries,
                stalls,
                throttles,
                refetches,
                hedges,
                hedgesWon,
                waitNanos / 1e6,
                queueTimes,
                serviceTimes);
    }
}
