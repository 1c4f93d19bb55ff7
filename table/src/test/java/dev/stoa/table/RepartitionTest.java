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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.TableProperties.PartitionColumn;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are divided by other columns from some version on. */
class RepartitionTest {
    private static final CompactionCosts EAGER = new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20);
    private static final PartitionColumn BY_S = new PartitionColumn(3, "value");
    private static final PartitionColumn BY_N = new PartitionColumn(2, "hash(4)");

    @TempDir
    private Path path;

    private LocalFolder folder;
    private Table table;

    @BeforeEach
    void create() throws IOException {
        folder = new LocalFolder(path);
        table = Table.create(
                folder,
                Rows.schema(),
                new TableProperties(List.of(), List.of(1), List.of(BY_S), Map.of()),
                TableSettings.DEFAULT);
    }

    private void divide(PartitionColumn... columns) throws IOException {
        TableOperations.of(table).run("alter", t -> {
            TableProperties now = t.snapshot().properties();
            t.setProperties(new TableProperties(now.sortedBy(), now.key(), List.of(columns), now.other()));
        });
    }

    private void upserted(Object[]... rows) throws IOException {
        try (RowInsert upsert = TableOperations.of(table).upsert()) {
            upsert.write(JavaRows.batch(table.lastKnown().schema(), Arrays.asList(rows)));
            upsert.commit();
        }
    }

    private List<String> partitions() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        for (Fragment fragment : table.snapshot().fragments()) {
            names.add(fragment.partition().orElse("none"));
        }
        return List.copyOf(names);
    }

    private List<String> where(Filter filter) throws IOException {
        return read(table.snapshot().scan().filter(filter)).stream().sorted().toList();
    }

    @Test
    void oldFilesKeepTheirPartitions() throws IOException {
        upserted(row(1L, 1, "a"), row(2L, 2, "b"));
        divide(new PartitionColumn(2, "truncate(10)"));
        upserted(row(3L, 13, "a"), row(4L, 25, "b"));
        assertEquals(List.of("2 truncate(10)=10", "2 truncate(10)=20", "3 value=\"a\"", "3 value=\"b\""), partitions());
        assertEquals(List.of("[1, 1, a]", "[3, 13, a]"), where(Filter.equal("s", "a")));
        assertEquals(List.of("[3, 13, a]"), where(Filter.equal("n", 13)));
        assertEquals(List.of("[1, 1, a]"), where(Filter.equal("n", 1)));
        divide();
        upserted(row(5L, 1, "a"));
        assertEquals(List.of("[1, 1, a]", "[5, 1, a]"), where(Filter.equal("n", 1)));
        assertEquals(
                1,
                read(table.snapshotAt(1)).stream().filter("[2, 2, b]"::equals).count());
        Damage.assertSound(folder);
    }

    /** While nothing is divided by s, a new value stays in its file: an old name of that file must not count again. */
    @Test
    void aDivisionThatReturnsIsChecked() throws IOException {
        upserted(row(1L, 1, "a"), row(2L, 2, "b"));
        divide(BY_N);
        divide(BY_S);
        divide(BY_N, BY_S);
        divide(BY_N);
        TableOperations.of(table)
                .update(List.of(ConditionText.assignment("s = 'b'")), Optional.of(Filter.equal("k", 1L)));
        long version = table.snapshot().version();
        TableException e = assertThrows(TableException.class, () -> divide(BY_S));
        assertTrue(
                e.getMessage()
                        .contains(
                                "it has rows of the partition '3 value=\"b\"', by the log all are of '3 value=\"a\"'"),
                e.getMessage());
        assertEquals(version, table.snapshot().version());
        divide(BY_N, BY_S); // another place in the name
        assertEquals(List.of("[1, 1, b]", "[2, 2, b]"), where(Filter.equal("s", "b")));
        assertEquals(List.of(), where(Filter.equal("s", "a")));
    }

    /** 0.7 is another number as float64. So a row of 0.7 as float32 would belong to another part than its file says. */
    @Test
    void boundsOfFloatsKeepTheirType() throws IOException {
        TableProperties divided =
                TableProperties.NONE.withPartitions(List.of(), List.of(new PartitionColumn(1, "range(0.7)")));
        Table floats = Table.create(
                new MemoryFolder(),
                Schema.of(Field.nullable("f", Type.of(TypeKind.FLOAT32))),
                divided,
                TableSettings.DEFAULT);
        TableOperations operations = TableOperations.of(floats);
        try (RowInsert insert = operations.insert()) {
            insert.write(JavaRows.batch(floats.lastKnown().schema(), List.<Object[]>of(new Object[] {0.7f})));
            insert.commit();
        }
        TableOperations.Alteration wider = then ->
                new SchemaEdit(then).widen("f", Type.of(TypeKind.FLOAT64)).schema();
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> operations.alter(wider));
        assertTrue(e.getMessage().contains("column 'f' divides the rows by range(0.7)"), e.getMessage());
        operations.run("alter", t -> t.setProperties(TableProperties.NONE));
        operations.alter(wider);
        assertThrows(TableException.class, () -> operations.run("alter", t -> t.setProperties(divided)));
        assertEquals(
                1,
                read(floats.snapshot().scan().filter(Filter.equal("f", (double) 0.7f)))
                        .size());
    }

    @Test
    void columnsAreNamedRightly() throws IOException {
        TableProperties now = table.snapshot().properties();
        assertEquals(
                List.of(BY_N), now.withPartitions(List.of(BY_S), List.of(BY_N)).partitionedBy());
        String none = assertThrows(IllegalArgumentException.class, () -> now.withPartitions(List.of(BY_N), List.of()))
                .getMessage();
        assertTrue(none.contains("not divided by hash(4)") && none.contains("field 3 value"), none);
        assertThrows(IllegalArgumentException.class, () -> now.withPartitions(List.of(), List.of(BY_S)));
    }

    @Test
    void aDivisionConflictsWithChangesOfRows() throws IOException {
        upserted(row(1L, 1, "a"));
        Transaction divides = table.begin("alter");
        TableProperties now = divides.snapshot().properties();
        divides.setProperties(now.withPartitions(List.of(BY_S), List.of(BY_N)));
        upserted(row(2L, 1, "a"));
        assertThrows(CommitConflictException.class, divides::commit);
    }

    @Test
    @Tag("slow")
    void randomHistoriesAreRight() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        Random random = new Random(seed);
        List<List<PartitionColumn>> divisions = List.of(
                List.of(),
                List.of(BY_S),
                List.of(BY_N),
                List.of(BY_S, BY_N),
                List.of(BY_N, BY_S),
                List.of(new PartitionColumn(2, "value")));
        Map<Long, Object[]> model = new HashMap<>();
        int refused = 0;
        for (int step = 0; step < 150; step++) {
            String s = List.of("a", "b", "c").get(random.nextInt(3));
            int n = random.nextInt(6);
            long k = random.nextInt(12);
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    upserted(row(k, n, s));
                    model.put(k, row(k, n, s));
                }
                case 2 -> {
                    if (table.snapshot().properties().partitionedBy().contains(BY_S)) {
                        continue; // an update moves no row to another partition
                    }
                    TableOperations.of(table)
                            .update(
                                    List.of(ConditionText.assignment("s = '" + s + "'")),
                                    Optional.of(Filter.equal("n", n)));
                    model.replaceAll((key, old) -> old[1].equals(n) ? row(old[0], n, s) : old);
                }
                case 3 -> {
                    TableOperations.of(table).delete(Filter.equal("k", k));
                    model.remove(k);
                }
                case 4 -> {
                    try {
                        divide(divisions.get(random.nextInt(divisions.size())).toArray(PartitionColumn[]::new));
                    } catch (TableException e) {
                        refused++;
                    }
                }
                default -> {
                    CompactionPlan plan = Compaction.plan(table.snapshot(), Long.MAX_VALUE, EAGER);
                    Compaction.run(table, plan, WriterOptions.DEFAULT);
                }
            }
            String where = "seed " + seed + ", step " + step;
            assertEquals(expected(model, row -> true), where(Filter.isNotNull("k")), where);
            assertEquals(expected(model, row -> row[2].equals(s)), where(Filter.equal("s", s)), where);
            assertEquals(expected(model, row -> row[1].equals(n)), where(Filter.equal("n", n)), where);
            assertEquals(
                    expected(model, row -> row[2].equals(s) && row[1].equals(n)),
                    where(Filter.and(Filter.equal("s", s), Filter.equal("n", n))),
                    where);
        }
        Damage.assertSound(folder);
        System.out.println(refused + " divisions were refused");
    }

    private static List<String> expected(Map<Long, Object[]> model, java.util.function.Predicate<Object[]> which) {
        List<String> rows = new ArrayList<>();
        for (Object[] row : model.values()) {
            if (which.test(row)) {
                rows.add(Arrays.toString(row));
            }
        }
        return rows.stream().sorted().toList();
    }
}
