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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
@Tag("once")
class StoreCalibrationTest {

    private static final StoreCosts S3 = StoreProfile.s3().costs();

    /** Of the length of the longest request. */
    private static final double SHORTEST = 1 / 256.0;

    /** Tells of short and long requests to a store with lognormal latencies: from long ones alone none could be told. */
    private static void tell(StoreCalibration calibration, Random random, StoreCosts store, int requests, int most) {
        double sigma = Math.log(store.slowLatencyMicros() / (double) store.latencyMicros()) / 2.326;
        for (int i = 0; i < requests; i++) {
            int bytes = (int) (most * Math.pow(SHORTEST, random.nextDouble()));
            double micros = store.latencyMicros() * Math.exp(sigma * random.nextGaussian())
                    + bytes * 1e6 / store.bytesPerSecond();
            calibration.observe(bytes, (long) (micros * 1e3));
        }
    }

    private static void assertNear(double expected, double actual, double factor, String what) {
        assertTrue(
                actual > expected / factor && actual < expected * factor, what + ": " + actual + ", not " + expected);
    }

    @Test
    void findsTheCostsOfAnyStore() {
        Random random = Seeds.random("findsTheCostsOfAnyStore");
        for (StoreProfile seed : List.of(StoreProfile.s3(), StoreProfile.hdfs(), StoreProfile.s3Express())) {
            for (StoreProfile store : List.of(StoreProfile.s3(), StoreProfile.hdfs(), StoreProfile.s3Express())) {
                StoreCalibration calibration = StoreCalibration.learning("x", seed.costs());
                tell(calibration, random, store.costs(), 2000, 8 << 20);
                StoreCosts found = calibration.costs();
                String what = seed.name() + " to " + store.name() + ": " + calibration.describe();
                assertNear(store.costs().latencyMicros(), found.latencyMicros(), 3, what);
                assertNear((double) store.costs().bytesPerSecond(), (double) found.bytesPerSecond(), 1.5, what);
                assertEquals(seed.costs().requestMicros(), found.requestMicros(), "prices can't be seen");
            }
        }
    }

    @Test
    void requestsOfOneLengthLeaveTheBandwidth() {
        StoreCalibration calibration = StoreCalibration.learning("x", S3);
        for (int i = 0; i < 1000; i++) {
            calibration.observe(100_000, 10_000_000);
        }
        assertNear(
                (double) S3.bytesPerSecond(),
                (double) calibration.costs().bytesPerSecond(),
                1.2,
                calibration.describe());
        assertNear(8000 * 0.8, calibration.costs().latencyMicros(), 1.3, calibration.describe());
    }

    @Test
    void oneStallChangesNothingMuch() {
        StoreCalibration calibration = StoreCalibration.learning("x", S3);
        tell(calibration, Seeds.random("oneStallChangesNothingMuch"), S3, 1000, 4 << 20);
        StoreCosts before = calibration.costs();
        calibration.observe(1 << 20, 300_000_000_000L);
        calibration.observe(Integer.MAX_VALUE, 1);
        calibration.observe(1, Long.MAX_VALUE);
        calibration.observe(0, 5);
        calibration.observe(5, -1);
        assertNear(before.latencyMicros(), calibration.costs().latencyMicros(), 2.5, "latency");
        assertNear(
                (double) before.bytesPerSecond(), (double) calibration.costs().bytesPerSecond(), 2.5, "bandwidth");
    }

    @Test
    void staysWithinBounds() {
        Random random = Seeds.random("staysWithinBounds");
        for (int run = 0; run < 200; run++) {
            StoreCalibration calibration =
                    StoreCalibration.learning("x", random.nextBoolean() ? S3 : Seeds.costsOfGap(0));
            for (int i = 0; i < 200; i++) {
                calibration.observe(random.nextInt(), random.nextLong() >> random.nextInt(60));
                StoreCosts costs = calibration.costs(); // checks its numbers
                assertTrue(costs.latencyMicros() >= 0 && costs.bytesPerSecond() >= 1);
            }
        }
    }

    @Test
    void startsWithItsSeedAndReportsWhatItDecided() {
        StoreCalibration calibration = StoreCalibration.learning("s3a://bucket", S3);
        tell(calibration, new Random(1), StoreProfile.s3Express().costs(), 15, 1 << 20);
        assertEquals(S3, calibration.costs(), "too little was seen");
        tell(calibration, new Random(1), StoreProfile.s3Express().costs(), 500, 1 << 20);
        assertNotEquals(S3, calibration.costs());
        String report = calibration.describe();
        assertTrue(report.startsWith("s3a://bucket: " + calibration.costs().latencyMicros() + " us"), report);
        assertTrue(report.contains("learned from 515 requests") && report.contains("27000 us"), report);
    }

    @Test
    void pinnedCostsStay() {
        StoreCalibration calibration = StoreCalibration.pinned("s3a://bucket", S3);
        tell(calibration, new Random(1), StoreProfile.hdfs().costs(), 500, 1 << 20);
        assertSame(S3, calibration.costs());
        assertTrue(calibration.describe().endsWith("pinned"), calibration.describe());
    }

    @Test
    void readersOfAStoreShareWhatTheyLearn() {
        StoreCalibration first = StoreCalibration.shared("s3a://StoreCalibrationTest", S3);
        assertSame(
                first,
                StoreCalibration.shared(
                        "s3a://StoreCalibrationTest", StoreProfile.hdfs().costs()));
        assertNotSame(first, StoreCalibration.shared("s3a://StoreCalibrationTest2", S3));
    }

    @Test
    void aSourceTellsAndPlansWithWhatWasLearned() throws IOException {
        byte[] file = Seeds.bytes(new Random(3), 100_000);
        StoreCalibration calibration = StoreCalibration.learning("x", S3);
        FaultyReader reader = new FaultyReader(file, a -> a.honest(Integer.MAX_VALUE));
        try (RangeSource source =
                RangeSources.of("f", file.length, StoreProfile.s3(), calibration, BufferAllocator.pooled(), reader)) {
            assertEquals(S3, source.profile().costs());
            for (int i = 0; i < 200; i++) {
                source.read(List.of(new Range(i * 100L, 1 + i * 50))).close();
            }
            assertTrue(source.profile().costs().latencyMicros() < S3.latencyMicros() / 4, calibration.describe());
            assertEquals(calibration.costs(), source.profile().costs());
        }
    }
}
