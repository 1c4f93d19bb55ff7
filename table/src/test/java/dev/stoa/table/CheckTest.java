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

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** CHECK constraints: no commit brings a row on which a condition is false. */
class CheckTest {
    private static final CompactionCosts EAGER = new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20);
    private static final TableProperties KEY_K = new TableProperties(List.of(), List.of(1), List.of(), Map.of());

    @TempDir
    private Path path;

    private LocalFolder folder;
    private Table table;

    @BeforeEach
    void create() throws IOException {
        folder = new LocalFolder(path);
        table = Table.create(folder, Rows.schema(), KEY_K, TableSettings.DEFAULT);
    }

    private void add(String name, String condition) throws IOException {
        TableOperations.of(table)
                .run("add", t -> t.setProperties(t.snapshot().properties().withCheck(name, condition)));
    }

    private void drop(String name) throws IOException {
        TableOperations.of(table)
                .run("drop", t -> t.setProperties(t.snapshot().properties().withoutCheck(name)));
    }

    private void inserted(Object[]... rows) throws IOException {
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(batch(rows));
            insert.commit();
        }
    }

    private Batch batch(Object[]... rows) throws IOException {
        return JavaRows.batch(table.lastKnown().schema(), Arrays.asList(rows));
    }

    private void refused(String why, Executable change) throws IOException {
        List<String> before = read(table.snapshot());
        long version = table.snapshot().version();
        Exception e = assertThrows(Exception.class, change);
        assertTrue(e instanceof TableException || e instanceof IllegalArgumentException, e.toString());
        assertTrue(e.getMessage().contains(why), e.getMessage());
        assertEquals(version, table.snapshot().version());
        assertEquals(before, read(table.snapshot()));
    }

    private Set<String> writerFeatures() throws IOException {
        return table.snapshot().state().features().writer();
    }

    @Test
    void whatIsRefusedLeavesNoFile() throws IOException {
        add("positive", "n > 0");
        add("named", "s is not null");
        inserted(row(1L, 5, "a"));
        Set<String> files = files();
        refused("breaks the constraint 'positive'", () -> inserted(row(2L, -1, "b")));
        refused("breaks the constraint 'named'", () -> inserted(row(2L, 1, null)));
        refused("breaks the constraint 'positive'", () -> {
            try (RowInsert upsert = TableOperations.of(table).upsert()) {
                upsert.write(batch(row(1L, -1, "a"), row(2L, 2, "b")));
                upsert.commit();
            }
        });
        refused(
                "breaks the constraint 'positive'",
                () -> TableOperations.of(table)
                        .update(List.of(ConditionText.assignment("n = -1")), Optional.of(Filter.equal("k", 1))));
        assertEquals(files, files());
    }

    private Set<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(Files::isRegularFile).map(Path::toString).collect(Collectors.toSet());
        }
    }

    @Test
    void existingRowsAreCheckedFirst() throws IOException {
        inserted(row(1L, 5, "a"), row(2L, -5, "b"));
        refused(
                "the row with k = 2, n = -5 breaks the constraint 'positive', check (n > 0): change the row, or drop the"
                        + " constraint",
                () -> add("positive", "n > 0"));
        TableOperations.of(table).delete(Filter.equal("k", 2));
        add("positive", "n > 0");
        assertEquals(Map.of("positive", "n > 0"), table.snapshot().properties().checks());
    }

    @Test
    void valuesThatFiltersDoNotTakeAreShown() throws IOException {
        Schema schema = Schema.of(
                Field.required("at", Type.timestamp(0, true)).withFieldId(1),
                Field.required("bytes", Type.of(TypeKind.BINARY)).withFieldId(2));
        TableProperties key = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
        table = Table.create(new MemoryFolder(), schema, key, TableSettings.DEFAULT);
        add("filled", "bytes is null");
        refused(
                "the row with at = 2026-11-30T12:34:56Z, bytes = 0xff breaks the constraint 'filled'",
                () -> inserted(new Object[] {Instant.parse("2026-11-30T12:34:56Z"), new byte[] {-1}}));
    }

    @Test
    void everyWriterIsChecked() throws IOException {
        add("positive", "n > 0");
        add("named", "s in ('a', 'b') or s is null");
        inserted(row(1L, 1, "a"), row(2L, 2, "b"), row(3L, null, null));
        TableOperations operations = TableOperations.of(table);
        refused("k = 4, n = 0 breaks the constraint 'positive'", () -> inserted(row(4L, 0, "a"), row(5L, 1, "a")));
        refused("k = 4, s = 'x' breaks the constraint 'named'", () -> inserted(row(4L, 1, "x")));
        refused(
                "k = 2, n = -2 breaks",
                () -> operations.update(
                        List.of(ConditionText.assignment("n = n * -1")), Optional.of(Filter.equal("k", 2))));
        refused("k = 1, n = -7 breaks", () -> {
            try (RowInsert upsert = operations.upsert()) {
                upsert.write(batch(row(1L, -7, "a")));
                upsert.commit();
            }
        });
        refused("k = 3, n = -3 breaks", () -> {
            try (KeyedChange update = operations.updateByKey()) {
                update.write(batch(row(3L, -3, null)));
                update.commit();
            }
        });
        refused("k = 9, n = -9 breaks", () -> {
            try (RowInsert overwrite = operations.overwrite()) {
                overwrite.write(batch(row(9L, -9, null)));
                overwrite.commit();
            }
        });
        operations.update(List.of(ConditionText.assignment("s = 'b'")), Optional.empty());
        operations.update(List.of(ConditionText.assignment("n = null")), Optional.of(Filter.equal("k", 1)));
        assertEquals(List.of("[1, null, b]", "[2, 2, b]", "[3, null, b]"), read(table.snapshot()));
    }

    /** Two transactions change different columns of one row: each result is right, and both together are not. */
    @Test
    void aCommitInBetweenCounts() throws IOException {
        inserted(row(1L, 1, "a"));
        add("one", "n > 0 or s = 'a'");
        UUID fragment = table.snapshot().fragments().get(0).id();
        Transaction first = table.begin("n");
        Sidecars.modify(first, folder, fragment, "n", Map.of(0L, -1));
        Transaction second = table.begin("s");
        Sidecars.modify(second, folder, fragment, "s", Map.of(0L, "z"));
        first.commit();
        refused("k = 1, n = -1, s = 'z' breaks the constraint 'one'", second::commit);
    }

    @Test
    void aConstraintThatComesInBetweenCounts() throws IOException {
        Transaction late = table.begin("insert");
        insert(late, folder, row(1L, -1, "a"));
        add("positive", "n > 0");
        refused("k = 1, n = -1 breaks", late::commit);
        Transaction adds = table.begin("add");
        adds.setProperties(table.snapshot().properties().withCheck("small", "n < 100"));
        inserted(row(2L, 500, "a"));
        refused("k = 2, n = 500 breaks the constraint 'small'", adds::commit);
    }

    /** A release that does not know constraints must not write the table: the writer feature says so. */
    @Test
    void theFeatureIsThereAsLongAsAConstraint() throws IOException {
        assertEquals(Set.of("sidecars-in-log"), writerFeatures());
        add("a", "n > 0");
        add("b", "n > -1");
        assertEquals(Set.of("check", "sidecars-in-log"), writerFeatures());
        for (int i = 0; i < 5; i++) { // beyond a checkpoint
            inserted(row((long) i, 1, "x"));
        }
        table = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(Set.of("check", "sidecars-in-log"), writerFeatures());
        drop("A");
        assertEquals(Set.of("check", "sidecars-in-log"), writerFeatures());
        drop("b");
        assertEquals(Set.of("sidecars-in-log"), writerFeatures());
        LogContents last = new Log(folder).entry(table.snapshot().version()).orElseThrow();
        assertEquals(Set.of("sidecars-in-log"), last.features().orElseThrow().writer());
        inserted(row(9L, -1, "x"));
    }

    @Test
    void aTableIsMadeWithConstraints() throws IOException {
        MemoryFolder other = new MemoryFolder();
        table = Table.create(other, Rows.schema(), KEY_K.withCheck("c", "n >= 0"), TableSettings.DEFAULT);
        assertEquals(Set.of("check", "sidecars-in-log"), writerFeatures());
        refused("breaks the constraint 'c'", () -> inserted(row(1L, -1, "a")));
    }

    @Test
    void columnsOfAConstraintStay() throws IOException {
        add("positive", "n > 0");
        Schema schema = table.snapshot().schema();
        String why = "column 'n' belongs to the constraint 'positive' (n > 0), so it can't be dropped or renamed:"
                + " drop the constraint first";
        refused(
                why,
                () -> TableOperations.of(table)
                        .alter(s -> new SchemaEdit(s).drop("n").schema()));
        refused(
                why,
                () -> TableOperations.of(table)
                        .alter(s -> new SchemaEdit(s).rename("n", "m").schema()));
        TableOperations.of(table)
                .alter(s ->
                        new SchemaEdit(s).widen("n", Rows.LONG).rename("s", "t").schema());
        assertEquals(3, schema.fields().size());
        inserted(row(1L, 1L << 40, "a"));
        refused(
                "k = 1, n = -1 breaks",
                () -> TableOperations.of(table).update(List.of(ConditionText.assignment("n = -1")), Optional.empty()));
    }

    @Test
    void whatIsNoConstraintIsRefused() throws IOException {
        refused("no column 'm'", () -> add("c", "m > 0"));
        refused("the constraint 'c': the condition can't be read", () -> add("c", "n >"));
        refused("the constraint 'c' (n > 'x')", () -> add("c", "n > 'x'"));
        refused("not a valid name of a constraint", () -> add("a b", "n > 0"));
        add("c", "n > 0");
        refused("the table has a constraint 'c' (n > 0)", () -> add("C", "n > 1"));
        refused("no constraint 'd', it has c", () -> drop("d"));
    }

    @Test
    void compactionsGoOn() throws IOException {
        add("named", "s <> 'x'");
        inserted(row(1L, 1, "a"));
        inserted(row(2L, 2, "b"));
        Snapshot before = table.snapshot();
        CompactionPlan plan = Compaction.plan(before, Long.MAX_VALUE, EAGER);
        assertEquals(1, plan.chosen().size());
        Compaction.run(table, plan, WriterOptions.DEFAULT);
        assertEquals(1, table.snapshot().fragmentCount());
        assertEquals(read(before), read(table.snapshot()));
    }

    @Test
    void aRollbackBringsTheConstraintsOfItsVersion() throws IOException {
        inserted(row(1L, -1, "a"));
        long version = table.snapshot().version();
        TableOperations.of(table).truncate();
        add("positive", "n > 0");
        TableOperations.of(table).rollback(version);
        assertEquals(Map.of(), table.snapshot().properties().checks());
        assertEquals(Set.of("sidecars-in-log"), writerFeatures());
        assertEquals(List.of("[1, -1, a]"), read(table.snapshot()));
    }

    @Test
    void randomChangesKeepTheConstraints() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        Random random = new Random(seed);
        add("c", "n between -5 and 5 or s = 'free'");
        Map<Long, Object[]> model = new HashMap<>();
        for (int step = 0; step < 60; step++) {
            long key = random.nextInt(8);
            Integer n = random.nextInt(5) == 0 ? null : (Integer) (random.nextInt(16) - 8);
            String s = List.of("free", "bound").get(random.nextInt(2));
            boolean isRight = n == null || Math.abs(n) <= 5 || s.equals("free");
            Object[] row = row(key, n, random.nextInt(6) == 0 ? null : s);
            isRight |= row[2] == null; // unknown or false is unknown
            boolean isDone = true;
            try (RowInsert upsert = TableOperations.of(table).upsert()) {
                upsert.write(batch(row));
                upsert.commit();
            } catch (TableException e) {
                isDone = false;
            }
            assertEquals(isRight, isDone, "seed " + seed + ", step " + step + ": " + Arrays.toString(row));
            if (isDone) {
                model.put(key, row);
            }
        }
        List<String> expected = new ArrayList<>();
        model.values().forEach(row -> expected.add(Arrays.toString(row)));
        assertEquals(
                expected.stream().sorted().toList(),
                read(table.snapshot()).stream().sorted().toList(),
                "seed " + seed);
    }
}
