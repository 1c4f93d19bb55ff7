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
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The results of a {@link ParallelScan}, one by one. For one thread, which must close it; that stops the scan.
 *
 * @param <R> the results
 */
public final class ParallelResults<R> implements Closeable {
    private final ParallelRun run;
    private final ResultQueue<R> queue;
    private Optional<R> current = Optional.empty();

    ParallelResults(List<? extends DividedInput> inputs, List<BatchFunction<R>> functions, ResultQueue<R> queue) {
        this.queue = queue;
        this.run = new ParallelRun(inputs, functions.size(), new ParallelRun.Job() {
            @Override
            public void divided(int input, int parts) {
                queue.divided(input, parts);
            }

            @Override
            public void read(int worker, ParallelRun.Part part, ParallelRun.Batches batches)
                    throws IOException, InterruptedException {
                BatchFunction<R> function = functions.get(worker);
                while (batches.next()) {
                    queue.put(part.input(), part.ordinal(), function.apply(part.input(), batches.batch()));
                }
                queue.ended(part.input(), part.ordinal());
            }

            @Override
            public void finished() {
                queue.finish();
            }
        });
        run.start();
    }

    /**
     * Goes to the next result, and waits for it if need be.
     *
     * @return false at the end
     * @throws IOException or whatever else an input, a scan or a function has thrown; results that wait are lost
     * @throws InterruptedIOException if this thread is interrupted; everything is stopped before
     * @throws IllegalStateException if it is closed
     */
    public boolean next() throws IOException {
        current = Optional.empty();
        if (run.isClosed()) {
            throw new IllegalStateException("the results are closed");
        }
        try {
            current = run.hasFailed() ? Optional.empty() : queue.take();
        } catch (InterruptedException e) {
            run.close();
            throw ParallelRun.interrupted(e);
        }
        if (current.isEmpty()) {
            run.await();
        }
        return current.isPresent();
    }

    /**
     * The current result, that of the last call of {@link #next}.
     *
     * @throws IllegalStateException if none exists
     */
    public R get() {
        return current.orElseThrow(
                () -> new IllegalStateException("no current result: next() must have returned true"));
    }

    /** Counts of what the scan pruned, planned and read, without parts that threads are still reading. */
    public ScanStats stats() {
        return run.stats();
    }

    /** Stops everything, waits until no thread is left, and closes the inputs. */
    @Override
    public void close() throws IOException {
        current = Optional.empty();
        run.close();
    }
}
