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

import static io.trino.testing.assertions.TrinoExceptionAssert.assertTrinoExceptionThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.RequiredColumns;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import io.trino.spi.StandardErrorCode;
import io.trino.testing.QueryFailedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CHECK constraints: no statement of Trino leaves a row that breaks one. */
@Tag("engine")
final class ConstraintTest {
    @TempDir
    private static Path warehouse;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(warehouse);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void breaks(String table, String constraint, String sql) {
        List<String> before = server.rows("SELECT * FROM " + table + " ORDER BY id");
        QueryFailedException failure = assertThrows(QueryFailedException.class, () -> server.rows(sql), sql);
        String message = failure.getMessage();
        assertTrue(message.contains("breaks the constraint '" + constraint + "'"), message);
        assertEquals(
                StandardErrorCode.CONSTRAINT_VIOLATION.toErrorCode(),
                server.runner()
                        .getCoordinator()
                        .getQueryManager()
                        .getFullQueryInfo(failure.getQueryId())
                        .getErrorCode());
        assertEquals(before, server.rows("SELECT * FROM " + table + " ORDER BY id"));
    }

    @Test
    void constraintsOfOthersAreEnforced() throws Exception {
        server.rows("CREATE TABLE checked AS SELECT * FROM (VALUES (1, 5, 'a'), (2, 6, 'b')) AS t(id, n, s)");
        Table table = Table.open(new LocalFolder(warehouse.resolve("s").resolve("checked")), TableSettings.DEFAULT);
        TableOperations.of(table)
                .run(
                        "add",
                        t -> t.setProperties(t.snapshot()
                                .properties()
                                .withCheck("positive", "n > 0")
                                .withCheck("named", "s in ('a', 'b')")));
        breaks("checked", "positive", "INSERT INTO checked VALUES (3, 0, 'a')");
        breaks("checked", "named", "INSERT INTO checked VALUES (3, 1, 'x')");
        breaks("checked", "positive", "UPDATE checked SET n = -n WHERE id = 2");
        breaks(
                "checked",
                "named",
                "MERGE INTO checked t USING (VALUES (2, 'x'), (4, 'a')) AS u(id, s) ON t.id = u.id"
                        + " WHEN MATCHED THEN UPDATE SET s = u.s WHEN NOT MATCHED THEN INSERT VALUES (u.id, 1, u.s)");
        server.rows("INSERT INTO checked VALUES (3, NULL, NULL)");
        server.rows("UPDATE checked SET n = 7 WHERE id = 1");
        server.rows("DELETE FROM checked WHERE id = 2");
        assertEquals(List.of("[1, 7, a]", "[3, null, null]"), server.rows("SELECT * FROM checked ORDER BY id"));
        String shown = server.rows("SHOW CREATE TABLE checked").get(0);
        assertTrue(shown.contains("check.positive=n > 0"), shown);
    }

    @Test
    void aConstraintKeepsNullsOut() throws Exception {
        server.rows("CREATE TABLE full_ AS SELECT * FROM (VALUES (1, 5)) AS t(id, n)");
        Table table = Table.open(new LocalFolder(warehouse.resolve("s").resolve("full_")), TableSettings.DEFAULT);
        TableOperations.of(table)
                .run(
                        "alter",
                        t -> t.setProperties(RequiredColumns.of(t.snapshot()).with("n")));
        assertTrue(server.rows("SHOW CREATE TABLE full_").get(0).contains("n integer NOT NULL"));
        String refused = assertThrows(
                        QueryFailedException.class, () -> server.rows("INSERT INTO full_ VALUES (2, NULL)"))
                .getMessage();
        assertTrue(refused.contains("NULL value not allowed for NOT NULL column: n"), refused);
        server.rows("ALTER TABLE full_ ALTER COLUMN n DROP NOT NULL");
        server.rows("INSERT INTO full_ VALUES (2, NULL)");
        assertEquals(List.of("[1, 5]", "[2, null]"), server.rows("SELECT * FROM full_ ORDER BY id"));
    }

