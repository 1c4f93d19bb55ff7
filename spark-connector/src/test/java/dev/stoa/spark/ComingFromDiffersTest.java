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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The lines of {@code docs/coming-from.md} that differ in Spark: the statement of the other format fails by a sentence, and what the
 * page names instead works. Options are tried on reads, writes and streams.
 */
@Tag("engine")
class ComingFromDiffersTest {
    @TempDir
    static Path folder;

    private static SparkSession session;

    /** Runs something in Spark. */
    interface Step {
        void run() throws Exception;
    }

    /**
     * A line.
     *
     * @param begins what the statement in its first cell does
     * @param foreign statements of the other format
     * @param why all refusals contain it
     * @param serves what the page names, if a statement can show it
     */
    record Line(String begins, List<Step> foreign, String why, List<Step> serves) {
        @Override
        public String toString() {
            return begins;
        }
    }

    /** Those of {@code coming-from-differs.txt}, which are SQL, and those that need more. */
    static List<Line> lines() {
        return Stream.concat(inSql().stream(), inJava().stream()).toList();
    }

    private static List<Line> inSql() {
        return ComingFromPage.cases("coming-from-differs.txt").stream()
                .map(parts -> line(parts[0], sql(parts[1].split(" ;; ")), parts[2], sql(parts[3].split(" ;; "))))
                .toList();
    }

    private static List<Line> inJava() {
        return List.of(
                line(
                        "create table t (...) location",
                        sql("create table placed (id int) location '/elsewhere/placed'"),
                        "spark.sql.catalog.NAME.warehouse",
                        List.of(() -> session.table("lake.t")
                                .write()
                                .format("stoa")
                                .save(folder.resolve("elsewhere/t").toString()))),
                line(
                        "`select * from delta.",
                        sql("select * from delta.`/lake/t`"),
                        "`delta`.`/lake/t` cannot be found",
                        List.of(
                                () -> session.read()
                                        .format("stoa")
                                        .load(warehouse().resolve("t").toString())
                                        .collectAsList(),
                                () -> session.sql("create temporary view by_path using stoa options (path '"
                                        + warehouse().resolve("t") + "')"))),
                line(
                        "DeltaTable.forName",
                        List.of(),
                        "",
                        List.of(() -> session.table("lake.t")
                                .as("s")
                                .mergeInto("lake.t", functions.expr("lake.t.id = s.id"))
                                .whenMatched()
                                .updateAll()
                                .merge())),
                line(
                        "call CAT.system.rewrite_table_path",
                        sql("call lake.system.rewrite_table_path('t', 'a', 'b')"),
                        "no procedure system.",
                        List.of(
                                () -> Folders.copy(warehouse().resolve("t"), folder.resolve("moved")),
                                () -> assertEquals(
                                        session.table("lake.t").collectAsList(),
                                        session.read()
                                                .format("stoa")
                                                .load(folder.resolve("moved").toString())
                                                .collectAsList()))),
                line(
                        "option(\"streaming-skip-delete-snapshots\"",
                        List.of(
                                () -> stream("streaming-skip-delete-snapshots", "true"),
                                () -> stream("streaming-max-files-per-micro-batch", "5"),
                                () -> stream("streaming-max-rows-per-micro-batch", "5"),
                                () -> stream("stream-from-timestamp", "1")),
                        "Options of a stream's source: startingVersion, maxVersionsPerTrigger, skipChanges",
                        List.of()),
                line(
                        "option(\"split-size\"",
                        List.of(() -> read("split-size")),
                        "spark.sql.files.maxPartitionBytes",
                        List.of()),
                line(
                        "option(\"replaceWhere\"",
                        List.of(() -> session.table("lake.t")
                                .write()
                                .mode("overwrite")
                                .option("replaceWhere", "id = 1")
                                .insertInto("lake.t")),
                        "df.writeTo(table).overwrite(condition)",
                        List.of(() -> session.table("lake.t")
                                .where("id = 1")
                                .writeTo("lake.t")
                                .overwrite(functions.col("id").equalTo(1)))),
                line(
                        "option(\"readChangeFeed\"",
                        List.of(() -> read("readChangeFeed"), () -> stream("readChangeFeed", "true")),
                        ".option(\"startingVersion\", 1).changes(table)",
                        List.of(() -> session.read()
                                .option("startingVersion", 1)
                                .changes("lake.t")
                                .collectAsList())),
                line(
                        "option(\"skipChangeCommits\"",
                        List.of(
                                () -> stream("skipChangeCommits", "true"),
                                () -> stream("ignoreChanges", "true"),
                                () -> stream("ignoreDeletes", "true")),
                        "the option skipChanges",
                        List.of(() -> stream("skipChanges", "true"))),
                line(
                        "option(\"maxFilesPerTrigger\"",
                        List.of(() -> stream("maxFilesPerTrigger", "5")),
                        "the option maxVersionsPerTrigger",
                        List.of(() -> {
                            session.sql("create table lake.streamed as select 1 as id");
                            assertEquals(1, stream("lake.streamed", "maxVersionsPerTrigger", "5"));
                        })),
                line(
                        "option(\"snapshot-id\"",
                        List.of(() -> read("snapshot-id"), () -> read("as-of-timestamp")),
                        "Options of a read: versionAsOf, timestampAsOf",
                        List.of(() -> session.read()
                                .option("versionAsOf", 1)
                                .table("lake.t")
                                .collectAsList())),
                line(
                        "option(\"start-snapshot-id\"",
                        List.of(() -> read("start-snapshot-id")),
                        "changes from version 1 to version 3",
                        sql("select * from t changes from version 1")),
                line(
                        "option(\"txnAppId\"",
                        List.of(
                                () -> write("txnAppId", "a"),
                                () -> write("txnVersion", "1"),
                                () -> write("userMetadata", "x")),
                        "Options of a write: ",
                        List.of(() -> write("targetFileSize", "256m"))),
                line(
                        "option(\"branch\"",
                        List.of(() -> read("branch"), () -> read("tag")),
                        "Options of a read: versionAsOf, timestampAsOf",
                        List.of(() -> session.read()
                                .option("versionAsOf", 1)
                                .table("lake.t")
                                .collectAsList())),
                line(
                        "spark.read.format(\"iceberg\")",
                        List.of(() -> session.read().format("iceberg").load("lake.t.files")),
                        "Failed to find the data source: iceberg",
                        List.of(() -> session.table("lake.t.files").collectAsList())));
    }

