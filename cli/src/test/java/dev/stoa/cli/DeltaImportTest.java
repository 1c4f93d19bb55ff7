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
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.parquet.ParquetTarget;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.KeyValue;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** Tables of Delta Lake, with logs as its protocol describes them, become tables. */
class DeltaImportTest {
    private static final int PORTABLE_ARRAY = 1681511377;

    @TempDir
    private Path folder;

    private Path delta;
    private Path table;
    private int version;

    @BeforeEach
    void make() throws IOException {
        delta = folder.resolve("delta");
        table = folder.resolve("table");
        Files.createDirectories(delta.resolve("_delta_log"));
    }

    private void commit(String... actions) throws IOException {
        Files.writeString(
                delta.resolve(String.format("_delta_log/%020d.json", version++)), String.join("\n", actions) + "\n");
    }

    private static String protocol(String features) {
        return "{'protocol':{'minReaderVersion':3,'minWriterVersion':7,'readerFeatures':[%s],'writerFeatures':[%s]}}"
                .formatted(features, features)
                .replace('\'', '"');
    }

    private static String metadata(String fields, String partitions, String configuration) {
        String schema = "{'type':'struct','fields':[" + fields + "]}";
        return ("{'metaData':{'id':'" + UUID.randomUUID()
                        + "','format':{'provider':'parquet','options':{}},'schemaString':'"
                        + schema.replace("'", "\\'") + "','partitionColumns':[" + partitions + "],'configuration':{"
                        + configuration + "},'createdTime':0}}")
                .replace('\'', '"');
    }

    /** Writes a data file, and returns the beginning of its action. */
    private String add(String name, String partitionValues, Schema schema, Object[]... rows) throws IOException {
        return add(List.of(), name, partitionValues, schema, rows);
    }

    private String add(List<KeyValue> keys, String name, String partitionValues, Schema schema, Object[]... rows)
            throws IOException {
        try (ParquetTarget target = ParquetTarget.create(
                new LocalFolder(delta).create(name, SinkOptions.DEFAULT), schema, keys, ParquetTargetOptions.DEFAULT)) {
            target.write(JavaRows.batch(schema, Arrays.asList(rows)));
            target.finish();
        }
        return "{'add':{'path':'%s','partitionValues':{%s},'size':%d,'modificationTime':0,'dataChange':true"
                .formatted(name, partitionValues, Files.size(delta.resolve(name)))
                .replace('\'', '"');
    }

