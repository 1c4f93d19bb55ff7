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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with all that a log can say, read by the decoder that was written from the specification alone. */
@Tag("smoke")
class ReferenceTableTest {
    @TempDir
    private Path path;

    private final Random random = new Random(Seeds.next(ReferenceTableTest.class));
    private Table table;
    private long nextKey;

    private static Schema schema() {
        Type struct = Type.struct(List.of(Field.nullable("a", Rows.INT), Field.nullable("b", Rows.STRING)));
        return Schema.of(
                Field.required("k", Rows.LONG),
                Field.nullable("n", Rows.INT),
                Field.nullable("s", Rows.STRING),
                Field.nullable("f", Type.of(TypeKind.FLOAT32)),
                Field.nullable("t", struct),
                Field.nullable("l", Type.list(Field.nullable("element", Rows.INT))));
    }

    private Object[] row(long k) {
        Integer n = random.nextInt(6) == 0 ? null : random.nextInt(20);
        return new Object[] {
            k,
            n,
            "s" + random.nextInt(5),
            random.nextFloat(),
            random.nextInt(4) == 0 ? null : new Object[] {n, "x"},
            random.nextInt(4) == 0 ? null : List.of(1, random.nextInt(9))
        };
    }

    private void insert(boolean upsert, Schema schema, int count) throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Object[] all = row(upsert && nextKey > 40 ? nextKey - 40 + i * 2L : nextKey++);
            nextKey = Math.max(nextKey, (long) all[0] + 1);
            rows.add(schema.fields().size() < all.length ? new Object[] {all[0], all[1], all[2]} : all);
        }
        TableOperations operations = TableOperations.of(table);
        try (RowInsert insert = upsert ? operations.upsert() : operations.insert()) {
            insert.write(JavaRows.batch(schema, rows));
            insert.commit();
        }
    }

    private void check() throws IOException, InterruptedException {
        Snapshot snapshot = table.snapshot();
        assertEquals(ReferenceTables.lines(snapshot), ReferenceTables.run("table", path));
        String log = String.join("", ReferenceTables.run("log", path));
        assertTrue(log.contains("\"version\": " + snapshot.version() + ","), log);
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                assertTrue(log.contains(file.path()), log);
            }
        }
    }

    @Test
    @Tag("slow")
    void allThatALogCanSayIsRead() throws IOException, InterruptedException {
        table = Table.create(
                new LocalFolder(path),
                schema(),
                new TableProperties(
                        List.of(),
                        List.of(1),
                        List.of(new TableProperties.PartitionColumn(1, "hash(3)")),
                        Map.of("owner", "test")),
                TableSettings.DEFAULT);
        TableOperations operations = TableOperations.of(table);
        insert(false, schema(), 60);
        operations.delete(Filter.between("k", 10, 19));
        operations.update(List.of(Assignment.literal("s", "changed")), Optional.of(Filter.equal("n", 3)));
        check();
        Schema some = Schema.of(
                schema().fields().get(0),
                schema().fields().get(1),
                schema().fields().get(2));
        insert(true, some, 30);
        operations.alter(
                snapshot -> new SchemaEdit(snapshot)
                        .widen("n", Rows.LONG)
                        .widen("f", Type.of(TypeKind.FLOAT64))
                        .rename("s", "text")
                        .add(Field.nullable("later", Rows.INT))
                        .add(Field.nullable("filled", Rows.STRING))
                        .drop("l")
                        .schema(),
                List.of(Assignment.literal("filled", "all")));
        check();
        operations.update(
                List.of(Assignment.literal("later", 7), Assignment.literal("n", 1L << 40)),
                Optional.of(Filter.less("k", 60)));
        operations.update(List.of(Assignment.literal("f", 0.5)), Optional.of(Filter.less("k", 50)));
        check();
        long middle = table.snapshot().version();
        List<String> then = ReferenceTables.lines(table.snapshot());
        CompactionPlan plan = Compaction.plan(table.snapshot(), 1 << 30, CompactionCosts.DEFAULT);
        assertTrue(!plan.chosen().isEmpty());
        Compaction.run(table, plan, WriterOptions.DEFAULT);
        check();
        operations.delete(Filter.equal("text", "s1"));
        operations.rollback(3);
        operations.rollback(middle);
        operations.truncate();
        operations.rollback(middle);
        check();
        assertEquals(then, ReferenceTables.run("table", path, middle));
        assertTrue(
                Files.exists(path.resolve("_stoa/0000000000000000008.checkpoint")),
                "checkpoints and entries must say the same");
    }

    @Test
    void sortedAndAdoptedTablesAreReadToo() throws IOException, InterruptedException {
        table = Table.create(
                new LocalFolder(path.resolve("sorted")),
                Rows.schema(),
                new TableProperties(
                        List.of(new TableProperties.SortColumn(1, true, false)), List.of(), List.of(), Map.of()),
                TableSettings.DEFAULT);
        for (int i = 0; i < 3; i++) {
            List<Object[]> rows = new ArrayList<>();
            for (int r = 0; r < 30; r++) {
                rows.add(Rows.row((long) random.nextInt(200), r, "s"));
            }
            try (RowInsert insert = TableOperations.of(table).insert()) {
                insert.write(JavaRows.batch(Rows.schema(), rows));
                insert.commit();
            }
        }
        assertEquals(ReferenceTables.lines(table.snapshot()), ReferenceTables.run("table", path.resolve("sorted")));
        LocalFolder plain = new LocalFolder(path.resolve("plain"));
        Rows.write(plain, "a.stoa", Rows.schema(), Rows.row(1L, 2, "x"), Rows.row(2L, null, "y"));
        Rows.write(plain, "b.stoa", Rows.schema(), Rows.row(3L, 4, null));
        table = Table.adopt(plain, TableProperties.NONE, TableSettings.DEFAULT);
        TableOperations.of(table)
                .alter(snapshot -> new SchemaEdit(snapshot).rename("n", "m").schema());
        TableOperations.of(table).update(List.of(Assignment.literal("m", 9)), Optional.of(Filter.equal("k", 3)));
        assertEquals(ReferenceTables.lines(table.snapshot()), ReferenceTables.run("table", path.resolve("plain")));
    }

    @Test
    void partitionsOfTruncatedValuesAreReadToo() throws IOException, InterruptedException {
        table = Table.create(
                new LocalFolder(path),
                Rows.schema(),
                new TableProperties(
                        List.of(),
                        List.of(),
                        List.of(
                                new TableProperties.PartitionColumn(1, "truncate(10)"),
                                new TableProperties.PartitionColumn(3, "truncate(2)")),
                        Map.of()),
                TableSettings.DEFAULT);
        String[] texts = {"", "a\"b", "\\x", "\n\u0085z", "\uD83D\uDE00\uD83D\uDE00x", "\u2028y", null};
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            rows.add(Rows.row(7L * i - 20, i, texts[i]));
        }
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(JavaRows.batch(Rows.schema(), rows));
            insert.commit();
        }
        // it fails where a row is of another part than its fragment
        assertEquals(texts.length, ReferenceTables.run("table", path).size());
    }
}
