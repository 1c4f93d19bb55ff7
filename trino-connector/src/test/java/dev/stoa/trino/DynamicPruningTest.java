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

import io.trino.testing.BaseDynamicPartitionPruningTest;
import io.trino.testing.QueryRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Trino's own test of dynamic filters on partitions. It allows 30 s for a statement, so it needs an idle machine. */
@Tag("engine")
@EnabledIfSystemProperty(named = "stoa.trino.suites", matches = "all")
final class DynamicPruningTest extends BaseDynamicPartitionPruningTest {
    @TempDir
    private static Path warehouse;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        QueryRunner runner = new Server(
                        warehouse,
                        builder -> builder.setExtraProperties(EXTRA_PROPERTIES).setWorkerCount(2))
                .runner();
        return Server.withTpchTables(runner, REQUIRED_TABLES);
    }

    @Override
    protected void createLineitemTable(String table, List<String> columns, List<String> partitions) {
        getQueryRunner()
                .execute("CREATE TABLE " + table + " WITH (partitioned_by = " + array(partitions.stream())
                        + ") AS SELECT " + String.join(", ", columns) + " FROM tpch.tiny.lineitem");
    }

    @Override
    protected void createPartitionedTable(String table, List<String> columns, List<String> partitions) {
        create(table, columns, partitions.stream());
    }

    @Override
    protected void createPartitionedAndBucketedTable(
            String table, List<String> columns, List<String> partitions, List<String> buckets) {
        create(
                table,
                columns,
                Stream.concat(partitions.stream(), buckets.stream().map(column -> "hash(" + column + ", 10)")));
    }

    private void create(String table, List<String> columns, Stream<String> partitions) {
        getQueryRunner()
                .execute("CREATE TABLE " + table + " (" + String.join(", ", columns) + ") WITH (partitioned_by = "
                        + array(partitions) + ")");
    }

    private static String array(Stream<String> texts) {
        return texts.map(text -> "'" + text + "'").collect(Collectors.joining(", ", "ARRAY[", "]"));
    }
}
