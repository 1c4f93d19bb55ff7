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
package dev.stoa.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.KeyedChange;
import dev.stoa.table.RowInsert;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.CDataDictionaryProvider;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that come as dictionaries have the values that they have decoded. */
@Tag("smoke")
final class DictionariesTest {
    private static final int TABLES = Integer.getInteger("stoa.arrow.tables", 15);

    private static final Schema SCHEMA = SchemaEdit.numbered(Schema.of(
            Field.required("id", Type.of(TypeKind.INT64)),
            Field.nullable("text", Type.of(TypeKind.STRING)),
            Field.required("name", Type.sized(TypeKind.VARCHAR, 40)),
            Field.nullable("raw", Type.of(TypeKind.BINARY)),
            Field.nullable("doc", Type.of(TypeKind.JSON)),
            Field.nullable(
                    "point",
                    Type.struct(List.of(
                            Field.nullable("x", Type.of(TypeKind.STRING)),
                            Field.required("y", Type.of(TypeKind.INT32))))),
            Field.nullable("tags", Type.list(Field.nullable("element", Type.of(TypeKind.STRING)))),
            Field.nullable(
                    "pairs",
                    Type.map(
                            Field.required("key", Type.of(TypeKind.STRING)),
                            Field.nullable("value", Type.of(TypeKind.BINARY))))));

    private static final List<String> PATHS =
            List.of("text", "name", "raw", "doc", "point.x", "tags.element", "pairs.key", "pairs.value");

    @TempDir
    private Path folder;

    private long seed;
    private Random random = new Random(0);
    private int files;

    /** How many values a column of a file has: few become a dictionary of its blocks, many do not. */
    private final int[] kinds = new int[8];

    @Test
    void randomTables() throws IOException {
        long first = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("DictionariesTest: -Dstoa.seed=" + first);
        boolean sawIds = false;
        boolean sawPlain = false;
        for (int i = 0; i < TABLES; i++) {
            seed = first + i;
            random = new Random(seed);
            Table table = table(folder.resolve("table" + i), i % 10 == 0 ? 8_000 : 1_000);
            TableScanBuilder builder = table.snapshot().scan();
            int kind = random.nextInt(4);
            if (kind == 1) {
                builder.filter(Filter.less("id", random.nextInt(3_000)));
            } else if (kind == 2) {
                builder.filter(Filter.equal("text", "v1"));
            }
            if (random.nextBoolean()) {
                builder.batchRows(1 + random.nextInt(4_000));
            }
            check(builder, Way.values()[i % 3]);
            try (TableScan scan = table.snapshot().scan().build()) {
                while (scan.next()) {
                    boolean isIds =
                            ((BytesVector) scan.batch().column(1)).dictionary().isPresent();
                    sawIds |= isIds;
                    sawPlain |= !isIds;
                }
            }
        }
        assertTrue(sawIds && sawPlain, "scans with dictionaries, and without");
    }

