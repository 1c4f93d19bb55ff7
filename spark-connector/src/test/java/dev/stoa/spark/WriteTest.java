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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.spark.internal.read.TableOrder;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.spark.internal.write.StoaWrite;
import dev.stoa.spark.internal.write.WriteKind;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.Expiry;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.PythonUserDefinedType;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that Spark writes by their paths. */
@Tag("engine")
class WriteTest {
    @TempDir
    Path folder;

    private Dataset<Row> load() {
        return Spark.session().read().format("stoa").load(folder.resolve("t").toString());
    }

    private static Dataset<Row> numbers(long from, long to) {
        return Spark.session().range(from, to, 1, 4).selectExpr("id", "concat('v', id % 10) as s");
    }

    private void save(Dataset<Row> rows, String mode) {
        rows.write().format("stoa").mode(mode).save(folder.resolve("t").toString());
    }

    private Table table() throws IOException {
        return Table.open(new LocalFolder(folder.resolve("t")), TableSettings.DEFAULT);
    }

    private long dataFiles() throws IOException {
        Path data = folder.resolve("t/data");
        if (!Files.exists(data)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(data)) {
            return files.count();
        }
    }

    private static List<String> texts(Dataset<Row> rows) {
        return Arrays.stream((Row[]) rows.collect()).map(Rows::text).sorted().toList();
    }

    @Test
    @Tag("smoke")
    void rowsOfAllTypesComeBack() {
        long seed = Long.getLong("stoa.seed", new Random().nextLong());
        System.out.println("WriteTest: -Dstoa.seed=" + seed);
        Dataset<Row> rows = Spark.session().createDataFrame(new RandomRows(seed).rows(6000), RandomRows.SPARK);
        save(rows.repartition(3), "errorifexists");
        assertEquals(texts(rows), texts(load()), () -> "seed " + seed);
        assertEquals(rows.schema().simpleString(), load().schema().simpleString());
    }

    @Test
    void modes() throws IOException {
        save(numbers(0, 1000), "errorifexists");
        assertThrows(Exception.class, () -> save(numbers(0, 10), "errorifexists"));
        save(numbers(0, 10), "ignore");
        assertEquals(1000, load().count());
        save(numbers(1000, 1500), "append");
        assertEquals(1500, load().selectExpr("count(distinct id)").first().getLong(0));
        save(numbers(7, 9), "overwrite");
        assertEquals(List.of("[7, v7]", "[8, v8]"), texts(load()));
        assertEquals(
                1500,
                Spark.session()
                        .read()
                        .format("stoa")
                        .option("versionAsOf", 2)
                        .load(folder.resolve("t").toString())
                        .count());
        save(load().where("id = 7"), "overwrite");
        assertEquals(List.of("[7, v7]"), texts(load()), "what is read while it is replaced");
        assertEquals(
                List.of("overwrite", "overwrite", "insert", "insert", "create"),
                table().commits(10).stream().map(commit -> commit.operation()).toList());
    }

    @Test
    void aTaskThatFailsLeavesNothing() throws Exception {
        save(numbers(0, 1000), "errorifexists");
        long files = dataFiles();
        Dataset<Long> failing = numbers(0, 100_000)
                .map(
                        (MapFunction<Row, Long>) row -> {
                            if (row.getLong(0) == 90_000) {
                                throw new IllegalStateException("on purpose");
                            }
                            return row.getLong(0);
                        },
                        Encoders.LONG());
        Exception failure =
                assertThrows(Exception.class, () -> save(failing.selectExpr("value as id", "'x' as s"), "append"));
        assertTrue(failure.toString().contains("on purpose") || failure.getCause() != null, failure.toString());
        assertEquals(1, table().snapshot().version());
        // tasks that were stopped clean up after Spark has told, and one that was done by then is nobody's: expiry's
        while (dataFiles() != files) {
            Expiry.plan(table(), Duration.ofDays(7), 1, Duration.ZERO).run();
        }
        assertEquals(1000, load().count());
    }

