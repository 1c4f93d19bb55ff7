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
package dev.stoa.cli;

import static dev.stoa.cli.CommandRun.exits;
import static dev.stoa.cli.CommandRun.fails;
import static dev.stoa.cli.CommandRun.ok;
import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of Iceberg, written by Iceberg's own library, become tables. */
class IcebergImportTest {
    private static final Schema ORDERS = new Schema(
            required(1, "id", Types.IntegerType.get(), "number"),
            optional(2, "s", Types.StringType.get()),
            optional(3, "country", Types.StringType.get()));
    private static final SortOrder UNSORTED = SortOrder.unsorted();

    @TempDir
    private Path folder;

    private Path source() {
        return folder.resolve("iceberg");
    }

    private Path imported() {
        return folder.resolve("table");
    }

    private List<String> rows() {
        return ok("scan", imported(), "--json").lines().sorted().toList();
    }

    @Test
    void aCopyOnAFullDiskLeavesNothing() throws Exception {
        Random random = new Random(1);
        Object[][] rows = new Object[5_000][];
        Arrays.setAll(rows, i -> new Object[] {i, Long.toHexString(random.nextLong()), "de"});
        IcebergTables.create(source(), ORDERS, PartitionSpec.unpartitioned(), UNSORTED, 2)
                .append(FileFormat.PARQUET, rows);
        SmallDisk.importsWhole(source(), folder.resolve("disk"), rows.length);
    }

    @Test
    void theCurrentSnapshotComesWithoutDeletedRows() throws IOException {
        IcebergTables iceberg = IcebergTables.create(
                source(),
                ORDERS,
                PartitionSpec.builderFor(ORDERS).identity("country").build(),
                SortOrder.builderFor(ORDERS).desc("id").build(),
                2);
        DataFile first = iceberg.append(
                FileFormat.PARQUET,
                new Object[][] {{1, "one", "de"}, {2, "two", "de"}, {3, null, "de"}, {4, "four", "de"}});
        iceberg.append(FileFormat.PARQUET, new Object[][] {{5, "five", null}, {6, "six", null}});
        iceberg.delete(first, 0);
        iceberg.deleteEqual(List.of("s"), new Object[] {0, null, "de"}, new Object[][] {{null}, {"six"}});
        iceberg.append(FileFormat.AVRO, new Object[][] {{3, null, "de"}});
        CommandRun run = CommandRun.stoa("table", "import", source(), imported());
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(
                run.out()
                        .contains("5 rows of snapshot "
                                + iceberg.table().currentSnapshot().snapshotId()),
                run.out());
        assertEquals(
                List.of(
                        "{\"id\":2,\"s\":\"two\",\"country\":\"de\"}",
                        "{\"id\":3,\"s\":null,\"country\":\"de\"}",
                        "{\"id\":4,\"s\":\"four\",\"country\":\"de\"}",
                        "{\"id\":5,\"s\":\"five\",\"country\":null}",
                        "{\"id\":6,\"s\":\"six\",\"country\":null}"),
                rows());
        String schema = ok("schema", imported());
        assertTrue(schema.contains("divided by country value"), schema);
        assertTrue(schema.contains("sorted by id desc"), schema);
        assertEquals(
                "number",
                Table.open(new LocalFolder(imported()), TableSettings.DEFAULT)
                        .snapshot()
                        .properties()
                        .other()
                        .get("comment.1"));
    }

    @Test
    void columnsAreFoundByTheirIds() throws IOException {
        IcebergTables iceberg = IcebergTables.create(source(), ORDERS, PartitionSpec.unpartitioned(), UNSORTED, 2);
        iceberg.append(FileFormat.PARQUET, new Object[][] {{1, "old", "de"}});
        iceberg.table()
                .updateSchema()
                .deleteColumn("s")
                .renameColumn("country", "land")
                .updateColumn("id", Types.LongType.get())
                .commit();
        iceberg.table()
                .updateSchema()
                .addColumn("s", Types.StringType.get())
                .moveFirst("land")
                .commit();
        iceberg.table().updateSpec().addField(Expressions.bucket("id", 4)).commit();
        iceberg.append(FileFormat.PARQUET, new Object[][] {{"fr", 1L << 40, "new"}});
        ok("table", "import", source(), imported());
        assertEquals(
                List.of(
                        "{\"land\":\"de\",\"id\":1,\"s\":null}",
                        "{\"land\":\"fr\",\"id\":1099511627776,\"s\":\"new\"}"),
                rows());
        String schema = ok("schema", imported());
        assertTrue(schema.contains("divided by id hash(4)"), schema);
    }

