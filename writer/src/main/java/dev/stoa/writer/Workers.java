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

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The threads of one writer: the calling one, and others that wait for tasks until they are closed. Each has a workspace of
 * its own. They start with the first work to share.
 */
final class Workers implements Closeable {
    private final int others;
    private final Supplier<Workspace> workspaces;
    private final Workspace own;
    private final List<Worker> threads = new ArrayList<>(0);
    private final Object lock = new Object();
    /** The work that the others may help with; guarded by the lock, as all below. */
    private Job job = new Job(0, i -> {});

    private int busy;
    private boolean closed;

    /** One of several pieces of work that don't touch each other. */
    @FunctionalInterface
    interface Task {
        /** Does the piece with a number. */
        void run(int number) throws IOException;
    }

    /** The number of threads, the calling one included. */
    Workers(int count, Supplier<Workspace> workspaces) {
        this.others = count - 1;
        this.workspaces = workspaces;
        this.own = workspaces.get();
    }

    /** Whether other threads exist. */
    boolean areMany() {
        return others > 0;
    }

    /** The workspace of the calling thread. */
    Workspace workspace() {
        return Thread.currentThread() instanceof Worker worker ? worker.workspace : own;
    }

    /**
     * Runs a task for each number below {@code count}, and returns when all threads are done with them. If some fail, what
     * the one with the lowest number has thrown is thrown here: as if they had run one after the other.
     */
    void run(int count, Task task) throws IOException {
        if (others == 0 || count <= 1) {
            RowSetWriter.inTurn(count, task);
            return;
        }
        while (threads.size() < others) {
            Worker worker = new Worker("stoa-writer-" + (threads.size() + 1), workspaces.get());
            worker.start();
            threads.add(worker);
        }
        Job next = new Job(count, task);
        synchronized (lock) {
            job = next;
            lock.notifyAll();
        }
        next.work();
        awaitIdle();
        next.throwFailure();
    }

    private void awaitIdle() {
        boolean interrupted = false;
        synchronized (lock) {
            while (busy > 0) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    // they work on the caller's arrays: it must not go on before they are done
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the other threads, and waits for that. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        boolean interrupted = false;
        for (Worker worker : threads) {
            while (worker.isAlive()) {
                try {
                    worker.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        threads.clear();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The tasks of one call. */
    private static final class Job {
        private final int count;
        private final Task task;
        private final AtomicInteger next = new AtomicInteger();
        private int failed = Integer.MAX_VALUE;
        private Throwable failure = new IllegalStateException("nothing has failed");

        Job(int count, Task task) {
            this.count = count;
            this.task = task;
        }

        boolean isLeft() {
            return next.get() < count;
        }

        /** Runs tasks until none is left. */
        void work() {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                try {
                    task.run(i);
                } catch (IOException | RuntimeException | Error e) {
                    fail(i, e);
                }
            }
        }

        /** Tasks are begun in order, so those below are done or under way: the lowest one that fails is always found. */
        private synchronized void fail(int number, Throwable e) {
            next.set(count);
            if (number < failed) {
                failed = number;
                failure = e;
            }
        }

        synchronized void throwFailure() throws IOException {
            if (failed == Integer.MAX_VALUE) {
                return;
            }
            if (failure instanceof IOException e) {
                throw e;
            }
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            throw (Error) failure;
        }
    }

    /** Another thread. */
    private final class Worker extends Thread {
        private final Workspace workspace;

        Worker(String name, Workspace workspace) {
            super(name);
            this.workspace = workspace;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (true) {
                Job mine;
                synchronized (lock) {
                    while (!closed && !job.isLeft()) {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            // only close() ends it
                        }
                    }
                    if (closed) {
                        return;
                    }
                    mine = job;
                    busy++;
                }
                mine.work();
                synchronized (lock) {
                    busy--;
                    lock.notifyAll();
                }
            }
        }
    }
}
