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
package dev.stoa.table.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.ColumnPath;
import dev.stoa.table.Assignment;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.Expression;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several writers at once: no key twice, no update lost. */
@Tag("soak")
class OperationsRaceTest {
    private static final int THREADS = 4;
    private static final int KEYS = 8;
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ofMillis(20), pause -> Thread.onSpinWait());

    private final MemoryFolder folder = new MemoryFolder();

    private static void inParallel(Callable<Object> task) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Object>> futures = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                futures.add(pool.submit(task));
            }
            for (Future<Object> future : futures) {
                future.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void eachKeyIsInsertedOnceAndEachUpdateCounts() throws IOException, InterruptedException, ExecutionException {
        TableProperties keyed = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
        Table.create(folder, Rows.schema(), keyed, SETTINGS);
        AtomicInteger won = new AtomicInteger();
        AtomicInteger lost = new AtomicInteger();
        inParallel(() -> {
            Table table = Table.open(folder, SETTINGS);
            for (long key = 0; key < KEYS; key++) {
                try (RowInsert insert = TableOperations.of(table).insert()) {
                    insert.write(JavaRows.batch(Rows.schema(), List.<Object[]>of(Rows.row(key, 0, "x"))));
                    insert.commit();
                    won.incrementAndGet();
                } catch (DuplicateKeyException e) {
                    lost.incrementAndGet();
                } catch (CommitConflictException e) {
                    assertEquals(CommitConflictException.Kind.KEY, e.kind());
                    lost.incrementAndGet();
                }
            }
            return key(table);
        });
        Table table = Table.open(folder, SETTINGS);
        assertEquals(KEYS, won.get());
        assertEquals(KEYS * (THREADS - 1), lost.get());
        assertEquals(KEYS, table.snapshot().rowCount());

        Assignment more = new Assignment(
                "n",
                new Expression.Arithmetic(
                        new Expression.Column(ColumnPath.of("n")),
                        Expression.Operator.PLUS,
                        new Expression.Literal(Optional.of(1L))));
        inParallel(() -> {
            Table own = Table.open(folder, SETTINGS);
            OperationOptions options = OperationOptions.DEFAULT.withAttempts(1000);
            for (int i = 0; i < 2; i++) {
                TableOperations.of(own).with(options).update(List.of(more), Optional.empty());
            }
            return key(own);
        });
        for (String row : Rows.read(table.snapshot())) {
            assertTrue(row.endsWith(", " + 2 * THREADS + ", x]"), row);
        }
    }

    private static Object key(Table table) throws IOException {
        return table.snapshot().version();
    }
}
