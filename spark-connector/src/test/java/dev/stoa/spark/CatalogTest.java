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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables in SQL, by a catalog. */
@Tag("engine")
class CatalogTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "stoa", warehouse.toString());
    }

    @AfterAll
    static void leaveCatalog() {
        Spark.session().sql("use spark_catalog");
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    private static String refused(String text) {
        return Rows.refused(text);
    }

    @Test
    void foldersOfOtherFormatsAreNoPlaceForTables() throws IOException {
        Files.createDirectories(warehouse.resolve("foreign/lake/_delta_log"));
        Files.createDirectories(warehouse.resolve("foreign/hudi/.hoodie"));
        Path metadata = Files.createDirectories(warehouse.resolve("foreign/berg/metadata"));
        Files.writeString(metadata.resolve("v1.metadata.json"), "{}");
        for (String table : List.of("lake", "hudi", "berg")) {
            for (String statement : List.of(
                    "create table stoa.foreign.%s (a bigint)",
                    "create or replace table stoa.foreign.%s as select 1 as a",
                    "create table stoa.foreign.%s.more as select 1 as a")) {
                String said = refused(String.format(statement, table));
                assertTrue(said.contains("would be inside the table") && said.contains("choose a place"), said);
            }
            String path = warehouse.resolve("foreign/" + table + "/new").toString();
            for (String mode : List.of("errorifexists", "append", "overwrite")) {
                Exception failure = assertThrows(
                        Exception.class,
                        () -> Spark.session()
                                .range(3)
                                .write()
                                .format("stoa")
                                .mode(mode)
                                .save(path));
                assertTrue(Rows.messages(failure).contains("would be inside the table"), Rows.messages(failure));
            }
            assertFalse(Files.exists(warehouse.resolve("foreign/" + table + "/_stoa")));
            assertFalse(Files.exists(Path.of(path)));
        }
    }

    @Test
    void aTableFromItsCreationToItsEnd() {
        sql("create namespace stoa.life");
        sql("create table stoa.life.t (id bigint not null, name string, price decimal(10,2)) comment 'prices'");
        sql("insert into stoa.life.t values (1, 'one', 1.5), (2, 'two', 2.5)");
        sql("insert into stoa.life.t (id, name) values (3, 'three')");
        assertEquals(
                List.of("[1, one, 1.50]", "[2, two, 2.50]", "[3, three, null]"),
                sql("select * from stoa.life.t order by id"));
        assertTrue(refused("insert into stoa.life.t values (null, 'x', 1)").contains("NOT_NULL"));
        assertEquals(List.of("[life, t, false]"), sql("show tables in stoa.life"));
        assertEquals(List.of("[life]"), sql("show namespaces in stoa like 'life'"));
        assertTrue(refused("create table stoa.life.t (id int)").contains("already exists"));
        sql("create table if not exists stoa.life.t (id int)");
        sql("alter table stoa.life.t rename to life.prices");
        assertEquals(List.of("[3]"), sql("select count(*) from stoa.life.prices"));
        assertTrue(refused("select * from stoa.life.t").contains("cannot be found"));
        assertTrue(refused("drop namespace stoa.life").contains("SCHEMA_NOT_EMPTY"));
        sql("drop table stoa.life.prices");
        assertFalse(Files.exists(warehouse.resolve("life/prices")));
        sql("drop namespace stoa.life");
        assertEquals(List.of(), sql("show namespaces in stoa like 'life'"));
    }

    @Test
    void columnsChange() {
        sql("create table stoa.alter.t (a int, b string)");
        sql("insert into stoa.alter.t values (1, 'x')");
        sql("alter table stoa.alter.t add columns (c double, first_one date first, d string after a)");
        assertEquals(List.of("[null, 1, null, x, null]"), sql("select first_one, a, d, b, c from stoa.alter.t"));
        assertEquals(List.of("[null, 1, null, x, null]"), sql("select * from stoa.alter.t"));
        sql("alter table stoa.alter.t alter column a type bigint");
        sql("alter table stoa.alter.t rename column b to text");
        sql("alter table stoa.alter.t drop column d");
        sql("alter table stoa.alter.t alter column first_one after text");
        sql("insert into stoa.alter.t values (5000000000, 'y', date'2024-01-01', 0.5)");
        assertEquals(
                List.of("[1, x, null, null]", "[5000000000, y, 2024-01-01, 0.5]"),
                sql("select * from stoa.alter.t order by a"));
        sql("alter table stoa.alter.t set tblproperties ('owner.team' = 'ours')");
        assertTrue(sql("show tblproperties stoa.alter.t").contains("[owner.team, ours]"));
        assertEquals(List.of("[1, x]"), sql("select * from stoa.alter.t version as of 1"));
        refused("alter table stoa.alter.t alter column a type int");
        assertTrue(refused("alter table stoa.alter.t add column n int not null").contains("can't be added"));
    }

    @Test
    void tablesMadeOfQueries() {
        sql("create table stoa.made.a as select id, id % 3 as g from range(100)");
        assertEquals(List.of("[100, 4950]"), sql("select count(*), sum(id) from stoa.made.a"));
        sql("insert overwrite stoa.made.a select id + 1, g from stoa.made.a where g = 0");
        assertEquals(List.of("[34, 1717]"), sql("select count(*), sum(id) from stoa.made.a"));
        assertEquals(List.of("[100]"), sql("select count(*) from stoa.made.a version as of 1"));
        String time = sql("select current_timestamp()").get(0);
        String now = time.substring(1, time.length() - 1);
        sql("insert into stoa.made.a values (7, 7)");
        assertEquals(List.of("[34]"), sql("select count(*) from stoa.made.a timestamp as of '" + now + "'"));
        assertTrue(refused("select * from stoa.made.a version as of 99").contains("no version 99"));
        sql("create or replace table stoa.made.a as select 'new' as only");
        assertEquals(List.of("[new]"), sql("select * from stoa.made.a"));
        sql("truncate table stoa.made.a");
        assertEquals(List.of("[0]"), sql("select count(*) from stoa.made.a"));
    }

    @Test
    void rowsAreDeleted() {
        sql("create table stoa.gone.t as select id, concat('s', id % 10) as s from range(10000)");
        sql("delete from stoa.gone.t where id < 10 or s = 's3'");
        assertEquals(List.of("[8991]"), sql("select count(*) from stoa.gone.t"));
        assertEquals(List.of("[10000]"), sql("select count(*) from stoa.gone.t version as of 1"));
        assertEquals(List.of("[0]"), sql("select count(*) from stoa.gone.t where s = 's3'"));
        sql("delete from stoa.gone.t");
        assertEquals(List.of("[0, null]"), sql("select count(*), max(id) from stoa.gone.t"));
    }

    @Test
    void fieldsOfStructsChangeWithoutARewrite() {
        sql(
                "create table stoa.deep.t (id bigint comment 'who', p struct<x: int comment 'east', y: int>, l array<struct<a: int>>)"
                        + " comment 'all'");
        sql("insert into stoa.deep.t values (1, named_struct('x', 1, 'y', 2), array(named_struct('a', 7)))");
        sql("alter table stoa.deep.t add columns (p.z string comment 'up', l.element.b string)");
        sql("alter table stoa.deep.t rename column p.y to north");
        sql("alter table stoa.deep.t alter column p.x type bigint");
        sql("alter table stoa.deep.t alter column p.z first");
        sql("insert into stoa.deep.t values (2, named_struct('z', 'high', 'x', 5000000000, 'north', 6),"
                + " array(named_struct('a', 8, 'b', 'new')))");
        sql("update stoa.deep.t set p.north = 20, p.z = 'low' where id = 1");
        assertEquals(
                List.of("[1, [low, 1, 20], [[7, null]]]", "[2, [high, 5000000000, 6], [[8, new]]]"),
                sql("select id, p, l from stoa.deep.t order by id").stream()
                        .map(row -> row.replaceAll("ArraySeq\\(|WrappedArray\\(|List\\(", "[")
                                .replace(')', ']'))
                        .toList());
        assertEquals(List.of("[5000000000]"), sql("select p.x from stoa.deep.t where p.z = 'high'"));
        sql("alter table stoa.deep.t alter column p.north first"); // the update has it behind a field of its type
        assertEquals(List.of("[20, low, 1]", "[6, high, 5000000000]"), sql("select p.* from stoa.deep.t order by id"));
        sql("update stoa.deep.t set p.north = 60 where id = 2");
        sql("alter table stoa.deep.t drop column p.x");
        assertEquals(List.of("[low, 20]"), sql("select p.z, p.north from stoa.deep.t where id = 1"));
        sql("update stoa.deep.t set p.z = 'lower' where id = 1");
        sql("call stoa.system.compact('deep.t')");
        assertEquals(List.of("[20, lower]", "[60, high]"), sql("select p.* from stoa.deep.t order by id"));
        String shown = sql("show create table stoa.deep.t").get(0);
        assertTrue(shown.contains("COMMENT 'who'") && shown.contains("COMMENT 'up'"), shown);
        assertTrue(!shown.contains("east") && !shown.contains("comment."), shown);
        sql("alter table stoa.deep.t alter column id comment 'the key'");
        assertTrue(sql("describe stoa.deep.t").toString().contains("the key"));
        String element = refused("alter table stoa.deep.t drop column l.element");
        assertTrue(element.contains("'element' is what its values hold"), element);
        assertTrue(refused("alter table stoa.deep.t alter column p.north type string")
                .toLowerCase(java.util.Locale.ROOT)
                .contains("north"));
        sql("create or replace table stoa.deep.t (id bigint, other int comment 'else')");
        assertEquals(List.of("[id, bigint, null]", "[other, int, else]"), sql("describe stoa.deep.t"));
    }

    @Test
    void otherTransformsAreRefusedByName() {
        String message = refused("create table stoa.parts.other (id bigint, s string) partitioned by (prefix(3, s))");
        assertTrue(message.contains("the transform prefix of s,"), message);
        assertTrue(message.contains("write cluster by (s) in place of partitioned by"), message);
        assertTrue(message.contains("partitioned by (bucket(16, s))"), message);
        sql("create table stoa.parts.instead (id bigint, s string) cluster by (s)");
        String ofNumbers = refused("create table stoa.parts.other (id double) partitioned by (id)");
        assertTrue(ofNumbers.contains("column 'id' of type float64 can't be divided by 'value'"), ofNumbers);
        String hours = refused("create table stoa.parts.other (day date) partitioned by (hours(day))");
        assertTrue(hours.contains("can't be divided by 'hour'"), hours);
    }

    /** Iceberg's pages write them in the singular. */
    @Test
    void partsOfTimeHaveTwoNames() {
        sql("create table stoa.parts.times (a timestamp, b date, c date, d date, e timestamp, f timestamp)"
                + " partitioned by (year(a), MONTH(b), day(c), date(d), hour(e), date_hour(f))");
        String shown = sql("show create table stoa.parts.times").toString();
        assertTrue(shown.contains("(years(a), months(b), days(c), days(d), hours(e), hours(f))"), shown);
    }

    @Test
    void partitionsAreBuckets() throws Exception {
        sql("create table stoa.parts.t (id bigint, s string) partitioned by (bucket(4, id))");
        sql("insert into stoa.parts.t select id, concat('s', id) from range(1000)");
        assertEquals(List.of("[1000]"), sql("select count(*) from stoa.parts.t"));
        assertEquals(List.of("[s7]"), sql("select s from stoa.parts.t where id = 7"));
        assertTrue(sql("describe table stoa.parts.t").toString().contains("bucket(4, id)"));
        long rows = Spark.session()
                .sql("select s from stoa.parts.t where id = 7")
                .queryExecution()
                .optimizedPlan()
                .collectLeaves()
                .head()
                .stats()
                .rowCount()
                .get()
                .toLong();
        assertTrue(rows > 0 && rows < 300, rows + " rows may match");
        assertTrue(refused("create table stoa.parts.u (id bigint) location '/tmp/elsewhere'")
                .contains("location"));
        assertTrue(refused("create table stoa.parts._u (id bigint)").contains("_u"));
    }
}
