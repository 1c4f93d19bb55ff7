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

import dev.stoa.spark.internal.read.RuntimeFilters;
import dev.stoa.spark.internal.table.KeysOfSources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.CommandResultExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** The keys of a merge's source are looked for in its target, and nothing comes out otherwise. */
@Tag("engine")
class KeysOfSourcesTest {
    private static final long ROWS = 10_000;
    private static final String SWITCH = "spark.sql.optimizer.runtime.rowLevelOperationGroupFilter.enabled";
    private static final String UPDATE = " when matched then update set v = s.v";
    private static final String INSERT = " when not matched then insert (id, v) values (-1, s.v)";

    @TempDir
    static Path warehouse;

    private static int tables;

    @BeforeAll
    static void makeTables() {
        set("spark.sql.catalog.keys", StoaCatalog.class.getName());
        set("spark.sql.catalog.keys.warehouse", warehouse.toString());
        Rows.of("create table keys.news as select id * 100 as id, id as v from range(0, 50, 1, 1)");
        // of all types that keys may have
        Rows.of("create table keys.first (id bigint, i int, d decimal(12,2), dt date, ts timestamp, tn timestamp_ntz,"
                + " s string, c char(9), f double, b binary, seventh tinyint, even boolean, v bigint)");
        Rows.of("insert into keys.first select if(id % 97 = 5 and id % 100 > 0, null, id), cast(id as int),"
                + " cast(id / 4 as decimal(12,2)), date_add(date '2000-01-01', cast(id as int)),"
                + " timestamp_seconds(id * 60), cast(timestamp_seconds(id) as timestamp_ntz), concat('k', id),"
                + " concat('c', id), cast(id as double), cast(cast(id as string) as binary), cast(id % 7 as tinyint), id % 2 = 0, 0L"
                + " from range(0, " + ROWS + ", 1, 1)");
    }

    private static void set(String key, String value) {
        Spark.session().conf().set(key, value);
    }

    /** A new table with the rows of the first one. */
    private static String target() {
        String name = "t" + tables++;
        Folders.copy(warehouse.resolve("first"), warehouse.resolve(name));
        return "keys." + name;
    }

    /** Runs a statement that changes rows, and gives the scans of its target. */
    private static List<SparkPlan> scans(String table, String statement) {
        CommandResultExec done = (CommandResultExec)
                Spark.session().sql(statement).queryExecution().executedPlan();
        return leaves(done.commandPhysicalPlan())
                .filter(leaf -> leaf.nodeName().endsWith(table.substring(table.indexOf('.') + 1)))
                .toList();
    }

    /** Runs a statement, and says how many rows the scan of its target has given. */
    private static long read(String table, String statement) {
        return scans(table, statement).stream()
                .mapToLong(scan -> scan.metrics().apply("numOutputRows").value())
                .sum();
    }

    private static Stream<SparkPlan> leaves(SparkPlan plan) {
        if (plan instanceof AdaptiveSparkPlanExec adaptive) {
            return leaves(adaptive.executedPlan());
        } else if (plan instanceof QueryStageExec stage) {
            return leaves(stage.plan());
        }
        return plan.children().isEmpty()
                ? Stream.of(plan)
                : CollectionConverters.asJava(plan.children()).stream().flatMap(KeysOfSourcesTest::leaves);
    }

    private static List<String> rows(String table) {
        return Arrays.stream((Row[]) Spark.session().table(table).collect())
                .map(Rows::text)
                .sorted()
                .toList();
    }

    private static long without(String table, String statement) {
        set(SWITCH, "false");
        try {
            return read(table, statement);
        } finally {
            Spark.session().conf().unset(SWITCH);
        }
    }

    /** How many rows of the target were read with the rule, and how many without. */
    private record Read(long with, long without) {}

