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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.metadata.StoaMetadata;
import dev.stoa.trino.internal.store.Warehouse;
import dev.stoa.vio.LocalFolder;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorOutputTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.RetryMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.TypeOperators;
import io.trino.testing.TestingConnectorSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("engine")
@Tag("smoke")
final class WriteTest {
    @TempDir
    private static Path warehouse;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        EveryType.create(warehouse.resolve("s").resolve("every"));
        server = new Server(warehouse);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Snapshot snapshot(String table) throws IOException {
        return Table.open(new LocalFolder(warehouse.resolve("s").resolve(table)), TableSettings.DEFAULT)
                .snapshot();
    }

    private static void make(String table) {
        server.rows("CREATE TABLE " + table
                + " AS SELECT n AS id, 'name' || CAST(n % 7 AS varchar) AS name, n * 1.5e0 AS x,"
                + " ARRAY[n, NULL] AS list FROM TABLE(sequence(1, 10000)) AS t(n)");
    }

    private static String refusal(String sql) {
        return assertThrows(RuntimeException.class, () -> server.rows(sql)).getMessage();
    }

    @Test
    void copiesHaveTheSameValuesOfAllTypes() {
        server.rows("CREATE TABLE copy AS SELECT * FROM every");
        server.rows("CREATE TABLE same AS SELECT * FROM every WHERE false");
        assertEquals(List.of("[10000]"), server.rows("SELECT count(*) FROM copy"));
        String columns = String.join(
                ", ",
                server.rows("SHOW COLUMNS FROM every").stream()
                        .map(row -> row.substring(1, row.indexOf(',')))
                        .filter(name -> !name.equals("map"))
                        .toList());
        String all = columns + ", map_entries(map)";
        assertEquals(
                List.of("[0]"),
                server.rows(
                        "SELECT count(*) FROM (SELECT " + all + " FROM every EXCEPT SELECT " + all + " FROM copy)"));
        server.rows("INSERT INTO every SELECT * FROM copy WHERE number < 100");
        assertEquals(List.of("[10100, 10000]"), server.rows("SELECT count(*), count(DISTINCT number) FROM every"));
        assertEquals(
                List.of("[0]"),
                server.rows(
                        "SELECT count(*) FROM (SELECT " + all + " FROM every EXCEPT SELECT " + all + " FROM copy)"));
    }

    @Test
    void valuesOutOfAColumnsRangeAreRefused() {
        assertTrue(refusal("INSERT INTO every (number, u8) VALUES (1, SMALLINT '256')")
                .contains("uint8"));
        assertTrue(refusal("INSERT INTO every (number, u32) VALUES (1, BIGINT '-1')")
                .contains("uint32"));
        assertTrue(refusal("INSERT INTO every (number, u64) VALUES (1, DECIMAL '-1')")
                .contains("uint64"));
        assertTrue(refusal("INSERT INTO every (number, f16) VALUES (1, REAL '1.1')")
                .contains("1.1 is not a float16"));
        assertTrue(refusal("INSERT INTO every (number, f16) VALUES (1, REAL '100000')")
                .contains("float16"));
        String refused = refusal("INSERT INTO every (u64) VALUES (DECIMAL '1')");
        assertTrue(refused.contains("Number") && refused.contains("no nulls"), refused);
    }

    @Test
    void halvesOfAllSignsAreWritten() {
        server.rows(
                "INSERT INTO every (number, f16) VALUES (-1, REAL '-1.5'), (-2, CAST(-infinity() AS real)), (-3, REAL '-0.0')");
        assertEquals(
                List.of("[-1, -1.5]", "[-2, -Infinity]", "[-3, -0.0]"),
                server.rows("SELECT number, f16 FROM every WHERE number < 0 ORDER BY number DESC"));
        server.rows("DELETE FROM every WHERE number < 0");
    }

    @Test
    void insertsTakeColumnsInAnyOrder() {
        make("ins");
        server.rows("INSERT INTO ins (name, id) VALUES ('a', 20000), (NULL, 20001)");
        assertEquals(
                List.of("[20000, a, null, null]", "[20001, null, null, null]"),
                server.rows("SELECT * FROM ins WHERE id >= 20000 ORDER BY id"));
    }

