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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** Scalar subqueries of the same rows become one scan, and have the values that Parquet gives. */
@Tag("engine")
class SharedSubqueriesTest {
    private static final String RUNTIME_FILTERS = "spark.sql.optimizer.dynamicPartitionPruning.enabled";
    private static final long SEED = Long.getLong("stoa.seed", System.nanoTime());

    private static final List<String> VALUES = List.of(
            "count(*)",
            "count(i)",
            "sum(i)",
            "sum(l)",
            "avg(l)",
            "avg(price)",
            "sum(price * (1 - small))",
            "min(word)",
            "max(word)",
            "max(price)",
            "count(distinct word)",
            "bit_xor(l)",
            "max_by(word, id)",
            "max(d)",
            "sum(d)",
            "max(st.a)",
            "max(st.b)",
            "count(*) filter (where i > 0)",
            "max(coalesce(i, 7))",
            "sum(i) + count(l)",
            "max(named_struct('p', price, 'i', id)).i");

    private static final List<String> CONDITIONS = List.of(
            "",
            "where i between 100 and 9000",
            "where i between 100 and 9000 and word is not null",
            "where word is not null and i between 100 and 9000",
            "where id < 0",
            "where price > 5 or d < 0",
            "where id % 3 = 1",
            "where i > 100 and id % 3 = 1",
            "where i > 100 having max(price) > 1000");

    @TempDir
    static Path folder;

    @BeforeAll
    static void makeTables() {
        System.out.println("SharedSubqueriesTest: -Dstoa.seed=" + SEED);
        Spark.catalog(Spark.session(), "subqueries", folder.toString());
        String rows = "select id, if(id % 5 = 0, null, hash(id, 1) % 10000) as i, xxhash64(id, 2) div 1000000 as l,"
                + " cast(hash(id, 3) % 1000 / 100 as decimal(7,2)) as small,"
                + " if(id % 7 = 0, null, cast(hash(id, 4) % 100000 / 100 as decimal(15,2))) as price,"
                + " hash(id, 5) / 8.0D as d, if(id % 11 = 0, null, concat('w', id % 50)) as word,"
                + " named_struct('a', id % 1000, 'b', concat('b', id % 9)) as st from range(0, 20000, 1, 2)";
        Rows.of("create table subqueries.t as " + rows);
        Rows.of("delete from subqueries.t where id % 13 = 2");
        Spark.session()
                .sql("select * from subqueries.t")
                .write()
                .parquet(folder.resolve("parquet").toString());
        Spark.session().read().parquet(folder.resolve("parquet").toString()).createOrReplaceTempView("shared_parquet");
    }

    private static String subquery(String value, String condition) {
        return "(select " + value + " from TABLE " + condition + ")";
    }

    private static String of(String query) {
        return query.replace("TABLE", "subqueries.t");
    }

    /** Counts the different subqueries that Spark runs. */
    private static long subqueries(String query) {
        LogicalPlan plan = Spark.session().sql(query).queryExecution().optimizedPlan();
        return CollectionConverters.asJava(plan.subqueriesAll()).stream()
                .map(LogicalPlan::canonicalized)
                .distinct()
                .count();
    }

    private static void runs(int subqueries, String... values) {
        String query = of("select " + String.join(", ", values));
        assertEquals(subqueries, subqueries(query), query);
        List<String> alone = new ArrayList<>();
        for (String value : values) {
            String row = Rows.of(of("select " + value)).get(0);
            alone.add(row.substring(1, row.length() - 1));
        }
        assertEquals(List.of(alone.toString()), Rows.of(query), query);
    }

    /** Runs an action with a setting of the session. */
    private static void with(String key, String value, Runnable action) {
        Spark.session().conf().set(key, value);
        try {
            action.run();
        } finally {
            Spark.session().conf().unset(key);
        }
    }

    /** With runtime filters Spark tests the filters of small tables, too. Scans then compute no aggregates. */
    private static void inBothWays(Runnable action) {
        for (String value : List.of("false", "true")) {
            with(RUNTIME_FILTERS, value, action);
        }
    }

    @Test
    void subqueriesOfTheSameRowsAreOne() {
        String some = CONDITIONS.get(1);
        inBothWays(() -> {
            runs(1, subquery("count(*)", some), subquery("avg(price)", some), subquery("avg(small)", some));
            runs(1, subquery("bit_xor(l)", some), subquery("max(coalesce(i, 7))", some), subquery("max(d)", some));
            runs(1, subquery("sum(i)", ""), subquery("sum(price)", ""));
            runs(1, subquery("sum(price)", some), subquery("sum(price)", some), subquery("sum(i)", some));
            runs(1, subquery("sum(i)", CONDITIONS.get(2)), subquery("max(i)", CONDITIONS.get(3)));
            runs(
                    2,
                    subquery("sum(i)", some),
                    subquery("sum(i)", CONDITIONS.get(2)),
                    subquery("max(i)", some),
                    subquery("max(i)", CONDITIONS.get(2)));
        });
    }

