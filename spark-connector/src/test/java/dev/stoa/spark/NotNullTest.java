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

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code alter column c set not null}, and {@code drop not null}. */
@Tag("engine")
class NotNullTest {
    @TempDir
    static Path warehouse;

    private static SparkSession session;

    @BeforeAll
    static void addCatalog() {
        session = Spark.extended();
        Spark.catalog(session, "full", warehouse.toString());
    }

    @BeforeEach
    void create() {
        sql("drop table if exists full.t");
        sql("create table full.t (id bigint, n int, s string, `a b` int, p struct<x: int>, l array<int>)");
        sql("insert into full.t values (1, null, 'a', 1, named_struct('x', 1), array(1)),"
                + " (2, 2, 'b', 2, named_struct('x', null), array(2))");
    }

    private static List<String> sql(String text) {
        return session.withActive(() -> Arrays.stream((Row[]) session.sql(text).collect())
                .map(Rows::text)
                .toList());
    }

    private static void refused(String why, String statement) {
        List<String> before = sql("select * from full.t order by id");
        String message = Rows.messages(assertThrows(Exception.class, () -> sql(statement), statement));
        assertTrue(message.contains(why), message);
        assertFalse(message.contains("INTERNAL_ERROR"), message);
        assertEquals(before, sql("select * from full.t order by id"));
    }

    private static boolean isNullable(String table, String column) {
        return session.withActive(
                () -> session.table(table).schema().apply(column).nullable());
    }

    @Test
    void nullsAreLookedFor() {
        refused("the row with n = null breaks", "alter table full.t alter column n set not null");
        assertTrue(isNullable("full.t", "n"));
        sql("update full.t set n = 1 where n is null");
        sql("alter table full.t alter column n set not null");
        assertFalse(isNullable("full.t", "n"));
        sql("alter table full.t alter column n set not null");
        refused("NULL", "insert into full.t (id, n) values (3, null)");
        refused("CANNOT_FIND_DATA", "insert into full.t (id) values (3)");
        refused("NOT_NULL_ASSERT_VIOLATION", "update full.t set n = nullif(n, 2)");
        refused(
                "NULL",
                "merge into full.t t using (select 2L as id, cast(null as int) as n) u on t.id = u.id"
                        + " when matched then update set n = u.n");
        sql("merge into full.t t using (select 2L as id, 5 as n) u on t.id = u.id"
                + " when matched then update set n = u.n when not matched then insert (id, n) values (u.id, u.n)");
        sql("delete from full.t where id = 1");
        assertEquals(List.of("[2, 5]"), sql("select id, n from full.t where n is not null"));
        sql("alter table full.t alter column n drop not null");
        assertTrue(isNullable("full.t", "n"));
        sql("insert into full.t (id, n) values (3, null)");
        assertEquals(List.of("[3]"), sql("select id from full.t where n is null"));
    }

    @Test
    void severalColumnsOfOneStatement() {
        sql("alter table full.t alter column id set not null, `a b` set not null, p set not null, l set not null");
        for (String column : List.of("id", "a b", "p", "l")) {
            assertFalse(isNullable("full.t", column), column);
        }
        refused("NULL", "insert into full.t (id, `a b`, p, l) values (3, 3, null, array())");
        sql("insert into full.t (id, `a b`, p, l) values (3, 3, named_struct('x', 3), array())");
        refused("drop the constraint first", "alter table full.t rename column `a b` to c");
        sql("alter table full.t alter column `a b` drop not null");
        sql("alter table full.t rename column `a b` to c");
        refused("only whole columns", "alter table full.t alter column p.x set not null");
    }

    @Test
    void otherVersionsAreAsTheyWere() {
        sql("update full.t set n = 1 where n is null");
        sql("alter table full.t alter column n set not null");
        assertEquals(List.of("[1]"), sql("select id from full.t version as of 1 where n is null"));
        assertEquals(
                List.of(
                        "[1, null, insert]",
                        "[1, 1, update_postimage]",
                        "[1, null, update_preimage]",
                        "[2, 2, insert]"),
                sql(
                        "select id, n, _change_type from full.t changes from version 1 to version 3 order by id, _change_type,"
                                + " n"));
        sql("call full.system.rollback('t', 1)");
        assertTrue(isNullable("full.t", "n"));
        assertEquals(List.of("[1]"), sql("select id from full.t where n is null"));
    }

    /** Without the extension the constraint says the same. */
    @Test
    void aConstraintSaysTheSame() {
        sql("alter table full.t add constraint mine check (s is not null)");
        assertFalse(isNullable("full.t", "s"));
        sql("create table full.u like full.t");
        assertFalse(isNullable("full.u", "s"));
        sql("drop table full.u");
        sql("alter table full.t alter column s drop not null");
        assertTrue(isNullable("full.t", "s"));
        assertFalse(sql("describe extended full.t").toString().contains("mine"));
    }

    /** The columns of a stream are fixed, and Spark would take nulls of earlier versions for values. */
    @Test
    void aStreamOfEarlierNullsIsRefused() throws Exception {
        sql("update full.t set n = 1 where n is null");
        sql("alter table full.t alter column n set not null");
        String message = Rows.messages(assertThrows(Exception.class, () -> stream("before", 1)));
        assertTrue(message.contains("column 'n' has 1 nulls"), message);
        stream("after", 3);
        sql("insert into full.t (id, n) values (3, 3)");
        stream("after", 3);
        assertEquals(List.of("[3]"), sql("select n from full.after"));
    }

    private static void stream(String name, int version) throws Exception {
        StreamingQuery query = session.withActive(() -> {
            try {
                return session.readStream()
                        .option("startingVersion", version)
                        .option("skipChanges", true)
                        .table("full.t")
                        .select("id", "n")
                        .writeStream()
                        .option(
                                "checkpointLocation",
                                warehouse.resolve("_" + name).toString())
                        .trigger(Trigger.AvailableNow())
                        .toTable("full." + name);
            } catch (java.util.concurrent.TimeoutException e) {
                throw new IllegalStateException(e);
            }
        });
        query.awaitTermination();
    }
}
