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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clauses of statements that make and alter tables: they are followed, or the statement is refused. */
@Tag("engine")
class ClausesTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "said", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    private static void refused(String statement, String words) {
        String said = Rows.refused(statement);
        assertTrue(said.contains(words), said);
    }

    @Test
    void aTableIsNotMadeOtherwiseThanItIsSaid() {
        Map.ofEntries(
                        Map.entry("using parquet", "using parquet"),
                        Map.entry("using ORC", "using stoa"),
                        Map.entry("using delta", "using stoa"),
                        Map.entry("stored as orc", "stored as"),
                        Map.entry("stored as inputformat 'i' outputformat 'o'", "stored as"),
                        Map.entry("row format delimited fields terminated by ','", "row format"),
                        Map.entry("row format serde 'a.B' with serdeproperties ('k' = 'v')", "row format"),
                        Map.entry("using stoa options ('compression' = 'zstd')", "'compression'"),
                        Map.entry("options ('replaceWhere' = 'a = 1')", "'replaceWhere'"),
                        Map.entry("location '/elsewhere'", "/elsewhere"),
                        Map.entry("partitioned by (prefix(3, a))", "prefix"),
                        Map.entry("clustered by (a) sorted by (a) into 4 buckets", "sorted_bucket"),
                        Map.entry("tblproperties ('comment.1' = 'x')", "comment.1"))
                .forEach((clause, words) -> {
                    refused("create table said.none (a int) " + clause, words);
                    refused("create or replace table said.none (a int) " + clause, words);
                    if (!clause.startsWith("row format") && !clause.startsWith("stored as in")) {
                        refused("create table said.none " + clause + " as select 1 as a", words);
                    }
                });
        refused("create external table said.none (a int)", "external");
        assertFalse(Files.exists(warehouse.resolve("none")));
        sql("create table said.kept as select 1 as a");
        refused("replace table said.kept using parquet as select 2 as a", "using parquet");
        refused("create or replace table said.kept (b int) using orc", "using orc");
        assertEquals(List.of("[1]"), sql("select * from said.kept"));
        StructType columns = new StructType().add("a", "int");
        String said = Rows.messages(assertThrows(
                Exception.class, () -> Spark.session().catalog().createTable("said.none", "orc", columns, Map.of())));
        assertTrue(said.contains("using orc"), said);
        said = Rows.messages(assertThrows(
                Exception.class,
                () -> Spark.session()
                        .range(1)
                        .writeTo("said.none")
                        .using("parquet2")
                        .create()));
        assertTrue(said.contains("using parquet2"), said);
    }

    @Test
    void aTableIsMadeAsItIsSaid() throws Exception {
        sql(
                "create table said.full (a int, b int) using STOA options ('targetFileSize' = '1m') clustered by (a) into 4 buckets"
                        + " comment 'hello' tblproperties ('team' = 'ours')");
        String described = sql("describe table extended said.full").toString();
        for (String words : List.of("bucket(4, a)", "[Comment, hello", "team=ours", "targetFileSize=1m")) {
            assertTrue(described.contains(words), described);
        }
        sql("create table said.named using dev.stoa.spark.StoaDataSource as select 1 as a");
        // Spark names its default source where none is named
        Spark.session().range(3).write().option("comment", "by name").saveAsTable("said.saved");
        Spark.session().range(4).write().mode("overwrite").saveAsTable("said.saved");
        assertEquals(List.of("[4]"), sql("select count(*) from said.saved"));
        Spark.session()
                .readStream()
                .table("said.saved")
                .writeStream()
                .option("checkpointLocation", warehouse.resolve("_checkpoint").toString())
                .trigger(Trigger.AvailableNow())
                .toTable("said.streamed")
                .awaitTermination();
        assertEquals(List.of("[4]"), sql("select count(*) from said.streamed"));
    }

    /** Otherwise a user would rely on what no commit does. */
    @Test
    void propertiesOfOtherFormatsAreRefused() {
        sql("create table said.noted (a int) tblproperties ('deltas' = 'x', 'team.write' = 'y', 'commit.hash' = 'z')");
        Map.of(
                        "Parquet.compression", "leave it out",
                        "delta.enableChangeDataFeed", "table_changes('t', 1, 3)",
                        "delta.appendOnly", "leave it out",
                        "Delta.TargetFileSize", "targetFileSize",
                        "delta.autoOptimize.autoCompact", "upkeep",
                        "delta.logRetentionDuration", "call system.expire",
                        "history.expire.max-snapshot-age-ms", "call system.expire",
                        "write.wap.enabled", "t.branch_x",
                        "write.target-file-size-bytes", "targetFileSize",
                        "format-version", "leave it out")
                .forEach((property, advice) -> {
                    refused("create table said.none (a int) tblproperties ('" + property + "' = '1')", advice);
                    refused("alter table said.noted set tblproperties ('" + property + "' = '1')", advice);
                });
        sql("alter table said.noted unset tblproperties ('delta.appendOnly')");
    }

    @Test
    void aTableIsAlteredOrTheStatementIsRefused() {
        sql("create table said.altered (a int comment 'first', b int)");
        refused("alter table said.altered set location '/elsewhere'", "set location");
        sql("alter table said.altered replace columns (a int comment 'first', b int)");
        sql("insert into said.altered values (1, 2)");
        refused("alter table said.altered replace columns (B int)", "all rows lose its values");
        assertEquals(List.of("[1, 2]"), sql("select a, b from said.altered"));
        sql("truncate table said.altered");
        refused("alter table said.altered set tblproperties ('comment.1' = 'x')", "alter column");
        refused("alter table said.altered unset tblproperties ('comment.1')", "alter column");
        refused("alter table said.altered set tblproperties ('option.a' = 'x')", "option.a");
        sql("alter table said.altered cluster by (b)");
        sql("alter table said.altered cluster by none");
        refused("alter table said.altered cluster by (x)", "no column x");
        refused("alter table said.altered set serde 'a.B'", "SERDE");
        refused("alter table said.altered alter column b set not null", "b");
        sql("alter table said.altered add constraint c check (a > 0)");
        refused("insert into said.altered values (0, 1)", "CHECK_CONSTRAINT_VIOLATION");
        assertEquals(List.of("[a, int, first]", "[b, int, null]"), sql("describe table said.altered"));
        sql("alter table said.altered alter column b first");
        sql("alter table said.altered alter column b comment 'second'");
        sql("alter table said.altered set tblproperties ('team' = 'ours')");
        sql("comment on table said.altered is 'words'");
        assertEquals(List.of("[b, int, second]", "[a, int, first]"), sql("describe table said.altered"));
        String described = sql("describe table extended said.altered").toString();
        assertTrue(described.contains("[Comment, words") && described.contains("team=ours"), described);
    }

    /** What the refusal of a location advises. */
    @Test
    void anotherFolderHasACatalogOfItsOwn() {
        Path cold = warehouse.resolveSibling("cold-" + warehouse.getFileName());
        refused(
                "create table said.here (a int) location '" + cold.resolve("t") + "'",
                "spark.sql.catalog.NAME.warehouse");
        Spark.catalog(Spark.session(), "cold", cold.toString());
        sql("create table said.here as select 1 as a");
        sql("create table cold.t location '" + cold.resolve("t") + "' as select 1 as a, 'x' as b");
        assertEquals(List.of("[1, x]"), sql("select here.a, t.b from said.here join cold.t on here.a = t.a"));
        sql("drop table cold.t");
        Spark.session()
                .range(3)
                .write()
                .format("stoa")
                .save(cold.resolve("path").toString());
        assertEquals(List.of("[3]"), sql("select count(*) from cold.path"));
        sql("drop table cold.path");
        assertFalse(Files.exists(cold.resolve("path")));
    }

    @Test
    void aNamespaceIsAFolderAndNoMore() {
        for (String clause : List.of("comment 'x'", "location '/elsewhere'", "with dbproperties ('a' = 'b')")) {
            unsupported("create namespace said.space " + clause);
        }
        assertTrue(Rows.refused("create namespace said.space managed location '/x'")
                .contains("PARSE_SYNTAX_ERROR"));
        assertFalse(Files.exists(warehouse.resolve("space")));
        sql("create namespace said.space location '" + warehouse.resolve("space") + "'");
        assertTrue(Files.exists(warehouse.resolve("space")));
        for (String change : List.of(
                "comment on namespace said.space is 'x'",
                "alter namespace said.space set properties ('a' = 'b')",
                "alter namespace said.space set location '/elsewhere'")) {
            unsupported(change);
        }
    }

    private static void unsupported(String statement) {
        AnalysisException e = assertThrows(AnalysisException.class, () -> sql(statement), statement);
        assertEquals("STOA_UNSUPPORTED", e.getCondition());
    }

    @Test
    void aTimeToComeHasNoVersion() {
        sql("create table said.now as select 1 as a");
        refused("select * from said.now timestamp as of '2999-01-01'", "in the future");
        refused("select * from said.now.snapshots timestamp as of '2999-01-01'", "in the future");
        refused("select * from said.now version as of 2", "the newest is 1");
        assertEquals(List.of("[1]"), sql("select * from said.now timestamp as of current_timestamp()"));
    }
}
