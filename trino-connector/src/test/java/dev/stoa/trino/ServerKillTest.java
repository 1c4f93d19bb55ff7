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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker with the packaged plugin is killed (SIGKILL) while it writes: a statement adds all of its rows or none. Trino repeats the
 * statement if it may. Expiry deletes what the worker left.
 */
@Tag("engine")
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "stoa.trino.suites", matches = "all")
final class ServerKillTest {
    private static final int MOST_ATTEMPTS = 10;
    private static final int WAITS_MINUTES = 15;
    private static final long ROWS = 2_000_000;

    @TempDir
    private Path folder;

    @Test
    void aKilledWorkerLosesAndDoublesNoRows() throws Exception {
        Path warehouse = Files.createDirectories(folder.resolve("warehouse"));
        Map<String, Map<String, String>> catalogs = Map.of("stoa", Map.of("stoa.warehouse", warehouse.toString()));
        try (ServerProcess coordinator = new ServerProcess(folder.resolve("coordinator"), catalogs)) {
            coordinator.rows("CREATE SCHEMA stoa.s");
            // many files, so that a worker has one open for a while
            coordinator.rows("CREATE TABLE t (id bigint, k bigint) WITH (partitioned_by = ARRAY['k'])");
            long rows = 0;
            for (String policy : List.of("NONE", "QUERY")) {
                boolean wasKilled = false;
                try (ServerProcess worker =
                        new ServerProcess(folder.resolve("worker-" + policy), catalogs, Optional.of(coordinator))) {
                    waitForBoth(coordinator);
                    for (int attempt = 0; !wasKilled; attempt++) {
                        assertTrue(attempt < MOST_ATTEMPTS, "the worker was never seen in a write");
                        CompletableFuture<String> insert = insert(coordinator, rows, policy);
                        wasKilled = kill(worker, insert);
                        String said = insert.get(WAITS_MINUTES, TimeUnit.MINUTES);
                        boolean isThere = said.equals("[" + ROWS + "]");
                        assertTrue(isThere || wasKilled && policy.equals("NONE"), said);
                        rows += isThere ? ROWS : 0;
                        assertEquals(
                                List.of("[" + rows + "," + rows + "]"),
                                coordinator.rows("SELECT count(*), count(DISTINCT id) FROM t WHERE k IS NOT NULL"),
                                said);
                    }
                }
            }
            coordinator.rows("ALTER TABLE t EXECUTE expire(older_than => '0s', safe_age => '0s')");
            assertEquals(
                    coordinator.rows("SELECT count(*) FROM \"t$files\""),
                    List.of("[" + files(warehouse.resolve("s/t/data")) + "]"),
                    "expiry leaves files of killed workers");
        }
    }

    private static void waitForBoth(ServerProcess coordinator) throws Exception {
        while (!coordinator
                .rows("SELECT count(*) FROM system.runtime.nodes WHERE state = 'active'")
                .equals(List.of("[2]"))) {
            Thread.sleep(200);
        }
    }

    /** Begins an insert of rows, and gives what Trino says at its end. */
    private static CompletableFuture<String> insert(ServerProcess coordinator, long from, String policy) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return coordinator
                        .rows(
                                "INSERT INTO t SELECT n, n % 50 FROM TABLE(sequence(" + from + ", " + (from + ROWS - 1)
                                        + ")) AS q(n)",
                                "scale_writers=false,redistribute_writes=true,retry_initial_delay=1s,retry_policy="
                                        + policy)
                        .get(0);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Kills a worker when it has a data file open; {@code false} if the statement ended before. */
    private static boolean kill(ServerProcess worker, CompletableFuture<String> insert) throws Exception {
        while (!insert.isDone()) {
            if (worker.hasOpen("/s/t/data/")) {
                worker.close();
                return true;
            }
            Thread.sleep(1);
        }
        return false;
    }

    private static long files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).count();
        }
    }
}