    @Test
    void filesWithoutIdsAreReadByTheNamesOfTheMapping() throws IOException {
        IcebergTables iceberg = IcebergTables.create(source(), ORDERS, PartitionSpec.unpartitioned(), UNSORTED, 2);
        iceberg.table()
                .updateProperties()
                .set("schema.name-mapping.default", NameMappingParser.toJson(MappingUtil.create(ORDERS)))
                .commit();
        Path data = folder.resolve("orders.csv");
        Files.writeString(data, "country,s,id\nde,one,1\n");
        Path file = folder.resolve("orders.parquet");
        ok("convert", data, file);
        iceberg.table()
                .newAppend()
                .appendFile(DataFiles.builder(iceberg.table().spec())
                        .withPath(file.toString())
                        .withFormat(FileFormat.PARQUET)
                        .withFileSizeInBytes(Files.size(file))
                        .withRecordCount(1)
                        .build())
                .commit();
        iceberg.table()
                .updateSchema()
                .allowIncompatibleChanges()
                .updateColumn("id", Types.LongType.get())
                .commit();
        ok("table", "import", source(), imported());
        assertEquals(List.of("{\"id\":1,\"s\":\"one\",\"country\":\"de\"}"), rows());
    }

    @Test
    void typesKeepTheirValues() throws IOException {
        Schema all = new Schema(
                optional(1, "b", Types.BooleanType.get()),
                optional(2, "f", Types.FloatType.get()),
                optional(3, "d", Types.DoubleType.get()),
                optional(4, "n", Types.DecimalType.of(12, 2)),
                optional(5, "day", Types.DateType.get()),
                optional(6, "t", Types.TimeType.get()),
                optional(7, "local", Types.TimestampType.withoutZone()),
                optional(8, "at", Types.TimestampType.withZone()),
                optional(9, "nano", Types.TimestampNanoType.withoutZone()),
                optional(10, "u", Types.UUIDType.get()),
                optional(11, "x", Types.FixedType.ofLength(2)),
                optional(12, "bin", Types.BinaryType.get()),
                optional(13, "l", Types.ListType.ofOptional(14, Types.IntegerType.get())),
                optional(15, "m", Types.MapType.ofOptional(16, 17, Types.StringType.get(), Types.LongType.get())),
                optional(18, "st", Types.StructType.of(optional(19, "flag", Types.BooleanType.get(), "inner"))));
        IcebergTables iceberg = IcebergTables.create(source(), all, PartitionSpec.unpartitioned(), UNSORTED, 3);
        Object[] row = {
            true,
            0.5f,
            0.25,
            new BigDecimal("1.25"),
            LocalDate.parse("2024-02-29"),
            LocalTime.parse("23:59:59.5"),
            LocalDateTime.parse("1969-12-31T23:59:59.5"),
            OffsetDateTime.parse("2024-01-31T10:00:00.000001Z"),
            LocalDateTime.parse("2024-01-31T10:00:00.000000001"),
            UUID.fromString("0f14d0ab-9605-4a62-a9e4-5ed26688389b"),
            new byte[] {1, 2},
            ByteBuffer.wrap(new byte[] {3}),
            Arrays.asList(1, null),
            Map.of("k", 7L),
            IcebergTables.record(all.findField("st").type().asStructType(), true)
        };
        iceberg.append(FileFormat.PARQUET, row, new Object[row.length]);
        iceberg.append(FileFormat.AVRO, row, new Object[row.length]);
        ok("table", "import", source(), imported());
        String values = "{\"b\":true,\"f\":0.5,\"d\":0.25,\"n\":1.25,\"day\":\"2024-02-29\",\"t\":\"23:59:59.500000\","
                + "\"local\":\"1969-12-31T23:59:59.500000\",\"at\":\"2024-01-31T10:00:00.000001Z\","
                + "\"nano\":\"2024-01-31T10:00:00.000000001\",\"u\":\"0f14d0ab-9605-4a62-a9e4-5ed26688389b\",";
        List<String> rows = rows();
        assertEquals(4, rows.size());
        assertTrue(
                rows.get(2).startsWith(values)
                        && rows.get(2).endsWith("\"l\":[1,null],\"m\":[[\"k\",7]],\"st\":{\"flag\":true}}"),
                rows.get(2));
        assertEquals(rows.get(2), rows.get(3));
        assertEquals(rows.get(0), rows.get(1));
        assertFalse(rows.get(0).contains("true"), rows.get(0));
    }

