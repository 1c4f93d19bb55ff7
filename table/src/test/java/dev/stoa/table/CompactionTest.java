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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.CommitConflictException.Kind;
import dev.stoa.table.internal.compact.CompactionPlanner;
import dev.stoa.table.internal.compact.Rewriting;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.scan.OrderedRows;
import dev.stoa.vio.Folder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compactions and expiry: what they choose, beside writers of the same rows, and killed anywhere. */
class CompactionTest {
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withAttempts(3).withPauses(Duration.ZERO, Duration.ZERO, pause -> {});
    private static final CompactionCosts EAGER = new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20);
    private static final CompactionCosts NO_MERGES = new CompactionCosts(256 << 10, 8 << 10, 1000, 0, 0);

    private MemoryFolder folder;
    private Table table;
    private UUID fragment;

    @BeforeEach
    void makeTable() throws IOException {
        folder = new MemoryFolder();
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, SETTINGS);
        fragment = insert(6);
    }

    private UUID insert(int count) throws IOException {
        Transaction insert = table.begin("insert");
        Object[][] rows = new Object[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = row((long) i, i, "s" + i);
        }
        UUID id = Rows.insert(insert, folder, rows);
        insert.commit();
        return id;
    }

    private void delete(UUID id, long... rows) throws IOException {
        Transaction delete = table.begin("delete");
        Sidecars.delete(delete, folder, id, rows);
        delete.commit();
    }

    private void modify(UUID id, long row, int value) throws IOException {
        modify(table, id, row, value);
    }

    private static void modify(Table table, UUID id, long row, int value) throws IOException {
        Transaction update = table.begin("update");
        Sidecars.modify(update, table.folder(), id, "n", Map.of(row, value));
        update.commit();
    }

    private Transaction rewriting() throws IOException {
        Transaction transaction = table.begin("compact");
        new Rewriting(transaction, WriterOptions.DEFAULT).rows(List.of(fragment));
        return transaction;
    }

    @Test
    void changesBehindARewriteFollowTheRows() throws IOException {
        delete(fragment, 1);
        Transaction writer = table.begin("update");
        Sidecars.delete(writer, folder, fragment, 3);
        Transaction other = table.begin("update");
        Sidecars.modify(other, folder, fragment, "n", Map.of(4L, 44));
        rewriting().commit();
        writer.commit();
        other.commit();
        List<String> expected = List.of("[0, 0, s0]", "[2, 2, s2]", "[4, 44, s4]", "[5, 5, s5]");
        assertEquals(expected, read(table.snapshot()));
        assertEquals(4, table.snapshot().rowCount());
        assertEquals(expected, read(Table.open(folder, SETTINGS).snapshot()));
    }

    @Test
    void aRewriteBehindChangesTakesThemAlong() throws IOException {
        delete(fragment, 1);
        Transaction compact = rewriting();
        delete(fragment, 3);
        modify(fragment, 4, 44);
        modify(fragment, 4, 45);
        compact.commit();
        assertEquals(List.of("[0, 0, s0]", "[2, 2, s2]", "[4, 45, s4]", "[5, 5, s5]"), read(table.snapshot()));
        assertTrue(table.snapshot().fragment(fragment).isEmpty());
        UUID successor = table.snapshot().fragments().get(0).id();
        Transaction late = table.begin("update");
        Sidecars.modify(late, folder, successor, "n", Map.of(3L, 46)); // the fourth: row 3 is deleted since
        late.commit();
        assertEquals("[4, 46, s4]", read(table.snapshot()).get(2));
    }

    @Test
    void reasonsCountInWords() throws IOException {
        modify(fragment, 4, 44);
        assertEquals(
                List.of("only 1 of 3 columns changed, in about 1 vector", "1 value modified, about 1 vector changed"),
                reasons());
        modify(fragment, 5, 55);
        delete(fragment, 1);
        List<String> reasons = reasons();
        assertTrue(
                reasons.contains("1 of 6 rows deleted, 2 values modified, about 2 vectors changed"),
                reasons.toString());
    }

    private List<String> reasons() throws IOException {
        return new CompactionPlanner(table.snapshot(), NO_MERGES)
                .groups().stream()
                        .flatMap(List::stream)
                        .map(CompactionJob::reason)
                        .toList();
    }

    @Test
    void aRewriteBehindAWiderTypeTakesItsValuesAlong() throws IOException {
        Transaction compact = rewriting();
        Transaction alter = table.begin("alter");
        alter.setSchema(new SchemaEdit(alter.snapshot()).widen("n", Rows.LONG).schema());
        alter.commit();
        Transaction update = table.begin("update");
        Sidecars.modify(update, folder, fragment, "n", Map.of(4L, 1L << 40));
        update.commit();
        compact.commit();
        assertEquals("[4, 1099511627776, s4]", read(table.snapshot()).get(4));
        assertEquals(
                List.of("[4, 1099511627776, s4]"),
                read(Table.open(folder, SETTINGS).snapshot(), Filter.greaterOrEqual("n", 1L << 40)));
    }

    @Test
    void theSameRowStillConflictsThroughARewrite() throws IOException {
        Transaction writer = table.begin("update");
        Sidecars.modify(writer, folder, fragment, "n", Map.of(4L, 44));
        delete(fragment, 0, 4);
        rewriting().commit();
        CommitConflictException e = assertThrows(CommitConflictException.class, writer::commit);
        assertEquals(Kind.ROW, e.kind());
        Transaction behind = table.begin("update");
        UUID successor = table.snapshot().fragments().get(0).id();
        Sidecars.modify(behind, folder, successor, "n", Map.of(2L, 33));
        delete(successor, 2);
        assertEquals(
                Kind.ROW,
                assertThrows(CommitConflictException.class, behind::commit).kind());
    }

    @Test
    void aRemovalAndAnOverwriteFollowARewrite() throws IOException {
        UUID second = insert(3);
        Transaction remove = table.begin("delete");
        remove.removeFragment(second);
        Transaction overwrite = table.begin("overwrite");
        overwrite.overwriteAll();
        Transaction merge = table.begin("compact");
        new Rewriting(merge, WriterOptions.DEFAULT).rows(List.of(fragment, second));
        merge.commit();
        remove.commit();
        assertEquals(6, read(table.snapshot()).size(), "of two that became one, one is removed");
        assertEquals(
                Kind.OVERWRITE,
                assertThrows(CommitConflictException.class, overwrite::commit).kind());
        Transaction all = table.begin("overwrite");
        all.overwriteAll();
        Transaction again = table.begin("compact");
        new Rewriting(again, WriterOptions.DEFAULT)
                .rows(List.of(table.snapshot().fragments().get(0).id()));
        again.commit();
        all.commit();
        assertEquals(List.of(), read(table.snapshot()));
    }

    @Test
    void ofTwoRewritesTheLaterYields() throws IOException {
        modify(fragment, 1, 11);
        modify(fragment, 2, 22);
        CompactionPlan plan = Compaction.plan(table.snapshot(), 1L << 40, EAGER);
        assertEquals(1, plan.chosen().size());
        Transaction late = rewriting();
        Compaction.Result result = Compaction.run(table, plan, WriterOptions.DEFAULT);
        assertEquals(1, result.done().size());
        assertThrows(CommitConflictException.class, late::commit);
        assertEquals(
                1, Compaction.run(table, plan, WriterOptions.DEFAULT).yielded().size(), "it is gone");
    }

    private UUID together(UUID... hosts) throws IOException {
        Transaction merge = table.begin("compact");
        UUID successor = new Rewriting(merge, WriterOptions.DEFAULT).rows(List.of(hosts));
        merge.commit();
        return successor;
    }

    /** A deleted row keeps inserted ones from the rows of another fragment; it goes, and then the fragments become one. */
    @Test
    @Tag("slow")
    void rowsAtTheEdgesOfFragmentsStayInOrder() throws IOException {
        for (long key = 9; key < 72; key++) {
            atAnEdge(key);
        }
    }

    private void atAnEdge(long key) throws IOException {
        TableProperties sorted = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
        folder = new MemoryFolder();
        table = Table.create(folder, Rows.schema(), sorted, SETTINGS);
        Transaction insert = table.begin("insert");
        UUID first = Rows.insert(insert, folder, row(10L, 1, "a"), row(60L, 1, "a"));
        UUID second = Rows.insert(insert, folder, row(30L, 1, "b"), row(40L, 1, "b"));
        UUID third = Rows.insert(insert, folder, row(20L, 1, "c"), row(70L, 1, "c"));
        insert.commit();
        delete(first, 1);
        delete(third, 0);
        try (RowInsert late = TableOperations.of(table).insert()) {
            late.write(JavaRows.batch(
                    Rows.schema(), List.of(row(key, 2, "x"), row(key + 1, 2, "y"), row(key + 12, 2, "z"))));
            together(together(first), second, together(third));
            late.commit();
        }
        List<String> rows = read(table.snapshot().scan().ordered());
        assertEquals(7, rows.size());
        assertEquals(
                rows.stream()
                        .sorted(Comparator.comparingLong(CompactionTest::key))
                        .toList(),
                rows);
        together(OrderedRows.hosts(table.snapshot()).get(0));
    }

    private static long key(String row) {
        return Long.parseLong(row.substring(1, row.indexOf(',')));
    }

    @Test
    void plansAreExplainedAndKeepToTheBudget() throws IOException {
        List<UUID> others = new ArrayList<>(List.of(fragment));
        for (int i = 0; i < 5; i++) {
            others.add(insert(1000 * (i + 1)));
        }
        for (UUID id : others) {
            for (int row = 0; row < 3; row++) {
                modify(id, row, 100 + row);
            }
        }
        CompactionPlan all = Compaction.plan(table.snapshot(), 1L << 40, NO_MERGES);
        assertEquals(6, all.chosen().size());
        assertEquals(List.of(), all.left());
        long cost = all.chosen().stream().mapToLong(CompactionJob::cost).sum();
        CompactionPlan half = Compaction.plan(table.snapshot(), cost / 2, NO_MERGES);
        assertTrue(half.chosen().stream().mapToLong(CompactionJob::cost).sum() <= cost / 2, half.toString());
        assertTrue(
                !half.chosen().isEmpty() && half.chosen().size() + half.left().size() == 6, half.toString());
        assertEquals(half, Compaction.plan(table.snapshot(), cost / 2, NO_MERGES));
        assertEquals(List.of(), Compaction.plan(table.snapshot(), 1, NO_MERGES).chosen());
        CompactionPlan merges = Compaction.plan(table.snapshot(), 1L << 40, EAGER);
        assertEquals(
                List.of(CompactionJob.Kind.MERGE),
                merges.chosen().stream().map(CompactionJob::kind).toList());
        List<String> before = read(table.snapshot());
        assertEquals(
                1, Compaction.run(table, merges, WriterOptions.DEFAULT).done().size());
        assertEquals(before, read(table.snapshot()));
        assertEquals(1, table.snapshot().fragmentCount());
        assertEquals(
                List.of(), Compaction.plan(table.snapshot(), 1L << 40, EAGER).chosen(), "nothing is left to do");
    }

    /** What is done to a table. */
    private interface Doing {
        void to(Table table) throws IOException;
    }

    /** Kills it at every operation on the store; calls back with what is left. */
    private static void killed(MemoryFolder made, Doing doing, Doing check) throws IOException {
        boolean finished = false;
        for (int operations = 0; !finished; operations++) {
            MemoryFolder copy = made.copy();
            Table opened = Table.open(copy, SETTINGS);
            DyingFolder dying = new DyingFolder(copy, operations);
            try {
                doing.to(Table.open(dying, SETTINGS));
            } catch (IOException e) {
                // it is dead
            }
            finished = dying.isAlive();
            check.to(opened);
            check.to(Table.open(copy, SETTINGS));
            assertTrue(operations < 5000);
        }
    }

    @Test
    @Tag("slow")
    void aKilledCompactorLeavesTheTableAsItWas() throws IOException {
        delete(fragment, 1);
        modify(fragment, 2, 22);
        List<String> rows = read(table.snapshot());
        long version = table.snapshot().version();
        killed(
                folder,
                dying -> Compaction.run(
                        dying, Compaction.plan(dying.snapshot(), 1L << 40, EAGER), WriterOptions.DEFAULT),
                left -> {
                    assertEquals(rows, read(left.snapshot()));
                    if (left.snapshot().version() <= version + 1) {
                        assertEquals(rows, read(left.snapshotAt(version)));
                    }
                    expire(left, 1);
                    assertEquals(rows, read(left.snapshot()));
                    UUID first = left.snapshot().fragments().get(0).id();
                    modify(left, first, 0, 0); // what it was
                    assertEquals(rows, read(left.snapshot()));
                });
    }

    private static void expire(Table table, int keep) throws IOException {
        Expiry.plan(table, Duration.ZERO, keep, Duration.ZERO).run();
    }

    private static long files(Folder folder) throws IOException {
        return (long) folder.list("data").size() + folder.list(Log.SIDECARS).size();
    }

    @Test
    void whatNoKeptVersionNeedsGoes() throws IOException {
        delete(fragment, 1);
        Rows.write(folder, "data/mine.stoa", table.snapshot().schema(), new Object[][] {row(1L, 1, "x")});
        Rows.write(
                folder, "data/" + UUID.randomUUID() + ".stoa", table.snapshot().schema(), new Object[][] {
                    row(1L, 1, "x")
                });
        rewriting().commit();
        Snapshot last = table.snapshot();
        Table idle = Table.open(folder, SETTINGS);
        assertEquals(5, files(folder));
        assertEquals(0, Expiry.plan(table, Duration.ZERO, 1, Duration.ofDays(1)).versions(), "all are young");
        Expiry dry = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        assertEquals(3, dry.files().size());
        assertEquals(3, dry.versions());
        assertEquals(5, files(folder));
        Expiry same = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        dry.run();
        same.run();
        assertEquals(2, files(folder), "what nobody knows stays");
        List<String> rows = List.of("[0, 0, s0]", "[2, 2, s2]", "[3, 3, s3]", "[4, 4, s4]", "[5, 5, s5]");
        assertEquals(rows, read(last));
        assertEquals(List.of("[3, 3, s3]"), read(last, dev.stoa.reader.Filter.equal("n", 3)));
        assertEquals(rows, read(Table.open(folder, SETTINGS).snapshot()));
        TableException e = assertThrows(TableException.class, () -> table.snapshotAt(2));
        assertTrue(e.getMessage().contains("expired"), e.getMessage());
        for (int i = 0; i < 20; i++) {
            Transaction update = table.begin("update");
            Sidecars.modify(update, folder, last.fragments().get(0).id(), "n", Map.of(0L, i));
            update.commit();
        }
        Transaction old = idle.begin("update");
        Sidecars.modify(old, folder, last.fragments().get(0).id(), "n", Map.of(1L, 7));
        expire(table, 2);
        assertEquals("[0, 19, s0]", read(table.snapshot()).get(0));
        assertEquals(
                "[0, 18, s0]",
                read(table.snapshotAt(table.snapshot().version() - 1)).get(0));
        assertEquals(table.snapshot().version(), idle.snapshot().version(), "it held a version that was expired since");
        assertTrue(assertThrows(TableException.class, () -> {
                    Table gone = Table.open(folder, SETTINGS);
                    Transaction late = gone.begin("update");
                    Sidecars.modify(
                            late, folder, gone.snapshot().fragments().get(0).id(), "n", Map.of(2L, 7));
                    modify(gone.snapshot().fragments().get(0).id(), 3, 8);
                    expire(gone, 1);
                    late.commit();
                })
                .getMessage()
                .contains("begin anew"));
        assertThrows(IllegalArgumentException.class, () -> expire(table, 0));
    }

    @Test
    @Tag("slow")
    void aKilledExpiryLeavesAllThatIsKept() throws IOException {
        for (int i = 0; i < 3; i++) {
            modify(fragment, i, 10 + i);
        }
        rewriting().commit();
        insert(2);
        List<String> newest = read(table.snapshot());
        List<String> kept = read(table.snapshotAt(table.snapshot().version() - 1));
        long version = table.snapshot().version();
        killed(folder, dying -> expire(dying, 2), left -> {
            assertEquals(version, left.snapshot().version());
            assertEquals(newest, read(left.snapshot()));
            left.folder().delete("_stoa/hint"); // whoever finds an entry must find all behind it
            assertEquals(version, Table.open(left.folder(), SETTINGS).snapshot().version());
            assertEquals(kept, read(left.snapshotAt(version - 1)));
            expire(left, 2);
            assertEquals(newest, read(left.snapshot()));
            assertEquals(kept, read(left.snapshotAt(version - 1)));
        });
    }

    /** New values that lie in a file now, and no sidecar tells which they are. */
    @Test
    void aDiffSeesChangesThatAreInAFileByNow() throws IOException {
        Snapshot before = table.snapshot();
        modify(fragment, 4, 44);
        Transaction compact = table.begin("compact");
        new Rewriting(compact, WriterOptions.DEFAULT).columns(fragment, List.of(2));
        Snapshot after = compact.commit();
        try (TableDiff diff = TableDiff.of(before, after)) {
            assertTrue(diff.next());
            assertEquals(TableDiff.Kind.UPDATED, diff.rows().kind());
            assertEquals(
                    List.of(4L),
                    java.util.Arrays.stream(diff.rows().rows()).boxed().toList());
            assertFalse(diff.next());
        }
    }

    @Test
    void ofTwoExpiriesOneMayGoFurther() throws IOException {
        for (int i = 0; i < 4; i++) {
            modify(fragment, i, 10 + i);
        }
        Expiry less = Expiry.plan(table, Duration.ZERO, 3, Duration.ZERO);
        Expiry same = Expiry.plan(table, Duration.ZERO, 2, Duration.ZERO);
        Expiry more = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        less.run();
        same.run(); // its checkpoint is made of the other's, as the entries are gone that it has read
        more.run();
        less.run();
        same.run();
        assertEquals(6, read(Table.open(folder, SETTINGS).snapshot()).size());
    }
}
