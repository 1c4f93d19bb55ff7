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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Branches and tags of tables: Trino's own statements make, list, write, read, publish and drop branches. */
@Tag("engine")
final class BranchesTest {
    @TempDir
    private static Path warehouse;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(warehouse, 1);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void make(String table) {
        server.rows("CREATE TABLE " + table + " AS SELECT n AS id, 'old' AS s FROM TABLE(sequence(1, 1000)) AS q(n)");
        server.rows("CREATE BRANCH audit IN TABLE " + table);
    }

    private static TableOperations operations(String table) throws Exception {
        return TableOperations.of(
                Table.open(new LocalFolder(warehouse.resolve("s").resolve(table)), TableSettings.DEFAULT));
    }

    private static void assertFails(String sql, String why) {
        Exception e = assertThrows(Exception.class, () -> server.rows(sql), sql);
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void aBranchIsWrittenReadAndPublished() {
        make("a");
        assertEquals(List.of("[1]"), server.rows("INSERT INTO a @ audit VALUES (1001, 'new')"));
        assertEquals(List.of("[10]"), server.rows("UPDATE a @ audit SET s = 'changed' WHERE id <= 10"));
        assertEquals(List.of("[500]"), server.rows("DELETE FROM a @ audit WHERE id > 500 AND id <= 1000"));
        assertEquals(
                List.of("[2]"),
                server.rows(
                        "MERGE INTO a @ audit t USING (VALUES 20, 2000) AS u(id) ON t.id = u.id"
                                + " WHEN MATCHED THEN UPDATE SET s = 'merged' WHEN NOT MATCHED THEN INSERT VALUES (u.id, 'new')"));
        String counts = "SELECT count(*), count_if(s = 'old'), count_if(s = 'new'), max(id) FROM a";
        assertEquals(List.of("[1000, 1000, 0, 1000]"), server.rows(counts));
        assertEquals(List.of("[502, 489, 2, 2000]"), server.rows(counts + " FOR VERSION AS OF 'audit'"));
        assertEquals(
                List.of("[500]"),
                server.rows("SELECT count(*) FROM a FOR VERSION AS OF 'main' m LEFT JOIN a FOR VERSION AS OF 'audit' b"
                        + " ON m.id = b.id WHERE b.id IS NULL"));
        assertEquals(
                List.of("[true]"),
                server.rows("SELECT DISTINCT \"$path\" LIKE '%/s/a/data/%' FROM a FOR VERSION AS OF 'audit'"));
        server.rows("ALTER BRANCH main IN TABLE a FAST FORWARD TO audit");
        assertEquals(List.of("[502, 489, 2, 2000]"), server.rows(counts));
        server.rows("DROP BRANCH audit IN TABLE a");
        assertEquals(List.of("[main]"), server.rows("SHOW BRANCHES IN TABLE a"));
        assertEquals(List.of("[502, 489, 2, 2000]"), server.rows(counts));
    }

    @Test
    void branchesAndTagsAreListed() throws Exception {
        make("b");
        server.rows("INSERT INTO b @ audit VALUES (1001, 'new')");
        operations("b").tag("loaded", OptionalLong.of(1), false);
        server.rows("DELETE FROM b");
        assertEquals(List.of("[main]", "[audit]"), server.rows("SHOW BRANCHES FROM TABLE b"));
        assertEquals(
                List.of("[main, BRANCH, 4, null, true]", "[audit, BRANCH, 2, 1, true]", "[loaded, TAG, 1, null, true]"),
                server.rows("SELECT name, type, version, begins, committed_at <= current_timestamp FROM \"b$refs\""));
        assertEquals(List.of("[0]"), server.rows("SELECT count(*) FROM b"));
        assertEquals(List.of("[1000]"), server.rows("SELECT count(*) FROM b FOR VERSION AS OF 'loaded'"));
        assertEquals(List.of("[1000]"), server.rows("SELECT count(*) FROM b FOR VERSION AS OF '1'"));
        assertEquals(List.of("[1001]"), server.rows("SELECT count(*) FROM b FOR VERSION AS OF 'audit'"));
    }

    @Test
    void wrongNamesSayWhatExists() throws Exception {
        make("c");
        operations("c").tag("loaded", OptionalLong.empty(), false);
        assertFails(
                "SELECT * FROM c FOR VERSION AS OF 'x'",
                "no tag or branch 'x'; the tags are [loaded], the branches [main, audit]");
        assertFails("INSERT INTO c @ x VALUES (1, 'a')", "Branch 'x' does not exist");
        assertFails("INSERT INTO c @ loaded VALUES (1, 'a')", "Branch 'loaded' does not exist");
        assertFails("CREATE BRANCH audit IN TABLE c", "Branch 'audit' already exists");
        assertFails("CREATE OR REPLACE BRANCH audit IN TABLE c", "drop it first");
        assertFails("CREATE BRANCH loaded IN TABLE c", "'loaded' exists already");
        assertFails("CREATE BRANCH \"a b\" IN TABLE c", "'a b' is not a valid name of a branch");
        assertFails("CREATE BRANCH other IN TABLE c FROM audit", "leave out FROM");
        assertFails("ALTER BRANCH audit IN TABLE c FAST FORWARD TO main", "ALTER BRANCH main IN TABLE");
        server.rows("INSERT INTO c VALUES (1, 'a')");
        server.rows("INSERT INTO c @ audit VALUES (2, 'b')");
        assertFails("ALTER BRANCH main IN TABLE c FAST FORWARD TO audit", "it has changed since the branch 'audit'");
    }
}
