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
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trino's own smoke test of connectors, on an S3 server that Trino's own file system reaches. */
@Tag("engine")
@Tag("store")
final class NativeS3ConnectorSmokeTest extends BaseConnectorSmokeTest {
    private static final Set<TestingConnectorBehavior> RENAMES = EnumSet.of(
            TestingConnectorBehavior.SUPPORTS_RENAME_TABLE,
            TestingConnectorBehavior.SUPPORTS_RENAME_TABLE_ACROSS_SCHEMAS,
            TestingConnectorBehavior.SUPPORTS_RENAME_SCHEMA);

    private static S3Process s3;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        s3 = new S3Process();
        QueryRunner runner = new Server(s3.catalog("s3://bkt/lake"), builder -> builder.setWorkerCount(2)).runner();
        runner.execute("CREATE SCHEMA stoa.s");
        return Server.withTpchTables(runner, REQUIRED_TPCH_TABLES);
    }

    @AfterAll
    static void stop() {
        s3.close();
    }

    @Override
    protected boolean hasBehavior(TestingConnectorBehavior behaviour) {
        return !RENAMES.contains(behaviour) && Behaviours.has(behaviour).orElseGet(() -> super.hasBehavior(behaviour));
    }

    /** The connector says why. */
    @Test
    @Override
    public void testRenameTable() {
        assertQueryFails("ALTER TABLE nation RENAME TO other", ".*/s/nation can't be renamed: an object store .*");
    }

    /** The connector says why. */
    @Test
    @Override
    public void testRenameSchema() {
        assertQueryFails("ALTER SCHEMA s RENAME TO other", ".*/s can't be renamed: an object store .*");
    }

    @Test
    public void testSchemaWithoutTables() {
        assertUpdate("CREATE SCHEMA stoa.empty");
        assertQuery("SELECT count(*) FROM stoa.information_schema.schemata WHERE schema_name = 'empty'", "VALUES 1");
        assertUpdate("DROP SCHEMA stoa.empty");
        assertQuery("SELECT count(*) FROM stoa.information_schema.schemata WHERE schema_name = 'empty'", "VALUES 0");
    }
}
