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

import io.trino.execution.QueryStats;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.QueryRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits, and the first rows of an order. */
@Tag("engine")
final class FirstRowsTest {
    private static final int FILES = 6;
    private static final int ROWS = 1_000;

    @TempDir
    private static Path warehouse;

    private static Server server;

    /** Each file has the next ids. Some rows are deleted. Column k has the same values in each file, and nulls. */
    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(warehouse);
        for (String order : List.of("plain", "by_k")) {
            String sorted = order.equals("plain") ? "" : ", sorted_by = ARRAY['k DESC', 'id']";
            server.rows("CREATE TABLE " + order + " (id bigint, k integer, s varchar, d double, part varchar) WITH"
                    + " (extra_properties = ARRAY['upkeep=false']" + sorted + ")");
            for (int i = 0; i < FILES; i++) {
                server.rows("INSERT INTO " + order + " SELECT n, IF(n % 7 = 0, NULL, CAST(n * 31 % 100 + " + i
                        + " AS integer)), 'row ' || CAST(n AS varchar), n / 4e0, 'p" + i % 2 + "' FROM TABLE(sequence("
                        + i * ROWS + ", " + (i * ROWS + ROWS - 1) + ")) AS q(n)");
            }
            server.rows("DELETE FROM " + order + " WHERE id % 1000 < 20 OR id BETWEEN 3000 AND 3995");
            server.rows("UPDATE " + order + " SET k = k + 50, s = 'changed' WHERE id % 97 = 0");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String plan(String sql) {
        return server.rows("EXPLAIN " + sql).toString();
    }

    private static QueryStats stats(String sql) {
        DistributedQueryRunner runner = server.runner();
        QueryRunner.MaterializedResultWithPlan result = runner.executeWithPlan(runner.getDefaultSession(), sql);
        return runner.getCoordinator()
                .getQueryManager()
                .getFullQueryInfo(result.queryId())
                .getQueryStats();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM plain LIMIT 1",
                "SELECT id FROM plain LIMIT 981",
                "SELECT id FROM plain LIMIT 2500",
                "SELECT id FROM plain LIMIT 100000",
                "SELECT id FROM plain WHERE part = 'p1' LIMIT 1200",
                "SELECT id FROM plain WHERE id BETWEEN 2100 AND 2900 AND s LIKE 'row%' LIMIT 5",
                "SELECT id FROM plain WHERE id IN (4100, 4101, 4102, 4103) LIMIT 3",
                "SELECT id FROM plain FOR VERSION AS OF 2 LIMIT 1500"
            })
    void scansKeepALimitAsAWhole(String sql) {
        boolean isExact = !sql.contains("LIKE");
        assertEquals(!isExact, plan(sql).contains("Limit["), plan(sql));
        String all = sql.substring(0, sql.indexOf(" LIMIT"));
        long limit = Long.parseLong(sql.substring(sql.lastIndexOf(' ') + 1));
        long expected = Math.min(limit, server.rows(all).size());
        List<String> rows = server.rows(sql);
        assertEquals(expected, rows.size());
        assertEquals(expected, rows.stream().distinct().count());
        assertTrue(server.rows(all).containsAll(rows));
    }

    @Test
    void aLimitNeedsFewSplits() {
        assertEquals(900, stats("SELECT id FROM plain LIMIT 900").getPhysicalInputPositions());
        assertEquals(2000, stats("SELECT id FROM plain LIMIT 2000").getPhysicalInputPositions());
    }

    @Test
    void aLimitBelowAJoinKeepsItsRows() {
        assertEquals(
                List.of("[10]"),
                server.rows("SELECT count(*) FROM (SELECT id FROM plain LIMIT 10) p LEFT JOIN (VALUES 4, 5) AS v(x) ON"
                        + " p.id = v.x"));
        assertTrue(server.rows("SELECT p.id FROM (SELECT id FROM plain LIMIT 10) p JOIN (VALUES 25, 5500) AS v(x) ON"
                                + " p.id = v.x")
                        .size()
                <= 2);
    }

    @Test
    void firstRowsAreThoseOfAllRows() {
        long seed = Long.getLong("stoa.seed", 22);
        Random random = new Random(seed);
        List<String> columns = List.of("id", "k", "s", "d", "part");
        for (int i = 0; i < 40; i++) {
            String table = random.nextBoolean() ? "plain" : "by_k";
            String first = columns.get(random.nextInt(columns.size()))
                    + (random.nextBoolean() ? " DESC" : "")
                    + (random.nextInt(3) == 0 ? " NULLS FIRST" : "");
            String order = random.nextBoolean() ? "k DESC, id" : first + ", id";
            String where = List.of("", " WHERE part = 'p0'", " WHERE id > 1500", " WHERE k < 60")
                    .get(random.nextInt(4));
            String end = " ORDER BY " + order + " LIMIT " + (1 + random.nextInt(random.nextBoolean() ? 10 : 3000));
            String sql = "SELECT id, k, s FROM " + table + where + end;
            String computed = "SELECT id, k, s FROM (SELECT * FROM " + table + where + ") WHERE random() >= 0" + end;
            assertEquals(server.rows(computed), server.rows(sql), sql + ", seed " + seed);
        }
    }

    @Test
    void theLogLeavesOutFilesAfterTheFirstRows() {
        assertTrue(plan("SELECT * FROM plain ORDER BY id LIMIT 10").contains("constraint on id"));
        assertEquals(980, stats("SELECT * FROM plain ORDER BY id LIMIT 10").getPhysicalInputPositions());
        assertEquals(980, stats("SELECT * FROM plain ORDER BY id DESC LIMIT 10").getPhysicalInputPositions());
        assertFalse(plan("SELECT * FROM plain ORDER BY id NULLS FIRST LIMIT 10").contains("constraint on id"));
        assertFalse(plan("SELECT * FROM plain ORDER BY d LIMIT 10").contains("constraint on"));
    }

    /** Bounds of long texts are cut, perhaps within a character. */
    @Test
    void longTextsAreInOrder() {
        server.rows("CREATE TABLE texts (s varchar) WITH (extra_properties = ARRAY['upkeep=false'])");
        for (int i = 0; i < 4; i++) {
            server.rows("INSERT INTO texts SELECT rpad('', " + (13 + i)
                    + ", 'abc') || rpad('', 500 - n, U&'\\+01F600') FROM" + " TABLE(sequence(0, 20)) AS q(n)");
        }
        for (String order : List.of("s", "s DESC")) {
            assertEquals(
                    server.rows("SELECT s FROM texts WHERE random() >= 0 ORDER BY " + order + " LIMIT 15"),
                    server.rows("SELECT s FROM texts ORDER BY " + order + " LIMIT 15"));
        }
    }

    @Test
    void splitsOfSortedFilesStopAfterTheFirstRows() {
        long rows = stats("SELECT * FROM by_k ORDER BY k DESC, id LIMIT 3").getPhysicalInputPositions();
        assertTrue(rows <= 3L * FILES * 2, rows + " rows");
        assertTrue(plan("SELECT * FROM by_k ORDER BY k DESC LIMIT 3").contains("limit 3 of each split"));
        assertFalse(plan("SELECT * FROM by_k ORDER BY k LIMIT 3").contains("of each split"));
        assertFalse(plan("SELECT * FROM by_k ORDER BY id LIMIT 3").contains("of each split"));
    }
}
