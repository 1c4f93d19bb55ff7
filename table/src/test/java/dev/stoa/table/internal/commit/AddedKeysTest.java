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
package dev.stoa.table.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.ChangeWriter;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.Rows;
import dev.stoa.table.Seeds;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.schema.LiteralValues;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** New rows of a table with a key that several tasks have written, beside rows that the same transaction deletes. */
class AddedKeysTest {
    private final MemoryFolder folder = new MemoryFolder();

    private Table table() throws IOException {
        Schema schema = Schema.of(
                Field.required("a", Rows.LONG).withFieldId(1),
                Field.nullable("b", Rows.STRING).withFieldId(2),
                Field.nullable("n", Rows.INT).withFieldId(3));
        TableProperties keyed = new TableProperties(List.of(), List.of(1, 2), List.of(), Map.of());
        return Table.create(folder, schema, keyed, TableSettings.DEFAULT);
    }

    private static void insert(Transaction transaction, List<Object[]> rows) throws IOException {
        Snapshot base = transaction.snapshot();
        try (FragmentWriter task = new FragmentWriter(base, WriterOptions.DEFAULT, Long.MAX_VALUE)) {
            task.write(JavaRows.batch(base.schema(), rows));
            for (FragmentWriter.Written file : task.finish()) {
                transaction.addFragment(file.path(), Optional.ofNullable(file.partition()));
            }
        }
    }

    private static Object[] row(String key) {
        String[] parts = key.split(" ", -1);
        return new Object[] {Long.valueOf(parts[0]), parts[1], 7};
    }

    private static Set<String> keys(Snapshot snapshot) throws IOException {
        Set<String> keys = new HashSet<>();
        for (String row : Rows.read(snapshot.scan().select("a", "b"))) {
            String[] parts = row.substring(1, row.length() - 1).split(", ", -1);
            assertTrue(keys.add(parts[0] + " " + parts[1]), row + " twice");
        }
        return keys;
    }

    @Test
    void noKeyIsThereTwice() throws IOException {
        Random random = new Random(Seeds.next(AddedKeysTest.class));
        Table table = table();
        Set<String> model = new HashSet<>();
        int refused = 0;
        for (int round = 0; round < 25; round++) {
            Snapshot base = table.snapshot();
            Transaction transaction = table.begin("merge", base);
            Set<String> after = new HashSet<>(model);
            delete(random, base, transaction, after);
            boolean isUnique = true;
            for (int task = 0; task < 3; task++) {
                List<Object[]> rows = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    String key = random.nextInt(12) + " k" + random.nextInt(12);
                    isUnique &= after.add(key);
                    rows.add(row(key));
                }
                if (!rows.isEmpty()) {
                    insert(transaction, rows);
                }
            }
            if (isUnique) {
                transaction.checkKeys();
                transaction.commit();
                model = after;
            } else {
                assertThrows(DuplicateKeyException.class, transaction::checkKeys);
                refused++;
            }
            assertEquals(new TreeSet<>(model), new TreeSet<>(keys(table.snapshot())));
        }
        assertTrue(refused > 0 && model.size() > 5, refused + " refused, " + model.size() + " rows");
    }

    /** Deletes rows of some fragments. */
    private static void delete(Random random, Snapshot base, Transaction transaction, Set<String> keys)
            throws IOException {
        try (ChangeWriter task = new ChangeWriter(base, WriterOptions.DEFAULT);
                TableScan scan = base.scan().select("a", "b").build()) {
            while (scan.next()) {
                List<String> rows = new ArrayList<>();
                for (int i = 0; i < scan.batch().selectedCount(); i++) {
                    int row = scan.batch().selected(i);
                    if (random.nextInt(8) == 0) {
                        task.delete(scan.fragment().id(), scan.batch().firstRow() + row);
                        rows.add(LiteralValues.literal(scan.batch().column(0), row)
                                        .orElseThrow() + " "
                                + LiteralValues.literal(scan.batch().column(1), row)
                                        .orElseThrow());
                    }
                }
                keys.removeAll(rows);
            }
            for (ChangeWriter.Written sidecar : task.finish()) {
                transaction.addSidecar(sidecar, Optional.empty());
            }
        }
    }

    @Test
    void keysConflictAndAreNotNull() throws IOException {
        Table table = table();
        Transaction one = table.begin("insert");
        Transaction other = table.begin("insert");
        insert(one, List.<Object[]>of(row("1 x"), row("2 x")));
        insert(other, List.<Object[]>of(row("2 x")));
        one.checkKeys();
        other.checkKeys();
        one.commit();
        CommitConflictException conflict = assertThrows(CommitConflictException.class, other::commit);
        assertEquals(CommitConflictException.Kind.KEY, conflict.kind());
        Transaction unknown = table.begin("insert");
        insert(unknown, List.<Object[]>of(new Object[] {3L, null, 1}));
        TableException failure = assertThrows(TableException.class, unknown::checkKeys);
        assertTrue(failure.getMessage().contains("column 'b' is part of the key"), failure.getMessage());
    }

    /** Keys are looked up some ten thousands at once: those of all lookups count, and all are listed. */
    @Test
    void keysOfManyLookupsCount() throws IOException {
        Table table = table();
        Transaction first = table.begin("insert");
        insert(first, List.<Object[]>of(row("69998 x")));
        first.checkKeys();
        first.commit();
        List<Object[]> rows = new ArrayList<>();
        for (long key = 0; key < 69_998; key++) {
            rows.add(new Object[] {key, "x", 1});
        }
        Transaction right = table.begin("insert");
        insert(right, rows);
        right.checkKeys();
        rows.add(row("69998 x"));
        refused(table, rows, "(a = 69998, b = x) already exists, as row 0 of ");
        rows.set(69_998, row("5 x"));
        refused(table, rows, "(a = 5, b = x) comes twice");
        assertEquals(69_998, right.commit().commit().keys());
    }

    private static void refused(Table table, List<Object[]> rows, String why) throws IOException {
        Transaction transaction = table.begin("insert");
        insert(transaction, rows);
        DuplicateKeyException e = assertThrows(DuplicateKeyException.class, transaction::checkKeys);
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }
}
