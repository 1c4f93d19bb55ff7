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
package dev.stoa.delta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sidecars are written and read, alone and stacked, and overlaid on their data. */
@Tag("smoke")
class SidecarTest {
    private static final Schema SCHEMA = Schema.of(
            field("flag", Type.of(TypeKind.BOOLEAN), 1),
            field("small", Type.of(TypeKind.INT32), 2),
            field("large", Type.of(TypeKind.INT64), 30),
            field("unsigned", Type.of(TypeKind.UINT64), 4),
            field("exact", Type.decimal(30, 2), 5),
            field("number", Type.of(TypeKind.FLOAT64), 6),
            field("text", Type.of(TypeKind.STRING), 7),
            field("word", Type.of(TypeKind.STRING), -8),
            field("instant", Type.timestamp(9, true), 9),
            field("list", Type.list(Field.nullable("element", Type.of(TypeKind.STRING))), 10),
            field(
                    "struct",
                    Type.struct(List.of(
                            Field.nullable("a", Type.of(TypeKind.INT32)),
                            Field.nullable("b", Type.list(Field.nullable("element", Type.of(TypeKind.INT64)))))),
                    11),
            field(
                    "map",
                    Type.map(
                            Field.required("key", Type.of(TypeKind.STRING)),
                            Field.nullable("value", Type.of(TypeKind.INT64))),
                    12));

    @TempDir
    Path folder;

    static LongStream seeds() {
        Long number = Long.getLong("stoa.test.seeds");
        long first = number == null ? 1 : Long.getLong("stoa.seed", 1);
        return LongStream.range(first, first + (number == null ? 3 : number));
    }

