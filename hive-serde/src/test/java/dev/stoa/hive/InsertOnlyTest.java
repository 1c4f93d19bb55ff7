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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.MetaStoreThread;
import org.apache.hadoop.hive.ql.lockmgr.DbTxnManager;
import org.apache.hadoop.hive.ql.txn.compactor.Cleaner;
import org.apache.hadoop.hive.ql.txn.compactor.CompactorThread;
import org.apache.hadoop.hive.ql.txn.compactor.Worker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables to which Hive's own transactions add rows: several at once, one that fails, and Hive's compaction. */
@Tag("engine")
class InsertOnlyTest {
    private static final int WRITERS = 3;
    private static final int ROWS = 100;

    private static final Map<String, String> SETTINGS = Map.of(
            "hive.support.concurrency", "true",
            "hive.txn.manager", DbTxnManager.class.getName(),
            "hive.create.as.external.legacy", "false",
            "hive.compactor.gather.stats", "false");

    private static final ExecutorService SESSIONS = Executors.newFixedThreadPool(WRITERS);

    /** What a session does, in a thread of its own. */
    private interface Work<T> {
        T in(HiveSession hive) throws Exception;
    }

    private static final Map<String, String> BEFORE = new HashMap<>();

    @BeforeAll
    static void makeTablesOfTransactions() throws Exception {
        HiveSession plain = HiveSession.shared();
        // compactors start sessions of their own, by the properties of the process
        SETTINGS.forEach((key, value) -> BEFORE.put(key, System.setProperty(key, value)));
        plain.run("create database insert_only");
        plain.run("create table insert_only.source stored as stoa as select pos as n, concat('s', pos % 7) as s"
                + " from (select 1) one lateral view posexplode(split(space(" + (ROWS - 1) + "), ' ')) x as pos, val");
        // what Hive's own programs say of themselves; else the metastore lets nobody make such tables
        HiveMetaStoreClient.setProcessorCapabilities(
                new String[] {"HIVEFULLACIDREAD", "HIVEFULLACIDWRITE", "HIVEMANAGEDINSERTREAD", "HIVEMANAGEDINSERTWRITE"
                });
        try (InputStream in = InsertOnlyTest.class.getResourceAsStream("/transactions.sql");
                Connection metastore = DriverManager.getConnection(HiveSession.METASTORE, "APP", "mine");
                Statement statement = metastore.createStatement()) {
            String script = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            for (String sql : script.split(";\\s*\\n", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }

    @AfterAll
    static void stop() {
        HiveMetaStoreClient.setProcessorCapabilities(new String[0]);
        SESSIONS.shutdownNow();
        BEFORE.forEach((key, value) -> {
            if (value == null) {
                System.clearProperty(key);
            } else {
                System.setProperty(key, value);
            }
        });
    }

    private static <T> Future<T> start(Work<T> work) {
        return SESSIONS.submit(() -> work.in(HiveSession.another(SETTINGS)));
    }

    private static List<String> run(String statement) throws Exception {
        return start(hive -> hive.run(statement)).get();
    }

    /** All read the same file: tasks of several sessions in one process mix up which file each of them is at. */
    private static String rowsOf(int writer) {
        return "select n + " + writer * ROWS + " as n, s from insert_only.source";
    }

    @Test
    void insertsAtOnceAnAbortedOneAndCompaction() throws Exception {
        run("create table insert_only.t (n int, s string) stored as stoa"
                + " tblproperties ('transactional' = 'true', 'transactional_properties' = 'insert_only')");
        List<Future<List<String>>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            String insert = "insert into insert_only.t " + rowsOf(i);
            writers.add(start(hive -> hive.run(insert)));
        }
        for (Future<List<String>> writer : writers) {
            writer.get();
        }
        check(WRITERS);
        assertEquals(WRITERS, folders("delta_").size(), folders("").toString());

        assertThrows(
                Exception.class,
                () -> run(
                        "insert into insert_only.t select n, if(n < 50, s, cast(assert_true(n < 50) as string)) from ("
                                + rowsOf(WRITERS) + ") r"));
        check(WRITERS);

        run("alter table insert_only.t compact 'minor'");
        compact(new Worker());
        check(WRITERS);
        assertTrue(
                folders("delta_").stream().anyMatch(name -> name.contains("_v")),
                folders("").toString());

        compact(new Cleaner());
        check(WRITERS);
        run("insert into insert_only.t " + rowsOf(WRITERS));
        check(WRITERS + 1);
        run("alter table insert_only.t compact 'major'");
        compact(new Worker());
        check(WRITERS + 1);
        assertEquals(1, folders("base_").size(), folders("") + " " + run("show compactions"));

        run("insert into insert_only.t values (-1, 'last')");
        assertEquals(List.of("-1\tlast"), run("select * from insert_only.t where n < 0"));
        run("insert overwrite table insert_only.t values (7, 'seven')");
        assertEquals(List.of("7\tseven"), run("select * from insert_only.t"));

        HiveSession plain = HiveSession.shared();
        plain.run(
                "create external table insert_only.raw (n int, s string) stored as stoa location '" + location() + "'");
        assertThrows(Exception.class, () -> plain.run("select * from insert_only.raw"));
    }

    private static void check(int writers) throws Exception {
        int rows = writers * ROWS;
        assertEquals(List.of(rows + "\t" + (rows - 1) * rows / 2), run("select count(*), sum(n) from insert_only.t"));
        assertEquals(List.of("150\ts1"), run("select * from insert_only.t where n = 150"));
    }

    private static <C extends CompactorThread & MetaStoreThread> void compact(C compactor) throws Exception {
        start(hive -> {
                    compactor.setConf(hive.conf());
                    compactor.init(new AtomicBoolean(true)); // once
                    Runnable here = compactor; // a thread, but no other one
                    here.run();
                    return List.of();
                })
                .get();
    }

    private static Path location() throws Exception {
        return Path.of(URI.create(run("describe formatted insert_only.t").stream()
                .filter(line -> line.startsWith("Location:"))
                .map(line -> line.split("\t", -1)[1].strip())
                .findFirst()
                .orElseThrow()));
    }

    private static List<String> folders(String prefix) throws Exception {
        try (Stream<Path> all = Files.list(location())) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }
}
