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

import io.trino.Session;
import io.trino.plugin.tpch.TpchPlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedRow;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The 22 queries of TPC-H, at scale 0.01 or {@code -Dstoa.trino.scale}: the same rows as from Trino's own connector of TPC-H, also after changes. */
@Tag("engine")
final class TpchTest {
    private static final int QUERIES = 22;

    /** Orders and partitions, so that scans prune. */
    private static final Map<String, String> DECLARED = Map.of(
            "lineitem", " WITH (sorted_by = ARRAY['l_shipdate'])",
            "orders", " WITH (partitioned_by = ARRAY['year(o_orderdate)'])");

    private static final String SCALE = System.getProperty("stoa.trino.scale", "0.01");

    /** The schema of Trino's own connector with this scale. */
    private static final String SCHEMA = "sf" + SCALE;

    private static final String SOURCE = "tpch.\"" + SCHEMA + "\".";

    @TempDir
    private Path warehouse;

    @Test
    void queriesHaveTheSameRows() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        try (Server server = new Server(warehouse, 2)) {
            DistributedQueryRunner runner = server.runner();
            runner.installPlugin(new TpchPlugin());
            runner.createCatalog(
                    "tpch", "tpch", Map.of("tpch.column-naming", "STANDARD", "tpch.double-type-mapping", "DECIMAL"));
            for (TpchTable<?> table : TpchTable.getTables()) {
                String name = table.getTableName();
                runner.execute("CREATE TABLE " + name + DECLARED.getOrDefault(name, "") + " AS SELECT * FROM " + SOURCE
                        + name);
            }
            Session tpch = Session.builder(runner.getDefaultSession())
                    .setCatalog("tpch")
                    .setSchema(SCHEMA)
                    .build();
            List<List<MaterializedRow>> expected = results(runner, tpch);
            assertEquals(QUERIES, expected.size());
            assertEquals(List.of(), empty(expected));
            assertSame(expected, results(runner, runner.getDefaultSession()));
            refresh(runner);
            assertSame(expected, results(runner, runner.getDefaultSession()));
        }
    }

    /** The numbers of the queries without rows. */
    private static List<Integer> empty(List<List<MaterializedRow>> results) {
        return IntStream.rangeClosed(1, QUERIES)
                .filter(query -> results.get(query - 1).isEmpty())
                .boxed()
                .toList();
    }

    private static void assertSame(List<List<MaterializedRow>> expected, List<List<MaterializedRow>> found) {
        for (int i = 0; i < QUERIES; i++) {
            assertEquals(expected.get(i), found.get(i), "query " + (i + 1));
        }
    }

    /** Deletes rows and adds them again, and updates others twice: in the end the rows are as they were, in other files and sidecars. */
    private static void refresh(DistributedQueryRunner runner) {
        for (String from : List.of("lineitem WHERE l_orderkey % 8 = 3", "orders WHERE o_orderkey % 8 = 3")) {
            String table = from.substring(0, from.indexOf(' '));
            runner.execute("DELETE FROM " + from);
            runner.execute("INSERT INTO " + table + " SELECT * FROM " + SOURCE + from);
        }
        for (String sign : List.of("+", "-")) {
            runner.execute("UPDATE lineitem SET l_quantity = l_quantity " + sign + " 7 WHERE l_partkey % 10 = 1");
        }
        runner.execute("MERGE INTO customer c USING " + SOURCE
                + "customer s ON c.c_custkey = s.c_custkey AND s.c_custkey < 300"
                + " WHEN MATCHED THEN UPDATE SET c_acctbal = s.c_acctbal, c_phone = s.c_phone");
    }

    private static List<List<MaterializedRow>> results(DistributedQueryRunner runner, Session session)
            throws IOException {
        List<List<MaterializedRow>> results = new ArrayList<>();
        for (String query : queries()) {
            results.add(runner.execute(session, query).getMaterializedRows());
        }
        return results;
    }

    private static List<String> queries() throws IOException {
        try (InputStream in = TpchTest.class.getResourceAsStream("/queries.sql")) {
            // query 11 asks for a part of all that depends on the scale
            BigDecimal part = new BigDecimal("0.0001").divide(new BigDecimal(SCALE));
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace(" * 0.01 from", " * " + part.toPlainString() + " from");
            List<String> queries = Arrays.stream(all.split(";\\s*", -1))
                    .map(String::strip)
                    .filter(query -> !query.isEmpty())
                    .toList();
            assertFalse(queries.isEmpty());
            return queries;
        }
    }
}
