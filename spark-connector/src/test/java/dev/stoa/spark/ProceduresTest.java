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
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Procedures, and tables that tell what is in a table's log. */
@Tag("engine")
class ProceduresTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "ops", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return Arrays.stream((Row[]) Spark.session().sql(text).collect())
                .map(Rows::text)
                .toList();
    }

    @Test
    void theLogIsToldByTables() {
        sql("create table ops.a.told as select id, 'x' as s, 1 as n from range(0, 100, 1, 2)");
        sql("update ops.a.told set n = 2 where id < 10");
        sql("delete from ops.a.told where id = 99");
        assertEquals(
                List.of(
                        "[3, delete, 2, false]",
                        "[2, update, 1, false]",
                        "[1, insert, 0, false]",
                        "[0, create, 0, false]"),
                sql("select version, operation, based_on, overwrite from ops.a.told.snapshots"));
        assertEquals(
                List.of("[4, true]"),
                sql("select count(distinct transaction), max(committed_at) <= now() from ops.a.told.snapshots"));
        assertEquals(
                List.of("[2, 100, 99, 0]"),
                sql("select count(*), sum(rows), sum(live_rows), count(columns) from ops.a.told.files"));
        assertEquals(
                List.of("[2, 0, [n]]", "[3, 1, []]"),
                sql("select version, deleted_rows, columns from ops.a.told.deltas order by version"));
        assertEquals(List.of("[1]"), sql("select count(*) from ops.a.told.deltas version as of 2"));
        List<String> files = sql("select f.file, f.bytes, d.file, d.bytes from ops.a.told.files f "
                + "join ops.a.told.deltas d on f.fragment = d.fragment");
        assertEquals(2, files.size());
        for (String file : files) {
            String[] parts = file.substring(1, file.length() - 1).split(", ", -1);
            assertEquals(parts[1], length(parts[0]));
            assertEquals("null", parts[2], "a small sidecar is in the log");
            assertTrue(Long.parseLong(parts[3]) > 0, file);
        }
        assertThrows(Exception.class, () -> sql("select * from ops.a.told.others"));
        assertThrows(Exception.class, () -> sql("select * from ops.a.files"));
        sql("create table ops.a.files as select 1 as mine");
        assertEquals(List.of("[1]"), sql("select * from ops.a.files"), "a table may have such a name");
        assertEquals(List.of("[1]"), sql("select count(*) from ops.a.files.files"));
    }

    private static String length(String file) {
        try {
            return String.valueOf(Files.size(warehouse.resolve("a/told").resolve(file)));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aTableIsKeptInShape() {
        sql("create table ops.kept as select id, id as v from range(0, 5000, 1, 2)");
        sql("update ops.kept set v = 0 where id % 3 = 0");
        sql("update ops.kept set v = 1 where id % 3 = 1");
        List<String> before = sql("select count(*), sum(id), sum(v) from ops.kept");
        List<String> planned = sql("call ops.system.compact(table => 'kept', dry_run => true)");
        assertTrue(planned.stream().allMatch(job -> job.contains("planned")) && !planned.isEmpty(), planned.toString());
        assertEquals(List.of("[3]"), sql("select max(version) from ops.kept.snapshots"));
        List<String> left = sql("call ops.system.compact(table => 'kept', budget => '1b')");
        assertTrue(left.stream().allMatch(job -> job.contains("left")) && !left.isEmpty(), left.toString());
        List<String> done = sql("call ops.system.compact('ops.kept')");
        assertTrue(done.stream().allMatch(job -> job.contains("done")) && !done.isEmpty(), done.toString());
        assertEquals(List.of("[0]"), sql("select count(*) from ops.kept.deltas"));
        assertEquals(before, sql("select count(*), sum(id), sum(v) from ops.kept"));

        assertEquals(List.of("[5, 5000]"), sql("call ops.system.rollback('kept', 1)"));
        assertEquals(List.of("[12497500]"), sql("select sum(v) from ops.kept"));

        List<String> young = sql("call ops.system.expire('kept', '0s')");
        assertTrue(young.get(0).startsWith("[0, 0, 0, "), young.toString());
        List<String> would = sql(
                "call ops.system.expire(table => 'kept', older_than => '0s', " + "safe_age => '0s', dry_run => true)");
        assertTrue(would.get(0).startsWith("[5, "), would.toString());
        assertEquals(List.of("[6]"), sql("select count(*) from ops.kept.snapshots"));
        assertEquals(would, sql("call ops.system.expire(table => 'kept', older_than => '0s', " + "safe_age => '0s')"));
        assertEquals(List.of("[1]"), sql("select count(*) from ops.kept.snapshots"));
        assertEquals(List.of("[12497500]"), sql("select sum(v) from ops.kept"));
    }

    @Test
    void cachedRowsAreThoseAfterAProcedure() {
        sql("create table ops.a.`cached``rows` as select 1 as id");
        sql("cache table ops.a.`cached``rows`");
        sql("insert into ops.a.`cached``rows` values (2)");
        assertEquals(List.of("[2]"), sql("select count(*) from ops.a.`cached``rows`"));
        sql("call ops.system.rollback('a.`cached``rows`', 1)");
        assertEquals(List.of("[1]"), sql("select id from ops.a.`cached``rows`"));
        sql("call ops.system.branch('ops.a.`cached``rows`', 'b')");
        sql("insert into ops.a.`cached``rows`.branch_b values (3)");
        sql("call ops.system.fast_forward('ops.a.`cached``rows`', 'main', 'b')");
        assertEquals(List.of("[1]", "[3]"), sql("select id from ops.a.`cached``rows` order by id"));
    }

    @Test
    void aNameAloneIsOneOfTheCurrentNamespace() {
        for (String table : List.of("ops.same", "ops.cur.same")) {
            sql("create table " + table + " as select 1 as id");
            sql("insert into " + table + " values (2)");
        }
        sql("use ops.cur");
        try {
            sql("call ops.system.rollback('same', 1)");
            assertEquals(List.of("[2]"), sql("select count(*) from ops.same"));
            assertEquals(List.of("[1]"), sql("select count(*) from ops.cur.same"));
            sql("insert into ops.cur.same values (2)");
            sql("call ops.system.rollback('ops.same', 1)");
            assertEquals(List.of("[1]"), sql("select count(*) from ops.same"));
            assertEquals(List.of("[2]"), sql("select count(*) from ops.cur.same"));
        } finally {
            sql("use spark_catalog.default");
        }
        sql("insert into ops.same values (3)");
        sql("call ops.system.rollback('same', 1)");
        assertEquals(List.of("[1]"), sql("select count(*) from ops.same"));
    }

    @Test
    void columnsGetIndexes() throws Exception {
        sql("create table ops.found as select id, concat('c', id * 7919 % 10007) as code from range(0, 20000, 1, 2)");
        List<String> made = sql("call ops.system.index('found', 'code')");
        assertEquals(2, made.size());
        for (String file : made) {
            assertTrue(Files.exists(warehouse.resolve("found").resolve(file.substring(1, file.length() - 1))), file);
        }
        assertEquals(List.of(), sql("call ops.system.index('found', 'code')"), "they are there");
        assertEquals(List.of("[1]"), sql("select id from ops.found where code = 'c7919' and id < 10007"));
        sql("insert into ops.found values (20000, 'new')");
        assertEquals(1, sql("call ops.system.index('found', 'code')").size());
        Exception column = assertThrows(Exception.class, () -> sql("call ops.system.index('found', 'x')"));
        assertTrue(Rows.messages(column).contains("no column 'x'"), Rows.messages(column));
    }

    @Test
    void anArgumentIsNotNullUnlessNullMeansSomething() {
        sql("create table ops.nulls as select 1 as id");
        sql("insert into ops.nulls values (2)");
        for (String call : List.of(
                "expire('nulls', '0s', safe_age => '0s', dry_run => null)",
                "expire('nulls', '0s', keep => null)",
                "compact('nulls', dry_run => null)",
                "tag('nulls', null)",
                "compact(null)")) {
            String failure = Rows.messages(assertThrows(Exception.class, () -> sql("call ops.system." + call), call));
            assertTrue(failure.contains("is null: give a value"), failure);
        }
        assertEquals(List.of("[3]"), sql("select count(*) from ops.nulls.snapshots"));
    }

    @Test
    void whatIsNotThereIsSaid() {
        Exception table = assertThrows(Exception.class, () -> sql("call ops.system.compact('nothing.here')"));
        assertTrue(Rows.messages(table).contains("no table nothing.here"), Rows.messages(table));
        Exception procedure = assertThrows(Exception.class, () -> sql("call ops.system.polish('kept')"));
        assertTrue(Rows.messages(procedure).contains("compact, drop_branch, expire"), Rows.messages(procedure));
        assertEquals(13, sql("show procedures from ops.system").size());
        assertThrows(Exception.class, () -> sql("call ops.other.compact('kept')"));
    }
}
