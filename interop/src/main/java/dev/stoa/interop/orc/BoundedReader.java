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
package dev.stoa.interop.orc;

import dev.stoa.format.CorruptFileException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.RecordReader;

/**
 * Reads batches on a thread of its own, and gives up one that takes more of the processor than any batch can. In a damaged file
 * a run of integers may say that it is longer than its stream: ORC's decoder (2.3.1) then asks for the missing bytes without
 * end. Such a thread can't be ended; it goes with the process. The time of a store does not count.
 */
final class BoundedReader implements Closeable {
    private final RecordReader rows;
    private final Duration mostCpu;
    private final ExecutorService worker;
    private Thread thread;
    private long rowsRead;

    /** @param mostCpu the time of the processor that one batch may take */
    BoundedReader(RecordReader rows, Duration mostCpu) {
        this.rows = rows;
        this.mostCpu = mostCpu;
        this.worker = Executors.newSingleThreadExecutor(task -> {
            thread = new Thread(task, "orc-reader");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Reads a batch.
     *
     * @return false after the last one
     * @throws CorruptFileException if it does not come to an end
     */
    boolean nextBatch(VectorizedRowBatch batch) throws IOException {
        Future<Boolean> next = worker.submit(() -> rows.nextBatch(batch));
        long start = cpuNanos();
        while (true) {
            try {
                boolean isThere = next.get(1, TimeUnit.SECONDS);
                rowsRead += batch.size;
                return isThere;
            } catch (TimeoutException e) {
                if (cpuNanos() - start > mostCpu.toNanos()) {
                    throw new CorruptFileException("decoding does not come to an end behind row " + rowsRead
                            + ": a run of values is probably longer than what is left of its stream");
                }
            } catch (ExecutionException e) {
                throw rethrown(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted behind row " + rowsRead);
            }
        }
    }

    private long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
    }

    private static IOException rethrown(Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        } else if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
    }

    @Override
    public void close() throws IOException {
        worker.shutdown();
        rows.close();
    }
}
