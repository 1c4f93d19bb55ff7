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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first rows of tables without an order: tasks look for them by their keys. */
@Tag("engine")
class FirstRowsTest {
    private static final String RUNTIME_FILTERS = "spark.sql.optimizer.dynamicPartitionPruning.enabled";
    private static final long SEED = Long.getLong("stoa.seed", System.nanoTime());

    private static final String ROWS =
            "select id, if(id % 10 = 0, null, id % 3 = 0) as flag, cast(hash(id, 1) % 100 as tinyint) as tiny,"
                    + " cast(hash(id, 2) % 10000 as smallint) as small, if(id % 9 = 0, null, hash(id, 3)) as i,"
                    + " xxhash64(id, 4) as far, cast(hash(id, 5) / 100 as decimal(15,2)) as d,"
                    + " if(id % 11 = 0, null, date_add(date '1580-01-20', cast(id * 7 % 3000 as int))) as day,"
                    + " if(id % 40 = 0, null, timestamp_micros(hash(id, 6) * 1000L)) as time,"
                    + " if(id % 4 = 0, null, concat('é', hash(id, 7) % 50)) as text, repeat('x', id % 20) as long,"
                    + " array(id, hash(id, 8)) as list"
                    + " from range(0, 80000, 1, 2)";

    private static final List<String> KEYS =
            List.of("flag", "tiny", "small", "i", "far", "d", "day", "time", "text", "long");

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void makeTables() {
        Spark.catalog(Spark.session(), "tops", warehouse.toString());
        Spark.session().conf().set(RUNTIME_FILTERS, "false"); // or filters of small tables are Spark's, too
        Rows.of("create table tops.t as " + ROWS);
        Rows.of("delete from tops.t where id % 11 = 3");
        Rows.of("update tops.t set far = 9223372036854775807 where id in (7, 50000)");
        Rows.of("create temporary view tops_expected as select id, flag, tiny, small, i,"
                + " if(id in (7, 50000), 9223372036854775807, far) as far, d, day, time, text, long, list"
                + " from (" + ROWS + ") where id % 11 <> 3");
    }

    @AfterAll
    static void leave() {
        Spark.session().conf().unset(RUNTIME_FILTERS);
        Rows.of("drop view tops_expected");
    }

    private static boolean isLookedFor(String query) {
        return Spark.session()
                .sql(query)
                .queryExecution()
                .executedPlan()
                .toString()
                .contains(" by [");
    }

    /** The order ends with a column whose values differ, so that there is one answer. */
    private static void assertSame(String select, String order) {
        String query = "select " + select + " from tops.t order by " + order;
        assertTrue(isLookedFor(query), query);
        assertEquals(
                Rows.of("select " + select + " from tops_expected order by " + order),
                Rows.of(query),
                query + ", seed " + SEED);
    }

    @Test
    void anyKeys() {
        Random random = new Random(SEED);
        for (int round = 0; round < 10; round++) {
            List<String> order = new ArrayList<>();
            order.add(KEYS.get(round) + (random.nextBoolean() ? " desc" : ""));
            for (String key : KEYS) {
                if (random.nextInt(5) == 0 && !order.get(0).startsWith(key)) {
                    order.add(key
                            + List.of("", " desc", " nulls last", " desc nulls first")
                                    .get(random.nextInt(4)));
                }
            }
            order.add("id");
            int limit = 1 + random.nextInt(random.nextBoolean() ? 10 : 300);
            assertSame("*", String.join(", ", order) + " limit " + limit);
        }
        assertSame("text", "far desc, id limit 3");
        assertSame("id, list", "d, id desc limit 5");
    }

    @Test
    void otherRowsAreLeftToSpark() {
        Rows.of("create table tops.few as select id from range(0, 1000, 1, 1)");
        for (String query : List.of(
                "select * from tops.t order by i, id limit 1001",
                "select * from tops.t where i > 0 order by i, id limit 10",
                "select * from tops.t order by i + 1, id limit 10",
                "select * from tops.t order by list limit 10",
                "select * from tops.t order by cast(i as double) limit 10",
                "select * from tops.few order by id desc limit 10")) {
            assertFalse(isLookedFor(query), query);
        }
    }
}
