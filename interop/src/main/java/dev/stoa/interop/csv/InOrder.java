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
package dev.stoa.interop.csv;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Works on the pieces of a text with several threads, and takes what comes of them in their order. */
final class InOrder {
    private InOrder() {}

    /** The work on a piece. */
    interface Work<T> {
        T of(RecordChunks.Chunk chunk) throws IOException;
    }

    /** Takes what came of a piece. */
    interface Taker<T> {
        void take(T result) throws IOException;
    }

    /** Does it; at most two pieces for each thread are held at a time. The first failure, in the order of the text, ends it. */
    static <T> void run(RecordChunks chunks, int threads, Work<T> work, Taker<T> taker) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "stoa-text");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Deque<Future<T>> open = new ArrayDeque<>();
            Optional<IOException> broken = Optional.empty();
            boolean isMore = true;
            while (isMore || !open.isEmpty()) {
                while (isMore && open.size() < 2 * threads) {
                    try {
                        Optional<RecordChunks.Chunk> chunk = chunks.next();
                        isMore = chunk.isPresent();
                        chunk.ifPresent(piece -> open.add(pool.submit(() -> work.of(piece))));
                    } catch (IOException e) { // what lies before it comes first
                        broken = Optional.of(e);
                        isMore = false;
                    }
                }
                if (!open.isEmpty()) {
                    taker.take(result(open.remove()));
                }
            }
            if (broken.isPresent()) {
                throw broken.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static <T> T result(Future<T> future) throws IOException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            } else if (e.getCause() instanceof RuntimeException bug) {
                throw bug;
            } else if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while a text was parsed");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
