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

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log decides which side of a join Spark broadcasts: by the lengths of texts, and by how many rows a filter keeps. */
@Tag("engine")
class BroadcastSizesTest {
    private static final String BROADCAST = "spark.sql.autoBroadcastJoinThreshold";
    private static final long ROWS = 1000;

    /** Of a row, a number and a text, as Spark sees them without the log. */
    private static final long PLAIN = 8 + 8 + 20;

    @TempDir
    static Path warehouse;

    /** Checks the estimated bytes of a row of a table, and whether Spark broadcasts the table up to a size. */
    private static void assertRow(long bytes, boolean isBroadcast, long most, String table) {
        Spark.session().conf().set(BROADCAST, Long.toString(most));
        Spark.session().conf().set("spark.sql.adaptive.enabled", "false"); // or Spark counts the bytes
        try {
            Dataset<Row> scan = Spark.session().table(table);
            var stats = scan.queryExecution().optimizedPlan().stats();
            assertEquals(ROWS * bytes, stats.sizeInBytes().toLong());
            String plan = Spark.session()
                    .sql("select * from " + table + " d join sizes.fact f on f.k = d.k")
                    .queryExecution()
                    .executedPlan()
                    .toString();
            assertEquals(isBroadcast, plan.contains("BroadcastHashJoin"), plan);
        } finally {
            Spark.session().conf().unset(BROADCAST);
            Spark.session().conf().unset("spark.sql.adaptive.enabled");
        }
    }

    @Test
    void lengthsOfTextsCountWhereTheyDecide() {
        Spark.catalog(Spark.session(), "sizes", warehouse.toString());
        String rows = " from range(0, " + ROWS + ", 1, 1)";
        Rows.of("create table sizes.fact as select id as k from range(0, 100000, 1, 1)");
        Rows.of("create table sizes.flags as select id as k, if(id % 2 = 0, 'A', 'B') as flag" + rows);
        Rows.of("create table sizes.notes as select id as k, repeat(chr(cast(65 + id % 26 as int)), 200) as note"
                + rows);
        assertRow(8 + 8 + 1, true, ROWS * 17, "sizes.flags");
        assertRow(8 + 8 + 1, false, ROWS * 17 - 1, "sizes.flags");
        assertRow(8 + 8 + 200, false, ROWS * 215, "sizes.notes");
        assertRow(8 + 8 + 200, true, ROWS * 216, "sizes.notes");
        // numbers alone are too large, or all texts too small: nothing is looked up
        assertRow(PLAIN, false, ROWS * 15, "sizes.flags");
        assertRow(PLAIN, true, ROWS * PLAIN * 17, "sizes.notes");
    }

    /** Returns the bytes that Spark expects of a query. */
    private static long bytes(String query) {
        return Spark.session()
                .sql(query)
                .queryExecution()
                .optimizedPlan()
                .stats()
                .sizeInBytes()
                .toLong();
    }

    @Test
    void filtersCountWhereTheyDecide() {
        Spark.catalog(Spark.session(), "kept", warehouse.toString());
        Rows.of("create table kept.items as select id as k, id % 5 as kind, id % 500 as shelf from range(0, " + ROWS
                + ", 1, 1)");
        long all = ROWS * (8 + 8 + 8 + 8);
        String items = "select * from kept.items";
        Spark.session().conf().set(BROADCAST, Long.toString(all / 4));
        try {
            assertEquals(all, bytes(items));
            assertEquals(all / 5, bytes(items + " where kind = 3"));
            assertEquals(all / 2, bytes(items + " where k < " + ROWS / 2));
            // one of 500, but an estimate claims at most that a filter keeps one row of 16
            assertEquals(all / 16, bytes(items + " where shelf = 3"));
            Spark.session().conf().set(BROADCAST, Long.toString(all / 16 - 1));
            assertEquals(all, bytes(items + " where shelf = 3"));
            Spark.session().conf().set(BROADCAST, Long.toString(all));
            assertEquals(all, bytes(items + " where shelf = 3"));
        } finally {
            Spark.session().conf().unset(BROADCAST);
        }
    }
}
