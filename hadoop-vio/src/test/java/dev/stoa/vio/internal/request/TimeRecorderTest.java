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
package dev.stoa.vio.internal.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.stoa.vio.Latencies;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimeRecorderTest {

    @Test
    void timesAreCountedInMicroseconds() {
        TimeRecorder times = new TimeRecorder();
        assertEquals(0, times.count());
        assertEquals(0, times.micros(0.5));
        assertSame(Latencies.NONE, times.snapshot());
        for (int i = 1; i <= 100; i++) {
            times.record(TimeUnit.MICROSECONDS.toNanos(i));
        }
        assertEquals(100, times.count());
        assertEquals(50, times.micros(0.5));
        assertEquals(90, times.micros(0.9));
        Latencies before = times.snapshot();
        times.record(TimeUnit.MICROSECONDS.toNanos(7));
        assertEquals(100, before.count());
        assertEquals(50, before.micros(0.5));
        assertEquals(101, times.count());
    }

    @Test
    void timesBeyondTheRangeCountAsItsEnds() {
        TimeRecorder times = new TimeRecorder();
        times.record(-5_000);
        assertEquals(0, times.micros(1));
        times.record(TimeUnit.HOURS.toNanos(30));
        double hour = 3_600_000_000.0;
        assertEquals(hour, (double) times.micros(1), hour / 100);
    }
}
