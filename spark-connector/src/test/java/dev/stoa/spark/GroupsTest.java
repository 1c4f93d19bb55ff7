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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups that tasks count and sum up: the results are those of Spark over the same rows. */
@Tag("engine")
class GroupsTest {
    private static final String RUNTIME_FILTERS = "spark.sql.optimizer.dynamicPartitionPruning.enabled";
    private static final long SEED = Long.getLong("stoa.seed", System.nanoTime());

    /** More rows than a vector holds, in two files; keys of all types, some of them null, some of many values. */
    private static final String ROWS =
            "select id, if(id % 10 = 0, null, id % 3 = 0) as flag, cast(id % 5 as tinyint) as tiny,"
                    + " cast(id % 7 - 3 as smallint) as small, if(id % 9 = 0, null, cast(hash(id) % 50 as int)) as i,"
                    + " hash(id, 2) % 40 * 10000000000 as far, id div 100 as sorted,"
                    + " cast(id % 13 / 100 as decimal(15,2)) as d, cast(id % 13 / 100 as decimal(5,2)) as short,"
                    + " if(id % 11 = 0, null, date_add(date '1580-01-20', cast(id * 7 % 3000 as int))) as day,"
                    + " if(id % 4 = 0, null, concat('text ', hash(id, 3) % 20)) as text,"
                    + " concat('é', hash(id, 4)) as many, if(id % 3 = 0, '', 'x') as empty,"
                    + " cast(id % 6 as double) as real,"
                    + " if(id % 7 = 0, null, cast(hash(id, 6) / 100 as decimal(15,2))) as price,"
                    + " if(id % 5 = 0, null, hash(id, 7) / 8.0D) as number"
                    + " from range(0, 30000, 1, 2)";

    private static final List<String> KEYS = List.of(
            "flag",
            "tiny",
            "small",
            "i",
            "far",
            "sorted",
            "d",
            "short",
            "day",
            "text",
            "many",
            "empty",
            "trunc(day, 'month')",
            "trunc(day, 'week')",
            "year(day)",
            "quarter(day)",
            "month(day)",
            "day(day)");

    private static final List<String> COMPUTED = List.of(
            "count(*)",
            "count(price)",
            "count(text)",
            "sum(i)",
            "avg(i)",
            "sum(price)",
            "avg(price)",
            "sum(price * (1 - d))",
            "sum(price * (1 - d) * (1 + d))",
            // whole eighths: the order does not matter
            "sum(number)",
            "avg(number)");

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void makeTables() {
        Spark.catalog(Spark.session(), "groups", warehouse.toString());
        Spark.session().conf().set(RUNTIME_FILTERS, "false"); // or filters of small tables are Spark's, too
        Rows.of("create table groups.t as " + ROWS);
        Rows.of("delete from groups.t where id % 11 = 3");
        Rows.of("create temporary view groups_expected as select * from (" + ROWS + ") where id % 11 <> 3");
    }

    @AfterAll
    static void leave() {
        Spark.session().conf().unset(RUNTIME_FILTERS);
        Rows.of("drop view groups_expected");
    }

    private static boolean isComputed(String query) {
        return Spark.session()
                .sql(query)
                .queryExecution()
                .executedPlan()
                .toString()
                .contains(", computed [");
    }

    private static void assertSame(String select, String rest) {
        String query = "select " + select + " from groups.t" + rest;
        assertEquals(
                Rows.of("select " + select + " from groups_expected" + rest).stream()
                        .sorted()
                        .toList(),
                Rows.of(query).stream().sorted().toList(),
                query + ", seed " + SEED);
    }

    private static void assertComputed(String select, String rest) {
        String query = "select " + select + " from groups.t" + rest;
        assertTrue(isComputed(query), query);
        assertSame(select, rest);
    }

    /** Spark finds equal plans by the equality of their scans. */
    @Test
    void whatAQueryComputesTwiceIsComputedOnce() {
        String price = "(select month(day) as m, sum(price) as s from groups.t group by 1)";
        String count = price.replace("sum(price)", "count(price)");
        String quarter = price.replace("month(day)", "quarter(day)");
        for (String other : List.of(price, count, quarter)) {
            String query = "select * from " + price + " a join " + other + " b on a.m <=> b.m";
            Dataset<Row> run = Spark.session().sql(query);
            List<String> rows =
                    run.collectAsList().stream().map(Rows::text).sorted().toList();
            List<String> expected = Rows.of(query.replace("groups.t", "groups_expected")).stream()
                    .sorted()
                    .toList();
            assertFalse(expected.isEmpty());
            assertEquals(expected, rows, query);
            String plan = run.queryExecution().executedPlan().toString().split("== Initial Plan ==", 2)[0];
            int scans = plan.split(", computed \\[", -1).length - 1;
            assertEquals(other.equals(price) ? 1 : 2, scans, plan);
        }
        String alone = "select sum(price) from groups.t where i > 3";
        Dataset<Row> both = Spark.session().sql("select (" + alone + ") + 1, (" + alone + ") + 2");
        both.collectAsList();
        assertTrue(both.queryExecution().executedPlan().toString().contains("ReusedSubquery"), both.toString());
    }

