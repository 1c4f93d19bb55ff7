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

import static dev.stoa.hive.LogTables.BY_HANDLER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Expiry;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableOperations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What statements of Hive do to each other, and what is left of tasks that fail. */
@Tag("engine")
class StatementsTest {
    private static HiveSession hive;
    private static String splitUpdate;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists statements");
        hive.run("use statements");
        splitUpdate = hive.set("hive.split.update", "true");
    }

    @AfterAll
    static void end() {
        hive.set("hive.split.update", splitUpdate);
    }

    @Test
    void theSecondToCommitFails() throws Exception {
        hive.run("create table contended (id int, name string) " + BY_HANDLER);
        hive.run("insert into contended values (1, 'a'), (2, 'b'), (3, 'c')");
        try (IDriver late = DriverFactory.newDriver(hive.conf())) {
            late.compileAndRespond("update contended set name = 'late' where id <= 2");
            hive.run("delete from contended where id = 2");
            Exception lost = assertThrows(Exception.class, late::run);
            assertTrue(LogTables.messages(lost).contains("conflict with version 2 (delete"), LogTables.messages(lost));
        }
        assertEquals(List.of("1\ta", "3\tc"), rows("contended"));
        assertEquals(1, LogTables.files(hive, "contended", "data").size(), "files of the loser are removed");
        assertEquals(1, LogTables.files(hive, "contended", "_stoa/sidecars").size());
        try (IDriver late = DriverFactory.newDriver(hive.conf())) {
            late.compileAndRespond("update contended set name = concat(name, name) where id = 1");
            hive.run("insert into contended values (4, 'd')");
            TableOperations.of(LogTables.open(hive, "contended")).delete(isEqual("id", 3));
            late.run();
        }
        assertEquals(List.of("1\taa", "4\td"), rows("contended"));
        for (String query :
                List.of("select id + 1, name from contended", "select cast(count(*) as int), 'n' from contended")) {
            try (IDriver late = DriverFactory.newDriver(hive.conf())) {
                late.compileAndRespond("insert overwrite table contended " + query);
                hive.run("insert into contended values (5, 'e')");
                Exception lost = assertThrows(Exception.class, late::run, query);
                assertTrue(LogTables.messages(lost).contains("conflict with version"), LogTables.messages(lost));
            }
        }
        assertEquals(List.of("1\taa", "4\td", "5\te", "5\te"), rows("contended"));
    }

    /** Rows that don't depend on those of the table replace the rows of the newest version. */
    @Test
    void anOverwriteIsTriedAgain() throws Exception {
        hive.run("create table replaced (id int, name string) " + BY_HANDLER);
        hive.run("create table fresh (id int, name string) " + BY_HANDLER);
        hive.run("insert into fresh values (9, 'new')");
        try (IDriver late = DriverFactory.newDriver(hive.conf())) {
            late.compileAndRespond("insert overwrite table replaced select id, name from fresh");
            hive.run("insert into replaced values (5, 'e')");
            hive.run("insert into fresh values (10, 'later')");
            late.run();
        }
        assertEquals(List.of("9\tnew"), rows("replaced"), "the rows of the version that it reads");
        assertEquals(1, LogTables.files(hive, "replaced", "data").size() - 1, "the file of the older version stays");
        try (IDriver late = DriverFactory.newDriver(hive.conf())) {
            late.compileAndRespond("insert overwrite table replaced select id, name from fresh");
            hive.run("alter table replaced add columns (extra int)");
            hive.run("insert into replaced values (6, 'f', 6)");
            Exception lost = assertThrows(Exception.class, late::run);
            assertTrue(LogTables.messages(lost).contains("conflict with version"), LogTables.messages(lost));
        }
        assertEquals(List.of("6\tf\t6", "9\tnew\tNULL"), rows("replaced"));
    }

    @Test
    void sessionsChangeOtherRowsAtTheSameTime() throws Exception {
        hive.run("create table busy (id int, session int) " + BY_HANDLER);
        hive.run("insert into busy values (0, 0), (1, 1)");
        List<Callable<Void>> sessions = new ArrayList<>();
        for (int session = 0; session < 2; session++) {
            int number = session;
            sessions.add(() -> {
                HiveSession own = HiveSession.shared();
                own.run("use statements");
                for (int i = 1; i <= 3; i++) {
                    own.run("update busy set id = id + 10 where session = " + number);
                    own.run("insert into busy values (" + (100 * i + number) + ", " + (2 + number) + ")");
                }
                return null;
            });
        }
        ExecutorService pool = Executors.newFixedThreadPool(sessions.size());
        try {
            for (Future<Void> done : pool.invokeAll(sessions)) {
                done.get();
            }
        } finally {
            pool.shutdown();
        }
        assertEquals(
                List.of("100\t2", "101\t3", "200\t2", "201\t3", "30\t0", "300\t2", "301\t3", "31\t1"), rows("busy"));
    }

    @Test
    void onlyOneAttemptOfATaskCounts() throws Exception {
        hive.run("create temporary function failing_once as 'dev.stoa.hive.FailingOnce'");
        hive.run("create table tried (id int, name string) " + BY_HANDLER);
        FailingOnce.LEFT.set(1);
        hive.run("insert into tried select failing_once(pos), val from (select 1) one"
                + " lateral view posexplode(split(space(9), ' ')) x as pos, val");
        assertTrue(FailingOnce.LEFT.get() <= 0);
        assertEquals(List.of("10\t45"), hive.run("select count(*), sum(id) from tried"));
        assertEquals(1, LogTables.files(hive, "tried", "data").size());
        FailingOnce.LEFT.set(1);
        hive.run("delete from tried where failing_once(id) > 4");
        assertEquals(List.of("5\t10"), hive.run("select count(*), sum(id) from tried"));
        FailingOnce.LEFT.set(Integer.MAX_VALUE);
        assertThrows(Exception.class, () -> hive.run("update tried set name = cast(failing_once(id + 3) as string)"));
        assertEquals(List.of("5\t10"), hive.run("select count(*), sum(id) from tried"));
        assertEquals(List.of("create", "insert", "delete"), LogTables.operations(hive, "tried"));

        Path stray = LogTables.location(hive, "tried").resolve("data").resolve(java.util.UUID.randomUUID() + ".stoa");
        Files.copy(LogTables.files(hive, "tried", "data").get(0), stray);
        Files.setLastModifiedTime(
                stray,
                java.nio.file.attribute.FileTime.from(java.time.Instant.now().minus(Duration.ofDays(9))));
        Expiry.plan(LogTables.open(hive, "tried"), Duration.ofDays(7), 1, Expiry.SAFE_AGE)
                .run();
        assertEquals(false, Files.exists(stray), "what a killed statement leaves goes with expiry");
        assertEquals(List.of("5\t10"), hive.run("select count(*), sum(id) from tried"));
    }

    /** What several tasks delete of one fragment is one sidecar. */
    @Test
    void manyTasksMakeOneCommit() throws Exception {
        hive.run("create table wide (id int, name string) " + BY_HANDLER);
        hive.run("insert into wide select pos, concat('name ', pos) from (select 1) one"
                + " lateral view posexplode(split(space(39999), ' ')) x as pos, val");
        String split = hive.set("mapreduce.input.fileinputformat.split.maxsize", "40000");
        String group = hive.set("tez.grouping.max-size", "40000");
        String least = hive.set("tez.grouping.min-size", "1000");
        String reducers = hive.set("hive.exec.reducers.bytes.per.reducer", "40000");
        try {
            hive.run("delete from wide where id % 3 = 0");
            hive.run("update wide set name = upper(name) where id % 3 = 1");
        } finally {
            hive.set("mapreduce.input.fileinputformat.split.maxsize", split.isEmpty() ? "256000000" : split);
            hive.set("tez.grouping.max-size", group.isEmpty() ? "1073741824" : group);
            hive.set("tez.grouping.min-size", least.isEmpty() ? "16777216" : least);
            hive.set("hive.exec.reducers.bytes.per.reducer", reducers);
        }
        assertEquals(
                List.of("13333\t266646667", "13333\t266660000"),
                List.of(
                        hive.run("select count(*), sum(id) from wide where name like 'NAME %' and id % 3 = 1")
                                .get(0),
                        hive.run("select count(*), sum(id) from wide where name like 'name %' and id % 3 = 2")
                                .get(0)));
        Snapshot snapshot = LogTables.open(hive, "wide").snapshot();
        assertEquals(26_666, snapshot.rowCount());
        assertEquals(3, snapshot.version());
        assertEquals(2, snapshot.fragments().get(0).sidecars().size());
    }

    private static Filter isEqual(String column, int value) {
        return new Filter.Compare(ColumnPath.of(column), Filter.Operator.EQUAL, value);
    }

    private static List<String> rows(String table) throws Exception {
        return hive.run("select * from " + table).stream().sorted().toList();
    }
}
