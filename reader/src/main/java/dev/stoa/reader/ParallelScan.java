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
package dev.stoa.reader;

import dev.stoa.reader.internal.parallel.ParallelRun;
import dev.stoa.reader.internal.parallel.ResultQueue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads several inputs on several threads: files, and parts of the same file if it has fewer files than threads. Its
 * results do not depend on the number of threads. Only their order does, and only if it is {@link #unordered}.
 *
 * <p>Threads take tasks from one list. They open inputs, and resolve and prune each once. They divide the rest into
 * parts of some zones, with about the same stored bytes of the columns. A {@link Scan} of its own reads each part, over
 * the one open file. No thread copies a batch or hands it to another: your code runs on the thread that decoded the
 * batch, and owns it until it returns.
 *
 * <pre>{@code
 * LongAdder rows = new LongAdder();
 * ParallelScan.of(inputs).threads(8).forEach(() -> (input, batch) -> rows.add(batch.selectedCount()));
 *
 * try (ParallelResults<String> lines = ParallelScan.of(inputs).map(() -> (input, batch) -> text(batch))) {
 *     while (lines.next()) {
 *         out.println(lines.get());
 *     }
 * }
 * }</pre>
 *
 * <p>Memory: each thread holds the arrays of one batch, and stored bytes within its share of the process's budget
 * ({@link dev.stoa.vio.BufferBudget}): with many threads, steps get smaller. The threads keep at most {@link #ahead}
 * results ready, and one more for each thread.
 *
 * <p>Failure: the first exception of any thread, as it was thrown, ends all, and is what the caller gets. When a call
 * here has ended, or the results are closed, no thread is left and all inputs are closed. Inputs must not be changed or
 * closed before. {@link ScanBuilder#traced} is without effect.
 */
public final class ParallelScan {
    private static final int RESULTS_PER_THREAD = 16;

    private final List<ScanInput> files;
    private final List<DividedInput> inputs;
    private int threads = Runtime.getRuntime().availableProcessors();
    private boolean isOrdered = true;
    private int ahead;

    private ParallelScan(List<ScanInput> files, List<DividedInput> inputs) {
        this.files = files;
        this.inputs = inputs;
    }

    /** A scan of some inputs, in this order, by one thread per processor. */
    public static ParallelScan of(List<? extends ScanInput> inputs) {
        List<ScanInput> files = List.copyOf(inputs);
        return new ParallelScan(files, FileInput.all(files));
    }

    /** A scan of inputs that divide themselves, such as those of a table; they can't be {@linkplain #aggregate aggregated}. */
    public static ParallelScan ofDivided(List<? extends DividedInput> inputs) {
        return new ParallelScan(List.of(), List.copyOf(inputs));
    }

    /**
     * How many threads read. With one, each input is read by one scan, as if by {@link ScanBuilder#build}.
     *
     * @param count at least 1
     */
    public ParallelScan threads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("threads is out of range: " + count);
        }
        threads = count;
        return this;
    }

    /** Gives results as they come, not in the order of inputs and rows. So no result waits for an earlier one. */
    public ParallelScan unordered() {
        isOrdered = false;
        return this;
    }

    /**
     * The number of results that threads may keep ready for the caller; by default 16 for each thread. In order, a thread
     * that is far ahead waits, so with few of them, and large parts, threads work one after the other.
     *
     * @param results at least 1
     */
    public ParallelScan ahead(int results) {
        if (results < 1) {
            throw new IllegalArgumentException("ahead is out of range: " + results);
        }
        ahead = results;
        return this;
    }

    /**
     * Gives all batches to consumers, one for each thread, and returns when all are through. A consumer gets the rows of a
     * part in order, and parts as they come.
     *
     * @param consumers called by this thread, once for each of the threads: a consumer needs no locks
     * @return what was pruned, planned and read
     * @throws IOException or whatever else an input, a scan or a consumer has thrown
     * @throws java.io.InterruptedIOException if the calling thread is interrupted; everything is stopped before
     */
    public ScanStats forEach(Supplier<? extends BatchConsumer> consumers) throws IOException {
        List<BatchConsumer> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(consumers.get());
        }
        try (ParallelRun run = new ParallelRun(inputs, threads, new ParallelRun.Job() {
            @Override
            public void read(int worker, ParallelRun.Part part, ParallelRun.Batches batches) throws IOException {
                while (batches.next()) {
                    all.get(worker).accept(part.input(), batches.batch());
                }
            }
        })) {
            run.start();
            run.await();
            return run.stats();
        }
    }

    /**
     * Starts to make results of all batches; in order, unless {@link #unordered}.
     *
     * @param functions called by this thread, once for each of the threads
     * @param <R> the results
     */
    public <R> ParallelResults<R> map(Supplier<? extends BatchFunction<R>> functions) {
        List<BatchFunction<R>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(functions.get());
        }
        int results = ahead > 0 ? ahead : (int) Math.min(Integer.MAX_VALUE, (long) RESULTS_PER_THREAD * threads);
        return new ParallelResults<>(inputs, all, new ResultQueue<>(inputs.size(), results, isOrdered));
    }

    /**
     * {@link ScanBuilder#aggregate} of all inputs together: what metadata does not answer for is read in parallel.
     *
     * @throws IllegalArgumentException as there, and if the selected columns have other types in one input than in another
     * @throws java.io.InterruptedIOException if the calling thread is interrupted; everything is stopped before
     */
    public Aggregates aggregate() throws IOException {
        if (files.size() < inputs.size()) {
            throw new IllegalArgumentException("inputs that divide themselves have no metadata to aggregate");
        }
        ParallelAggregator total = new ParallelAggregator();
        try (ParallelRun run = new ParallelRun(total.inputs(files), threads, total)) {
            run.start();
            run.await();
            return total.result(run.stats());
        }
    }
}