    @Test
    void eachKey() {
        for (String key : KEYS) {
            assertSame(key + ", count(*), sum(price)", " group by 1");
        }
    }

    @Test
    void allThatIsComputed() {
        String all = String.join(", ", COMPUTED);
        assertComputed("text, " + all, " group by text");
        assertComputed("flag, empty, tiny, year(day), " + all, " group by 1, 2, 3, 4");
        assertComputed("sum(price) + count(*)", " group by text having count(*) > 100");
        assertComputed("text", " group by text");
        for (String key : List.of("small", "i", "sorted", "d", "day", "trunc(day, 'week')", "month(day)")) {
            assertTrue(isComputed("select " + key + ", count(*) from groups.t group by 1"), key);
        }
    }

    @Test
    void anyKeysUnderAnyFilter() {
        Random random = new Random(SEED);
        for (int round = 0; round < 4; round++) {
            List<String> keys = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                keys.add(KEYS.get(random.nextInt(KEYS.size())));
            }
            List<String> some = new ArrayList<>(keys);
            COMPUTED.stream().filter(what -> random.nextInt(4) == 0).forEach(some::add);
            String where = switch (random.nextInt(5)) {
                case 0 -> "";
                case 1 -> " where id < 0";
                case 2 -> " where i > " + (random.nextInt(100) - 50);
                case 3 -> " where text = 'text 7'";
                default -> " where id between " + random.nextInt(30000) + " and " + random.nextInt(60000);
            };
            assertSame(String.join(", ", some), where + " group by " + String.join(", ", keys));
        }
    }

    @Test
    void moreGroupsThanATaskKeeps() {
        assertComputed("many, text, count(*), sum(price), sum(number)", " group by many, text");
        // short on average, so that groups may be few, and yet more bytes than a task keeps
        Rows.of(
                "create table groups.long as select if(id % 1000 = 0, repeat(cast(id as string), 100000), 'x') as text, id"
                        + " from range(0, 60000, 1, 1)");
        String query = "select text, sum(id) as s from groups.long group by text";
        assertFalse(isComputed(query), "long on average");
        Rows.of("insert into groups.long select 'y', 0 from range(0, 2000000, 1, 1)");
        assertTrue(isComputed(query));
        assertEquals(
                List.of("[62, 1799970000, 62]"),
                Rows.of("select count(*), sum(s), count(distinct text) from (" + query + ")"));
    }

    /** ANALYZE in Trino leaves such counts. */
    @Test
    void countsOfValuesDecide() {
        Rows.of("create table groups.counted as select concat('n', id) as name,"
                + " concat('a sentence of some length, number ', id % 3) as sentence from range(0, 20000, 1, 1)");
        String names = "select name, count(*) from groups.counted group by name";
        String sentences = "select sentence, count(*) from groups.counted group by sentence order by 1";
        assertTrue(isComputed(names));
        assertFalse(isComputed(sentences));
        Rows.of("alter table groups.counted set tblproperties ('distinct' = '1 20000 20000\n2 3 20000')");
        assertFalse(isComputed(names));
        assertTrue(isComputed(sentences));
        assertEquals(
                "[a sentence of some length, number 2, 6666]",
                Rows.of(sentences).get(2));
    }

    @Test
    void sumsThatTheTypeOfTheirValuesCanNotHold() {
        Rows.of("create table groups.large as select cast(id % 2 as int) as k, 9223372036854775807 as l,"
                + " cast(99999.99 as decimal(7,2)) as small, cast(999999999999999999 as decimal(18,0)) as full"
                + " from range(0, 1000, 1, 1)");
        String query = "select k, sum(small), sum(full), try_sum(l), count(*) from groups.large group by k order by k";
        assertTrue(isComputed(query));
        assertEquals(
                List.of(
                        "[0, 49999995.00, 499999999999999999500, null, 500]",
                        "[1, 49999995.00, 499999999999999999500, null, 500]"),
                Rows.of(query));
        assertTrue(Rows.refused("select k, sum(l) from groups.large group by k").contains("ARITHMETIC_OVERFLOW"));
    }

    @Test
    void whatIsNotComputedIsLeftToSpark() {
        Rows.of("create table groups.other as select id % 2 = 0 as flag,"
                + " if(id % 2 = 0, 'a', 'A') collate utf8_lcase as nocase, id as key,"
                + " concat('a sentence of some length, number ', id) as sentence from range(0, 20000, 1, 1)");
        for (String query : List.of(
                "select far, count(*) from groups.t group by far", // by its least and greatest value it may have very
                // many
                "select real, count(*) from groups.t group by real",
                "select tiny, min(i) from groups.t group by tiny",
                "select tiny, count(distinct i) from groups.t group by tiny",
                "select tiny + 1, count(*) from groups.t group by tiny + 1",
                "select tiny, small, flag, empty, d, count(*) from groups.t group by all",
                "select tiny, count(*) from groups.t where hash(id) > 0 group by tiny",
                "select nocase = 'a', count(*) from groups.other group by nocase",
                "select sentence, count(*) from groups.other group by sentence",
                "select key, count(*) from groups.other group by key")) {
            assertFalse(isComputed(query), query);
        }
        assertEquals(
                List.of("[true, 20000]"), Rows.of("select nocase = 'a', count(*) from groups.other group by nocase"));
    }
}
