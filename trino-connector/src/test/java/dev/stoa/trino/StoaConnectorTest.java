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

import io.trino.Session;
import io.trino.sql.planner.plan.FilterNode;
import io.trino.sql.planner.plan.LimitNode;
import io.trino.testing.BaseConnectorTest;
import io.trino.testing.QueryRunner;
import io.trino.testing.TestingConnectorBehavior;
import io.trino.testing.sql.TestTable;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trino's own test of connectors. */
@Tag("engine")
final class StoaConnectorTest extends BaseConnectorTest {
    /** The most bytes of the name of a folder. */
    private static final int FOLDER_NAME = 255;
    /** The most bytes of the name of a column. */
    private static final int COLUMN_NAME = 65_535;
    /** The changes of types that need no rewrite of files. */
    private static final Set<String> WIDENINGS = Set.of(
            "tinyint to smallint",
            "tinyint to integer",
            "tinyint to bigint",
            "smallint to integer",
            "smallint to bigint",
            "integer to bigint",
            "real to double",
            "decimal(5,3) to decimal(10,3)",
            "decimal(28,3) to decimal(38,3)",
            "decimal(5,3) to decimal(38,3)");

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

    /** No setting says from which size on a file is read in parts. */
    @Override
    protected Session withoutSmallFileThreshold(Session session) {
        return session;
    }

    /** Nothing switches the pushdown of fields off. FieldsTest compares bytes in another way. */
    @Override
    protected Session sessionWithProjectionPushdownDisabled(Session session) {
        return Assumptions.abort("nothing switches the pushdown of fields off");
    }

    @Override
    protected OptionalInt maxSchemaNameLength() {
        return OptionalInt.of(FOLDER_NAME);
    }

    @Override
    protected void verifySchemaNameLengthFailurePermissible(Throwable e) {
        assertThat(e).hasMessageContaining("at most 255");
    }

    @Override
    protected OptionalInt maxTableNameLength() {
        return OptionalInt.of(FOLDER_NAME);
    }

    @Override
    protected void verifyTableNameLengthFailurePermissible(Throwable e) {
        assertThat(e).hasMessageContaining("at most 255");
    }

    @Override
    protected OptionalInt maxColumnNameLength() {
        return OptionalInt.of(COLUMN_NAME);
    }

    @Override
    protected void verifyColumnNameLengthFailurePermissible(Throwable e) {
        assertThat(e).hasMessageContaining("at most 65535");
    }

    @Override
    protected void verifyVersionedQueryFailurePermissible(Exception e) {
        assertThat(e).hasMessageMatching(".*(there was no version|no version 123|a version is a number|no tag).*");
    }

    @Override
    protected Optional<SetColumnTypeSetup> filterSetColumnTypesDataProvider(SetColumnTypeSetup setup) {
        String change = setup.sourceColumnType() + " to " + setup.newColumnType();
        return Optional.of(WIDENINGS.contains(change) ? setup : setup.asUnsupported());
    }

    @Override
    protected Optional<SetColumnTypeSetup> filterSetFieldTypesDataProvider(SetColumnTypeSetup setup) {
        return filterSetColumnTypesDataProvider(setup);
    }

    @Override
    protected void verifySetColumnTypeFailurePermissible(Throwable e) {
        assertThat(e).hasMessageContaining("can't become");
    }

    @Override
    protected void verifySetFieldTypeFailurePermissible(Throwable e) {
        assertThat(e).hasMessageContaining("can't become");
    }

    @Override
    protected String errorMessageForInsertIntoNotNullColumn(String column) {
        return "column '" + column + "', row .*: is null, but the column is declared to have no nulls";
    }

    @Override
    protected TestTable createTableWithDefaultColumns() {
        return Assumptions.abort("columns have no defaults");
    }

