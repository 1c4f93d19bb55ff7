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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of rows between versions. */
@Tag("engine")
class ChangeFeedTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "feed", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    private static final String ROWS = "_change_type, _commit_version, id, v";

    @Test
    void eachCommitTellsWhatItChanged() {
        sql("create table feed.a.told (id bigint, v string)");
        sql("insert into feed.a.told values (1, 'a'), (2, 'b'), (3, 'c')");
        sql("update feed.a.told set v = 'B' where id = 2");
        sql("delete from feed.a.told where id = 3");
        sql("merge into feed.a.told t using (select 1L as id, 'A' as v union all select 4L, 'd') s on t.id = s.id"
                + " when matched then update set v = s.v when not matched then insert (id, v) values (s.id, s.v)");
        sql("call feed.system.compact('a.told')");
        List<String> all = List.of(
                "[insert, 1, 1, a]",
                "[insert, 1, 2, b]",
                "[insert, 1, 3, c]",
                "[update_postimage, 2, 2, B]",
                "[update_preimage, 2, 2, b]",
                "[delete, 3, 3, c]",
                "[insert, 4, 4, d]",
                "[update_postimage, 4, 1, A]",
                "[update_preimage, 4, 1, a]");
        String order = " order by _commit_version, _change_type, id";
        assertEquals(all, sql("select " + ROWS + " from feed.a.told changes from version 0" + order));
        assertEquals(
                all.subList(3, 6),
                sql("select " + ROWS + " from feed.a.told changes from version 2 to version 3" + order));
        assertEquals(
                List.of("[delete, 1]", "[insert, 4]", "[update_postimage, 2]", "[update_preimage, 2]"),
                sql("select _change_type, count(*) from feed.a.told changes from version 0 group by 1 order by 1"));
        assertEquals(
                List.of("[true]"),
                sql("select bool_and(_commit_timestamp = committed_at) from feed.a.told changes from version 1 c"
                        + " join feed.a.told.snapshots s on c._commit_version = s.version"));
        assertEquals(
                List.of("[insert, 3, 1, a]", "[insert, 3, 2, B]"),
                sql("select " + ROWS + " from feed.a.told changes from version 0 to version 3"
                        + " with (deduplicationMode = 'netChanges') order by id"));
        String net = Rows.refused(
                "select * from feed.a.told changes from version 0 with (deduplicationMode = 'netChanges')");
        assertTrue(net.contains("rewrote files"), net);
        sql("create table feed.a.kept (id bigint, v string)");
        for (int i = 0; i < 15; i++) {
            sql("insert into feed.a.kept values (" + i + ", 'a')");
        }
        assertEquals(List.of("[true]"), sql("select bool_or(operation like 'upkeep%') from feed.a.kept.snapshots"));
        String upkeep = Rows.refused(
                "select * from feed.a.kept changes from version 0 with (deduplicationMode = 'netChanges')");
        assertTrue(upkeep.contains("rewrote files"), upkeep);
        String late = Rows.refused("select * from feed.a.told changes from version 2 to version 99");
        assertTrue(late.contains("'99' is not one of its versions"), late);
    }

    @Test
    void timesBoundARange() {
        sql("create table feed.timed (id bigint, v string)");
        sql("insert into feed.timed values (1, 'a')");
        sql("insert into feed.timed values (2, 'b')");
        String second = sql("select string(committed_at) from feed.timed.snapshots where version = 2")
                .get(0);
        String time = "timestamp '" + second.substring(1, second.length() - 1) + "'";
        assertEquals(List.of("[2]"), sql("select id from feed.timed changes from " + time));
        assertEquals(
                List.of("[1]", "[2]"),
                sql("select id from feed.timed changes from timestamp '1970-01-02' to " + time + " order by id"));
    }

    @Test
    void columnsThatCameAndWentAreNull() {
        sql("create table feed.evolved (id bigint, v string, old int)");
        sql("insert into feed.evolved values (1, 'a', 7)");
        sql("alter table feed.evolved add column more int");
        sql("alter table feed.evolved rename column v to w");
        sql("alter table feed.evolved drop column old");
        sql("insert into feed.evolved values (2, 'b', 8)");
        sql("update feed.evolved set more = 9 where id = 1");
        assertEquals(
                List.of("[1, 1, a, null]", "[5, 2, b, 8]", "[6, 1, a, 9]", "[6, 1, a, null]"),
                sql("select _commit_version, id, w, more from feed.evolved changes from version 0"
                        + " order by _commit_version, more desc nulls last"));
        sql("create or replace table feed.evolved as select 1 as id, 'x' as w, 3 as fresh");
        assertEquals(
                List.of("[insert, 1, x, 3]"),
                sql(
                        "select _change_type, id, w, fresh from feed.evolved changes from version 7 where _change_type = 'insert'"));
    }

    @Test
    void netChangesAcrossOtherColumnsHaveTheirValues() {
        sql("create table feed.net (id bigint, old int)");
        sql("insert into feed.net select id, 7 from range(1, 3, 1, 1)");
        sql("alter table feed.net add column x string");
        sql("alter table feed.net rename column id to k");
        sql("update feed.net set x = 'z' where k = 1");
        String changes = "select _change_type, k, x from feed.net changes from version 2 to version ";
        String net = " with (deduplicationMode = 'netChanges') order by 1";
        assertEquals(List.of("[update_postimage, 1, z]", "[update_preimage, 1, null]"), sql(changes + 4 + net));
        sql("alter table feed.net drop column old");
        sql("call feed.system.rollback('feed.net', 4)");
        String gone = Rows.refused("select old from feed.net changes from version 2 to version 5" + net);
        assertTrue(gone.contains("column 'old' is not in"), gone);
        sql("create table feed.wide (n int)");
        sql("insert into feed.wide values (1)");
        sql("alter table feed.wide alter column n type bigint");
        sql("update feed.wide set n = 3000000000");
        assertEquals(
                List.of("[1]", "[3000000000]"),
                sql(
                        "select n from feed.wide changes from version 2 with (deduplicationMode = 'netChanges') order by n"));
        String wide = Rows.refused("select n from feed.wide changes from version 1");
        assertTrue(wide.contains("was not yet bigint"), wide);
        assertTrue(wide.contains("STOA_UNSUPPORTED"), wide);
    }

    /** The changes of a range, applied to the rows before it, give the rows after it: random statements. */
    @Test
    void changesLeadFromOneVersionToAnother() {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        sql("create table feed.walked (id bigint, v string) partitioned by (bucket(3, id))");
        sql("insert into feed.walked select id, 'v0' from range(0, 300, 1, 2)");
        for (int i = 0; i < 10; i++) {
            int from = random.nextInt(300);
            sql(
                    switch (random.nextInt(5)) {
                        case 0 -> "insert into feed.walked select id + " + 1000 * (i + 1) + ", 'n' from range(20)";
                        case 1 -> "delete from feed.walked where id between " + from + " and " + (from + 10);
                        case 2 -> "call feed.system.rollback('walked', " + random.nextInt(newestWalked() + 1) + ")";
                        case 3 -> "call feed.system.compact('walked')";
                        default ->
                            "update feed.walked set v = 'v" + i + "' where id between " + from + " and " + (from + 30);
                    });
        }
        int newest = newestWalked();
        Map<String, Integer> rows = new TreeMap<>();
        for (String change : sql("select _change_type, id, v from feed.walked changes from version 0")) {
            String[] parts = change.substring(1).split(", ", 2);
            int by = parts[0].equals("insert") || parts[0].equals("update_postimage") ? 1 : -1;
            rows.merge("[" + parts[1], by, Integer::sum);
        }
        rows.values().removeIf(count -> count == 0);
        Map<String, Integer> expected = new TreeMap<>();
        sql("select id, v from feed.walked").forEach(row -> expected.merge(row, 1, Integer::sum));
        assertEquals(expected, rows, "seed " + seed + ", version " + newest);
    }

    /** A statement that changes nothing makes no version. */
    private int newestWalked() {
        return Integer.parseInt(
                sql("select max(version) from feed.walked.snapshots").get(0).replaceAll("\\D", ""));
    }

    @Test
    void aStreamBringsUpdatesAndDeletes(@TempDir Path checkpoint) throws Exception {
        sql("create table feed.streamed (id bigint, v string)");
        sql("insert into feed.streamed values (1, 'a'), (2, 'b')");
        sql("update feed.streamed set v = 'B' where id = 2");
        assertEquals(
                List.of(
                        "[insert, 1, 1, a]",
                        "[insert, 1, 2, b]",
                        "[update_postimage, 2, 2, B]",
                        "[update_preimage, 2, 2, b]"),
                streamed(checkpoint));
        sql("delete from feed.streamed where id = 1");
        assertEquals(List.of("[delete, 3, 1, a]"), streamed(checkpoint));
        assertEquals(List.of(), streamed(checkpoint));
    }

    /** A stream names what it has read by the table's id, too: a table that is made anew counts its versions from 0. */
    @Test
    void aStreamDoesNotGoOnWithAnotherTable(@TempDir Path checkpoint) throws Exception {
        sql("create table feed.streamed_anew (id bigint, v string)");
        sql("insert into feed.streamed_anew values (1, 'a')");
        assertEquals(List.of("[insert, 1, 1, a]"), streamed("streamed_anew", checkpoint));
        for (int commits = 0; commits < 3; commits++) {
            sql("drop table feed.streamed_anew");
            sql("create table feed.streamed_anew (id bigint, v string)");
            for (int i = 0; i < commits; i++) {
                sql("insert into feed.streamed_anew values (2, 'b')");
            }
            StreamingQueryException e =
                    assertThrows(StreamingQueryException.class, () -> streamed("streamed_anew", checkpoint));
            assertTrue(e.getMessage().contains("start the query with a new checkpoint"), e.getMessage());
        }
    }

    /** A frame has the columns that the table had when it was made, whatever names they get. */
    @Test
    void columnsThatGetOtherNamesMeanwhile() {
        sql("create table feed.renamed (id bigint, v string)");
        sql("insert into feed.renamed values (1, 'a')");
        Dataset<Row> changes = Spark.session()
                .read()
                .option("startingVersion", 1)
                .changes("feed.renamed")
                .selectExpr("id", "v");
        sql("alter table feed.renamed rename column v to old");
        sql("insert into feed.renamed values (2, 'b')");
        List<String> both = List.of("[1, a]", "[2, b]");
        assertEquals(both, texts(changes));
        sql("alter table feed.renamed add column v string");
        assertEquals(both, texts(changes.select("id", "v")));
    }

    private static List<String> texts(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Rows::text).sorted().toList();
    }

    /** A running stream goes on with the columns that it began with. */
    @Test
    void columnsOfAStreamThatGetOtherNames(@TempDir Path checkpoint) throws Exception {
        sql("create table feed.running (id bigint, v string)");
        sql("insert into feed.running values (1, 'a')");
        List<String> rows = new ArrayList<>();
        StreamingQuery query = Spark.session()
                .readStream()
                .option("startingVersion", 1)
                .changes("feed.running")
                .selectExpr("id", "v")
                .writeStream()
                .option("checkpointLocation", checkpoint.toString())
                .foreachBatch((org.apache.spark.api.java.function.VoidFunction2<Dataset<Row>, Long>)
                        (batch, id) -> rows.addAll(texts(batch)))
                .start();
        try {
            query.processAllAvailable();
            sql("alter table feed.running rename column v to old");
            sql("alter table feed.running add column v string");
            sql("insert into feed.running values (2, 'b', 'new')");
            query.processAllAvailable();
        } finally {
            query.stop();
        }
        assertEquals(List.of("[1, a]", "[2, b]"), rows);
    }

    private static List<String> streamed(Path checkpoint) throws Exception {
        return streamed("streamed", checkpoint);
    }

    private static List<String> streamed(String table, Path checkpoint) throws Exception {
        List<String> rows = new ArrayList<>();
        Dataset<Row> changes = Spark.session()
                .readStream()
                .option("startingVersion", 0)
                .changes("feed." + table)
                .selectExpr(ROWS.split(", "));
        StreamingQuery query = changes.writeStream()
                .option("checkpointLocation", checkpoint.toString())
                .trigger(Trigger.AvailableNow())
                .foreachBatch((org.apache.spark.api.java.function.VoidFunction2<Dataset<Row>, Long>)
                        (batch, id) -> batch.collectAsList().forEach(row -> rows.add(Rows.text(row))))
                .start();
        query.awaitTermination();
        rows.sort(null);
        return rows;
    }
}
