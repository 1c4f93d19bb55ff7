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

import dev.stoa.delta.Anchors;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.log.SmallParts;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A golden table holds the bytes of entries, checkpoints and sidecars still: it is read, by both readers, to the rows that stand
 * beside it, and written again, to the same bytes. A deliberate change of the bytes of edition 1 is made by running this test
 * with {@code -Dstoa.golden.update=true}; say why in {@code docs/adr}.
 */
@Tag("smoke")
class GoldenTableTest {
    private static final Path GOLDEN =
            ReferenceTables.root().resolve("format-spec/src/test/resources/golden/edition-1");
    private static final Path FOLDER = GOLDEN.resolve("table");
    private static final Path EXPIRED = GOLDEN.resolve("table-expired");
    private static final Path PARTS = GOLDEN.resolve("table-parts");
    private static final Path EVOLVED = GOLDEN.resolve("table-evolved");
    private static final Path ADOPTED = GOLDEN.resolve("table-adopted");
    private static final Path SIDECARS = GOLDEN.resolve("table-sidecars");
    private static final boolean UPDATE = Boolean.getBoolean("stoa.golden.update");

    @TempDir
    private Path made;

    private final Random random = new Random(14);
    private LocalFolder folder;

    private UUID id() {
        return new UUID(random.nextLong() & ~0xF000L | 0x4000, random.nextLong() >>> 2 | Long.MIN_VALUE);
    }

    private WriterOptions options() {
        return WriterOptions.DEFAULT.withCreatedBy("golden").withUuid(id());
    }

    private UUID insert(Transaction transaction, Object[]... rows) throws IOException {
        String path = transaction.newDataFile();
        Schema schema = transaction.snapshot().schema();
        try (StoaWriter writer = StoaWriter.create(folder.create(path, SinkOptions.DEFAULT), schema, options())) {
            writer.write(JavaRows.batch(schema, List.of(rows)));
            writer.finish();
        }
        return transaction.addFragment(path);
    }

    private interface Change {
        void to(SidecarWriter writer) throws IOException;
    }

    private void change(Transaction transaction, UUID of, long rows, Optional<UUID> guest, Change change)
            throws IOException {
        String path = transaction.newSidecar();
        SidecarTarget target =
                new SidecarTarget(of.toString(), rows, transaction.snapshot().version());
        try (SidecarWriter writer = SidecarWriter.create(
                folder.create(path, SinkOptions.DEFAULT),
                target,
                List.of(transaction.snapshot().schema().fields().get(2)),
                options())) {
            change.to(writer);
            writer.finish();
        }
        transaction.addSidecar(of, path, guest);
    }

    private TableSettings settings() {
        return TableSettings.DEFAULT
                .withClock(Clock.fixed(Instant.parse("2024-02-03T04:05:06.789Z"), ZoneOffset.UTC))
                .withIds(this::id);
    }