    @Test
    void deletesWithoutAScanAndWith() throws IOException {
        make("del");
        String plan = server.rows("EXPLAIN DELETE FROM del WHERE id <= 100").get(0);
        assertFalse(plan.contains("TableScan"), plan);
        assertEquals(List.of("[100]"), server.rows("DELETE FROM del WHERE id <= 100"));
        assertEquals(List.of("[100]"), server.rows("DELETE FROM del WHERE x > 14850 AND id % 1 = 0"));
        assertEquals(List.of("[9800]"), server.rows("SELECT count(*) FROM del"));
        assertEquals(9800, snapshot("del").rowCount());
        server.rows("TRUNCATE TABLE del");
        assertEquals(List.of("[0]"), server.rows("SELECT count(*) FROM del"));
    }

    @Test
    void updatesWriteTheChangedColumnsOnly() throws IOException {
        make("upd");
        assertEquals(List.of("[11]"), server.rows("UPDATE upd SET x = -1, name = name WHERE id BETWEEN 100 AND 110"));
        assertEquals(List.of("[11]"), server.rows("SELECT count(*) FROM upd WHERE x = -1"));
        assertEquals(
                List.of("[10000, 10000, 20000]"),
                server.rows("SELECT count(*), count(name), sum(cardinality(list)) FROM upd"));
        Snapshot after = snapshot("upd");
        int x = after.schema().fields().get(2).fieldId().orElseThrow();
        for (Fragment fragment : after.fragments()) {
            fragment.sidecars().forEach(sidecar -> assertEquals(List.of(x), sidecar.fields()));
        }
        assertEquals(
                1,
                after.fragments().stream()
                        .filter(fragment -> !fragment.sidecars().isEmpty())
                        .count());
    }

    @Test
    void mergesInsertUpdateAndDelete() {
        make("mrg");
        server.rows("MERGE INTO mrg t USING (SELECT n FROM TABLE(sequence(9901, 10100)) AS s(n)) s ON t.id = s.n"
                + " WHEN MATCHED AND s.n % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET name = 'changed'"
                + " WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.n, 'new')");
        assertEquals(
                List.of("[10050, 50, 100]"),
                server.rows("SELECT count(*), count_if(name = 'changed'), count_if(name = 'new') FROM mrg"));
        assertTrue(refusal("MERGE INTO mrg t USING (VALUES 1, 1) AS s(n) ON t.id = s.n WHEN MATCHED THEN DELETE")
                .contains("MERGE"));
    }

    @Test
    void rowsThatMoveBySortingAreInOrder() throws IOException {
        server.rows("CREATE TABLE ordered (id bigint, region varchar, v double) WITH (sorted_by = ARRAY['id DESC'],"
                + " partitioned_by = ARRAY['region'])");
        server.rows("INSERT INTO ordered SELECT n, CAST(n % 3 AS varchar), 0e0 FROM TABLE(sequence(1, 3000)) AS t(n)");
        server.rows("UPDATE ordered SET region = '7', id = -id WHERE id <= 10");
        assertEquals(
                List.of("[3000, 10]"), server.rows("SELECT count(*), count_if(region = '7' AND id < 0) FROM ordered"));
        assertEquals(
                4,
                snapshot("ordered").fragments().stream()
                        .map(fragment -> fragment.partition().orElseThrow())
                        .distinct()
                        .count());
        String made = server.rows("SHOW CREATE TABLE ordered").get(0);
        assertTrue(made.contains("sorted_by = ARRAY['id DESC']") && made.contains("ARRAY['region']"), made);
        assertTrue(refusal("CREATE TABLE no (id bigint) WITH (sorted_by = ARRAY['b'])")
                .contains("'b'"));
        assertTrue(refusal("ALTER TABLE ordered SET PROPERTIES sorted_by = ARRAY['v']")
                .contains("sorted_by"));
    }