    /** Merges with and without, and compares. */
    private static Read merge(String source, String on, String actions) {
        String statement = "merge into {} t using (" + source + ") s on " + on + actions;
        String with = target();
        String without = target();
        Read read =
                new Read(read(with, statement.replace("{}", with)), without(without, statement.replace("{}", without)));
        if (!sum(without).equals(sum(with))) {
            assertEquals(rows(without), rows(with), statement);
        }
        return read;
    }

    /** A number for all rows, in whatever order. */
    private static List<String> sum(String table) {
        return Rows.of("select count(*), sum(cast(xxhash64(*) as decimal(20))) from " + table);
    }

    private static void assertFiltered(long rows, String source, String on) {
        Read read = merge(source, on, UPDATE + INSERT);
        assertEquals(rows, read.with, () -> source + " on " + on);
        assertTrue(read.without > ROWS * 9 / 10, () -> read + " for " + source + " on " + on);
    }

    private static void assertNotFiltered(String source, String on) {
        Read read = merge(source, on, UPDATE + INSERT);
        assertEquals(read.without, read.with, source + " on " + on);
    }

    @Test
    void onlyRowsThatMayMatchAreRead() {
        assertFiltered(50, "select * from keys.news", "t.id = s.id");
        assertFiltered(50, "select * from keys.news", "s.id = t.id and t.v < s.v and t.i % 2 = 0");
        assertFiltered(
                50, "select *, cast(1 as tinyint) as seventh from keys.news", "t.seventh = s.seventh and t.id = s.id");
        assertFiltered(50, "select *, true as even from keys.news", "t.even = s.even and t.id = s.id");
        set("spark.sql.adaptive.enabled", "false");
        try {
            assertFiltered(50, "select * from keys.news", "t.id = s.id");
        } finally {
            Spark.session().conf().unset("spark.sql.adaptive.enabled");
        }
    }

    @Test
    void nullsAndKeysThatComeTwice() {
        assertFiltered(33, "select if(v % 3 = 0, null, id) as id, v from keys.news", "t.id = s.id");
        assertFiltered(0, "select if(v < 0, id, null) as id, v from keys.news", "t.id = s.id");
        assertEquals(0, merge("select * from keys.news where v > 1000", "t.id = s.id", UPDATE + INSERT).with);
        assertFiltered(
                50,
                "select * from keys.news union all select id, v + 1 from keys.news",
                "t.id = s.id and s.v % 2 = 0 and t.id % 200 = 0");
        for (boolean isOff : new boolean[] {false, true}) {
            String table = target();
            set(SWITCH, String.valueOf(!isOff));
            String failure = Rows.refused("merge into " + table
                    + " t using (select * from keys.news union all select * from keys.news) s on t.id = s.id" + UPDATE);
            assertTrue(failure.contains("MERGE_CARDINALITY_VIOLATION"), failure);
        }
        Spark.session().conf().unset(SWITCH);
    }

    @Test
    void keysOfAllTypes() {
        String from = " as k, id as v from range(0, 10000, 200, 1)";
        assertFiltered(50, "select cast(id as int)" + from, "t.id = s.k");
        assertFiltered(50, "select cast(id as int)" + from, "t.i = s.k");
        assertFiltered(50, "select cast(id / 4 as decimal(12,2))" + from, "t.d = s.k");
        assertFiltered(50, "select date_add(date '2000-01-01', cast(id as int))" + from, "t.dt = s.k");
        assertFiltered(50, "select timestamp_seconds(id * 60)" + from, "t.ts = s.k");
        assertFiltered(50, "select cast(timestamp_seconds(id) as timestamp_ntz)" + from, "t.tn = s.k");
        assertFiltered(50, "select concat('k', id)" + from, "t.s = s.k");
        assertFiltered(50, "select cast(cast(id as string) as binary)" + from, "t.b = s.k");
        // the target's column is cast, padded or not compared as its bytes are
        assertNotFiltered("select id" + from, "t.i = s.k");
        assertNotFiltered("select cast(id / 4 as decimal(14,3))" + from, "t.d = s.k");
        assertNotFiltered("select timestamp_seconds(id * 86400)" + from, "t.dt = s.k");
        assertNotFiltered("select cast(concat('c', id) as char(9))" + from, "t.c = s.k");
        assertNotFiltered("select concat('c', id)" + from, "t.c = s.k");
        assertNotFiltered("select cast(id as double)" + from, "t.f = s.k");
        assertNotFiltered("select id" + from, "t.id <=> s.k");
        assertNotFiltered("select id" + from, "t.id + 1 = s.k");
        // each row is compared with each other one
        String few = " as k, id as v from range(0, 10000, 2000, 1)";
        assertNotFiltered("select id" + few, "t.id = s.k or t.i = s.v");
        assertNotFiltered("select id" + few, "t.id = s.k + t.i - t.i");
    }

