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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CHECK constraints and keys in statements of Spark. */
@Tag("engine")
class ConstraintsTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "checks", warehouse.toString());
    }

    @BeforeEach
    void create() {
        Rows.of("drop table if exists checks.t");
        Rows.of("create table checks.t (id bigint not null, n int, s string, at timestamp)");
        Rows.of("insert into checks.t values (1, 1, 'a', null), (2, 2, 'b', null)");
    }

    private static void refused(String why, String statement) {
        List<String> before = Rows.of("select * from checks.t order by id");
        String message = Rows.refused(statement);
        assertTrue(message.contains(why), message);
        assertEquals(before, Rows.of("select * from checks.t order by id"));
    }

    @Test
    void everyStatementIsChecked() {
        Rows.of("alter table checks.t add constraint positive check (n > 0)");
        Rows.of("alter table checks.t add constraint named check (s in ('a', 'b') or s is null)");
        refused("positive", "insert into checks.t values (3, 3, 'a', null), (4, -4, 'a', null)");
        refused("named", "insert into checks.t values (3, 3, 'x', null)");
        refused("positive", "update checks.t set n = -n where id = 2");
        refused("named", "insert overwrite checks.t values (3, 3, 'x', null)");
        refused(
                "positive",
                "merge into checks.t t using (select 1 as id, -1 as n) u on t.id = u.id when matched then update set n = u.n");
        refused(
                "named",
                "merge into checks.t t using (select 7L as id, 'q' as s) u on t.id = u.id"
                        + " when not matched then insert (id, s) values (u.id, u.s)");
        Rows.of("insert into checks.t values (3, null, null, null)");
        Rows.of("update checks.t set n = 5 where id = 2");
        Rows.of("delete from checks.t where id = 1");
        assertEquals(
                List.of("[2, 5, b, null]", "[3, null, null, null]"), Rows.of("select * from checks.t order by id"));
        Rows.of("alter table checks.t drop constraint positive");
        Rows.of("alter table checks.t drop constraint if exists positive");
        Rows.of("insert into checks.t values (4, -4, 'a', null)");
        refused("no constraint 'positive'", "alter table checks.t drop constraint positive");
    }

    /** A commit compares bytes, and Spark as the collation says. */
    @Test
    void textsWithACollationAreNotCompared() {
        Rows.of("drop table if exists checks.collated");
        String columns = " (id int, s string collate utf8_lcase, p struct<x: string collate utf8_lcase, y: string>";
        for (String condition : List.of("s = 'a'", "p.x <> 'a'", "id > 0 or s in ('a')")) {
            String made = Rows.refused(
                    "create table checks.collated" + columns + ", constraint c check (" + condition + "))");
            assertTrue(made.contains("compares a text that has a collation"), made);
        }
        Rows.of("create table checks.collated" + columns + ", constraint y check (p.y <> 'a' and id > 0))");
        String added = Rows.refused("alter table checks.collated add constraint c check (s = 'a')");
        assertTrue(added.contains("compares a text that has a collation"), added);
        Rows.refused("insert into checks.collated values (1, 'A', named_struct('x', 'a', 'y', 'a'))");
        Rows.of("insert into checks.collated values (1, 'A', named_struct('x', 'a', 'y', 'A'))");
    }

    @Test
    void existingRowsAreCheckedFirst() {
        refused("n > 1", "alter table checks.t add constraint large check (n > 1)");
        Rows.of("insert into checks.t values (3, -3, 'a', null)");
        assertEquals(3, Rows.of("select * from checks.t").size());
    }

    @Test
    void constraintsAreShown() {
        Rows.of("alter table checks.t add constraint positive check (n > 0)");
        String shown = String.join("\n", Rows.of("describe extended checks.t"));
        assertTrue(shown.contains("positive") && shown.contains("n > 0"), shown);
        assertTrue(Rows.of("show tblproperties checks.t").stream().noneMatch(row -> row.contains("check.")));
        Rows.of("create table checks.other like checks.t");
        String message = Rows.refused("insert into checks.other values (1, -1, 'a', null)");
        assertTrue(message.contains("positive"), message);
    }

    @Test
    void tablesAreMadeWithConstraints() {
        Rows.of("create table checks.made (id bigint not null primary key, n int check (n < 10), s string,"
                + " constraint named check (s <> 'x'))");
        Rows.of("insert into checks.made values (1, 1, 'a')");
        for (String rows : List.of("(2, 10, 'a')", "(2, 1, 'x')", "(1, 1, 'a')")) {
            Rows.refused("insert into checks.made values " + rows);
        }
        assertEquals(List.of("[1, 1, a]"), Rows.of("select * from checks.made"));
        String shown = String.join("\n", Rows.of("describe extended checks.made"));
        assertTrue(shown.contains("PRIMARY KEY"), shown);
        Rows.of("create or replace table checks.made as select 1 as id, 50 as n, 'x' as s");
    }

    @Test
    void whatIsNotEnforcedIsRefused() {
        refused("not enforced", "alter table checks.t add constraint c check (n > 0) not enforced");
        refused("can't be read", "alter table checks.t add constraint c check (n + 1 > 0)");
        refused("can't be read", "alter table checks.t add constraint c check (length(s) > 0)");
        refused("backslash", "alter table checks.t add constraint c check (s <> 'a\\\\b')");
        refused("CHECK constraints, and a primary key", "alter table checks.t add constraint c unique (n)");
        refused("primary key", "alter table checks.t add constraint c primary key (id)");
        refused("is a constraint", "alter table checks.t set tblproperties ('check.c' = 'n > 0')");
        Rows.of("alter table checks.t add constraint c check (n > 0)");
        refused("drop the constraint first", "alter table checks.t drop column n");
        refused("drop the constraint first", "alter table checks.t rename column n to m");
    }
}
