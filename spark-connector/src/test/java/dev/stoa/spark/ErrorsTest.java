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

import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.table.Expiry;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong, as Spark's users tell it: by the class, the condition and the SQLSTATE of what is thrown. */
@Tag("engine")
class ErrorsTest {
    @TempDir
    static Path warehouse;

    /** Changed by others while a statement runs. */
    private static volatile Optional<Table> meanwhile = Optional.empty();

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "wrong", warehouse.toString());
    }

    private static String refused(String condition, String statement) {
        return refused(condition, () -> Rows.of(statement));
    }

    private static String refused(String condition, Executable statement) {
        AnalysisException e = assertThrows(AnalysisException.class, statement);
        assertEquals(condition, e.getCondition(), e.getMessage());
        assertEquals(5, e.getSqlState().length(), e.getMessage());
        assertTrue(e.getMessage().startsWith("[" + condition + "] "), e.getMessage());
        return e.getMessage();
    }

    @Test
    void versionsThatAreNotThere() {
        Rows.of("create table wrong.v.t as select 1 as a");
        Rows.of("insert into wrong.v.t values (2)");
        String newest = refused("STOA_VERSION_NOT_FOUND", "select * from wrong.v.t version as of 99");
        assertTrue(newest.contains("no version 99; the newest is 2"), newest);
        refused("STOA_VERSION_NOT_FOUND", "select * from wrong.v.t version as of 'x'");
        refused("STOA_VERSION_NOT_FOUND", "select * from wrong.v.t timestamp as of '2001-01-01'");
        refused("STOA_VERSION_NOT_FOUND", "select * from wrong.v.t.files version as of 99");
        refused("STOA_VERSION_NOT_FOUND", "call wrong.system.rollback('v.t', 99)");
        refused(
                "STOA_VERSION_NOT_FOUND",
                () -> Spark.session()
                        .read()
                        .format("stoa")
                        .option("versionAsOf", 99)
                        .load(warehouse.resolve("v/t").toString()));
    }

    @Test
    void versionsThatAreExpired() throws Exception {
        Rows.of("create table wrong.v.old as select 1 as a");
        Rows.of("insert into wrong.v.old values (2)");
        Table table = new TableFolder(warehouse.resolve("v/old").toString(), TableFolder.sessionConfiguration()).open();
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        String expired = refused("STOA_VERSION_NOT_FOUND", "select * from wrong.v.old version as of 1");
        assertTrue(expired.contains("no version 1 any more: it was expired"), expired);
        refused("STOA_VERSION_NOT_FOUND", "call wrong.system.rollback('v.old', 1)");
    }

    @Test
    void patternsAreNamed() {
        Rows.of("create table wrong.globs.t as select 1 as a");
        String pattern = warehouse.resolve("globs").toString() + "/*";
        String read = refused(
                "STOA_UNSUPPORTED", () -> Spark.session().read().format("stoa").load(pattern));
        assertTrue(read.contains("takes no patterns"), read);
        refused(
                "STOA_UNSUPPORTED",
                () -> Spark.session().readStream().format("stoa").load(pattern));
        refused("STOA_UNSUPPORTED", "create temporary view globs using stoa options (path '" + pattern + "')");
    }

    @Test
    void tablesThatCannotBe() {
        Rows.of("create table wrong.nest.t (a int)");
        refused("STOA_INVALID_TABLE", "create table wrong.nest.t.inside (a int)");
        refused("STOA_INVALID_TABLE", "create table wrong.nest.t.inside as select 1 as a");
        refused("STOA_UNSUPPORTED", "create table wrong.nest._hidden (a int)");
        refused("STOA_UNSUPPORTED", "create table wrong.nest.p (a double) partitioned by (a)");
        refused("STOA_UNSUPPORTED", "create table wrong.nest.p (a int) location '/tmp/elsewhere'");
        String budget = refused("STOA_INVALID_SETTING", "call wrong.system.compact('nest.t', 'banana')");
        assertTrue(budget.contains("the argument budget is 'banana'"), budget);
        String age = refused("STOA_INVALID_SETTING", "call wrong.system.expire('nest.t', 'banana')");
        assertTrue(age.contains("the argument older_than is 'banana'"), age);
    }

    @Test
    void changesThatAreNone() {
        Rows.of("create table wrong.alter.t (a int, s struct<b: int>)");
        refused("STOA_UNSUPPORTED", () -> catalogChange("a", DataTypes.StringType));
        String foreign = refused("STOA_UNSUPPORTED", () -> catalogChange(new ForeignChange("positive")));
        assertTrue(foreign.contains("run it in a session without the extension"), foreign);
        String nulls = refused("STOA_UNSUPPORTED", "alter table wrong.alter.t add column n int not null");
        assertTrue(nulls.contains("column 'n' can't be added"), nulls);
        assertThrows(AnalysisException.class, () -> Rows.of("alter table wrong.alter.t alter column a type string"));
    }

    /** As Delta Lake's extension asks for constraints, in the words of its own tables. */
    private record ForeignChange(String name) implements org.apache.spark.sql.connector.catalog.TableChange {}

    private static void catalogChange(String column, org.apache.spark.sql.types.DataType type) throws Exception {
        catalogChange(org.apache.spark.sql.connector.catalog.TableChange.updateColumnType(new String[] {column}, type));
    }

    private static void catalogChange(org.apache.spark.sql.connector.catalog.TableChange change) throws Exception {
        StoaCatalog catalog = new StoaCatalog();
        catalog.initialize(
                "wrong",
                new org.apache.spark.sql.util.CaseInsensitiveStringMap(
                        java.util.Map.of("warehouse", warehouse.toString())));
        catalog.alterTable(org.apache.spark.sql.connector.catalog.Identifier.of(new String[] {"alter"}, "t"), change);
    }

    @Test
    void settingsAreCheckedWhenTheyAreMade() {
        for (String size : new String[] {"banana", "-1", "0"}) {
            String properties = "tblproperties ('targetFileSize' = '" + size + "')";
            String create = refused("STOA_INVALID_SETTING", "create table wrong.set.t (a int) " + properties);
            assertTrue(create.contains("targetFileSize is '" + size + "'"), create);
            assertFalse(Files.exists(warehouse.resolve("set/t")));
            Rows.of("create table if not exists wrong.set.u (a int)");
            refused("STOA_INVALID_SETTING", "alter table wrong.set.u set " + properties);
            refused("STOA_INVALID_SETTING", "create or replace table wrong.set.u (a int) " + properties);
            refused(
                    "STOA_INVALID_SETTING",
                    () -> Spark.session()
                            .range(1)
                            .selectExpr("cast(id as int) a")
                            .writeTo("wrong.set.u")
                            .option("targetFileSize", size)
                            .append());
        }
        Rows.of("alter table wrong.set.u set tblproperties ('targetFileSize' = '1m')");
        Rows.of("insert into wrong.set.u values (1)");
        for (String property : new String[] {"'upkeep' = 'maybe'", "'log-replication' = '0'"}) {
            refused("STOA_INVALID_SETTING", "create table wrong.set.t (a int) tblproperties (" + property + ")");
            refused("STOA_INVALID_SETTING", "alter table wrong.set.u set tblproperties (" + property + ")");
        }
    }

    @Test
    void conflictsCanBeTriedAgain() throws Exception {
        Rows.of("create table wrong.c.t as select id from range(10)");
        Spark.session().udf().register("meanwhile", (UDF1<Long, Long>) ErrorsTest::truncated, DataTypes.LongType);
        meanwhile = Optional.of(
                new TableFolder(warehouse.resolve("c/t").toString(), TableFolder.sessionConfiguration()).open());
        ConcurrentChangeException conflict = assertThrows(
                ConcurrentChangeException.class,
                () -> Rows.of("insert overwrite wrong.c.t select meanwhile(id) from wrong.c.t"));
        assertEquals("STOA_CONCURRENT_CHANGE", conflict.getCondition());
        assertEquals("40001", conflict.getSqlState());
        assertTrue(conflict.getMessage().contains("begin anew"), conflict.getMessage());
        assertEquals(java.util.List.of("[0]"), Rows.of("select count(*) from wrong.c.t"));
        Rows.of("insert overwrite wrong.c.t select meanwhile(id) from range(5)");
        assertEquals(java.util.List.of("[5]"), Rows.of("select count(*) from wrong.c.t"));
    }

    private static Long truncated(Long id) throws IOException {
        synchronized (ErrorsTest.class) {
            if (meanwhile.isPresent()) {
                TableOperations.of(meanwhile.get()).truncate();
                meanwhile = Optional.empty();
            }
        }
        return id;
    }

    @Test
    void columnsAreNamedAsUsersNameThem() {
        Rows.of("create table wrong.names.t (id bigint, name varchar(3), s struct<code: varchar(2)>)");
        Rows.of("insert into wrong.names.t select id, 'ab', named_struct('code', 'x') from range(0, 10, 1, 1)");
        Spark.session().conf().set("spark.sql.legacy.charVarcharAsString", "true"); // or Spark itself counts characters
        try {
            String top = inTask("STOA_INVALID_ROW", () -> update("name", "concat('long', id)"));
            assertTrue(top.startsWith("[STOA_INVALID_ROW] column 'name', row 7:"), top);
            String within = inTask("STOA_INVALID_ROW", () -> update("s", "named_struct('code', concat('long', id))"));
            assertTrue(within.startsWith("[STOA_INVALID_ROW] column 's.code', row 7:"), within);
        } finally {
            Spark.session().conf().unset("spark.sql.legacy.charVarcharAsString");
        }
    }

    /** Expects that what a task has refused comes as it is, without a trace of the task. */
    private static String inTask(String condition, Executable statement) {
        Exception e = assertThrows(Exception.class, statement);
        assertTrue(e instanceof SparkThrowable, Rows.messages(e));
        assertEquals(condition, ((SparkThrowable) e).getCondition());
        assertEquals(5, ((SparkThrowable) e).getSqlState().length());
        assertEquals(1, e.getMessage().lines().count(), e.getMessage());
        return e.getMessage();
    }

    @Test
    void whatATaskRefusesHasACondition() throws Exception {
        Rows.of("create table wrong.tasks.t (id bigint, day date) partitioned by (day)");
        Rows.of("insert into wrong.tasks.t select id, date'2026-01-01' + cast(id as int) from range(0, 20, 1, 1)");
        String replaced = inTask(
                "STOA_INVALID_ROW", () -> Rows.of("insert into wrong.tasks.t replace where id = 1 values (2, null)"));
        assertTrue(replaced.contains("a row with id = 2 can't take the place"), replaced);
        inTask(
                "STOA_INVALID_TABLE",
                () -> Rows.of("insert into wrong.tasks.t with ('maxFilesPerWrite' = '2') select id,"
                        + " date'2026-01-01' + cast(id as int) from range(0, 20, 1, 1)"));
        assertEquals(java.util.List.of("[20]"), Rows.of("select count(*) from wrong.tasks.t"));
        try (java.util.stream.Stream<Path> files = Files.walk(warehouse.resolve("tasks/t/data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.write(file, new byte[] {1});
            }
        }
        inTask("STOA_IO", () -> Rows.of("select sum(id), max(day) from wrong.tasks.t where id % 3 = 1"));
        refused(
                "STOA_INVALID_SETTING",
                () -> Rows.of("insert into wrong.tasks.t with ('banana' = '2') values (1, null)"));
    }

    private static void update(String column, String value) {
        Rows.of("update wrong.names.t set " + column + " = " + value + " where id = 7");
    }

    @Test
    void aWriteByPathMakesTheTableThatItWants() {
        for (SaveMode mode : new SaveMode[] {SaveMode.Append, SaveMode.Overwrite}) {
            String path = warehouse.resolve("path-" + mode).toString();
            Dataset<Long> rows = Spark.session().range(5);
            rows.write().format("stoa").mode(mode).save(path);
            assertEquals(5, Spark.session().read().format("stoa").load(path).count());
            rows.write().format("stoa").mode(mode).save(path);
            assertEquals(
                    mode == SaveMode.Append ? 10 : 5,
                    Spark.session().read().format("stoa").load(path).count());
            rows.write().format("stoa").mode(mode).saveAsTable("wrong.saved." + mode);
            assertEquals(java.util.List.of("[5]"), Rows.of("select count(*) from wrong.saved." + mode));

            String none = warehouse.resolve("none-" + mode).toString();
            Exception failure = assertThrows(
                    Exception.class,
                    () -> rows.selectExpr("raise_error('no rows') a")
                            .write()
                            .format("stoa")
                            .mode(mode)
                            .save(none));
            assertTrue(Rows.messages(failure).contains("no rows"), failure.toString());
            assertFalse(Files.exists(Path.of(none)), "the table stays, without rows");
            AnalysisException missing = assertThrows(
                    AnalysisException.class,
                    () -> Spark.session().read().format("stoa").load(none));
            assertEquals("TABLE_OR_VIEW_NOT_FOUND", ((SparkThrowable) missing).getCondition());
            refused(
                    "STOA_UNSUPPORTED",
                    () -> rows.write()
                            .format("stoa")
                            .mode(mode)
                            .partitionBy("id")
                            .save(none));
        }
    }
}
