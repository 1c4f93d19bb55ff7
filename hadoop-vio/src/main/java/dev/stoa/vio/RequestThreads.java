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

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of all requests of the process: daemons, at most {@value #MAX_THREADS}, made when needed, gone when idle.
 * They see this library's class loader, never a caller's.
 */
final class RequestThreads {

    private static final int MAX_THREADS = 64;
    private static final long IDLE_SECONDS = 20;

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final ThreadPoolExecutor POOL = pool();

    private RequestThreads() {}

    /** Runs a task on one of the threads: an idle one, else a new one, else the first that becomes idle. */
    static void execute(Runnable task) {
        POOL.execute(task);
    }

    private static ThreadPoolExecutor pool() {
        IdleFirstQueue queue = new IdleFirstQueue();
        return new ThreadPoolExecutor(
                0, MAX_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, queue, RequestThreads::newThread, (task, pool) -> {
                    if (pool.isShutdown() || !queue.enqueue(task)) {
                        throw new RejectedExecutionException("the request threads are shut down");
                    }
                });
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(null, work, "stoa-vio-" + NUMBER.incrementAndGet(), 0, false);
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
