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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A repair that is killed at any operation, in particular after it has committed the readable rows and before it has set aside the log
 * of older versions, which need a damaged file.
 */
final class StoppedRepairTest {
    private static final List<String> REPAIRED = List.of("[2, 2, b]", "[3, 3, c]");

    private final MemoryFolder damaged = new MemoryFolder();

    @BeforeEach
    void make() throws IOException {
        Table table = Table.create(damaged, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        OperationsTest.insert(table, row(1L, 1, "a"));
        OperationsTest.insert(table, row(2L, 2, "b"));
        OperationsTest.insert(table, row(3L, 3, "c"));
        assertTrue(damaged.delete(
                table.snapshot().fragments().get(0).files().get(0).path()));
    }

    private static TableRepair plan(Folder folder) throws IOException {
        return TableRepair.plan(folder, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
    }

    private static Table open(MemoryFolder folder) throws IOException {
        return Table.open(folder, TableSettings.DEFAULT);
    }

    private static List<String> rows(MemoryFolder folder) throws IOException {
        return Rows.read(open(folder).snapshot());
    }

    /** Returns what a repair leaves that is killed before an operation. */
    private MemoryFolder killedAt(long operation) throws IOException {
        MemoryFolder folder = damaged.copy();
        DyingFolder dying = new DyingFolder(folder, Long.MAX_VALUE);
        TableRepair repair = plan(dying);
        dying.dieAfter(operation);
        try {
            repair.apply(rows -> {});
        } catch (IOException e) {
            assertFalse(dying.isAlive(), e::toString);
        }
        return folder;
    }

    private static void assertRepaired(MemoryFolder folder, List<String> rows) throws IOException {
        TableRepair again = plan(folder);
        assertEquals(List.of(), again.unrepaired());
        again.apply(done -> {});
        Damage.assertSound(folder);
        assertEquals(rows, rows(folder));
        assertTrue(plan(folder).isEmpty());
    }

    @Test
    void anotherRepairCompletesIt() throws IOException {
        int between = 0;
        long operation = 0;
        for (MemoryFolder folder = killedAt(0); !plan(folder).isEmpty(); folder = killedAt(++operation)) {
            Table table = open(folder);
            boolean isCommitted = table.snapshot().commit().operation().equals("repair");
            if (isCommitted) {
                between++;
                assertEquals(REPAIRED, Rows.read(table.snapshot()));
                List<TableFault> faults =
                        TableVerifier.verify(folder, false, (bytes, of) -> {}).faults();
                assertFalse(faults.isEmpty());
                assertTrue(faults.stream().noneMatch(TableFault::ofNewest), faults::toString);
            } else {
                MemoryFolder asItWas = folder;
                assertThrows(IOException.class, () -> rows(asItWas));
            }
            assertRepaired(folder, REPAIRED);
        }
        assertTrue(between > 3, between + " operations are between the commit and the end");
    }

    /** A writer that does not wait for the next repair loses nothing. That repair still reports the damage of older versions. */
    @Test
    void rowsThatComeInBetweenStay() throws IOException {
        int between = 0;
        long operation = 0;
        for (MemoryFolder folder = killedAt(0); !plan(folder).isEmpty(); folder = killedAt(++operation)) {
            Table table = open(folder);
            if (!table.snapshot().commit().operation().equals("repair")) {
                continue;
            }
            between++;
            OperationsTest.insert(table, row(9L, 9, "z"));
            List<String> rows = List.of("[2, 2, b]", "[3, 3, c]", "[9, 9, z]");
            assertEquals(rows, rows(folder));
            TableRepair again = plan(folder);
            assertEquals(List.of(), again.losses());
            assertEquals(1, again.unrepaired().size());
            assertTrue(again.unrepaired().get(0).contains("only older versions need it"), again.unrepaired()::toString);
            again.apply(done -> {});
            assertEquals(rows, rows(folder));
        }
        assertTrue(between > 3, between + " operations are between the commit and the end");
    }
}
