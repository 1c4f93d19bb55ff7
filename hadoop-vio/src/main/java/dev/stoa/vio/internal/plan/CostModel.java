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
package dev.stoa.vio.internal.plan;

import dev.stoa.vio.RequestLimits;
import dev.stoa.vio.StoreCosts;
import dev.stoa.vio.StoreProfile;

/**
 * The cost of a read from one store in microseconds, by its number of requests, their bytes and the longest of them.
 *
 * <p>With a connection for each request, a read takes as long as its slowest request. The more requests run at once, the
 * later the last of them answers. Latencies spread about like a lognormal distribution. Its expected maximum of {@code n}
 * values grows evenly with {@code log(n)} and reaches the 99th percentile at about 69 values. With more
 * requests than connections the work of all is shared among the connections, which do not end at the same moment. No read is faster than the link that
 * all connections share.
 *
 * <p>To this time each request adds its price and each byte the time that it takes of the shared link, which other reads
 * can't use.
 */
public final class CostModel {

    /** {@code log2} of how many values are expected to reach their 99th percentile. */
    private static final double DOUBLINGS_TO_SLOW = 6.1;

    /** For how much of the time other reads are taken to need the link too. */
    private static final double OTHERS = 0.1;

    /** How long another thread takes to start with a request. */
    private static final double WAKE_MICROS = 50;

    /** How much latency a thread takes upon itself instead of waking others who could share it. */
    private static final double INLINE_LATENCY_MICROS = 200;

    private final boolean byCallers;
    private final boolean near;
    private final StoreCosts costs;
    private final RequestLimits limits;
    private final double microsPerByte;
    private final double linkMicrosPerByte;

    public CostModel(StoreProfile profile) {
        this.byCallers = profile.isReadByCallers();
        this.near = isNear(profile);
        this.costs = profile.costs();
        this.limits = profile.limits();
        this.microsPerByte = 1e6 / costs.bytesPerSecond();
        this.linkMicrosPerByte = 1e6 / costs.totalBytesPerSecond();
    }

    /** Whether a read is best done by the thread that asks for it, one request after the other. */
    public boolean isInline(long requests, long bytes) {
        return byCallers
                && bytes <= limits.inlineBytes()
                && requests * (double) costs.latencyMicros() <= INLINE_LATENCY_MICROS;
    }

    /** Whether most requests are expected to take no longer than another thread takes to start with them. */
    public static boolean isNear(StoreProfile profile) {
        return profile.isReadByCallers() && profile.costs().latencyMicros() < WAKE_MICROS;
    }

    /** Whether most requests take no longer than another thread takes to start with them. */
    boolean isNear() {
        return near;
    }

    /** Whether a request took longer than its bytes and another thread's start. */
    public static boolean isSlow(StoreCosts costs, int bytes, long nanos) {
        return nanos > (WAKE_MICROS + bytes * 1e6 / costs.bytesPerSecond()) * 1e3;
    }

    /** The cost of a read: its time, and the time that it takes from others. */
    public double cost(long requests, long bytes, long longest) {
        return micros(requests, bytes, longest)
                + (double) requests * costs.requestMicros()
                + bytes * linkMicrosPerByte * OTHERS;
    }

    /** How long a read is expected to take. */
    public double micros(long requests, long bytes, long longest) {
        if (requests == 0) {
            return 0;
        }
        if (isInline(requests, bytes)) {
            return requests * costs.meanLatencyMicros() + bytes * microsPerByte;
        }
        int connections = connections(longest);
        double micros = latency((int) Math.min(requests, connections)) + longest * microsPerByte;
        micros = Math.max(micros, latency(1) + bytes * linkMicrosPerByte);
        if (requests > connections) {
            micros = Math.max(micros, rounds(requests, bytes, longest, connections));
        }
        double wake = limits.inlineBytes() > 0 ? WAKE_MICROS : 0;
        return wake + micros;
    }

    /**
     * How long more requests than connections take: the shared work of all that start before the last round, and then the
     * slowest of a round. Where all requests take equally long the connections end their rounds together, and part of a
     * round takes as long as a whole one.
     */
    private double rounds(long requests, long bytes, long longest, int connections) {
        double alone = bytes * microsPerByte / requests;
        double transfer = Math.max(alone, bytes * linkMicrosPerByte * connections / requests);
        double longer = Math.max(0, longest * microsPerByte - transfer);
        double last = transfer + longer / 2 * (connections - 1) / connections;
        double mean = costs.meanLatencyMicros() + transfer;
        double rounds = (double) requests / connections;
        double even = transfer / (mean + longer);
        double idle = even * (Math.ceil(rounds) - rounds) * alone;
        return (rounds - 1) * mean + latency(connections) + last + idle;
    }

    /** Returns how many bytes cost as much as another request, if the given number of connections, or all, are busy. */
    long requestBytes(int busy) {
        double connections = Math.min(busy, connections(limits.largestRequest()));
        double bytes = (costs.meanLatencyMicros() + costs.requestMicros() * connections)
                / Math.max(microsPerByte, linkMicrosPerByte * connections);
        return (long) Math.min(Integer.MAX_VALUE, bytes);
    }

    /** How many requests run at once. */
    int connections(long longest) {
        return (int) Math.min(limits.requestsInFlight(), Math.max(1, limits.bytesInFlight() / longest));
    }

    /** Until the first byte of the last of some requests that start together. */
    double latency(int requests) {
        double doublings = Math.log(requests) / Math.log(2);
        return costs.latencyMicros() + spread() * doublings / DOUBLINGS_TO_SLOW;
    }

    private double spread() {
        return (double) costs.slowLatencyMicros() - costs.latencyMicros();
    }
}