    /** All actions of a log, and a checkpoint. */
    private Table make() throws IOException {
        folder = new LocalFolder(made);
        Table table = Table.create(
                folder,
                Rows.schema(),
                new TableProperties(
                        List.of(new TableProperties.SortColumn(1, false, true)),
                        List.of(1),
                        List.of(),
                        Map.of("a", "b")),
                settings());
        Transaction insert = table.begin("insert");
        UUID host = insert(
                insert, Rows.row(1L, 10, "a"), Rows.row(3L, null, "b"), Rows.row(5L, 30, null), Rows.row(7L, 40, "d"));
        insert.insertKeys(new long[] {5, -7, 11});
        insert.commit();
        Transaction placed = table.begin("insert between");
        UUID guest = insert(placed, Rows.row(2L, 15, "new"), Rows.row(9L, 90, "last"));
        change(
                placed,
                host,
                4,
                Optional.of(guest),
                writer -> writer.anchor(Anchors.of(new long[] {1, 4}, new long[] {1, 1})));
        placed.commit();
        Transaction changed = table.begin("change");
        change(changed, host, 4, Optional.empty(), writer -> {
            writer.delete(RowRanges.of(0, 3));
            writer.modify(
                    3,
                    new long[] {1, 2},
                    JavaRows.batch(
                                    new Schema(List.of(Rows.schema().fields().get(2))),
                                    List.<Object[]>of(new Object[] {"B"}, new Object[] {null}))
                            .column(0));
        });
        changed.commit();
        Transaction columns = table.begin("columns");
        Schema one = new Schema(List.of(table.snapshot().schema().fields().get(1)));
        String path = columns.newDataFile();
        try (StoaWriter writer = StoaWriter.create(folder.create(path, SinkOptions.DEFAULT), one, options())) {
            writer.write(JavaRows.batch(
                    one,
                    List.<Object[]>of(new Object[] {11}, new Object[] {22}, new Object[] {33}, new Object[] {44})));
            writer.finish();
        }
        columns.replaceColumns(host, path, List.of(2));
        columns.setSchema(new SchemaEdit(table.snapshot())
                .widen("n", Rows.LONG)
                .rename("s", "text")
                .schema());
        columns.commit();
        for (int i = 0; i < 3; i++) {
            Transaction other = table.begin("insert and remove");
            UUID added = insert(other, Rows.row(100L + i, i, "gone"));
            other.commit();
            Transaction gone = table.begin("remove");
            if (i < 2) {
                gone.removeFragment(added);
            } else {
                gone.setProperties(table.snapshot().properties().withOther(Map.of("c", "d")));
            }
            gone.commit();
        }
        return table;
    }

