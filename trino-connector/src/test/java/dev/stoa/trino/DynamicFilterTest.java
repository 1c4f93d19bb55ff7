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

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.Session;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.sql.planner.OptimizerConfig.JoinDistributionType;
import io.trino.testing.AbstractTestDynamicRowFiltering;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.QueryRunner;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Trino's own test of dynamic filters on rows. Scans apply them, and Trino finds no row to leave out any more. */
@Tag("engine")
final class DynamicFilterTest extends AbstractTestDynamicRowFiltering {
    private static final int TRIES = 20;

    @TempDir
    private static Path warehouse;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        return Server.withTpchTables(warehouse, REQUIRED_TPCH_TABLES);
    }

    /** The name that the test asks for. */
    @Override
    protected SchemaTableName getSchemaTableName(ConnectorTableHandle handle) {
        return new SchemaTableName("tpch", ((StoaTable) handle).place().table());
    }

    /** Compares what scans read with and without dynamic filters; the test of Trino compares what it computes itself. */
    @Override
    protected void assertRowFiltering(String sql, JoinDistributionType distribution, String table) {
        Session with = session(distribution, true);
        Session without = session(distribution, false);
        DistributedQueryRunner runner = getDistributedQueryRunner();
        assertThat(runner.execute(with, sql).getMaterializedRows())
                .containsExactlyInAnyOrderElementsOf(
                        runner.execute(without, sql).getMaterializedRows());
        long all = rowsRead(without, sql);
        long read = all;
        // on a busy machine the other side of the join may take longer than splits wait for it
        for (int tries = 0; tries < TRIES && read == all; tries++) {
            read = rowsRead(with, sql);
        }
        assertThat(read).isLessThan(all);
    }

    @Override
    protected void assertNoRowFiltering(String sql, JoinDistributionType distribution, String table) {
        Session with = session(distribution, true);
        Session without = session(distribution, false);
        DistributedQueryRunner runner = getDistributedQueryRunner();
        assertThat(runner.execute(with, sql).getMaterializedRows())
                .containsExactlyInAnyOrderElementsOf(
                        runner.execute(without, sql).getMaterializedRows());
        assertThat(rowsRead(with, sql)).isEqualTo(rowsRead(without, sql));
    }

    private Session session(JoinDistributionType distribution, boolean isFiltered) {
        return Session.builder(noJoinReordering(distribution))
                .setSystemProperty("enable_dynamic_filtering", String.valueOf(isFiltered))
                .build();
    }

    private long rowsRead(Session session, String sql) {
        DistributedQueryRunner runner = getDistributedQueryRunner();
        QueryRunner.MaterializedResultWithPlan result = runner.executeWithPlan(session, sql);
        return runner.getCoordinator()
                .getQueryManager()
                .getFullQueryInfo(result.queryId())
                .getQueryStats()
                .getPhysicalInputPositions();
    }
}