    /** A statement that says something twice, or what can't be, is mistaken. */
    @Test
    void declarationsThatMeanNothingAreRefused() {
        for (String with : List.of(
                "sorted_by = ARRAY['id', 'region', 'id DESC']",
                "partitioned_by = ARRAY['id', 'id']",
                "partitioned_by = ARRAY['hash(id, 4)', 'region', 'hash(id, 4)']")) {
            String made = "(id bigint, region varchar) WITH (" + with + ")";
            String said = refusal("CREATE TABLE twice " + made);
            assertTrue(said.contains("column 'id' is twice") && said.contains("write it once"), said);
            String replaced = refusal("CREATE OR REPLACE TABLE every " + made);
            assertTrue(replaced.contains("column 'id' is twice"), replaced);
        }
        make("sized");
        server.rows("CREATE TABLE rowed (r ROW(b varchar(3)))");
        for (String statement : List.of(
                "CREATE TABLE twice (a varchar(0))",
                "CREATE TABLE twice (a ARRAY(ROW(b varchar(0))))",
                "ALTER TABLE sized ADD COLUMN a varchar(0)",
                "ALTER TABLE sized ALTER COLUMN name SET DATA TYPE varchar(0)",
                "ALTER TABLE rowed ALTER COLUMN r.b SET DATA TYPE varchar(0)")) {
            assertTrue(refusal(statement).contains("varchar(0) has room for no text"), statement);
        }
        assertFalse(Files.exists(warehouse.resolve("s/twice")));
        server.rows("CREATE TABLE of_empty AS SELECT '' AS a");
        assertEquals(List.of("[]"), server.rows("SELECT a FROM of_empty"));
        server.rows("CREATE TABLE days_and_hours (t timestamp(3)) WITH (partitioned_by = ARRAY['day(t)', 'hour(t)'])");
    }

    @Test
    void foldersOfOtherFormatsAreNoPlaceForTables() throws IOException {
        Files.createDirectories(warehouse.resolve("s/lake/_delta_log"));
        Files.createDirectories(warehouse.resolve("s/hudi/.hoodie"));
        Path metadata = Files.createDirectories(warehouse.resolve("s/berg/metadata"));
        Files.writeString(metadata.resolve("v1.metadata.json"), "{}");
        for (String table : List.of("lake", "hudi", "berg")) {
            for (String statement : List.of("CREATE TABLE %s (a bigint)", "CREATE TABLE %s AS SELECT 1 AS a")) {
                String said = refusal(String.format(statement, table));
                assertTrue(said.contains("would be inside the table") && said.contains("choose a place"), said);
                assertFalse(Files.exists(warehouse.resolve("s/" + table + "/_stoa")));
            }
        }
    }

    @Test
    void columnsAndComments() {
        make("alt");
        for (String change : List.of(
                "ALTER TABLE alt ADD COLUMN note varchar COMMENT 'of it' FIRST",
                "ALTER TABLE alt ADD COLUMN pair ROW(a integer) AFTER id",
                "INSERT INTO alt (id, pair, note) VALUES (-1, ROW(5), 'n')",
                "ALTER TABLE alt ADD COLUMN pair.b varchar",
                "ALTER TABLE alt ALTER COLUMN pair.a SET DATA TYPE bigint",
                "ALTER TABLE alt RENAME COLUMN pair.a TO c",
                "ALTER TABLE alt RENAME COLUMN name TO called",
                "ALTER TABLE alt DROP COLUMN list",
                "COMMENT ON TABLE alt IS 'a table'",
                "COMMENT ON COLUMN alt.called IS 'a name'",
                "ALTER TABLE alt SET PROPERTIES extra_properties = ARRAY['team=red']")) {
            server.rows(change);
        }
        assertEquals(
                List.of("[note, varchar, , of it]", "[id, bigint, , ]", "[pair, row(\"c\" bigint, \"b\" varchar), , ]"),
                server.rows("SHOW COLUMNS FROM alt").subList(0, 3));
        assertEquals(List.of("[n, 5, null]"), server.rows("SELECT note, pair.c, pair.b FROM alt WHERE id = -1"));
        String made = server.rows("SHOW CREATE TABLE alt").get(0);
        assertTrue(made.contains("COMMENT 'a table'") && made.contains("called varchar COMMENT 'a name'"), made);
        assertTrue(made.contains("ARRAY['team=red']"), made);
        assertTrue(
                refusal("ALTER TABLE alt ALTER COLUMN id SET DATA TYPE integer").contains("id"));
    }

