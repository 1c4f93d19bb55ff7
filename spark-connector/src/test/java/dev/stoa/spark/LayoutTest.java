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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark makes of how tables are divided and sorted: joins and groups without a shuffle, and the same rows. */
@Tag("engine")
class LayoutTest {
    private static final Map<String, String> SETTINGS = Map.of(
            "spark.sql.sources.v2.bucketing.enabled", "true",
            "spark.sql.adaptive.enabled", "false", // plans are looked at
            "spark.sql.autoBroadcastJoinThreshold", "-1");

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void makeTables() {
        Spark.catalog(Spark.session(), "layout", warehouse.toString());
        SETTINGS.forEach(Spark.session().conf()::set);
        make("a", "partitioned by (bucket(8, id))", "id div 2");
        make("b", "partitioned by (bucket(8, id))", "id div 3");
        make("fewer", "partitioned by (bucket(4, id))", "id div 3");
        make("undivided", "", "id div 5");
        Rows.of("delete from layout.a where id % 11 = 3");
        Rows.of("update layout.b set s = 'changed' where id % 7 = 2");
    }

    @AfterAll
    static void leave() {
        SETTINGS.keySet().forEach(Spark.session().conf()::unset);
    }

    private static void make(String name, String division, String id) {
        Rows.of("create table layout." + name + " (id bigint, s string, day date) " + division);
        for (int part = 0; part < 2; part++) {
            Rows.of("insert into layout." + name + " select if(id % 10 = 4, null, " + id + "), concat('s', id % 20),"
                    + " date_add(date'2024-01-01', cast(id % 40 as int)) from range(" + part * 500 + ", "
                    + (part + 1) * 500
                    + ")");
        }
    }

    private static String plan(String query) {
        return Spark.session().sql(query).queryExecution().executedPlan().toString();
    }

    private static List<String> rows(String query) {
        Dataset<Row> found = Spark.session().sql(query);
        return Arrays.stream((Row[]) found.collect()).map(Rows::text).sorted().toList();
    }

    /** Its rows, which are those that it has if Spark is told nothing. */
    private static void check(String query, boolean isShuffled) {
        String plan = plan(query);
        assertEquals(isShuffled, plan.contains("Exchange"), plan);
        List<String> rows = rows(query);
        Spark.session().conf().set("spark.sql.sources.v2.bucketing.enabled", "false");
        try {
            assertTrue(plan(query).contains("Exchange"), query);
            assertEquals(rows(query), rows, query);
        } finally {
            Spark.session().conf().set("spark.sql.sources.v2.bucketing.enabled", "true");
        }
        assertFalse(rows.isEmpty());
    }

    @Test
    void tablesThatAreDividedAlikeAreJoinedAsTheyLie() {
        check("select a.id, a.s, b.s from layout.a join layout.b on a.id = b.id", false);
        check("select a.id, a.s, b.s from layout.a left join layout.b on a.id = b.id", false);
        check("select a.s, b.id, b.s from layout.a full join layout.b on a.id = b.id", false);
        check("select a.id, b.s from layout.a join layout.b on a.id = b.id where a.id < 20 and b.s = 's3'", false);
        check("select a.s, b.s from layout.a join layout.b on a.s = b.s where a.id < 5", true);
    }

    @Test
    void rowsAreGroupedWhereTheyLie() {
        check("select id, count(*), max(s) from layout.a group by id", false);
        check("select id, s, count(*) from layout.b group by id, s", false);
        check("select s, count(*) from layout.a group by s", true);
        check("select a.id, count(*) from layout.a join layout.b on a.id = b.id group by a.id", false);
    }

    @Test
    void tablesThatAreDividedOtherwiseAreShuffled() {
        check("select a.id, f.s from layout.a join layout.fewer f on a.id = f.id", true);
        check("select a.id, u.s from layout.a join layout.undivided u on a.id = u.id", true);
        Spark.session().conf().set("spark.sql.sources.v2.bucketing.shuffle.enabled", "true");
        try {
            String query = "select a.id, a.s, u.s from layout.a join layout.undivided u on a.id = u.id";
            String plan = plan(query);
            assertEquals(1, plan.split("Exchange", -1).length - 1, plan);
            check(query, true);
        } finally {
            Spark.session().conf().unset("spark.sql.sources.v2.bucketing.shuffle.enabled");
        }
    }

    @Test
    void whatAJoinFindsOutLeavesPartsOut() {
        Spark.session().conf().set("spark.sql.autoBroadcastJoinThreshold", "10485760");
        try {
            String query = "select /*+ merge(b) */ a.id, a.s, b.s, u.s from layout.a join layout.b on a.id = b.id"
                    + " join (select distinct id, s from layout.undivided where s = 's7') u on a.id = u.id";
            List<String> rows = rows(query);
            Spark.session().conf().set("spark.sql.sources.v2.bucketing.enabled", "false");
            assertEquals(rows(query), rows);
            assertFalse(rows.isEmpty());
        } finally {
            Spark.session().conf().set("spark.sql.sources.v2.bucketing.enabled", "true");
            Spark.session().conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
        }
    }

    @Test
    void rangesOfSeveralColumnsAreKeysToo() throws Exception {
        Schema schema = Schema.of(
                Field.nullable("day", Type.of(TypeKind.DATE)).withFieldId(1),
                Field.nullable("s", Type.of(TypeKind.STRING)).withFieldId(2),
                Field.nullable("n", Type.of(TypeKind.INT32)).withFieldId(3));
        TableProperties divided = new TableProperties(
                List.of(),
                List.of(),
                List.of(
                        new TableProperties.PartitionColumn(1, "range(2024-01-10, 2024-01-20)"),
                        new TableProperties.PartitionColumn(2, "hash(3)")),
                Map.of());
        for (String name : List.of("left", "right")) {
            Table.create(new LocalFolder(warehouse.resolve(name)), schema, divided, TableSettings.DEFAULT);
            Rows.of("insert into layout." + name
                    + " select day, s, cast(id as int) from layout.undivided where id % 3 < " + name.length() % 3);
        }
        check("select l.day, l.n, r.n from layout.left l join layout.right r on l.day = r.day and l.s = r.s", false);
        check("select day, s, sum(n) from layout.left group by day, s", false);
        check("select n, count(*) from layout.left group by n", true);
    }

    @Test
    void sortedRowsAreNotSortedAgain() {
        Rows.of("create table layout.sorted cluster by (s, id) as select * from layout.undivided where id < 100");
        String query = "select spark_partition_id() as task, s, id from layout.sorted sort by s, id";
        assertFalse(plan(query).contains("Sort ["), plan(query));
        String tasks = "";
        Row last = null;
        for (Row row : (Row[]) Spark.session().sql(query).collect()) {
            if (last != null && last.getInt(0) == row.getInt(0)) {
                int order = last.getString(1).compareTo(row.getString(1));
                assertTrue(order < 0 || order == 0 && last.getLong(2) <= row.getLong(2), last + " " + row);
            } else {
                tasks += row.getInt(0);
            }
            last = row;
        }
        assertEquals("01", tasks);
        assertTrue(plan(query.replace("s, id from", "id, s from").replace("by s, id", "by id, s"))
                .contains("Sort ["));
        Rows.of("insert into layout.sorted values (7, 's1', null)");
        assertTrue(plan(query).contains("Sort ["), "a task reads two files, one after the other");
    }
}
