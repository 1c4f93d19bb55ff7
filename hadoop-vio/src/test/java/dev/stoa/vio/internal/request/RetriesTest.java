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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.ChangedFileException;
import dev.stoa.vio.HedgePolicy;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.ReadPlanner;
import dev.stoa.vio.RetryPolicy;
import dev.stoa.vio.StoreProfile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is tried again, after which pause, with how many requests at once, and what is said in the end. */
class RetriesTest {

    @Test
    void aRoundOfAllFilesAllowsOneMore() {
        Throttle throttle = new Throttle();
        throttle.begin();
        throttle.begin();
        throttle.throttled(System.nanoTime(), 8);
        assertEquals(4, throttle.allowed());
        throttle.throttled(0, 8); // sent before
        assertEquals(4, throttle.allowed());
        for (int success = 1; success <= 8; success++) {
            assertEquals(4, throttle.allowed(), "after " + success);
            assertEquals(success == 8, throttle.succeeded(8));
        }
        assertEquals(5, throttle.allowed());
        throttle.end();
        for (int success = 1; success <= 5 + 6; success++) {
            assertFalse(throttle.succeeded(100) && success != 5 && success != 11, "after " + success);
        }
        assertEquals(7, throttle.allowed());
        for (int success = 1; success <= 7; success++) {
            throttle.succeeded(8);
        }
        assertEquals(Integer.MAX_VALUE, throttle.allowed());
        throttle.throttled(System.nanoTime(), 1);
        assertEquals(1, throttle.allowed(), "never less");
    }

    @Test
    void knowsThrottlingByManyNames() {
        for (String text : List.of(
                "503 Slow Down",
                "SlowDown",
                "503",
                "HTTP/1.1 429 x",
                "Status Code: 503; Request ID: 1",
                "Too Many Requests",
                "ServerBusy")) {
            assertTrue(Faults.isThrottling(new IOException("outer", new IOException(text))), text);
        }
        assertFalse(Faults.isThrottling(new IOException("connection reset after 15031 bytes")));
        assertFalse(Faults.isThrottling(new IOException("the store delivered 0 bytes at offset 503")));
        assertFalse(Faults.isThrottling(new IllegalStateException("503")));
    }

