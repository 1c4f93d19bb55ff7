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
package dev.stoa.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged plugin in a real server, where it has a class loader of its own. */
@Tag("engine")
@Tag("smoke")
final class BundleTest {
    @TempDir
    private static Path folder;

    private static S3Process s3;
    private static HiveProcess hive;
    private static ServerProcess server;

    /** One server for all tests, with a catalog for each. */
    @BeforeAll
    static void start() throws Exception {
        Map<String, Map<String, String>> catalogs = new HashMap<>();
        Path warehouse = Files.createDirectories(folder.resolve("warehouse"));
        catalogs.put("stoa", Map.of("stoa.warehouse", warehouse.toString()));
        s3 = new S3Process();
        catalogs.put("far", s3.catalog("s3://bkt/lake"));
        if (HiveProcess.isThere()) {
            hive = new HiveProcess(Files.createDirectories(folder.resolve("hive")));
            catalogs.put("metastore", Map.of("stoa.metastore", hive.metastore()));
        }
        server = new ServerProcess(Files.createDirectories(folder.resolve("server")), catalogs);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
        if (hive != null) {
            hive.close();
        }
        if (s3 != null) {
            s3.close();
        }
    }

    @Test
    void aServerReadsAndWritesByThePackagedPlugin() throws Exception {
        assertEquals(List.of(), server.rows("CREATE SCHEMA stoa.s"));
        assertEquals(
                List.of("[20000]"),
                server.rows(
                        "CREATE TABLE t AS SELECT n AS id, n % 10 AS class, 'name' || CAST(n % 7 AS varchar) AS"
                                + " name, CAST(ROW(n, 'x') AS ROW(a bigint, b varchar)) AS pair FROM TABLE(sequence(1, 20000)) AS q(n)"));
        assertEquals(List.of("[2]"), server.rows("INSERT INTO t (id, name) VALUES (-1, 'a'), (-2, NULL)"));
        assertEquals(List.of("[11]"), server.rows("UPDATE t SET name = 'new' WHERE id BETWEEN 100 AND 110"));
        assertEquals(List.of("[2000]"), server.rows("DELETE FROM t WHERE class = 3"));
        assertEquals(
                List.of("[18002,10,1]"),
                server.rows("SELECT count(*), count_if(name = 'new'), count_if(id > 0 AND class IS NULL) + 1 FROM t"));
        assertEquals(
                List.of("[1]"),
                server.rows("MERGE INTO t USING (VALUES -2) AS s(n) ON t.id = s.n WHEN MATCHED THEN UPDATE SET name ="
                        + " 'b'"));
        assertEquals(List.of("[\"b\"]"), server.rows("SELECT name FROM t WHERE id = -2"));
        assertEquals(List.of("[20000]"), server.rows("SELECT count(*) FROM t FOR VERSION AS OF 1"));
        assertEquals(List.of("[\"new\",20000]"), server.rows("SELECT min(if(id = 100, name)), max(id) FROM t"));
        assertEquals(List.of("[1,20000]"), server.rows("SELECT min(id), max(id) FROM t FOR VERSION AS OF 1"));
        assertEquals(List.of("[18002]"), server.rows("SELECT sum(live_rows) FROM \"t$files\" WHERE bytes > 0"));
        String analysed = server.rows("EXPLAIN ANALYZE VERBOSE SELECT sum(id) FROM t WHERE name = 'name3'")
                .get(0);
        assertTrue(analysed.matches("(?s).*'zones' = LongCount\\{total=[1-9].*"), analysed);
        assertEquals(
                List.of("[\"version\",6]", "[\"rows\",20000]"),
                server.rows("ALTER TABLE t EXECUTE rollback(version => 1)"));
        assertEquals(List.of(), server.rows("CREATE SCHEMA far.s"));
        assertEquals(List.of("[20000]"), server.rows("CREATE TABLE far.s.t AS SELECT * FROM t"));
        assertEquals(List.of("[2]"), server.rows("UPDATE far.s.t SET name = 'far' WHERE id IN (7, 9)"));
        assertEquals(
                List.of("[20000,2]"), server.rows("SELECT count(*), count_if(name = 'far') FROM far.s.t WHERE id > 0"));
        String refused = server.rows("SELECT 1 FROM t FOR VERSION AS OF 77").get(0);
        assertTrue(refused.startsWith("INVALID_ARGUMENTS") && refused.contains("77"), refused);
    }

    @Test
    void aServerHasTablesOfAMetastoreByThePackagedPlugin() throws Exception {
        assumeTrue(hive != null, "Hive's module is not built");
        hive.rows("create database s");
        hive.rows("create table s.t (id bigint, name string) stored by 'dev.stoa.hive.StoaStorageHandler'");
        assertEquals(List.of("[2]"), server.rows("INSERT INTO metastore.s.t VALUES (1, 'a'), (2, 'b')"));
        assertEquals(List.of("[1]"), server.rows("UPDATE metastore.s.t SET name = 'new' WHERE id = 2"));
        assertEquals(List.of("1\ta", "2\tnew"), hive.rows("select * from s.t order by id"));
        assertEquals(List.of("[2]"), server.rows("CREATE TABLE metastore.s.u AS SELECT * FROM metastore.s.t"));
        assertEquals(
                List.of("t", "u"),
                hive.rows("show tables in s").stream().sorted().toList());
    }
}
