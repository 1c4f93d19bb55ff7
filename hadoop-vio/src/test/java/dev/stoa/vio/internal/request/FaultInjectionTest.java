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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.ChaosWorld;
import dev.stoa.vio.Leaks;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.Seeds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Readers on stores that fail in every way, with little memory, cancelled at any moment: right bytes or a named failure,
 * nothing leaks, nothing hangs, nothing runs on. {@code -Dstoa.faults.runs} says how many worlds, {@code -Dstoa.seed}
 * which is the first; a failure names its world.
 */
@Timeout(3600)
@Tag("once")
class FaultInjectionTest {

    private static final int RUNS = Integer.getInteger("stoa.faults.runs", 2000);
    private static final int BATCH = 100;
    private static final int AT_ONCE = 16;
    private static final long PATIENCE_SECONDS = 60;

    @BeforeAll
    static void watchLeaks() {
        Leaks.watch();
    }

    @Test
    void rightBytesOrANamedFailureAndNothingIsLeft() throws Exception {
        long seed = Seeds.random("rightBytesOrANamedFailureAndNothingIsLeft").nextLong();
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        ReadStats stats = ReadStats.NONE;
        ChaosWorld.Outcomes outcomes = new ChaosWorld.Outcomes();
        try {
            for (int run = 0; run < RUNS; run += BATCH) {
                List<ChaosWorld> worlds = new ArrayList<>();
                for (int i = run; i < Math.min(RUNS, run + BATCH); i++) {
                    worlds.add(new ChaosWorld(seed + i, outcomes));
                }
                runAll(worlds, threads);
                for (ChaosWorld world : worlds) {
                    stats = stats.plus(world.stats());
                }
                Leaks.assertNone();
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.println(outcomes + "\n" + stats);
        assertEverythingHappened(stats, outcomes);
    }

    private static void runAll(List<ChaosWorld> worlds, ExecutorService threads) throws Exception {
        Map<ChaosWorld, Future<?>> running = new LinkedHashMap<>();
        worlds.forEach(world -> running.put(world, threads.submit(world)));
        for (Map.Entry<ChaosWorld, Future<?>> entry : running.entrySet()) {
            try {
                entry.getValue().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                throw new AssertionError(entry.getKey() + " hangs", e);
            } catch (ExecutionException e) {
                throw new AssertionError(entry.getKey() + ": " + e.getCause(), e.getCause());
            }
        }
        for (ChaosWorld world : worlds) {
            await(world::isQuiet, world + " is not quiet");
            assertNull(world.misuse(), world.toString());
        }
        await(() -> RequestThreads.busy() == 0, "request threads are busy");
        await(() -> RequestTimer.waiting() == 0, "something waits for its time");
        assertEquals(0, RequestThreads.abandoned());
    }

    private static void await(BooleanSupplier condition, String what) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertFalse(System.nanoTime() > deadline, what);
            Thread.sleep(1);
        }
    }

    /** The proof is worth what was tried. */
    private static void assertEverythingHappened(ReadStats stats, ChaosWorld.Outcomes outcomes) {
        if (RUNS < 1000) {
            return; // one world was to be repeated
        }
        assertTrue(stats.retries() > 0 && stats.stalls() > 0 && stats.throttles() > 0, stats.toString());
        assertTrue(stats.hedges() > stats.hedgesWon() && stats.hedgesWon() > 0, stats.toString());
        assertTrue(stats.refetches() > 0 && stats.bytesWasted() > 0, stats.toString());
        outcomes.assertAll();
    }
}