    @Test
    void whatATableOfStoaCantDeclareIsNoted() throws IOException {
        Schema keyed = new Schema(ORDERS.columns(), Set.of(1));
        IcebergTables iceberg = IcebergTables.create(
                source(),
                keyed,
                PartitionSpec.builderFor(keyed).truncate("s", 3).build(),
                SortOrder.builderFor(keyed)
                        .asc("country")
                        .asc(Expressions.bucket("id", 4))
                        .build(),
                2);
        iceberg.append(FileFormat.PARQUET, new Object[][] {{1, "one", "de"}});
        iceberg.table()
                .manageSnapshots()
                .createTag("kept", iceberg.table().currentSnapshot().snapshotId())
                .commit();
        CommandRun run = CommandRun.stoa("table", "import", source(), imported());
        assertEquals(0, run.exitCode(), run.err());
        for (String note : List.of(
                "the rows are not sorted by bucket[4] of 'id'",
                "the identifier fields id are not the table's key",
                "the branches and tags kept are left out")) {
            assertTrue(run.err().contains(note), run.err());
        }
    }

    @Test
    void aCatalogMayNameAnotherFileThanTheNewest() throws IOException {
        IcebergTables iceberg = IcebergTables.create(source(), ORDERS, PartitionSpec.unpartitioned(), UNSORTED, 2);
        iceberg.append(FileFormat.PARQUET, new Object[][] {{1, "one", "de"}});
        iceberg.append(FileFormat.PARQUET, new Object[][] {{2, "two", "de"}});
        Path metadata = source().resolve("metadata");
        Path second = metadata.resolve("00002-a.metadata.json");
        Files.move(metadata.resolve("v1.metadata.json"), metadata.resolve("00001-a.metadata.json"));
        Files.move(metadata.resolve("v2.metadata.json"), second);
        Files.move(metadata.resolve("v3.metadata.json"), metadata.resolve("00003-a.metadata.json"));
        CommandRun run = CommandRun.stoa("table", "import", source(), imported());
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.err().contains("took 00003-a.metadata.json, which is the newest"), run.err());
        assertEquals(2, rows().size());
        ok("table", "import", second, folder.resolve("earlier"));
        assertEquals(1, ok("scan", folder.resolve("earlier"), "--json").lines().count());
        Files.copy(second, metadata.resolve("00003-b.metadata.json"));
        String both = CommandRun.stoa("table", "import", source(), folder.resolve("x"))
                .err();
        assertTrue(both.contains("may both be its newest state: name the file that its catalog names"), both);
        assertFalse(Files.exists(folder.resolve("x")));
    }

    @Test
    void whatCantBeReadIsRefusedAndLeavesNothing() throws IOException {
        fails(
                2,
                List.of("not an Iceberg table: it has no file such as metadata/v1.metadata.json"),
                "table",
                "import",
                folder,
                imported());
        Schema variant = new Schema(optional(1, "v", Types.VariantType.get()));
        IcebergTables.create(folder.resolve("v"), variant, PartitionSpec.unpartitioned(), UNSORTED, 3);
        String type = CommandRun.stoa("table", "import", folder.resolve("v"), imported())
                .err();
        assertTrue(type.contains("column 'v' is variant, which is not imported"), type);
        assertFalse(Files.exists(imported()));
        IcebergTables iceberg = IcebergTables.create(source(), ORDERS, PartitionSpec.unpartitioned(), UNSORTED, 2);
        DataFile data = iceberg.append(FileFormat.PARQUET, new Object[][] {{1, "one", "de"}});
        iceberg.table().newAppend().appendFile(orc(iceberg)).commit();
        String orc = CommandRun.stoa("table", "import", source(), imported()).err();
        assertTrue(orc.contains("x.orc is a file of ORC: only files of Parquet and Avro are imported"), orc);
        assertFalse(Files.exists(imported().resolve("_stoa")));
        iceberg.table().newDelete().deleteFile(orc(iceberg)).commit();
        Files.delete(Path.of(data.location().replaceFirst("^file:", "")));
        exits(1, "table", "import", source(), imported());
        assertFalse(Files.exists(imported().resolve("_stoa")));
    }

    private static DataFile orc(IcebergTables iceberg) {
        return DataFiles.builder(iceberg.table().spec())
                .withPath(iceberg.table().location() + "/x.orc")
                .withFormat(FileFormat.ORC)
                .withFileSizeInBytes(9)
                .withRecordCount(1)
                .build();
    }

    /** Random appends and deletes of all kinds leave the rows that a map has. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void randomHistoriesLeaveTheSameRows(int version) throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        IcebergTables iceberg =
                IcebergTables.create(source(), ORDERS, PartitionSpec.unpartitioned(), UNSORTED, version);
        Map<Integer, String> model = new TreeMap<>();
        int next = 0;
        for (int step = 0; step < 8; step++) {
            int count = 1 + random.nextInt(20);
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                rows.add(new Object[] {next + i, "s" + random.nextInt(5), "de"});
                model.put(next + i, (String) rows.get(i)[1]);
            }
            FileFormat format = random.nextBoolean() ? FileFormat.PARQUET : FileFormat.AVRO;
            DataFile file = iceberg.append(format, rows.toArray(Object[][]::new));
            if (random.nextBoolean()) {
                long[] gone = random.longs(3, 0, count).distinct().sorted().toArray();
                for (long position : gone) {
                    model.remove(next + (int) position);
                }
                if (version == 2) {
                    iceberg.delete(file, gone);
                } else {
                    iceberg.vector(file, gone);
                }
            }
            if (random.nextInt(3) == 0) {
                String value = "s" + random.nextInt(5);
                iceberg.deleteEqual(List.of("s"), new Object[] {0, null, "de"}, new Object[][] {{value}});
                model.values().removeIf(value::equals);
            }
            next += count;
        }
        ok("table", "import", source(), imported());
        List<String> expected = model.entrySet().stream()
                .map(row -> "{\"id\":" + row.getKey() + ",\"s\":\"" + row.getValue() + "\",\"country\":\"de\"}")
                .sorted()
                .toList();
        assertEquals(expected, rows(), "seed " + seed);
    }

    @Test
    void filesOfATableAreNotReadWithoutItsMetadata() throws IOException {
        IcebergTables iceberg = IcebergTables.create(source(), ORDERS, PartitionSpec.unpartitioned(), UNSORTED, 2);
        iceberg.append(FileFormat.PARQUET, new Object[][] {{1, "one", "de"}});
        CommandRun run = CommandRun.stoa("scan", source());
        assertEquals(2, run.exitCode(), run.out());
        assertTrue(run.err().contains("of Iceberg, whose log says which files and rows count"), run.err());
        Path beside = Files.createDirectories(folder.resolve("metadata")).resolve("data.metadata.json");
        Files.writeString(beside, "{}");
        Path text = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n");
        assertEquals("{\"a\":1,\"b\":2}\n", ok("scan", text, "--json"));
    }

    @Test
    void filesOfHudiAreNotRead() throws IOException {
        Files.createDirectories(folder.resolve("hudi/.hoodie"));
        Path text = Files.writeString(folder.resolve("hudi/t.csv"), "a,b\n1,2\n");
        CommandRun run = CommandRun.stoa("scan", text);
        assertEquals(2, run.exitCode(), run.out());
        assertTrue(run.err().contains("of Hudi"), run.err());
    }
}
