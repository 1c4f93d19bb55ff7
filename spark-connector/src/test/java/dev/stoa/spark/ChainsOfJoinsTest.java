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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** Runtime filters hold copies of each other, but the copies do not double with each join. */
@Tag("engine")
class ChainsOfJoinsTest {
    private static final String SWITCH = "spark.sql.optimizer.dynamicPartitionPruning.enabled";

    private static final String BROADCAST = "spark.sql.autoBroadcastJoinThreshold";

    /** Dimensions are smaller, and facts are not. */
    private static final String DIMENSIONS = "3000";

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void makeTables() {
        Spark.catalog(Spark.session(), "chains", warehouse.toString());
        Rows.of("create table chains.fact as select id, " + columns(12, i -> "(id + " + i + ") % 10 as k" + i)
                + " from range(0, 1000, 1, 1)");
        Rows.of("create table chains.dim as select id, concat('d', id) as name from range(0, 10, 1, 1)");
        Rows.of("create table chains.days as select id, id div 7 as week, id div 30 as month from range(0, 90, 1, 1)");
    }

    /** Sizes up to which Spark broadcasts sides of joins, while an action runs. -1 is for none. */
    private static void broadcasting(String bytes, Runnable action) {
        Spark.session().conf().set(BROADCAST, bytes);
        try {
            action.run();
        } finally {
            Spark.session().conf().unset(BROADCAST);
        }
    }

    private static String columns(int count, IntFunction<String> column) {
        return IntStream.range(0, count).mapToObj(column).collect(Collectors.joining(", "));
    }

    /** A filtered fact that can prune each of its dimensions. */
    private static String chain(int joins) {
        return "select f.id, f.k0 from chains.fact f" + joined(joins, i -> "") + " where f.id > 10 and f.id % 5 = 1";
    }

    /** A fact that each of its filtered dimensions can prune. */
    private static String star(int joins) {
        return "select f.id from chains.fact f" + joined(joins, i -> " and d" + i + ".name like 'd%'");
    }

    private static String joined(int joins, IntFunction<String> filter) {
        return IntStream.range(0, joins)
                .mapToObj(i -> " join chains.dim d" + i + " on f.k" + i + " = d" + i + ".id" + filter.apply(i))
                .collect(Collectors.joining());
    }

    private static LogicalPlan optimized(String query) {
        return Spark.session().sql(query).queryExecution().optimizedPlan();
    }

    private static int subqueries(String query) {
        return optimized(query).subqueriesAll().size();
    }

    /** How many scans Spark plans, with those of subqueries. */
    private static int scans(String query) {
        List<LogicalPlan> all =
                new ArrayList<>(CollectionConverters.asJava(optimized(query).subqueriesAll()));
        all.add(optimized(query));
        return all.stream().mapToInt(plan -> plan.collectLeaves().size()).sum();
    }

    private static List<String> sorted(String query) {
        List<String> rows = new ArrayList<>(Rows.of(query));
        Collections.sort(rows);
        return rows;
    }

    private static List<String> withoutPruning(String query) {
        Spark.session().conf().set(SWITCH, "false");
        try {
            return sorted(query);
        } finally {
            Spark.session().conf().unset(SWITCH);
        }
    }

    @Test
    void eachJoinOfALongChainAddsOneScan() {
        broadcasting("-1", () -> {
            assertEquals(subqueries(chain(6)), subqueries(chain(12)));
            assertEquals(scans(chain(6)) + 6, scans(chain(12)));
        });
    }

    @Test
    void theFirstFiltersOfAChainStay() {
        broadcasting(
                "-1",
                () -> assertEquals(
                        List.of(1, 3, 7), List.of(subqueries(chain(1)), subqueries(chain(2)), subqueries(chain(3)))));
    }

    @Test
    void aFactKeepsTheFiltersOfAllDimensions() {
        broadcasting(DIMENSIONS, () -> {
            assertEquals(12, subqueries(star(12)));
            assertEquals(1 + 12 + 12, scans(star(12)));
        });
    }

    @Test
    void smallTablesHaveNoRuntimeFilters() {
        assertEquals(0, subqueries(star(12)));
        broadcasting(DIMENSIONS, () -> assertEquals(0, subqueries(chain(12))));
    }

    @Test
    void smallTablesOfManyFilesHaveRuntimeFilters() {
        for (int files : List.of(8, 9)) {
            String table = "chains.files" + files;
            Rows.of("create table " + table + " as select id as k from range(0, 90, 1, " + files + ")");
            int filters =
                    subqueries("select f.k from " + table + " f join chains.dim d on f.k = d.id where d.name = 'd1'");
            assertEquals(files == 8 ? 0 : 1, filters, table);
        }
    }

    /** The filters of two dimensions would differ, and with them the two plans of the same sums. */
    @Test
    void equalSidesOfAJoinAreReadOnce() {
        String sums = "with sums as (select week, sum(f.id) as s from chains.fact f join chains.days d on f.k0 = d.id"
                + " group by week)";
        String months = " select a.week, a.s, b.s from sums a join sums b on a.week = b.week - 4"
                + " join chains.days x on a.week = x.week and x.month = 0"
                + " join chains.days y on b.week = y.week and y.month = 1";
        assertEquals(withoutPruning(sums + months), sorted(sums + months));
        Dataset<Row> query = Spark.session().sql(sums + months);
        query.collect();
        String last = query.queryExecution().executedPlan().toString().split("== Initial Plan ==", 2)[0];
        assertEquals(2, last.split("chains.fact\\[", -1).length, last);
    }

    @Test
    void rowsAreThoseWithoutRuntimeFilters() {
        String chain = chain(6) + " and length(d5.name) = 2 and d5.id % 3 = 1";
        String twice =
                "with c as (" + chain(6) + ") select a.id, b.id from c a join c b on a.k0 = b.k0" + " where a.id < 99";
        broadcasting(DIMENSIONS, () -> {
            assertFalse(sorted(chain).isEmpty());
            assertEquals(withoutPruning(chain), sorted(chain));
            assertEquals(withoutPruning(twice), sorted(twice));
        });
    }
}
