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
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.StoaTable;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Expiry;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables as sources and sinks of streaming queries, which stop and go on from their checkpoints. */
@Tag("engine")
class StreamTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "stream", warehouse().toString());
    }

    private static Path warehouse() {
        return folder.resolve("warehouse");
    }

    private static List<String> sql(String text) {
        return Arrays.stream((Row[]) Spark.session().sql(text).collect())
                .map(Rows::text)
                .toList();
    }

    private static Table table(String name) throws IOException {
        return Table.open(new LocalFolder(warehouse().resolve(name)), TableSettings.DEFAULT);
    }

    private static Dataset<Row> stream(String table, Map<String, String> options) {
        return Spark.session().readStream().options(options).table("stream." + table);
    }

    private static Path checkpoint(String table) {
        return folder.resolve("checkpoints").resolve(table);
    }

    /** Runs a query from its checkpoint on until nothing is new. */
    private static void run(Dataset<Row> rows, String into, String mode, Map<String, String> options) throws Exception {
        StreamingQuery query = rows.writeStream()
                .outputMode(mode)
                .options(options)
                .option("checkpointLocation", checkpoint(into).toString())
                .trigger(Trigger.AvailableNow())
                .toTable("stream." + into);
        query.awaitTermination();
    }

    private static void run(String from, String into) throws Exception {
        run(stream(from, Map.of()), into, "append", Map.of());
    }

    /** Makes a query forget that its last batch was done, as if it was killed before it noted that. */
    private static void forgetLastBatch(String table) throws IOException {
        try (Stream<Path> commits = Files.list(checkpoint(table).resolve("commits"))) {
            Path last = commits.filter(path -> path.getFileName().toString().matches("\\d+"))
                    .max(Comparator.comparingInt(
                            path -> Integer.parseInt(path.getFileName().toString())))
                    .orElseThrow();
            Files.delete(last);
            Files.deleteIfExists(last.resolveSibling("." + last.getFileName() + ".crc"));
        }
    }

    private static long dataFiles(String table) throws IOException {
        try (Stream<Path> files = Files.list(warehouse().resolve(table).resolve("data"))) {
            return files.filter(path -> path.toString().endsWith(".stoa")).count();
        }
    }

    private static List<String> summary(String table) {
        return sql("select count(*), count(distinct id), sum(id) from stream." + table);
    }

    @Test
    void eachRowComesOnceHoweverOftenTheQueryIsStopped() throws Exception {
        sql("create table stream.src as select id, concat('v', id) as s from range(0, 1000, 1, 2)");
        sql("create table stream.dst (id bigint, s string)");
        run("src", "dst");
        assertEquals(List.of("[1000, 1000, 499500]"), summary("dst"));
        sql("insert into stream.src select id, 'x' from range(1000, 1500)");
        sql("insert into stream.src select id, 'y' from range(1500, 1600)");
        run("src", "dst");
        assertEquals(List.of("[1600, 1600, 1279200]"), summary("dst"));
        run("src", "dst");
        List<String> operations =
                table("dst").commits(10).stream().map(CommitInfo::operation).toList();
        assertEquals(List.of("insert", "insert", "create"), operations);

        long files = dataFiles("dst");
        forgetLastBatch("dst");
        run("src", "dst");
        assertEquals(List.of("[1600, 1600, 1279200]"), summary("dst"), "a batch that is run again");
        assertEquals(2, table("dst").snapshot().version());
        assertEquals(files, dataFiles("dst"), "what it wrote in vain is gone");

        forgetLastBatch("dst");
        sql("delete from stream.dst where id = 1"); // others write the table, too
        sql("insert into stream.src values (1600, 'z')");
        run("src", "dst"); // the batch that was done, and what is new
        assertEquals(4, table("dst").snapshot().version());
        assertEquals(List.of("[1600, 1600, 1280799]"), summary("dst"));
        assertEquals(List.of("[2]"), sql("select count(distinct s) from stream.dst where id between 1499 and 1501"));
    }

    /** Small commits put their files together after every 16th version, and who reads the table as a stream sees no row twice. */
    @Test
    void smallBatchesLeaveFewFiles() throws Exception {
        sql("create table stream.drops (id bigint)");
        sql("create table stream.bucket (id bigint)");
        for (int i = 0; i < 33; i++) {
            sql("insert into stream.drops values (" + i + ")");
            if (i >= 8 && i % 2 == 0) {
                run("drops", "bucket");
            }
        }
        List<String> operations =
                table("drops").commits(100).stream().map(CommitInfo::operation).toList();
        assertTrue(
                operations.stream().filter(text -> text.startsWith("upkeep: ")).count() >= 2, operations.toString());
        int fragments = table("drops").snapshot().fragmentCount();
        assertTrue(fragments <= 20, fragments + " fragments");
        assertEquals(List.of("[33, 33, 528]"), summary("drops"));
        assertEquals(List.of("[33, 33, 528]"), summary("bucket"));
        sql("create table stream.quiet (id bigint) tblproperties ('upkeep' = 'false')");
        for (int i = 0; i < 16; i++) {
            sql("insert into stream.quiet values (" + i + ")");
        }
        assertEquals(16, table("quiet").snapshot().fragmentCount());
    }

    /** Batches of a stream are commits, too. */
    @Test
    void aStreamPutsItsOwnFilesTogether() throws Exception {
        sql("create table stream.spring (id bigint)");
        sql("create table stream.pond (id bigint)");
        for (int i = 0; i < 16; i++) {
            sql("insert into stream.spring values (" + i + ")");
            run("spring", "pond");
        }
        assertEquals(List.of("[16, 16, 120]"), summary("pond"));
        List<String> operations =
                table("pond").commits(100).stream().map(CommitInfo::operation).toList();
        assertTrue(operations.stream().anyMatch(text -> text.startsWith("upkeep: ")), operations.toString());
    }

    @Test
    void rewritesAreNoNewsAndChangesAreToldOrPassedOver() throws Exception {
        sql("create table stream.changing as select id, id as v from range(0, 100, 1, 1)");
        sql("create table stream.copy (id bigint, v bigint)");
        run("changing", "copy");
        for (int i = 0; i < 4; i++) {
            sql("insert into stream.changing select id, id from range(" + (100 + i) + ", " + (101 + i) + ")");
        }
        List<String> jobs = sql("call stream.system.compact('changing')");
        assertTrue(jobs.toString().contains("[merge, 5,") && jobs.toString().contains("done"), jobs.toString());
        run("changing", "copy");
        assertEquals(List.of("[104, 104, 5356]"), summary("copy"), "rows are those of the files that they came in");

        sql("insert into stream.changing values (104, 104)");
        sql("update stream.changing set v = -1 where id >= 100");
        Exception failure = assertThrows(Exception.class, () -> run("changing", "copy"));
        assertTrue(Rows.messages(failure).contains("changes or removes rows"), Rows.messages(failure));
        assertTrue(Rows.messages(failure).contains("skipChanges"), Rows.messages(failure));
        run(stream("changing", Map.of("skipChanges", "true")), "copy", "append", Map.of());
        assertEquals(List.of("[105, 105, 5460]"), summary("copy"));
        assertEquals(List.of("[104]"), sql("select v from stream.copy where id = 104"), "as it came");

        sql("create table stream.later (id bigint, v bigint)");
        run(stream("changing", Map.of("startingVersion", "4", "skipChanges", "true")), "later", "append", Map.of());
        assertEquals(List.of("[3, 3, 309]"), summary("later"));
    }

    /** Of a branch, too, only new rows are news: those of a fragment that the branch changed have come. */
    @Test
    void aPublishedBranchBringsNewRows() throws Exception {
        sql("create table stream.main (id bigint, v bigint)");
        sql("insert into stream.main select id, id from range(0, 10, 1, 1)");
        sql("create table stream.seen (id bigint, v bigint)");
        run("main", "seen");
        sql("call stream.system.branch('main', 'more')");
        sql("insert into stream.main.branch_more select id, id from range(10, 20, 1, 1)");
        sql("call stream.system.fast_forward('main', 'main', 'more')");
        run("main", "seen");
        assertEquals(List.of("[20, 20, 190]"), summary("seen"), "a branch that only adds rows");
        sql("call stream.system.branch('main', 'b')");
        sql("update stream.main.branch_b set v = -1 where id = 3");
        sql("insert into stream.main.branch_b values (20, 20)");
        sql("call stream.system.fast_forward('main', 'main', 'b')");
        Exception failure = assertThrows(Exception.class, () -> run("main", "seen"));
        assertTrue(Rows.messages(failure).contains("changes or removes rows"), Rows.messages(failure));
        run(stream("main", Map.of("skipChanges", "true")), "seen", "append", Map.of());
        assertEquals(List.of("[21, 21, 210]"), summary("seen"));
    }

    @Test
    void aStreamMayReplaceAllRows() throws Exception {
        sql("create table stream.facts as select id, id % 3 as k from range(0, 90, 1, 1)");
        sql("create table stream.counts (k bigint, n bigint)");
        for (int i = 1; i <= 2; i++) {
            run(
                    stream("facts", Map.of()).groupBy("k").count().withColumnRenamed("count", "n"),
                    "counts",
                    "complete",
                    Map.of());
            assertEquals(
                    List.of("[0, " + 30 * i + "]", "[1, " + 30 * i + "]", "[2, " + 30 * i + "]"),
                    sql("select * from stream.counts order by k"));
            sql("insert into stream.facts select id, id % 3 from range(90)");
        }
    }

    @Test
    void whatDoesNotFitIsRefused() throws Exception {
        sql("create table stream.narrow as select id, 'x' as s from range(3)");
        sql("create table stream.swapped (s string, id bigint)");
        Exception failure = assertThrows(Exception.class, () -> run("narrow", "swapped"));
        assertTrue(Rows.messages(failure).contains("select them in the table's order"), Rows.messages(failure));
        sql("create table stream.same (id bigint, s string)");
        run("narrow", "same");
        sql("insert into stream.narrow values (3, 'y')");
        sql("alter table stream.narrow rename column s to t");
        sql("insert into stream.narrow values (4, 'y')");
        run(stream("narrow", Map.of()).withColumnRenamed("t", "s"), "same", "append", Map.of());
        assertEquals(List.of("[5, 5, 10]"), summary("same"));
        Dataset<Row> byPath = Spark.session()
                .readStream()
                .format("stoa")
                .option("versionAsOf", 1)
                .load(warehouse().resolve("narrow").toString());
        Exception old = assertThrows(
                Exception.class, () -> run(byPath.withColumnRenamed("t", "s"), "same", "append", Map.of()));
        assertTrue(Rows.messages(old).contains("startingVersion"), Rows.messages(old));
    }

    @Test
    void aBatchOfWhichNothingTellsIsNotGuessed() throws Exception {
        sql("create table stream.rare as select id from range(3)");
        sql("create table stream.busy (id bigint)");
        sql("insert into stream.busy values (-1)");
        Expiry.plan(table("busy"), Duration.ZERO, 1, Duration.ZERO).run();
        run("rare", "busy"); // its first batch is younger than what the log has
        assertEquals(List.of("[4, 4, 2]"), summary("busy"));
        forgetLastBatch("busy");
        notGuessed("[5, 4, 1]", "[8, 4, 4]");
        sql("insert into stream.rare values (3)");
        notGuessed("[9, 4, 3]", "[10, 5, 6]"); // a later batch
    }

    /** A batch runs after the log has lost what the query wrote; first without, then with the option that says it is new. */
    private static void notGuessed(String before, String appended) throws Exception {
        sql("insert into stream.busy values (-1)");
        Expiry.plan(table("busy"), Duration.ZERO, 1, Duration.ZERO).run();
        Exception failure = assertThrows(Exception.class, () -> run("rare", "busy"));
        assertTrue(Rows.messages(failure).contains("afterExpiry"), Rows.messages(failure));
        assertEquals(List.of(before), summary("busy"));
        run(stream("rare", Map.of()), "busy", "append", Map.of("afterExpiry", "append"));
        assertEquals(List.of(appended), summary("busy"));
    }

    @Test
    void aStreamBeginsAtAVersionThatIsThereOrWithTheNext() throws Exception {
        sql("create table stream.begun (id bigint)");
        sql("insert into stream.begun values (1)");
        sql("create table stream.target (id bigint)");
        for (String beyond : List.of("999", "3")) {
            Exception failure = assertThrows(
                    Exception.class,
                    () -> run(stream("begun", Map.of("startingVersion", beyond)), "target", "append", Map.of()));
            assertTrue(Rows.messages(failure).contains("the newest version is 1"), Rows.messages(failure));
        }
        Map<String, String> next = Map.of("startingVersion", "2");
        run(stream("begun", next), "target", "append", Map.of());
        assertEquals(List.of("[0, 0, null]"), summary("target"));
        sql("insert into stream.begun values (2)");
        sql("insert into stream.begun values (3)");
        run(stream("begun", next), "target", "append", Map.of());
        assertEquals(List.of("[2, 2, 5]"), summary("target"));
        Expiry.plan(table("begun"), Duration.ZERO, 1, Duration.ZERO).run();
        run(stream("begun", next), "target", "append", Map.of()); // goes on from its checkpoint
        sql("create table stream.afresh (id bigint)");
        Exception expired =
                assertThrows(Exception.class, () -> run(stream("begun", next), "afresh", "append", Map.of()));
        assertTrue(Rows.messages(expired).contains("version 2 does not exist, or has expired"), Rows.messages(expired));
    }

    @Test
    void anOptionThatIsNoNumberIsNamed() {
        sql("create table stream.typed as select 1L as id");
        sql("create table stream.untouched (id bigint)");
        for (String name : List.of("startingVersion", "maxVersionsPerTrigger", "skipChanges")) {
            String failure = Rows.messages(assertThrows(
                    Exception.class,
                    () -> run(stream("typed", Map.of(name, "latest")), "untouched", "append", Map.of())));
            assertTrue(failure.contains("the option " + name + " is 'latest': give"), failure);
        }
    }

    @Test
    void aBatchBringsSoManyCommits() throws Exception {
        sql("create table stream.parts as select id from range(10)");
        sql("create table stream.sums (id bigint)");
        Map<String, String> two = Map.of("maxVersionsPerTrigger", "2");
        for (int i = 0; i < 3; i++) {
            sql("insert into stream.parts values (" + (10 + i) + ")");
        }
        run(stream("parts", two), "sums", "append", Map.of());
        assertEquals(1 + 1, table("sums").commits(10).size(), "what is there at first comes together");
        for (int i = 3; i < 8; i++) {
            sql("insert into stream.parts values (" + (10 + i) + ")");
        }
        run(stream("parts", two), "sums", "append", Map.of());
        assertEquals(List.of("[18, 18, 153]"), summary("sums"));
        assertEquals(1 + 1 + 3, table("sums").commits(10).size(), "five commits, two and two and one");
        List<String> counts = new ArrayList<>();
        for (long version = 1; version <= 4; version++) {
            counts.addAll(sql("select count(*) from stream.sums version as of " + version));
        }
        assertEquals(List.of("[13]", "[15]", "[17]", "[18]"), counts);
        Exception failure = assertThrows(
                Exception.class,
                () -> run(stream("parts", Map.of("maxVersionsPerTrigger", "0")), "sums", "append", Map.of()));
        assertTrue(Rows.messages(failure).contains("at least one commit"), Rows.messages(failure));
    }

    @Test
    void whatIsAvailableNowIsWhatIsThereAtTheStart() throws Exception {
        sql("create table stream.growing as select id from range(2)");
        for (Map<String, String> options : List.of(Map.<String, String>of(), Map.of("maxVersionsPerTrigger", "1"))) {
            List<Long> batches = new ArrayList<>();
            StreamingQuery query = stream("growing", options)
                    .writeStream()
                    .foreachBatch((VoidFunction2<Dataset<Row>, Long>) (rows, batch) -> {
                        batches.add(rows.count());
                        rows.selectExpr("id + 100 as id")
                                .writeTo("stream.growing")
                                .append();
                    })
                    .option(
                            "checkpointLocation",
                            checkpoint("growing" + options.size()).toString())
                    .trigger(Trigger.AvailableNow())
                    .start();
            query.awaitTermination();
            assertEquals(List.of(options.isEmpty() ? 2L : 4L), batches);
        }
    }

    /** A query that knows the table by its path has no catalog in which Spark finds the table's functions. */
    @Test
    void aTableIsASinkByItsPathHoweverItIsDivided() throws Exception {
        sql("create table stream.times as select id, timestamp_seconds(id * 40000) as at from range(20)");
        Schema columns = Schema.of(
                Field.nullable("id", Type.of(TypeKind.INT64)).withFieldId(1),
                Field.nullable("at", Type.timestamp(6, true)).withFieldId(2));
        var byDay = List.of(new TableProperties.PartitionColumn(2, "day"));
        var byPart = List.of(new TableProperties.PartitionColumn(1, "hash(3)"));
        var byId = List.of(new TableProperties.SortColumn(1, true, false));
        List<TableProperties> layouts = List.of(
                new TableProperties(List.of(), List.of(), byDay, Map.of()),
                new TableProperties(byId, List.of(), byDay, Map.of()),
                new TableProperties(byId, List.of(), byPart, Map.of()));
        for (int i = 0; i < layouts.size(); i++) {
            String into = "path" + i;
            Path path = warehouse().resolve(into);
            Table.create(new LocalFolder(path), columns, layouts.get(i), TableSettings.DEFAULT);
            StreamingQuery query = stream("times", Map.of())
                    .writeStream()
                    .format("stoa")
                    .option("checkpointLocation", checkpoint(into).toString())
                    .trigger(Trigger.AvailableNow())
                    .start(path.toString());
            query.awaitTermination();
            assertEquals(
                    sql("select * from stream.times order by id"),
                    sql("select * from stream." + into + " order by id"));
        }
    }

    /** A batch for a table, as Spark begins it. */
    private static StreamingWrite batch(String table, Map<String, String> options) {
        StoaTable into = StoaTable.of(
                new TableFolder(warehouse().resolve(table).toString(), TableFolder.sessionConfiguration()));
        String query = UUID.randomUUID().toString();
        return into.newWriteBuilder(new LogicalWriteInfo() {
                    @Override
                    public CaseInsensitiveStringMap options() {
                        return new CaseInsensitiveStringMap(options);
                    }

                    @Override
                    public String queryId() {
                        return query;
                    }

                    @Override
                    public StructType schema() {
                        return into.asStruct();
                    }
                })
                .build()
                .toStreaming();
    }

    private static WriterCommitMessage task(StreamingWrite batch, long... ids) throws IOException {
        try (DataWriter<InternalRow> task =
                batch.createStreamingWriterFactory(() -> 1).createWriter(0, 0, 0)) {
            for (long id : ids) {
                task.write(new GenericInternalRow(new Object[] {id}));
            }
            return task.commit();
        }
    }

    @Test
    void aBatchDoesNotFollowAnotherOrderOfTheTable() throws Exception {
        sql("create table stream.turned (id bigint)");
        StreamingWrite batch = batch("turned", Map.of());
        WriterCommitMessage written = task(batch, 2, 1);
        sql("alter table stream.turned cluster by (id)");
        Exception refused = assertThrows(
                ConcurrentChangeException.class, () -> batch.commit(0, new WriterCommitMessage[] {written}));
        assertTrue(refused.getMessage().contains("start the query again"), refused.getMessage());
        batch.abort(0, new WriterCommitMessage[] {written});
        assertEquals(0, dataFiles("turned"));
        StreamingWrite again = batch("turned", Map.of());
        sql("alter table stream.turned set tblproperties ('note' = 'x')");
        again.commit(0, new WriterCommitMessage[] {task(again, 1, 2)});
        assertEquals(List.of("[1]"), sql("select id from stream.turned order by id limit 1"));
    }

    @Test
    void aBatchOfTooManyFilesIsRefused() throws Exception {
        sql("create table stream.few (id bigint)");
        StreamingWrite batch = batch("few", Map.of("maxFilesPerWrite", "1"));
        WriterCommitMessage[] two = {task(batch, 1), task(batch, 2)};
        Exception refused = assertThrows(Exception.class, () -> batch.commit(0, two));
        assertTrue(refused.getMessage().contains("maxFilesPerWrite allows 1"), refused.getMessage());
        batch.abort(0, two);
        assertEquals(0, dataFiles("few"));
    }
}
