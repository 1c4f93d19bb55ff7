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
package dev.stoa.benchmarks.tables;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.vio.RemoteStore;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;

/** How many commits a store takes: each inserts three rows, as a file and an entry. */
final class CommitRates {
    static final String TASK = "rates";

    private static final Schema SCHEMA =
            Schema.of(Field.required("key", Type.of(TypeKind.INT64)), Field.required("value", Type.of(TypeKind.INT64)));

    private CommitRates() {}

    /**
     * Measures in this process.
     *
     * @param label of the store
     * @param store the store; a local folder without
     * @param seconds for each number of writers
     */
    static void measure(String label, Optional<RemoteStore> store, int seconds, Consumer<Measurement> found)
            throws IOException {
        for (int writers : new int[] {1, 8}) {
            Folder folder = folder(store, "commits-" + writers);
            Table.create(folder, SCHEMA, TableProperties.NONE, TableSettings.DEFAULT);
            commit(folder, writers, 2); // to get warm
            Table table = Table.open(folder, TableSettings.DEFAULT);
            long first = table.snapshot().version();
            long start = System.nanoTime();
            commit(folder, writers, seconds);
            double millis = (System.nanoTime() - start) / 1e6;
            double each = millis / (table.snapshot().version() - first);
            found.accept(new Measurement(
                    Commits.NAME,
                    label + "/" + writers,
                    "stoa",
                    Metric.WALL_MS,
                    Metric.WALL_MS.unit(),
                    each,
                    each,
                    each));
        }
    }

    private static Folder folder(Optional<RemoteStore> store, String name) throws IOException {
        if (store.isEmpty()) {
            Path folder = Files.createTempDirectory(Path.of(System.getProperty("stoa.benchmarks.target")), name);
            return new LocalFolder(folder);
        }
        URI root = URI.create(store.get().root());
        FileSystem fs = FileSystem.newInstance(root, store.get().configuration());
        return HadoopFolder.of(fs, new org.apache.hadoop.fs.Path(store.get().root() + name));
    }

    /** Lets writers commit for some seconds, each as if it were a process of its own. */
    private static void commit(Folder folder, int writers, int seconds) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                running.add(threads.submit(writer(folder, end)));
            }
            for (Future<Long> writer : running) {
                writer.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("a writer failed: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Long> writer(Folder folder, long end) {
        return () -> {
            Table table = Table.open(folder, TableSettings.DEFAULT);
            long commits = 0;
            while (System.nanoTime() < end) {
                try (RowInsert insert = TableOperations.of(table).insert()) {
                    insert.write(rows(commits));
                    insert.commit();
                }
                commits++;
            }
            return commits;
        };
    }

    private static Batch rows(long number) {
        ColumnVector values = new LongVector(
                Type.of(TypeKind.INT64), new long[] {number, number + 1, number + 2}, ColumnVector.NO_NULLS, 3);
        return new Batch(SCHEMA, List.of(values, values), 3);
    }
}
