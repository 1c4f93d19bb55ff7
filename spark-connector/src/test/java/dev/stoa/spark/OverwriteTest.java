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

import dev.stoa.reader.Filter;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.StoaTable;
import dev.stoa.spark.internal.write.RowCondition;
import dev.stoa.spark.internal.write.StoaWrite;
import dev.stoa.spark.internal.write.WriteKind;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are replaced by others: all of them, those of a condition, those of some partitions. */
@Tag("engine")
class OverwriteTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "over", warehouse.toString());
    }

    @AfterAll
    static void leaveCatalog() {
        Spark.session().conf().unset("spark.sql.sources.partitionOverwriteMode");
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    private static Dataset<Row> rows(String query) {
        return Spark.session().sql(query);
    }

    private static Table open(String name) throws Exception {
        return Table.open(new LocalFolder(warehouse.resolve("a").resolve(name)), TableSettings.DEFAULT);
    }

    private static List<String> operations(String name) throws Exception {
        return open(name).commits(10).stream().map(commit -> commit.operation()).toList();
    }

    @Test
    void readersSeeOneOrTheOther() throws Exception {
        sql("create table over.a.read as select 0 as round, id from range(100)");
        AtomicBoolean done = new AtomicBoolean();
        String[] seen = {""};
        Thread reader = new Thread(() -> {
            while (!done.get() && seen[0].isEmpty()) {
                try {
                    String count = sql("select count(*), count(distinct round) from over.a.read")
                            .get(0);
                    seen[0] = count.equals("[100, 1]") ? "" : count;
                } catch (RuntimeException e) {
                    seen[0] = Rows.messages(e);
                }
            }
        });
        reader.start();
        for (int round = 1; round <= 5; round++) {
            sql("create or replace table over.a.read as select " + round + " as round, id from range(100)");
        }
        done.set(true);
        reader.join();
        assertEquals("", seen[0]);
    }

    @Test
    void rowsThatContradictTheConditionAreRefused() throws Exception {
        sql("create table over.a.contra (d int, x int, s struct<a: int>, t string, day date)");
        sql("insert into over.a.contra values (1, 1, struct(1), 'abc', date'2024-01-01'), (2, 2, null, 'b', null)");
        for (String condition : List.of(
                "d = 1",
                "d <=> 1",
                "d in (1, 2)",
                "not (d <> 1)",
                "t like 'ab%'",
                "s.a = 1",
                "day < date'2024-01-02'",
                "d is not null and (x = 1 or x = 3)",
                "false")) {
            for (String row : List.of("5, 2, struct(2), 'x', date'2025-01-01'", "null, null, null, null, null")) {
                String said = Rows.refused("insert into over.a.contra replace where " + condition + " select " + row);
                assertTrue(said.contains("can't take the place"), said);
            }
        }
        String never = Rows.refused("insert into over.a.contra replace where false select 5, 2, null, 'x', null");
        assertTrue(never.contains("a row can't take the place"), never);
        Exception failure = assertThrows(
                Exception.class,
                () -> rows("select 5 as d, 2 as x, null as s, null as t, null as day")
                        .writeTo("over.a.contra")
                        .overwrite(functions.col("d").equalTo(1)));
        assertTrue(Rows.messages(failure).contains("d = 5"), Rows.messages(failure));
        assertEquals(List.of("insert", "create"), operations("contra"));
        sql(
                "insert into over.a.contra replace where s.a = 1 or t like 'c%' or d in (7, 8)"
                        + " select 1, 10, struct(1), 'q', null union all select 8, 11, null, null, null union all select null, 12, null, 'cd', null");
        assertEquals(List.of("[2]", "[10]", "[11]", "[12]"), sql("select x from over.a.contra order by x"));
    }

    @Test
    void rowsOfAConditionAreReplaced() throws Exception {
        sql("create table over.a.cond as select id, concat('s', id % 10) as s from range(1000)");
        sql("insert into over.a.cond replace where id >= 100 and s <> 's3' select 5000 as id, 'new' as s");
        assertEquals(List.of("[191, 5000, 1]"), sql("select count(*), max(id), count_if(s = 'new') from over.a.cond"));
        assertEquals(List.of("overwrite", "insert", "create"), operations("cond"));
        assertEquals(List.of("[1000]"), sql("select count(*) from over.a.cond version as of 1"));
        rows("select -1L as id, 's-more' as s")
                .writeTo("over.a.cond")
                .overwrite(functions
                        .col("s")
                        .startsWith("s")
                        .and(functions.col("id").lt(50)));
        assertEquals(List.of("[142]"), sql("select count(*) from over.a.cond"));
        String refused = Rows.refused("insert into over.a.cond replace where length(s) = 2 select 1L as id, 'x' as s");
        assertTrue(refused.contains("can't be replaced"), refused);
        assertEquals(List.of("[142]"), sql("select count(*) from over.a.cond"));
        TableOperations.of(open("cond")).delete(Filter.equal("id", -1L));
        assertEquals(List.of("[141]"), sql("select count(*) from over.a.cond"));
    }

    @Test
    void partitionsThatGetRowsAreReplaced() throws Exception {
        sql("create table over.a.parts (id bigint, s string) partitioned by (bucket(4, id))");
        sql("insert into over.a.parts select id, 'old' from range(0, 1000, 1, 1)");
        long others = rows("select _file from over.a.parts where id <> 7 and _file not in"
                        + " (select _file from over.a.parts where id = 7)")
                .count();
        rows("select 7L as id, 'new' as s").writeTo("over.a.parts").overwritePartitions();
        assertEquals(
                List.of("[" + (others + 1) + ", 1]"), sql("select count(*), count_if(s = 'new') from over.a.parts"));
        assertTrue(others > 500 && others < 1000, others + " rows are of other partitions");
        rows("select 7L as id, 'none' as s where false").writeTo("over.a.parts").overwritePartitions();
        assertEquals(List.of("[" + (others + 1) + "]"), sql("select count(*) from over.a.parts"));
        assertEquals(List.of("[1000]"), sql("select count(*) from over.a.parts version as of 1"));
        sql("create table over.a.plain as select 1 as a");
        Exception refused = assertThrows(
                Exception.class,
                () -> rows("select 2 as a").writeTo("over.a.plain").overwritePartitions());
        assertTrue(Rows.messages(refused).contains("replace where"), Rows.messages(refused));
        Spark.session().conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        try {
            assertTrue(
                    Rows.refused("insert overwrite over.a.plain select 3").contains("partitionOverwriteMode=static"));
            sql("insert overwrite over.a.parts select 7L, 'last'");
        } finally {
            Spark.session().conf().unset("spark.sql.sources.partitionOverwriteMode");
        }
        assertEquals(
                List.of("[" + others + ", 0]", "[1, 1]"),
                sql("select count(*), count_if(s = 'last') as last from over.a.parts group by s order by last"));
        sql("insert overwrite over.a.parts select 8L, 'all'");
        assertEquals(List.of("[8, all]"), sql("select * from over.a.parts"));
    }

    @Test
    void anOverwriteOfRowsThatOthersChangedFails() throws Exception {
        sql(
                "create table over.a.race tblproperties ('sidecars-in-log' = 'false') as select id, 'old' as s from range(10)");
        StoaTable shown = StoaTable.of(
                new TableFolder(warehouse.resolve("a/race").toString(), TableFolder.sessionConfiguration()));
        StoaWrite write = shown.write(
                Spark.info(shown.asStruct()),
                WriteKind.OVERWRITE_WHERE,
                Optional.of(new RowCondition(List.of(), Filter.less("id", 5L))));
        sql("delete from over.a.race where id = 7");
        sql("delete from over.a.race where id = 3");
        long sidecars = sql("select * from over.a.race.deltas").size();
        WriterCommitMessage[] none = {};
        Exception failure = assertThrows(Exception.class, () -> write.commit(none));
        assertTrue(Rows.messages(failure).contains("both have deleted"), Rows.messages(failure));
        write.abort(none);
        assertEquals(List.of("[8]"), sql("select count(*) from over.a.race"));
        try (Stream<Path> files = Files.walk(warehouse.resolve("a/race"))) {
            assertEquals(
                    sidecars,
                    files.filter(file -> file.getParent().endsWith("sidecars")
                                    && file.toString().endsWith(".stoa"))
                            .count());
        }
    }

    @Test
    void framesAreWrittenToTables() throws Exception {
        rows("select 1 as a").writeTo("over.a.frame").create();
        assertThrows(
                Exception.class,
                () -> rows("select 1 as a").writeTo("over.a.frame").create());
        rows("select 2 as a").writeTo("over.a.frame").append();
        rows("select 'x' as b").writeTo("over.a.frame").replace();
        rows("select 'y' as c").writeTo("over.a.frame").createOrReplace();
        assertEquals(List.of("[y]"), sql("select c from over.a.frame"));
        rows("select 'z' as c").writeTo("over.a.frame").overwrite(functions.lit(true));
        assertEquals(List.of("[z]"), sql("select c from over.a.frame"));
        assertEquals(List.of("overwrite", "replace", "replace", "insert", "insert", "create"), operations("frame"));
        sql("truncate table over.a.frame");
        assertEquals(List.of("[0]"), sql("select count(*) from over.a.frame"));
        assertEquals(List.of("[1]", "[2]"), sql("select a from over.a.frame version as of 2 order by a"));
    }
}