    /** A deletion vector in the log. */
    private static String deleted(int... rows) throws IOException {
        RoaringBitmap bitmap = RoaringBitmap.bitmapOf(rows);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(PORTABLE_ARRAY)
                .putLong(1)
                .putInt(0)
                .array());
        bitmap.serialize(new DataOutputStream(bytes));
        byte[] exact = bytes.toByteArray();
        byte[] padded = Arrays.copyOf(exact, (exact.length + 3) / 4 * 4);
        return ",\"deletionVector\":{\"storageType\":\"i\",\"pathOrInlineDv\":\"" + Base85Codec.encodeBytes(padded)
                + "\",\"sizeInBytes\":" + exact.length + ",\"cardinality\":" + rows.length + "}";
    }

    @Test
    void theNewestVersionComesWithoutDeletedRows() throws IOException {
        Schema stored =
                Schema.of(Field.required("id", Type.of(TypeKind.INT64)), Field.nullable("s", Type.of(TypeKind.STRING)));
        commit(
                protocol("'deletionVectors'"),
                metadata(
                        "{'name':'id','type':'long','nullable':false,'metadata':{'comment':'number'}},"
                                + "{'name':'s','type':'string','nullable':true,'metadata':{}},"
                                + "{'name':'country','type':'string','nullable':true,'metadata':{}}",
                        "'country'",
                        "'delta.enableDeletionVectors':'true','delta.constraints.positive':'id > 0',"
                                + "'delta.constraints.long':'length(s) > 0'"));
        String first = add(
                "a.parquet",
                "'country':'de'",
                stored,
                new Object[] {1L, "one"},
                new Object[] {2L, "two"},
                new Object[] {3L, null});
        commit(first + "}}", add("b.parquet", "'country':'fr'", stored, new Object[][] {{4L, "four"}}) + "}}");
        commit("{\"remove\":{\"path\":\"b.parquet\",\"deletionTimestamp\":1,\"dataChange\":true}}");
        commit(
                "{\"remove\":{\"path\":\"a.parquet\",\"deletionTimestamp\":1,\"dataChange\":true}}",
                first + deleted(1) + "}}",
                add("c.parquet", "'country':null", stored, new Object[][] {{5L, "five"}}) + "}}");
        CommandRun run = CommandRun.stoa("table", "import", delta, table);
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("3 rows of version 3"), run.out());
        assertTrue(run.err().contains("the constraint 'long' (length(s) > 0) is left out"), run.err());
        assertEquals(
                List.of(
                        "{\"id\":1,\"s\":\"one\",\"country\":\"de\"}",
                        "{\"id\":3,\"s\":null,\"country\":\"de\"}",
                        "{\"id\":5,\"s\":\"five\",\"country\":null}"),
                ok("scan", table, "--json").lines().sorted().toList());
        String schema = ok("schema", table);
        assertTrue(schema.contains("divided by country value"), schema);
        assertTrue(schema.contains("check positive (id > 0)"), schema);
    }

    @Test
    void aCopyOnAFullDiskLeavesNothing() throws Exception {
        Random random = new Random(1);
        Object[][] rows = new Object[10_000][];
        Arrays.setAll(rows, i -> new Object[] {random.nextLong()});
        commit(
                protocol(""),
                metadata("{'name':'id','type':'long','nullable':true,'metadata':{}}", "", ""),
                add("a.parquet", "", Schema.of(Field.nullable("id", Type.of(TypeKind.INT64))), rows) + "}}");
        SmallDisk.importsWhole(delta, folder.resolve("disk"), rows.length);
    }

    @Test
    void whatATableOfStoaCantDeclareIsNoted() throws IOException {
        Schema stored =
                Schema.of(Field.nullable("a", Type.of(TypeKind.INT64)), Field.nullable("s", Type.of(TypeKind.STRING)));
        commit(
                "{'protocol':{'minReaderVersion':1,'minWriterVersion':7,'writerFeatures':['allowColumnDefaults','generatedColumns',"
                                .replace('\'', '"')
                        + "\"identityColumns\",\"invariants\",\"clustering\",\"domainMetadata\"]}}",
                metadata(
                        "{'name':'a','type':'long','nullable':true,'metadata':{'CURRENT_DEFAULT':'5',"
                                + "'delta.generationExpression':'b + 1','delta.identity.start':7,"
                                + "'delta.invariants':'{\\\\'expression\\\\':{\\\\'expression\\\\':\\\\'a > 0\\\\'}}'}},"
                                + "{'name':'s','type':'string','nullable':true,'metadata':{"
                                + "'__CHAR_VARCHAR_TYPE_STRING':'char(5)','__COLLATIONS':{'s':'spark.UTF8_LCASE'}}},"
                                + "{'name':'t','type':{'type':'struct','fields':[{'name':'x','type':'long','nullable':true,"
                                + "'metadata':{'CURRENT_DEFAULT':'6'}}]},'nullable':true,'metadata':{}}",
                        "",
                        ""),
                "{\"domainMetadata\":{\"domain\":\"delta.clustering\",\"configuration\":"
                        + "\"{\\\"clusteringColumns\\\":[[\\\"a\\\"],[\\\"s\\\"]]}\",\"removed\":false}}",
                add("a.parquet", "", stored, new Object[][] {{1L, "x"}}) + "}}");
        CommandRun run = CommandRun.stoa("table", "import", delta, table);
        assertEquals(0, run.exitCode(), run.err());
        for (String note : List.of(
                "the default of 'a' (5) is left out",
                "'a' is no longer generated as b + 1",
                "'a' no longer counts from 7",
                "the invariant of 'a' (a > 0) is left out",
                "the lengths of 's' (char(5)) are left out",
                "the collation of 's' (SPARK.UTF8_LCASE) is left out",
                "the default of 't.x' (6) is left out",
                "the clustering by a, s is left out")) {
            assertTrue(run.err().contains(note), note + ": " + run.err());
        }
    }

    @Test
    void typesAndNamesAreThoseOfTheLog() throws IOException {
        Schema stored = Schema.of(
                Field.nullable("p1", Type.of(TypeKind.INT32)),
                Field.nullable("p2", Type.decimal(12, 2)),
                Field.nullable("p3", Type.timestamp(6, true)),
                Field.nullable("p4", Type.timestamp(6, false)),
                Field.nullable("p5", Type.list(Field.nullable("element", Type.of(TypeKind.INT32)))),
                Field.nullable(
                        "p6",
                        Type.map(
                                Field.required("key", Type.of(TypeKind.STRING)),
                                Field.nullable("value", Type.of(TypeKind.FLOAT64)))),
                Field.nullable("p7", Type.struct(List.of(Field.nullable("q1", Type.of(TypeKind.BOOLEAN))))),
                Field.nullable("p8", Type.of(TypeKind.DATE)));
        String mapped = "'metadata':{'delta.columnMapping.id':%1$d,'delta.columnMapping.physicalName':'%2$s'}}";
        String[] names = {"i", "d", "at", "local", "l", "m", "st", "day"};
        String[] types = {
            "'integer'",
            "'decimal(12,2)'",
            "'timestamp'",
            "'timestamp_ntz'",
            "{'type':'array','elementType':'integer','containsNull':true}",
            "{'type':'map','keyType':'string','valueType':'double','valueContainsNull':true}",
            "{'type':'struct','fields':[{'name':'flag','type':'boolean','nullable':true," + mapped.formatted(9, "q1")
                    + "]}",
            "'date'"
        };
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            fields.append(i == 0 ? "" : ",")
                    .append("{'name':'" + names[i] + "','type':" + types[i] + ",'nullable':true,")
                    .append(mapped.formatted(i + 1, "p" + (i + 1)));
        }
        commit(
                protocol("'columnMapping','timestampNtz'"),
                metadata(
                        fields.toString(),
                        "",
                        "'delta.columnMapping.mode':'name','delta.columnMapping.maxColumnId':'9'"));
        Object[] row = {
            7,
            new java.math.BigDecimal("1.25"),
            java.time.Instant.parse("2024-01-31T10:00:00.000001Z"),
            java.time.LocalDateTime.parse("1969-12-31T23:59:59.5"),
            Arrays.asList(1, null),
            Map.of("k", 0.5),
            new Object[] {true},
            java.time.LocalDate.parse("2024-02-29")
        };
        commit(add("x.parquet", "", stored, row, new Object[8]) + "}}");
        ok("table", "import", delta, table);
        assertEquals(
                List.of(
                        "{\"i\":7,\"d\":1.25,\"at\":\"2024-01-31T10:00:00.000001Z\",\"local\":\"1969-12-31T23:59:59.500000\","
                                + "\"l\":[1,null],\"m\":[[\"k\",0.5]],\"st\":{\"flag\":true},\"day\":\"2024-02-29\"}",
                        "{\"i\":null,\"d\":null,\"at\":null,\"local\":null,\"l\":null,\"m\":null,\"st\":null,\"day\":null}"),
                ok("scan", table, "--json").lines().toList());
    }

    /** Old releases of Spark count in the hybrid Julian calendar, and their files say so. */
    @Test
    void datesKeepTheirYearMonthAndDay() throws IOException {
        Schema stored =
                Schema.of(Field.nullable("day", Type.of(TypeKind.DATE)), Field.nullable("at", Type.timestamp(6, true)));
        commit(
                protocol("'deletionVectors'"),
                metadata(
                        "{'name':'day','type':'date','nullable':true,'metadata':{}},"
                                + "{'name':'at','type':'timestamp','nullable':true,'metadata':{}},"
                                + "{'name':'part','type':'date','nullable':true,'metadata':{}}",
                        "'part'",
                        ""));
        LocalDate julian = LocalDate.of(1, 1, 1).minusDays(2);
        Object[] old = {julian, julian.atStartOfDay().toInstant(ZoneOffset.UTC)};
        Object[] now = {LocalDate.of(1582, 10, 15), Instant.parse("2024-01-31T10:00:00Z")};
        List<KeyValue> spark = List.of(
                KeyValue.of("org.apache.spark.version", "2.4.8"), KeyValue.of("org.apache.spark.timeZone", "UTC"));
        commit(
                add(spark, "old.parquet", "'part':'0001-01-01'", stored, old, now) + "}}",
                add("new.parquet", "'part':'0001-01-02'", stored, new Object[][] {old}) + "}}");
        ok("table", "import", delta, table);
        assertEquals(
                List.of(
                        "{\"day\":\"0000-12-30\",\"at\":\"0000-12-30T00:00:00.000000Z\",\"part\":\"0001-01-02\"}",
                        "{\"day\":\"0001-01-01\",\"at\":\"0001-01-01T00:00:00.000000Z\",\"part\":\"0001-01-01\"}",
                        "{\"day\":\"1582-10-15\",\"at\":\"2024-01-31T10:00:00.000000Z\",\"part\":\"0001-01-01\"}"),
                ok("scan", table, "--json").lines().sorted().toList());
    }

    @Test
    void whatCantBeReadIsRefusedAndLeavesNothing() throws IOException {
        fails(2, List.of("is not a Delta Lake table"), "table", "import", folder, table);
        commit(
                protocol("'fancyFeature'"),
                metadata("{'name':'id','type':'long','nullable':true,'metadata':{}}", "", ""));
        String message = CommandRun.stoa("table", "import", delta, table).err();
        assertTrue(message.contains("fancyFeature"), message);
        assertFalse(Files.exists(table));
        version = 0;
        commit(
                protocol("'deletionVectors'"),
                metadata("{'name':'id','type':'long','nullable':true,'metadata':{}}", "", ""));
        commit(
                "{\"add\":{\"path\":\"gone.parquet\",\"partitionValues\":{},\"size\":9,\"modificationTime\":0,\"dataChange\":true}}");
        exits(1, "table", "import", delta, table);
        assertFalse(Files.exists(table.resolve("_stoa")));
        version = 1;
        Schema other = Schema.of(Field.nullable("id", Type.of(TypeKind.STRING)));
        commit(add("text.parquet", "", other, new Object[][] {{"x"}}) + "}}");
        fails(1, List.of("/text.parquet is damaged, or has other types"), "table", "import", delta, table);
        assertFalse(Files.exists(table.resolve("_stoa")));
    }

    @Test
    void filesOfATableAreNotReadWithoutItsLog() throws IOException {
        Schema id = Schema.of(Field.nullable("id", Type.of(TypeKind.INT32)));
        commit(
                protocol(""),
                metadata("{'name':'id','type':'integer','nullable':true,'metadata':{}}", "", ""),
                add("a.parquet", "", id, new Object[] {1}, new Object[] {2}) + "}}");
        Files.createDirectories(delta.resolve("day=1"));
        commit(
                "{'remove':{'path':'a.parquet','deletionTimestamp':0,'dataChange':true}}".replace('\'', '"'),
                add("day=1/b.parquet", "", id, new Object[] {3}) + "}}");
        ok("table", "create", table, "--schema", "id int");
        for (Object source :
                List.of(delta, delta.resolve("a.parquet"), delta.resolve("day=1"), folder + "/d*/*.parquet")) {
            for (List<Object> command : List.<List<Object>>of(
                    List.of("convert", source, folder.resolve("out") + "/", "--to", "csv"),
                    List.of("scan", source),
                    List.of("head", source),
                    List.of("insert", table, source))) {
                CommandRun run = CommandRun.stoa(command.toArray());
                assertEquals(2, run.exitCode(), command + run.out());
                assertTrue(run.err().contains("of Delta Lake, whose log says which files and rows count"), run.err());
                assertTrue(run.err().contains("'stoa table import'"), run.err());
            }
        }
        assertEquals("", ok("scan", table, "--json"));
    }
}
