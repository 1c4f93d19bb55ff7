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

import com.google.inject.Module;
import io.trino.operator.RetryPolicy;
import io.trino.plugin.exchange.filesystem.FileSystemExchangePlugin;
import io.trino.testing.BaseFailureRecoveryTest;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.QueryRunner;
import io.trino.tpch.TpchTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trino's own test of retries: tasks, requests and results fail, and each statement has its effect once. */
@Tag("engine")
abstract class RecoveryTest extends BaseFailureRecoveryTest {
    @TempDir
    private static Path folder;

    RecoveryTest(RetryPolicy policy) {
        super(policy);
    }

    @Override
    protected QueryRunner createQueryRunner(
            List<TpchTable<?>> tables, Map<String, String> settings, Map<String, String> ofCoordinator, Module failures)
            throws Exception {
        Path warehouse = Files.createTempDirectory(folder, "warehouse");
        Files.createDirectories(warehouse.resolve("s"));
        DistributedQueryRunner runner = new Server(
                        warehouse,
                        builder -> builder.setExtraProperties(settings)
                                .setCoordinatorProperties(ofCoordinator)
                                .setAdditionalModule(failures)
                                .setWorkerCount(2))
                .runner();
        runner.installPlugin(new FileSystemExchangePlugin());
        runner.loadExchangeManager(
                "filesystem",
                Map.of(
                        "exchange.base-directories",
                        folder.resolve("exchange").toUri().toString()));
        return Server.withTpchTables(runner, tables);
    }

    @Override
    protected boolean areWriteRetriesSupported() {
        return true;
    }

    /** The coordinator alone runs a delete whose condition a scan computes exactly, so no task is repeated. */
    @Test
    @Override
    protected void testDelete() {
        assertThatQuery("DELETE FROM <table> WHERE orderkey = 1")
                .withSetupQuery(Optional.of("CREATE TABLE <table> AS SELECT * FROM orders"))
                .withCleanupQuery(Optional.of("DROP TABLE <table>"))
                .isCoordinatorOnly();
    }

    @Test
    @Override
    protected void testRefreshMaterializedView() {
        Assumptions.abort("the connector has no materialised views");
    }
}
