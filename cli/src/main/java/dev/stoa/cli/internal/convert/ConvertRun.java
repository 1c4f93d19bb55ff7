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
package dev.stoa.cli.internal.convert;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.interop.FileKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The conversions of a command.
 *
 * @param out receives what was made
 * @param err receives what may be left
 * @param json whether the report is JSON
 * @param threads how many conversions run at a time
 */
record ConvertRun(PrintWriter out, PrintWriter err, boolean json, int threads) {
    private static final int PATIENCE_SECONDS = 20;

    /** Runs the jobs, a few at a time; the first failure stops all others, and nothing of them is left when this returns. */
    void convert(ConvertPlan plan, Converter converter) throws IOException {
        ExecutorService pool =
                Executors.newFixedThreadPool(Math.min(threads, plan.jobs().size()), work -> {
                    Thread thread = new Thread(work, "stoa-convert");
                    thread.setDaemon(true);
                    return thread;
                });
        AtomicReference<Throwable> first = new AtomicReference<>();
        try {
            List<Future<Converter.Result>> results = new ArrayList<>();
            for (ConvertPlan.Job job : plan.jobs()) {
                results.add(pool.submit(() -> run(job, plan.kind(), converter, first)));
            }
            for (int i = 0; i < results.size(); i++) {
                Converter.Result result = results.get(i).get();
                if (!plan.jobs().get(i).isStandardOutput()) {
                    report(plan.jobs().get(i), result);
                }
            }
        } catch (ExecutionException e) {
            if (first.get() instanceof IOException io) {
                throw io;
            } else if (first.get() instanceof IllegalArgumentException bad) {
                throw CommandException.usage(bad.getMessage());
            } else if (first.get() instanceof RuntimeException bug) {
                throw bug;
            } else if (first.get() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(first.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.failed("interrupted");
        } finally {
            converter.watch().guard().stop();
            end(pool);
        }
    }

    private static Converter.Result run(
            ConvertPlan.Job job, FileKind kind, Converter converter, AtomicReference<Throwable> first)
            throws IOException {
        try {
            converter.watch().guard().check(job.path().toString(), 0);
            return converter.run(job, kind);
        } catch (Throwable e) {
            first.compareAndSet(null, e);
            converter.watch().guard().stop();
            throw e;
        }
    }

    /** Waits for the threads, which remove what they have not finished; those that wait for a store are interrupted. */
    private void end(ExecutorService pool) {
        pool.shutdown();
        boolean isInterrupted = false;
        try {
            if (!pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                pool.shutdownNow();
                if (!pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    err.println("stoa: a conversion does not stop: .vio-*.tmp files may stay beside outputs");
                    err.flush();
                }
            }
        } catch (InterruptedException e) {
            isInterrupted = true;
        }
        if (isInterrupted) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void report(ConvertPlan.Job job, Converter.Result result) throws IOException {
        if (json) {
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeStringField("output", job.path().toString());
            g.writeNumberField("inputs", job.inputs().size());
            g.writeNumberField("rows", result.rows());
            if (!job.isOpenEnded()) {
                g.writeNumberField("inputBytes", job.bytes());
            }
            g.writeNumberField("outputBytes", result.bytes());
            g.writeEndObject();
            g.flush();
            out.println();
        } else {
            String from = job.isOpenEnded()
                    ? job.inputs().get(0).isTable() ? "from a table" : "through a pipe"
                    : "from %s (%.0f%%)"
                            .formatted(Sizes.text(job.bytes()), 100.0 * result.bytes() / Math.max(1, job.bytes()));
            out.print(Counted.text(
                    "%s: %,d row[s], %s %s%n", job.path(), result.rows(), Sizes.text(result.bytes()), from));
        }
        out.flush();
    }
}
