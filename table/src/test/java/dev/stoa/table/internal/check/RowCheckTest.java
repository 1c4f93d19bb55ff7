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
package dev.stoa.table.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableFault;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableProperties.PartitionColumn;
import dev.stoa.table.TableProperties.SortColumn;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.OtherWriter;
import dev.stoa.table.internal.log.TableFeatures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Rows that careless writers have brought: each kind of fault is found, once for each file, and right rows are not named. */
class RowCheckTest {
    private static final List<SortColumn> BY_K = List.of(new SortColumn(1, false, false));
    private static final List<PartitionColumn> BY_N = List.of(new PartitionColumn(2, "value"));
    private static final String LATER = "; later rows are not named";

    private final MemoryFolder folder = new MemoryFolder();
    private final List<String> faults = new ArrayList<>();
    private long progress;

    private Table create(List<SortColumn> order, List<Integer> key, List<PartitionColumn> parts) throws IOException {
        TableProperties properties = new TableProperties(order, key, parts, Map.of(TableProperties.UPKEEP, "false"));
        return Table.create(folder, Rows.schema(), properties, TableSettings.DEFAULT);
    }

    /** Adds a file as it is. */
    private UUID insert(Table table, Optional<String> partition, Object[]... rows) throws IOException {
        Transaction insert = table.begin("insert");
        String path = insert.newDataFile();
        Rows.write(folder, path, insert.snapshot().schema(), rows);
        UUID fragment = insert.addFragment(path, partition);
        insert.commit();
        return fragment;
    }

    private UUID insert(Table table, long... keys) throws IOException {
        Object[][] rows = Arrays.stream(keys).mapToObj(k -> Rows.row(k, 1, "s")).toArray(Object[][]::new);
        return insert(table, Optional.empty(), rows);
    }

    private List<String> check(Table table) throws IOException {
        faults.clear();
        progress = 0;
        Snapshot snapshot = table.snapshot();
        List<String> notes = new ArrayList<>();
        List<String> paths = snapshot.fragments().stream()
                .map(fragment -> fragment.files().get(0).path())
                .toList();
        new RowCheck(snapshot, notes)
                .check(
                        (kind, path, what) -> faults.add(kind + " of " + paths.indexOf(path) + ": " + what),
                        rows -> progress += rows);
        assertEquals(List.of(), notes);
        assertEquals(snapshot.fragments().stream().mapToLong(f -> f.rows()).sum(), progress);
        return faults;
    }

    private static String undeclared(int file, String what) {
        return TableFault.Kind.UNDECLARED_ROWS + " of " + file + ": " + what;
    }

    private static String unordered(int file, int row) {
        return undeclared(
                file,
                "row " + row
                        + " comes after a row that must follow it by the declared order; later rows are not named");
    }

    @Test
    void rowsThatAreOutOfOrderAreNamedOnce() throws IOException {
        Table table = create(BY_K, List.of(), List.of());
        insert(table, 1, 2, 2, 3);
        insert(table, 5, 4, 3);
        assertEquals(List.of(unordered(1, 1)), check(table));
    }

    /** The last row of a batch counts, also if it is not the last one that a batch has without what was deleted. */
    @Test
    void batchesFollowEachOther() throws IOException {
        Table table = create(BY_K, List.of(), List.of());
        long[] keys = new long[9000];
        Arrays.setAll(keys, i -> i < 4096 ? 2 * i : 8000 + i);
        keys[4095] = 1_000_000; // deleted
        UUID fragment = insert(table, keys);
        keys[4094] = 20_000;
        insert(table, keys);
        assertEquals(List.of(unordered(0, 4096), unordered(1, 4096)), check(table));
        Transaction delete = table.begin("delete");
        Sidecars.delete(delete, folder, fragment, 4095);
        delete.commit();
        assertEquals(List.of(unordered(1, 4096)), check(table));
        Transaction next = table.begin("delete");
        Sidecars.delete(next, folder, next.snapshot().fragments().get(1).id(), 4095);
        next.commit();
        assertEquals(List.of(unordered(1, 4096)), check(table));
    }

    @Test
    void keysComeOnceAndAreThere() throws IOException {
        Table table = create(List.of(), List.of(1, 2), List.of());
        insert(table, Optional.empty(), Rows.row(1L, 1, "a"), Rows.row(1L, 2, "a"), Rows.row(2L, 1, "a"));
        insert(table, Optional.empty(), Rows.row(3L, 1, "a"), Rows.row(4L, null, "a"), Rows.row(4L, null, "a"));
        insert(table, Optional.empty(), Rows.row(5L, 1, "a"), Rows.row(6L, 1, "a"), Rows.row(1L, 2, "b"));
        insert(table, Optional.empty(), Rows.row(7L, 1, "a"));
        assertEquals(
                List.of(
                        undeclared(1, "row 1 has a null in a column of the declared key" + LATER),
                        undeclared(2, "row 2 has the key of another row (k = 1, n = 2)" + LATER)),
                check(table));
    }

    @Test
    void aPartitionHasItsRowsOnly() throws IOException {
        Table table = create(List.of(), List.of(), BY_N);
        insert(table, Optional.of("2 value=1"), Rows.row(1L, 1, "a"), Rows.row(2L, 1, "b"));
        insert(table, Optional.of("2 value=1"), Rows.row(1L, 1, "a"), Rows.row(2L, 2, "b"));
        insert(table, Optional.of("2 hash(2)=1"), Rows.row(1L, 3, "a"), Rows.row(2L, 4, "b"));
        insert(table, Optional.empty(), Rows.row(1L, 3, "a"), Rows.row(2L, 4, "b"));
        assertEquals(
                List.of(undeclared(1, "it has rows of the partition '2 value=2', by the log all are of '2 value=1'")),
                check(table));
    }