    @Test
    void constraintsAreDeclaredAsProperties() {
        server.rows("CREATE TABLE made (id integer, n integer) WITH (extra_properties = ARRAY['check.small=n < 10'])");
        server.rows("INSERT INTO made VALUES (1, 9)");
        breaks("made", "small", "INSERT INTO made VALUES (2, 10)");
        String unread = assertThrows(
                        RuntimeException.class,
                        () -> server.rows(
                                "CREATE TABLE wrong (n integer) WITH (extra_properties = ARRAY['check.c=n + 1 > 0'])"))
                .getMessage();
        assertTrue(unread.contains("the constraint 'c'"), unread);
        String missing = assertThrows(
                        RuntimeException.class,
                        () -> server.rows(
                                "CREATE TABLE wrong (n integer) WITH (extra_properties = ARRAY['check.c=m > 0'])"))
                .getMessage();
        assertTrue(missing.contains("the constraint 'c'") && missing.contains("no column 'm'"), missing);
    }

    @Test
    void freePropertiesLeaveConstraintsTagsAndBranches() throws Exception {
        server.rows(
                "CREATE TABLE kept (id integer, n integer) WITH (extra_properties = ARRAY['check.small=n < 10', 'a=1'])");
        server.rows("INSERT INTO kept VALUES (1, 9)");
        server.rows("CREATE BRANCH audit IN TABLE kept");
        server.rows("INSERT INTO kept @ audit VALUES (2, 8)");
        Table table = Table.open(new LocalFolder(warehouse.resolve("s").resolve("kept")), TableSettings.DEFAULT);
        TableOperations.of(table)
                .run(
                        "tag",
                        t -> t.setProperties(
                                withSparksDefault(t.snapshot().properties().withTag("first", 1))));
        server.rows("ALTER TABLE kept SET PROPERTIES extra_properties = ARRAY['team=red']");
        breaks("kept", "small", "INSERT INTO kept VALUES (2, 10)");
        assertEquals(
                List.of("[audit]", "[first]"),
                server.rows("SELECT name FROM \"kept$refs\" WHERE name <> 'main' ORDER BY name"));
        assertEquals(
                List.of("[1, 9]", "[2, 8]"), server.rows("SELECT * FROM kept FOR VERSION AS OF 'audit' ORDER BY id"));
        String shown = server.rows("SHOW CREATE TABLE kept").get(0);
        assertTrue(shown.contains("ARRAY['check.small=n < 10','team=red']"), shown);
        server.rows("ALTER TABLE kept SET PROPERTIES extra_properties = ARRAY['check.small=n < 10', 'team=blue']");
        server.rows("ALTER TABLE kept SET PROPERTIES extra_properties = DEFAULT");
        assertEquals(
                "5",
                table.snapshot().properties().other().get("spark.default.2"),
                "what another program knows of columns");
        server.rows("CREATE TABLE same (LIKE kept INCLUDING PROPERTIES)");
        breaks("same", "small", "INSERT INTO same VALUES (2, 10)");
        assertEquals(List.of("[main]"), server.rows("SELECT name FROM \"same$refs\""));
        for (String refused :
                List.of("check.small=n < 11", "tag.x=1", "branch.x=1", "spark.type.1=x", "upkeep=perhaps")) {
            String message = assertThrows(
                            QueryFailedException.class,
                            () -> server.rows(
                                    "ALTER TABLE kept SET PROPERTIES extra_properties = ARRAY['" + refused + "']"))
                    .getMessage();
            assertTrue(message.contains("'" + refused.substring(0, refused.indexOf('='))), message);
        }
        assertTrinoExceptionThrownBy(
                        () -> server.rows("ALTER TABLE kept SET PROPERTIES extra_properties = ARRAY['upkeep=perhaps']"))
                .hasErrorCode(StandardErrorCode.INVALID_TABLE_PROPERTY);
        assertTrinoExceptionThrownBy(() ->
                        server.rows("CREATE TABLE no (n integer) WITH (extra_properties = ARRAY['upkeep=perhaps'])"))
                .hasErrorCode(StandardErrorCode.INVALID_TABLE_PROPERTY);
    }

    private static TableProperties withSparksDefault(TableProperties properties) {
        Map<String, String> other = new TreeMap<>(properties.other());
        other.put("spark.default.2", "5");
        return properties.withOther(other);
    }
}
