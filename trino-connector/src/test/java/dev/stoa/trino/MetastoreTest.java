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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tables of Hive's metastore: Trino and Hive make them, read and change them, each what the other has made. */
@Tag("engine")
@Execution(ExecutionMode.SAME_THREAD)
final class MetastoreTest {
    private static final String HANDLER = "dev.stoa.hive.StoaStorageHandler";

    private static final int TRIES = 1_000;

    @TempDir
    private static Path folder;

    private static HiveProcess hive;
    private static Server trino;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(HiveProcess.isThere(), "Hive's module is not built: add -pl hive-serde to Maven's command");
        hive = new HiveProcess(Files.createDirectories(folder.resolve("hive")));
        trino = new Server(Map.of("stoa.metastore", hive.metastore()), builder -> builder.setWorkerCount(1));
        hive.rows("set hive.split.update=true");
        hive.rows("create database s");
    }

    @AfterAll
    static void stop() {
        if (trino != null) {
            trino.close();
        }
        if (hive != null) {
            hive.close();
        }
    }

    private static String refused(String sql) {
        return assertThrows(RuntimeException.class, () -> trino.rows(sql)).getMessage();
    }

    private static Path location(String table) throws IOException {
        String line = hive.rows("describe formatted " + table).stream()
                .filter(row -> row.startsWith("Location:"))
                .findFirst()
                .orElseThrow();
        return Path.of(URI.create(line.substring("Location:".length()).strip()).getPath());
    }

    @Test
    void trinoReadsAndChangesWhatHiveMakes() throws IOException {
        hive.rows("create table s.accounts (id bigint, name string, balance decimal(15,2), seen timestamp) stored by '"
                + HANDLER + "'");
        hive.rows("insert into s.accounts values (1, 'a', 1.50, '2026-01-01 10:00:00'), (2, 'b', 2.50, null),"
                + " (3, null, null, '1850-02-03 00:00:00.000001')");
        assertTrue(trino.rows("SHOW SCHEMAS").contains("[s]"));
        assertTrue(trino.rows("SHOW TABLES FROM s").contains("[accounts]"));
        assertEquals(
                List.of("[1, a, 1.50, 2026-01-01T10:00]", "[3, null, null, 1850-02-03T00:00:00.000001]"),
                trino.rows("SELECT * FROM accounts WHERE id <> 2 ORDER BY id"));
        assertEquals(List.of("[1]"), trino.rows("UPDATE accounts SET balance = balance + 10 WHERE name = 'b'"));
        assertEquals(List.of("[1]"), trino.rows("INSERT INTO accounts (id, name) VALUES (4, 'd')"));
        assertEquals(List.of("[1]"), trino.rows("DELETE FROM accounts WHERE id = 3"));
        assertEquals(
                List.of("1\ta\t1.50", "2\tb\t12.50", "4\td\tNULL"),
                hive.rows("select id, name, balance from s.accounts order by id"));
        hive.rows("update s.accounts set name = 'new' where id = 4");
        assertEquals(List.of("[new]"), trino.rows("SELECT name FROM accounts WHERE id = 4"));
        assertEquals(List.of("[3]"), trino.rows("SELECT count(*) FROM accounts FOR VERSION AS OF 1"));
        assertEquals(
                List.of("[2]"),
                trino.rows("MERGE INTO accounts a USING (VALUES 1, 9) AS n(id) ON a.id = n.id WHEN MATCHED THEN DELETE"
                        + " WHEN NOT MATCHED THEN INSERT (id) VALUES (n.id)"));
        assertEquals(List.of("2", "4", "9"), hive.rows("select id from s.accounts order by id"));
    }

    @Test
    void hiveReadsAndChangesWhatTrinoMakes() throws IOException {
        assertEquals(
                List.of("[2]"),
                trino.rows("CREATE TABLE made WITH (sorted_by = ARRAY['id']) AS SELECT * FROM (VALUES (BIGINT '1', 'a',"
                        + " CAST(ROW(1, 'x') AS ROW(n integer, t varchar))), (2, NULL, NULL)) AS v(id, name, pair)"));
        assertEquals(
                List.of("1\ta\t{\"n\":1,\"t\":\"x\"}", "2\tNULL\tNULL"), hive.rows("select * from s.made order by id"));
        hive.rows("delete from s.made where id = 1");
        assertEquals(List.of("[2]"), trino.rows("SELECT id FROM made"));
        trino.rows("CREATE OR REPLACE TABLE made AS SELECT 7 AS number");
        assertEquals(List.of("7"), hive.rows("select number from s.made"));
        Path files = location("s.made");
        assertTrue(Files.exists(files));
        hive.rows("drop table s.made");
        assertFalse(Files.exists(files));
        assertFalse(trino.rows("SHOW TABLES FROM s").contains("[made]"));
    }

    @Test
    void hiveLearnsOfColumnsThatTrinoAlters() throws IOException {
        trino.rows("CREATE TABLE altered (a varchar, b integer, c varchar, at time(3))");
        trino.rows("INSERT INTO altered VALUES ('x', 1, 'y', TIME '10:00:00')");
        assertEquals(List.of("x\t1\ty"), hive.rows("select * from s.altered"));
        trino.rows("ALTER TABLE altered ADD COLUMN d bigint");
        assertEquals(List.of("x\t1\ty\tNULL"), hive.rows("select * from s.altered"));
        trino.rows("ALTER TABLE altered DROP COLUMN a");
        assertEquals(List.of("1\ty\tNULL"), hive.rows("select * from s.altered"));
        trino.rows("ALTER TABLE altered RENAME COLUMN c TO text");
        trino.rows("ALTER TABLE altered ALTER COLUMN b SET DATA TYPE bigint");
        hive.rows("insert into s.altered (b, text, d) values (5000000000, 'z', 3)");
        assertEquals(
                List.of("[1, y, 10:00, null]", "[5000000000, z, null, 3]"),
                trino.rows("SELECT * FROM altered ORDER BY b"));
        trino.rows("ALTER TABLE altered EXECUTE rollback(version => 1)");
        assertEquals(List.of("x\t1\ty"), hive.rows("select * from s.altered"));
    }

    @Test
    void namesAreTheMetastores() throws IOException {
        trino.rows("CREATE SCHEMA other");
        assertTrue(hive.rows("show databases").contains("other"));
        trino.rows("CREATE TABLE other.first AS SELECT 1 AS id");
        trino.rows("ALTER TABLE other.first RENAME TO other.second");
        assertEquals(List.of("second"), hive.rows("show tables in other"));
        trino.rows("CREATE TABLE other.first AS SELECT 2 AS id");
        assertEquals(List.of("[1, 2]"), trino.rows("SELECT s.id, f.id FROM other.second s, other.first f"));
        assertTrue(refused("CREATE TABLE other.first (id integer)").contains("already exists"));
        assertTrue(refused("CREATE TABLE other.failed AS SELECT 1 / (id - 2) AS id FROM other.first")
                .contains("Division by zero"));
        // Trino rolls back behind its answer
        for (int i = 0; i < TRIES && trino.rows("SHOW TABLES FROM other").contains("[failed]"); i++) {
            Thread.onSpinWait();
        }
        assertEquals(
                List.of("first", "second"),
                hive.rows("show tables in other").stream().sorted().toList());
        Path files = location("other.second");
        trino.rows("DROP TABLE other.second");
        assertFalse(Files.exists(files));
        assertEquals(List.of("first"), hive.rows("show tables in other"));
        assertTrue(refused("DROP SCHEMA other").contains("other"));
        hive.rows("create table other.plain (id int) stored as orc");
        assertTrue(refused("DROP SCHEMA other CASCADE").contains("'plain' is not a table of Stoa"));
        hive.rows("drop table other.plain");
        trino.rows("DROP SCHEMA other CASCADE");
        assertFalse(hive.rows("show databases").contains("other"));
        String missing = refused("CREATE TABLE other.none (id integer)");
        assertTrue(missing.contains("Schema other not found"), missing);
    }

    @Test
    void filesOfAnExternalTableOutliveItsName() throws Exception {
        Path lake = Files.createDirectories(folder.resolve("lake"));
        hive.rows("create external table s.lake (id int) stored by '" + HANDLER + "' location '" + lake + "'");
        trino.rows("INSERT INTO lake VALUES 1, 2");
        trino.rows("DROP TABLE lake");
        assertEquals(List.of(), hive.rows("show tables in s like 'lake'"));
        try (Stream<Path> left = Files.walk(lake)) {
            assertTrue(left.anyMatch(path -> path.toString().endsWith(".stoa")));
        }
        hive.rows("create external table s.lake (id int) stored by '" + HANDLER + "' location '" + lake + "'");
        assertEquals(List.of("[3]"), trino.rows("SELECT sum(id) FROM lake"));
    }

    /** A renamed table keeps its folder, which lies in that of the first schema. */
    @Test
    void filesOfARenamedTableOutliveTheSchemaThatItLeft() throws IOException {
        trino.rows("CREATE SCHEMA former");
        trino.rows("CREATE TABLE former.moved AS SELECT 1 AS id");
        trino.rows("ALTER TABLE former.moved RENAME TO s.moved");
        trino.rows("DROP SCHEMA former");
        assertFalse(hive.rows("show databases").contains("former"));
        assertEquals(List.of("[1]"), trino.rows("SELECT id FROM s.moved"));
        assertEquals(List.of("1"), hive.rows("select id from s.moved"));
    }

    @Test
    void tablesWithoutALogAreRefusedByName() throws IOException {
        hive.rows("create table s.bare (id int) stored as stoa");
        hive.rows("insert into s.bare values (1), (2)");
        hive.rows("create table s.orc (id int) stored as orc");
        List<String> shown = trino.rows("SHOW TABLES FROM s");
        assertFalse(shown.contains("[bare]") || shown.contains("[orc]"), shown.toString());
        assertTrue(refused("SELECT * FROM orc").contains("s.orc is not a table of Stoa"));
        String message = refused("SELECT * FROM bare");
        assertTrue(message.contains("s.bare is STORED AS STOA without a log"), message);
        String said = message.substring(message.indexOf("ALTER TABLE"), message.indexOf(" in Hive"));
        hive.rows(said);
        assertEquals(List.of("[1]", "[2]"), trino.rows("SELECT id FROM bare ORDER BY id"));
    }
}
