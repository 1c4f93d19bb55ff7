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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers of a scan in {@code EXPLAIN ANALYZE VERBOSE}. */
@Tag("engine")
final class MetricsTest {
    @TempDir
    private static Path warehouse;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(warehouse);
        server.rows("CREATE TABLE t (id bigint, name varchar) WITH (sorted_by = ARRAY['id'])");
        server.rows("INSERT INTO t SELECT n, 'name' || CAST(n % 7 AS varchar) FROM TABLE(sequence(1, 200000)) AS q(n)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static long shown(String plan, String metric) {
        Matcher found = Pattern.compile("'" + metric + "' = [A-Za-z]+[\\[{]total=(\\d+)")
                .matcher(plan);
        assertTrue(found.find(), metric + " is missing in " + plan);
        return Long.parseLong(found.group(1));
    }

    private static String explain(String condition) {
        return server.rows("EXPLAIN ANALYZE VERBOSE SELECT max(name) FROM t WHERE id + 0 > 0 AND " + condition)
                .get(0);
    }

    @Test
    void aPlanShowsZonesRequestsBytesAndSidecars() {
        String all = explain("id > 0");
        assertEquals(4, shown(all, "zones"));
        assertEquals(0, shown(all, "zones pruned"));
        assertEquals(0, shown(all, "sidecars"));
        assertTrue(shown(all, "requests") > 0, all);
        server.rows("UPDATE t SET name = 'new' WHERE id = 5");
        String few = explain("id < 100");
        assertEquals(3, shown(few, "zones pruned"));
        assertEquals(1, shown(few, "sidecars"));
        assertTrue(shown(few, "bytes") > 0, few);
    }
}