    @Test
    void twoAttemptsOfATaskCountOnce() throws Exception {
        save(numbers(0, 10), "errorifexists");
        long files = dataFiles();
        StructType given = StructType.fromDDL("id bigint, s string");
        BatchWrite write = write(given, WriteKind.INSERT);
        DataWriterFactory factory = write.createBatchWriterFactory(() -> 1);
        DataWriter<InternalRow> slow = factory.createWriter(0, 1);
        DataWriter<InternalRow> fast = factory.createWriter(0, 2);
        for (DataWriter<InternalRow> attempt : List.of(slow, fast)) {
            attempt.write(new GenericInternalRow(new Object[] {77L, null}));
        }
        WriterCommitMessage done = fast.commit();
        fast.close();
        slow.commit(); // Spark lets it go that far before it is told
        slow.abort();
        slow.close();
        write.commit(new WriterCommitMessage[] {done});
        assertEquals(11, load().count());
        assertEquals(files + 1, dataFiles());
        BatchWrite aborted = write(given, WriteKind.INSERT);
        DataWriter<InternalRow> writer =
                aborted.createBatchWriterFactory(() -> 1).createWriter(0, 3);
        writer.write(new GenericInternalRow(new Object[] {78L, null}));
        aborted.abort(new WriterCommitMessage[] {writer.commit(), null});
        assertEquals(files + 1, dataFiles());
    }

    private BatchWrite write(StructType given, WriteKind kind) throws IOException {
        Table table = table();
        TablePath path = new TablePath(folder.resolve("t").toUri().toString(), "");
        return StoaWrite.of(
                path,
                table,
                TableOrder.of(table.snapshot()),
                Spark.info(given),
                kind,
                Optional.empty(),
                TableFolder.sessionConfiguration());
    }

    @Test
    void anOverwriteConflictsWithWhatCameInBetween() throws Exception {
        save(numbers(0, 10), "errorifexists");
        BatchWrite write = write(StructType.fromDDL("id bigint, s string"), WriteKind.OVERWRITE);
        TableOperations.of(table()).delete(Filter.equal("id", 1));
        Exception failure = assertThrows(Exception.class, () -> write.commit(new WriterCommitMessage[0]));
        assertTrue(failure.getCause() instanceof CommitConflictException, failure.toString());
        assertEquals(9, load().count());
    }

