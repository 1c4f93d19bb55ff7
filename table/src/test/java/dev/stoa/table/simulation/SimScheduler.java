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
package dev.stoa.table.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Runs tasks on threads of which one goes on at a time: at each step chance says which one, and how much time has passed.
 * Nothing else than the random numbers decides, so that a seed is a history.
 */
final class SimScheduler {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(runnable -> {
        Thread thread = new Thread(runnable, "simulated");
        thread.setDaemon(true);
        return thread;
    });
    private static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

    private final Random random;
    private final double switching;
    private final List<Task> tasks = new ArrayList<>();
    private final Semaphore done = new Semaphore(0);
    private long now;
    private Task running;
    private Throwable failure;
    private long digest;

    /** Others have found out that something is wrong: nothing goes on. */
    static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final class Task {
        private final Semaphore baton = new Semaphore(0);
        private long wakes;
    }

    /**
     * A scheduler.
     *
     * @param switching how likely another task goes on at a step
     */
    SimScheduler(Random random, double switching) {
        this.random = random;
        this.switching = switching;
    }

    /** The time, which passes in steps. */
    Instant now() {
        return Instant.EPOCH.plusNanos(now);
    }

    /** What happened so far, as a number. */
    long digest() {
        return digest;
    }

    /** Makes a task, which runs once {@link #run} is called or, from within a task, at some later step. */
    void start(Runnable body) {
        Task task = new Task();
        tasks.add(task);
        THREADS.execute(() -> {
            task.baton.acquireUninterruptibly();
            try {
                if (failure == null) {
                    body.run();
                }
            } catch (Stopped e) {
                // another one tells why
            } catch (Throwable e) {
                failure = failure == null ? e : failure;
            }
            tasks.remove(task);
            if (tasks.isEmpty()) {
                done.release();
            } else {
                running = choose();
                running.baton.release();
            }
        });
    }

    /** Runs until no task is left; whether one has failed, and how. */
    Optional<Throwable> run() {
        if (!tasks.isEmpty()) {
            running = choose();
            running.baton.release();
            done.acquireUninterruptibly();
        }
        return Optional.ofNullable(failure);
    }

    /** Time passes, and perhaps others go on. */
    void step() {
        stopIfFailed();
        digest = digest * 31 + now;
        now += (long) (random.nextDouble() * STEP_NANOS);
        if (random.nextDouble() < switching) {
            handOver();
        }
    }

    /** Others go on for some time. */
    void sleep(Duration duration) {
        stopIfFailed();
        running.wakes = now + duration.toNanos();
        handOver();
    }

    private void handOver() {
        Task self = running;
        Task next = choose();
        if (next != self) {
            running = next;
            next.baton.release();
            self.baton.acquireUninterruptibly();
        }
        stopIfFailed();
    }

    private void stopIfFailed() {
        if (failure != null) {
            throw new Stopped();
        }
    }

    private Task choose() {
        List<Task> awake = new ArrayList<>();
        long first = Long.MAX_VALUE;
        for (Task task : tasks) {
            first = Math.min(first, task.wakes);
        }
        now = Math.max(now, first);
        for (Task task : tasks) {
            if (task.wakes <= now) {
                awake.add(task);
            }
        }
        return awake.get(random.nextInt(awake.size()));
    }
}
