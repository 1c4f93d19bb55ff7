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

import static dev.stoa.hive.LogTables.AS_STOA;
import static dev.stoa.hive.LogTables.BY_HANDLER;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.OperationResult;
import dev.stoa.table.RowInsert;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.LocalFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of rows by Hive, in tables with a log. */
@Tag("engine")
class ChangesTest {
    private static HiveSession hive;
    private static String splitUpdate;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists changes");
        hive.run("use changes");
        splitUpdate = hive.set("hive.split.update", "true");
    }

    @AfterAll
    static void end() {
        hive.set("hive.split.update", splitUpdate);
    }

    @ParameterizedTest
    @CsvSource({"by, true", "as, false"})
    @Tag("smoke")
    void changesRows(String kind, String vectorised) throws Exception {
        String name = "orders_" + kind + "_" + vectorised;
        String before = hive.set("hive.vectorized.execution.enabled", vectorised);
        try {
            hive.run("create table " + name + " (id bigint, total decimal(10,2), note string) "
                    + (kind.equals("by") ? BY_HANDLER : AS_STOA));
            hive.run("insert into " + name + " values (1, 10.00, 'a'), (2, 20.00, 'b'), (3, 30.00, null)");
            assertRows(name, "1\t10.00\ta", "2\t20.00\tb", "3\t30.00\tNULL");
            hive.run("delete from " + name + " where id = 2");
            assertRows(name, "1\t10.00\ta", "3\t30.00\tNULL");
            hive.run("update " + name + " set note = 'c', total = total + 1 where id = 3");
            assertRows(name, "1\t10.00\ta", "3\t31.00\tc");
            hive.run("create table news_" + name + " (id bigint, note string) stored as orc");
            hive.run("insert into news_" + name + " values (1, 'm'), (3, 'd'), (9, 'n')");
            hive.run("merge into " + name + " o using news_" + name + " n on o.id = n.id"
                    + " when matched and n.note = 'd' then delete"
                    + " when matched then update set note = n.note"
                    + " when not matched then insert values (n.id, 9.00, n.note)");
            assertRows(name, "1\t10.00\tm", "9\t9.00\tn");
            hive.run("insert overwrite table " + name + " select id + 1, total, note from " + name);
            assertRows(name, "2\t10.00\tm", "10\t9.00\tn");
            hive.run("insert overwrite table " + name + " select * from " + name + " where id > 100");
            assertRows(name);
            assertEquals(
                    List.of("create", "insert", "delete", "update", "merge", "overwrite", "overwrite"),
                    LogTables.operations(hive, name));
        } finally {
            hive.set("hive.vectorized.execution.enabled", before);
        }
    }

    /** Statements are commits like any other: after every 16th version their small files become one. */
    @Test
    void smallStatementsLeaveFewFiles() throws Exception {
        hive.run("create table trickle (id bigint, note string) " + BY_HANDLER);
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            hive.run("insert into trickle values (" + i + ", 'n')");
            rows.append(i).append("\tn\n");
        }
        assertRows("trickle", rows.toString().split("\n"));
        List<String> operations = LogTables.operations(hive, "trickle");
        assertTrue(operations.stream().anyMatch(operation -> operation.startsWith("upkeep: ")), operations.toString());
        Table table = LogTables.open(hive, "trickle");
        assertTrue(
                table.snapshot().fragmentCount() <= 2,
                table.snapshot().fragments().toString());
    }

    /** In order of the first column; counted by the log. */
    private static void assertRows(String table, String... rows) throws Exception {
        assertEquals(List.of(rows), hive.run("select * from " + table + " order by id"));
        assertEquals(List.of("" + rows.length), hive.run("select count(*) from " + table));
    }

    @Test
    void countsAreAnsweredByTheLog() throws Exception {
        hive.run("create table counted (id int) " + BY_HANDLER);
        hive.run("insert into counted values (5), (6), (7)");
        String plan = String.join("\n", hive.run("explain select count(*) from counted"));
        assertFalse(plan.contains("TableScan"), plan);
        hive.run("analyze table counted compute statistics for columns");
        hive.run("delete from counted where id = 7");
        assertEquals(List.of("2\t5\t6"), hive.run("select count(*), min(id), max(id) from counted"));
        delete("counted", 6);
        assertEquals(List.of("1\t5\t5"), hive.run("select count(*), min(id), max(id) from counted"));
        hive.run("truncate table counted");
        assertEquals(List.of("0\tNULL\tNULL"), hive.run("select count(*), min(id), max(id) from counted"));
    }

    @Test
    void tablesWithFilesGetALogLater() throws Exception {
        hive.run("create table plain (id int, name string) stored as stoa");
        hive.run("insert into plain values (1, 'a'), (2, 'b')");
        hive.run("insert into plain values (3, 'c')");
        hive.run("alter table plain set tblproperties ('storage_handler' = 'dev.stoa.hive.StoaStorageHandler')");
        hive.run("delete from plain where id = 2");
        hive.run("insert into plain values (4, 'd')");
        assertRows("plain", "1\ta", "3\tc", "4\td");
        hive.run("create external table twin (id int, name string) stored as stoa location '"
                + LogTables.location(hive, "plain") + "'");
        Exception refused = assertThrows(Exception.class, () -> hive.run("select * from twin"));
        assertTrue(LogTables.messages(refused).contains("a table with a log"), LogTables.messages(refused));
        hive.run("create external table second (id int) " + BY_HANDLER + " location '"
                + LogTables.location(hive, "plain") + "'");
        hive.run("delete from second where id = 1");
        assertRows("plain", "3\tc", "4\td");
        hive.run("drop table second");
        assertRows("plain", "3\tc", "4\td");
    }

    @Test
    void othersChangeTheTableToo() throws Exception {
        hive.run("create table shared (id int, name string) " + AS_STOA);
        hive.run("insert into shared values (1, 'a'), (2, 'b'), (3, 'c')");
        hive.run("delete from shared where id = 1");
        assertEquals(1, delete("shared", 3).deleted());
        assertRows("shared", "2\tb");
        assertEquals(1, LogTables.open(hive, "shared").snapshot().rowCount());
    }

    @Test
    void olderVersionsAreRead() throws Exception {
        hive.run("create table travelled (id int) " + BY_HANDLER);
        hive.run("insert into travelled values (1), (2)");
        Instant then = LogTables.open(hive, "travelled").snapshot().time();
        Thread.sleep(5);
        hive.run("delete from travelled where id = 1");
        for (String fetch : List.of("none", "more")) {
            String before = hive.set("hive.fetch.task.conversion", fetch);
            try {
                assertEquals(List.of("2"), hive.run("select * from travelled"));
                assertEquals(
                        List.of("1", "2"), hive.run("select * from travelled for system_version as of 1 order by id"));
                String time = then.plusMillis(1).toString().replace('T', ' ').replace("Z", "");
                assertEquals(
                        List.of("1", "2"),
                        hive.run("select * from travelled for system_time as of '" + time + "' order by id"));
                Exception future = assertThrows(
                        Exception.class,
                        () -> hive.run("select * from travelled for system_time as of '2999-01-01 00:00:00'"));
                assertTrue(LogTables.messages(future).contains("is in the future"));
                assertEquals(List.of("2"), hive.run("select count(*) from travelled for system_version as of 1"));
                assertEquals(
                        List.of("1"),
                        hive.run("select o.id from travelled for system_version as of 1 o"
                                + " left join travelled n on o.id = n.id where n.id is null"));
            } finally {
                hive.set("hive.fetch.task.conversion", before);
            }
        }
        Exception refused =
                assertThrows(Exception.class, () -> hive.run("select * from travelled for system_version as of 9"));
        assertTrue(LogTables.messages(refused).contains("no version 9"), LogTables.messages(refused));
    }

    @Test
    void failedStatementsLeaveNothing() throws Exception {
        hive.run("create table whole (id int, name string) " + BY_HANDLER);
        hive.run("insert into whole values (1, 'a'), (2, 'b')");
        assertThrows(
                Exception.class,
                () -> hive.run("insert into whole select id + 2, assert_true(id < 2) from whole distribute by id"));
        assertThrows(
                Exception.class,
                () -> hive.run("update whole set name = concat(name, cast(assert_true(id < 2) as string))"));
        assertRows("whole", "1\ta", "2\tb");
        assertEquals(List.of("create", "insert"), LogTables.operations(hive, "whole"));
        assertEquals(1, LogTables.files(hive, "whole", "data").size());
        assertEquals(List.of(), LogTables.files(hive, "whole", "_stoa/sidecars"));
    }

    @Test
    void tablesLieWhereTheMetastoreWantsThem() throws Exception {
        String before = hive.set("hive.create.as.external.legacy", "false");
        try {
            hive.run("create table translated (id int) " + BY_HANDLER);
        } finally {
            hive.set("hive.create.as.external.legacy", before);
        }
        hive.run("insert into translated values (1)");
        assertEquals(List.of("1"), hive.run("select * from translated"));
        Path place = LogTables.location(hive, "translated");
        hive.run("create table neighbour (id int) stored as stoa");
        assertEquals(LogTables.location(hive, "neighbour").getParent(), place.getParent());
        hive.run("drop table translated");
        assertFalse(Files.exists(place), "a table that the metastore owns goes with its log");
        hive.run("create external table kept (id int) " + BY_HANDLER);
        hive.run("insert into kept values (1), (2)");
        hive.run("delete from kept where id = 1");
        hive.run("drop table kept");
        hive.run("create external table kept (id int) " + BY_HANDLER);
        assertEquals(List.of("2"), hive.run("select * from kept"));
    }

    @Test
    void tablesLikeOthersGetALogToo() throws Exception {
        hive.run("create table pattern (id int, name string) " + BY_HANDLER);
        hive.run("insert into pattern values (1, 'a')");
        hive.run("create table alike like pattern");
        hive.run("insert into alike values (2, 'b'), (3, 'c')");
        hive.run("delete from alike where id = 2");
        assertRows("alike", "3\tc");
        assertRows("pattern", "1\ta");
        assertEquals(List.of("create", "insert", "delete"), LogTables.operations(hive, "alike"));
        hive.run("create external table alike_external like pattern location '" + hive.folder("alike") + "/external'");
        hive.run("insert into alike_external values (4, 'd')");
        assertEquals(List.of("create", "insert"), LogTables.operations(hive, "alike_external"));
        hive.run("create table alike_orc like pattern stored as orc");
        hive.run("insert into alike_orc values (5, 'e')");
        assertEquals(List.of("5\te"), hive.run("select * from alike_orc"));
    }

    /** An older release has made the pattern, which repeats a column: that changes nothing there, and a new table may not. */
    @Test
    void tablesLikeOlderOnesDeclareAColumnOnce() throws Exception {
        Path folder = hive.folder("repeating");
        Log log = new Log(new LocalFolder(folder));
        Changes changes = new Changes();
        changes.schema =
                Optional.of(TableSchema.numbered(Schema.of(Field.nullable("id", Type.of(TypeKind.INT32))), false));
        TableProperties.SortColumn order = new TableProperties.SortColumn(1, false, false);
        TableProperties.PartitionColumn part = new TableProperties.PartitionColumn(1, "hash(4)");
        changes.properties =
                Optional.of(new TableProperties(List.of(order, order), List.of(), List.of(part, part), Map.of()));
        CommitInfo info = new CommitInfo(0, Instant.EPOCH, UUID.randomUUID(), "create", 0, false, 0);
        log.create(
                0,
                EntryWriter.bytes(log.entryPath(0), UUID.randomUUID(), Optional.empty(), info, changes),
                OptionalInt.empty());
        hive.run("create external table repeating (id int) " + BY_HANDLER + " location '" + folder + "'");
        hive.run("create table repeating_no_more like repeating");
        TableProperties made =
                LogTables.open(hive, "repeating_no_more").snapshot().properties();
        assertEquals(List.of(order), made.sortedBy());
        assertEquals(List.of(part), made.partitionedBy());
    }

    /** Hive makes a folder beside the table. On a local disk it stays until the table is dropped. */
    @Test
    void nothingIsLeftBesideTheTable() throws Exception {
        hive.run("create table alone (id int) " + BY_HANDLER);
        Path beside = LogTables.location(hive, "alone").resolveSibling("-tmp.alone");
        assertFalse(Files.exists(beside));
        hive.run("insert into alone values (1), (2)");
        hive.run("delete from alone where id = 1");
        assertThrows(Exception.class, () -> hive.run("insert into alone select assert_true(id < 2) from alone"));
        assertArrayEquals(new String[0], beside.toFile().list());
        hive.run("drop table alone");
        assertFalse(Files.exists(beside));
    }

    @Test
    void plansAreVectorised() throws Exception {
        hive.run("create table planned (id int, name string) " + BY_HANDLER);
        hive.run("insert into planned values (1, 'a')");
        for (String statement : List.of(
                "select name, count(*) from planned where id > 1 group by name", "delete from planned where id = 1")) {
            String plan = String.join("\n", hive.run("explain vectorization detail " + statement));
            assertTrue(plan.contains("inputFileFormats: " + StoaInputFormat.class.getName()), plan);
            assertTrue(plan.contains("Execution mode: vectorized"), plan);
            assertFalse(plan.contains("notVectorizedReason"), plan);
        }
    }

    @Test
    void columnsAreAdded() throws Exception {
        hive.run("create table growing (id int) " + AS_STOA);
        hive.run("insert into growing values (1)");
        hive.run("alter table growing add columns (name string, place struct<x:int,y:int>)");
        hive.run("insert into growing select 2, 'b', named_struct('x', 1, 'y', 2)");
        hive.run("update growing set name = 'a' where id = 1");
        assertRows("growing", "1\ta\tNULL", "2\tb\t{\"x\":1,\"y\":2}");
        assertEquals(List.of("create", "insert", "alter", "insert", "update"), LogTables.operations(hive, "growing"));
        assertEquals(List.of("1\tNULL"), hive.run("select id, name from growing for system_version as of 1"));
        TableOperations.of(LogTables.open(hive, "growing"))
                .alter(snapshot ->
                        new SchemaEdit(snapshot).rename("name", "title").schema());
        refused("no column 'name'", "select * from growing");
    }

    @Test
    void whatCanNotBeIsRefused() throws Exception {
        hive.run("create table there (id int) " + BY_HANDLER);
        refused(
                "no column 'other'",
                "create external table o (other int) " + BY_HANDLER + " location '" + LogTables.location(hive, "there")
                        + "'");
        Table keyed = Table.create(
                new LocalFolder(hive.folder("keyed")),
                Schema.of(Field.required("id", Type.of(TypeKind.INT32)).withFieldId(1)),
                new TableProperties(List.of(), List.of(1), List.of(), Map.of()),
                TableSettings.DEFAULT);
        try (RowInsert insert = TableOperations.of(keyed).insert()) {
            insert.write(new Batch(
                    keyed.snapshot().schema(),
                    List.of(new IntVector(Type.of(TypeKind.INT32), new int[] {1, 2}, ColumnVector.NO_NULLS, 2)),
                    2));
            insert.commit();
        }
        hive.run("create external table keyed (id int) " + BY_HANDLER + " location '" + hive.folder("keyed") + "'");
        refused("already exists", "insert into keyed values (2)");
        hive.run("insert into keyed values (3)");
        hive.run("delete from keyed where id = 1");
        assertEquals(List.of("2", "3"), hive.run("select * from keyed order by id"));
        hive.run("create table parts (id int) partitioned by (d date) stored as stoa");
        refused(
                "partitions of Hive",
                "alter table parts set tblproperties ('storage_handler' = 'dev.stoa.hive.StoaStorageHandler')");
        refused(
                "stored by 'dev.stoa.hive.StoaStorageHandler' as",
                "create table made " + AS_STOA + " as select 1 as id");
        String before = hive.set("hive.split.update", "false");
        refused("hive.split.update", "update there set id = 1");
        hive.set("hive.split.update", before);
        Path text = Files.writeString(hive.folder("texts").resolve("a.txt"), "text");
        refused("non-native", "load data local inpath '" + text + "' into table there");
        refused(
                "must be a Stoa file",
                "create external table t (id int) " + BY_HANDLER + " location '" + text.getParent() + "'");
    }

    @Test
    void mergesWhoseConditionHivePullsApartAreRefused() throws Exception {
        hive.run("create table pulled (id bigint, note string) " + BY_HANDLER);
        hive.run("insert into pulled values (1, 'a'), (2, 'b')");
        String merge =
                "merge into pulled p using (select 2 as id union all select 3) n on p.id = n.id when matched and ";
        String insert = " then update set note = 'x' when not matched then insert values (n.id, 'new')";
        refused("put the condition in parentheses", merge + "n.id = 2 or n.id = 3" + insert);
        String notMatched =
                "merge into pulled p using (select 2 as id union all select 3) n on p.id = n.id when not matched and ";
        String values = " then insert values (n.id, 'new')";
        refused("put the condition in parentheses", notMatched + "n.id = 2 or n.id = 3" + values);
        refused("put the condition in parentheses", notMatched + "(n.id = 2) or (n.id = 3)" + values);
        assertRows("pulled", "1\ta", "2\tb");
        hive.run(notMatched + "(n.id = 2 or n.id = 4) and n.id < 9" + values);
        assertRows("pulled", "1\ta", "2\tb");
        hive.run(merge + "(n.id = 2 or n.id = 3)" + insert);
        assertRows("pulled", "1\ta", "2\tx", "3\tnew");
    }

    /** What docs/hive.md says of Hive's own rewriting of a merge. */
    @Test
    void mergesDoNotUpdateWhereTheConditionOfTheDeleteIsNull() throws Exception {
        hive.run("create table doubted (id bigint, note string) " + BY_HANDLER);
        hive.run("insert into doubted values (1, 'a'), (2, 'b'), (3, null)");
        String[] merge = {
            "merge into doubted d using (select inline(array(struct(1), struct(2), struct(3))) as (k)) n on d.id = n.k"
                    + " when matched and (",
            ") then delete when matched then update set note = 'x'"
        };
        hive.run(merge[0] + "d.note = 'a'" + merge[1]);
        assertRows("doubted", "2\tx", "3\tNULL");
        hive.run(merge[0] + "coalesce(d.note = 'a', false)" + merge[1]);
        assertRows("doubted", "2\tx", "3\tx");
    }

    private static void refused(String why, String statement) {
        Exception refused = assertThrows(Exception.class, () -> hive.run(statement));
        assertTrue(LogTables.messages(refused).contains(why), LogTables.messages(refused));
    }

    private static OperationResult delete(String table, int id) throws Exception {
        return TableOperations.of(LogTables.open(hive, table))
                .delete(new Filter.Compare(ColumnPath.of("id"), Filter.Operator.EQUAL, id));
    }
}