    @Test
    void whatATableDeclaresIsKept() throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT32)).withFieldId(1),
                Field.nullable("s", Type.sized(TypeKind.VARCHAR, 3)).withFieldId(2),
                Field.nullable("at", Type.timestamp(9, false)).withFieldId(3));
        TableProperties sorted = new TableProperties(
                List.of(new TableProperties.SortColumn(2, true, false)),
                List.of(),
                List.of(new TableProperties.PartitionColumn(1, "hash(3)")),
                Map.of());
        Table table = Table.create(new LocalFolder(folder.resolve("t")), schema, sorted, TableSettings.DEFAULT);
        Dataset<Row> rows = Spark.session()
                .range(0, 5000, 1, 2)
                .selectExpr(
                        "cast(id as int) as id",
                        "if(id % 7 = 0, null, concat('v', id % 10)) as s",
                        "timestamp_ntz'2024-02-29 12:34:56.123456' as at");
        save(rows, "append");
        Snapshot snapshot = table.snapshot();
        assertTrue(snapshot.fragments().stream()
                .allMatch(fragment -> fragment.partition().isPresent()));
        assertEquals(texts(rows), texts(load()));
        assertEquals(1, load().where("id = 4711").count());
        assertThrows(
                Exception.class,
                () -> save(
                        Spark.session().sql("select 1 as id, 'long' as s, cast(null as timestamp_ntz) as at"),
                        "append"));
        assertThrows(
                Exception.class,
                () -> save(
                        Spark.session()
                                .sql("select cast(null as int) as id, 'x' as s, cast(null as timestamp_ntz) as at"),
                        "append"));
        assertEquals(5000, load().count());
    }

    @Test
    void filesAreAsLargeAsWasAskedFor() throws IOException {
        Dataset<Row> rows =
                Spark.session().range(0, 60_000, 1, 1).selectExpr("id", "sha2(cast(id as string), 256) as s");
        rows.write()
                .format("stoa")
                .option("targetFileSize", "512k")
                .save(folder.resolve("t").toString());
        List<Long> bytes = table().snapshot().fragments().stream()
                .map(fragment -> fragment.files().get(0).identity().length())
                .toList();
        assertTrue(bytes.size() > 3, bytes.toString());
        for (long length : bytes.subList(0, bytes.size() - 1)) {
            assertTrue(length >= 512 << 10 && length < 1 << 20, bytes.toString());
        }
        assertEquals(60_000, load().selectExpr("count(distinct id)").first().getLong(0));
    }

    @Test
    void sortedTablesGetFilesThatDoNotOverlap() throws IOException {
        String t = folder.resolve("t").toString();
        Table.create(
                new LocalFolder(folder.resolve("t")),
                Schema.of(Field.nullable("id", Type.of(TypeKind.INT64)).withFieldId(1)),
                new TableProperties(
                        List.of(new TableProperties.SortColumn(1, true, false)),
                        List.of(),
                        List.of(),
                        Map.of("targetFileSize", "64k")),
                TableSettings.DEFAULT);
        Spark.session()
                .range(0, 200_000, 1, 4)
                .selectExpr("hash(id) * 3L as id")
                .write()
                .format("stoa")
                .mode("append")
                .save(t);
        assertTrue(table().snapshot().fragmentCount() > 2);
        long overlaps = Spark.session()
                .read()
                .format("stoa")
                .load(t)
                .groupBy(functions.col("_file"))
                .agg(functions.min("id").as("low"), functions.max("id").as("high"))
                .selectExpr("low", "lead(high) over (order by low desc) as next")
                .where("next > low")
                .count();
        assertEquals(0, overlaps);
    }

    @Test
    void typesThatOnlyStoaHasAreWritten() throws IOException {
        Schema schema = Schema.of(
                Field.nullable("half", Type.of(TypeKind.FLOAT16)).withFieldId(1),
                Field.nullable("id", Type.of(TypeKind.UUID)).withFieldId(2),
                Field.nullable("g", Type.geo(TypeKind.GEOMETRY, "")).withFieldId(3),
                Field.nullable("b", Type.geo(TypeKind.GEOMETRY, "projjson:crs")).withFieldId(4));
        Table.create(new LocalFolder(folder.resolve("t")), schema, TableProperties.NONE, TableSettings.DEFAULT);
        String wkb = "0101000000000000000000F03F0000000000000040";
        String row = "select cast(%s as float) as half, %s as id, st_geomfromwkb(X'" + wkb + "', 4326) as g, X'" + wkb
                + "' as b";
        String id = "X'000102030405060708090A0B0C0D0E0F'";
        save(
                Spark.session().sql(String.format(row, "-2.5", id) + " union all select null, null, null, null"),
                "append");
        assertEquals(
                List.of("[-2.5," + id.substring(2, 34) + "," + wkb + "," + wkb + "]", "[null,null,null,null]"),
                load().selectExpr("half", "hex(id)", "hex(st_asbinary(g))", "hex(b)").collectAsList().stream()
                        .map(Row::toString)
                        .toList());
        for (String refused : List.of(String.format(row, "1.1", id), String.format(row, "1", "X'01'"))) {
            Exception failure =
                    assertThrows(Exception.class, () -> save(Spark.session().sql(refused), "append"));
            String messages = Rows.messages(failure);
            assertTrue(messages.contains("is not a float16") || messages.contains("column 'id', row 0"), messages);
        }
    }

    @Test
    void keysComeOnceAndOddTypesAreRefused() throws IOException {
        Schema schema = Schema.of(Field.required("id", Type.of(TypeKind.INT64)).withFieldId(1));
        Table.create(
                new LocalFolder(folder.resolve("t")),
                schema,
                new TableProperties(List.of(), List.of(1), List.of(), Map.of()),
                TableSettings.DEFAULT);
        save(Spark.session().range(3).toDF(), "append");
        Exception failure = assertThrows(
                Exception.class, () -> save(Spark.session().range(2, 5).toDF(), "append"));
        assertTrue(Rows.messages(failure).contains("the key (id = 2) already exists"), Rows.messages(failure));
        save(Spark.session().range(2, 5).toDF(), "overwrite");
        StructType odd = new StructType()
                .add("d", DataTypes.DateType)
                .add("odd", new PythonUserDefinedType(DataTypes.LongType, "module.Type", ""));
        Exception type = assertThrows(
                Exception.class,
                () -> Spark.session()
                        .createDataFrame(List.of(), odd)
                        .write()
                        .format("stoa")
                        .save(folder.resolve("u").toString()));
        assertTrue(Rows.messages(type).contains("column 'odd' is "), Rows.messages(type));
        assertTrue(!Files.exists(folder.resolve("u")), "nothing was made");
    }
}