    /** A sidecar deletes one row, and the entry says two. */
    @Test
    void rowsAreCountedAsTheLogCountsThem() throws IOException {
        for (List<SortColumn> order : List.of(List.<SortColumn>of(), BY_K)) {
            clear();
            Table table = create(order, List.of(), List.of());
            UUID fragment = insert(table, 1, 2, 3, 4);
            Transaction delete = table.begin("delete");
            Sidecars.delete(delete, folder, fragment, 1);
            List<SidecarFile.Added> added = delete.changes().sidecars.get(fragment);
            added.set(
                    0,
                    new SidecarFile.Added(
                            added.get(0).place(),
                            added.get(0).identity(),
                            2,
                            List.of(),
                            Optional.empty(),
                            Map.of(),
                            OptionalLong.empty()));
            delete.commit();
            assertEquals(
                    List.of(TableFault.Kind.WRONG_ENTRY
                            + " of 0: without what its sidecars delete it has 3 rows, by the log 2"),
                    check(table));
        }
    }

    @Test
    void aFileThatCantBeReadIsNamedAndTheNextOneIsRead() throws IOException {
        Table table = create(BY_K, List.of(), List.of());
        insert(table, 1, 2);
        insert(table, 4, 3);
        String first = table.snapshot().fragments().get(0).files().get(0).path();
        folder.put(first, new byte[100]);
        Table again = Table.open(folder, TableSettings.DEFAULT);
        check(again);
        assertEquals(2, faults.size(), faults::toString);
        assertTrue(
                faults.get(0)
                        .startsWith(TableFault.Kind.DAMAGED_DATA
                                + " of 0: its rows can't be read with what was changed in them: memory/" + first),
                faults::toString);
        assertEquals(unordered(1, 1), faults.get(1));
    }

    /** Commits conditions as a writer that checks nothing does. */
    private Table declare(Table table, String name, String condition) throws IOException {
        OtherWriter.commit(table, Map.of("check." + name, condition), new TableFeatures(Set.of(), Set.of("check")));
        return Table.open(folder, TableSettings.DEFAULT);
    }

    @Test
    void rowsThatBreakAConstraintAreNamed() throws IOException {
        Table table = create(List.of(), List.of(), List.of());
        insert(table, 1, 2);
        insert(table, 3, 9);
        insert(table, 8, 10);
        String broken = " breaks the constraint 'small', check (k < 9)";
        assertEquals(
                List.of(undeclared(1, "the row with k = 9" + broken), undeclared(2, "the row with k = 10" + broken)),
                check(declare(table, "small", "k < 9")));
    }

    @Test
    void aConditionThatCantBeReadIsRefused() throws IOException {
        for (String wrong : List.of("k <", "gone < 3")) {
            clear();
            Table table = create(List.of(), List.of(), List.of());
            Snapshot unreadable = declare(table, "wrong", wrong).snapshot();
            TableException e = assertThrows(TableException.class, () -> new RowCheck(unreadable, new ArrayList<>()));
            assertTrue(e.getMessage().startsWith("memory: the constraint 'wrong'"), e.getMessage());
        }
    }

    /** A version may claim more rows than memory can have keys of. */
    @Test
    void keysThatDoNotFitAreNotCompared() throws IOException {
        Table table = create(List.of(), List.of(1), List.of());
        Transaction insert = table.begin("insert");
        UUID fragment = Rows.insert(insert, folder, Rows.row(1L, 1, "a"));
        Changes.NewFragment added = insert.changes().added.get(fragment);
        insert.changes().added.put(fragment, new Changes.NewFragment(1L << 40, added.partition(), added.file()));
        Snapshot many = insert.commit();
        List<String> notes = new ArrayList<>();
        RowCheck check = new RowCheck(many, notes);
        assertEquals(
                List.of("the keys of " + (1L << 40) + " rows were not compared: they don't fit into memory;"
                        + " give the process more of it"),
                notes);
        check.check((kind, path, what) -> faults.add(what), rows -> progress += rows);
        assertEquals(1L << 40, progress);
        assertEquals(List.of(), faults);
    }

    /** Keys may take a quarter of the memory. */
    @Test
    void keysThatFitAreCompared() throws IOException {
        long most = Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / 4) / 40;
        for (boolean fits : new boolean[] {true, false}) {
            clear();
            Table table = create(List.of(), List.of(1), List.of());
            Transaction insert = table.begin("insert");
            UUID fragment = Rows.insert(insert, folder, Rows.row(1L, 1, "a"));
            Changes.NewFragment added = insert.changes().added.get(fragment);
            long rows = fits ? most : most + 1;
            insert.changes().added.put(fragment, new Changes.NewFragment(rows, added.partition(), added.file()));
            List<String> notes = new ArrayList<>();
            new RowCheck(insert.commit(), notes);
            assertEquals(fits ? 0 : 1, notes.size(), notes::toString);
        }
    }

    private void clear() {
        folder.list("_stoa").forEach(entry -> folder.delete("_stoa/" + entry.name()));
        folder.list("data").forEach(entry -> folder.delete("data/" + entry.name()));
    }
}