    private static Line line(String begins, List<Step> foreign, String why, List<Step> serves) {
        return new Line(begins, foreign, why, serves);
    }

    private static List<Step> sql(String... statements) {
        return Arrays.stream(statements)
                .filter(statement -> !statement.isEmpty())
                .<Step>map(statement -> () ->
                        session.withActive(() -> (Row[]) session.sql(statement.replace("FOLDER", folder.toString()))
                                .collect()))
                .toList();
    }

    private static Path warehouse() {
        return folder.resolve("warehouse");
    }

    private static void write(String option, String value) throws Exception {
        session.sql("select 1L as id, 'de' as country")
                .writeTo("lake.t")
                .option(option, value)
                .append();
    }

    private static void read(String option) {
        session.read().option(option, "1").table("lake.t").collectAsList();
    }

    private static void stream(String option, String value) throws Exception {
        stream("lake.t", option, value);
    }

    private static long stream(String table, String option, String value) throws Exception {
        String name = "streamed_" + Math.abs(System.nanoTime());
        session.readStream()
                .option(option, value)
                .table(table)
                .writeStream()
                .format("memory")
                .queryName(name)
                .option(
                        "checkpointLocation",
                        Files.createTempDirectory(folder, "stream").toString())
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination();
        return session.table(name).count();
    }

    @BeforeAll
    static void addCatalog() throws Exception {
        session = Spark.extended();
        Spark.catalog(session, "lake", folder.resolve("warehouse").toString());
        for (Step step : sql(
                "use lake",
                "create table t (id bigint, country string) partitioned by (country)",
                "insert into t values (1, 'de'), (2, 'fr')",
                "create table unsorted as select /*+ repartition(1) */ id from values (3), (1), (2) as v(id)")) {
            step.run();
        }
    }

    /** The import of a table is a test of the command line. */
    @Test
    void eachLineThatDiffersIsTested() throws Exception {
        List<String> page = ComingFromPage.lines();
        List<String> untested = page.stream()
                .filter(line -> line.contains("| differs: "))
                .filter(line -> lines().stream().noneMatch(test -> line.startsWith("| `" + test.begins())))
                .toList();
        assertEquals(List.of(), untested);
        for (Line test : lines()) {
            assertTrue(page.stream().anyMatch(line -> line.startsWith("| `" + test.begins())), test.begins());
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void theForeignFailsAndTheNamedWorks(Line line) throws Exception {
        for (Step step : line.foreign()) {
            String message = Rows.messages(assertThrows(Exception.class, step::run));
            assertTrue(message.contains(line.why()), message);
        }
        for (Step step : line.serves()) {
            step.run();
        }
    }
}
