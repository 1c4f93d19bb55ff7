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

import io.trino.testing.BaseConnectorSmokeTest;
import io.trino.testing.QueryRunner;
import io.trino.testing.TestingConnectorBehavior;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Trino's own smoke test of connectors. */
@Tag("engine")
@Tag("smoke")
final class ConnectorSmokeTest extends BaseConnectorSmokeTest {
    @TempDir
    private static Path warehouse;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        return Server.withTpchTables(warehouse, REQUIRED_TPCH_TABLES);
    }

    @Override
    protected boolean hasBehavior(TestingConnectorBehavior behaviour) {
        return Behaviours.has(behaviour).orElseGet(() -> super.hasBehavior(behaviour));
    }
}
