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

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.internal.change.Rollback;
import dev.stoa.table.internal.compact.Rewriting;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** An order or a key that is declared for rows that are there: a scan would trust it. */
class DeclareTest {
    private static final TableProperties SORTED_BY_K = sortedBy(1);
    private static final TableProperties KEY_K = new TableProperties(List.of(), List.of(1), List.of(), Map.of());

    private MemoryFolder folder;
    private Table table;

    private static TableProperties sortedBy(int field) {
        return new TableProperties(
                List.of(new TableProperties.SortColumn(field, false, false)), List.of(), List.of(), Map.of());
    }

    @BeforeEach
    void create() throws IOException {
        folder = new MemoryFolder();
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
    }

    private UUID inserted(Object[]... rows) throws IOException {
        Transaction transaction = table.begin("insert");
        UUID fragment = insert(transaction, folder, rows);
        transaction.commit();
        return fragment;
    }

    private void declare(TableProperties properties) throws IOException {
        Transaction transaction = table.begin("declare");
        transaction.setProperties(properties);
        transaction.commit();
    }

    private void assertRefused(TableProperties properties, String why) throws IOException {
        Snapshot before = table.snapshot();
        TableException e = assertThrows(TableException.class, () -> declare(properties));
        assertTrue(e.getMessage().contains(why), e.getMessage());
        assertEquals(before.version(), table.snapshot().version());
        assertEquals(before.properties(), table.snapshot().properties());
    }

    private List<String> inOrder() throws IOException {
        return read(table.snapshot().scan().ordered());
    }

    @Test
    void aColumnIsNamedOnce() throws IOException {
        TableProperties.SortColumn up = new TableProperties.SortColumn(1, false, false);
        TableProperties.SortColumn down = new TableProperties.SortColumn(1, true, false);
        TableProperties.PartitionColumn part = new TableProperties.PartitionColumn(1, "hash(4)");
        Map<String, TableProperties> twice = Map.of(
                "order", new TableProperties(List.of(up, down), List.of(), List.of(), Map.of()),
                "key", new TableProperties(List.of(), List.of(1, 2, 1), List.of(), Map.of()),
                "partitions", new TableProperties(List.of(), List.of(), List.of(part, part), Map.of()));
        twice.forEach((what, properties) -> {
            String said = "column 'k' is twice in the " + what + " of the table";
            for (Executable work : List.<Executable>of(
                    () -> declare(properties),
                    () -> Table.create(new MemoryFolder(), Rows.schema(), properties, TableSettings.DEFAULT))) {
                IllegalArgumentException e = assertThrows(IllegalArgumentException.class, work);
                assertTrue(e.getMessage().startsWith(said), e.getMessage());
            }
        });
    }

    @Test
    void rowsThatAreSortedMayBeDeclaredSo() throws IOException {
        inserted(row(2L, 1, "a"), row(4L, 1, "b"));
        inserted(row(1L, 1, "c"), row(3L, 1, "d"));
        declare(SORTED_BY_K);
        assertEquals(List.of("[1, 1, c]", "[2, 1, a]", "[3, 1, d]", "[4, 1, b]"), inOrder());
    }

    @Test
    void rowsThatAreNotSortedAreRefused() throws IOException {
        inserted(row(1L, 1, "a"), row(3L, 1, "b"), row(2L, 1, "c"));
        assertRefused(SORTED_BY_K, "row 2 comes after");
    }

    @Test
    void changedValuesCount() throws IOException {
        UUID fragment = inserted(row(1L, 1, "a"), row(2L, 1, "b"), row(3L, 1, "c"));
        Transaction modify = table.begin("modify");
        Sidecars.modify(modify, folder, fragment, "k", Map.of(1L, 9L));
        modify.commit();
        assertRefused(SORTED_BY_K, "row 2 comes after");
    }

