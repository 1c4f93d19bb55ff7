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

import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

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

    private void check(Table table, SortedSet<String> expected) throws IOException {
        assertEquals(
                List.copyOf(expected), read(table.snapshot()).stream().sorted().toList());
        Table opened = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(
                List.copyOf(expected), read(opened.snapshot()).stream().sorted().toList());
    }
}