    @Test
    void pausesGrowAndAreLeftToChanceByASeed() {
        Backoff fixed = new Backoff(new RetryPolicy(9, 100, 0, 0), 1);
        long millis = TimeUnit.MILLISECONDS.toNanos(1);
        assertEquals(100 * millis, fixed.nanos(1, false));
        assertEquals(400 * millis, fixed.nanos(3, false));
        assertEquals(1600 * millis, fixed.nanos(3, true));
        assertEquals(6400 * millis, fixed.nanos(50, false), "bounded");
        RetryPolicy policy = new RetryPolicy(9, 100, 0.5, 0);
        Backoff one = new Backoff(policy, 7);
        Backoff same = new Backoff(policy, 7);
        Set<Long> pauses = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            long pause = one.nanos(2, false);
            assertEquals(pause, same.nanos(2, false));
            assertTrue(pause > 100 * millis && pause <= 200 * millis);
            pauses.add(pause);
        }
        assertTrue(pauses.size() > 50, "what failed together must not come back together");
    }

    @Test
    void aRequestIsSentAgainAfterWhatMostTookAndWithinABudget() {
        Counters counters = new Counters();
        Hedging off = new Hedging(new HedgePolicy(0.5, 1, 0), counters);
        Hedging hedging = new Hedging(new HedgePolicy(0.5, 3, 0.25), counters);
        for (long micros : new long[] {10, 50}) {
            counters.serviceTimes.record(TimeUnit.MICROSECONDS.toNanos(micros));
            assertEquals(OptionalLong.empty(), hedging.nanos(), "too little is known");
        }
        counters.serviceTimes.record(TimeUnit.MICROSECONDS.toNanos(90));
        assertEquals(OptionalLong.of(TimeUnit.MICROSECONDS.toNanos(50)), hedging.nanos());
        assertEquals(OptionalLong.empty(), off.nanos());
        counters.requestsIssued.add(7);
        assertTrue(hedging.mayHedge());
        counters.hedges.increment();
        assertFalse(hedging.mayHedge(), "a second one of seven is more than a quarter");
        counters.requestsIssued.increment();
        assertTrue(hedging.mayHedge());
        assertFalse(off.mayHedge());
    }

    @Test
    void throttledPausesAreLonger() {
        Backoff fixed = new Backoff(new RetryPolicy(9, 100, 0, 0), 1);
        assertEquals(TimeUnit.MILLISECONDS.toNanos(200), fixed.nanos(2, false));
        assertEquals(TimeUnit.MILLISECONDS.toNanos(6400), fixed.nanos(7, false));
        assertEquals(TimeUnit.MILLISECONDS.toNanos(6400), fixed.nanos(8, false));
        assertEquals(TimeUnit.MILLISECONDS.toNanos(400), fixed.nanos(1, true));
        assertEquals(TimeUnit.MILLISECONDS.toNanos(4 * 6400), fixed.nanos(50, true));
        assertEquals(0, new Backoff(new RetryPolicy(9, 0, 0.5, 0), 1).nanos(3, true));
    }

    @Test
    void filesOfAStoreShareOneThrottle() {
        Throttle.ofStore("s3a://retries").throttled(System.nanoTime(), 8);
        assertEquals(4, Throttle.ofStore("s3a://retries").allowed());
        assertEquals(Integer.MAX_VALUE, Throttle.ofStore("s3a://others").allowed());
        Throttle idle = new Throttle();
        assertFalse(idle.succeeded(8), "nothing is limited");
        idle.throttled(System.nanoTime(), 3);
        assertEquals(1, idle.allowed());
        idle.throttled(System.nanoTime(), 3);
        assertEquals(1, idle.allowed(), "never less");
        assertTrue(idle.succeeded(3), "a round of one file");
        assertEquals(2, idle.allowed());
    }

    @Test
    void whatCannotRecoverIsFinal() {
        for (IOException last : List.of(
                new FileNotFoundException("f"),
                new NoSuchFileException("f"),
                new AccessDeniedException("f"),
                new ChangedFileException("f", "1", "2"))) {
            assertTrue(Faults.isFinal(last), last.toString());
            assertTrue(Faults.isFinal(new IOException(new IllegalStateException(last))), last.toString());
        }
        assertFalse(Faults.isFinal(new IOException("reset", new IllegalStateException("odd"))));
        assertTrue(Faults.isFinal(new IllegalStateException("a mistake of the program")));
        assertTrue(Faults.isFinal(new OutOfMemoryError("test")));
        assertTrue(Faults.isFinal(nested(9, new FileNotFoundException("f"))));
        assertFalse(Faults.isFinal(nested(10, new FileNotFoundException("f"))), "causes may go round in circles");
        assertTrue(Faults.isThrottling(nested(9, new IOException("slow down"))));
        assertFalse(Faults.isThrottling(nested(10, new IOException("slow down"))));
    }

    private static IOException nested(int depth, IOException cause) {
        return depth == 0 ? cause : new IOException("outer", nested(depth - 1, cause));
    }

    @Test
    void failuresSayWhatWasTried() {
        Range range = new Range(5, 7);
        ReadPlan plan = ReadPlanner.plan(List.of(range), 100, StoreProfile.local());
        IOException cause = new IOException("connection reset");
        IOException thrice = ReadFailure.of(range, cause, 3).toException("f", plan);
        assertEquals("f: cannot read 7 bytes at offset 5: connection reset (tried 3 times)", thrice.getMessage());
        assertSame(cause, thrice.getCause());
        assertEquals(range, assertInstanceOf(RangeReadException.class, thrice).range());
        assertEquals(
                "f: cannot read 7 bytes at offset 5: connection reset",
                ReadFailure.of(range, cause, 1).toException("f", plan).getMessage());
        assertEquals(
                "f: cannot read 7 bytes at offset 5: IllegalStateException",
                ReadFailure.of(range, new IllegalStateException(), 1)
                        .toException("f", plan)
                        .getMessage());
        String memory = ReadFailure.noMemory(range, plan, new OutOfMemoryError("test"))
                .toException("f", plan)
                .getMessage();
        assertTrue(memory.contains("no memory for a read of 7 bytes in all"), memory);
        String hang = ReadFailure.tooManyHang(range).toException("f", plan).getMessage();
        assertTrue(hang.contains("requests wait for stores that do not answer"), hang);
        String cancelled = ReadFailure.CANCELLED.toException("f", plan).getMessage();
        assertTrue(cancelled.startsWith("f: the read or its file was closed during plan of 1 ranges"), cancelled);
    }

    @Test
    void policiesHaveRanges() {
        RetryPolicy retries = new RetryPolicy(1, 0, 0, 0);
        assertEquals(new RetryPolicy(3, 7, 0, 0), retries.withAttempts(3, 7));
        assertEquals(new RetryPolicy(1, 0, 1, 0), retries.withJitter(1));
        assertEquals(new RetryPolicy(1, 0, 0, 9), retries.withStallMillis(9));
        assertThrows(IllegalArgumentException.class, () -> retries.withAttempts(0, 0));
        assertThrows(IllegalArgumentException.class, () -> retries.withAttempts(1, -1));
        assertThrows(IllegalArgumentException.class, () -> retries.withJitter(1.1));
        assertThrows(IllegalArgumentException.class, () -> retries.withJitter(-0.1));
        assertThrows(IllegalArgumentException.class, () -> retries.withStallMillis(-1));
        HedgePolicy hedges = new HedgePolicy(0.5, 1, 0);
        assertEquals(new HedgePolicy(0.9, 1, 0), hedges.withPercentile(0.9));
        assertEquals(new HedgePolicy(0.5, 5, 0), hedges.withLeastSamples(5));
        assertEquals(new HedgePolicy(0.5, 1, 1), hedges.withBudget(1));
        assertThrows(IllegalArgumentException.class, () -> hedges.withPercentile(1.1));
        assertThrows(IllegalArgumentException.class, () -> hedges.withLeastSamples(0));
        assertThrows(IllegalArgumentException.class, () -> hedges.withBudget(-0.1));
    }
}