    /** Later inserts find the places of their rows by the values that there are then. */
    @Test
    void newRowsComeBetweenChangedValues() throws IOException {
        UUID fragment = inserted(row(1L, 1, "a"), row(2L, 1, "b"), row(3L, 1, "c"));
        Transaction modify = table.begin("modify");
        Sidecars.modify(modify, folder, fragment, "k", Map.of(0L, 10L, 1L, 20L, 2L, 30L));
        modify.commit();
        declare(SORTED_BY_K);
        OperationsTest.insert(table, row(15L, 1, "d"));
        List<String> rows = List.of("[10, 1, a]", "[15, 1, d]", "[20, 1, b]", "[30, 1, c]");
        assertEquals(rows, inOrder());
        merge(List.of(fragment));
        assertEquals(rows, inOrder());
    }

    @Test
    void deletedRowsHaveNoKey() throws IOException {
        UUID fragment = inserted(row(1L, 1, "a"), row(1L, 1, "b"), row(3L, 1, "c"));
        assertRefused(KEY_K, "row 1 has the key");
        Transaction delete = table.begin("delete");
        Sidecars.delete(delete, folder, fragment, 1);
        delete.commit();
        declare(new TableProperties(SORTED_BY_K.sortedBy(), List.of(1), List.of(), Map.of()));
        OperationsTest.insert(table, row(2L, 1, "d"));
        assertEquals(List.of("[1, 1, a]", "[2, 1, d]", "[3, 1, c]"), inOrder());
    }

    /** A search for the place of a new row meets deleted rows, too. */
    @Test
    void deletedRowsAreInOrder() throws IOException {
        UUID fragment = inserted(row(5L, 1, "a"), row(1L, 1, "b"), row(3L, 1, "c"));
        Transaction delete = table.begin("delete");
        Sidecars.delete(delete, folder, fragment, 0);
        delete.commit();
        assertRefused(SORTED_BY_K, "row 1 comes after");
        merge(List.of(fragment));
        declare(SORTED_BY_K);
        OperationsTest.insert(table, row(2L, 1, "d"));
        assertEquals(List.of("[1, 1, b]", "[2, 1, d]", "[3, 1, c]"), inOrder());
    }

    @Test
    void rowsOfTheSameTransactionCount() throws IOException {
        Transaction both = table.begin("both");
        insert(both, folder, row(2L, 1, "a"), row(1L, 1, "b"));
        both.setProperties(SORTED_BY_K);
        assertThrows(TableException.class, both::commit);
        assertEquals(0, table.snapshot().version());
    }

    @Test
    void rowsThatStandAmongOthersByAnotherOrderAreRefused() throws IOException {
        declare(SORTED_BY_K);
        OperationsTest.insert(table, row(1L, 1, "a"), row(3L, 2, "b"));
        OperationsTest.insert(table, row(2L, 10, "c"));
        assertEquals(List.of("[1, 1, a]", "[2, 10, c]", "[3, 2, b]"), inOrder());
        assertRefused(sortedBy(2), "compact the table first");
        declare(new TableProperties(SORTED_BY_K.sortedBy(), List.of(1), List.of(), Map.of()));
    }

    @Test
    void aKeyThatIsThereTwiceIsRefused() throws IOException {
        inserted(row(1L, 1, "a"), row(2L, 1, "b"));
        UUID second = inserted(row(2L, 1, "c"));
        assertRefused(KEY_K, "row 0 has the key of a row before it");
        Transaction remove = table.begin("remove");
        remove.removeFragment(second);
        remove.commit();
        declare(KEY_K);
        assertThrows(DuplicateKeyException.class, () -> OperationsTest.insert(table, row(2L, 1, "c")));
    }

    @Test
    void aKeyThatIsNullIsRefused() throws IOException {
        inserted(row(1L, 1, "a"), row(2L, null, "b"));
        TableProperties both = new TableProperties(List.of(), List.of(1, 2), List.of(), Map.of());
        assertRefused(both, "row 1 has a null in a column of the declared key");
    }

