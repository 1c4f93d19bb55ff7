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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.spark.internal.read.StoaPartition;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.execution.CommandResultExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** What scans tell the planner, take from it while a query runs, and count. */
@Tag("engine")
class PlanningTest {
    private static final int ROWS = 300_000;
    private static final String BROADCAST = "spark.sql.autoBroadcastJoinThreshold";
    private static final String RUNTIME_FILTERS = "spark.sql.optimizer.dynamicPartitionPruning.enabled";

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void makeTables() {
        set("spark.sql.catalog.plans", StoaCatalog.class.getName());
        set("spark.sql.catalog.plans.warehouse", warehouse.toString());
        set("spark.sql.adaptive.enabled", "false"); // plans are looked at
        set(BROADCAST, "1000000"); // the fact is larger, and so not small
        Rows.of("create table plans.fact as select id, id % 1000 as k, id div 1000 as day, if(id % 4 = 0, null,"
                + " cast(id as decimal(12,2))) as price, concat('text', id) as s from range(0, " + ROWS + ", 1, 1)");
        Rows.of("create table plans.dim as select id as day, id % 50 as week, concat('d', id) as name"
                + " from range(300)");
    }

    @AfterAll
    static void leave() {
        Spark.session().conf().unset("spark.sql.adaptive.enabled");
        Spark.session().conf().unset(BROADCAST);
    }

    private static void set(String key, String value) {
        Spark.session().conf().set(key, value);
    }

    private static Dataset<Row> query(String text) {
        return Spark.session().sql(text);
    }

