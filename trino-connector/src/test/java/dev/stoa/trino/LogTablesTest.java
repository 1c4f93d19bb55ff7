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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log of a table has as tables, and the procedures of {@code ALTER TABLE ... EXECUTE}. */
@Tag("engine")
final class LogTablesTest {
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

    private static void make(String table) {
        server.rows("CREATE TABLE " + table + " (id bigint, region varchar) COMMENT 'all of them' WITH (sorted_by ="
                + " ARRAY['id DESC'], partitioned_by = ARRAY['region'], extra_properties = ARRAY['team=red'])");
        server.rows("INSERT INTO " + table + " VALUES (1, 'east'), (2, 'east'), (3, 'west')");
        server.rows("INSERT INTO " + table + " VALUES (4, NULL)");
        server.rows("DELETE FROM " + table + " WHERE id = 2");
    }

    @Test
    void snapshotsAreTheCommits() {
        make("a");
        assertEquals(
                List.of(
                        "[3, delete, 2, false]",
                        "[2, insert, 1, false]",
                        "[1, insert, 0, false]",
                        "[0, create, 0, false]"),
                server.rows("SELECT version, operation, based_on, overwrite FROM \"a$snapshots\""));
        assertEquals(
                List.of("[true, 4]"),
                server.rows("SELECT min(committed_at) > current_timestamp - INTERVAL '1' HOUR AND max(committed_at) <="
                        + " current_timestamp, count(DISTINCT \"transaction\") FROM \"a$snapshots\""));
        assertEquals(server.rows("TABLE \"a$snapshots\""), server.rows("TABLE \"a$history\""));
        assertEquals(List.of("[3]"), server.rows("SELECT count(*) FROM a FOR VERSION AS OF 1"));
    }

    @Test
    void filesPartitionsAndDeltasHaveSizesAndRows() {
        make("b");
        assertEquals(
                server.rows("SELECT DISTINCT \"$path\" LIKE '%/' || f.file FROM b CROSS JOIN \"b$files\" f WHERE"
                        + " \"$path\" LIKE '%' || f.file"),
                List.of("[true]"));
        assertEquals(
                List.of("[3, 4, 3, true]"),
                server.rows("SELECT count(*), sum(rows), sum(live_rows), bool_and(bytes > 0) FROM \"b$files\""));
        assertEquals(List.of("[3, 3, 3]"), server.rows("SELECT count(*), sum(rows), sum(files) FROM \"b$partitions\""));
        assertEquals(
                server.rows("SELECT \"partition\", sum(live_rows), sum(bytes) FROM \"b$files\" GROUP BY 1 ORDER BY 1"),
                server.rows("SELECT \"partition\", rows, bytes FROM \"b$partitions\" ORDER BY 1"));
        server.rows("UPDATE b SET id = 30 WHERE id = 3");
        assertEquals(
                List.of("[1]"), server.rows("SELECT sum(deleted_rows) FILTER (WHERE version = 3) FROM \"b$deltas\""));
    }

    @Test
    void propertiesAreThoseOfTheTable() {
        make("c");
        assertEquals(
                List.of("[comment, all of them]", "[partitioned_by, region]", "[sorted_by, id DESC]", "[team, red]"),
                server.rows("SELECT key, value FROM \"c$properties\" ORDER BY key"));
    }

    @Test
    void otherNamesAreNoTables() {
        make("d");
        for (String name : List.of("d$nothing", "missing$files", "$files", "d$")) {
            Exception e = assertThrows(Exception.class, () -> server.rows("SELECT * FROM \"" + name + "\""), name);
            assertTrue(e.getMessage().contains("does not exist"), e.getMessage());
        }
    }

    @Test
    void aCompactionMergesFilesAndKeepsRows() {
        server.rows("CREATE TABLE e AS SELECT n AS id FROM TABLE(sequence(1, 1000)) AS q(n)");
        for (int i = 0; i < 5; i++) {
            server.rows("INSERT INTO e VALUES " + -i);
        }
        server.rows("DELETE FROM e WHERE id > 500");
        String files = "SELECT count(*) FROM \"e$files\"";
        String before = server.rows(files).toString();
        String planned =
                server.rows("ALTER TABLE e EXECUTE compact(dry_run => true)").toString();
        assertTrue(planned.contains("[done_jobs, 0]") && !planned.contains("[planned_jobs, 0]"), planned);
        assertEquals(before, server.rows(files).toString());
        String done = server.rows("ALTER TABLE e EXECUTE compact").toString();
        assertTrue(!done.contains("[done_jobs, 0]"), done);
        assertEquals(List.of("[1]"), server.rows(files));
        assertEquals(List.of("[505, 125240]"), server.rows("SELECT count(*), sum(id) FROM e"));
    }

    @Test
    void anExpiryForgetsVersionsAndARollbackReturnsToOne() {
        make("f");
        String back =
                server.rows("ALTER TABLE f EXECUTE rollback(version => 1)").toString();
        assertTrue(back.contains("[version, 4]") && back.contains("[rows, 3]"), back);
        assertEquals(List.of("[3, 6]"), server.rows("SELECT count(*), sum(id) FROM f"));
        String kept =
                server.rows("ALTER TABLE f EXECUTE expire(older_than => '7d')").toString();
        assertTrue(kept.contains("[versions, 0]"), kept);
        String gone = server.rows("ALTER TABLE f EXECUTE expire(older_than => '0s', safe_age => '0s')")
                .toString();
        assertTrue(gone.contains("[versions, 4]"), gone);
        assertThrows(Exception.class, () -> server.rows("SELECT * FROM f FOR VERSION AS OF 1"));
        assertEquals(List.of("[3, 6]"), server.rows("SELECT count(*), sum(id) FROM f"));
    }

    @Test
    void anIndexFindsRowsByAValue() {
        server.rows("CREATE TABLE g AS SELECT n AS id, n * 7 % 1000 AS k FROM TABLE(sequence(1, 1000)) AS q(n)");
        assertEquals(List.of("[files, 1]"), server.rows("ALTER TABLE g EXECUTE index(\"column\" => 'k')"));
        assertEquals(List.of("[files, 0]"), server.rows("ALTER TABLE g EXECUTE index(\"column\" => 'k')"));
        assertEquals(List.of("[1]"), server.rows("SELECT id FROM g WHERE k = 7"));
    }

    @Test
    void wrongArgumentsSayWhatToWrite() {
        make("h");
        assertFails("ALTER TABLE h EXECUTE expire", "older_than is missing: write older_than => '7d'");
        assertFails("ALTER TABLE h EXECUTE expire(older_than => 'soon')", "older_than is 'soon': write an age");
        assertFails("ALTER TABLE h EXECUTE compact(budget => '99999999TB')", "budget is '99999999TB': write a size");
        assertFails("ALTER TABLE h EXECUTE rollback(version => 77)", "no version 77");
        assertFails("ALTER TABLE h EXECUTE index(\"column\" => 'x')", "'x'");
    }

    private static void assertFails(String sql, String why) {
        Exception e = assertThrows(Exception.class, () -> server.rows(sql), sql);
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }
}
