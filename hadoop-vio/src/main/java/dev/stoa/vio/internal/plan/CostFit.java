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

import dev.stoa.vio.StoreCosts;

/**
 * A line through the times of requests by their bytes, {@code time = latency + bytes / bandwidth}, by least squares where
 * older requests count less and less. Where all requests are of about the same length nothing tells latency from
 * bandwidth: the bandwidth then stays near that of the start. A time far from the line counts as if it was not so far: one
 * stall changes nothing much, a store that has changed is followed within some requests.
 *
 * @param requests counted so far
 * @param bytes mean length
 * @param micros mean time
 * @param square mean of the squares of lengths
 * @param product mean of lengths times times
 * @param seedSlope microseconds per byte at the start
 * @param scale what counts as a difference of lengths that tells something, in bytes
 */
public record CostFit(
        long requests, double bytes, double micros, double square, double product, double seedSlope, double scale) {

    /** The number of requests before the costs at the start are given up. */
    private static final int LEAST_REQUESTS = 16;

    /** The weight of one more request after many. */
    private static final double WEIGHT = 1 / 64.0;

    /** How many times longer or shorter than expected a time may count. */
    private static final double FAR = 4;

    private static final double LEAST_MICROS = 1;
    private static final double MOST_MICROS = 60e6;
    private static final double LEAST_BYTES_PER_SECOND = 10_000;

    /** How much costs change in one step. */
    private static final double STEP = Math.log(1.1);

    public static CostFit of(StoreCosts seed) {
        double slope = 1e6 / seed.bytesPerSecond();
        double scale = Math.max(4096, seed.latencyBytes());
        double micros = seed.meanLatencyMicros() + slope * scale;
        return new CostFit(0, scale, micros, scale * scale, scale * micros, slope, scale);
    }

    public CostFit with(int length, double time) {
        double expected = Math.max(LEAST_MICROS, latency() + slope() * length);
        double near = Math.min(expected * FAR, Math.max(expected / FAR, time));
        double weight = Math.max(WEIGHT, 1.0 / (requests + 2));
        return new CostFit(
                requests + 1,
                bytes + weight * (length - bytes),
                micros + weight * (near - micros),
                square + weight * ((double) length * length - square),
                product + weight * (length * near - product),
                seedSlope,
                scale);
    }

    /** Microseconds per byte. */
    private double slope() {
        double prior = scale * scale / LEAST_REQUESTS;
        double variance = Math.max(0, square - bytes * bytes);
        double slope = (product - bytes * micros + prior * seedSlope) / (variance + prior);
        return Math.max(seedSlope / 1000, Math.min(slope, micros / bytes));
    }

    private double latency() {
        return Math.max(0, micros - slope() * bytes);
    }

    /** The costs to plan with: those of the start until enough was seen. */
    public StoreCosts costs(StoreCosts seed) {
        if (requests < LEAST_REQUESTS) {
            return seed;
        }
        double middle = seed.latencyMicros() / Math.max(1, seed.meanLatencyMicros());
        double latency = step(Math.max(LEAST_MICROS, Math.min(MOST_MICROS, latency() * middle)));
        double slow = latency * Math.max(1, seed.slowLatencyMicros() / (double) Math.max(1, seed.latencyMicros()));
        double most = (double) seed.totalBytesPerSecond();
        double bandwidth = step(Math.max(LEAST_BYTES_PER_SECOND, Math.min(most, 1e6 / slope())));
        return seed.withLatencyMicros((int) latency, (int) Math.max(latency, Math.min(Integer.MAX_VALUE, slow)))
                .withBytesPerSecond((long) Math.min(bandwidth, most), seed.totalBytesPerSecond());
    }

    private static double step(double value) {
        return Math.rint(Math.exp(Math.rint(Math.log(value) / STEP) * STEP));
    }
}
