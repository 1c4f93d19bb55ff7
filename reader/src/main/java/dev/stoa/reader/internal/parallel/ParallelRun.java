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
package dev.stoa.reader.internal.parallel;

import dev.stoa.format.Batch;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.ScanStats;
import dev.stoa.vio.BufferBudget;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that open inputs, divide the rows to read into parts, and read the parts. An idle thread takes the first waiting
 * part, else opens the next input.
 */
public final class ParallelRun implements Closeable {
    /** The number of steps that a scan may hold at once: the one in work and the next, of predicate and of other columns. */
    private static final int STEPS_HELD = 4;

    private static final int PARTS_PER_THREAD = 4;

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final List<? extends DividedInput> inputs;
    private final Job job;
    private final List<Thread> workers = new ArrayList<>();
    private final PriorityQueue<Part> parts = new PriorityQueue<>();
    /** Parts that are not read yet, by input; of one that is being opened: 1. */
    private final Map<Integer, Integer> openInputs = new HashMap<>();

    private ScanStats stats = ScanStats.NONE;
    private int nextInput;
    private int opening;
    private int living;
    private Optional<Throwable> failure = Optional.empty();
    private volatile boolean isStopped;
    private boolean isClosed;

    /** The work on the batches. */
    public interface Job {
        /** An input was divided into parts. */
        default void divided(int input, int parts) {}

        /** Takes the batches of a part; on a worker. */
        void read(int worker, Part part, Batches batches) throws IOException, InterruptedException;

        /** No worker does anything more, or all that they do is in vain. */
        default void finished() {}
    }

    /**
     * A part of an input.
     *
     * @param input its ordinal
     * @param ordinal of the part within the input
     * @param rows where its batches come from
     */
    public record Part(int input, int ordinal, DividedInput.Part rows) implements Comparable<Part> {
        @Override
        public int compareTo(Part other) {
            return input != other.input ? Integer.compare(input, other.input) : Integer.compare(ordinal, other.ordinal);
        }
    }

    /** The batches of a part, until the run is stopped. */
    public final class Batches {
        private final BatchSource scan;

        private Batches(BatchSource scan) {
            this.scan = scan;
        }

        public boolean next() throws IOException {
            if (isStopped) {
                throw new InterruptedIOException("the parallel scan is stopped");
            }
            return scan.next();
        }

        public Batch batch() {
            return scan.batch();
        }
    }

    private interface Task {
        void run(int worker) throws IOException, InterruptedException;
    }

