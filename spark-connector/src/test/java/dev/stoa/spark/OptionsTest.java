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

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Options: what is asked for is done, or refused by its name. */
@Tag("engine")
class OptionsTest {
    private static final String MODE = "spark.sql.sources.partitionOverwriteMode";

    @TempDir
    static Path folder;

    @BeforeAll
    static void makeTables() {
        Spark.catalog(Spark.session(), "asked", folder.toString());
        for (String name : List.of("read", "written")) {
            sql("create table asked." + name + " partitioned by (d) as select 0 as id, 0 as d");
            sql("insert into asked." + name + " values (1, 1)");
        }
    }

    @AfterEach
    void leaveMode() {
        Spark.session().conf().unset(MODE);
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    private static String path(String table) {
        return folder.resolve(table).toString();
    }

    private static Dataset<Row> row(int id, int d) {
        return Spark.session().sql("select " + id + " as id, " + d + " as d");
    }

    /** Expects a refusal that names the option. */
    private static void refused(String option, String advice, Executable use) {
        String said = Rows.messages(assertThrows(Exception.class, use, option));
        assertTrue(said.toLowerCase(Locale.ROOT).contains("'" + option.toLowerCase(Locale.ROOT) + "'"), said);
        assertTrue(said.contains(advice), said);
    }

    @Test
    void aReadPassesOverNoOption() {
        Map<String, String> advices = Map.ofEntries(
                Map.entry("version-as-of", "versionAsOf"),
                Map.entry("versionAsOff", "versionAsOf"),
                Map.entry("timestamp_as_of", "timestampAsOf"),
                Map.entry("snapshot-id", "versionAsOf"),
                Map.entry("as-of-timestamp", "timestampAsOf"),
                Map.entry("startingVersion", "stream"),
                Map.entry("startingTimestamp", "startingVersion"),
                Map.entry("endingVersion", "startingVersion"),
                Map.entry("readChangeFeed", "startingVersion"),
                Map.entry("branch", "branches"),
                Map.entry("maxFilesPerTrigger", "maxVersionsPerTrigger"),
                Map.entry("ignoreDeletes", "skipChanges"),
                Map.entry("split-size", "spark.sql.files.maxPartitionBytes"),
                Map.entry("fs.s3a.endpoint", "spark.hadoop.fs.s3a.endpoint"),
                Map.entry("pathGlobFilter", "leave it out"));
        advices.forEach((option, advice) -> {
            refused(
                    option,
                    advice,
                    () -> Spark.session()
                            .read()
                            .option(option, "1")
                            .table("asked.read")
                            .count());
            refused(
                    option,
                    advice,
                    () -> Spark.session()
                            .read()
                            .format("stoa")
                            .option(option, "1")
                            .load(path("read"))
                            .collectAsList());
        });
        refused("version-as-of", "versionAsOf", () -> sql("select * from asked.read with ('version-as-of' = '0')"));
        refused("snapshot-id", "versionAsOf", () -> sql("select * from asked.read.files with ('snapshot-id' = '0')"));
        assertEquals(
                1,
                Spark.session()
                        .read()
                        .option("VERSIONASOF", "1")
                        .table("asked.read")
                        .count());
        assertEquals(
                1,
                Spark.session()
                        .read()
                        .format("stoa")
                        .option("versionAsOf", "1")
                        .load(path("read"))
                        .count());
        assertEquals(List.of("[1]"), sql("select count(*) from asked.read with ('versionAsOf' = '1')"));
        Exception elsewhere = assertThrows(
                Exception.class,
                () -> Spark.session()
                        .read()
                        .option("path", path("written"))
                        .table("asked.read")
                        .count());
        assertTrue(Rows.messages(elsewhere).contains("leave the option out"), Rows.messages(elsewhere));
    }

    @Test
    void aStreamPassesOverNoOption() {
        Map.of(
                        "startingTimestamp", "begins with the option startingVersion",
                        "stream-from-timestamp", "begins with the option startingVersion",
                        "streaming-skip-delete-snapshots", "skipChanges",
                        "streaming-max-files-per-micro-batch", "maxVersionsPerTrigger",
                        "endingVersion", "startingVersion",
                        "maxFilesPerTrigger", "maxVersionsPerTrigger",
                        "ignoreDeletes", "skipChanges",
                        "ignoreChanges", "skipChanges",
                        "skipChange", "skipChanges")
                .forEach((option, advice) -> refused(option, advice, () -> stream(option, "targetFileSize")));
        for (String option : List.of("mergeSchema", "partitionOverwriteMode", "replaceWhere", "outputMode")) {
            refused(option, "", () -> stream("maxVersionsPerTrigger", option));
        }
    }

    private static void stream(String ofSource, String ofSink) throws Exception {
        Spark.session()
                .readStream()
                .option(ofSource, "1")
                .table("asked.read")
                .writeStream()
                .queryName("asked")
                .option("checkpointLocation", folder.resolve("_checkpoint").toString())
                .option(ofSink, ofSink.equals("targetFileSize") ? "1m" : "static")
                .trigger(Trigger.AvailableNow())
                .toTable("asked.written")
                .awaitTermination();
    }

    @Test
    void aWritePassesOverNoOption() {
        Map<String, String> advices = Map.of(
                "replaceWhere", "replace where",
                "overwrite-mode", "partitionOverwriteMode",
                "partition-overwrite-mode", "partitionOverwriteMode",
                "mergeSchema", "with schema evolution",
                "overwriteSchema", "create or replace",
                "versionAsOf", "versionAsOf",
                "maxRecordsPerFile", "targetFileSize",
                "target-file-size-bytes", "targetFileSize",
                "txnVersion", "leave it out",
                "afterExpiry", "stream");
        advices.forEach((option, advice) -> {
            for (SaveMode mode : List.of(SaveMode.Append, SaveMode.Overwrite)) {
                refused(
                        option,
                        advice,
                        () -> row(5, 5)
                                .write()
                                .format("stoa")
                                .mode(mode)
                                .option(option, "d = 1")
                                .save(path("written")));
                refused(
                        option,
                        advice,
                        () -> row(5, 5)
                                .write()
                                .format("stoa")
                                .mode(mode)
                                .option(option, "d = 1")
                                .saveAsTable("asked.written"));
                refused(
                        option,
                        advice,
                        () -> row(5, 5)
                                .write()
                                .mode(mode)
                                .option(option, "d = 1")
                                .insertInto("asked.written"));
            }
            refused(
                    option,
                    advice,
                    () -> row(5, 5).writeTo("asked.written").option(option, "1").append());
            refused(
                    option,
                    advice,
                    () -> row(5, 5).writeTo("asked.fresh").option(option, "1").create());
        });
        refused(
                "replaceWhere",
                "",
                () -> sql("insert into asked.written with ('replaceWhere' = 'd = 1') values (5, 5)"));
        assertEquals(List.of("[0]", "[1]"), sql("select id from asked.written order by id"));
        assertTrue(sql("show tables in asked").stream().noneMatch(table -> table.contains("fresh")));
    }

    @Test
    void partitionsAreReplacedAsTheWriteSays() {
        sql("create table asked.parts partitioned by (d) as select id, id % 3 as d from range(9)");
        row(10, 1)
                .selectExpr("cast(id as bigint) id", "cast(d as bigint) d")
                .write()
                .mode("overwrite")
                .option("partitionOverwriteMode", "dynamic")
                .insertInto("asked.parts");
        assertEquals(
                List.of("[0, 3]", "[1, 1]", "[2, 3]"),
                sql("select d, count(*) from asked.parts group by d order by d"));
        row(11, 2)
                .write()
                .format("stoa")
                .mode("overwrite")
                .option("partitionOverwriteMode", "DYNAMIC")
                .save(path("parts"));
        assertEquals(
                List.of("[0, 3]", "[1, 1]", "[2, 1]"),
                sql("select d, count(*) from asked.parts group by d order by d"));
        Spark.session().conf().set(MODE, "dynamic");
        String said = Rows.messages(assertThrows(
                Exception.class,
                () -> row(12, 2).write().format("stoa").mode("overwrite").save(path("parts"))));
        assertTrue(said.contains(MODE), said);
        said = Rows.messages(assertThrows(
                Exception.class,
                () -> row(12, 2)
                        .write()
                        .mode("overwrite")
                        .option("partitionOverwriteMode", "static")
                        .insertInto("asked.parts")));
        assertTrue(said.contains("leave the option out"), said);
        assertEquals(List.of("[5]"), sql("select count(*) from asked.parts"));
        row(12, 2)
                .write()
                .format("stoa")
                .mode("overwrite")
                .option("partitionOverwriteMode", "static")
                .save(path("parts"));
        assertEquals(List.of("[12, 2]"), sql("select * from asked.parts"));
        sql(
                "create table asked.days partitioned by (days(at)) as select timestamp'2024-01-01 12:00:00' + make_dt_interval(id) as at"
                        + " from range(3)");
        sql("insert overwrite asked.days select timestamp'2024-01-02 13:00:00'");
        assertEquals(List.of("[3, 13]"), sql("select count(*), max(hour(at)) from asked.days"));
        said = Rows.messages(assertThrows(
                Exception.class,
                () -> row(1, 2)
                        .write()
                        .mode("overwrite")
                        .option("partitionOverwriteMode", "dynamix")
                        .insertInto("asked.parts")));
        assertTrue(said.contains("dynamix"), said);
    }

    @Test
    void aCatalogPassesOverNoSetting() {
        refused(
                "warehose",
                "warehouse",
                () -> new StoaCatalog()
                        .initialize(
                                "c",
                                new CaseInsensitiveStringMap(Map.of("warehouse", path("w"), "warehose", path("x")))));
    }
}
