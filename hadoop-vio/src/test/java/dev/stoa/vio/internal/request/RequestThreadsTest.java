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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The threads and the timer of all reads. */
class RequestThreadsTest {
    private static final int MOST = 64;
    private static final long PATIENCE_SECONDS = 10;

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "not within " + PATIENCE_SECONDS + " s");
            LockSupport.parkNanos(100_000);
        }
    }

    private static void hold(CountDownLatch open) {
        try {
            assertTrue(open.await(2 * PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** All threads are busy, a task waits; a thread that is abandoned makes room for one more, until it is back. */
    @Test
    void anAbandonedThreadIsReplaced() {
        await(() -> RequestThreads.busy() == 0);
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch first = new CountDownLatch(1);
        ConcurrentLinkedQueue<Thread> ran = new ConcurrentLinkedQueue<>();
        try {
            for (int i = 0; i < MOST; i++) {
                RequestThreads.execute(() -> hold(open));
            }
            await(() -> RequestThreads.busy() == MOST);
            RequestThreads.execute(() -> {
                ran.add(Thread.currentThread());
                hold(first);
            });
            RequestThreads.execute(() -> ran.add(Thread.currentThread()));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            assertEquals(0, ran.size());
            RequestThreads.abandon();
            assertEquals(1, RequestThreads.abandoned());
            await(() -> ran.size() == 1);
            RequestThreads.abandon();
            await(() -> ran.size() == 2);
            RequestThreads.comeBack();
            RequestThreads.comeBack();
            assertEquals(0, RequestThreads.abandoned());
            Thread thread = ran.peek();
            assertNotEquals(Thread.currentThread(), thread);
            assertTrue(thread.isDaemon());
            assertTrue(thread.getName().startsWith("stoa-vio-"), thread.getName());
            assertSame(RequestThreads.class.getClassLoader(), thread.getContextClassLoader());
        } finally {
            first.countDown();
            open.countDown();
        }
        await(() -> RequestThreads.busy() == 0);
        for (int i = 0; i < 2 * MOST; i++) {
            RequestThreads.execute(() -> ran.add(Thread.currentThread()));
        }
        await(() -> ran.size() == 2 * MOST + 2);
    }

    @Test
    void noMoreReadsBeginWhenTooManyHang() {
        int abandoned = 0;
        try {
            while (abandoned < MOST) {
                assertFalse(RequestThreads.tooManyHang());
                RequestThreads.abandon();
                abandoned++;
            }
            assertTrue(RequestThreads.tooManyHang());
        } finally {
            for (int i = 0; i < abandoned; i++) {
                RequestThreads.comeBack();
            }
        }
        assertFalse(RequestThreads.tooManyHang());
        assertEquals(0, RequestThreads.abandoned());
    }

    @Test
    void theTimerRunsWhatIsNotCancelled() throws Exception {
        await(() -> RequestTimer.waiting() == 0);
        Future<?> never = RequestTimer.after(TimeUnit.HOURS.toNanos(1), () -> {
            throw new AssertionError("too early");
        });
        assertEquals(1, RequestTimer.waiting());
        never.cancel(false);
        assertEquals(0, RequestTimer.waiting());
        Future<?> failing = RequestTimer.after(1, () -> {
            throw new IllegalStateException("a receiver that throws: the log has it, and the timer goes on");
        });
        long start = System.nanoTime();
        CountDownLatch ran = new CountDownLatch(1);
        ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
        Future<?> last = RequestTimer.after(TimeUnit.MILLISECONDS.toNanos(5), () -> {
            threads.add(Thread.currentThread());
            ran.countDown();
        });
        assertTrue(ran.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        last.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertTrue(failing.isDone());
        assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(5));
        assertEquals("stoa-vio-timer", threads.element().getName());
        assertTrue(threads.element().isDaemon());
    }
}
