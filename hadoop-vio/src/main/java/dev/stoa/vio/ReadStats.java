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

/**
 * What a source has done so far; a snapshot of counters.
 *
 * @param rangesAsked ranges of all reads that were started
 * @param bytesAsked their bytes, each asked range for itself
 * @param requestsIssued requests sent to the store, retries not counted
 * @param bytesRead bytes that the store delivered, those of the gaps between merged ranges included
 * @param roundTrips reads started that needed at least one request: when each is awaited before the next is started,
 *     the number of times that the caller depended on the store's latency
 * @param retries requests tried again
 * @param waitNanos time that callers spent waiting in {@link PendingRead#await}
 */
public record ReadStats(
        long rangesAsked,
        long bytesAsked,
        long requestsIssued,
        long bytesRead,
        long roundTrips,
        long retries,
        long waitNanos) {

    /** Nothing read yet. */
    public static final ReadStats NONE = new ReadStats(0, 0, 0, 0, 0, 0, 0);

    /** Returns the sum of these counters and others, such as those of another file. */
    public ReadStats plus(ReadStats other) {
        return new ReadStats(
                rangesAsked + other.rangesAsked,
                bytesAsked + other.bytesAsked,
                requestsIssued + other.requestsIssued,
                bytesRead + other.bytesRead,
                roundTrips + other.roundTrips,
                retries + other.retries,
                waitNanos + other.waitNanos);
    }

    /** Returns what these counters have more than earlier ones of the same source. */
    public ReadStats minus(ReadStats earlier) {
        return new ReadStats(
                rangesAsked - earlier.rangesAsked,
                bytesAsked - earlier.bytesAsked,
                requestsIssued - earlier.requestsIssued,
                bytesRead - earlier.bytesRead,
                roundTrips - earlier.roundTrips,
                retries - earlier.retries,
                waitNanos - earlier.waitNanos);
    }
}
