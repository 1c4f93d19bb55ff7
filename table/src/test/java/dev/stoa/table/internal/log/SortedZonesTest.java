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
package dev.stoa.table.internal.log;

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.Seeds;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Files that are added to a table with a declared order: those whose zones show that they are not sorted are refused. */
class SortedZonesTest {
    private static final int VECTOR_ROWS = 4096;
    private static final Schema SCHEMA = Schema.of(
            Field.nullable("a", Type.of(TypeKind.INT32)),
            Field.nullable("b", Type.of(TypeKind.STRING)),
            Field.nullable("c", Type.of(TypeKind.FLOAT64)));

    private static Table table(TableProperties.SortColumn... order) throws IOException {
        return Table.create(
                new MemoryFolder(),
                SCHEMA,
                new TableProperties(List.of(order), List.of(), List.of(), Map.of()),
                TableSettings.DEFAULT);
    }

    private static TableProperties.SortColumn column(int id, boolean descending, boolean nullsFirst) {
        return new TableProperties.SortColumn(id, descending, nullsFirst);
    }

    /** Adds a file with a zone for each list of values of the column {@code a}. */
    private static void add(Table table, Integer... zones) throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (Integer zone : zones) {
            rows.addAll(Collections.nCopies(VECTOR_ROWS, row(zone, "s", 1.0)));
        }
        add(table, rows);
    }

    /** Adds a file with a zone for each vector. */
    private static void add(Table table, List<Object[]> rows) throws IOException {
        Transaction insert = table.begin("insert");
        Folder folder = table.folder();
        String path = insert.newDataFile();
        try (StoaWriter writer = StoaWriter.create(
                folder.create(path, SinkOptions.DEFAULT),
                insert.snapshot().schema(),
                WriterOptions.DEFAULT.withVectorsPerZone(1))) {
            for (Object[] row : rows) {
                writer.rows().append(row);
            }
            writer.finish();
        }
        insert.addFragment(path);
        insert.commit();
    }

    private static String refused(Table table, Integer... zones) {
        TableException e = assertThrows(TableException.class, () -> add(table, zones));
        return e.getMessage();
    }

    @Test
    void whatGoesBackIsRefused() throws IOException {
        Table table = table(column(1, false, false));
        add(table, 1, 1, 2, 3);
        String message = refused(table, 1, 3, 2);
        assertTrue(
                message.contains("sorted by column 'a', this file is not: from row 8192 on it has 2 behind 3"),
                message);
        Table descending = table(column(1, true, false));
        add(descending, 3, 2, 2, 1);
        assertTrue(refused(descending, 3, 1, 2).contains("descending"), "the direction is told");
        assertEquals(1, descending.snapshot().fragmentCount(), "what is refused is not there");
        add(table(), 3, 1, 2);
    }

    @Test
    void nullsStandAtTheirEnd() throws IOException {
        Table last = table(column(1, false, false));
        add(last, 1, 2, null);
        assertTrue(refused(last, null, 1).contains("values behind nulls"));
        Table first = table(column(1, false, true));
        add(first, null, 1, 2);
        assertTrue(refused(first, 1, null).contains("nulls behind values"));
    }

    @Test
    void theSecondColumnCountsWhereTheFirstIsOne() throws IOException {
        Table table = table(column(1, false, false), column(2, true, false));
        List<Object[]> rows = new ArrayList<>();
        for (String text : List.of("c", "b", "a")) {
            rows.addAll(Collections.nCopies(VECTOR_ROWS, row(7, text, 1.0)));
        }
        add(table, rows);
        Collections.reverse(rows);
        TableException e = assertThrows(TableException.class, () -> add(table, rows));
        assertTrue(e.getMessage().contains("column 'b', descending"), e.getMessage());
        for (int i = 0; i < rows.size(); i++) {
            rows.set(i, row(i / VECTOR_ROWS, rows.get(i)[1], 1.0));
        }
        add(table, rows);
    }

    /** Bounds of long texts are cut: they prove nothing, and a zero has no sign. */
    @Test
    void whatBoundsDontTellIsNotRefused() throws IOException {
        Table table = table(column(2, false, false), column(3, false, false));
        List<Object[]> rows = new ArrayList<>();
        for (String text : List.of("b", "a")) {
            rows.addAll(Collections.nCopies(VECTOR_ROWS, row(1, "x".repeat(80) + text, 1.0)));
        }
        add(table, rows);
        Table zeros = table(column(3, false, false));
        rows.clear();
        for (double zero : new double[] {0.0, -0.0}) {
            rows.addAll(Collections.nCopies(VECTOR_ROWS, row(1, "s", zero)));
        }
        add(zeros, rows);
    }

    /** Whatever the order is: rows that are sorted by it are taken, and refused the other way round. */
    @Test
    void sortedRowsAreTaken() throws IOException {
        long seed = Seeds.next(SortedZonesTest.class);
        String repeat = "seed " + seed;
        RandomGenerator random = new Random(seed);
        for (int round = 0; round < 10; round++) {
            TableProperties.SortColumn[] order = {
                column(1, random.nextBoolean(), random.nextBoolean()),
                column(2, random.nextBoolean(), random.nextBoolean())
            };
            List<Object[]> rows = new ArrayList<>();
            int distinct = 2 + random.nextInt(20);
            for (int i = 0; i < 2 * VECTOR_ROWS + random.nextInt(2 * VECTOR_ROWS); i++) {
                rows.add(row(
                        random.nextInt(8) == 0 ? null : random.nextInt(distinct),
                        random.nextInt(8) == 0 ? null : "s" + random.nextInt(100),
                        random.nextDouble()));
            }
            Comparator<Object[]> by = Comparator.comparing((Object[] r) -> (Integer) r[0], comparator(order[0]));
            rows.sort(by.thenComparing(r -> (String) r[1], comparator(order[1])));
            Table table = table(order);
            add(table, rows);
            Collections.reverse(rows);
            assertThrows(TableException.class, () -> add(table, rows), repeat);
        }
    }

    private static <T extends Comparable<T>> Comparator<T> comparator(TableProperties.SortColumn column) {
        Comparator<T> values = column.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return column.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
    }
}