    private static List<String> files(Path of) throws IOException {
        try (Stream<Path> all = Files.walk(of)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> of.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theSameBytesAreWritten() throws IOException {
        Table table = make();
        assertWrites(FOLDER, table);
        assertTrue(files(FOLDER).contains("_stoa/0000000000000000008.checkpoint"));
    }

    /** Two expiries, each of which raises the floor. */
    @Test
    void theSameMarkersAreWritten() throws IOException {
        Table table = make();
        for (int keep : new int[] {5, 3}) {
            Expiry.plan(table, Duration.ZERO, keep, Duration.ZERO).run();
        }
        assertWrites(EXPIRED, table);
        assertEquals(
                List.of("_stoa/floor/0000000000000000001", "_stoa/floor/0000000000000000002"),
                files(EXPIRED).stream().filter(file -> file.contains("floor")).toList());
    }

    /** A checkpoint with new parts, and one that shares some of them. */
    @Test
    void theSamePartsAreWritten() throws IOException {
        make();
        Transaction more = open(made).begin("insert");
        UUID changed = id();
        for (long i = 0; i < 5; i++) {
            changed = insert(more, Rows.row(200L + i, i, "part"), Rows.row(300L + i, i, "part"));
        }
        more.commit();
        SmallParts.checkpoint(folder, open(made).snapshot().state(), 4, this::id);
        Transaction less = open(made).begin("change");
        less.removeFragment(less.snapshot().fragments().get(3).id());
        change(less, changed, 2, Optional.empty(), writer -> writer.delete(RowRanges.of(1)));
        less.commit();
        SmallParts.checkpoint(folder, open(made).snapshot().state(), 4, this::id);
        Table table = open(made);
        assertEquals(2, table.snapshot().state().held().base().size());
        assertWrites(PARTS, table);
        assertEquals(
                2, files(PARTS).stream().filter(file -> file.contains("parts/")).count());
    }

    /** Sidecars in entries, and in a checkpoint with a part. */
    @Test
    void theSameSidecarsInTheLogAreWritten() throws IOException, InterruptedException {
        folder = new LocalFolder(made);
        Map<String, String> small = Map.of(TableProperties.PART_FRAGMENTS, "2");
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE.withOther(small), settings());
        for (long i = 0; i < 2; i++) {
            commit(table, Rows.row(2 * i, 1, "a"), Rows.row(2 * i + 1, 2, "b"));
        }
        for (int i = 0; i < 3; i++) {
            Transaction transaction = table.begin("delete");
            Fragment fragment = transaction.snapshot().fragments().get(i / 2);
            try (ChangeWriter writer = new ChangeWriter(transaction.snapshot(), options())) {
                if (i == 1) {
                    Batch changed = JavaRows.batch(Rows.schema(), List.<Object[]>of(Rows.row(1L, null, "changed")));
                    writer.update(fragment.id(), new long[] {1}, changed);
                } else {
                    writer.delete(fragment.id(), i / 2);
                }
                transaction.addSidecar(writer.finish().get(0), Optional.empty());
            }
            transaction.commit();
        }
        assertWrites(SIDECARS, open(made));
        List<String> files = files(SIDECARS);
        assertTrue(files.stream().anyMatch(file -> file.contains("parts/")), files::toString);
        assertTrue(files.stream().noneMatch(file -> file.contains("sidecars/")), files::toString);
        List<String> expected = Files.readAllLines(rows(SIDECARS), StandardCharsets.UTF_8);
        assertEquals(2, expected.size());
        assertEquals(expected, ReferenceTables.run("table", SIDECARS));
        Damage.assertSound(new LocalFolder(SIDECARS));
    }

    /** Every way in which a field may become another one, with rows from before and after it. */
    private Table evolve() throws IOException {
        folder = new LocalFolder(made);
        Schema first = Schema.of(
                Field.required("tiny", Type.of(TypeKind.INT8)),
                Field.nullable("whole", Type.of(TypeKind.INT32)),
                Field.nullable("unsigned", Type.of(TypeKind.UINT8)),
                Field.nullable("half", Type.of(TypeKind.FLOAT16)),
                Field.nullable("single", Type.of(TypeKind.FLOAT32)),
                Field.nullable("price", Type.decimal(9, 2)),
                Field.nullable("large", Type.decimal(20, 2)),
                Field.nullable("word", Type.sized(TypeKind.VARCHAR, 5)),
                Field.nullable("sized", Type.sized(TypeKind.VARCHAR, 5)),
                Field.nullable("text", Type.of(TypeKind.STRING)),
                Field.nullable("gone", Type.of(TypeKind.INT32)),
                Field.required("must", Type.of(TypeKind.INT64)),
                Field.nullable("nothing", Type.of(TypeKind.NULL)),
                Field.nullable(
                        "s",
                        Type.struct(List.of(
                                Field.nullable("a", Type.of(TypeKind.INT16)),
                                Field.nullable("b", Type.of(TypeKind.STRING))))),
                Field.nullable("list", Type.list(Field.nullable("element", Type.of(TypeKind.INT32)))));
        Table table = Table.create(folder, first, TableProperties.NONE, settings());
        commit(
                table,
                new Object[] {
                    -128,
                    7,
                    255,
                    1.5f,
                    0.1f,
                    new BigDecimal("1.25"),
                    new BigDecimal("-7.50"),
                    "word",
                    "five5",
                    "old",
                    1,
                    3L,
                    null,
                    new Object[] {-2, "b"},
                    Arrays.asList(1, null)
                },
                new Object[] {127, null, null, null, null, null, null, null, null, null, null, 4L, null, null, null});
        Transaction evolution = table.begin("evolve");
        evolution.setSchema(new SchemaEdit(table.snapshot())
                .widen("tiny", Type.of(TypeKind.INT16))
                .widen("whole", Rows.LONG)
                .widen("unsigned", Type.of(TypeKind.UINT32))
                .widen("single", Type.of(TypeKind.FLOAT64))
                .widen("price", Type.decimal(30, 2))
                .widen("large", Type.decimal(50, 2))
                .widen("word", Type.of(TypeKind.STRING))
                .widen("sized", Type.sized(TypeKind.VARCHAR, 9))
                .rename("text", "note")
                .drop("gone")
                .makeNullable("must")
                .widen("nothing", Type.of(TypeKind.INT32))
                .within(
                        List.of("s"),
                        s -> s.widen("a", Type.of(TypeKind.INT32))
                                .rename("a", "renamed")
                                .drop("b")
                                .add(Field.nullable("c", Rows.LONG)))
                .within(List.of("list"), list -> list.widen("element", Rows.LONG))
                .add(Field.nullable("added", Type.of(TypeKind.STRING)))
                .move("note", 0)
                .schema());
        evolution.commit();
        commit(table, new Object[] {
            "new",
            32_767,
            1L << 40,
            4_294_967_295L,
            -0.5f,
            1e300,
            new BigDecimal("9".repeat(28) + ".99"),
            new BigDecimal("-" + "9".repeat(48) + ".99"),
            "longer word",
            "nine nine",
            null,
            5,
            new Object[] {1 << 20, 8L},
            List.of(1L << 40),
            "added"
        });
        // a name that comes again is another field
        Transaction again = table.begin("evolve");
        again.setSchema(new SchemaEdit(table.snapshot()).drop("added").schema());
        again.commit();
        again = table.begin("evolve");
        again.setSchema(new SchemaEdit(table.snapshot())
                .add(Field.nullable("added", Type.of(TypeKind.INT32)))
                .schema());
        again.commit();
        commit(table, new Object[] {null, 1, null, null, null, null, null, null, null, null, 6L, null, null, null, 10});
        return table;
    }

    private void commit(Table table, Object[]... rows) throws IOException {
        Transaction transaction = table.begin("insert");
        insert(transaction, rows);
        transaction.commit();
    }

    @Test
    void everyEvolutionIsRead() throws IOException, InterruptedException {
        assertWrites(EVOLVED, evolve());
        List<String> expected = Files.readAllLines(rows(EVOLVED), StandardCharsets.UTF_8);
        assertEquals(4, expected.size());
        assertTrue(expected.get(0).contains("\"note\":\"old\",\"tiny\":-128,\"whole\":7,"), expected.get(0));
        assertEquals(expected, ReferenceTables.run("table", EVOLVED));
        Damage.assertSound(new LocalFolder(EVOLVED));
    }

    /** Files without field ids and with them, below fields of maps that became wider. */
    private Table adopt() throws IOException {
        folder = new LocalFolder(made);
        Type value = Type.struct(List.of(
                Field.nullable("a", Type.of(TypeKind.INT16)), Field.nullable("gone", Type.of(TypeKind.STRING))));
        Schema first = Schema.of(
                Field.required("k", Rows.LONG),
                Field.nullable(
                        "counts",
                        Type.map(Field.required("key", Rows.STRING), Field.nullable("value", Type.of(TypeKind.INT32)))),
                Field.nullable("things", Type.map(Field.required("key", Rows.INT), Field.nullable("value", value))),
                Field.nullable("note", Rows.STRING));
        Object[][] before = {
            {
                1L,
                List.of(Map.entry("one", 1), new AbstractMap.SimpleEntry<>("none", null)),
                List.of(Map.entry(-1, new Object[] {-7, "gone"})),
                "old"
            },
            {2L, null, List.of(), null}
        };
        for (String name : List.of("b.stoa", "a.stoa")) {
            try (StoaWriter writer = StoaWriter.create(folder.create(name, SinkOptions.DEFAULT), first, options())) {
                writer.write(JavaRows.batch(first, List.of(before)));
                writer.finish();
            }
        }
        Table table = Table.adopt(folder, TableProperties.NONE, settings());
        commit(table, before);
        Transaction evolution = table.begin("evolve");
        evolution.setSchema(new SchemaEdit(table.snapshot())
                .within(List.of("counts"), counts -> counts.widen("value", Rows.LONG))
                .within(List.of("things"), things -> things.widen("key", Rows.LONG))
                .within(
                        List.of("things", "value"),
                        thing -> thing.widen("a", Rows.LONG)
                                .rename("a", "renamed")
                                .drop("gone")
                                .add(Field.nullable("new", Rows.STRING)))
                .rename("note", "text")
                .add(Field.nullable("note", Rows.INT))
                .schema());
        evolution.commit();
        commit(table, new Object[] {
            3L,
            List.of(Map.entry("many", 1L << 40)),
            List.of(Map.entry(1L << 41, new Object[] {1L << 42, "new"})),
            "now",
            4
        });
        return table;
    }

    @Test
    void filesWithoutIdsAndValuesOfMapsAreRead() throws IOException, InterruptedException {
        assertWrites(ADOPTED, adopt());
        List<String> expected = Files.readAllLines(rows(ADOPTED), StandardCharsets.UTF_8);
        assertEquals(7, expected.size());
        String old = "0,{\"k\":1,\"counts\":[[\"one\",1],[\"none\",null]],"
                + "\"things\":[[-1,{\"renamed\":-7,\"new\":null}]],\"text\":\"old\",\"note\":null}]";
        assertEquals(3, expected.stream().filter(line -> line.endsWith(old)).count(), expected::toString);
        assertEquals(expected, ReferenceTables.run("table", ADOPTED));
        Damage.assertSound(new LocalFolder(ADOPTED));
    }

    private Table open(Path path) throws IOException {
        return Table.open(new LocalFolder(path), settings());
    }

    @Test
    void bothReadersReadParts() throws IOException, InterruptedException {
        List<String> expected = Files.readAllLines(rows(PARTS), StandardCharsets.UTF_8);
        Table table = open(PARTS);
        assertEquals(12, table.snapshot().version());
        assertEquals(expected, ReferenceTables.lines(table.snapshot()));
        assertEquals(expected, ReferenceTables.run("table", PARTS));
        Damage.assertSound(new LocalFolder(PARTS));
    }

    private static Path rows(Path table) {
        return table.resolveSibling(table.getFileName() + ".jsonl");
    }

    private void assertWrites(Path golden, Table table) throws IOException {
        List<String> rows = ReferenceTables.lines(table.snapshot());
        if (UPDATE) {
            for (String old : Files.isDirectory(golden) ? files(golden) : List.<String>of()) {
                Files.delete(golden.resolve(old));
            }
            for (String file : files(made)) {
                Files.createDirectories(golden.resolve(file).getParent());
                Files.copy(made.resolve(file), golden.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.writeString(rows(golden), String.join("\n", rows) + "\n");
        }
        assertEquals(Files.readAllLines(rows(golden), StandardCharsets.UTF_8), rows);
        assertEquals(files(golden), files(made));
        for (String file : files(golden)) {
            int at = Arrays.mismatch(Files.readAllBytes(golden.resolve(file)), Files.readAllBytes(made.resolve(file)));
            assertEquals(
                    -1,
                    at,
                    () -> file + ": other bytes are written, from byte " + at
                            + " on. If that is meant, run this test with -Dstoa.golden.update=true and say why in docs/adr");
        }
    }

    @Test
    void bothReadersReadThem() throws IOException, InterruptedException {
        for (Path golden : List.of(FOLDER, EXPIRED)) {
            List<String> expected = Files.readAllLines(rows(golden), StandardCharsets.UTF_8);
            Table table = Table.open(new LocalFolder(golden), TableSettings.DEFAULT);
            assertEquals(10, table.snapshot().version());
            assertEquals(expected, ReferenceTables.lines(table.snapshot()));
            assertEquals(expected, ReferenceTables.run("table", golden));
            assertEquals(
                    List.of("[2, 15, new]", "[3, 22, B]", "[5, 33, null]", "[9, 90, last]", "[102, 2, gone]"),
                    Rows.read(table.snapshot().scan().ordered()));
            Damage.assertSound(new LocalFolder(golden));
        }
    }
}
