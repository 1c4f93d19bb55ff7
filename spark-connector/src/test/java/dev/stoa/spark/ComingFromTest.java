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

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of {@code docs/coming-from.md}: what it says to write runs, and what it says is missing is refused. */
@Tag("engine")
class ComingFromTest {
    @TempDir
    static Path warehouse;

    private static SparkSession session;

    @BeforeAll
    static void addCatalog() {
        session = Spark.extended();
        session.conf().set("spark.sql.catalog.lake", StoaCatalog.class.getName());
        session.conf().set("spark.sql.catalog.lake.warehouse", warehouse.toString());
        sql("use lake");
        sql("create table u (id bigint, s string, country string, at timestamp) partitioned by (country)");
        sql("insert into u values (1, 'one', 'de', now()), (2, 'two', 'fr', now())");
        sql("update u set s = 'TWO' where id = 2");
    }

    private static List<String> sql(String text) {
        return session.withActive(() -> Arrays.stream((Row[]) session.sql(text).collect())
                .map(Rows::text)
                .toList());
    }

    private static List<String> lines() throws Exception {
        return Files.readAllLines(Path.of("..", "..", "docs", "coming-from.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
    }

    @Test
    void fewLinesSayMissing() throws Exception {
        List<String> others = new ArrayList<>(lines());
        long missing =
                others.stream().filter(line -> line.contains("| missing: ")).count();
        others.removeIf(line -> line.matches(".*\\| (works|differs: |missing: ).*\\|"));
        assertEquals(List.of(), others, "each line says what it is");
        System.out.println(missing + " of " + lines().size() + " lines say missing");
        assertTrue(missing * 10 <= lines().size(), missing + " of " + lines().size());
    }

    /** A part of a line of the page, and what a user runs. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "create table t (...)|create table t1 (id bigint)",
                "create table t as select|create table t2 as select 1 as id",
                "create or replace table t as select|create or replace table t2 as select 'x' as other",
                "create table t like u|create table t3 like u",
                "cluster by (a, b)|create table t4 cluster by (id, s) as select * from u",
                "create or replace table t cluster by (...)|create or replace table t4 cluster by (s) as select * from t4",
                "insert overwrite|insert overwrite t3 select * from u",
                "insert into t by name|insert into t3 by name select 's' as s, 3L as id",
                "insert into t replace where|insert into t3 replace where id = 3 values (3, 'S', null, null)",
                "insert with schema evolution|insert with schema evolution into t3 by name select 4L as id, 1 as more",
                "merge into|merge into t3 using u on t3.id = u.id when matched then delete when not matched by source then update set s = 'left'",
                "version as of|select * from u version as of 1",
                "timestamp as of|select * from u timestamp as of current_timestamp()",
                "table_changes('t', 2, 5)|select * from table_changes('u', 1, 2)",
                "changes from version 2 to version 5|select * from u changes from version 1 to version 2",
                "describe history t|describe history u",
                "select * from t.history|select * from u.history",
                "describe extended t|describe extended u",
                "restore table t|restore table u to version as of 2",
                "optimize t|optimize u",
                "vacuum t|vacuum u dry run",
                "call CAT.system.expire('t', '7d')|call lake.system.expire('u', '7d')",
                "create branch b|alter table u create branch b",
                "t.branch_b|insert into u.branch_b values (9, 'nine', 'de', now())",
                "version as of 'b'|select * from u version as of 'b'",
                "fast_forward('t', 'main', 'b')|call lake.system.fast_forward('u', 'main', 'b')",
                "t.branches|select * from u.branches",
                "drop branch b|alter table u drop branch b",
                "alter table` add, drop|alter table t3 add column fresh int default 7 comment 'c'",
                "widen columns|alter table t3 alter column fresh type bigint",
                "alter table t set tblproperties|alter table t3 set tblproperties ('a' = 'b')",
                "alter column c set not null|alter table t4 alter column s set not null",
                "`drop not null`|alter table t4 alter column s drop not null",
                "check (c is not null)|alter table t4 add constraint x check (s is not null)",
                "years(at), months(at), hours(at)|create table t6 (at timestamp, a date, b timestamp) partitioned by (years(at), months(a), hours(b))",
                "year(at), month(at), day(at), hour(at)|create table t9 (at timestamp, a date, b date, c timestamp) partitioned by (year(at), month(a), day(b), hour(c))",
                "alter table t cluster by (...)|alter table t1 cluster by (id)",
                "add partition field|alter table t6 add partition field bucket(4, at)",
                "replace partition field|alter table t6 replace partition field bucket(4, at) with days(at)",
                "`drop`, `replace partition field`|alter table t6 drop partition field days(at)",
                "partition_by('t', add|call lake.system.partition_by('t6', add => 'days(a)')",
                "create tag x as of version 3|alter table u create tag x as of version 1",
                "`replace tag`|alter table u replace tag x as of version 2",
                "version as of 'x'|select * from u version as of 'x'",
                "t.tags|select * from u.tags",
                "`drop tag`|alter table u drop tag x",
                "call CAT.system.tag('t', 'x', 3)|call lake.system.tag('u', 'y', 1)",
                "call CAT.system.untag('t', 'x')|call lake.system.untag('u', 'y')",
                "check (...)|alter table t3 add constraint c check (fresh > 0)",
                "`drop constraint`|alter table t3 drop constraint c",
                "(id bigint primary key)|create table t7 (id bigint primary key)",
                "show partitions t|show partitions u",
                "alter table t drop partition|alter table t3 drop if exists partition (country = 'de')",
                "bucket(16, id), days(at)|create table t5 partitioned by (bucket(16, id), days(at)) as select * from u",
                "truncate(10, s)|create table t8 partitioned by (truncate(10, s)) as select s from u",
                "create or replace table t as select|create or replace table t5 partitioned by (country) as select * from u",
                "t.snapshots|select * from u.snapshots",
                "t.partitions|select partition.country, rows from u.partitions",
                "t.files|select partition.country, file from u.files",
                "t.deltas|select * from u.deltas",
                "_metadata.file_path|select _metadata.file_path, input_file_name(), _file, _pos from u",
                "call CAT.system.rollback(table => 't', timestamp|call lake.system.rollback(table => 'u', timestamp => current_timestamp())",
                "call CAT.system.compact('t')|call lake.system.compact('u')"
            })
    void statementsRun(String onPage, String statement) throws Exception {
        assertTrue(String.join("\n", lines()).contains(onPage), onPage + " is on the page");
        assertDoesNotThrow(() -> sql(statement), statement);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "generated always as|create table n1 (a int, b int generated always as (a + 1))",
                "shallow clone|create table n2 shallow clone u",
                "create view v as select|create view n3 as select * from u",
                "alter table t drop feature x|alter table u drop feature x",
                "select CAT.system.bucket(16, id)|select lake.system.bucket(16, id) from u"
            })
    void whatIsMissingIsRefused(String onPage, String statement) throws Exception {
        assertTrue(String.join("\n", lines()).contains(onPage), onPage + " is on the page");
        String message = Rows.messages(
                org.junit.jupiter.api.Assertions.assertThrows(Exception.class, () -> sql(statement), statement));
        assertTrue(!message.contains("INTERNAL_ERROR"), message);
    }
}
