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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.FaultyFolder.AtCommit;
import dev.stoa.table.internal.log.DamagedColumn;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The disk is full at each file of a repair in turn. No file of new rows stays then, and the next repair does it all. */
class FullDiskRepairTest {
    private static final RepairOptions OPTIONS = RepairOptions.DEFAULT.withNullsForLost(true);
    private static final int ROWS = 50;

    private final MemoryFolder damaged = new MemoryFolder();

    private static TableRepair plan(Folder folder) throws IOException {
        return TableRepair.plan(folder, OPTIONS, TableSettings.DEFAULT, (bytes, of) -> {});
    }

    private static Set<String> dataFiles(MemoryFolder folder) {
        return folder.list("data").stream().map(Folder.Entry::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> rows(MemoryFolder folder) throws IOException {
        return Rows.read(Table.open(folder, TableSettings.DEFAULT).snapshot());
    }

    private void make() throws IOException {
        Table table = Table.create(damaged, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (int file = 0; file < 3; file++) {
            Transaction insert = table.begin("insert");
            Object[][] rows = new Object[ROWS][];
            for (int i = 0; i < ROWS; i++) {
                int n = file * ROWS + i;
                rows[i] = Rows.row((long) n, n * n * 31, "s" + n * 71);
            }
            Rows.insert(insert, damaged, rows);
            insert.commit();
        }
        for (Fragment fragment : table.snapshot().fragments().subList(0, 2)) {
            DamagedColumn.flip(damaged, fragment.files().get(0).path(), "n");
        }
    }

    @Test
    void filesOfRowsThatAreNotCommittedGo() throws IOException {
        make();
        MemoryFolder whole = damaged.copy();
        plan(whole).apply(rows -> {});
        List<String> repaired = rows(whole);
        assertEquals(3 * ROWS, repaired.size());
        boolean isDone = false;
        int files = 0;
        for (; !isDone; files++) {
            MemoryFolder folder = damaged.copy();
            FaultyFolder full = new FaultyFolder(folder);
            TableRepair repair = plan(full);
            AtomicInteger left = new AtomicInteger(files);
            full.fault = name -> left.getAndDecrement() > 0 ? AtCommit.DONE : AtCommit.DISK_FULL;
            try {
                repair.apply(rows -> {});
                isDone = true;
            } catch (WriteFailedException e) {
                assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
            }
            Set<String> made = dataFiles(folder);
            made.removeAll(dataFiles(damaged));
            Table.open(folder, TableSettings.DEFAULT).snapshot().fragments().stream()
                    .flatMap(fragment -> fragment.files().stream())
                    .forEach(file -> made.remove(file.path().substring("data/".length())));
            assertEquals(Set.of(), made, "files without a reference after " + files);
            plan(folder).apply(rows -> {});
            Damage.assertSound(folder);
            assertEquals(repaired, rows(folder), files + " files");
        }
        assertTrue(files > 5, files + " files");
    }
}
