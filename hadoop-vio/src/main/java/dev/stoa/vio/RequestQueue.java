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

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;

/** The requests of one source that wait for their turn: first come, first served, a limited number at once. */
final class RequestQueue {

    /** A request of a read. Running it does not throw: its failure is the read's. */
    record Task(RunningRead read, int request) implements Runnable {

        @Override
        public void run() {
            read.runRequest(request);
        }
    }

    private final int parallelism;
    private final Deque<Task> waiting = new ArrayDeque<>();
    private int workers;

    RequestQueue(int parallelism) {
        this.parallelism = parallelism;
    }

    void addAll(Collection<Task> tasks) {
        int starting;
        synchronized (this) {
            waiting.addAll(tasks);
            starting = Math.min(parallelism - workers, tasks.size());
            workers += starting;
        }
        for (int i = 0; i < starting; i++) {
            RequestThreads.execute(this::work);
        }
    }

    /** Removes the waiting requests of a read and returns their number. */
    synchronized int drop(RunningRead read) {
        int dropped = 0;
        for (Iterator<Task> tasks = waiting.iterator(); tasks.hasNext(); ) {
            if (tasks.next().read() == read) {
                tasks.remove();
                dropped++;
            }
        }
        return dropped;
    }

    private void work() {
        for (Task task = next(); task != null; task = next()) {
            task.run();
        }
    }

    private synchronized Task next() {
        Task task = waiting.poll();
        if (task == null) {
            workers--;
        }
        return task;
    }
}
