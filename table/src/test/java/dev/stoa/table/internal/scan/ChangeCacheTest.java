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

import dev.stoa.reader.Filter;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Assignment;
import dev.stoa.table.Rows;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What sidecars say is read once, and kept within bounds. */
class ChangeCacheTest {

    /** Remembers the sidecars that were opened. */
    private static final class Watched implements Folder {
        private final MemoryFolder folder = new MemoryFolder();
        private final List<String> opened = new ArrayList<>();

        @Override
        public RangeSource open(String name, OptionalLong knownLength) throws IOException {
            if (name.startsWith(Log.SIDECARS)) {
                opened.add(name);
            }
            return folder.open(name, knownLength);
        }

        @Override
        public String id() {
            return folder.id();
        }

        @Override
        public FileSink create(String name, SinkOptions options) throws IOException {
            return folder.create(name, options);
        }

        @Override
        public Optional<Entry> find(String name) {
            return folder.find(name);
        }

        @Override
        public List<Entry> list(String name) {
            return folder.list(name);
        }

        @Override
        public boolean delete(String name) {
            return folder.delete(name);
        }

        private int openedSince() {
            int count = opened.size();
            opened.clear();
            return count;
        }
    }

    @Test
    void sidecarsAreReadOnceForAllSnapshots() throws IOException {
        Watched folder = new Watched();
        TableProperties inFiles = TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false"));
        Table table = Table.create(folder, Rows.schema(), inFiles, TableSettings.DEFAULT);
        for (int part = 0; part < 2; part++) {
            Transaction insert = table.begin("insert");
            Object[][] rows = new Object[1000][];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = Rows.row(1000L * part + i, i, "s" + i);
            }
            Rows.insert(insert, folder, rows);
            insert.commit();
        }
        TableOperations operations = TableOperations.of(table);
        operations.delete(Filter.between("k", 10, 19));
        operations.update(List.of(Assignment.literal("s", "new")), Optional.of(Filter.between("k", 100, 199)));
        operations.update(List.of(Assignment.literal("s", "newer")), Optional.of(Filter.between("k", 150, 249)));
        Snapshot before = table.snapshot();
        Table reopened = Table.open(folder, TableSettings.DEFAULT);
        folder.openedSince();
        List<String> rows = Rows.read(reopened.snapshot());
        assertEquals(3, folder.openedSince(), "each is opened once");
        assertEquals(1990, rows.size());
        assertEquals(rows, Rows.read(reopened.snapshot()));
        assertEquals(
                100, Rows.read(reopened.snapshot(), Filter.equal("s", "newer")).size());
        assertEquals(0, folder.openedSince(), "what is kept is not read again");
        operations.delete(Filter.between("k", 1500, 1509));
        folder.openedSince();
        assertEquals(1980, Rows.read(reopened.snapshot()).size());
        assertEquals(1, folder.openedSince(), "the other fragment's only");
        operations.update(List.of(Assignment.literal("s", "newest")), Optional.of(Filter.equal("k", 160)));
        folder.openedSince();
        assertEquals(
                1, Rows.read(reopened.snapshot(), Filter.equal("s", "newest")).size());
        assertEquals(1, folder.openedSince(), "the last one's only");
        assertEquals(rows, Rows.read(reopened.snapshotAt(before.version())));
        assertEquals(0, folder.openedSince());
    }

    @Test
    void memoryIsBounded() throws IOException {
        ChangeCache cache = new ChangeCache(100_000);
        Random random = new Random(7);
        int[] loads = new int[1];
        for (int i = 0; i < 2000; i++) {
            int which = random.nextInt(40);
            RowRanges rows = RowRanges.of(spread(20 * which));
            RowChanges changes = RowChanges.builder().delete(rows).build();
            ChangeCache.Key key = new ChangeCache.Key(List.of(new UUID(0, which)), ChangeCache.Part.DELETES, 0, "");
            RowChanges found = cache.get(key, RowChanges.class, () -> {
                loads[0]++;
                return changes;
            });
            assertEquals(20L * which, found.deletedRows().count());
            assertTrue(cache.bytes() <= 100_000, () -> "kept " + cache.bytes());
        }
        assertTrue(loads[0] > 100, "not all fit: " + loads[0]);
        assertTrue(loads[0] < 1900, "some are kept: " + loads[0]);
        ChangeCache none = new ChangeCache(100);
        ChangeCache.Key key = new ChangeCache.Key(List.of(), ChangeCache.Part.DELETES, 0, "");
        none.get(key, RowChanges.class, () -> RowChanges.NONE);
        assertEquals(0, none.bytes(), "what is too large is not kept");
    }

    private static long[] spread(int count) {
        long[] rows = new long[count];
        for (int i = 0; i < count; i++) {
            rows[i] = 2L * i;
        }
        return rows;
    }
}