    /** Rows of many batches: the row is named by its number in the fragment, and the last row of a batch counts in the next one. */
    @Test
    void rowsOfLaterBatchesAreNamed() throws IOException {
        for (int wrong : new int[] {4095, 4096}) {
            create();
            Object[][] rows = new Object[5000][];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = row((long) i, i, "s");
            }
            rows[wrong][0] = wrong - 2L;
            UUID fragment = inserted(rows);
            assertRefused(SORTED_BY_K, ": row " + wrong + " comes after");
            assertRefused(KEY_K, ": row " + wrong + " has the key of a row before it");
            Transaction delete = table.begin("delete");
            Sidecars.delete(delete, folder, fragment, wrong);
            delete.commit();
            assertRefused(SORTED_BY_K, ": row " + wrong + " comes after");
            declare(new TableProperties(List.of(), List.of(1, 2), List.of(), Map.of()));
        }
    }

    /** A guest whose rows are gone does not stand among others any more. */
    @Test
    void guestsThatAreGoneDoNotCount() throws IOException {
        declare(SORTED_BY_K);
        OperationsTest.insert(table, row(1L, 1, "a"), row(3L, 2, "b"));
        OperationsTest.insert(table, row(2L, 10, "c"));
        UUID guest = table.snapshot().fragments().get(1).id();
        Transaction remove = table.begin("remove");
        remove.removeFragment(guest);
        remove.commit();
        declare(sortedBy(2));
        assertEquals(List.of("[1, 1, a]", "[3, 2, b]"), inOrder());
    }

    private void merge(List<UUID> fragments) throws IOException {
        Rewriting merge = new Rewriting(table.begin("compact"), WriterOptions.DEFAULT);
        merge.commit(() -> merge.rows(fragments));
    }

    /** Each fragment is sorted when the transaction begins. A compaction then puts them one after the other. */
    @Test
    void rowsThatACompactionPutsTogetherAreCheckedAgain() throws IOException {
        List<UUID> fragments =
                List.of(inserted(row(2L, 1, "a"), row(4L, 1, "b")), inserted(row(1L, 1, "c"), row(3L, 1, "d")));
        Transaction declares = table.begin("declare");
        declares.setProperties(SORTED_BY_K);
        merge(fragments);
        CommitConflictException e = assertThrows(CommitConflictException.class, declares::commit);
        assertEquals(CommitConflictException.Kind.SCHEMA, e.kind());
        assertEquals(TableProperties.NONE, table.snapshot().properties());
        assertRefused(SORTED_BY_K, "row 2 comes after");
    }

    @Test
    void anOrderIsDeclaredBesideACompactionThatKeepsIt() throws IOException {
        List<UUID> fragments =
                new ArrayList<>(List.of(inserted(row(1L, 1, "a"), row(2L, 1, "b")), inserted(row(3L, 1, "c"))));
        TableOperations.of(table).run("declare", transaction -> {
            transaction.setProperties(SORTED_BY_K);
            if (!fragments.isEmpty()) {
                merge(List.copyOf(fragments));
                fragments.clear();
            }
        });
        assertEquals(SORTED_BY_K, table.snapshot().properties());
        assertEquals(List.of("[1, 1, a]", "[2, 1, b]", "[3, 1, c]"), inOrder());
    }

    /** A rollback brings back the order of an older version, whose fragments a compaction has put together since. */
    @Test
    void aRollbackBringsNoOrderToRowsThatWerePutTogether() throws IOException {
        List<UUID> fragments =
                List.of(inserted(row(2L, 1, "a"), row(4L, 1, "b")), inserted(row(1L, 1, "c"), row(3L, 1, "d")));
        declare(SORTED_BY_K);
        Snapshot sorted = table.snapshot();
        declare(TableProperties.NONE);
        Transaction rollback = table.begin("rollback");
        new Rollback(rollback, sorted).run();
        merge(fragments);
        assertThrows(CommitConflictException.class, rollback::commit);
        assertEquals(TableProperties.NONE, table.snapshot().properties());
    }
}
