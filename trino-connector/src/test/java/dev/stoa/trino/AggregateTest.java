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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of aggregate functions that come from the log, or from a single split, equal those of a scan. */
@Tag("engine")
final class AggregateTest {
    @TempDir
    private static Path warehouse;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(warehouse);
        server.rows("CREATE TABLE t (i integer, w decimal(30, 2), s varchar, c char(3), d double, day date, at"
                + " timestamp(6), never bigint, pair row(a bigint), part varchar)"
                + " WITH (partitioned_by = ARRAY['part'])");
        server.rows("INSERT INTO t SELECT n, n * DECIMAL '-1.25', IF(n % 3 = 0, NULL, 'name ' || CAST(n AS varchar)),"
                + " CAST(CAST(n AS varchar) AS char(3)), CAST(n AS double), DATE '2026-01-01' + n * INTERVAL '1' DAY, TIMESTAMP"
                + " '2026-01-01 00:00:00' + n * INTERVAL '1' SECOND, NULL, CAST(ROW(n) AS ROW(a bigint)),"
                + " IF(n % 2 = 0, 'even', 'odd') FROM (SELECT CAST(x AS integer) AS n FROM TABLE(sequence(1, 500)) AS"
                + " q(x))");
        server.rows("INSERT INTO t (i, part) VALUES (1000, 'none'), (NULL, NULL)");
        server.rows("CREATE TABLE empty (i integer)");
        server.rows("CREATE TABLE long AS SELECT 'a' || rpad('', 4000, 'z') AS s");
        server.rows("CREATE TABLE changed AS SELECT * FROM t");
        server.rows("UPDATE changed SET i = 0 WHERE i = 500");
        server.rows("DELETE FROM changed WHERE i = 1");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static boolean isFromLog(String sql) {
        return server.rows("EXPLAIN " + sql).toString().contains("answered by the log");
    }

    private static boolean isOfOneSplit(String sql) {
        return server.rows("EXPLAIN " + sql).toString().contains(" computes [");
    }

    /** The result of a scan: random() keeps Trino from pushing the functions down, and changes no row. */
    private static void assertAsScanned(String functions, String from) {
        String scanned = "SELECT " + functions + " FROM (SELECT * FROM " + from + ") WHERE random() >= 0";
        assertFalse(isFromLog(scanned) || isOfOneSplit(scanned), scanned);
        assertEquals(server.rows(scanned), server.rows("SELECT " + functions + " FROM " + from));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "count(*)",
                "count(i), count(s), count(d), count(never)",
                "min(i), max(i), max(i), min(w), max(w)",
                "min(s), max(s), min(day), max(day), min(at), max(at)",
                "min(never), max(never), count(*)",
                "count(part), min(part), max(part)"
            })
    void theLogAnswersForWholeTables(String functions) {
        assertTrue(isFromLog("SELECT " + functions + " FROM t"), functions);
        assertAsScanned(functions, "t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "part = 'even'",
                "part IN ('even', 'none')",
                "part IS NULL",
                "part IS NOT NULL",
                "part <> 'odd'",
                "i BETWEEN 600 AND 2000",
                "i IS NOT NULL AND part = 'odd'"
            })
    void theLogAnswersForConditionsThatCoverWholeFiles(String condition) {
        assertTrue(isFromLog("SELECT count(*) FROM t WHERE " + condition), condition);
        assertAsScanned("count(*), count(i), min(i), max(i)", "t WHERE " + condition);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t WHERE i > 250",
                "t WHERE i > 250 AND i < 251",
                "t WHERE s < 'name 3' AND w < -20",
                "t WHERE s IS NULL",
                "t WHERE day BETWEEN DATE '2026-02-01' AND DATE '2026-03-01' AND part = 'odd'",
                "t WHERE at IN (TIMESTAMP '2026-01-01 00:00:07', TIMESTAMP '2026-01-01 00:00:07.5')",
                "changed",
                "changed WHERE i < 3",
                "changed WHERE part = 'even'"
            })
    void oneSplitAnswersIfFewFilesRemain(String from) {
        String functions =
                "count(*), count(i), count(s), count(d), count(never), min(i), max(i), min(w), max(w), min(s), max(s),"
                        + " min(day), max(day), min(at), max(at), min(never), max(never), max(i)";
        assertTrue(isOfOneSplit("SELECT " + functions + " FROM " + from), from);
        assertAsScanned(functions, from);
        assertAsScanned("max(i)", from);
        assertAsScanned("count(*)", from);
    }

    @Test
    void tasksShareTheScanOfManyFiles() {
        server.rows("CREATE TABLE many (i integer)");
        for (int i = 0; i < 5; i++) {
            server.rows("INSERT INTO many VALUES (" + i * 10 + "), (" + (i * 10 + 5) + ")");
        }
        assertFalse(isOfOneSplit("SELECT max(i) FROM many WHERE i > 3"));
        assertTrue(isOfOneSplit("SELECT max(i) FROM many WHERE i > 3 AND i < 22"));
        assertAsScanned("count(*), min(i)", "many WHERE i > 3 AND i < 22");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(DISTINCT i) FROM t",
                "SELECT count(*) FILTER (WHERE i > 3) FROM t",
                "SELECT sum(i) FROM t",
                "SELECT count(*), sum(i) FROM t",
                "SELECT min(d) FROM t",
                "SELECT min(c) FROM t",
                "SELECT count(pair) FROM t",
                "SELECT part, count(*) FROM t GROUP BY part",
                "SELECT min(d) FROM t WHERE i > 250",
                "SELECT max(i) FROM t WHERE d > 250",
                "SELECT count(*) FROM (SELECT * FROM t LIMIT 7)"
            })
    void trinoComputesTheOthers(String sql) {
        assertFalse(isFromLog(sql) || isOfOneSplit(sql), sql);
    }

    @Test
    void theLogCountsRowsThatAreNotDeleted() {
        assertTrue(isFromLog("SELECT count(*) FROM changed"));
        assertAsScanned("count(*)", "changed");
        assertAsScanned("min(i), max(i), count(i)", "changed");
        assertAsScanned("count(*)", "changed FOR VERSION AS OF 1");
    }

    @Test
    void tablesWithoutRowsHaveACount() {
        assertTrue(isFromLog("SELECT count(*) FROM empty"));
        assertAsScanned("count(*), count(i), min(i)", "empty");
        assertTrue(isOfOneSplit("SELECT min(s), max(s) FROM long"), "the log has no exact bounds of long texts");
        assertAsScanned("count(*), min(s), max(s)", "long");
    }

    @Test
    void theRowIsTheInputOfOtherParts() {
        assertEquals(
                "[[502, 1]]",
                server.rows("SELECT a.n, b.n FROM (SELECT count(*) AS n FROM t) a, (SELECT min(i) AS n FROM t) b WHERE"
                                + " a.n > b.n LIMIT 5")
                        .toString());
        assertEquals(
                "[[502, 250]]",
                server.rows(
                                "SELECT a.n, b.n FROM (SELECT max(i) AS n FROM t WHERE i < 251) b JOIN (SELECT count(*) AS n FROM"
                                        + " t) a ON a.n = 2 * b.n + 2 WHERE b.n > 3")
                        .toString());
        assertEquals(
                "[[502]]",
                server.rows("SELECT count(*) FROM t HAVING count(*) > 3").toString());
    }
}
