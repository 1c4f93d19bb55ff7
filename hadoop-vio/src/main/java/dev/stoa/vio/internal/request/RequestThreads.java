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

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of all requests of the process: daemons, at most {@value #MAX_THREADS}, made when needed, gone when idle.
 * They see this library's class loader, never a caller's.
 *
 * <p>A thread whose store does not answer any more is abandoned: another may be made in its place, until it comes back.
 * Too many of them, and no more reads are begun ({@link #tooManyHang()}).
 */
public final class RequestThreads {

    private static final int MAX_THREADS = 64;

    /** Abandoned threads keep memory and connections: with more than this, reads fail instead of making more. */
    private static final int MAX_ABANDONED = 64;

    private static final long IDLE_SECONDS = 20;

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final IdleFirstQueue WAITING = new IdleFirstQueue();
    private static final ThreadPoolExecutor POOL = pool();
    private static int abandoned; // guarded by the class

    private RequestThreads() {}

    /**
     * Runs a task on one of the threads: an idle one, else a new one, else the first that becomes idle. If the machine
     * gives no more threads, the caller's own runs it. Call it without a lock.
     */
    public static void execute(Runnable task) {
        try {
            POOL.execute(task);
        } catch (OutOfMemoryError noThread) {
            task.run();
        }
    }

    /** One thread waits for a store that is not expected to answer: another may take its place. */
    static void abandon() {
        synchronized (RequestThreads.class) {
            abandoned++;
            POOL.setMaximumPoolSize(MAX_THREADS + abandoned);
        }
        Runnable task = WAITING.poll();
        if (task != null) {
            execute(task);
        }
    }

    /** An abandoned thread has got its answer. */
    static synchronized void comeBack() {
        abandoned--;
        POOL.setMaximumPoolSize(MAX_THREADS + abandoned);
    }

    /** Returns how many threads are abandoned. */
    static synchronized int abandoned() {
        return abandoned;
    }

    /** Returns whether too many threads are abandoned to send more requests. */
    static boolean tooManyHang() {
        return abandoned() >= MAX_ABANDONED;
    }

    /** Returns about how many threads run a task. */
    static int busy() {
        return POOL.getActiveCount();
    }

    private static ThreadPoolExecutor pool() {
        return new ThreadPoolExecutor(
                0,
                MAX_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                WAITING,
                work -> daemon("stoa-vio-" + NUMBER.incrementAndGet(), work),
                (task, pool) -> {
                    if (pool.isShutdown() || !WAITING.enqueue(task)) {
                        throw new RejectedExecutionException("the request threads are shut down");
                    }
                });
    }

    /** A thread that keeps neither the process nor a caller's class loader alive. */
    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(RequestThreads.class.getClassLoader());
        return thread;
    }

    /** Takes a task only if an idle thread waits for it, so that the pool makes threads before it queues tasks. */
    private static final class IdleFirstQueue extends LinkedTransferQueue<Runnable> {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        boolean enqueue(Runnable task) {
            return super.offer(task);
        }
    }
}
