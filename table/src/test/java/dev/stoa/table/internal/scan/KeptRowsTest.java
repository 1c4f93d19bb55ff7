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
package dev.stoa.table.internal.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.Rows;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Seeds;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rows of small fragments from memory are those of the files. */
class KeptRowsTest {
    private final AtomicInteger opened = new AtomicInteger();
    private final MemoryFolder memory = new MemoryFolder();

    /** Counts the files that are opened outside of the log. */
    private final Folder folder = new Folder() {
        @Override
        public RangeSource open(String name, OptionalLong knownLength) throws IOException {
            if (name.startsWith(Log.SIDECARS) || name.startsWith("data/")) {
                opened.incrementAndGet();
            }
            return memory.open(name, knownLength);
        }

        @Override
        public String id() {
            return memory.id();
        }

        @Override
        public FileSink create(String name, SinkOptions options) throws IOException {
            return memory.create(name, options);
        }

        @Override
        public Optional<Entry> find(String name) {
            return memory.find(name);
        }

        @Override
        public List<Entry> list(String name) {
            return memory.list(name);
        }

        @Override
        public boolean delete(String name) {
            return memory.delete(name);
        }
    };

    private Table table(int... fragments) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        long key = 0;
        for (int count : fragments) {
            Transaction insert = table.begin("insert");
            Object[][] rows = new Object[count][];
            for (int i = 0; i < count; i++) {
                rows[i] = Rows.row(key++, i % 7 == 0 ? null : i % 50, i % 11 == 0 ? null : "s" + i % 30);
            }
            Rows.insert(insert, folder, rows);
            insert.commit();
        }
        return table;
    }

    private int openedSince() {
        return opened.getAndSet(0);
    }

    /** Each row with its fragment and number. */
    private static List<String> rows(TableScanBuilder builder) throws IOException {
        List<String> rows = new ArrayList<>();
        try (TableScan scan = builder.build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int row = batch.selected(i);
                    StringBuilder text = new StringBuilder(scan.fragment() + " " + (batch.firstRow() + row));
                    for (ColumnVector column : batch.columns()) {
                        text.append(' ').append(Rows.value(column, row));
                    }
                    rows.add(text.toString());
                }
            }
            assertEquals(rows.size(), scan.stats().rowsDelivered());
        }
        return rows;
    }

    @Test
    void areReadOnce() throws IOException {
        Table table = table(5000, 100);
        TableOperations operations = TableOperations.of(table);
        operations.update(List.of(Assignment.literal("n", 1000)), Optional.of(Filter.between("k", 10, 19)));
        operations.delete(Filter.between("k", 4000, 5050));
        Table again = Table.open(folder, TableSettings.DEFAULT);
        Snapshot before = again.snapshot();
        openedSince();
        List<String> all = rows(before.scan());
        assertEquals(5100 - 1051, all.size());
        assertTrue(openedSince() > 0);
        assertEquals(all, rows(before.scan()));
        assertEquals(
                10,
                rows(before.scan().select("s").filter(Filter.equal("n", 1000))).size());
        assertEquals(0, openedSince(), "what is kept is not read again");
        TableOperations.of(again)
                .update(List.of(Assignment.literal("n", 2000)), Optional.of(Filter.between("k", 15, 29)));
        openedSince();
        assertEquals(all, rows(again.snapshotAt(before.version()).scan()));
        assertEquals(0, openedSince(), "the older version is still there");
        assertEquals(
                15,
                rows(again.snapshot().scan().select("k").filter(Filter.equal("n", 2000)))
                        .size());
        assertTrue(openedSince() > 0, "one column is another");
        rows(again.snapshot().scan().select("s", "k"));
        assertEquals(0, openedSince(), "the others are as they were");
    }

    @Test
    void areThoseOfTheFiles() throws IOException {
        long seed = Seeds.next(KeptRowsTest.class);
        Random random = new Random(seed);
        Table table = table(4096, 1 + random.nextInt(9000), 1 + random.nextInt(50));
        for (int step = 0; step < 12; step++) {
            TableOperations operations = TableOperations.of(table);
            int from = random.nextInt(9000);
            Filter some = Filter.between("k", from, from + random.nextInt(2000));
            switch (random.nextInt(4)) {
                case 0 -> operations.delete(some);
                case 1 -> operations.delete(Filter.and(some, Filter.equal("n", random.nextInt(50))));
                case 2 -> operations.update(List.of(Assignment.literal("n", random.nextInt(50))), Optional.of(some));
                default ->
                    operations.update(
                            List.of(Assignment.literal("s", random.nextBoolean() ? null : "new" + step)),
                            Optional.of(Filter.and(some, Filter.isNotNull("n"))));
            }
            Snapshot kept = table.snapshot();
            Snapshot files =
                    Table.open(folder, TableSettings.DEFAULT.withKeptRows(0)).snapshot();
            for (Filter filter : List.of(
                    Filter.and(),
                    Filter.less("n", random.nextInt(50)),
                    Filter.or(Filter.isNull("s"), Filter.equal("k", from)),
                    Filter.not(Filter.and(some, Filter.equal("s", "s" + random.nextInt(30)))),
                    Filter.equal("s", "new" + step))) {
                for (String[] columns : List.of(new String[] {"k", "n", "s"}, new String[] {"s"}, new String[0])) {
                    assertEquals(
                            rows(files.scan().select(columns).filter(filter)),
                            rows(kept.scan().select(columns).filter(filter)),
                            () -> filter + ", seed " + seed);
                }
            }
        }
    }

    @Test
    void followTheSchema() throws IOException {
        Table table = table(100);
        Snapshot before = table.snapshot();
        List<String> old = rows(before.scan());
        Transaction evolve = table.begin("evolve");
        evolve.setSchema(new SchemaEdit(evolve.snapshot())
                .widen("n", Rows.LONG)
                .add(Field.nullable("more", Rows.STRING))
                .schema());
        evolve.commit();
        assertEquals(
                old.stream().map(row -> row + " null").toList(),
                rows(table.snapshot().scan()));
        assertEquals(old, rows(table.snapshotAt(before.version()).scan()));
    }

    @Test
    void longValuesAreNotKept() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Object[][] rows = new Object[5000][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Rows.row((long) i, i, i + "x".repeat(2000));
        }
        Rows.insert(insert, folder, rows);
        Snapshot snapshot = insert.commit();
        assertTrue(snapshot.fragments().get(0).files().get(0).identity().length() < 256 << 10, "it compresses");
        assertEquals(5000, rows(snapshot.scan()).size());
        openedSince();
        assertEquals(5000, rows(snapshot.scan()).size());
        assertTrue(openedSince() > 0);
        assertTrue(snapshot.image().changes().bytes() < 1 << 20);
    }
}
