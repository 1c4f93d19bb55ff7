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
package dev.stoa.vio.hadoop;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;

/** Asks a file system whether the user may read a file, on a thread of its own; on the caller's where too many ask. */
final class AccessCheck {
    private static final int MAX_THREADS = 16;
    private static final long IDLE_SECONDS = 20;

    private static final Executor THREADS = new ThreadPoolExecutor(
            0,
            MAX_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            AccessCheck::daemon,
            new ThreadPoolExecutor.CallerRunsPolicy());

    private AccessCheck() {}

    /** Asks; the future fails with what the file system says to those who may not. */
    static CompletableFuture<Void> start(FileSystem fs, Path path) {
        return CompletableFuture.runAsync(() -> check(fs, path), THREADS);
    }

    private static void check(FileSystem fs, Path path) {
        try {
            fs.access(path, FsAction.READ);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /** A thread that keeps neither the process nor a caller's class loader alive. */
    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(null, work, "stoa-vio-access", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(AccessCheck.class.getClassLoader());
        return thread;
    }
}
