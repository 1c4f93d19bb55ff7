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
import org.apache.spark.sql.execution.LocalTableScanExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts, minima and maxima of whole tables, which the driver takes from the log. */
@Tag("engine")
class LogAnswersTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void makeTables() {
        Spark.catalog(Spark.session(), "answers", warehouse.toString());
        Rows.of("create table answers.t as select id, if(id % 4 = 0, null, cast(id as int)) as n,"
                + " cast(id / 10 as decimal(9,1)) as d, concat('t', id) as s, repeat('long', 20) as l,"
                + " date_add(date'2020-01-01', cast(id as int)) as day, cast(null as int) as none, id / 3.0D as f,"
                + " named_struct('a', id) as st from range(0, 1000, 1, 2)");
        Rows.of("insert into answers.t select id, n, d, s, l, day, none, f, st from answers.t where id < 10");
    }

    /** Whether the plan of a query has the result. */
    private static boolean isAnswered(String query) {
        SparkPlan plan = Spark.session()
                .sql(query)
                .queryExecution()
                .sparkPlan()
                .collectLeaves()
                .head();
        return plan instanceof LocalTableScanExec;
    }

    private static void answered(String functions, String expected) {
        String query = "select " + functions + " from answers.t";
        assertTrue(isAnswered(query), query);
        assertEquals(List.of(expected), Rows.of(query));
    }

    private static void notAnswered(String query, String expected) {
        assertTrue(!isAnswered(query), query);
        assertEquals(List.of(expected), Rows.of(query));
    }

    @Test
    void theLogHasTheResults() {
        answered("count(*)", "[1010]");
        answered("count(*) + 1 as more, count(n), min(n), max(n)", "[1011, 757, 1, 999]");
        answered("min(d), max(d), min(day), max(s)", "[0.0, 99.9, 2020-01-01, t999]");
        answered("count(none), min(none), count(f), count(l)", "[0, null, 1010, 1010]");
    }

    @Test
    void boundsOfTimesAndIntervalsAreInTheLog() {
        Rows.of("create table answers.times as select time'01:02:03.000004' as t, cast(time'05:06:07' as time(0)) as s,"
                + " interval '1-2' year to month as y, interval '3 4' day to hour as d, timestamp_ntz'2026-01-01 00:00:00' as n"
                + " union all select time'23:59:59.999999', null, interval '-1' month, null, null");
        String query = "select min(t), max(t), max(s), min(y), max(y), max(d), min(n) from answers.times";
        assertTrue(isAnswered(query));
        assertEquals(
                List.of("[01:02:03.000004, 23:59:59.999999, 05:06:07, P-1M, P1Y2M, PT76H, 2026-01-01T00:00]"),
                Rows.of(query));
        assertEquals(
                List.of("[23:59:59.999999]"), Rows.of("select max(t) from answers.times where y < interval '1' year"));
    }

    @Test
    void otherResultsAreThoseOfTasks() {
        notAnswered("select count(*) from answers.t where id < 5", "[10]");
        notAnswered("select min(l) from answers.t", "[" + "long".repeat(20) + "]");
        notAnswered("select count(*), sum(id) from answers.t", "[1010, 499545]");
        notAnswered("select min(f) from answers.t", "[0.0]");
        notAnswered("select min(st.a) from answers.t", "[0]");
        notAnswered("select count(distinct n) from answers.t", "[750]");
        notAnswered("select count(*) from (select id from answers.t limit 7)", "[7]");
    }

    @Test
    void aResultIsPartOfLargerQueries() {
        assertEquals(List.of("[1010]"), Rows.of("select count(*) from answers.t order by 1 limit 1"));
        assertEquals(
                List.of("[1]"), Rows.of("select count(*) from answers.t where id = (select max(n) from answers.t)"));
        assertEquals(
                List.of("[7, 1010]", "[8, 1010]"),
                Rows.of("select * from (select id from range(7, 9)), (select count(*) from answers.t) order by 1"));
        assertEquals(
                List.of("[1010]", "[1010]"),
                Rows.of("select count(*) from answers.t union all select count(id) from answers.t"));
        assertEquals(List.of(), Rows.of("select count(*) as c from answers.t having c < 5"));
    }

    @Test
    void changesCount() {
        Rows.of("create table answers.changed as select id, cast(id as int) as n from range(0, 100, 1, 1)");
        Rows.of("delete from answers.changed where id = 99");
        String rows = "select count(*) from answers.changed";
        assertTrue(isAnswered(rows));
        assertEquals(List.of("[99]"), Rows.of(rows));
        notAnswered("select max(n), count(n) from answers.changed", "[98, 99]");
        assertEquals(List.of("[100]"), Rows.of(rows + " version as of 1"));
        Rows.of("update answers.changed set n = 500 where id = 3");
        notAnswered("select max(n) from answers.changed", "[500]");
        Rows.of("delete from answers.changed");
        assertEquals(List.of("[0]"), Rows.of(rows));
        assertEquals(List.of("[null]"), Rows.of("select max(n) from answers.changed"));
    }

    @Test
    void aColumnWithAWiderTypeHasTheWiderBounds() {
        Rows.of("create table answers.widened as select cast(id as int) as n from range(0, 10, 1, 1)");
        Rows.of("alter table answers.widened alter column n type bigint");
        Rows.of("insert into answers.widened values (" + (1L << 40) + ")");
        String query = "select min(n), max(n), count(n) from answers.widened";
        assertTrue(isAnswered(query));
        assertEquals(List.of("[0, " + (1L << 40) + ", 11]"), Rows.of(query));
    }
}
