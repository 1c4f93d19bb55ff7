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

import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.metadata.StoaMetadata;
import dev.stoa.trino.internal.store.Warehouse;
import io.trino.Session;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.connector.SortingProperty;
import io.trino.spi.type.TypeOperators;
import io.trino.testing.MaterializedResult;
import io.trino.testing.connector.TestingConnectorSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The planner knows which rows of a table belong together, and their order. */
@Tag("engine")
final class LayoutTest {
    private static final int ROWS = 5_000;

    @TempDir
    private static Path warehouse;

    private static Server server;
    private static Session session;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(warehouse, 2);
        session = Session.builder(server.runner().getDefaultSession())
                .setSystemProperty("join_distribution_type", "PARTITIONED")
                .setSystemProperty("enable_dynamic_filtering", "false")
                .build();
        make("a", "hash(id, 8)", "sorted_by = ARRAY['id']");
        make("b", "hash(id, 8)', 'k", "sorted_by = ARRAY['id']");
        make("other", "hash(id, 5)", "sorted_by = ARRAY['k']");
    }

    private static void make(String table, String partitions, String order) {
        server.rows("CREATE TABLE " + table + " (id bigint, k integer, s varchar) WITH (" + order
                + ", partitioned_by = ARRAY['" + partitions + "'])");
        server.rows(
                "INSERT INTO " + table + " SELECT IF(n % 10 = 0, NULL, n), CAST(n % 3 AS integer), 'row ' || CAST(n AS"
                        + " varchar) FROM TABLE(sequence(1, " + ROWS + ")) AS q(n)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String rows(String sql) {
        MaterializedResult result = server.runner().execute(session, sql);
        return result.getMaterializedRows().toString();
    }

    private static int exchanges(String sql) {
        String plan = rows("EXPLAIN " + sql);
        return plan.split("RemoteSource", -1).length - 1;
    }

    @Test
    void joinsOfTablesWithTheSamePartsNeedNoExchange() {
        String same = "SELECT x.k, count(*), sum(length(y.s)) FROM a x JOIN b y ON x.id = y.id GROUP BY x.k ORDER BY 1";
        String otherwise = same.replace("b y", "other y");
        assertEquals(rows(otherwise), rows(same));
        assertEquals(exchanges(otherwise), exchanges(same) + 1);
    }

    @Test
    void groupsOfPartsNeedNoExchange() {
        assertEquals(0, exchanges("SELECT id, count(*) FROM a GROUP BY id"));
        assertTrue(exchanges("SELECT s, count(*) FROM a GROUP BY s") > 0);
        assertEquals(
                "[[4501, 4501]]",
                rows("SELECT count(*), count(DISTINCT n) FROM (SELECT coalesce(id, -1) AS n FROM"
                        + " (SELECT id, count(*) FROM a GROUP BY id))"));
    }

    /** Trino sends the rows of the other table to the parts by the hashes of their values. */
    @Test
    void rowsOfOtherTablesMeetTheirParts() {
        assertEquals("[[4500]]", rows("SELECT count(*) FROM a JOIN (SELECT DISTINCT id FROM other) o ON a.id = o.id"));
    }

    @Test
    void changedRowsAreInTheirParts() {
        make("changed", "hash(id, 8)", "sorted_by = ARRAY['id']");
        rows("UPDATE changed SET id = id + 100000, s = 'x' WHERE k = 1");
        rows(
                "MERGE INTO changed c USING (VALUES 7, 8, 200001) AS v(id) ON c.id = v.id WHEN MATCHED THEN DELETE WHEN NOT"
                        + " MATCHED THEN INSERT (id, k) VALUES (v.id, 2)");
        String sql = "SELECT count(*), sum(c.id), count(DISTINCT o.id) FROM changed c LEFT JOIN b o ON c.id = o.id";
        assertEquals(
                rows(sql.replace("changed c", "(SELECT id FROM changed WHERE random() >= 0 UNION ALL VALUES -1) c")
                        .replace("count(*)", "count(*) - 1")
                        .replace("sum(c.id)", "sum(c.id) + 1")),
                rows(sql));
        assertEquals("[[1]]", rows("SELECT count(*) FROM changed JOIN (VALUES 200001) AS v(id) ON changed.id = v.id"));
    }

    /** The join brings the rows of a file to all tasks. */
    @Test
    void changedRowsOfAFileComeTogether() {
        server.rows("CREATE TABLE merged (id bigint, k integer) WITH (extra_properties = ARRAY['upkeep=false'])");
        for (int i = 0; i < 3; i++) {
            server.rows("INSERT INTO merged SELECT id, k FROM b WHERE k = " + i);
        }
        rows("MERGE INTO merged m USING other o ON m.id = o.id WHEN MATCHED THEN UPDATE SET k = -1");
        assertEquals("[[4500]]", rows("SELECT count(*) FROM merged WHERE k = -1"));
        assertEquals(rows("SELECT count(*) FROM \"merged$files\""), rows("SELECT count(*) FROM \"merged$deltas\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bigint",
                "smallint",
                "varchar",
                "varchar(20)",
                "decimal(12, 2)",
                "decimal(30, 2)",
                "date",
                "timestamp(6)",
                "timestamp(3) with time zone",
                "boolean"
            })
    void aStatementWritesOneFileForEachPart(String type) {
        String table = "t_" + type.replaceAll("\\W+", "_");
        server.rows("CREATE TABLE " + table + " (c " + type + ") WITH (partitioned_by = ARRAY['hash(c, 6)'])");
        String value = switch (type) {
            case "date" -> "DATE '2026-01-01' + n * INTERVAL '1' DAY";
            case "timestamp(6)" -> "TIMESTAMP '2026-01-01 00:00:00.123456' + n * INTERVAL '1' SECOND";
            case "timestamp(3) with time zone" -> "TIMESTAMP '2026-01-01 00:00:00.123 UTC' + n * INTERVAL '1' HOUR";
            case "boolean" -> "n % 2 = 0";
            default -> "CAST(n AS " + type + ")";
        };
        server.rows("INSERT INTO " + table + " SELECT IF(n % 9 = 0, NULL, " + value
                + ") FROM TABLE(sequence(1, 300)) AS" + " q(n)");
        assertEquals(
                server.rows("SELECT count(DISTINCT \"partition\") FROM \"" + table + "$files\""),
                server.rows("SELECT count(*) FROM \"" + table + "$files\""));
        assertEquals(
                List.of("[300, 267]"),
                server.rows("SELECT sum(n), sum(IF(c IS NULL, 0, n)) FROM (SELECT c, count(*) AS n FROM " + table
                        + " GROUP BY c)"));
    }

    @Test
    void splitsAreInTheOrderOfTheTable() {
        StoaMetadata metadata = new StoaMetadata(
                Warehouse.ofHadoop(warehouse.toString(), new Configuration()),
                new TrinoTypes(new TypeOperators()),
                true);
        server.rows("CREATE TABLE ordered (id bigint, k integer, d double, s varchar) WITH (sorted_by = ARRAY['k DESC',"
                + " 's', 'd', 'id'])");
        ConnectorSession session = TestingConnectorSession.SESSION;
        ConnectorTableHandle handle = metadata.getTableHandle(
                session, new SchemaTableName("s", "ordered"), Optional.empty(), Optional.empty());
        Map<String, ColumnHandle> columns = metadata.getColumnHandles(session, handle);
        assertEquals(
                List.of(
                        new SortingProperty<>(columns.get("k"), SortOrder.DESC_NULLS_LAST),
                        new SortingProperty<>(columns.get("s"), SortOrder.ASC_NULLS_LAST)),
                metadata.getTableProperties(session, handle).getLocalProperties());
    }

    @Test
    void rowsOfSortedTablesAreRight() {
        server.rows("CREATE TABLE sorted (id bigint, k integer) WITH (sorted_by = ARRAY['k', 'id'])");
        for (int i = 0; i < 3; i++) {
            server.rows("INSERT INTO sorted SELECT id, k FROM b WHERE id % 3 = " + i);
        }
        server.rows("UPDATE sorted SET k = k + 1 WHERE id % 5 = 0");
        server.rows("DELETE FROM sorted WHERE id % 7 = 0");
        String grouped = "SELECT k, count(*), sum(id) FROM sorted GROUP BY k ORDER BY k";
        assertEquals(rows(grouped.replace("FROM sorted", "FROM (SELECT k + 0 AS k, id FROM sorted)")), rows(grouped));
        String ranked = "SELECT k, id FROM (SELECT k, id, row_number() OVER (PARTITION BY k ORDER BY id) AS r FROM"
                + " sorted) WHERE r <= 3 ORDER BY 1, 2";
        assertEquals(
                rows(ranked.replace("FROM sorted", "FROM (SELECT k + 0 AS k, id + 0 AS id FROM sorted)")),
                rows(ranked));
    }
}
