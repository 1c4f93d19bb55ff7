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

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Rows;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.Folder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Many writers of one table: exactly one wins each version, nothing is lost and nothing doubled. */
abstract class RaceContract {

    abstract Folder folder() throws Exception;

    abstract int writers();

    abstract int commits();

    @Test
    void eachVersionHasOneWinner() throws Exception {
        Folder folder = folder();
        Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        ExecutorService threads = Executors.newCachedThreadPool();
        CyclicBarrier start = new CyclicBarrier(writers());
        AtomicBoolean done = new AtomicBoolean();
        List<Future<List<Long>>> results = new ArrayList<>();
        for (int w = 0; w < writers(); w++) {
            int writer = w;
            results.add(threads.submit(() -> {
                start.await();
                Table table = Table.open(folder, TableSettings.DEFAULT);
                List<Long> versions = new ArrayList<>();
                for (int i = 0; i < commits(); i++) {
                    Transaction insert = table.begin("insert");
                    insert(insert, folder, row((long) writer * commits() + i, i, "w" + writer));
                    versions.add(insert.commit().version());
                }
                return versions;
            }));
        }
        Future<Long> reader = threads.submit((Callable<Long>) () -> {
            Table table = Table.open(folder, TableSettings.DEFAULT);
            long last = 0;
            while (!done.get()) {
                Snapshot snapshot = table.snapshot();
                assertTrue(snapshot.version() >= last);
                assertEquals(snapshot.version(), snapshot.rowCount(), "each commit brings one row");
                last = snapshot.version();
                Thread.sleep(20);
            }
            return last;
        });
        Set<Long> versions = new HashSet<>();
        for (Future<List<Long>> result : results) {
            versions.addAll(result.get());
        }
        done.set(true);
        reader.get();
        threads.shutdown();
        int all = writers() * commits();
        assertEquals(all, versions.size());
        assertTrue(versions.stream().allMatch(version -> version >= 1 && version <= all));
        Table table = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(all, table.snapshot().version());
        List<String> rows = read(table.snapshot());
        assertEquals(all, rows.size());
        assertEquals(all, new HashSet<>(rows).size());
        assertEquals(rows.subList(0, all / 2), read(table.snapshotAt(all / 2)), "a prefix of what came later");
    }
}