    /** Trino's test expects that either all aggregate functions are pushed down, or none. */
    @Test
    @Override
    public void testLimitPushdown() {
        assertThat(query("SELECT name FROM nation LIMIT 30")).isFullyPushedDown();
        assertThat(query("SELECT name FROM nation LIMIT 3"))
                .skipResultsCorrectnessCheckForPushdown()
                .isFullyPushedDown();
        assertThat(query("SELECT name FROM nation WHERE regionkey = 3 LIMIT 5")).isFullyPushedDown();
        assertThat(query("SELECT name FROM nation WHERE name < 'EEE' LIMIT 5")).isFullyPushedDown();
        assertThat(query("SELECT max(regionkey) FROM nation LIMIT 5")).isFullyPushedDown();
        assertThat(query("SELECT name FROM nation WHERE name LIKE '%A%A%' LIMIT 30"))
                .isNotFullyPushedDown(LimitNode.class, FilterNode.class);
    }

    @Test
    @Override
    public void testAddNotNullColumnToEmptyTable() {
        try (TestTable table = newTrinoTable("test_add_nn_to_empty", "(a_varchar varchar)")) {
            assertQueryFails(
                    "ALTER TABLE " + table.getName() + " ADD COLUMN b_varchar varchar NOT NULL",
                    "column 'b_varchar' can't be added as one without nulls, .*");
        }
    }

    @Test
    @Override
    public void testDropRowFieldWhenDuplicates() {
        assertQueryFails(
                "CREATE TABLE twice AS SELECT CAST(row(1, 2, 3) AS row(a integer, a integer, b integer)) AS col",
                "two fields are named 'col.a': names must be unique");
    }

    /** Trino's client can't read maps whose keys are rows, so this reads their parts. */
    @Test
    @Override
    public void testSetFieldMapKeyType() {
        try (TestTable table = newTrinoTable(
                "test_key_type",
                "AS SELECT CAST(map(array[row(1)], array[2]) AS map(row(field integer), integer)) AS col")) {
            assertUpdate("ALTER TABLE " + table.getName() + " ALTER COLUMN col.key.field SET DATA TYPE bigint");
            assertThat(getColumnType(table.getName(), "col")).isEqualTo("map(row(\"field\" bigint), integer)");
            assertQuery(
                    "SELECT map_keys(col)[1].field, map_values(col)[1] FROM " + table.getName(),
                    "VALUES (CAST(1 AS bigint), 2)");
        }
    }

    /** The same for a field in a field. */
    @Test
    @Override
    public void testSetNestedFieldMapKeyType() {
        try (TestTable table = newTrinoTable(
                "test_key_type",
                "AS SELECT CAST(array[map(array[row(1)], array[2])] AS array(map(row(field integer), integer))) AS col")) {
            assertUpdate("ALTER TABLE " + table.getName() + " ALTER COLUMN col.element.key.field SET DATA TYPE bigint");
            assertThat(getColumnType(table.getName(), "col")).isEqualTo("array(map(row(\"field\" bigint), integer))");
            assertQuery("SELECT map_keys(col[1])[1].field FROM " + table.getName(), "VALUES CAST(1 AS bigint)");
        }
    }

    /** Trino's test expects names without quotes, which this version of Trino writes with quotes. */
    @Test
    @Override
    public void testDropAmbiguousRowFieldCaseSensitivity() {
        try (TestTable table = newTrinoTable(
                "test_case",
                "AS SELECT CAST(row(1, 2, 3) AS row(\"one_field\" integer, \"One_Field\" integer, \"ONE_FIELD\" integer))"
                        + " AS col")) {
            assertUpdate("ALTER TABLE " + table.getName() + " DROP COLUMN col.\"One_Field\"");
            assertThat(getColumnType(table.getName(), "col"))
                    .isEqualTo("row(\"one_field\" integer, \"ONE_FIELD\" integer)");
            assertThat(query("SELECT * FROM " + table.getName()))
                    .matches("SELECT CAST(row(1, 3) AS row(\"one_field\" integer, \"ONE_FIELD\" integer))");
        }
    }
}
