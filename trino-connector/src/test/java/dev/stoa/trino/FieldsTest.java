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

import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.QueryRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans read fields of rows in place of whole rows. */
@Tag("engine")
final class FieldsTest {
    /** Its rows are whole columns, which no scan can divide. */
    private static final String WHOLE = "(SELECT id, IF(random() >= 0, r) AS r FROM t)";

    @TempDir
    private static Path warehouse;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(warehouse);
        server.rows("CREATE TABLE t AS SELECT n AS id, IF(n % 5 = 0, NULL, CAST(ROW(n * 3, IF(n % 7 = 0, NULL, ROW('a'"
                + " || CAST(n AS varchar), n % 10)), lpad(CAST(n * n AS varchar), 200, CAST(n * 31 AS varchar))) AS"
                + " ROW(n bigint, \"In.ner\" ROW(s varchar, k bigint), wide varchar))) AS r FROM"
                + " TABLE(sequence(1, 20000)) AS q(n)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT r.n FROM t WHERE id < 100",
                "SELECT r.\"In.ner\".s, r.n + 1, id FROM t WHERE id BETWEEN 50 AND 90",
                "SELECT r.\"In.ner\", r.\"In.ner\".k FROM t WHERE id < 60",
                "SELECT r, r.n FROM t WHERE id < 40",
                "SELECT id FROM t WHERE r.n = 33",
                "SELECT id FROM t WHERE r.\"In.ner\".s IN ('a12', 'a14', 'a15', 'a16')",
                "SELECT id FROM t WHERE r.n IS NULL AND id < 50",
                "SELECT id FROM t WHERE r.\"In.ner\".k IS NULL AND id < 50",
                "SELECT id FROM t WHERE r.\"In.ner\" IS NULL AND id < 50",
                "SELECT * FROM t WHERE r.n = 33",
                "SELECT * FROM t WHERE r.n IN (33, 66, 7) AND id + 0 < 30 AND r.wide IS NOT NULL",
                "SELECT r, id FROM t WHERE r.\"In.ner\".k < 2 AND r.\"In.ner\".k <> 0 AND id < 60",
                "SELECT r, id FROM t WHERE (r.n >= 100 AND r.n <= 120 OR id = 7) AND id < 900",
                "SELECT r, id FROM t WHERE r.\"In.ner\".k IS NULL AND id < 50",
                "SELECT r.\"In.ner\".k, count(*), max(r.n) FROM t GROUP BY 1",
                "SELECT count(r.n), min(r.n), max(r.n) FROM t"
            })
    void fieldsHaveTheValuesOfRows(String sql) {
        String whole = sql.replace(" FROM t", " FROM " + WHOLE);
        assertEquals(
                server.rows(whole).stream().sorted().toList(),
                server.rows(sql).stream().sorted().toList());
        assertFalse(server.rows(sql).isEmpty());
    }

    @Test
    void aScanReadsOnlyTheFields() {
        long all = bytes("SELECT count(r.n), count(r.wide) FROM t");
        long one = bytes("SELECT count(r.n) FROM t");
        assertTrue(one * 4 < all, one + " of " + all);
        String plan = server.rows("EXPLAIN SELECT id FROM t WHERE r.n = 33").toString();
        assertTrue(plan.contains("constraint on r.n") && !plan.contains("ScanFilter"), plan);
        plan = server.rows("EXPLAIN SELECT * FROM t WHERE r.n = 33").toString();
        assertTrue(plan.contains("constraint on r.n") && !plan.contains("ScanFilter"), plan);
    }

    @Test
    void changesFindRowsByFields() {
        server.rows("CREATE TABLE changed AS SELECT * FROM t WHERE id <= 100");
        assertEquals(
                List.of("[9]"), server.rows("DELETE FROM changed WHERE r.\"In.ner\".k = 3 OR r.\"In.ner\".k = 33"));
        assertEquals(List.of("[1]"), server.rows("UPDATE changed SET id = -1 WHERE r.n = 6"));
        assertEquals(List.of("[-1, 6]"), server.rows("SELECT id, r.n FROM changed WHERE id < 0"));
    }

    private static long bytes(String sql) {
        DistributedQueryRunner runner = server.runner();
        QueryRunner.MaterializedResultWithPlan result = runner.executeWithPlan(runner.getDefaultSession(), sql);
        return runner.getCoordinator()
                .getQueryManager()
                .getFullQueryInfo(result.queryId())
                .getQueryStats()
                .getPhysicalInputDataSize()
                .toBytes();
    }
}
