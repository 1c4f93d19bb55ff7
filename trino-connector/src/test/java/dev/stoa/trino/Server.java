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
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedResult;
import io.trino.testing.QueryRunner;
import io.trino.testing.TestingSession;
import io.trino.tpch.TpchTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Trino with a catalog of a warehouse, in this process; statements reach the tasks as they do in a cluster. */
final class Server implements AutoCloseable {
    private final DistributedQueryRunner runner;

    Server(Path warehouse) throws Exception {
        this(warehouse, 0);
    }

    /**
     * Trino with workers beside the coordinator.
     *
     * @param workers their number
     */
    Server(Path warehouse, int workers) throws Exception {
        this(warehouse, builder -> builder.setWorkerCount(workers));
    }

    /**
     * Trino with other settings.
     *
     * @param settings changes what is not the default
     */
    Server(Path warehouse, Consumer<DistributedQueryRunner.Builder<?>> settings) throws Exception {
        this(Map.of("stoa.warehouse", warehouse.toString()), settings);
    }

    /**
     * Trino with another catalog.
     *
     * @param catalog its properties
     * @param settings changes what is not the default
     */
    Server(Map<String, String> catalog, Consumer<DistributedQueryRunner.Builder<?>> settings) throws Exception {
        DistributedQueryRunner.Builder<?> builder = DistributedQueryRunner.builder(TestingSession.testSessionBuilder()
                .setCatalog("stoa")
                .setSchema("s")
                .build());
        settings.accept(builder);
        runner = builder.build();
        runner.installPlugin(new StoaPlugin());
        runner.createCatalog("stoa", "stoa", catalog);
    }

    /**
     * Makes Trino with two workers and the tables of TPC-H that its own suites need.
     *
     * @param warehouse an empty folder
     */
    static QueryRunner withTpchTables(Path warehouse, Collection<TpchTable<?>> tables) throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        return withTpchTables(new Server(warehouse, 2).runner(), tables);
    }

    static QueryRunner withTpchTables(QueryRunner runner, Collection<TpchTable<?>> tables) {
        runner.installPlugin(new TpchPlugin());
        runner.createCatalog("tpch", "tpch", Map.of());
        for (TpchTable<?> table : tables) {
            String name = table.getTableName();
            runner.execute("CREATE TABLE " + name + " AS SELECT * FROM tpch.tiny." + name);
        }
        return runner;
    }

    DistributedQueryRunner runner() {
        return runner;
    }

    /** The rows, each as a list in brackets. */
    List<String> rows(String sql) {
        MaterializedResult result = runner.execute(sql);
        return result.getMaterializedRows().stream()
                .map(row -> row.getFields().toString())
                .toList();
    }

    @Override
    public void close() {
        runner.close();
    }
}