    @Test
    void aPlanMayGiveNoRow() {
        String none = "where id = -1";
        inBothWays(() -> {
            runs(1, subquery("price", none), subquery("word", none), subquery("st", none));
            runs(1, subquery("price", "where id = 8"), subquery("st.b", "where id = 8"));
        });
        String several = of("select " + subquery("price", "where id < 9") + ", " + subquery("word", "where id < 9"));
        assertTrue(Rows.refused(several).contains("SCALAR_SUBQUERY_TOO_MANY_ROWS"));
    }

    @Test
    void subqueriesInConditionsAreOne() {
        String some = CONDITIONS.get(1);
        String query = of("select count(*) from TABLE where i > " + subquery("avg(i)", some) + " and price < "
                + subquery("max(price)", some) + " and word in ('w1', 'w2')");
        assertEquals(1, subqueries(query));
        assertEquals(Rows.of(query.replace("subqueries.t", "shared_parquet")), Rows.of(query));
    }

    @Test
    void joinsOfTheSameRowsAreOne() {
        String joined = " from TABLE a join TABLE b on a.id = b.l where b.i > 7 and a.word > 'w1')";
        String grouped = " from (select word, count(*) as c, sum(price) as p from TABLE where i > 7 group by word))";
        inBothWays(() -> {
            runs(1, "(select sum(a.i)" + joined, "(select max(b.price)" + joined, "(select count(*)" + joined);
            runs(1, "(select max(c)" + grouped, "(select sum(p)" + grouped);
        });
    }

    @Test
    void otherRowsAreReadByThemselves() {
        Rows.of("create table subqueries.changed as select id, id * 2 as n from range(0, 100, 1, 1)");
        Rows.of("insert into subqueries.changed select id, id * 3 from range(100, 150, 1, 1)");
        String changed = "from subqueries.changed";
        inBothWays(() -> {
            runs(2, "(select sum(id) " + changed + ")", "(select sum(n) " + changed + " version as of 1)");
            runs(1, "(select sum(id) " + changed + ")", "(select sum(n) " + changed + " version as of 2)");
            runs(2, "(select sum(id) " + changed + ")", "(select sum(n) " + changed + " with ('versionAsOf' = 2))");
            runs(2, "(select sum(id) " + changed + ")", subquery("sum(i)", ""));
            runs(
                    2,
                    "(select count(id) from (select id, n " + changed + " limit 7))",
                    "(select sum(n) " + changed + ")");
            String first = " from (select * " + changed + " order by n limit 7))";
            runs(2, "(select sum(id)" + first, "(select sum(n) " + changed + ")");
            runs(2, "(select sum(id)" + first, "(select max(n)" + first);
            String sample = changed + " tablesample (50 percent) repeatable (3))";
            runs(2, "(select sum(id) " + sample, "(select sum(n) " + sample);
            String byChance = changed + " where rand(5) < 0.5)";
            runs(2, "(select sum(id) " + byChance, "(select sum(n) " + byChance);
        });
    }

    @Test
    void settingsTurnItOff() {
        String some = CONDITIONS.get(1);
        String[] two = {subquery("sum(i)", some), subquery("sum(price)", some)};
        with("spark.sql.execution.reuseSubquery", "false", () -> runs(2, two));
        String rule = "dev.stoa.spark.internal.table.SharedSubqueries";
        with("spark.sql.optimizer.excludedRules", rule, () -> runs(2, two));
        runs(1, two);
    }

    @Test
    void randomSubqueriesGiveWhatParquetGives() {
        Random random = new Random(SEED);
        for (int round = 0; round < 15; round++) {
            List<String> values = new ArrayList<>();
            int conditions = 1 + random.nextInt(2);
            List<String> some = random.ints(conditions, 0, CONDITIONS.size())
                    .mapToObj(CONDITIONS::get)
                    .toList();
            for (int i = 0; i < 2 + random.nextInt(5); i++) {
                values.add(subquery(VALUES.get(random.nextInt(VALUES.size())), some.get(random.nextInt(conditions))));
            }
            String query = "select " + String.join(", ", values);
            List<String> expected = Rows.of(query.replace("TABLE", "shared_parquet"));
            with(
                    RUNTIME_FILTERS,
                    String.valueOf(random.nextBoolean()),
                    () -> assertEquals(expected, Rows.of(of(query)), () -> query + ", seed " + SEED));
        }
    }
}
