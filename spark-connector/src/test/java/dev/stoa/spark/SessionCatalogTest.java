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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Spark and a Hive, each in a process of its own, with one metastore: tables of Stoa have the same names in both. Neither Spark nor its
 * client of Hive has the classes of Hive's adapter.
 */
@Tag("engine")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SessionCatalogTest {
    private static final String HANDLER = "dev.stoa.hive.StoaStorageHandler";

    @TempDir
    static Path forHive;

    @TempDir
    static Path forSpark;

    private static HiveProcess hive;
    private static StatementProcess spark;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(HiveProcess.isThere(), "Hive's module is not built: mvn -q -Dquick test-compile -pl hive-serde -am");
        hive = HiveProcess.withMetastore(forHive);
        spark = spark(hive.metastore());
        hive.set("hive.split.update", "true");
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.close();
        }
        if (hive != null) {
            hive.close();
        }
    }

    /** A Spark as users start it, with the libraries of their release of Hive for the metastore. */
    private static StatementProcess spark(String metastore) throws IOException {
        Files.createDirectories(forSpark.resolve("home/jars")); // where Spark looks for itself
        String libraries = HiveProcess.libraries().stream()
                .map(path -> path.toUri().toString())
                .collect(Collectors.joining(","));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--add-") || flag.startsWith("-Duser."))
                .forEach(command::add);
        command.addAll(List.of(
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-XX:MetaspaceSize=400m",
                "-XX:+UseSerialGC",
                "-Dspark.sql.catalogImplementation=hive",
                "-Dspark.sql.catalog.spark_catalog=dev.stoa.spark.StoaSessionCatalog",
                "-Dspark.sql.extensions=dev.stoa.spark.StoaExtensions",
                "-Dspark.hadoop.hive.metastore.uris=" + metastore,
                "-Dspark.sql.hive.metastore.version=4.1.0",
                "-Dspark.sql.hive.metastore.jars=path",
                "-Dspark.sql.hive.metastore.jars.path=" + libraries,
                "-cp",
                System.getProperty("java.class.path"),
                SparkStatements.class.getName(),
                forSpark.resolve("lake").toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(forSpark.toFile())
                .redirectError(forSpark.resolve("spark.log").toFile());
        builder.environment().put("SPARK_HOME", forSpark.resolve("home").toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        return new StatementProcess(builder);
    }

    private static String refused(String statement) {
        return assertThrows(IOException.class, () -> spark.run(statement)).getMessage();
    }

    private static void refused(String statement, String why) {
        String message = refused(statement);
        assertTrue(message.contains(why), message);
    }

    @Test
    @Order(1)
    void bothChangeATableOfHive() throws Exception {
        hive.run("create table handled (id bigint, name string, day date) stored by '" + HANDLER + "'");
        hive.run("insert into handled values (1, 'a', '2024-01-01'), (2, 'b', null)");
        assertEquals(List.of("[1,a,2024-01-01]", "[2,b,null]"), spark.run("select * from handled order by id"));
        spark.run("insert into default.handled values (3, 'c', null), (4, 'd', null)");
        spark.run("update spark_catalog.default.handled set name = 'changed' where id = 1");
        spark.run("delete from handled where id = 4");
        spark.run("merge into handled h using (select 2L as id union select 5L) n on h.id = n.id"
                + " when matched then update set name = 'merged' when not matched then insert (id) values (n.id)");
        assertEquals(
                List.of("1\tchanged\t2024-01-01", "2\tmerged\tNULL", "3\tc\tNULL", "5\tNULL\tNULL"),
                hive.run("select * from handled order by id"));
        hive.run("update handled set name = 'hive' where id = 3");
        assertEquals(List.of("[hive]"), spark.run("select name from handled where id = 3"));

        assertEquals(List.of("[2]"), spark.run("select count(*) from handled version as of 1"));
        assertEquals(List.of("[7]"), spark.run("select count(*) from default.handled.snapshots"));
        assertEquals(List.of("[true]"), spark.run("select max(length(file)) > 0 from default.handled.files"));
        spark.run("call spark_catalog.system.branch('handled', 'audit')");
        spark.run("insert into default.handled.branch_audit values (9, 'audit', null)");
        assertEquals(List.of("[5]"), spark.run("select count(*) from default.handled.branch_audit"));
        assertEquals(List.of("5"), hive.run("select count(*) from default.handled.branch_audit"));
        assertEquals(List.of("[4]"), spark.run("select count(*) from handled"));
        assertEquals(
                List.of("[insert,3]"),
                spark.run("select _change_type, id from handled changes from version 2 to version 2 where id = 3"));
        assertEquals(List.of("[8]"), spark.run("select count(*) from default.handled.history"));
        assertEquals(8, spark.run("describe history handled").size());
        spark.run("optimize handled");
        spark.run("stream default.handled default.streamed " + forSpark.resolve("checkpoint"));
        assertEquals(List.of("4"), hive.run("select count(*) from streamed"));
        spark.run("create view seen as select id from handled where id > 1");
        assertEquals(List.of("[2]", "[3]", "[5]"), spark.run("select * from seen order by id"));
    }

    /** All forms of a table with a log that Hive has. */
    @Test
    @Order(2)
    void allFormsOfHiveAreSeen() throws Exception {
        hive.run("create table by_property (id bigint) stored as stoa tblproperties ('storage_handler' = '" + HANDLER
                + "')");
        hive.run("create table later (id bigint) stored as stoa");
        hive.run("insert into later values (7)");
        hive.run("alter table later set tblproperties ('storage_handler' = '" + HANDLER + "')");
        hive.run("create table parts (id bigint, at timestamp) partitioned by spec (day(at)) stored by '" + HANDLER
                + "'");
        hive.run("create table by_day (id bigint) partitioned by (day date) stored by '" + HANDLER + "'");
        Path elsewhere = forHive.resolve("elsewhere");
        hive.run("create external table placed (id bigint) stored by '" + HANDLER + "' location '" + elsewhere.toUri()
                + "'");
        for (String table : List.of("by_property", "placed", "later")) {
            spark.run("insert into " + table + " values (1)");
            assertEquals(List.of(table.equals("later") ? "2" : "1"), hive.run("select count(*) from " + table), table);
        }
        spark.run("insert into parts values (1, timestamp_ntz'2024-01-01 10:00:00')");
        spark.run("insert into by_day values (1, date'2024-01-01')");
        assertEquals(List.of("1\t2024-01-01 10:00:00"), hive.run("select * from parts"));
        assertEquals(List.of("1\t2024-01-01"), hive.run("select * from by_day"));
        spark.run("drop table placed"); // an external table without purge keeps its files, as in Hive
        assertTrue(Files.isDirectory(elsewhere.resolve("_stoa")));
        refused("select * from placed", "TABLE_OR_VIEW_NOT_FOUND");
    }

    @Test
    @Order(3)
    void hiveReadsATableOfSpark() throws Exception {
        spark.run("create table made (Id bigint, name varchar(5), s struct<a:int,b:array<decimal(5,2)>>, t timestamp)"
                + " using stoa partitioned by (bucket(4, id)) tblproperties ('note' = 'x')");
        spark.run("insert into made values (1, 'x', named_struct('a', 1, 'b', array(1.5)), null)");
        assertEquals(List.of("1\tx\t{\"a\":1,\"b\":[1.5]}\tNULL"), hive.run("select * from made"));
        hive.run("insert into made (id, name) values (2, 'y')");
        assertEquals(List.of("[1,x]", "[2,y]"), spark.run("select id, name from made order by id"));
        spark.run("alter table made add columns (d date)");
        spark.run("alter table made rename column name to label");
        spark.run("alter table made drop column s");
        assertEquals(
                List.of("1\tx\tNULL\tNULL", "2\ty\tNULL\tNULL"),
                hive.run("select id, label, t, d from made" + " order by id"));
        assertEquals(List.of("id", "label", "t", "d"), columns("made"));
        refused("create table made (id int) using stoa", "TABLE_OR_VIEW_ALREADY_EXISTS");
        spark.run("create table if not exists made (id int) using stoa");

        spark.run("create table queried using stoa as select id, label from made");
        spark.run("create or replace table queried using stoa as select 7 as a, 'x' as b");
        assertEquals(List.of("7\tx"), hive.run("select a, b from queried"));
        assertEquals(List.of("[2]"), spark.run("select count(*) from queried version as of 1"));
        spark.run("call spark_catalog.system.rollback('queried', 1)");
        assertEquals(List.of("id", "label"), columns("queried"));
        assertEquals(List.of("2"), hive.run("select count(*) from queried where id > 0"));
        refused("create table failed using stoa as select raise_error('no') as a", "no");
        assertFalse(hive.run("show tables").contains("failed"));
        spark.run("create table pattern like made");
        assertEquals(List.of("id", "label", "t", "d"), columns("pattern"));

        spark.run("alter table queried rename to renamed");
        refused("select * from queried", "TABLE_OR_VIEW_NOT_FOUND");
        assertEquals(List.of("2"), hive.run("select count(*) from renamed"));
        spark.run("create table queried using stoa as select 1 as other");
        assertEquals(List.of("2"), hive.run("select count(*) from renamed"));
        assertEquals(List.of("1"), hive.run("select other from queried"));
        Path folder = Path.of(java.net.URI.create(spark.run("describe extended renamed").stream()
                .filter(row -> row.startsWith("[Location,"))
                .map(row -> row.replaceAll("\\[Location,(.*),\\]", "$1"))
                .findFirst()
                .orElseThrow()));
        assertTrue(Files.isDirectory(folder));
        spark.run("drop table renamed");
        assertFalse(Files.exists(folder));
        assertFalse(hive.run("show tables").contains("renamed"));
    }

    private static List<String> columns(String table) throws IOException {
        return hive.run("describe " + table).stream()
                .map(row -> row.split("\t", -1)[0].strip())
                .takeWhile(name -> !name.isEmpty())
                .toList();
    }

    /** Without a log Spark only reads a table, where its files are what Hive says. */
    @Test
    @Order(4)
    void plainFoldersAreRead() throws Exception {
        hive.run("create table plain (id bigint, name string, c char(3), d decimal(5,2), t timestamp) stored as stoa");
        hive.run("insert into plain values (1, 'a', 'x', 1.5, '2024-01-01 00:00:00'), (2, 'b', null, null, null)");
        assertEquals(List.of("[1,a]", "[2,b]"), spark.run("select id, name from plain order by id"));
        for (String change : List.of(
                "insert into plain (id) values (3)",
                "delete from plain where id = 1",
                "update plain set name = 'x'",
                "alter table plain add columns (e int)",
                "alter table plain set tblproperties ('storage_handler' = '" + HANDLER + "')")) {
            refused(change, "STORED AS STOA without a log, so Spark only reads it: give it a log by ALTER TABLE");
        }
        refused("truncate table plain", "a folder without a log can only be read");
        refused("insert overwrite plain select * from plain", "UNSUPPORTED_FEATURE.TABLE_OPERATION");
        assertEquals(List.of("2"), hive.run("select count(*) from plain"));
        hive.run("alter table plain change name other string");
        refused("select * from plain", "which only Hive reads as one table");
        spark.run("drop table plain");
        assertFalse(hive.run("show tables").contains("plain"));
        hive.run("create table empty (id bigint) stored as stoa");
        refused("select * from empty", "there is neither a table nor a file");
        hive.run("create table divided (id bigint) partitioned by (day string) stored as stoa");
        hive.run("insert into divided partition (day = 'x') values (1)");
        refused("select * from divided", "partitions of Hive, whose values only Hive knows");
        assertEquals(List.of("1"), hive.run("select count(*) from divided"));
    }

    /** Spark's own catalog has tables of other formats, as it has them without this one. */
    @Test
    @Order(5)
    void tablesOfOthersStayTheirs() throws Exception {
        hive.run("create table orcs (id bigint, name string) stored as orc");
        hive.run("insert into orcs values (1, 'a')");
        hive.run("create table parquets (id bigint) partitioned by (day string) stored as parquet");
        hive.run("insert into parquets partition (day = 'x') values (1)");
        spark.run("insert into orcs values (2, 'b')");
        spark.run("insert into parquets partition (day = 'y') values (2)");
        spark.run("alter table orcs set tblproperties ('note' = 'x')");
        spark.run("alter table orcs add columns (more int)");
        spark.run("analyze table orcs compute statistics");
        assertEquals(List.of("1\ta\tNULL", "2\tb\tNULL"), hive.run("select * from orcs order by id"));
        assertEquals(List.of("[day=x]", "[day=y]"), spark.run("show partitions parquets"));
        spark.run("alter table parquets drop partition (day = 'x')");
        assertEquals(List.of("2\ty"), hive.run("select * from parquets"));
        spark.run("create table native using parquet partitioned by (k) as select id, id % 2 as k from range(10)");
        assertEquals(List.of("[10]"), spark.run("select count(*) from native"));
        spark.run("create table copied like orcs");
        spark.run("alter table copied rename to copied2");
        assertEquals(List.of("0"), hive.run("select count(*) from copied2"));
        spark.run("drop table copied2");
        refused("create or replace table orcs using stoa as select 1 as a", "a table of another format with this name");
        refused("create or replace table native using parquet as select 1 as a", "REPLACE TABLE AS SELECT");
        refused("vacuum orcs", "PARSE_SYNTAX_ERROR");
        assertEquals(List.of("1\ta\tNULL", "2\tb\tNULL"), hive.run("select * from orcs order by id"));
        assertEquals(
                List.of("[1]"), spark.run("select count(*) from native n join orcs o on n.id = o.id and o.name = 'b'"));
    }

    @Test
    @Order(6)
    void databasesAreNamespaces() throws Exception {
        spark.run("create database shop");
        spark.run("create table shop.orders using stoa as select id from range(5)");
        hive.run("create table shop.others (id int) stored as orc");
        assertEquals(List.of("5"), hive.run("select count(*) from shop.orders"));
        assertEquals(List.of("orders", "others"), hive.run("show tables in shop"));
        assertEquals(2, spark.run("show tables in shop").size());
        spark.run("use shop");
        assertEquals(List.of("[5]"), spark.run("select count(*) from orders"));
        spark.run("call spark_catalog.system.tag('orders', 'first')");
        assertEquals(List.of("[5]"), spark.run("select count(*) from shop.orders version as of 'first'"));
        spark.run("use default");
        spark.run("alter table shop.orders rename to default.moved");
        assertEquals(List.of("5"), hive.run("select count(*) from moved"));
        spark.run("alter table moved rename to spark_catalog.shop.orders");
        refused("drop database shop", "SCHEMA_NOT_EMPTY");
        spark.run("drop database shop cascade");
        assertFalse(hive.run("show databases").contains("shop"));
        refused("create table nowhere.t (id int) using stoa", "SCHEMA_NOT_FOUND");
        spark.run("create database former");
        spark.run("create table former.leaving using stoa as select id from range(3)");
        spark.run("alter table former.leaving rename to default.gone");
        refused("drop database former", "former.db/leaving is a table of Stoa that the database does not have");
        refused("drop database former cascade", "Nothing was dropped");
        assertEquals(List.of("[3]"), spark.run("select count(*) from default.gone"));
        spark.run("drop table default.gone");
        spark.run("drop database former");
        assertFalse(hive.run("show databases").contains("former"));
    }

    @Test
    @Order(7)
    void whatIsNotDoneIsRefused() throws Exception {
        spark.run("create table refusing (id bigint) using stoa");
        refused(
                "create table elsewhere (id int) using stoa location '" + forSpark.toUri() + "'",
                "the metastore chooses the folder of a table that Spark makes");
        refused("alter table refusing set location '" + forSpark.toUri() + "'", "set location");
        refused("alter table refusing set tblproperties ('EXTERNAL' = 'FALSE')", "set it in Hive");
        refused(
                "create table t (id int) using stoa tblproperties ('external.table.purge' = 'false')",
                "set it in Hive");
        refused("alter table refusing rename to stoa.other", "another catalog");
        refused("call spark_catalog.system.compact('nothing')", "TABLE_OR_VIEW_NOT_FOUND");
        assertEquals(List.of("0"), hive.run("select count(*) from refusing"));
        Path folder = Path.of(java.net.URI.create(spark.run("describe extended refusing").stream()
                .filter(row -> row.startsWith("[Location,"))
                .map(row -> row.replaceAll("\\[Location,(.*),\\]", "$1"))
                .findFirst()
                .orElseThrow()));
        Files.move(folder.resolve("_stoa"), folder.resolve("_moved"));
        refused("select * from refusing", "has no log: restore the files, or drop the table");
        spark.run("drop table refusing");
        assertTrue(Files.isDirectory(folder));
    }

    @Test
    @Order(8)
    void aMetastoreThatIsAwayIsSaidInASentence() {
        hive.close();
        String message = refused("select * from default.handled");
        assertTrue(
                message.contains("[STOA_METASTORE] no metastore answers at thrift://127.0.0.1:")
                        && message.contains("see whether it runs, and whether hive.metastore.uris names its port"),
                message);
        assertFalse(message.contains("\tat "), message);
    }
}
