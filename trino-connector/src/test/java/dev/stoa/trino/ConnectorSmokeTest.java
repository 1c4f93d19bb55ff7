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

import io.trino.plugin.tpch.TpchPlugin;
import io.trino.testing.BaseConnectorSmokeTest;
import io.trino.testing.QueryRunner;
import io.trino.testing.TestingConnectorBehavior;
import io.trino.tpch.TpchTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Trino's own smoke test of connectors. */
@Tag("engine")
@Tag("smoke")
final class ConnectorSmokeTest extends BaseConnectorSmokeTest {
    /** What the connector does not do, see docs/trino.md. */
    private static final Set<TestingConnectorBehavior> MISSING = EnumSet.of(
            TestingConnectorBehavior.SUPPORTS_CREATE_VIEW,
            TestingConnectorBehavior.SUPPORTS_CREATE_MATERIALIZED_VIEW,
            TestingConnectorBehavior.SUPPORTS_DEFAULT_COLUMN_VALUE);

    private static final int WORKERS = 2;

    @TempDir
    private static Path warehouse;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        QueryRunner runner = new Server(warehouse, WORKERS).runner();
        runner.installPlugin(new TpchPlugin());
        runner.createCatalog("tpch", "tpch", Map.of());
        for (TpchTable<?> table : REQUIRED_TPCH_TABLES) {
            String name = table.getTableName();
            runner.execute("CREATE TABLE " + name + " AS SELECT * FROM tpch.tiny." + name);
        }
        return runner;
    }

    @Override
    protected boolean hasBehavior(TestingConnectorBehavior behaviour) {
        return !MISSING.contains(behaviour) && super.hasBehavior(behaviour);
    }
}
