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
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A filtered table of more than a million rows makes a runtime filter for the table that it is joined with. */
@Tag("engine")
class SelectiveScansTest {
    private static final String JOIN = "select /*+ broadcast(d) */ count(*), sum(f.id) from wide.fact f join wide.dim d"
            + " on f.k = d.id where d.week = 7 and d.name like 'd%'";

    @TempDir
    static Path warehouse;

    private static String text(SparkSession session, String query) {
        return session.withActive(() -> ((Row[]) session.sql(query).collect())[0].mkString(" "));
    }

    @Test
    void largeFilteredTablesMakeRuntimeFilters() {
        SparkSession session = Spark.extended();
        for (SparkSession one : List.of(session, Spark.session())) {
            Spark.catalog(one, "wide", warehouse.toString());
        }
        Rows.of("create table wide.dim as select id, id % 100000 as week, concat('d', id) as name"
                + " from range(0, 1100000, 1, 1)");
        Rows.of("create table wide.fact as select id, id * 2 as k from range(0, 550000, 1, 1)");
        String bare = Spark.session().sql(JOIN).queryExecution().executedPlan().toString();
        assertFalse(bare.contains("dynamicpruning"), bare);
        String plan = session.withActive(
                () -> session.sql(JOIN).queryExecution().executedPlan().toString());
        assertTrue(plan.matches("(?s).*wide.fact[^\\n]*RuntimeFilters: \\[dynamicpruning.*"), plan);
        assertFalse(plan.matches("(?s).*wide.dim[^\\n]*RuntimeFilters: \\[dynamicpruning.*"), plan);
        assertFalse(plan.matches("(?s).*\\(k#\\d+L <=> .*"), plan); // not null is not selective
        String expected = text(session, JOIN.replace("f.k = d.id", "f.k + 0 = d.id"));
        assertEquals(expected, text(session, JOIN));
        String alone = session.withActive(() -> session.sql("select count(*) from wide.dim where week = 7")
                .queryExecution()
                .executedPlan()
                .toString());
        assertFalse(alone.contains("Filter "), alone);
    }
}