    /** What the scans of a table have counted in a query that has run. */
    private static Map<String, Long> counts(Dataset<Row> query, String table) {
        List<SparkPlan> scans =
                CollectionConverters.asJava(
                                query.queryExecution().executedPlan().collectLeaves())
                        .stream()
                        .filter(leaf -> leaf.nodeName().endsWith("." + table))
                        .toList();
        assertEquals(1, scans.size(), query.queryExecution().toString());
        return CollectionConverters.asJava(scans.get(0).metrics()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, metric -> metric.getValue().value()));
    }

    private static List<String> run(Dataset<Row> query) {
        return Arrays.stream((Row[]) query.collect()).map(Rows::text).sorted().toList();
    }

    /** What a statement has counted as it wrote. */
    private static Map<String, Long> written(String statement) {
        CommandResultExec done =
                (CommandResultExec) query(statement).queryExecution().executedPlan();
        return CollectionConverters.asJava(done.commandPhysicalPlan().metrics()).entrySet().stream()
                .filter(metric -> metric.getKey().startsWith("stoa"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, metric -> metric.getValue().value()));
    }

    @Test
    void writesCountWhatTheyAdd() throws Exception {
        Rows.of("create table plans.tally (id bigint, s string) tblproperties ('sidecars-in-log' = 'false')");
        AtomicLong records = new AtomicLong();
        SparkListener listener = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                records.addAndGet(end.taskMetrics().outputMetrics().recordsWritten());
            }
        };
        Spark.session().sparkContext().addSparkListener(listener);
        Map<String, Long> insert = written("insert into plans.tally select id, 'x' from range(0, 1000, 1, 2)");
        Spark.session().sparkContext().listenerBus().waitUntilEmpty();
        Spark.session().sparkContext().removeSparkListener(listener);
        assertEquals(1000, records.get());
        long bytes = bytes("data");
        assertEquals(
                Map.of(
                        "stoaFilesWritten", 2L,
                        "stoaSidecarsWritten", 0L,
                        "stoaBytesWritten", bytes,
                        "stoaRowsAdded", 1000L,
                        "stoaRowsDeleted", 0L),
                insert);
        Map<String, Long> merge = written("merge into plans.tally t using (select id from range(990, 1010, 1, 1)) s"
                + " on t.id = s.id when matched and s.id < 993 then delete when matched then update set s = 'y'"
                + " when not matched then insert (id, s) values (s.id, 'z')");
        assertEquals(
                List.of(1L, 1L, 10L, 3L, bytes("data") - bytes + bytes("_stoa/sidecars")),
                List.of(
                        merge.get("stoaFilesWritten"),
                        merge.get("stoaSidecarsWritten"),
                        merge.get("stoaRowsAdded"),
                        merge.get("stoaRowsDeleted"),
                        merge.get("stoaBytesWritten")));
    }

    private static long bytes(String folder) throws IOException {
        try (Stream<Path> files = Files.list(warehouse.resolve("tally").resolve(folder))) {
            return files.filter(path -> path.toString().endsWith(".stoa"))
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        }
    }

    @Test
    void scansCountWhatTheyDo() {
        Rows.of("create table plans.counted as select id, cast(id as string) as s from range(0, " + ROWS + ", 1, 1)");
        Rows.of("insert into plans.counted select id + " + ROWS + ", 'x' from range(0, 10, 1, 1)");
        Rows.of("delete from plans.counted where id = 7");
        Dataset<Row> some = query("select id from plans.counted where id between 100000 and 100100");
        assertEquals(101, run(some).size());
        Map<String, Long> counts = counts(some, "counted");
        assertEquals(1L, counts.get("stoaFragmentsRuledOut"));
        assertEquals(1L, counts.get("stoaFilesOpened"), "the sidecar is in the log");
        assertEquals(1L, counts.get("stoaSidecarsMerged"));
        assertEquals((ROWS + 65_535L) / 65_536, counts.get("stoaZonesSeen"));
        assertEquals(counts.get("stoaZonesSeen") - 1, counts.get("stoaZonesPruned"));
        assertTrue(counts.get("stoaRequests") > 0);
        Dataset<Row> all = query("select * from plans.counted");
        run(all);
        assertTrue(counts(all, "counted").get("stoaBytesRead") > 2 * counts.get("stoaBytesRead"));
        assertEquals(ROWS + 9L, counts(all, "counted").get("numOutputRows"));
    }

    @Test
    void scansFindPartsOfText() {
        set(RUNTIME_FILTERS, "false"); // or filters are left to Spark, too
        try {
            Dataset<Row> query = query("select count(*) from plans.fact where s like '%t29999%'");
            String plan = query.queryExecution().executedPlan().toString();
            assertTrue(plan.contains(", computed ["), plan);
            assertEquals(List.of("[11]"), run(query));
            assertEquals(
                    List.of("[" + (ROWS - 11) + "]"),
                    run(query("select count(*) from plans.fact where s not like '%t29999%'")));
        } finally {
            Spark.session().conf().unset(RUNTIME_FILTERS);
        }
    }

    @Test
    void scansThatComputeAggregatesCountToo() {
        Rows.of("create table plans.computed as select id, id % 7 as k from range(0, " + ROWS + ", 1, 1)");
        Rows.of("insert into plans.computed select id + " + ROWS + ", 0 from range(0, 10, 1, 1)");
        Rows.of("delete from plans.computed where id = 7");
        set(RUNTIME_FILTERS, "false"); // or filters are left to Spark, too, and with them the aggregates
        try {
            Dataset<Row> query =
                    query("select count(*), max(k) from plans.computed where id between 100000 and 100100");
            String plan = query.queryExecution().executedPlan().toString();
            assertTrue(plan.contains(", computed ["), plan);
            assertEquals(List.of("[101, 6]"), run(query));
            Map<String, Long> counts = counts(query, "computed");
            assertEquals(1L, counts.get("stoaFragmentsRuledOut"));
            assertEquals(1L, counts.get("stoaFilesOpened"), "the sidecar is in the log");
            assertEquals(1L, counts.get("stoaSidecarsMerged"));
            assertTrue(counts.get("stoaZonesSeen") > 0, counts.toString());
            assertTrue(counts.get("stoaZonesPruned") > 0, counts.toString());
            assertTrue(counts.get("stoaBytesRead") > 0, counts.toString());
            assertTrue(counts.get("stoaRequests") > 0, counts.toString());
        } finally {
            Spark.session().conf().unset(RUNTIME_FILTERS);
        }
    }

    @Test
    void theOptimiserIsToldWhatTheLogKnows() {
        String text = "select * from plans.fact";
        assertTrue(query(text)
                .queryExecution()
                .optimizedPlan()
                .stats()
                .attributeStats()
                .isEmpty());
        set("spark.sql.cbo.enabled", "true");
        try {
            Statistics stats = query(text).queryExecution().optimizedPlan().stats();
            assertEquals(ROWS, stats.rowCount().get().toLong());
            Map<String, String> columns = CollectionConverters.asJava(stats.attributeStats()).entrySet().stream()
                    .collect(Collectors.toMap(column -> column.getKey().name(), column -> {
                        var stat = column.getValue();
                        String bounds = stat.min().isEmpty()
                                ? "?"
                                : stat.min().get() + " " + stat.max().get();
                        return bounds + " " + stat.nullCount().get() + " "
                                + stat.avgLen().get() + " "
                                + (stat.distinctCount().isEmpty()
                                        ? "?"
                                        : stat.distinctCount().get());
                    }));
            assertEquals(
                    Map.of(
                            "id",
                            "0 " + (ROWS - 1) + " 0 8 " + ROWS,
                            "k",
                            "0 999 0 8 1000",
                            "day",
                            "0 299 0 8 300",
                            "price",
                            "1.00 " + (ROWS - 1) + ".00 " + ROWS / 4 + " 8 ?",
                            "s",
                            "? 0 10 ?"),
                    columns);
            assertEquals(
                    ROWS * 18L,
                    query("select s from plans.fact")
                            .queryExecution()
                            .optimizedPlan()
                            .stats()
                            .sizeInBytes()
                            .toLong());
            Statistics narrow = query("select k from plans.fact")
                    .queryExecution()
                    .optimizedPlan()
                    .stats();
            assertEquals(ROWS * 16L, narrow.sizeInBytes().toLong());
        } finally {
            Spark.session().conf().unset("spark.sql.cbo.enabled");
        }
    }

    /** The counts of the columns of a table, as the optimiser sees them. */
    private static Map<String, Long> differentValues(String table) {
        set("spark.sql.cbo.enabled", "true");
        try {
            Statistics stats = query("select * from " + table)
                    .queryExecution()
                    .optimizedPlan()
                    .stats();
            return CollectionConverters.asJava(stats.attributeStats()).entrySet().stream()
                    .filter(column -> column.getValue().distinctCount().isDefined())
                    .collect(Collectors.toMap(
                            column -> column.getKey().name(),
                            column -> column.getValue().distinctCount().get().toLong()));
        } finally {
            Spark.session().conf().unset("spark.sql.cbo.enabled");
        }
    }

    /** Counts as ANALYZE in Trino leaves them: that of a column whose values mostly differed grows with the rows. */
    @Test
    void differentValuesCountAsTheyWereCounted() {
        Rows.of("create table plans.analysed as select id * 1000000 as far, concat('c', id % 20) as colour,"
                + " if(id % 2 = 0, null, concat('n', id)) as name from range(0, 1000, 1, 1)");
        assertEquals(Map.of(), differentValues("plans.analysed"));
        Rows.of("alter table plans.analysed set tblproperties ('distinct' = '1 1000 1000\n2 20 1000\n3 500 500')");
        assertEquals(Map.of("far", 1000L, "colour", 20L, "name", 500L), differentValues("plans.analysed"));
        Rows.of("insert into plans.analysed select id * 1000000, concat('c', id % 20),"
                + " if(id % 2 = 0, null, concat('n', id)) from range(1000, 1500)");
        assertEquals(Map.of("far", 1500L, "colour", 20L, "name", 750L), differentValues("plans.analysed"));
        Rows.of("delete from plans.analysed where far >= 10000000");
        assertEquals(Map.of("far", 10L, "colour", 10L, "name", 5L), differentValues("plans.analysed"));
    }

    /** As after a deletion, or where a filter leaves some partitions. */
    @Test
    void thereAreNoMoreDifferentValuesThanBoundsAllow() {
        Rows.of("create table plans.bounded as select id % 100 as n from range(0, 1000, 1, 1)");
        Rows.of("alter table plans.bounded set tblproperties ('distinct' = '1 1000 1000')");
        assertEquals(Map.of("n", 100L), differentValues("plans.bounded"));
    }

    @Test
    void aScanLooksForWhatAJoinFindsOut() {
        String text = "select f.id, d.name from plans.fact f join plans.dim d on f.day = d.day where d.name = 'd123'";
        Dataset<Row> query = query(text);
        List<String> found = run(query);
        assertEquals(1000, found.size());
        Map<String, Long> counts = counts(query, "fact");
        assertEquals(counts.get("stoaZonesSeen") - 1, counts.get("stoaZonesPruned"));
        assertEquals(1000L, counts.get("numOutputRows"));
        assertEquals(List.of(), run(query(text.replace("d123", "none"))));
        set(RUNTIME_FILTERS, "false");
        try {
            Dataset<Row> without = query(text);
            assertEquals(found, run(without));
            assertEquals(0L, counts(without, "fact").get("stoaZonesPruned"));
        } finally {
            Spark.session().conf().unset(RUNTIME_FILTERS);
        }
    }

    @Test
    void ofManyValuesTheRangeIsLookedFor() {
        Rows.of("create table plans.many as select id + 250000 as id, 'x' as s from range(20000)");
        Dataset<Row> query =
                query("select f.id from plans.fact f join plans.many m on f.id = m.id where m.s like 'x%'");
        assertEquals(20_000, run(query).size());
        Map<String, Long> counts = counts(query, "fact");
        assertEquals(20_000L, counts.get("numOutputRows"));
        assertTrue(counts.get("stoaZonesPruned") > 0);
    }

    @Test
    void theFirstRowsOfSortedTablesAreEnough() throws Exception {
        Schema schema = Schema.of(
                Field.nullable("k", Type.of(TypeKind.INT64)).withFieldId(1),
                Field.nullable("id", Type.of(TypeKind.INT64)).withFieldId(2));
        TableProperties sorted = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, true)), List.of(), List.of(), Map.of());
        Table table = Table.create(new LocalFolder(warehouse.resolve("sorted")), schema, sorted, TableSettings.DEFAULT);
        for (int part = 0; part < 3; part++) {
            Rows.of("insert into plans.sorted select if(id % 100 = 0, null, pmod(id * 7919, 10007)), id from range("
                    + part * 100_000 + ", " + (part + 1) * 100_000 + ", 1, 1)");
        }
        Rows.of("delete from plans.sorted where k is null and id % 1000 <> 0");
        Rows.of("create table plans.unsorted as select * from plans.sorted");
        set(RUNTIME_FILTERS, "false"); // or filters are left to Spark, too
        try {
            firstRows(table);
        } finally {
            Spark.session().conf().unset(RUNTIME_FILTERS);
        }
    }

    private static void firstRows(Table table) throws Exception {
        Random random = new Random(1);
        for (String clause : List.of("", " where id % 3 = 0", " where id > 150000", " where k > 5000")) {
            int limit = 1 + random.nextInt(500);
            String text = "select k from plans.sorted" + clause + " order by k limit " + limit;
            Dataset<Row> query = query(text);
            boolean isPushed = !clause.contains("%");
            String plan = query.queryExecution().executedPlan().toString();
            assertEquals(isPushed, plan.contains("first " + limit), plan);
            assertEquals(run(query(text.replace(".sorted", ".unsorted"))), run(query), text);
            if (isPushed) {
                long most = (long) limit * table.snapshot().fragmentCount();
                long rows = counts(query, "sorted").get("numOutputRows");
                assertTrue(rows <= most && rows < 100_000, rows + " rows of " + most + " for " + text);
            }
        }
        for (String other : List.of("k desc", "k nulls last", "id", "id, k", "k + 1")) {
            String plan = query("select k from plans.sorted order by " + other + " limit 3")
                    .queryExecution()
                    .executedPlan()
                    .toString();
            // found by their keys, among all rows
            assertEquals(!other.contains("+"), plan.contains("first 3 by ["), plan);
            assertEquals(other.contains("+"), !plan.contains("first 3"), plan);
        }
    }

    @Test
    void ofALimitNoMoreIsRead() {
        Dataset<Row> query = query("select * from plans.fact limit 10");
        assertEquals(10, run(query).size());
        Map<String, Long> counts = counts(query, "fact");
        Dataset<Row> all = query("select * from plans.fact");
        run(all);
        assertTrue(
                counts.get("stoaBytesRead") * 5 < counts(all, "fact").get("stoaBytesRead"),
                counts.get("stoaBytesRead") + " bytes");
    }

    /** They are said once, not again with each of the tasks that read them. */
    @Test
    void tasksShareWhatTheyAreToldOfFragments() {
        Rows.of("create table plans.hundred (id bigint)");
        Rows.of("insert into plans.hundred select /*+ repartition(100) */ id from range(10000)");
        set("spark.sql.files.openCostInBytes", "32m"); // a few files for a task
        try {
            Dataset<Row> all = query("select id from plans.hundred");
            List<StoaPartition> tasks = tasks(all);
            assertTrue(tasks.size() >= 20, () -> tasks.size() + " tasks");
            assertTrue(tasks.stream().map(StoaPartition::part).distinct().count() <= 3);
            assertEquals(10_000, run(all).stream().distinct().count());
        } finally {
            Spark.session().conf().unset("spark.sql.files.openCostInBytes");
        }
    }

    private static List<StoaPartition> tasks(Dataset<Row> query) {
        SparkPlan scan = CollectionConverters.asJava(
                        query.queryExecution().executedPlan().collectLeaves())
                .get(0);
        return Arrays.stream(((BatchScanExec) scan).batch().planInputPartitions())
                .map(StoaPartition.class::cast)
                .toList();
    }

    @Test
    void fewColumnsOfLargeFilesKeepAllCoresBusy() {
        set("spark.sql.files.openCostInBytes", "100");
        try {
            Rows.of(
                    "create table plans.broad as select id, sha2(cast(id as string), 512) as text from range(0, 20000, 1, 2)");
            assertEquals(2, tasks(query("select id from plans.broad")).size());
            assertEquals(2, tasks(query("select * from plans.broad")).size());
        } finally {
            Spark.session().conf().unset("spark.sql.files.openCostInBytes");
        }
    }

    @Test
    void countsOfTextsWithAPartKeepAllCoresBusy() {
        set("spark.sql.files.openCostInBytes", "100");
        set(RUNTIME_FILTERS, "false"); // so that the scan computes the count
        try {
            Rows.of(
                    "create table plans.searched as select id, sha2(cast(id as string), 512) as text from range(0, 140000, 1, 1)");
            Dataset<Row> query = query("select count(*) from plans.searched where text like '%abc%'");
            assertEquals(2, tasks(query).size());
            assertEquals(run(query("select count(if(text like '%abc%', 1, null)) from plans.searched")), run(query));
        } finally {
            Spark.session().conf().unset("spark.sql.files.openCostInBytes");
            Spark.session().conf().unset(RUNTIME_FILTERS);
        }
    }

    @Test
    void ofStructsOnlyWantedFieldsAreRead() {
        Rows.of(
                "create table plans.nested as select id, if(id % 5 = 0, null, named_struct('a', id, 'big', sha2(cast(id as string),"
                        + " 512), 'in', named_struct('x', if(id % 7 = 0, null, id), 'y', sha2(cast(id as string), 256)))) as s,"
                        + " array(named_struct('k', id % 10, 'v', sha2(cast(id as string), 512))) as list,"
                        + " map(id % 3, named_struct('m', id % 4, 'n', sha2(cast(id as string), 512))) as m"
                        + " from range(0, 50000, 1, 1)");
        Rows.of("delete from plans.nested where id = 11");
        Rows.of("update plans.nested set s = named_struct('a', -1L, 'big', 'changed', 'in', null) where id = 12");
        Rows.of("update plans.nested set list = array(named_struct('k', -5L, 'v', 'changed')) where id = 13");
        Dataset<Row> whole = query("select s, list, m from plans.nested");
        whole.cache();
        try {
            whole.createOrReplaceTempView("kept");
            Dataset<Row> all = query("select s, list, m from plans.nested where id >= 0");
            run(all);
            long bytes = counts(all, "nested").get("stoaBytesRead");
            for (String columns : List.of(
                    "s.a",
                    "s.in.x",
                    "s.a, s is null, s.in is null",
                    "s.in.x is null and s is not null",
                    "list.k",
                    "list[0].k",
                    "map_values(m).m",
                    "s is null",
                    "s.in")) {
                Dataset<Row> query = query("select " + columns + " from plans.nested where id >= 0");
                assertEquals(run(query("select " + columns + " from kept")), run(query), columns);
                long part = counts(query, "nested").get("stoaBytesRead");
                assertTrue(part * 2 < bytes, columns + ": " + part + " of " + bytes + " bytes");
            }
            assertEquals(
                    run(query("select s.a, list.v from kept where s.in.x % 2 = 1")),
                    run(query("select s.a, list.v from plans.nested where s.in.x % 2 = 1")));
        } finally {
            whole.unpersist();
        }
    }

    /** People read plans: Spark's own text of a date is a number of days. */
    @Test
    void plansShowDatesAndTimesAsPeopleWriteThem() {
        Spark.session().sql("create table plans.dated (d date, t timestamp, n timestamp_ntz, k int)");
        String plan = Spark.session()
                .sql(
                        "explain select * from plans.dated where d >= date '2024-02-29' and t < timestamp '2024-03-01 00:00:00 UTC'"
                                + " and n > timestamp_ntz '1999-12-31 23:59:59.5' and d in (date '2025-01-01', date '2025-01-02')"
                                + " and k = 7")
                .collectAsList()
                .get(0)
                .getString(0);
        for (String part : List.of(
                "d >= DATE '2024-02-29'",
                "t < TIMESTAMP '2024-03-01T00:00:00Z'",
                "n > TIMESTAMP_NTZ '1999-12-31T23:59:59.500'",
                "d IN (DATE '2025-01-01', DATE '2025-01-02')",
                "k = 7")) {
            assertTrue(plan.contains(part), plan);
        }
    }
}
