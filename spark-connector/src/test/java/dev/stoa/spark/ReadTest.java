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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.RowAppender;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files, folders and tables, read by {@code format("stoa")}. */
@Tag("engine")
class ReadTest {
    private static final Type LONG = Type.of(TypeKind.INT64);
    private static final Type STRING = Type.of(TypeKind.STRING);
    /** Well-known binary. */
    private static final byte[] POINT = HexFormat.of().parseHex("0101000000000000000000f03f0000000000000040");

    private static final Schema PAIR = Schema.of(Field.nullable("k", LONG), Field.nullable("s", STRING));

    @TempDir
    Path folder;

    private static void write(Path file, Schema schema, Object[]... rows) throws IOException {
        Files.createDirectories(file.getParent());
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            RowAppender appender = writer.rows();
            for (Object[] row : rows) {
                appender.append(row);
            }
            writer.finish();
        }
    }

    private static Object[] row(Object... values) {
        return values;
    }

    private static Dataset<Row> load(Path path) {
        return Spark.session().read().format("stoa").load(path.toString());
    }

    private static List<String> rows(Dataset<Row> of) {
        return Arrays.stream((Row[]) of.collect()).map(Row::toString).sorted().toList();
    }

    private static String plan(Dataset<Row> of) {
        return of.queryExecution().executedPlan().toString();
    }

    private static String message(Path path) {
        return assertThrows(Exception.class, () -> load(path).collect()).getMessage();
    }

    @Test
    @Tag("smoke")
    void aFileAndAFolderOfFilesWithOtherColumns() throws IOException {
        write(folder.resolve("a.stoa"), PAIR, row(1L, "one"), row(2L, null));
        write(
                folder.resolve("sub/b.stoa"),
                Schema.of(Field.required("k", Type.of(TypeKind.INT32)), Field.nullable("x.y", STRING)),
                row(3, "dot"));
        assertEquals(List.of("[1,one]", "[2,null]"), rows(load(folder.resolve("a.stoa"))));
        assertEquals(List.of("[1,one,null]", "[2,null,null]", "[3,null,dot]"), rows(load(folder)));
        assertEquals(List.of("[3]"), rows(load(folder).where("`x.y` = 'dot'").select("k")));
        assertEquals(
                List.of("[0,3,b.stoa]", "[1,2,a.stoa]"),
                rows(load(folder).where("k > 1").selectExpr("_pos", "k", "substring_index(_file, '/', -1) as f")));
    }

    @Test
    @Tag("smoke")
    void aTableWithChanges() throws IOException {
        Table table = Table.create(new LocalFolder(folder), PAIR, TableProperties.NONE, TableSettings.DEFAULT);
        TableOperations operations = TableOperations.of(table);
        assertEquals(List.of("[0,null,null]"), rows(load(folder).selectExpr("count(*)", "min(k)", "max(s)")));
        try (var insert = operations.insert()) {
            for (int from = 0; from < 40_000; from += 4000) {
                Object[][] some = new Object[4000][];
                for (int i = 0; i < some.length; i++) {
                    some[i] = row((long) from + i, "v" + (from + i) % 10);
                }
                insert.write(JavaRows.batch(PAIR, List.of(some)));
            }
            insert.commit();
        }
        Dataset<Row> before = load(folder);
        operations.delete(Filter.less("k", 100));
        operations.update(List.of(Assignment.literal("s", "new")), Optional.of(Filter.equal("k", 20_000)));
        Dataset<Row> after = load(folder);
        assertEquals(40_000, before.count(), "a frame stays with its version");
        assertEquals(39_900, after.count());
        assertEquals(List.of("[20000,20000]"), rows(after.where("s = 'new'").selectExpr("k", "_pos")));
        assertEquals(List.of("[100,39999,39900,v9]"), rows(after.selectExpr("min(k)", "max(k)", "count(s)", "max(s)")));
        assertEquals(List.of("[3989]"), rows(after.where("s = 'v0'").selectExpr("count(*)")));
        String file;
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            file = files.findFirst().orElseThrow().toString();
        }
        assertTrue(message(Path.of(file)).contains("is inside the table"), message(Path.of(file)));
        assertTrue(message(folder.resolve("data")).contains("is inside the table"));
    }

    @Test
    void foldersOfHivesTransactionsAreRefused() throws IOException {
        write(folder.resolve("delta_0000001_0000001_0000/bucket_00000"), PAIR, row(1L, "x"));
        assertTrue(message(folder).contains("transactional Hive table"), message(folder));
    }

    @Test
    void whatIsNotThereOrNotOursIsNamed() throws IOException {
        assertTrue(message(folder.resolve("none")).contains("cannot be found"));
        Files.writeString(folder.resolve("text.csv"), "a,b");
        assertTrue(message(folder).contains("text.csv"));
        write(
                folder.resolve("odd/a.stoa"),
                Schema.of(Field.nullable("span", Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO))),
                row(BigInteger.ONE));
        assertTrue(
                message(folder.resolve("odd")).contains("column 'span' is interval"), message(folder.resolve("odd")));
        Exception two = assertThrows(
                Exception.class, () -> Spark.session().read().format("stoa").load("/a", "/b"));
        assertTrue(two.getMessage().contains("exactly one"), two.getMessage());
    }

    @Test
    void typesThatOnlyStoaHas() throws IOException {
        Schema schema = Schema.of(
                Field.nullable("u1", Type.of(TypeKind.UINT8)),
                Field.nullable("u2", Type.of(TypeKind.UINT16)),
                Field.nullable("u4", Type.of(TypeKind.UINT32)),
                Field.nullable("u8", Type.of(TypeKind.UINT64)),
                Field.nullable("c", Type.sized(TypeKind.CHAR, 5)),
                Field.nullable("v", Type.sized(TypeKind.VARCHAR, 5)),
                Field.nullable("e", Type.of(TypeKind.ENUM)),
                Field.nullable("f", Type.sized(TypeKind.FIXED, 2)),
                Field.nullable("s", Type.timestamp(0, false)),
                Field.nullable("n", Type.timestamp(9, false)),
                Field.nullable("t", Type.time(6, false)),
                Field.nullable("d", Type.sized(TypeKind.INTERVAL_DAY_TIME, 9)),
                Field.nullable("id", Type.of(TypeKind.UUID)),
                Field.nullable("g", Type.geo(TypeKind.GEOMETRY, "projjson:crs")),
                Field.nullable("h", Type.geo(TypeKind.GEOGRAPHY, "", "karney")),
                Field.nullable("k", Type.geo(TypeKind.GEOMETRY, "")),
                Field.nullable("half", Type.of(TypeKind.FLOAT16)),
                Field.nullable("noon", Type.time(3, true)),
                Field.nullable("fine", Type.time(9, true)));
        write(
                folder.resolve("a.stoa"),
                schema,
                row(
                        255,
                        65_535,
                        4_294_967_295L,
                        new BigInteger("18446744073709551615"),
                        "ab",
                        "xyz",
                        "RED",
                        "hi".getBytes(StandardCharsets.UTF_8),
                        86_400L,
                        -1L,
                        3_600_001_000L,
                        1999L,
                        new UUID(1, 2),
                        POINT,
                        POINT,
                        POINT,
                        -1.5f,
                        43_200_000L,
                        43_200_000_001_999L),
                new Object[19]);
        Dataset<Row> all = load(folder.resolve("a.stoa"));
        String expected = "[255,65535,4294967295,18446744073709551615,ab   ,xyz,RED,hi,1970-01-02 00:00:00,"
                + "1969-12-31 23:59:59.999999,01:00:00.001,INTERVAL '0 00:00:00.000001' DAY TO SECOND,"
                + "00000000000000010000000000000002,010100,010100,4326,-1.5,12:00:00,12:00:00.000001]";
        String nulls =
                "[null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]";
        List<String> texts = rows(all.selectExpr(
                "u1",
                "u2",
                "u4",
                "u8",
                "c",
                "v",
                "e",
                "cast(f as string)",
                "cast(s as string)",
                "cast(n as string)",
                "cast(t as string)",
                "cast(d as string)",
                "hex(id)",
                "substr(hex(g), 1, 6)",
                "substr(hex(h), 1, 6)",
                "st_srid(k)",
                "half",
                "cast(noon as string)",
                "cast(fine as string)"));
        assertEquals(List.of(expected, nulls), texts);
        for (String where : List.of(
                "u8 = 18446744073709551615",
                "u4 > 4294967294",
                "c = 'ab'",
                "v like 'xy%'",
                "e in ('RED', 'BLUE')",
                "f = X'6869'",
                "s = timestamp_ntz'1970-01-02 00:00:00'",
                "n = timestamp_ntz'1969-12-31 23:59:59.999999'",
                "t = time'01:00:00.001'",
                "id = X'00000000000000010000000000000002'",
                "id > X'0000000000000001'",
                "fine = time'12:00:00.000001'",
                "half < 0 and half in (-1.5, 2)",
                "noon = cast('12:00:00' as time(3)) and noon > cast('11:59:59.999' as time(3))",
                "g is not null and g >= X'01' and k is not null",
                "n is not null and c is not null")) {
            assertEquals(1, all.where(where).count(), where);
        }
        assertEquals(0, all.where("id = X'01' or g = X'01'").count());
        assertEquals(
                List.of("[true,true,true]"),
                rows(all.selectExpr(
                        "max(g) = min(g)",
                        "max(h) = X'" + HexFormat.of().formatHex(POINT) + "'",
                        "min(id) = max(id)")));
    }

    @Test
    void whatIsPushedDown() throws IOException {
        write(folder.resolve("a.stoa"), PAIR, row(1L, "one"), row(2L, "two"), row(null, "three"));
        Dataset<Row> all = load(folder);
        String twice = plan(all.where("k > 1"));
        assertTrue(twice.contains("Filter (") && twice.contains("filtered"), twice);
        // which is for runtime filters, of small tables
        Spark.session().conf().set("spark.sql.optimizer.dynamicPartitionPruning.enabled", "false");
        try {
            onlyOnce(all);
        } finally {
            Spark.session().conf().unset("spark.sql.optimizer.dynamicPartitionPruning.enabled");
        }
        assertTrue(plan(all.limit(2)).contains("limit 2"), plan(all.limit(2)));
        assertEquals(
                "[k]",
                Arrays.toString(all.select("k")
                        .queryExecution()
                        .optimizedPlan()
                        .collectLeaves()
                        .head()
                        .schema()
                        .fieldNames()));
        var stats = all.select("k").queryExecution().optimizedPlan().stats();
        assertEquals(3, stats.rowCount().get().toLong());
        assertTrue(stats.sizeInBytes().toLong() < 100, stats.toString());
    }

    private static void onlyOnce(Dataset<Row> all) {
        String exact = plan(all.where("k > 1 and s like 't%' and k in (1, 2) and not (s <=> 'x')")
                .select("k"));
        assertFalse(exact.contains("Filter ("), exact);
        String rest = plan(all.where("k > 1 and length(s) = 3"));
        assertTrue(rest.contains("Filter (length(s") && !rest.contains("k#0L > 1"), rest);
        String counted = plan(all.where("k > 1").selectExpr("count(*)", "max(s)"));
        assertTrue(counted.contains("computed"), counted);
        assertFalse(plan(all.selectExpr("count(distinct s)")).contains("computed"));
    }

    @Test
    void largeFilesAreDividedAndSmallOnesPutTogether() throws IOException {
        Random random = new Random(1);
        Object[][] large = new Object[400_000][];
        for (int i = 0; i < large.length; i++) {
            large[i] = row(random.nextLong() >>> 24, "s" + i);
        }
        write(folder.resolve("large.stoa"), PAIR, large);
        for (int i = 0; i < 20; i++) {
            write(folder.resolve("small" + i + ".stoa"), PAIR, row((long) i, "x"));
        }
        Spark.session().conf().set("spark.sql.files.maxPartitionBytes", "1000000");
        Spark.session().conf().set("spark.sql.files.openCostInBytes", "10000");
        try {
            Dataset<Row> all = load(folder);
            int ofAll = all.rdd().getNumPartitions();
            int ofOne = all.select("k").rdd().getNumPartitions();
            assertTrue(ofAll >= 3 && ofAll <= 8 && ofOne < ofAll, ofAll + " of all, " + ofOne + " of one column");
            assertEquals(400_020, all.select("s").distinct().count() + 19);
            assertEquals(400_020, all.where("k >= 0").count());
        } finally {
            Spark.session().conf().unset("spark.sql.files.maxPartitionBytes");
            Spark.session().conf().unset("spark.sql.files.openCostInBytes");
        }
    }

    /** Of one file, and a column that has few of its bytes. */
    @Test
    void narrowColumnsKeepAllCoresBusy() throws IOException {
        Random random = new Random(2);
        Object[][] rows = new Object[200_000][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row((long) random.nextInt(256), Long.toString(random.nextLong(), 36) + random.nextLong());
        }
        write(folder.resolve("large.stoa"), PAIR, rows);
        Spark.session().conf().set("spark.sql.files.openCostInBytes", "1000");
        try {
            int cores = Spark.session().sparkContext().defaultParallelism();
            Dataset<Row> narrow = load(folder).select("k");
            assertTrue(narrow.rdd().getNumPartitions() >= cores, narrow.rdd().getNumPartitions() + " tasks");
            assertEquals(256, narrow.distinct().count());
        } finally {
            Spark.session().conf().unset("spark.sql.files.openCostInBytes");
        }
    }
}
