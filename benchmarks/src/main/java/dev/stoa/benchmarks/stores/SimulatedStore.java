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
package dev.stoa.benchmarks.stores;

import dev.stoa.vio.StoreCosts;
import dev.stoa.vio.StoreProfile;
import java.util.List;
import java.util.Random;

/**
 * A store as numbers. Latencies are lognormal: half of them are longer than the median, and none is shorter than the
 * least.
 *
 * @param name for tables
 * @param medianMicros until the first byte
 * @param sigma of the latencies' logarithms
 * @param leastMicros until the first byte
 * @param bytesPerSecond of one connection
 * @param linkBytesPerSecond of all together
 * @param requestDollars the price of a request
 * @param profile how Stoa plans for it
 */
public record SimulatedStore(
        String name,
        double medianMicros,
        double sigma,
        double leastMicros,
        double bytesPerSecond,
        double linkBytesPerSecond,
        double requestDollars,
        StoreProfile profile) {

    /** The price of the machine that waits: 1.44 dollars an hour. */
    public static final double MACHINE_DOLLARS_PER_MICRO = 1.44 / 3600e6;

    private static final double MB = 1e6;
    private static final double GET = 4e-7;
    private static final double TEN_GIGABIT = 1200 * MB;

    /** All stores; {@code docs/adr/0015} has the sources of the figures. */
    public static List<SimulatedStore> all() {
        StoreProfile local = StoreProfile.local();
        return List.of(
                new SimulatedStore("page cache", 4, 0.3, 2, 4000 * MB, 4000 * MB, 0, local),
                new SimulatedStore("local SSD", 100, 0.3, 60, 2000 * MB, 4000 * MB, 0, local.withCosts(ssd())),
                new SimulatedStore("HDFS", 5000, 0.69, 500, 150 * MB, TEN_GIGABIT, 0, StoreProfile.hdfs()),
                new SimulatedStore(
                        "S3 Express", 2500, 0.57, 1000, 100 * MB, TEN_GIGABIT, 3e-8, StoreProfile.s3Express()),
                new SimulatedStore("S3", 27_000, 0.62, 10_000, 50 * MB, TEN_GIGABIT, GET, StoreProfile.s3()),
                new SimulatedStore("Azure", 38_000, 0.66, 20_000, 50 * MB, TEN_GIGABIT, GET, StoreProfile.azure()),
                new SimulatedStore("GCS", 200_000, 0.30, 80_000, 50 * MB, TEN_GIGABIT, GET, StoreProfile.gcs()));
    }

    /**
     * Others, with figures that nothing was ever chosen by. Stoa knows their costs by settings, except that of the first,
     * which it takes for the S3 of its profile.
     */
    public static List<SimulatedStore> heldOut() {
        StoreProfile s3 = StoreProfile.s3();
        StoreProfile hdfs = StoreProfile.hdfs();
        return List.of(
                new SimulatedStore("S3, others' figures", 26_000, 0.44, 10_000, 80 * MB, TEN_GIGABIT, GET, s3),
                new SimulatedStore(
                        "S3, 25 Gbit/s",
                        27_000,
                        0.62,
                        10_000,
                        90 * MB,
                        3000 * MB,
                        GET,
                        s3.withCosts(costs(27_000, 114_000, 90, 3000, 1000))),
                new SimulatedStore(
                        "S3, far away",
                        110_000,
                        0.40,
                        90_000,
                        20 * MB,
                        600 * MB,
                        GET,
                        s3.withCosts(costs(110_000, 280_000, 20, 600, 1000))),
                new SimulatedStore(
                        "MinIO",
                        3000,
                        0.50,
                        800,
                        200 * MB,
                        TEN_GIGABIT,
                        0,
                        s3.withCosts(costs(3000, 9600, 200, 1200, 0))),
                new SimulatedStore(
                        "HDFS on SSDs",
                        800,
                        0.60,
                        200,
                        400 * MB,
                        TEN_GIGABIT,
                        0,
                        hdfs.withCosts(costs(800, 3200, 400, 1200, 0))));
    }

    private static StoreCosts costs(int micros, int slowMicros, int one, int all, int requestMicros) {
        return new StoreCosts(micros, slowMicros, (long) (one * MB), (long) (all * MB), requestMicros);
    }

    /** The profile of local files is for the page cache; this is what settings or calibration make of it. */
    private static StoreCosts ssd() {
        return new StoreCosts(100, 200, (long) (2000 * MB), (long) (4000 * MB), 0);
    }

    /** Draws the time until a request's first byte. */
    double latency(Random random) {
        return Math.max(leastMicros, medianMicros * Math.exp(sigma * random.nextGaussian()));
    }

    /** Whether its files are on the machine that reads. */
    public boolean isLocal() {
        return profile.limits().inlineBytes() > 0;
    }
}