    private static Field field(String name, Type type, int id) {
        return Field.nullable(name, type).withFieldId(id);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void stackedSidecarsGiveTheRowsAsChanged(long seed) throws IOException {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(6000);
        List<Object[]> rows = rows(random, count);
        Path data = folder.resolve("data");
        write(data, SCHEMA, rows);
        List<Object> model = new ArrayList<>(images(data));
        List<RowChanges> layers = new ArrayList<>();
        List<RowChanges> ofPart = new ArrayList<>();
        int from = random.nextInt(count);
        int to = from + random.nextInt(count - from + 1);
        for (int layer = 0; layer < 3; layer++) {
            Path path = folder.resolve("sidecar" + layer);
            SidecarSummary summary = writeLayer(path, count, model, layer, random);
            try (Sidecar sidecar = Sidecar.open(RangeSources.open(path))) {
                assertEquals(new SidecarTarget("f", count, layer), sidecar.target());
                assertEquals(text(summary), text(sidecar.summary()), "seed " + seed);
                layers.add(sidecar.changes(names(), 0, count));
                ofPart.add(sidecar.changes(names(), from, to));
            }
        }
        String what = "seed " + seed;
        assertEquals(expected(model, 0, count), scanned(data, RowChanges.stack(layers), 0, count), what);
        assertEquals(expected(model, from, to), scanned(data, RowChanges.stack(ofPart), from, to), what);
    }

    private static Map<Integer, String> names() {
        Map<Integer, String> names = new HashMap<>();
        SCHEMA.fields().forEach(field -> names.put(field.fieldId().orElseThrow(), field.name()));
        return names;
    }

    /** Deletes and modifies rows of the model; a deleted row is null there. */
    private SidecarSummary writeLayer(Path path, int count, List<Object> model, int version, Random random)
            throws IOException {
        Path news = folder.resolve("news");
        write(news, SCHEMA, rows(random, 1 + random.nextInt(700)));
        List<Object> images = images(news);
        try (SidecarWriter writer = SidecarWriter.create(
                        LocalFileSink.create(path, SinkOptions.DEFAULT),
                        new SidecarTarget("f", count, version),
                        SCHEMA.fields(),
                        WriterOptions.DEFAULT);
                StoaFile file = StoaFile.open(RangeSources.open(news))) {
            int row = random.nextInt(50);
            while (row < count) {
                int end = Math.min(count, row + 1 + random.nextInt(4));
                writer.delete(RowRanges.between(row, end));
                for (int i = row; i < end; i++) {
                    model.set(i, List.of());
                }
                row = end + random.nextInt(random.nextInt(20) == 0 ? 4000 : 30);
            }
            for (int c = 0; c < SCHEMA.fields().size(); c++) {
                long[] places = random.ints(images.size(), 0, count)
                        .sorted()
                        .distinct()
                        .asLongStream()
                        .toArray();
                modify(writer, file, c, places);
                for (int i = 0; i < places.length; i++) {
                    List<Object> old = list(model.get((int) places[i]));
                    if (!old.isEmpty()) {
                        List<Object> changed = new ArrayList<>(old);
                        changed.set(c, list(images.get(i)).get(c));
                        model.set((int) places[i], changed);
                    }
                }
            }
            return writer.finish();
        }
    }

    private static void modify(SidecarWriter writer, StoaFile news, int column, long[] places) throws IOException {
        Field field = SCHEMA.fields().get(column);
        int at = 0;
        try (Scan scan = news.scan()
                .select(List.of(ColumnPath.of(field.name())))
                .rows(0, places.length)
                .batchRows(700)
                .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                long[] some = Arrays.copyOfRange(places, at, at + batch.rowCount());
                writer.modify(field.fieldId().orElseThrow(), some, batch.column(0));
                at += batch.rowCount();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    private static Map<Long, Object> expected(List<Object> model, int from, int to) {
        Map<Long, Object> expected = new TreeMap<>();
        for (int i = from; i < to; i++) {
            if (!list(model.get(i)).isEmpty()) {
                expected.put((long) i, model.get(i));
            }
        }
        return expected;
    }

    private static List<Object> images(Path path) throws IOException {
        return new ArrayList<>(scanned(path, RowChanges.NONE, 0, Long.MAX_VALUE).values());
    }

    private static Map<Long, Object> scanned(Path path, RowChanges changes, long from, long to) throws IOException {
        Map<Long, Object> rows = new TreeMap<>();
        try (StoaFile file = StoaFile.open(RangeSources.open(path))) {
            ScanBuilder builder = file.scan().changes(changes).rows(from, Math.min(to, file.rowCount()));
            try (Scan scan = builder.build()) {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    for (int i = 0; i < batch.selectedCount(); i++) {
                        List<Object> row = new ArrayList<>();
                        for (ColumnVector column : batch.columns()) {
                            row.add(Values.of(column, batch.selected(i)));
                        }
                        rows.put(batch.firstRow() + batch.selected(i), row);
                    }
                }
            }
        }
        return rows;
    }

    private static String text(SidecarSummary summary) {
        StringBuilder text = new StringBuilder(summary.deletedRows() + " " + summary.insertedRows());
        for (SidecarSummary.FieldChange field : summary.fields()) {
            text.append("; ").append(field.fieldId()).append(' ').append(field.type());
            text.append(' ')
                    .append(field.rows())
                    .append(' ')
                    .append(field.values().nullCount());
            text.append(' ').append(field.values().min().map(v -> Values.of(v, 0)));
            text.append(' ').append(field.values().max().map(v -> Values.of(v, 0)));
        }
        return text.toString();
    }

    private static void write(Path path, Schema schema, List<Object[]> rows) throws IOException {
        Files.deleteIfExists(path);
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            for (Object[] row : rows) {
                writer.rows().append(row);
            }
            writer.finish();
        }
    }

    private static List<Object[]> rows(Random random, int count) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Object[] row = {
                random.nextBoolean(),
                random.nextInt(100),
                random.nextLong(),
                new BigInteger(64, random),
                new BigDecimal(new BigInteger(90, random), 2),
                random.nextInt(1000) / 10.0,
                "text " + random.nextInt(1_000_000),
                "word " + random.nextInt(5),
                new BigInteger(60, random),
                random.ints(random.nextInt(3), 0, 9).mapToObj(e -> "e" + e).toList(),
                new Object[] {random.nextInt(9), random.nextBoolean() ? List.of(1L, 2L) : null},
                Map.of("k" + random.nextInt(9), random.nextLong())
            };
            for (int c = 0; c < row.length; c++) {
                row[c] = random.nextInt(8) == 0 ? null : row[c];
            }
            rows.add(row);
        }
        return rows;
    }

    @Test
    void anchorsComeBack() throws IOException {
        Path path = folder.resolve("anchors");
        Anchors anchors = Anchors.of(new long[] {0, 7, 100}, new long[] {2, 1, 5});
        try (SidecarWriter writer = writer(path, 100)) {
            writer.anchor(anchors);
            assertEquals(8, writer.finish().insertedRows());
        }
        try (Sidecar sidecar = Sidecar.open(RangeSources.open(path))) {
            Anchors read = sidecar.anchors();
            assertEquals(3, read.size());
            for (int i = 0; i < 3; i++) {
                assertEquals(anchors.position(i), read.position(i));
                assertEquals(anchors.count(i), read.count(i));
            }
            assertTrue(sidecar.deletedRows().isEmpty());
            assertTrue(sidecar.changes(names(), 0, 100).isEmpty());
        }
    }

    @Test
    void runsThatTouchBecomeOne() throws IOException {
        Path path = folder.resolve("runs");
        try (SidecarWriter writer = writer(path, 100)) {
            writer.delete(RowRanges.between(3, 5));
            writer.delete(RowRanges.between(5, 9));
            writer.delete(RowRanges.between(20, 100));
            writer.anchor(Anchors.NONE);
            SidecarSummary summary = writer.finish();
            assertEquals(86, summary.deletedRows());
            assertEquals(List.of(), summary.fields());
        }
        try (Sidecar sidecar = Sidecar.open(RangeSources.open(path))) {
            assertEquals("3..8, 20..99", sidecar.deletedRows().toString());
            assertEquals(
                    "4..8, 20", sidecar.changes(names(), 4, 21).deletedRows().toString());
        }
    }

    @Test
    void whatIsNotGivenInOrderOrWithinTheFragmentIsRefused() throws IOException {
        LongVector one = new LongVector(Type.of(TypeKind.INT64), new long[1], ColumnVector.NO_NULLS, 1);
        try (SidecarWriter writer = writer(folder.resolve("refused"), 100)) {
            writer.delete(RowRanges.between(3, 5));
            IllegalArgumentException overlap =
                    assertThrows(IllegalArgumentException.class, () -> writer.delete(RowRanges.between(4, 6)));
            assertTrue(overlap.getMessage().startsWith("rows 4..5 are not behind the 5 rows"), overlap.getMessage());
            assertThrows(IllegalArgumentException.class, () -> writer.delete(RowRanges.between(99, 101)));
            writer.modify(30, new long[] {5}, one);
            assertThrows(IllegalArgumentException.class, () -> writer.modify(30, new long[] {5}, one));
            assertThrows(IllegalArgumentException.class, () -> writer.modify(30, new long[] {100}, one));
            assertThrows(IllegalArgumentException.class, () -> writer.modify(31, new long[] {6}, one));
            assertThrows(IllegalArgumentException.class, () -> writer.modify(30, new long[] {6, 7}, one));
            IntVector other = new IntVector(Type.of(TypeKind.INT32), new int[1], ColumnVector.NO_NULLS, 1);
            assertThrows(IllegalArgumentException.class, () -> writer.modify(30, new long[] {6}, other));
            Anchors behind = Anchors.of(new long[] {101}, new long[] {1});
            assertThrows(IllegalArgumentException.class, () -> writer.anchor(behind));
        }
        try (var left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void fieldsAreKnownByTheirIds() throws IOException {
        Field n = Field.nullable("n", Type.of(TypeKind.INT64));
        for (List<Field> fields : List.of(
                List.of(n),
                List.of(n.withFieldId(4), Field.nullable("m", n.type()).withFieldId(4)))) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> SidecarWriter.create(
                            LocalFileSink.create(folder.resolve("none"), SinkOptions.DEFAULT),
                            new SidecarTarget("f", 100, 0),
                            fields,
                            WriterOptions.DEFAULT));
            String last = fields.get(fields.size() - 1).name();
            assertTrue(refused.getMessage().contains("'" + last + "'"), refused.getMessage());
            try (var left = Files.list(folder)) {
                assertEquals(0, left.count(), "the sink is closed");
            }
        }
    }

    /** Writers gather runs and places in pieces. */
    @Test
    void manyRunsAndPlacesComeBack() throws IOException {
        int many = 9000;
        Path path = folder.resolve("many");
        long[] places = LongStream.range(0, many).map(i -> 3 * i).toArray();
        long[] counts = LongStream.range(0, many).map(i -> 1 + i % 7).toArray();
        try (SidecarWriter writer = writer(path, 3L * many)) {
            writer.delete(RowRanges.of(places));
            writer.anchor(Anchors.of(places, counts));
            SidecarSummary summary = writer.finish();
            assertEquals(many, summary.deletedRows());
            assertEquals(LongStream.of(counts).sum(), summary.insertedRows());
        }
        try (Sidecar sidecar = Sidecar.open(RangeSources.open(path))) {
            assertEquals(RowRanges.of(places).toString(), sidecar.deletedRows().toString());
            assertEquals(many, sidecar.deletedRows().count());
            Anchors read = sidecar.anchors();
            assertEquals(many, read.size());
            for (int i = 0; i < many; i++) {
                assertEquals(places[i], read.position(i));
                assertEquals(counts[i], read.count(i));
            }
        }
    }

    @Test
    void rowsAreGoneToTheLastAndNotBeyond() throws IOException {
        LongVector one = new LongVector(Type.of(TypeKind.INT64), new long[] {5}, ColumnVector.NO_NULLS, 1);
        Path path = folder.resolve("last");
        try (SidecarWriter writer = writer(path, 100)) {
            writer.modify(30, new long[] {0}, one);
            writer.modify(30, new long[] {99}, one);
            writer.anchor(Anchors.of(new long[] {100}, new long[] {1}));
            Anchors none = Anchors.of(new long[0], new long[0]);
            assertThrows(IllegalStateException.class, () -> writer.anchor(none));
            writer.finish();
        }
        try (Sidecar sidecar = Sidecar.open(RangeSources.open(path))) {
            assertEquals(2, sidecar.changes(names(), 0, 100).changedRows("large"));
            assertEquals(1, sidecar.changes(names(), 0, 99).changedRows("large"));
            assertEquals(1, sidecar.changes(names(), 1, 100).changedRows("large"));
            assertEquals(0, sidecar.changes(names(), 1, 99).changedRows("large"));
            assertTrue(sidecar.changes(names(), 100, 100).isEmpty());
            assertThrows(IllegalArgumentException.class, () -> sidecar.changes(names(), -1, 100));
            assertThrows(IllegalArgumentException.class, () -> sidecar.changes(names(), 0, 101));
            assertThrows(IllegalArgumentException.class, () -> sidecar.changes(names(), 7, 6));
        }
    }

    /** Whoever gives the values knows nothing of the columns of sidecars. */
    @Test
    void aValueThatDoesNotFitIsToldByItsFieldAndRow() throws IOException {
        Field n = Field.required("n", Type.of(TypeKind.INT64)).withFieldId(1);
        Field list = Field.nullable("l", Type.list(Field.required("element", Type.of(TypeKind.INT64))))
                .withFieldId(2);
        LongVector good = new LongVector(n.type(), new long[2], ColumnVector.NO_NULLS, 2);
        LongVector bad = new LongVector(n.type(), new long[2], new boolean[] {false, true}, 2);
        try (SidecarWriter writer = writer("bad", n)) {
            writer.modify(1, new long[] {3, 8}, good);
            RejectedDataException e =
                    assertThrows(RejectedDataException.class, () -> writer.modify(1, new long[] {20, 30}, bad));
            assertEquals("n", e.column());
            assertEquals(30, e.row());
        }
        LongVector first = new LongVector(n.type(), new long[1], new boolean[] {true}, 1);
        try (SidecarWriter writer = writer("first", n)) {
            writer.modify(1, new long[] {3, 8}, good);
            RejectedDataException e =
                    assertThrows(RejectedDataException.class, () -> writer.modify(1, new long[] {50}, first));
            assertEquals(50, e.row());
        }
        ListVector lists = new ListVector(list.type(), new int[] {0, 2}, bad, ColumnVector.NO_NULLS, 1);
        try (SidecarWriter writer = writer("worse", list)) {
            RejectedDataException e =
                    assertThrows(RejectedDataException.class, () -> writer.modify(2, new long[] {40}, lists));
            assertTrue(e.column().startsWith("l."), e.column());
            assertEquals(1, e.row(), "the element: nobody knows its row");
        }
        ListVector each = new ListVector(list.type(), new int[] {0, 1, 2}, bad, ColumnVector.NO_NULLS, 2);
        assertEquals(1, rowOfProblem(list, each), "the element: nobody knows its row");
        assertEquals(50, rowOfProblem(n, bad));
    }

    /** The row of a value within a struct that does not fit, of the rows 40 and 50. */
    private long rowOfProblem(Field field, ColumnVector values) throws IOException {
        Field struct = Field.nullable("s", Type.struct(List.of(field))).withFieldId(3);
        StructVector structs = new StructVector(struct.type(), List.of(values), ColumnVector.NO_NULLS, 2);
        try (SidecarWriter writer = writer("struct", struct)) {
            RejectedDataException e =
                    assertThrows(RejectedDataException.class, () -> writer.modify(3, new long[] {40, 50}, structs));
            assertTrue(e.column().startsWith("s." + field.name()), e.column());
            return e.row();
        }
    }

    private SidecarWriter writer(String name, Field field) throws IOException {
        return SidecarWriter.create(
                LocalFileSink.create(folder.resolve(name), SinkOptions.DEFAULT),
                new SidecarTarget("f", 100, 0),
                List.of(field),
                WriterOptions.DEFAULT);
    }

    /** A new value that makes a pruned zone match is found by filter, and so is one by index-free pruning of zones. */
    @Test
    void newValuesAreFoundWhereZonesWerePruned() throws IOException {
        Schema schema = Schema.of(Field.required("n", Type.of(TypeKind.INT64)).withFieldId(1));
        List<Object[]> rows = new ArrayList<>();
        for (long i = 0; i < 200_000; i++) {
            rows.add(new Object[] {i});
        }
        Path data = folder.resolve("sorted");
        write(data, schema, rows);
        Path path = folder.resolve("new");
        try (SidecarWriter writer = SidecarWriter.create(
                LocalFileSink.create(path, SinkOptions.DEFAULT),
                new SidecarTarget("f", 200_000, 0),
                schema.fields(),
                WriterOptions.DEFAULT)) {
            long[] values = {199_999, 5};
            writer.modify(
                    1,
                    new long[] {10, 150_000},
                    new LongVector(Type.of(TypeKind.INT64), values, ColumnVector.NO_NULLS, 2));
            writer.finish();
        }
        try (Sidecar sidecar = Sidecar.open(RangeSources.open(path));
                StoaFile file = StoaFile.open(RangeSources.open(data));
                Scan scan = file.scan()
                        .changes(sidecar.changes(Map.of(1, "n"), 0, 200_000))
                        .filter(Filter.in("n", List.of(5L, 10L, 199_999L)))
                        .build()) {
            List<Long> found = new ArrayList<>();
            while (scan.next()) {
                for (int i = 0; i < scan.batch().selectedCount(); i++) {
                    found.add(scan.batch().firstRow() + scan.batch().selected(i));
                }
            }
            assertEquals(List.of(5L, 10L, 150_000L, 199_999L), found);
            assertTrue(scan.stats().vectorsPruned() > 10, scan.stats().toString());
        }
    }

    /** The example of the specification, as the golden file has it. */
    @Test
    void theExampleOfTheSpecificationIsWrittenAndRead() throws IOException {
        Path golden = Reference.root().resolve("format-spec/src/test/resources/golden/edition-1/sidecar.stoa");
        Path path = folder.resolve("example");
        try (SidecarWriter writer = SidecarWriter.create(
                LocalFileSink.create(path, SinkOptions.DEFAULT),
                new SidecarTarget("f", 100, 3),
                List.of(Field.nullable("n", Type.of(TypeKind.INT64)).withFieldId(5)),
                WriterOptions.DEFAULT
                        .withCreatedBy("golden")
                        .withUuid(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")))) {
            writer.delete(RowRanges.between(4, 6));
            writer.delete(RowRanges.between(20, 21));
            writer.anchor(Anchors.of(new long[] {7}, new long[] {3}));
            LongVector values =
                    new LongVector(Type.of(TypeKind.INT64), new long[] {42, 0}, new boolean[] {false, true}, 2);
            writer.modify(5, new long[] {0, 9}, values);
            writer.finish();
            assertEquals(Files.size(path), writer.bytes());
        }
        assertArrayEquals(Files.readAllBytes(golden), Files.readAllBytes(path));
        try (Sidecar sidecar = Sidecar.open(RangeSources.open(golden))) {
            assertEquals(new SidecarTarget("f", 100, 3), sidecar.target());
            assertEquals(
                    UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
                    sidecar.identity().uuid());
            assertEquals(
                    "[n: int64]",
                    sidecar.changedFields().stream()
                            .map(field -> field.name().replace("field_5", "n") + ": " + field.type())
                            .toList()
                            .toString());
            RowChanges changes = sidecar.changes(Map.of(5, "n"), 0, 100);
            assertEquals("4..5, 20", changes.deletedRows().toString());
            assertEquals(2, changes.changedRows("n"));
            assertEquals(7, sidecar.anchors().position(0));
            assertEquals(1, sidecar.summary().fields().get(0).values().nullCount());
        }
    }

    private SidecarWriter writer(Path path, long rows) throws IOException {
        return SidecarWriter.create(
                LocalFileSink.create(path, SinkOptions.DEFAULT),
                new SidecarTarget("f", rows, 0),
                SCHEMA.fields(),
                WriterOptions.DEFAULT);
    }
}
