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

import static dev.stoa.table.Damage.data;
import static dev.stoa.table.Damage.flip;
import static dev.stoa.table.Damage.sidecar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.internal.log.Changes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Data files and sidecars that are lost or damaged: what a repair keeps of their rows. */
class FileRepairTest extends RepairedTable {
    @Test
    void damagedVectorsAreLostAndNoOthers() throws IOException {
        List<String> all = rowsOf(copy, 9);
        flip(data(table, path, 1), 0.3);
        TableRepair repair = repair(RepairOptions.DEFAULT);
        List<String> kept = rows();
        assertTrue(kept.size() < all.size() && kept.size() >= all.size() - 5000, kept.size() + " of " + all.size());
        Set<String> known = new HashSet<>(all);
        assertTrue(known.containsAll(kept));
        assertEquals(kept.size(), new HashSet<>(kept).size());
        assertTrue(repair.losses().get(0).contains("rows "), "" + repair.losses());
    }

    @Test
    void lostValuesBecomeNullsIfWanted() throws IOException {
        Path data = data(table, path, 1);
        Map<String, Integer> lost = new TreeMap<>();
        for (double at = 0.05; at < 0.8; at += 0.2) {
            Files.copy(copy.resolve(path.relativize(data)), data, StandardCopyOption.REPLACE_EXISTING);
            flip(data, at);
            TableRepair plan = plan(RepairOptions.DEFAULT.withNullsForLost(true));
            for (String loss : plan.losses()) {
                lost.merge(loss.replaceAll(".*\\(columns ([a-z]).*(become nulls)?", "$1"), 1, Integer::sum);
                if (loss.contains("become nulls")) {
                    assertEquals(rowsOf(copy, 9).size(), plan.rows());
                    assertTrue(plan(RepairOptions.DEFAULT).rows() < plan.rows());
                }
            }
        }
        flip(data, 0);
        repair(RepairOptions.DEFAULT.withNullsForLost(true));
    }

    @Test
    void filesThatAreGoneTakeTheirRowsWithThem() throws IOException {
        Files.delete(data(table, path, 1));
        TableRepair repair = repair(RepairOptions.DEFAULT);
        List<String> expected = new ArrayList<>(rowsOf(copy, 9));
        expected.removeIf(row -> row.startsWith("[3"));
        assertEquals(expected, rows());
        assertTrue(repair.losses().get(0).contains("rows 0 to 4999"), "" + repair.losses());
    }

    @Test
    void whatTheLogSaysWronglyOfAFileIsSaidAnew() throws IOException {
        Fragment first = table.snapshot().fragments().get(1);
        DataFile file = first.files().get(0);
        ColumnBounds other =
                table.snapshot().bounds(table.snapshot().fragments().get(2), 1).orElseThrow();
        Transaction lie = table.begin("lie");
        lie.overwriteAll();
        DataFile.Added added = new DataFile.Added(file.path(), file.identity(), Optional.empty(), 0, Map.of(1, other));
        lie.changes().added.put(UUID.randomUUID(), new Changes.NewFragment(first.rows(), Optional.empty(), added));
        lie.commit();
        List<String> before = rows();
        TableRepair repair = repair(RepairOptions.DEFAULT);
        assertEquals(before, rows());
        assertEquals(1, repair.losses().size(), "" + repair.losses()); // older versions
    }

    @Test
    void rowsThatStandAmongLostOnesStay() throws IOException {
        path = temp.resolve("sorted");
        TableProperties sorted = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
        table = Table.create(folder(), Rows.schema(), sorted, TableSettings.DEFAULT);
        Object[][] hosts = new Object[9000][];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = Rows.row(10L * i, i * 7919, "host " + i * 31);
        }
        OperationsTest.insert(table, hosts);
        OperationsTest.insert(table, Rows.row(15L, 1, "guest"), Rows.row(70_005L, 2, "guest"));
        assertTrue(!table.snapshot().fragments().get(0).sidecars().isEmpty(), "the rows are not among others");
        flip(data(table, path, 0), 0.4);
        repair(RepairOptions.DEFAULT);
        List<String> rows = Rows.read(
                Table.open(folder(), TableSettings.DEFAULT).snapshot().scan().ordered());
        assertTrue(rows.contains("[15, 1, guest]") && rows.contains("[70005, 2, guest]"));
        long last = -1;
        for (String row : rows) {
            long key = Long.parseLong(row.substring(1, row.indexOf(',')));
            assertTrue(key > last, row);
            last = key;
        }
    }

    @Test
    void withoutASidecarItsChangesAreLost() throws IOException {
        Files.delete(sidecar(table, path, 0, 1));
        TableRepair repair = repair(RepairOptions.DEFAULT);
        assertEquals(rowsOf(copy, 9).size() + 2, rows().size());
        assertTrue(repair.losses().get(0).contains("2 rows that it deleted are back"), "" + repair.losses());
    }
}