    @Test
    void schemasAndNames() {
        server.rows("CREATE SCHEMA made");
        server.rows("CREATE TABLE made.t (a integer NOT NULL)");
        server.rows("CREATE TABLE IF NOT EXISTS made.t (b integer)");
        assertTrue(refusal("DROP SCHEMA made").contains("made"));
        assertTrue(refusal("INSERT INTO made.t VALUES (NULL)").contains("NOT NULL"));
        server.rows("ALTER TABLE made.t RENAME TO made.u");
        assertEquals(List.of("[u]"), server.rows("SHOW TABLES FROM made"));
        server.rows("ALTER SCHEMA made RENAME TO other");
        server.rows("DROP TABLE other.u");
        server.rows("DROP SCHEMA other");
        assertFalse(Files.exists(warehouse.resolve("other")));
        assertTrue(refusal("CREATE TABLE missing.t (a integer)").contains("missing"));
        assertTrue(refusal("CREATE TABLE \"_t\" (a integer)").contains("_t"));
    }

    @Test
    void replacedTablesKeepTheirVersions() throws IOException {
        make("rep");
        long before = snapshot("rep").version();
        server.rows("CREATE OR REPLACE TABLE rep AS SELECT 1 AS other");
        assertEquals(List.of("[1]"), server.rows("SELECT * FROM rep"));
        assertEquals(List.of("[10000]"), server.rows("SELECT count(id) FROM rep FOR VERSION AS OF " + before));
        server.rows("CREATE OR REPLACE TABLE rep (a date)");
        assertEquals(List.of(), server.rows("SELECT * FROM rep"));
    }

    @Test
    void statementsThatFailLeaveNothing() throws IOException {
        assertTrue(refusal("CREATE TABLE failed AS SELECT 1 / (n - 5000) AS a FROM TABLE(sequence(1, 10000)) AS t(n)")
                .contains("zero"));
        assertEquals(List.of(), server.rows("SHOW TABLES LIKE 'failed'"));
        server.rows("CREATE TABLE failed AS SELECT 1 AS a");
        make("kept");
        long version = snapshot("kept").version();
        assertTrue(refusal("INSERT INTO kept (id) SELECT 1 / (n - 5000) FROM TABLE(sequence(1, 10000)) AS t(n)")
                .contains("zero"));
        assertEquals(version, snapshot("kept").version());
    }

    @Test
    void conflictsHaveTheirCode() {
        make("conflict");
        StoaMetadata metadata = new StoaMetadata(
                Warehouse.ofHadoop(warehouse.toString(), new Configuration()),
                new TrinoTypes(new TypeOperators()),
                true);
        ConnectorTableMetadata replacement = new ConnectorTableMetadata(
                new SchemaTableName("s", "conflict"), List.of(new ColumnMetadata("a", BigintType.BIGINT)));
        ConnectorSession session = TestingConnectorSession.SESSION;
        ConnectorOutputTableHandle begun =
                metadata.beginCreateTable(session, replacement, Optional.empty(), RetryMode.NO_RETRIES, true);
        server.rows("INSERT INTO conflict (id) VALUES 1");
        TrinoException refused = assertThrows(
                TrinoException.class, () -> metadata.finishCreateTable(session, begun, List.of(), List.of()));
        assertEquals(StandardErrorCode.TRANSACTION_CONFLICT.toErrorCode(), refused.getErrorCode());
        assertEquals(List.of("[10001]"), server.rows("SELECT count(*) FROM conflict"));
    }

    @Test
    void pathsOfFiles() {
        make("path");
        assertEquals(
                List.of("[true]"),
                server.rows(
                        "SELECT DISTINCT \"$path\" LIKE '%/s/path/data/%.stoa' FROM path WHERE \"$path\" IS NOT NULL"));
    }

    @Test
    void positionsOfRowsInFiles() {
        server.rows("CREATE TABLE pos (id bigint) WITH (sorted_by = ARRAY['id'])");
        server.rows("INSERT INTO pos SELECT n FROM TABLE(sequence(0, 9999)) AS q(n)");
        server.rows("DELETE FROM pos WHERE id % 2 = 0");
        assertEquals(
                List.of("[5000, 0, 9999]"),
                server.rows("SELECT count(*), min(\"$pos\" - id), max(\"$pos\") FROM pos WHERE \"$pos\" = id"));
        assertEquals(List.of("[4321]"), server.rows("SELECT id FROM pos WHERE \"$pos\" = 4321 AND \"$path\" <> ''"));
        assertEquals(List.of("[1]"), server.rows("DELETE FROM pos WHERE \"$pos\" = 4321"));
        assertEquals(List.of("[id, bigint, , ]"), server.rows("DESCRIBE pos"));
    }
}
