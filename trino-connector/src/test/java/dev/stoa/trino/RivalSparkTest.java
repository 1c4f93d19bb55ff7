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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server with the packaged plugin and a Spark, each in a process of its own, update the same row at the same time. Each statement
 * counts once, or fails because of the other.
 */
@Tag("engine")
@EnabledIfSystemProperty(named = "stoa.trino.suites", matches = "all")
final class RivalSparkTest {
    private static final int STATEMENTS = 25;

    @TempDir
    private Path folder;

    @Test
    void rivalsLoseNoUpdate() throws Exception {
        assumeTrue(SparkProcess.isThere(), "Spark's module is not built");
        Path warehouse = Files.createDirectories(folder.resolve("warehouse/s")).getParent();
        Map<String, Map<String, String>> catalogs = Map.of("stoa", Map.of("stoa.warehouse", warehouse.toString()));
        try (ServerProcess trino = new ServerProcess(folder.resolve("trino"), catalogs);
                SparkProcess spark = new SparkProcess(Files.createDirectories(folder.resolve("spark")), warehouse)) {
            assertEquals(
                    List.of("[3]"),
                    trino.rows("CREATE TABLE t AS SELECT * FROM (VALUES (1, 0), (2, 0), (3, 0)) AS" + " v(id, n)"));
            assertEquals(List.of("[3]"), spark.rows("select count(*) from stoa.s.t"));
            CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> bySpark(spark));
            int done = 0;
            int lost = 0;
            for (int i = 0; i < STATEMENTS || !other.isDone(); i++) {
                String said = trino.rows("UPDATE t SET n = n + 1 WHERE id = 2").get(0);
                boolean isConflict = said.startsWith("TRANSACTION_CONFLICT");
                assertTrue(isConflict || said.equals("[1]"), said);
                done += isConflict ? 0 : 1;
                lost += isConflict ? 1 : 0;
            }
            int bySpark = other.join();
            assertTrue(done > 0 && bySpark > 0 && lost + STATEMENTS - bySpark > 0, "the two never met");
            assertEquals(
                    List.of("[1,0]", "[2," + (done + bySpark) + "]", "[3,0]"),
                    trino.rows("SELECT id, n FROM t ORDER BY id"));
            assertEquals(List.of("[" + (done + bySpark) + "]"), spark.rows("select sum(n) from stoa.s.t"));
        }
    }

    /** How many statements of Spark count. */
    private static int bySpark(SparkProcess spark) {
        int done = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            try {
                spark.rows("update stoa.s.t set n = n + 1 where id = 2");
                done++;
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("conflict"), e.getMessage());
            }
        }
        return done;
    }
}