    @Test
    void actionsOfAllKinds() {
        String news = "select * from keys.news";
        String on = "t.id = s.id";
        String delete = " when matched and s.v % 2 = 0 then delete";
        for (String actions : List.of(UPDATE, delete + UPDATE + INSERT, " when matched then delete")) {
            Read read = merge(news, on, actions);
            assertTrue(read.with == 50 && read.without > ROWS * 9 / 10, () -> read + " for " + actions);
        }
        String rest = " when not matched by source and t.i % 2 = 1 then update set v = -1";
        for (String actions :
                List.of(UPDATE + rest, delete + UPDATE + INSERT + rest, " when not matched by source then delete")) {
            assertEquals(new Read(ROWS, ROWS), merge(news, on, actions), actions);
        }
    }

    @Test
    void aTableIsMergedWithItself() {
        String table = target();
        long read = read(
                table,
                "merge into " + table + " t using keys.news s on t.id = s.id when matched then update set v = s.v + 1");
        assertEquals(50, read);
        String itself = "merge into " + table + " t using (select max(id) as id, sum(v) as v from " + table
                + " group by seventh) s on t.id = s.id" + UPDATE;
        Rows.of(itself);
        assertEquals(List.of("[7]"), Rows.of("select count(*) from " + table + " where v > 50"));
    }

    @Test
    void whatMayBeOtherwiseTheNextTimeIsNoKey() {
        // keys are taken from below what drops rows in an unstable way
        String ranked = "select *, row_number() over (partition by id order by v) as n from keys.news";
        assertFiltered(50, "select * from (" + ranked + ") where n = 1", "t.id = s.id");
        assertFiltered(50, "select id, max(v) as v from keys.news group by id", "t.id = s.id");
        assertFiltered(50, "select id, first(v) * 0 as v from keys.news group by id", "t.id = s.id");
        assertFiltered(50, "select id, v * 0 as v from keys.news limit 50", "t.id = s.id");
        for (String source : List.of(
                "select * from keys.news limit 5",
                "select * from keys.news tablesample (50 percent)",
                "select id, v from (" + ranked + ") where n = 1 and v % 2 = 0 limit 9")) {
            String table = target();
            long read =
                    read(table, "merge into " + table + " t using (" + source + ") s on t.id = s.id" + UPDATE + INSERT);
            assertTrue(read <= 50, source);
            long news = Long.parseLong(Rows.of("select count(*) from " + table + " where id = -1")
                    .get(0)
                    .replaceAll("\\D", ""));
            assertEquals(0, news, "a row that is there is not inserted: " + source);
        }
        assertNotFiltered("select row_number() over (order by v) as k, v from keys.news", "t.id = s.k");
        assertNotFiltered(
                "select cast(sum(cast(id as double)) as bigint) as k, max(v) as v from keys.news", "t.id = s.k");
        Dataset<Row> news = Spark.session().table("keys.news");
        Spark.session().createDataFrame(news.toJavaRDD(), news.schema()).createOrReplaceTempView("rows_of_a_program");
        assertNotFiltered("select * from rows_of_a_program", "t.id = s.id");
        assertFiltered(49, "select k.* from keys.news k join keys.news l on k.id = l.id + 100", "t.id = s.id");
        Rows.of("cache table kept as select * from keys.news where v % 2 = 0");
        assertFiltered(25, "select * from kept", "t.id = s.id");
        Rows.of("uncache table kept");
    }

