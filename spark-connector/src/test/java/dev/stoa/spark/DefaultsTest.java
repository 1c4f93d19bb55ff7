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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is inserted where a statement gives nothing, and what added columns are in rows that are there. */
@Tag("engine")
class DefaultsTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "defaults", warehouse.toString());
    }

    @Test
    void statementsThatGiveNothing() throws Exception {
        Rows.of("create table defaults.t (id int not null, n int default 6 * 7, s string default 'new', d date)");
        Rows.of("insert into defaults.t (id) values (1)");
        Rows.of("insert into defaults.t values (2, default, default, default)");
        Rows.of("insert into defaults.t values (3, null, 'given', date '2024-01-31')");
        Rows.of("update defaults.t set n = default where id = 3");
        Rows.of("merge into defaults.t t using (select 3 as id union all select 4) s on t.id = s.id"
                + " when matched then update set s = default when not matched then insert (id) values (s.id)");
        Rows.of("alter table defaults.t alter column n set default 43");
        Rows.of("alter table defaults.t alter column s drop default");
        Rows.of("alter table defaults.t rename column n to m");
        Rows.of("insert into defaults.t (id) values (5)");
        Spark.session().sql("select 6 as id").writeTo("defaults.t").append();
        assertEquals(
                List.of(
                        "[1, 42, new, null]",
                        "[2, 42, new, null]",
                        "[3, 42, new, 2024-01-31]",
                        "[4, 42, new, null]",
                        "[5, 43, null, null]",
                        "[6, 43, null, null]"),
                Rows.of("select * from defaults.t order by id"));
        assertTrue(Rows.of("show tblproperties defaults.t").stream().noneMatch(row -> row.contains("default.")));
    }

    @Test
    void columnsAreAddedToRowsThatAreThere() {
        Rows.of("create table defaults.rows as select id, cast(id as string) as s from range(0, 10000, 1, 2)");
        Rows.of("delete from defaults.rows where id < 5");
        Rows.of("alter table defaults.rows add columns (n int default 7 first, p decimal(9,2) default 1.25,"
                + " t timestamp default timestamp '2024-01-31 10:00:00', l array<int> default array(1, 2),"
                + " c char(4) default 'ab', b binary default x'00ff', i interval day default interval '3' day,"
                + " v struct<x: int, y: string> default named_struct('x', 1, 'y', 'z'), none int default null)");
        String all =
                "select count(*), count(distinct id), min(n), max(n), sum(p), min(t), max(l), max(concat(c, '|')), hex(min(b)),"
                        + " max(i), max(v), count(none) from defaults.rows";
        assertEquals(
                List.of("[9995, 9995, 7, 7, 12493.75, 2024-01-31T18:00:00Z, [1, 2], ab  |, 00FF, PT72H, [1, z], 0]"),
                Rows.of(all));
        assertEquals(List.of("[9995]"), Rows.of("select count(*) from defaults.rows where n = 7 and p > 1"));
        assertEquals(List.of(), Rows.of("select id from defaults.rows where n <> 7 or c = 'x'"));
        assertEquals(List.of("[10000]"), Rows.of("select count(*) from defaults.rows version as of 1"));
        Rows.of("update defaults.rows set n = 8 where id = 17");
        Rows.of("call defaults.system.compact(table => 'rows')");
        Rows.of("insert into defaults.rows (id, c) values (-1, 'ab')");
        assertEquals(List.of("[ab  |]"), Rows.of("select distinct concat(c, '|') from defaults.rows where c = 'ab'"));
        assertEquals(
                List.of("[7, -1, null]", "[7, 5, 5]", "[8, 17, 17]"),
                Rows.of("select n, id, s from defaults.rows where id in (-1, 5, 17) order by id"));
    }

    @Test
    void whatCanNotBe() {
        Rows.of("create table defaults.no (id int, s struct<x: int>)");
        Rows.of("insert into defaults.no values (1, null)");
        String nested = Rows.refused("alter table defaults.no add column s.y int default 5");
        assertTrue(nested.contains("structs that are there would have to be rewritten"), nested);
        String required = Rows.refused("alter table defaults.no add column n int not null default 5");
        assertTrue(required.contains("add it nullable"), required);
        String wrong = Rows.refused("alter table defaults.no add column n int default 'x' || 'y'");
        assertTrue(wrong.contains("INVALID_DEFAULT_VALUE"), wrong);
        assertEquals(List.of("[1, null]"), Rows.of("select * from defaults.no"));
    }
}
