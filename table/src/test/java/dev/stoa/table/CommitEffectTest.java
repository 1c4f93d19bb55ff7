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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a commit did to rows: whoever follows a table sees new rows, and is told of changes, but of no rewrite. */
class CommitEffectTest {
    private static final CompactionCosts EAGER = new CompactionCosts(1 << 20, 8 << 10, 1000, 32 << 20, 128 << 20);

    private final MemoryFolder folder = new MemoryFolder();

    private static CommitEffect last(Table table) throws IOException {
        return table.effect(table.snapshot().version());
    }

    private static void insert(Table table, long... keys) throws IOException {
        try (RowInsert insert = TableOperations.of(table).insert()) {
            for (long key : keys) {
                insert.write(JavaRows.batch(
                        table.snapshot().schema(), List.<Object[]>of(new Object[] {key, (int) key, "s" + key})));
            }
            insert.commit();
        }
    }

    private static List<UUID> newest(Table table) throws IOException {
        List<Fragment> fragments = table.snapshot().fragments();
        return List.of(fragments.get(fragments.size() - 1).id());
    }

    @Test
    void newRowsAreToldFromChangesAndRewrites() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        assertEquals(new CommitEffect(0, List.of(), false, false), table.effect(0));
        for (long key = 0; key < 3; key++) {
            insert(table, key, key + 10);
            assertEquals(new CommitEffect(key + 1, newest(table), false, false), last(table));
        }
        TableOperations.of(table).update(List.of(Assignment.literal("n", 7)), Optional.of(Filter.equal("k", 1)));
        assertEquals(new CommitEffect(4, List.of(), true, false), last(table));
        TableOperations.of(table).delete(Filter.equal("k", 2));
        assertEquals(new CommitEffect(5, List.of(), true, false), last(table));

        List<String> rows = Rows.read(table.snapshot());
        CompactionPlan plan = Compaction.plan(table.snapshot(), 1L << 40, EAGER);
        assertTrue(!Compaction.run(table, plan, WriterOptions.DEFAULT).done().isEmpty());
        for (long version = 6; version <= table.snapshot().version(); version++) {
            assertEquals(new CommitEffect(version, List.of(), false, true), table.effect(version));
        }
        assertEquals(rows, Rows.read(table.snapshot()));

        TableOperations.of(table).truncate();
        assertEquals(new CommitEffect(table.snapshot().version(), List.of(), true, false), last(table));
        TableOperations.of(table).rollback(3);
        assertEquals(3, last(table).appended().size(), "rows come back");
        assertFalse(last(table).changesOthers(), "the version before has no rows");
        TableOperations.of(table).truncate();
        TableOperations.of(table).truncate();
        assertFalse(last(table).changesOthers(), "of no rows none is removed");
        long newest = table.snapshot().version();
        assertThrows(TableException.class, () -> table.effect(newest + 1));
        assertThrows(TableException.class, () -> table.effect(-1));
    }

    /** A rollback gives a fragment the files again that it had. Its rows were there all the time. */
    @Test
    void rowsOfAFragmentThatStaysAreNotNew() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        insert(table, 1, 2);
        insert(table, 3);
        TableOperations.of(table).update(List.of(Assignment.literal("n", 7)), Optional.of(Filter.equal("k", 1)));
        TableOperations.of(table).rollback(1);
        assertEquals(new CommitEffect(4, List.of(), true, false), last(table));
    }

    @Test
    void rowsThatArePutBetweenOthersChangeNone() throws IOException {
        TableProperties sorted = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(1), List.of(), Map.of());
        Table table = Table.create(folder, Rows.schema(), sorted, TableSettings.DEFAULT);
        insert(table, 0, 10, 20);
        insert(table, 5, 15);
        assertEquals(1, table.snapshot().fragments().get(0).sidecars().size());
        assertEquals(new CommitEffect(2, newest(table), false, false), last(table));
        try (RowInsert upsert = TableOperations.of(table).upsert()) {
            upsert.write(JavaRows.batch(
                    table.snapshot().schema(), List.of(new Object[] {7L, 7, "new"}, new Object[] {10L, 0, "changed"})));
            upsert.commit();
        }
        assertEquals(new CommitEffect(3, newest(table), true, false), last(table));
    }
}