    public ParallelRun(List<? extends DividedInput> inputs, int threads, Job job) {
        this.inputs = inputs;
        this.job = job;
        for (int i = 0; i < threads; i++) {
            int worker = i;
            Thread thread = new Thread(() -> work(worker), "stoa-scan-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            workers.add(thread);
        }
    }

    /** Starts the threads. */
    public void start() {
        for (Thread worker : workers) {
            synchronized (this) {
                living++;
            }
            try {
                worker.start();
            } catch (Error e) { // the machine gives no more threads
                stop(Optional.of(e));
                ended();
                return;
            }
        }
    }

    private void work(int worker) {
        try {
            Optional<Task> task = take();
            while (task.isPresent()) {
                task.get().run(worker);
                task = take();
            }
        } catch (Throwable e) {
            stop(Optional.of(e)); // unless it is stopped: then that is why
        } finally {
            ended();
        }
    }

    private void ended() {
        boolean isLast;
        synchronized (this) {
            living--;
            isLast = living == 0;
        }
        if (isLast) {
            job.finished();
        }
    }

    /** Waits for the next work; returns nothing if all is done. */
    private synchronized Optional<Task> take() throws InterruptedException {
        while (!isStopped) {
            if (!parts.isEmpty()) {
                Part part = parts.remove();
                return Optional.of(worker -> read(worker, part));
            }
            if (nextInput < inputs.size()) {
                int input = nextInput++;
                opening++;
                return Optional.of(worker -> open(input));
            }
            if (opening == 0) {
                return Optional.empty();
            }
            wait();
        }
        return Optional.empty();
    }

    private void open(int input) throws IOException {
        long share = BufferBudget.shared().limit() / ((long) STEPS_HELD * workers.size());
        DividedInput.Divided divided = inputs.get(input)
                .open(new DividedInput.Division(workers.size() == 1 ? 1 : partsOfEach(), Math.max(1, share)));
        synchronized (this) {
            openInputs.put(input, 1);
        }
        job.divided(input, divided.parts().size());
        synchronized (this) {
            stats = stats.plus(divided.planned());
            for (int i = 0; i < divided.parts().size(); i++) {
                parts.add(new Part(input, i, divided.parts().get(i)));
            }
            openInputs.merge(input, divided.parts().size(), Integer::sum);
            opening--;
            notifyAll();
        }
        done(input);
    }

    /** Several for each thread, so that none waits long for the last. */
    private int partsOfEach() {
        return Math.max(2, PARTS_PER_THREAD * workers.size() / inputs.size());
    }

    private void read(int worker, Part part) throws IOException, InterruptedException {
        try (BatchSource scan = part.rows().open()) {
            try {
                job.read(worker, part, new Batches(scan));
            } finally {
                ScanStats read = scan.stats();
                synchronized (this) {
                    stats = stats.plus(read);
                }
            }
        }
        done(part.input());
    }

    /** One thing less is to be done with an input, which is closed after the last. */
    private void done(int input) throws IOException {
        boolean isLast;
        synchronized (this) {
            isLast = openInputs.merge(input, -1, Integer::sum) == 0;
            if (isLast) {
                openInputs.remove(input);
            }
        }
        if (isLast) {
            inputs.get(input).close();
        }
    }

    /** Ends everything, after a failure with its reason; later reasons are results of the first. */
    private void stop(Optional<Throwable> why) {
        synchronized (this) {
            if (isStopped) {
                return;
            }
            isStopped = true;
            failure = why;
            notifyAll();
        }
        job.finished();
        for (Thread worker : workers) {
            if (!worker.equals(Thread.currentThread())) {
                worker.interrupt();
            }
        }
    }

    /** Waits until all is done, and throws what a worker has thrown. Everything is stopped if this thread is interrupted. */
    public void await() throws IOException {
        try {
            for (Thread worker : workers) {
                worker.join();
            }
        } catch (InterruptedException e) {
            close();
            throw interrupted(e);
        }
        Optional<Throwable> why;
        synchronized (this) {
            why = failure;
        }
        if (why.isPresent()) {
            try {
                close();
            } catch (IOException e) {
                why.get().addSuppressed(e);
            }
            if (why.get() instanceof IOException e) {
                throw e;
            } else if (why.get() instanceof RuntimeException e) {
                throw e;
            } else if (why.get() instanceof Error e) {
                throw e;
            }
            throw new IOException("a parallel scan has failed", why.get());
        }
    }

    public static InterruptedIOException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        InterruptedIOException interrupted = new InterruptedIOException("interrupted while a parallel scan ran");
        interrupted.initCause(cause);
        return interrupted;
    }

    public synchronized ScanStats stats() {
        return stats;
    }

    public synchronized boolean hasFailed() {
        return failure.isPresent();
    }

    public synchronized boolean isClosed() {
        return isClosed;
    }

    /** Stops everything, waits until no thread is left, and closes the inputs that are still open. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            isClosed = true;
        }
        stop(Optional.empty());
        boolean isInterrupted = false;
        for (Thread worker : workers) {
            while (!worker.equals(Thread.currentThread()) && worker.isAlive()) {
                try {
                    worker.join();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        closeInputs();
    }

    private void closeInputs() throws IOException {
        List<Integer> left;
        synchronized (this) {
            left = List.copyOf(openInputs.keySet());
            openInputs.clear();
        }
        Optional<IOException> first = Optional.empty();
        for (int input : left) {
            try {
                inputs.get(input).close();
            } catch (IOException e) {
                if (first.isPresent()) {
                    first.get().addSuppressed(e);
                } else {
                    first = Optional.of(e);
                }
            }
        }
        if (first.isPresent()) {
            throw first.get();
        }
    }
}