    /** A table of several files; some rows are changed, some deleted. */
    private Table table(Path place, int rows) throws IOException {
        Table table = Table.create(
                new LocalFolder(Files.createDirectory(place)),
                SCHEMA,
                new TableProperties(List.of(), List.of(1), List.of(), Map.of()),
                TableSettings.DEFAULT);
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            try (RowInsert insert = TableOperations.of(table).insert()) {
                put(rows((long) i * rows, rows, 1), insert::write);
                insert.commit();
            }
        }
        if (random.nextBoolean()) {
            try (KeyedChange update = TableOperations.of(table).updateByKey()) {
                put(rows(0, random.nextInt(100), 1 + random.nextInt(rows / 100)), update::write);
                update.commit();
            }
        }
        if (random.nextBoolean()) {
            TableOperations.of(table).delete(Filter.between("id", rows / 2, rows / 2 + random.nextInt(rows)));
        }
        return table;
    }

    private interface Target {
        void write(Batch batch) throws IOException;
    }

    private void put(List<Object[]> rows, Target target) throws IOException {
        Path path = folder.resolve("rows" + files++);
        StoaFiles.write(path, SCHEMA, rows);
        try (StoaFile file = StoaFiles.open(path);
                Scan scan = file.scan().build()) {
            while (scan.next()) {
                target.write(scan.batch());
            }
        }
        Files.delete(path);
    }

    private List<Object[]> rows(long first, int count, int step) {
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = List.of(1, 3, 40, 2_000, 1_000_000).get(random.nextInt(5));
        }
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Object[] {
                first + (long) i * step,
                text(0),
                "n" + random.nextInt(kinds[1]),
                bytes(2),
                random.nextInt(4) == 0 ? null : "{\"a\":" + random.nextInt(kinds[3]) + "}",
                random.nextInt(9) == 0 ? null : new Object[] {text(4), i},
                random.nextInt(9) == 0 ? null : texts(),
                random.nextInt(9) == 0 ? null : pairs()
            });
        }
        return rows;
    }

    /** A text, which is rarely null, or empty. */
    private String text(int column) {
        int chance = random.nextInt(30);
        return chance == 0 ? null : chance == 1 ? "" : "v" + random.nextInt(kinds[column]);
    }

    private byte[] bytes(int column) {
        String text = text(column);
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private List<Object> texts() {
        List<Object> texts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            texts.add(text(5));
        }
        return texts;
    }

    private List<Object> pairs() {
        List<Object> pairs = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            pairs.add(new java.util.AbstractMap.SimpleEntry<>("k" + random.nextInt(kinds[6]), bytes(7)));
        }
        return pairs;
    }

    private void check(TableScanBuilder builder, Way way) throws IOException {
        String message = "seed " + seed;
        List<List<Object>> expected = StoaFiles.rows(builder.build());
        List<List<Object>> found = new ArrayList<>();
        List<ColumnPath> named = PATHS.stream()
                .filter(path -> random.nextInt(4) > 0)
                .map(ColumnPath::parse)
                .toList();
        try (BufferAllocator allocator = new RootAllocator()) {
            try (StoaArrowReader direct =
                            StoaArrowReader.of(allocator, builder.build()).dictionaries(named);
                    ArrowReader reader = way.sent(direct, allocator)) {
                ArrowBatches batches = ArrowBatches.of(reader);
                assertEquals(named.size(), reader.getDictionaryVectors().size(), message);
                assertEquals(SCHEMA, batches.schema(), message);
                batches.writeTo(batch -> StoaFiles.addRows(batch, found));
            }
            assertEquals(0, allocator.getAllocatedMemory(), message);
        }
        assertEquals(expected, found, message);
    }

    private Path texts(int rows, int distinct, int length) throws IOException {
        List<Object[]> values = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            String number = String.valueOf(i % distinct);
            values.add(new Object[] {"0".repeat(Math.max(0, length - number.length())) + number});
        }
        Path path = folder.resolve("texts" + files++);
        StoaFiles.write(path, Schema.of(Field.nullable("t", Type.of(TypeKind.STRING))), values);
        return path;
    }

    /** The sizes of the dictionaries of all batches, of a file with one column. */
    private static List<Integer> sizes(Path path, long mostBytes) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        try (BufferAllocator allocator = new RootAllocator(mostBytes);
                StoaFile file = StoaFiles.open(path);
                StoaArrowReader reader =
                        StoaArrowReader.of(allocator, file.scan().build()).dictionaries(List.of(ColumnPath.of("t")))) {
            while (reader.loadNextBatch()) {
                IntVector ids = (IntVector) reader.getVectorSchemaRoot().getVector(0);
                FieldVector entries = reader.lookup(0).getVector();
                TreeSet<String> distinct = new TreeSet<>();
                for (int i = 0; i < entries.getValueCount(); i++) {
                    assertTrue(distinct.add(entries.getObject(i).toString()));
                }
                for (int i = 0; i < ids.getValueCount(); i++) {
                    assertTrue(ids.get(i) >= 0 && ids.get(i) < entries.getValueCount());
                }
                sizes.add(entries.getValueCount());
            }
        }
        return sizes;
    }

    @Test
    void aFullDictionaryEndsWithItsBatch() throws IOException {
        int most = StoaArrowReader.MAX_ROWS;
        assertEquals(List.of(most, most, 10), sizes(texts(2 * most + 10, 1_000_000, 7), 16 << 20));
        assertEquals(List.of(most, most, 10), sizes(texts(2 * most + 10, most, 7), 16 << 20));
        assertEquals(List.of(most - 1, most - 1), sizes(texts(2 * most, most - 1, 7), 16 << 20));
        assertEquals(List.of(7, 7, 7), sizes(texts(2 * most + 10, 7, 7), 4 << 20));
    }

    /** Texts of 64 KiB, of which each batch has 256 and no dictionary more than two batches. */
    @Test
    void largeEntriesEndADictionaryToo() throws IOException {
        List<Integer> sizes = sizes(texts(1_000, 900, 1 << 16), 128 << 20);
        assertTrue(sizes.stream().allMatch(size -> size <= 512), sizes.toString());
        assertTrue(sizes.size() <= 5, sizes.toString());
    }

    @Test
    void entriesAreThoseOfTheSelectedRows() throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFiles.open(texts(50_000, 40, 2));
                StoaArrowReader reader = StoaArrowReader.of(
                                allocator,
                                file.scan().filter(Filter.equal("t", "17")).build())
                        .dictionaries(List.of(ColumnPath.of("t")))) {
            assertTrue(reader.loadNextBatch());
            assertEquals(1_250, reader.getVectorSchemaRoot().getRowCount());
            assertEquals(1, reader.lookup(0).getVector().getValueCount());
            assertFalse(reader.loadNextBatch());
        }
    }

    @Test
    void otherColumnsAreRefused() throws IOException {
        Map<String, String> refused = Map.of(
                "txt", "no column 'txt' (did you mean 'text'?)",
                "id", "column 'id' is int64, and only texts and bytes of any length can come as a dictionary",
                "point", "column 'point' is struct",
                "point.z", "no column 'z'",
                "text.a", "no column 'text.a': 'text' is string, which has no fields");
        try (BufferAllocator allocator = new RootAllocator()) {
            for (Map.Entry<String, String> each : refused.entrySet()) {
                Exception e = assertThrows(
                        IllegalArgumentException.class,
                        () -> ArrowSchemas.exportTo(allocator, SCHEMA, List.of(ColumnPath.parse(each.getKey())), 0));
                assertTrue(e.getMessage().startsWith(each.getValue()), e.getMessage());
            }
        }
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFiles.open(texts(10, 2, 1));
                StoaArrowReader reader =
                        StoaArrowReader.of(allocator, file.scan().build())) {
            assertTrue(reader.loadNextBatch());
            assertThrows(IllegalStateException.class, () -> reader.dictionaries(List.of(ColumnPath.of("t"))));
        }
    }

    @Test
    void theSchemaIsKnownWithoutAReader() throws IOException {
        List<ColumnPath> named = List.of(ColumnPath.of("doc"), ColumnPath.of("tags", "element"));
        try (BufferAllocator allocator = new RootAllocator();
                ArrowSchema exported = ArrowSchema.allocateNew(allocator);
                CDataDictionaryProvider provider = new CDataDictionaryProvider()) {
            ArrowSchemas.exportTo(allocator, SCHEMA, named, exported.memoryAddress());
            org.apache.arrow.vector.types.pojo.Schema found = Data.importSchema(allocator, exported, provider);
            assertEquals(new ArrowType.Int(32, true), found.findField("doc").getType());
            assertEquals(
                    new ArrowType.Int(32, true),
                    found.findField("tags").getChildren().get(0).getType());
            assertEquals(ArrowType.Utf8.INSTANCE, found.findField("text").getType());
            assertEquals(SCHEMA, ArrowSchemas.toStoa(found, provider));
        }
    }
}
