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
 * The costs of requests to a store, in time. A request of {@code n} bytes takes about {@code latencyMicros + n /
 * bytesPerSecond}. All connections together deliver at most {@code totalBytesPerSecond}. Other costs of a request,
 * above all its price, count as {@code requestMicros} more.
 *
 * @param latencyMicros until a request's first byte, in half of all cases
 * @param slowLatencyMicros until the first byte of the slowest request among a hundred; at least {@code latencyMicros}
 * @param bytesPerSecond that one connection delivers after the first byte
 * @param totalBytesPerSecond that all connections of a process deliver together; at least {@code bytesPerSecond}
 * @param requestMicros what a request costs beyond its time: its price, over the price of a microsecond of the machine
 *     that reads; 0 where requests are free
 */
public record StoreCosts(
        int latencyMicros, int slowLatencyMicros, long bytesPerSecond, long totalBytesPerSecond, int requestMicros) {

    private static final double MICROS_PER_SECOND = 1e6;

    /** How far the mean of latencies is above their half, as a part of the way to the slowest of a hundred. */
    private static final double MEAN = 1 / 14.0;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public StoreCosts {
        Settings.atLeast("latencyMicros", latencyMicros, 0);
        Settings.atLeast("slowLatencyMicros", slowLatencyMicros, latencyMicros);
        Settings.atLeast("bytesPerSecond", bytesPerSecond, 1);
        Settings.atLeast("totalBytesPerSecond", totalBytesPerSecond, bytesPerSecond);
        Settings.atLeast("requestMicros", requestMicros, 0);
    }

    /**
     * Returns how many bytes one connection delivers in the time until a request's first byte: with all connections
     * busy, a gap of this length costs as much as another request.
     */
    public int latencyBytes() {
        return (int) Math.min(Integer.MAX_VALUE, latencyMicros * (bytesPerSecond / MICROS_PER_SECOND));
    }

    /**
     * Returns the mean of latencies. It is above the median, as latencies spread to the slow side. It is about the mean of a
     * lognormal distribution with this median and this slowest of a hundred.
     */
    public double meanLatencyMicros() {
        return latencyMicros + (slowLatencyMicros - latencyMicros) * MEAN;
    }

    /** Returns these costs with another latency: of half, and of the slowest of a hundred requests. */
    public StoreCosts withLatencyMicros(int half, int slow) {
        return new StoreCosts(half, slow, bytesPerSecond, totalBytesPerSecond, requestMicros);
    }

    /** Returns these costs with another bandwidth: of one connection, and of all together. */
    public StoreCosts withBytesPerSecond(long one, long total) {
        return new StoreCosts(latencyMicros, slowLatencyMicros, one, total, requestMicros);
    }

    /** Returns these costs with another price of a request, in microseconds of the machine that reads. */
    public StoreCosts withRequestMicros(int micros) {
        return new StoreCosts(latencyMicros, slowLatencyMicros, bytesPerSecond, totalBytesPerSecond, micros);
    }
}
