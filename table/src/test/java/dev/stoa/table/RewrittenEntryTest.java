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

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.CommitConflictException.Kind;
import dev.stoa.table.internal.change.Rollback;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The entry of version 4 is lost, and a repair writes it anew from the checkpoint of that version. No row, conflict or change is
 * missed because of what the checkpoint doesn't have: successors of fragments, and the keys of the commit.
 */
class RewrittenEntryTest {
    private static final TableProperties KEYED = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
    private static final CompactionCosts EAGER = new CompactionCosts(1 << 20, 8 << 10, 1000, 32 << 20, 128 << 20);

    private final MemoryFolder folder = new MemoryFolder();
    private Table table;
    private UUID first;

    /** Version 3 has two fragments, and a sidecar of the first one. */
    private void make(TableProperties properties) throws IOException {
        table = Table.create(folder, Rows.schema(), properties, TableSettings.DEFAULT);
        OperationsTest.insert(table, row(1L, 10, "a"), row(2L, 20, "b"));
        OperationsTest.insert(table, row(3L, 30, "c"));
        TableOperations.of(table).update(List.of(Assignment.literal("n", 11)), Optional.of(Filter.equal("k", 1L)));
        assertEquals(3, table.snapshot().version());
        Fragment changed = table.snapshot().fragments().get(0);
        assertEquals(1, changed.sidecars().size());
        first = changed.id();
    }

    /** Loses the entry of version 4, and repairs the table. */
    private Table repaired() throws IOException {
        List<String> rows = Rows.read(table.snapshot());
        assertEquals(4, table.snapshot().version());
        assertTrue(folder.delete(Log.entryName(4)));
        TableRepair repair = TableRepair.plan(folder, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
        assertEquals(
                List.of(Log.entryName(4) + ": written: what its checkpoint shows that it did"),
                repair.steps().subList(0, 1));
        assertEquals(List.of(), repair.losses());
        repair.apply(done -> {});
        Damage.assertSound(folder);
        Table repaired = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(
                rows.stream().sorted().toList(),
                Rows.read(repaired.snapshot()).stream().sorted().toList());
        return repaired;
    }

    private static Kind conflict(Transaction transaction) {
        return assertThrows(CommitConflictException.class, transaction::commit).kind();
    }

    @Test
    void followersStillSeeThatARollbackChangesRows() throws IOException {
        make(TableProperties.NONE);
        TableOperations.of(table).rollback(2);
        CommitEffect effect = table.effect(4);
        assertTrue(effect.changesOthers());
        assertEquals(effect, repaired().effect(4));
    }

    @Test
    void anOlderRollbackConflictsWithARollback() throws IOException {
        make(TableProperties.NONE);
        Transaction older = table.begin("rollback");
        new Rollback(older, table.snapshotAt(1)).run();
        TableOperations.of(table).rollback(2);
        repaired();
        assertEquals(Kind.OVERWRITE, conflict(older));
    }

    @Test
    void followersStillSeeNewAndChangedRows() throws IOException {
        make(TableProperties.NONE);
        OperationsTest.insert(table, row(4L, 40, "d"));
        CommitEffect effect = table.effect(4);
        assertEquals(1, effect.appended().size());
        assertEquals(effect, repaired().effect(4));
    }

    @Test
    void olderChangesOfTheSameRowConflict() throws IOException {
        make(TableProperties.NONE);
        Transaction same = table.begin("same");
        Sidecars.delete(same, folder, first, 1);
        Transaction other = table.begin("other");
        Sidecars.modify(other, folder, first, "n", Map.of(0L, 12));
        TableOperations.of(table).update(List.of(Assignment.literal("n", 21)), Optional.of(Filter.equal("k", 2L)));
        CommitEffect effect = table.effect(4);
        assertEquals(effect, repaired().effect(4));
        assertEquals(Kind.ROW, conflict(same));
        assertEquals(
                List.of("[1, 12, a]", "[2, 21, b]", "[3, 30, c]"),
                Rows.read(other.commit()).stream().sorted().toList());
    }

    /** Which rows the compacted fragments had is lost, so older changes can't follow them any more. */
    @Test
    void olderChangesOfCompactedFragmentsConflict() throws IOException {
        make(TableProperties.NONE);
        Transaction update = table.begin("update");
        Sidecars.modify(update, folder, first, "n", Map.of(1L, 21));
        Transaction remove = table.begin("remove");
        remove.removeFragment(first);
        Transaction replace = table.begin("replace");
        replace.overwriteAll();
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, row(4L, 40, "d"));
        Compaction.run(table, Compaction.plan(table.snapshot(), 1L << 40, EAGER), WriterOptions.DEFAULT);
        assertEquals(new CommitEffect(4, List.of(), false, true), table.effect(4));
        Table repaired = repaired();
        assertEquals(
                new CommitEffect(
                        4, List.of(repaired.snapshot().fragments().get(0).id()), true, false),
                repaired.effect(4),
                "a follower is told of changes, and never that nothing changed");
        for (Transaction older : List.of(update, remove, replace)) {
            assertEquals(Kind.OVERWRITE, conflict(older));
        }
        assertEquals(4, Rows.read(insert.commit()).size());
    }

    /** The entry has the number of its keys, and not the keys: each other insert that began before may have one of them. */
    @Test
    void olderInsertsOfKeysConflict() throws IOException {
        make(KEYED);
        Transaction same = table.begin("same");
        Rows.insert(same, folder, row(4L, 0, "x"));
        same.checkKeys();
        Transaction other = table.begin("other");
        Rows.insert(other, folder, row(5L, 0, "x"));
        other.checkKeys();
        OperationsTest.insert(table, row(4L, 40, "d"));
        Table repaired = repaired();
        assertEquals(Kind.KEY, conflict(same));
        assertEquals(Kind.KEY, conflict(other));
        assertThrows(DuplicateKeyException.class, () -> OperationsTest.insert(repaired, row(4L, 0, "x")));
        OperationsTest.insert(repaired, row(5L, 50, "e"));
        assertEquals(5, Rows.read(repaired.snapshot()).size());
    }
}
