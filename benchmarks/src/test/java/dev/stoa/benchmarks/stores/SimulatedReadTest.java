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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.stores.SimulatedRead.Way;
import dev.stoa.vio.Range;
import dev.stoa.vio.StoreProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SimulatedReadTest {
    /** Always 1,000 microseconds, then 1 byte each; at most 2.5 bytes a microsecond for all. */
    private static final SimulatedStore EVEN =
            new SimulatedStore("even", 1000, 0, 0, 1e6, 2.5e6, 1, StoreProfile.hdfs());

    private static double micros(int connections, long inFlight, int... lengths) {
        List<Range> requests = new ArrayList<>();
        long offset = 0;
        for (int length : lengths) {
            requests.add(new Range(offset, length));
            offset += length;
        }
        return SimulatedRead.micros(EVEN, requests, new Way(connections, inFlight), new Random(1));
    }

    @Test
    void requestsWaitAndThenGetTheirBytes() {
        assertEquals(0, micros(4, 1 << 20));
        assertEquals(1500, micros(4, 1 << 20, 500), 1e-6);
        assertEquals(3000, micros(1, 1 << 20, 500, 500), 1e-6, "one after the other");
        assertEquals(1700, micros(4, 1 << 20, 500, 700), 1e-6, "side by side");
        assertEquals(3000, micros(2, 1 << 20, 500, 500, 500), 1e-6, "the third when one is done");
    }

    @Test
    void theLinkIsShared() {
        assertEquals(1000 + 4 * 500 / 2.5, micros(4, 1 << 20, 500, 500, 500, 500), 1e-6);
        // three share it until the short one is done, then two have it for themselves
        assertEquals(1000 + 250 * 3 / 2.5 + 250, micros(3, 1 << 20, 250, 500, 500), 1e-6);
    }

    @Test
    void noMoreBytesAreUnderWayThanMayBe() {
        assertEquals(3000, micros(4, 999, 500, 500), 1e-6);
        assertEquals(1500, micros(4, 1000, 500, 500), 1e-6);
        assertEquals(3000, micros(4, 10, 500, 500), 1e-6, "one at least");
    }

    @Test
    void everyRunIsTheSame() {
        Workload points = Workload.made().get(4);
        SimulatedStore s3 = SimulatedStore.all().get(4);
        for (Reader reader : Reader.all()) {
            Outcome outcome = reader.read(points, s3, 5);
            assertArrayEquals(outcome.micros(), reader.read(points, s3, 5).micros(), reader.name());
            assertEquals(points.bytes() + outcome.wasted(), outcome.bytes(), reader.name());
            assertTrue(outcome.wasted() >= 0 && outcome.requests() > 0, reader.name());
            assertEquals(outcome.requests() * 4e-7, outcome.dollars(), 1e-12, reader.name());
        }
    }

    @Test
    void othersMergeAndSplitAsTheirSettingsSay() {
        SimulatedStore s3 = SimulatedStore.all().get(4);
        long kib = 1 << 10;
        Workload workload = new Workload(
                "w",
                List.of(List.of(
                        new Range(0, 1024), // a gap of 4 KiB
                        new Range(5 * kib, 1024), // of 100 KiB
                        new Range(106 * kib, 1024), // of 900 KiB
                        new Range(1007 * kib, 20_000 << 10))));
        assertEquals(4, requests("no merging", workload, s3));
        assertEquals(4, requests("Hadoop 3.3", workload, s3));
        assertEquals(2, requests("Hadoop 3.5", workload, s3));
        assertEquals(4, requests("Trino", workload, s3), "one merged, and 3 of at most 8 MiB");
        assertEquals(1, requests("arrow-rs", workload, s3));
        assertEquals(4, requests("Velox", workload, s3), "one merged, and 3 of at most 8 MiB");
    }

    private static long requests(String name, Workload workload, SimulatedStore store) {
        return Reader.all().stream()
                .filter(reader -> reader.name().equals(name))
                .findFirst()
                .orElseThrow()
                .read(workload, store, 1)
                .requests();
    }

    @Test
    void noOtherReaderIsFarAhead() {
        for (SimulatedStore store : SimulatedStore.all()) {
            for (Workload workload : Workload.made()) {
                double stoa = Double.NaN;
                double best = Double.POSITIVE_INFINITY;
                for (Reader reader : Reader.all()) {
                    double micros = reader.read(workload, store, 30).meanMicros();
                    if (reader.name().equals(Reader.STOA)) {
                        stoa = micros;
                    } else if (!reader.name().startsWith(Reader.STOA)) {
                        best = Math.min(best, micros);
                    }
                }
                assertTrue(stoa <= best * 1.1, store.name() + ", " + workload.name() + ": " + stoa / best);
            }
        }
    }
}
