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
package dev.stoa.hive;

import static dev.stoa.hive.LogTables.BY_HANDLER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.table.TableHook;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties.PartitionColumn;
import dev.stoa.table.TableProperties.SortColumn;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hive.ql.QueryState;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables with a log that Hive makes of queries, divides, renames and changes in their columns, and views of them. */
@Tag("engine")
class TableFormsTest {
    private static HiveSession hive;
    private static String splitUpdate;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists forms");
        hive.run("use forms");
        splitUpdate = hive.set("hive.split.update", "true");
        hive.run("create table source (id int comment 'number', s string, at timestamp) " + BY_HANDLER);
        hive.run("insert into source values (1, 'a', timestamp '2024-01-31 10:00:00'),"
                + " (2, 'b', timestamp '2024-02-29 11:00:00'), (3, 'c', null)");
    }

    @AfterAll
    static void end() throws Exception {
        hive.set("hive.split.update", splitUpdate);
        hive.run("use default");
    }

    private static void refused(String why, String statement) {
        String message = LogTables.messages(assertThrows(Exception.class, () -> hive.run(statement), statement));
        assertTrue(message.contains(why), message);
    }

    private static Snapshot newest(String table) throws Exception {
        return LogTables.open(hive, table).snapshot();
    }

    private static int id(String table, String column) throws Exception {
        Snapshot snapshot = newest(table);
        return snapshot.schema()
                .fields()
                .get(snapshot.schema().indexOf(column).getAsInt())
                .fieldId()
                .getAsInt();
    }

    @Test
    void tablesAreMadeOfQueries() throws Exception {
        hive.run("explain create table made " + BY_HANDLER + " as select * from source");
        refused("not found", "select * from made");
        hive.run("create table made " + BY_HANDLER + " as select id, upper(s) as s from source where id < 3");
        hive.run("insert into made values (9, 'Z')");
        hive.run("delete from made where id = 1");
        assertEquals(List.of("2\tB", "9\tZ"), hive.run("select * from made order by id"));
        assertEquals(List.of("create", "insert", "insert", "delete"), LogTables.operations(hive, "made"));
        hive.run("create table divided partitioned by spec (month(at), bucket(2, id)) " + BY_HANDLER
                + " as select * from source");
        assertEquals(hive.run("select * from source order by id"), hive.run("select * from divided order by id"));
        assertEquals(3, newest("divided").fragmentCount());
        refused(
                "say partitioned by spec (s)",
                "create table others partitioned by (s) " + BY_HANDLER + " as select id, s from source");
        hive.run("create table empty " + BY_HANDLER + " as select * from source where id > 100");
        assertEquals(List.of("0"), hive.run("select count(*) from empty"));
        refused(
                "Vertex failed",
                "create table failed " + BY_HANDLER
                        + " as select id, case when assert_true(id < 2) is null then 1 end as s from source");
        assertEquals(List.of(), hive.run("select * from failed"), "the table is there, without rows");
        assertEquals(List.of(), LogTables.files(hive, "failed", "data"));
        hive.run("drop table failed");
        refused("already exists", "create table made " + BY_HANDLER + " as select 1 as id");
    }

    @Test
    void rowsAreDivided() throws Exception {
        hive.run("create table parted (id int) partitioned by (day date comment 'of the visit') " + BY_HANDLER);
        hive.run("insert into parted values (1, date '2024-01-31'), (2, date '2024-02-29'), (3, date '2024-01-31')");
        assertEquals(
                List.of(new PartitionColumn(id("parted", "day"), "value")),
                newest("parted").properties().partitionedBy());
        assertEquals(2, newest("parted").fragmentCount(), "a file for each day");
        assertEquals("of the visit", newest("parted").properties().other().get("comment." + id("parted", "day")));
        hive.run("update parted set day = date '2024-02-29' where id = 1");
        hive.run("merge into parted p using (select 2 as k union all select 4) n on p.id = n.k"
                + " when matched then delete when not matched then insert values (n.k, date '2024-03-01')");
        assertEquals(
                List.of("1\t2024-02-29", "3\t2024-01-31", "4\t2024-03-01"),
                hive.run("select * from parted order by id"));
        hive.run("insert overwrite table parted select id, day from parted where id > 1");
        assertEquals(List.of("3", "4"), hive.run("select id from parted order by id"));
        refused("is not partitioned", "insert into parted partition (day = '2024-01-01') values (5)");
        refused("is not partitioned", "insert overwrite table parted partition (day) values (5, date '2024-01-01')");
        refused("not a partitioned table", "show partitions parted");
        refused("'delete from ... where'", "alter table parted drop partition (day = '2024-01-31')");

        hive.run("create table clustered (id int, s string) clustered by (id) sorted by (s desc) into 4 buckets "
                + BY_HANDLER);
        hive.run("insert into clustered select id, s from source");
        Snapshot clustered = newest("clustered");
        assertEquals(
                List.of(new PartitionColumn(id("clustered", "id"), "hash(4)")),
                clustered.properties().partitionedBy());
        assertEquals(
                List.of(new SortColumn(id("clustered", "s"), true, true)),
                clustered.properties().sortedBy());
        assertEquals(
                List.of("1\ta\ta", "2\tb\tb", "3\tc\tc"),
                hive.run("select c.id, c.s, d.s from clustered c join clustered d on c.id = d.id order by id"));
        hive.run("create table alike like clustered");
        assertTrue(
                newest("alike").properties().partitionedBy().get(0).transform().equals("hash(4)"));
        assertEquals(1, newest("alike").properties().sortedBy().size());
        refused(
                "rows are divided by one column at a time",
                "create table two (id int, s string) clustered by (id, s) into 4 buckets " + BY_HANDLER);
        refused(
                "not divided and sorted as the statement says",
                "create external table other (id int, s string) clustered by (id) into 5 buckets " + BY_HANDLER
                        + " location '" + LogTables.location(hive, "clustered") + "'");
        hive.run("create external table same (id int, s string) clustered by (id) sorted by (s desc) into 4 buckets "
                + BY_HANDLER + " location '" + LogTables.location(hive, "clustered") + "'");
        hive.run("drop table same");

        hive.run("create table spec (id int, s string, at timestamp) partitioned by spec"
                + " (bucket(2, id), truncate(1, s), day(at)) " + BY_HANDLER);
        hive.run("insert into spec select * from source");
        assertEquals(
                List.of("hash(2)", "truncate(1)", "day"),
                newest("spec").properties().partitionedBy().stream()
                        .map(PartitionColumn::transform)
                        .toList());
        String shown = String.join("\n", hive.run("show create table spec"));
        assertTrue(shown.contains("PARTITIONED BY SPEC") && shown.contains("BUCKET(2, `id`)"), shown);
        String described = String.join("\n", hive.run("describe formatted spec"));
        assertTrue(described.contains("TRUNCATE[1]"), described);
    }

    @Test
    void columnsAreChanged() throws Exception {
        hive.run("create table changed (id int comment 'number', s string, n int) " + BY_HANDLER);
        hive.run("insert into changed values (1, 'a', 10), (2, 'b', 20)");
        int id = id("changed", "s");
        hive.run("alter table changed change column s title string comment 'of the book'");
        assertEquals(id, id("changed", "title"), "the column keeps its number, and files their rows");
        hive.run("alter table changed add columns (s string comment 'another')");
        hive.run("alter table changed change n n bigint");
        hive.run("insert into changed values (3, 'c', 3000000000, 'new')");
        hive.run("update changed set title = 'B' where id = 2");
        assertEquals(
                List.of("1\ta\t10\tNULL", "2\tB\t20\tNULL", "3\tc\t3000000000\tnew"),
                hive.run("select * from changed order by id"));
        for (String fetch : List.of("none", "more")) {
            String before = hive.set("hive.fetch.task.conversion", fetch);
            try {
                assertEquals(
                        List.of("2\tb\t20\tNULL"),
                        hive.run("select * from changed for system_version as of 1 where title = 'b' and n < 21"),
                        "older versions are read by the newest names");
            } finally {
                hive.set("hive.fetch.task.conversion", before);
            }
        }
        String described = String.join("\n", hive.run("describe changed"));
        assertTrue(described.contains("of the book") && described.contains("number"), described);
        assertEquals("of the book", newest("changed").properties().other().get("comment." + id));
        refused("which can't become int16", "alter table changed change id id smallint");
        refused("Duplicate column name", "alter table changed change title id string");
        String types = hive.set("hive.metastore.disallow.incompatible.col.type.changes", "true");
        refused("incompatible", "alter table changed change title title string first");
        hive.set("hive.metastore.disallow.incompatible.col.type.changes", types);
        assertEquals("id", newest("changed").schema().fields().get(0).name(), "what the metastore refuses is undone");
        assertEquals(3, hive.run("select * from changed").size());
        hive.run("alter table changed set tblproperties ('stoa.column.ids' = 'id:1')");
        refused("unset tblproperties", "alter table changed change id other int");
    }

    /** Each sixteenth version is followed by a commit that puts small files together. */
    @Test
    void whatTheMetastoreRefusesIsUndoneAlsoAfterUpkeep() throws Exception {
        hive.run("create table kept_up (id int, s string) " + BY_HANDLER);
        while (newest("kept_up").version() < 14) {
            hive.run("insert into kept_up values (1, 'a')");
        }
        String types = hive.set("hive.metastore.disallow.incompatible.col.type.changes", "true");
        refused("incompatible", "alter table kept_up change s title string first");
        hive.set("hive.metastore.disallow.incompatible.col.type.changes", types);
        assertEquals(
                List.of("alter", "upkeep", "rollback"),
                LogTables.operations(hive, "kept_up").stream()
                        .skip(15)
                        .map(operation -> operation.split("[ :]", -1)[0])
                        .toList());
        assertEquals(List.of("14\ta"), hive.run("select count(id), max(s) from kept_up where id = 1"));
    }

    /** Columns that have changed their names with others. */
    @Test
    void fieldsOfOlderVersionsAreReadByTheirNewestNames() throws Exception {
        hive.run("create table swapped (s struct<x:int,y:int>) " + BY_HANDLER);
        hive.run("insert into swapped select named_struct('x', 10, 'y', 20)");
        hive.run("alter table swapped change s old struct<x:int,y:int>");
        hive.run("alter table swapped add columns (s struct<x:int,y:int>)");
        String before = hive.set("hive.fetch.task.conversion", "none");
        try {
            assertEquals(List.of("20\tNULL"), hive.run("select old.y, s.x from swapped for system_version as of 1"));
        } finally {
            hive.set("hive.fetch.task.conversion", before);
        }
    }

    /** In the place of a table that was dropped without its files. */
    @Test
    void queriesAddNoRowsToATableThatIsThere() throws Exception {
        hive.run("create table leftover " + BY_HANDLER + " as select 1 as id");
        Path folder = LogTables.location(hive, "leftover");
        hive.run("alter table leftover set tblproperties ('external.table.purge' = 'false')");
        hive.run("drop table leftover");
        refused("a table with rows is there already", "create table leftover " + BY_HANDLER + " as select 7 as id");
        refused("not found", "select * from leftover");
        Path log = folder.resolve("_stoa");
        Path aside = Files.move(log, folder.resolveSibling("aside")); // as files without a log
        refused("a table with rows is there already", "create table leftover " + BY_HANDLER + " as select 7 as id");
        Files.move(aside, log);
        hive.run("create external table leftover (id int) " + BY_HANDLER + " location '" + folder + "'");
        assertEquals(List.of("1"), hive.run("select * from leftover"));
    }

    /** As tasks of both do in one process, such as a daemon of LLAP. */
    @Test
    void aTableThatIsMadeAnewIsNotTakenForTheOneBefore() throws Exception {
        for (String columns : List.of("a int, b int", "b int, a int")) {
            hive.run("create table anew (" + columns + ") " + BY_HANDLER);
            VersionId unmade = VersionId.unmade(new org.apache.hadoop.fs.Path(
                    LogTables.location(hive, "anew").toUri()));
            assertEquals(
                    newest("anew").schema(),
                    Snapshots.get(hive.conf(), unmade).schema(),
                    "tasks write the columns of this table");
            hive.run("drop table anew");
        }
    }

    /** One session makes the log of a table, and another the table. */
    @Test
    void aSessionThatFailsToMakeATableLeavesThatOfAnother() throws Exception {
        hive.run("create table pattern (id int) " + BY_HANDLER);
        var asked =
                Hive.get(hive.conf()).getTable("forms", "pattern").getTTable().deepCopy();
        asked.setTableName("contested");
        asked.getSd().unsetLocation();
        TableHook slower = new TableHook(hive.conf());
        slower.preCreateTable(asked);
        hive.run("create table if not exists contested (id int) " + BY_HANDLER);
        slower.rollbackCreateTable(asked);
        hive.run("insert into contested values (1)");
        assertEquals(List.of("1"), hive.run("select * from contested"));
        hive.run("drop table contested");
        TableHook alone = new TableHook(hive.conf());
        alone.preCreateTable(asked);
        Path log = Path.of(URI.create(asked.getSd().getLocation())).resolve("_stoa");
        assertTrue(Files.exists(log));
        alone.rollbackCreateTable(asked);
        assertFalse(Files.exists(log));
    }

    @Test
    void tablesAreRenamed() throws Exception {
        hive.run("create table named (id int) " + BY_HANDLER);
        hive.run("insert into named values (1), (2)");
        Path before = LogTables.location(hive, "named");
        hive.run("alter table named rename to renamed");
        refused("not found", "select * from named");
        hive.run("delete from renamed where id = 1");
        hive.run("insert into renamed values (3)");
        assertEquals(List.of("2", "3"), hive.run("select * from renamed order by id"));
        hive.run("create table named (id int) " + BY_HANDLER);
        assertEquals(List.of(), hive.run("select * from named"), "another table with the old name");
        assertEquals(4, LogTables.operations(hive, "renamed").size());
        Path after = LogTables.location(hive, "renamed");
        assertTrue(Files.exists(after.resolve("_stoa")));
        assertFalse(!before.equals(after) && Files.exists(before.resolveSibling("-tmp.named")));
    }

    @Test
    void propertiesReachTheLog() throws Exception {
        hive.run("create table tuned (id int) comment 'all' " + BY_HANDLER
                + " tblproperties ('upkeep' = 'false', 'mine' = 'x')");
        assertFalse(newest("tuned").properties().hasUpkeep());
        assertEquals("all", newest("tuned").properties().other().get("comment"));
        assertFalse(newest("tuned").properties().other().containsKey("mine"));
        hive.run("alter table tuned set tblproperties ('upkeep' = 'true', 'sidecars-in-log' = 'false')");
        assertTrue(newest("tuned").properties().hasUpkeep());
        assertFalse(newest("tuned").properties().hasSidecarsInLog());
        hive.run("alter table tuned unset tblproperties ('sidecars-in-log')");
        assertTrue(newest("tuned").properties().hasSidecarsInLog());
        refused("must be true or false", "alter table tuned set tblproperties ('upkeep' = 'maybe')");
    }

    @Test
    void otherFormsAreRefused() throws Exception {
        hive.run("create table kept (id int, s string) " + BY_HANDLER);
        refused("'alter table ... add columns'", "alter table kept replace columns (id int)");
        refused("'create table new as select'", "alter table kept drop column s");
        refused("'stoa compact TABLE'", "alter table kept compact 'major'");
        refused("'stoa compact TABLE'", "optimize table kept rewrite data");
        refused("partitioned by spec", "alter table kept clustered by (id) into 4 buckets");
        refused("partitioned by spec", "alter table kept set partition spec (bucket(4, id))");
        refused("in Spark does", "alter table kept add constraint p primary key (id) disable novalidate");
        refused("location' takes the table", "alter table kept set location 'file:///tmp/elsewhere'");
        refused("'create table new stored as", "alter table kept set fileformat orc");
        refused("'insert into'", "alter table kept add partition (id = 1)");
        refused("non-native", "alter table kept concatenate");
        refused("Not an iceberg table", "alter table kept create tag x");
        hive.run("alter table kept touch");
    }

    @Test
    void viewsOfThemAreMaterialised() throws Exception {
        hive.run("create table visits (id int, n int) " + BY_HANDLER);
        hive.run("insert into visits values (1, 10), (1, 20), (2, 30)");
        String rewriting = hive.set("hive.materializedview.rewriting", "true");
        String query = "select id, sum(n) as n from visits group by id";
        try {
            hive.run("create materialized view sums stored as orc as " + query);
            assertFalse(plan(query).contains("visits"), "the view answers");
            assertEquals(List.of("1\t30", "2\t30"), sorted(query));
            hive.run("insert into visits values (2, 1)");
            assertTrue(plan(query).contains("visits"), "the view is out of date");
            assertEquals(List.of("1\t30", "2\t31"), sorted(query));
            hive.run("alter materialized view sums rebuild");
            assertFalse(plan(query).contains("visits"), "the view answers again");
            assertEquals(List.of("1\t30", "2\t31"), sorted(query));
            hive.run("delete from visits where n = 20");
            assertEquals(List.of("1\t10", "2\t31"), sorted(query));
            hive.run("alter materialized view sums rebuild");
            assertEquals(List.of("1\t10", "2\t31"), sorted("select * from sums"));
        } finally {
            hive.set("hive.materializedview.rewriting", rewriting);
            hive.run("drop materialized view sums");
        }
    }

    /** Hive asks for the versions of its tables when it has filled a view. */
    @Test
    void aViewIsOfTheVersionThatItsStatementRead() throws Exception {
        hive.run("create table seen (id int) " + BY_HANDLER);
        QueryState statement = new QueryState.Builder()
                .withGenerateNewQueryId(true)
                .withHiveConf(hive.conf())
                .build();
        SessionState.get().addQueryState(statement.getQueryId(), statement);
        StoaStorageHandler handler = new StoaStorageHandler();
        handler.setConf(statement.getConf());
        Table table = Hive.get(hive.conf()).getTable("forms", "seen");
        long read = handler.getCurrentSnapshotContext(table).getSnapshotId();
        TableOperations.of(LogTables.open(hive, "seen")).truncate();
        assertEquals(read, handler.getCurrentSnapshotContext(table).getSnapshotId());
    }

    private static String plan(String query) throws Exception {
        return String.join("\n", hive.run("explain extended " + query)).replaceAll("(?s)^.*?STAGE PLANS", "");
    }

    private static List<String> sorted(String query) throws Exception {
        return hive.run(query).stream().sorted().toList();
    }

    /** Hive keeps constraints from its own rows only. */
    @Test
    void constraintsAreInTheLog() throws Exception {
        hive.run("create table bound (id int not null, n int check (n > 0 and n < 100), s string default 'x') "
                + BY_HANDLER);
        hive.run("create table bound_too like bound");
        for (String name : List.of("bound", "bound_too")) {
            assertFalse(newest(name).schema().fields().get(0).nullable());
            assertEquals(
                    List.of("`n` > 0 and `n` < 100"),
                    List.copyOf(newest(name).properties().checks().values()));
            hive.run("insert into " + name + " values (1, 1, 'a')");
            refused("constraint", "insert into " + name + " values (1, 100, 'a')");
        }
        hive.run("create table whole (a int, b int, constraint below check (b < 9 and a < 9)) " + BY_HANDLER);
        hive.run("insert into whole values (1, 1)");
        refused("constraint", "insert into whole values (1, 10)");
        refused("constraint", "update whole set a = 10");
        assertEquals(List.of("1\t1"), hive.run("select * from whole"));
        refused("the constraint", "create table unread (n int check (n + 1 > 0)) " + BY_HANDLER);
        hive.run("create table informed (n int not null disable novalidate) " + BY_HANDLER);
        assertTrue(newest("informed").schema().fields().get(0).nullable());
        for (String property : List.of("check.c", "tag.t", "branch.b")) {
            refused(
                    "'" + property + "' is a constraint, a tag or a branch",
                    "alter table bound set tblproperties ('" + property + "' = '1')");
            refused(
                    "'" + property + "' is a constraint, a tag or a branch",
                    "create table noted (id int) " + BY_HANDLER + " tblproperties ('" + property + "' = '1')");
        }
        for (String property : List.of("'metaTable' = 'snapshots'", "'snapshot_ref' = 'tag_t'")) {
            refused("is Hive's own", "alter table bound set tblproperties (" + property + ")");
            refused("is Hive's own", "create table noted (id int) " + BY_HANDLER + " tblproperties (" + property + ")");
        }
    }
}
