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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.dictionary.DictionaryBudget;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that threads share is done once, by all of them, and fails as if one had done it. */
class WorkersTest {
    private static final int THREADS = 3;
    private static final EncoderContext ENCODERS = new EncoderContext(new DictionaryBudget(1), EncodingProfile.DEFAULT);

    private final Workers workers = new Workers(THREADS, () -> new Workspace(ENCODERS));

    @AfterEach
    void end() {
        workers.close();
    }

    /** Waits until as many threads are here at the same time. */
    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("not all threads help", e);
        }
    }

    private Map<Thread, Workspace> helpers() throws IOException {
        Map<Thread, Workspace> found = new ConcurrentHashMap<>();
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        workers.run(THREADS, i -> {
            found.put(Thread.currentThread(), workers.workspace());
            meet(barrier);
        });
        return found;
    }

    @Test
    void allThreadsHelpWithWorkspacesOfTheirOwn() throws IOException {
        Workspace own = workers.workspace();
        Map<Thread, Workspace> first = helpers();
        assertEquals(THREADS, first.size());
        assertEquals(THREADS, Set.copyOf(first.values()).size());
        assertSame(own, first.get(Thread.currentThread()));
        assertEquals(first, helpers(), "threads stay");
        Set<String> names = first.keySet().stream().map(Thread::getName).collect(Collectors.toSet());
        assertEquals(Set.of(Thread.currentThread().getName(), "stoa-writer-1", "stoa-writer-2"), names);
        for (Thread thread : first.keySet()) {
            assertTrue(thread.equals(Thread.currentThread()) || thread.isDaemon());
        }
        workers.close();
        for (Thread thread : first.keySet()) {
            assertEquals(thread.equals(Thread.currentThread()), thread.isAlive());
        }
    }

    @Test
    void eachTaskRunsOnce() throws IOException {
        for (int round = 0; round < 200; round++) {
            AtomicIntegerArray runs = new AtomicIntegerArray(round);
            workers.run(round, runs::incrementAndGet);
            for (int i = 0; i < round; i++) {
                assertEquals(1, runs.get(i), "task " + i + " of " + round);
            }
        }
    }

    @Test
    void oneTaskOrOneThreadNeedsNoOthers() throws IOException {
        assertTrue(workers.areMany());
        Thread caller = Thread.currentThread();
        workers.run(1, i -> assertSame(caller, Thread.currentThread()));
        try (Workers alone = new Workers(1, () -> new Workspace(ENCODERS))) {
            assertFalse(alone.areMany());
            alone.run(100, i -> assertSame(caller, Thread.currentThread()));
        }
    }

    private static final class Broken extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static void fail(Class<?> kind) throws IOException {
        if (kind == IOException.class) {
            throw new IOException();
        } else if (kind == Broken.class) {
            throw new Broken();
        }
        throw new IllegalStateException();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "waited in vain");
            LockSupport.parkNanos(100_000);
        }
    }

    /** The first three tasks are under way at the same time and fail, one of them after the others. */
    @ParameterizedTest
    @ValueSource(classes = {IOException.class, IllegalStateException.class, Broken.class})
    void theFailureOfTheFirstTaskIsThrown(Class<? extends Throwable> kind) throws IOException {
        for (int last = 0; last < THREADS; last++) {
            int slow = last;
            CyclicBarrier barrier = new CyclicBarrier(THREADS);
            Set<Thread> failed = ConcurrentHashMap.newKeySet();
            AtomicInteger begun = new AtomicInteger();
            Throwable failure = assertThrows(
                    Throwable.class,
                    () -> workers.run(100, i -> {
                        begun.incrementAndGet();
                        meet(barrier);
                        if (i == slow) {
                            await(() -> failed.size() == THREADS - 1
                                    && failed.stream().allMatch(t -> t.getState() == Thread.State.WAITING));
                        }
                        failed.add(Thread.currentThread());
                        if (i > 0) {
                            throw new UnsupportedOperationException();
                        }
                        fail(kind);
                    }));
            assertSame(kind, failure.getClass());
            assertEquals(THREADS, begun.get(), "nothing begins after a failure");
        }
        assertEquals(THREADS, helpers().size(), "they go on");
    }

    @Test
    void anInterruptedCallerStillWaits() throws IOException {
        Thread caller = Thread.currentThread();
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        caller.interrupt();
        workers.run(THREADS, i -> {
            if (Thread.currentThread().equals(caller)) {
                await(() -> begun.get() > 0);
                return;
            }
            begun.incrementAndGet();
            await(() -> caller.getState() == Thread.State.WAITING);
            done.incrementAndGet();
        });
        assertEquals(begun.get(), done.get());
        assertTrue(Thread.interrupted());
        Set<Thread> threads = helpers().keySet();
        caller.interrupt();
        workers.close();
        assertTrue(Thread.interrupted());
        assertTrue(threads.stream().noneMatch(thread -> !thread.equals(caller) && thread.isAlive()));
    }
}
