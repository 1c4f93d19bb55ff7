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
package dev.stoa.table;

import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** However many small commits there are, files stay few, and rows what they are. */
class UpkeepTest {
    private static final int COMMITS = 60;

    private final MemoryFolder folder = new MemoryFolder();

    private Table table() throws IOException {
        return Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
    }

    @Test
    void sidecarsStayFew() throws IOException {
        Table table = table();
        int[] numbers = new int[300];
        Object[][] rows = new Object[numbers.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row((long) i, i, "s");
            numbers[i] = i;
        }
        Transaction insert = table.begin("insert");
        UUID fragment = Rows.insert(insert, folder, rows);
        insert.commit();
        int done = 0;
        for (int i = 0; i < COMMITS; i++) {
            Transaction change = table.begin("change");
            int place = i * 37 % numbers.length;
            if (i % 2 == 0) {
                Sidecars.delete(change, folder, fragment, place);
                numbers[place] = -1;
            } else {
                Sidecars.modify(change, folder, fragment, "n", Map.of((long) place, 5000 + i));
                numbers[place] = 5000 + i;
            }
            Snapshot made = change.commit();
            done += Upkeep.after(table, made, WriterOptions.DEFAULT);
            int sidecars = made.fragment(fragment).orElseThrow().sidecars().size();
            assertTrue(sidecars <= 24, sidecars + " sidecars at version " + made.version());
        }
        assertTrue(done >= 3, done + " folds");
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] >= 0) {
                expected.add(List.of((long) i, numbers[i], "s").toString());
            }
        }
        check(table, expected);
    }

    @Test
    void fragmentsStayFew() throws IOException {
        Table table = table();
        TreeSet<String> expected = new TreeSet<>();
        int done = 0;
        for (int i = 0; i < COMMITS; i++) {
            Transaction insert = table.begin("insert");
            Rows.insert(insert, folder, row((long) i, i, "new"));
            expected.add(List.of((long) i, i, "new").toString());
            Snapshot made = insert.commit();
            done += Upkeep.after(table, made, WriterOptions.DEFAULT);
            int fragments = made.fragments().size();
            assertTrue(fragments <= 24, fragments + " fragments at version " + made.version());
        }
        assertTrue(done >= 3, done + " merges");
        check(table, expected);
    }

    /** Whoever uses the operations gets it without asking, and the log tells what it did. */
    @Test
    void operationsDoItByThemselves() throws IOException {
        Table table = table();
        SortedSet<String> expected = insert(table, 320);
        int fragments = table.snapshot().fragmentCount();
        assertTrue(fragments <= 32, fragments + " fragments");
        List<String> told = upkeeps(table);
        assertTrue(told.size() >= 16 && told.size() <= 24, told.toString());
        assertTrue(told.get(0).matches("upkeep: \\d+ files become 1, \\d+ bytes read, \\d+ written"), told.get(0));
        assertEquals(320, ids(table).stream().distinct().count());
        check(table, expected);
        Damage.assertSound(folder);
    }

    @Test
    void propertyTurnsItOff() throws IOException {
        Table table =
                Table.create(folder, Rows.schema(), TableProperties.NONE.withUpkeep(false), TableSettings.DEFAULT);
        SortedSet<String> expected = insert(table, 40);
        assertEquals(40, table.snapshot().fragmentCount());
        assertEquals(List.of(), upkeeps(table));
        check(table, expected);
    }

    /** In a sorted table rows come at the end and among others; each partition has its own files. */
    @ParameterizedTest
    @CsvSource({"false, 1", "true, 1", "false, 5", "true, 5"})
    void ordersKeysAndPartitionsStay(boolean isSorted, int partitions) throws IOException {
        Table table = Table.create(
                folder,
                Rows.schema(),
                new TableProperties(
                        isSorted ? List.of(new TableProperties.SortColumn(1, false, false)) : List.of(),
                        List.of(1),
                        partitions == 1
                                ? List.of()
                                : List.of(new TableProperties.PartitionColumn(1, "hash(" + partitions + ")")),
                        Map.of()),
                TableSettings.DEFAULT);
        TableOperations operations = TableOperations.of(table);
        TreeMap<Long, String> expected = new TreeMap<>();
        long seed = Seeds.next(UpkeepTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            int step = i;
            Object[][] rows = new Object[partitions * 2][];
            TreeSet<Long> keys = new TreeSet<>();
            while (keys.size() < rows.length) {
                keys.add((random.nextBoolean() ? 1000L * step : 0) + random.nextInt(500));
            }
            int at = 0;
            for (long key : keys) {
                rows[at++] = row(key, step, "s");
                expected.put(key, List.of(key, step, "s").toString());
            }
            try (RowInsert upsert = operations.upsert()) {
                upsert.write(JavaRows.batch(Rows.schema(), List.of(rows)));
                upsert.commit();
            }
            if (step % 5 == 4) {
                int gone = random.nextInt(step);
                operations.delete(Filter.equal("n", gone));
                expected.values().removeIf(text -> text.contains(", " + gone + ", s]"));
            }
        }
        assertTrue(!upkeeps(table).isEmpty());
        int files = table.snapshot().fragments().stream()
                .mapToInt(fragment ->
                        fragment.files().size() + fragment.sidecars().size())
                .sum();
        assertTrue(files <= partitions * (isSorted ? 150 : 40), files + " files, seed " + seed);
        check(table, new TreeSet<>(expected.values()));
        Damage.assertSound(folder);
    }

    /** The statement has succeeded, whatever becomes of the upkeep after it; and nothing of that is left over. */
    @ParameterizedTest
    @EnumSource(names = {"FAILS", "DISK_FULL"})
    void failureFailsNobody(FaultyFolder.AtCommit fault) throws IOException {
        FaultyFolder faulty = new FaultyFolder(folder);
        Table table = Table.create(faulty, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        AtomicBoolean isUpkeep = new AtomicBoolean();
        SortedSet<String> expected = insert(table, 14);
        faulty.fault = name -> {
            boolean fails = isUpkeep.get() && name.startsWith("data/");
            isUpkeep.set(isUpkeep.get() || name.endsWith("15.commit"));
            return fails ? fault : FaultyFolder.AtCommit.DONE;
        };
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(JavaRows.batch(Rows.schema(), List.of(new Object[][] {row(100L, 100, "last")})));
            assertEquals(15, insert.commit().snapshot().version());
        }
        assertTrue(isUpkeep.get());
        faulty.fault = name -> FaultyFolder.AtCommit.DONE;
        expected.add(List.of(100L, 100, "last").toString());
        assertEquals(15, table.snapshot().version());
        assertEquals(15, folder.list("data").size());
        check(table, expected);
    }

    /** Of two that do it after one commit the later one yields, and removes what it wrote. */
    @Test
    void laterOneYields() throws IOException {
        Table table =
                Table.create(folder, Rows.schema(), TableProperties.NONE.withUpkeep(false), TableSettings.DEFAULT);
        SortedSet<String> expected = insert(table, 14);
        TableOperations.of(table)
                .run(
                        "alter",
                        transaction -> transaction.setProperties(
                                transaction.snapshot().properties().withUpkeep(true)));
        // the commit of version 15 has done it already
        Snapshot committed = table.snapshotAt(15);
        assertEquals(16, table.snapshot().version());
        int files = folder.list("data").size();
        assertEquals(0, Upkeep.after(table, committed, WriterOptions.DEFAULT));
        assertEquals(16, table.snapshot().version());
        assertEquals(files, folder.list("data").size());
        check(table, expected);
    }

    /** Who changes rows while they are put together loses nothing, and they don't come back. */
    @Test
    void changesFollowTheRows() throws IOException {
        Table table = table();
        SortedSet<String> expected = insert(table, 14);
        Transaction slow = table.begin("delete");
        Fragment first = slow.snapshot().fragments().get(0);
        Sidecars.delete(slow, folder, first.id(), 0);
        expected.addAll(insert(table, 1, 50));
        assertEquals(1, table.snapshot().fragmentCount());
        slow.commit();
        expected.remove(List.of(0L, 0, "new").toString());
        check(table, expected);
        Damage.assertSound(folder);
    }

    /** A large file is not written again for a few small ones. */
    @Test
    void largeFilesStay() throws IOException {
        Table table = table();
        Object[][] rows = new Object[300_000][];
        Random random = new Random(Seeds.next(UpkeepTest.class));
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(random.nextLong(), random.nextInt(), "s");
        }
        Transaction large = table.begin("insert");
        UUID fragment = Rows.insert(large, folder, rows);
        large.commit();
        insert(table, 60);
        assertTrue(table.snapshot().fragment(fragment).isPresent());
        assertTrue(upkeeps(table).size() >= 3);
    }

    private SortedSet<String> insert(Table table, int times) throws IOException {
        return insert(table, times, 0);
    }

    private static SortedSet<String> insert(Table table, int times, int first) throws IOException {
        SortedSet<String> inserted = new TreeSet<>();
        for (int i = first; i < first + times; i++) {
            try (RowInsert insert = TableOperations.of(table).insert()) {
                insert.write(JavaRows.batch(Rows.schema(), List.of(new Object[][] {row((long) i, i, "new")})));
                insert.commit();
            }
            inserted.add(List.of((long) i, i, "new").toString());
        }
        return inserted;
    }

    private static List<String> upkeeps(Table table) throws IOException {
        return table.commits(10_000).stream()
                .map(CommitInfo::operation)
                .filter(operation -> operation.startsWith(Upkeep.OPERATION))
                .toList();
    }

    private static List<UUID> ids(Table table) throws IOException {
        return table.commits(10_000).stream()
                .filter(commit -> commit.operation().equals("insert"))
                .map(CommitInfo::transaction)
                .toList();
    }

    private void check(Table table, SortedSet<String> expected) throws IOException {
        assertEquals(
                List.copyOf(expected), read(table.snapshot()).stream().sorted().toList());
        Table opened = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(
                List.copyOf(expected), read(opened.snapshot()).stream().sorted().toList());
    }
}
