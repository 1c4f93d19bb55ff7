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
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.TableOperations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the log of a table tells Hive of rows and columns, without a look into data files. */
@Tag("engine")
class LogStatisticsTest {
    private static HiveSession hive;
    private static String splitUpdate;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists log_statistics");
        hive.run("use log_statistics");
        splitUpdate = hive.set("hive.split.update", "true");
    }

    @AfterAll
    static void end() {
        hive.set("hive.split.update", splitUpdate);
    }

    @Test
    void columnsAreKnownAfterADelete() throws Exception {
        hive.run("create table known (n int, b bigint, d decimal(9,2), day date, t timestamp, f double, s string) "
                + LogTables.BY_HANDLER);
        for (int part = 0; part < 2; part++) {
            hive.run("insert into known select pos + " + (1000 * part) + ", if(pos % 4 = 0, null, pos), pos / 4,"
                    + " date_add(date '2024-01-01', pos), cast(timestamp '2024-01-01 00:00:00' as timestamp), pos / 8, 's'"
                    + " from (select 1) one lateral view posexplode(split(space(999), ' ')) x as pos, val");
        }
        hive.run("delete from known where n >= 1000");
        Path data = LogTables.location(hive, "known").resolve("data");
        Path away = data.resolveSibling("away");
        // files that are not there can't be read
        Files.move(data, away);
        try {
            assertEquals(List.of("1000"), hive.run("select count(*) from known"));
            assertEquals(List.of("0", "1999", "0"), told("n", "min", "max", "num_nulls"));
            assertEquals(List.of("1", "999", "250"), told("b", "min", "max", "num_nulls"));
            assertEquals(List.of("0", "249.75"), told("d", "min", "max"));
            assertEquals(List.of("2024-01-01", "2026-09-26"), told("day", "min", "max"));
            assertEquals(List.of("0.0", "124.875"), told("f", "min", "max"));
            assertEquals(
                    List.of("1"),
                    told("t", "distinct_count").stream()
                            .map(LogStatisticsTest::few)
                            .toList());
            assertEquals(1, rows("n > 5000"));
            assertEquals(1000, rows("n >= 0"));
            long half = rows("n < 1000");
            assertTrue(half > 400 && half < 600, "" + half);
        } finally {
            Files.move(away, data);
        }
        hive.run("truncate table known");
        assertEquals(List.of("0"), hive.run("select count(*) from known"));
        assertEquals(List.of("0\tNULL"), hive.run("select count(n), max(n) from known"));
    }

    private static String few(String count) {
        return Long.parseLong(count) <= 2 ? "1" : count;
    }

    /** What Hive says of a column. */
    private static List<String> told(String column, String... what) throws Exception {
        List<String> lines = hive.run("describe formatted known " + column);
        return List.of(what).stream()
                .map(name -> lines.stream()
                        .filter(line -> line.startsWith(name + " "))
                        .map(line -> line.split("\t", -1)[1].strip())
                        .findFirst()
                        .orElse(name + " of " + lines))
                .toList();
    }

    /** How many rows Hive's planner expects. */
    private static long rows(String filter) throws Exception {
        String plan = String.join("\n", hive.run("explain select n, s from known where " + filter + " group by n, s"));
        String[] filters = plan.split("Filter Operator", 2);
        assertEquals(2, filters.length, plan);
        return Long.parseLong(filters[1].replaceFirst("(?s).*?\\(rows=(\\d+) .*", "$1"));
    }

    /** Whatever is answered by statistics is what a scan finds, whoever changed the table last. */
    @Test
    void answersAreThoseOfScans() throws Exception {
        long seed = Long.getLong("stoa.seed", new Random().nextLong());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        hive.run("create table asked (n int, d decimal(5,1)) " + LogTables.BY_HANDLER);
        for (int i = 0; i < 3; i++) {
            int from = random.nextInt(100);
            switch (random.nextInt(3)) {
                case 0 -> hive.run("delete from asked where n between " + from + " and " + (from + 30));
                case 1 ->
                    TableOperations.of(LogTables.open(hive, "asked"))
                            .delete(new Filter.Compare(ColumnPath.of("n"), Filter.Operator.GREATER, 100 - from));
                default -> hive.run("update asked set n = n + 1 where n > " + from);
            }
            hive.run(
                    "insert into asked values (" + random.nextInt(100) + ", 1.5), (" + random.nextInt(100) + ", null)");
            String query = "select count(*), count(d), count(n), min(n), max(n), min(d), max(d) from asked";
            List<String> answered = hive.run(query);
            String before = hive.set("hive.compute.query.using.stats", "false");
            try {
                assertEquals(hive.run(query), answered, "seed " + seed);
                String plan = String.join("\n", hive.run("explain select count(*) from asked"));
                assertTrue(plan.contains("TableScan"), plan);
            } finally {
                hive.set("hive.compute.query.using.stats", before);
            }
            String plan = String.join("\n", hive.run("explain select count(*) from asked"));
            assertFalse(plan.contains("TableScan"), plan);
        }
    }
}