    @Test
    void manyKeysAndLongKeysAreNotLookedFor() {
        String table = "keys.large";
        Rows.of("create table keys.large as select id, concat('k', id) as s, 0L as v, 'x' as a, 'y' as b, 'z' as c"
                + " from range(0, 400000, 1, 2)");
        String statement =
                "merge into keys.large t using (select id * 3 as id, -id as v from range(%d)) s on t.id = s.id"
                        + " when matched then update set v = s.v when not matched then insert (id) values (s.id)";
        assertEquals(RuntimeFilters.MOST_KEYS, read(table, String.format(statement, RuntimeFilters.MOST_KEYS)));
        assertEquals(400_000, read(table, String.format(statement, RuntimeFilters.MOST_KEYS + 1)));
        assertEquals(400_000, read(table, String.format(statement, 400_000)), "as large as the target");
        assertEquals(List.of("[666666, 133333]"), Rows.of("select count(*), count_if(v < 0) from keys.large"));
        String text = "merge into keys.large t using (select concat('k', id) as s, id as v from range(100) union all"
                + " select repeat('x', %d), 0L) s on t.s = s.s when matched then update set v = s.v";
        assertEquals(100, read(table, String.format(text, KeysOfSources.LONGEST_KEY)));
        assertTrue(read(table, String.format(text, KeysOfSources.LONGEST_KEY + 1)) > 400_000);
    }

    @Test
    void otherStatementsFindTheirRows() {
        String table = target();
        assertEquals(50, read(table, "update " + table + " set v = 1 where id in (select id from keys.news)"));
        assertEquals(50, read(table, "delete from " + table + " where id in (select id from keys.news)"));
        long left =
                Long.parseLong(Rows.of("select count(*) from " + table).get(0).replaceAll("\\D", ""));
        assertEquals(ROWS - 50, left);
        assertEquals(List.of("[0]"), Rows.of("select count(*) from " + table + " where v = 1"));
    }

    @Test
    void theTableIsNotReadForTheRowsOfAnUpdateFirst() {
        String table = target();
        for (String statement : List.of("update {} set v = 1 where i % 3 = 1", "delete from {} where i % 3 = 1")) {
            List<SparkPlan> scans = scans(table, statement.replace("{}", table));
            assertEquals(1, scans.size(), statement);
            assertTrue(scans.get(0).subqueries().isEmpty(), () -> scans.get(0).toString());
        }
    }

    @Test
    void randomMergesAreAsWithout() {
        long seed = Long.getLong("stoa.seed", new Random().nextLong());
        System.out.println("KeysOfSourcesTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 6; i++) {
            String source = "select " + (random.nextBoolean() ? "id * 3" : "if(id % 5 = 0, null, id)") + " as k, "
                    + "cast(id % 30000 as int) as i, concat('k', id * 7) as s, id as v from range("
                    + random.nextInt(500) + ", " + random.nextInt(500, 900) + ")";
            if (random.nextBoolean()) {
                source = "select k, max(i) as i, max(s) as s, max(v) as v from (" + source + ") group by k";
            }
            List<String> on = new ArrayList<>(List.of("t.id = s.k"));
            List.of("t.i = s.i", "t.s = s.s", "t.v < s.v", "s.v % 2 = 0", "t.seventh = 3")
                    .forEach(more -> {
                        if (random.nextInt(4) == 0) {
                            on.add(random.nextInt(on.size() + 1), more);
                        }
                    });
            String delete = random.nextBoolean() ? " when matched and t.i % 3 = 0 then delete" : "";
            String insert = random.nextBoolean() ? INSERT : "";
            String condition = String.join(" and ", on);
            merge(source, condition, delete + UPDATE + insert);
        }
    }
}
