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
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What tasks read elsewhere of the splits of a snapshot is what the snapshot holds. */
class SnapshotPartTest {
    private static final int ROWS = 140_000;

    private final MemoryFolder folder = new MemoryFolder();

    /** Several fragments, one of which has a column in another file; deletes, new values, a column that was added and one renamed. */
    private Table table() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Random random = new Random(1);
        Object[][] large = new Object[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            large[i] = new Object[] {random.nextLong() >>> 24, i, "s" + i % 1000};
        }
        Transaction insert = table.begin("insert");
        UUID first = Rows.insert(insert, folder, large);
        Rows.insert(insert, folder, Rows.row(-1L, 1, "a"), Rows.row(-2L, null, null));
        insert.commit();
        Transaction columns = table.begin("columns");
        Field field = columns.snapshot().schema().fields().get(2);
        String path = columns.newDataFile();
        Schema only = new Schema(List.of(field));
        try (StoaWriter writer =
                StoaWriter.create(folder.create(path, SinkOptions.DEFAULT), only, WriterOptions.DEFAULT)) {
            for (int from = 0; from < ROWS; from += 4000) {
                List<Object[]> some = new ArrayList<>();
                for (int i = from; i < from + 4000; i++) {
                    some.add(new Object[] {"new" + i % 77});
                }
                writer.write(JavaRows.batch(only, some));
            }
            writer.finish();
        }
        columns.replaceColumns(first, path, List.of(field.fieldId().getAsInt()));
        columns.commit();
        TableOperations operations = TableOperations.of(table);
        operations.delete(Filter.between("n", 100, 300));
        operations.update(List.of(Assignment.literal("n", -5)), Optional.of(Filter.between("n", 70_000, 70_010)));
        operations.alter(snapshot -> new SchemaEdit(snapshot)
                .add(Field.nullable("later", Rows.LONG))
                .rename("s", "text")
                .schema());
        Transaction more = table.begin("insert");
        Rows.insert(more, folder, new Object[][] {{-3L, 9, "b", 12L}});
        more.commit();
        return table;
    }

    private static List<String> bySplits(
            Snapshot snapshot, long bytes, Optional<Filter> filter, List<TableSplit> splits) throws IOException {
        List<String> rows = new ArrayList<>();
        TableScanBuilder described = snapshot.scan();
        filter.ifPresent(described::filter);
        for (TableSplit split : described.splits(bytes)) {
            splits.add(split);
            SnapshotPart part = SnapshotPart.of(snapshot, List.of(split.fragment()));
            Snapshot there = part.open(snapshot.folder());
            assertEquals(1, there.fragments().size());
            assertEquals(snapshot.version(), there.version());
            TableScanBuilder scan = there.scan()
                    .fragments(Set.of(split.fragment()))
                    .rows(RowRanges.between(split.fromRow(), split.toRow()));
            filter.ifPresent(scan::filter);
            rows.addAll(Rows.read(scan));
        }
        return rows;
    }

    @Test
    void splitsHoldEveryRowOnce() throws IOException {
        Snapshot snapshot = table().snapshot();
        for (long bytes : new long[] {1, 100_000, Long.MAX_VALUE}) {
            List<TableSplit> splits = new ArrayList<>();
            assertEquals(Rows.read(snapshot), bySplits(snapshot, bytes, Optional.empty(), splits));
            assertEquals(bytes == Long.MAX_VALUE ? 3 : 5, splits.size());
        }
        Filter late = Filter.equal("later", 12);
        List<TableSplit> splits = new ArrayList<>();
        assertEquals(
                1, bySplits(snapshot, Long.MAX_VALUE, Optional.of(late), splits).size());
        Filter changed = Filter.equal("n", -5);
        assertEquals(11, bySplits(snapshot, 1, Optional.of(changed), splits).size());
        splits.clear();
        assertEquals(
                1,
                bySplits(snapshot, 1, Optional.of(Filter.equal("n", 1_000_000)), splits)
                                .size()
                        + 1);
        assertTrue(splits.isEmpty(), "the log rules out all");
    }

    /** The tasks of a statement have equal bytes, and each its own caches. */
    @Test
    void equalPartsAreDecodedOnce() throws IOException {
        Snapshot snapshot = table().snapshot();
        List<UUID> all = snapshot.fragments().stream().map(Fragment::id).toList();
        SnapshotPart part = SnapshotPart.of(snapshot, all);
        Snapshot first = part.open(folder);
        Snapshot again = new SnapshotPart(part.version(), part.bytes().clone()).open(folder);
        assertSame(first.state(), again.state());
        assertNotSame(first.image().files(), again.image().files());
        assertNotSame(
                first.state(),
                SnapshotPart.of(snapshot, all.subList(1, 2)).open(folder).state());
        byte[] damaged = part.bytes().clone();
        damaged[damaged.length / 2] ^= 1;
        assertThrows(CorruptFileException.class, () -> new SnapshotPart(part.version(), damaged).open(folder));
    }

    @Test
    void fewColumnsMakeFewSplits() throws IOException {
        Snapshot snapshot = table().snapshot();
        long bytes = 150_000;
        int all = snapshot.scan().splits(bytes).size();
        int one = snapshot.scan().select("text").splits(bytes).size();
        assertTrue(one < all, one + " splits of a small column, " + all + " of all");
    }

    @Test
    void columnsOfTheFilterAreDividedToo() throws IOException {
        Snapshot snapshot = table().snapshot();
        long bytes = 50_000;
        Filter filter = Filter.between("k", -10, Long.MAX_VALUE);
        int filtered = snapshot.scan().select().filter(filter).splits(bytes).size();
        assertEquals(snapshot.scan().select("k").splits(bytes).size(), filtered);
        assertEquals(3, snapshot.scan().select().splits(bytes).size(), "nothing is read");
        assertTrue(filtered > 3, filtered + " splits");
        assertEquals(
                snapshot.scan().select("k", "text").splits(bytes).size(),
                snapshot.scan().select("text").filter(filter).splits(bytes).size());
        assertEquals(
                filtered,
                snapshot.scan().select("k").filter(filter).splits(bytes).size(),
                "a column counts once");
    }

    @Test
    void aFolderWithoutALogIsNotLookedAtAgain() throws IOException {
        MemoryFolder plain = new MemoryFolder();
        Rows.write(plain, "x.stoa", Rows.schema(), Rows.row(1L, 2, "three"));
        Rows.write(plain, "y.stoa", Rows.schema(), Rows.row(4L, 5, "six"));
        Snapshot snapshot = Table.open(plain, TableSettings.DEFAULT).snapshot();
        SnapshotPart part =
                SnapshotPart.of(snapshot, List.of(snapshot.fragments().get(1).id()));
        Rows.write(plain, "z.stoa", Rows.schema(), Rows.row(7L, 8, "nine"));
        assertEquals(List.of("[4, 5, six]"), Rows.read(part.open(plain)));
    }
}
