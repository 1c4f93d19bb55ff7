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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Trino's planner learns of a table. */
@Tag("engine")
final class StatisticsTest {
    @TempDir
    private static Path warehouse;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(warehouse);
        server.rows("CREATE TABLE parts AS SELECT x AS id, 'brand ' || cast(x % 25 AS varchar) AS brand,"
                + " cast(x % 50 AS integer) AS size, nullif(x % 4, 0) AS some"
                + " FROM UNNEST(sequence(1, 10000)) AS t(x)");
        server.rows("CREATE TABLE sales AS SELECT x AS part, cast(x % 7 AS integer) AS store"
                + " FROM UNNEST(sequence(1, 9000)) AS t(x)");
        server.rows("CREATE TABLE stores AS SELECT x AS id FROM UNNEST(sequence(0, 6)) AS t(x)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<String> stats(String query) {
        return server.rows("SHOW STATS FOR " + query);
    }

    @Test
    void aPushedConditionCounts() {
        List<String> shown = stats("(SELECT * FROM parts WHERE id <= 2500)");
        assertTrue(shown.contains("[id, null, 2500.0, 0.0, null, 1, 2500]"), shown.toString());
        assertTrue(shown.contains("[null, null, null, null, 2500.0, null, null]"), shown.toString());
        shown = stats("(SELECT * FROM parts WHERE size = 7)");
        assertTrue(shown.contains("[null, null, null, null, 200.0, null, null]"), shown.toString());
        shown = stats("(SELECT * FROM parts WHERE some IS NULL)");
        assertTrue(shown.contains("[null, null, null, null, 2500.0, null, null]"), shown.toString());
    }

    @Test
    void analyzeCountsDifferentValues() {
        server.rows("CREATE TABLE counted AS SELECT * FROM parts");
        List<String> before = stats("counted");
        assertTrue(before.stream().anyMatch(row -> row.startsWith("[brand, ") && row.contains(", null, 0.0, ")));
        server.rows("ANALYZE counted WITH (columns = ARRAY['brand'])");
        List<String> after = stats("counted");
        assertTrue(after.stream().anyMatch(row -> row.startsWith("[brand, ") && row.contains(", 25.0, 0.0, ")));
        server.rows("ANALYZE counted");
        assertTrue(stats("(SELECT * FROM counted WHERE brand = 'brand 3')")
                .contains("[null, null, null, null, 400.0, null, null]"));
        assertFalse(server.rows("SHOW CREATE TABLE counted").get(0).contains("distinct"));
        server.rows("ALTER TABLE counted SET PROPERTIES extra_properties = ARRAY['team=red']");
        assertEquals(after.size(), stats("counted").size());
        assertTrue(stats("counted").stream().anyMatch(row -> row.startsWith("[brand, ") && row.contains(", 25.0, ")));
        assertEquals(List.of("[10000]"), server.rows("SELECT count(*) FROM counted"));
        String refused = assertThrows(
                        RuntimeException.class, () -> server.rows("ANALYZE counted WITH (columns = ARRAY['nix'])"))
                .getMessage();
        assertTrue(refused.contains("the values of 'nix' can't be counted"), refused);
    }

    /** A LIKE alone would make Trino join the tables as they are written: the larger one would be kept in memory. */
    @Test
    void aPatternDoesNotHideWhatConditionsLeave() {
        String plan = server.rows("EXPLAIN SELECT count(*) FROM parts, sales, stores WHERE parts.id = sales.part"
                        + " AND sales.store = stores.id AND parts.size = 7 AND parts.brand LIKE '%3'")
                .get(0);
        int sales = plan.indexOf("stoa:s.sales@");
        int parts = plan.indexOf("stoa:s.parts@");
        assertTrue(sales >= 0 && sales < parts, plan);
        assertEquals(
                List.of("[180]"),
                server.rows("SELECT count(*) FROM parts, sales, stores WHERE parts.id = sales.part"
                        + " AND sales.store = stores.id AND parts.size = 7 AND parts.brand LIKE '%7'"));
    }
}
