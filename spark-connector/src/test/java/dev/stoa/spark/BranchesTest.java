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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Branches in statements of Spark: write, audit, publish. */
@Tag("engine")
class BranchesTest {
    @TempDir
    static Path warehouse;

    private static SparkSession session;

    @BeforeAll
    static void addCatalog() {
        session = Spark.extended();
        Spark.catalog(session, "lines", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return session.withActive(() -> Arrays.stream((Row[]) session.sql(text).collect())
                .map(Rows::text)
                .toList());
    }

    private static void refused(String why, String statement) {
        String message = Rows.messages(assertThrows(Exception.class, () -> sql(statement), statement));
        assertTrue(message.contains(why), message);
    }

    private static List<String> ids(String table) {
        return sql("select id from " + table + " order by id");
    }

    @Test
    void branchesAreWrittenAuditedAndPublished() {
        sql("create table lines.a.t (id bigint, n int)");
        sql("insert into lines.a.t values (1, 1), (2, 2)");
        assertEquals(List.of("[audit, 1]"), sql("alter table lines.a.t create branch audit"));
        sql("insert into lines.a.t.branch_audit values (3, -3), (4, 4)");
        sql("update lines.a.t.branch_audit set n = 20 where id = 2");
        sql("delete from lines.a.t.branch_audit where n < 0");
        sql("merge into lines.a.t.branch_audit t using (select 5L as id, 5 as n) s on t.id = s.id"
                + " when not matched then insert *");
        assertEquals(List.of("[1]", "[2]"), ids("lines.a.t"));
        assertEquals(List.of("[1]", "[2]", "[4]", "[5]"), ids("lines.a.t.branch_audit"));
        assertEquals(ids("lines.a.t.branch_audit"), ids("lines.a.t version as of 'audit'"));
        assertEquals(List.of("[1]", "[2]"), ids("lines.a.t.branch_audit version as of 1"));
        for (String path : List.of("_metadata.file_path", "_file", "input_file_name()")) {
            List<String> files = sql("select distinct " + path + " from lines.a.t.branch_audit");
            assertTrue(files.size() > 1, files.toString());
            for (String file : files) {
                assertTrue(Files.exists(Path.of(URI.create(file.substring(1, file.length() - 1)))), path + " " + file);
            }
        }
        assertEquals(
                4,
                session.read()
                        .format("stoa")
                        .load(warehouse.resolve("a").resolve("t") + "@audit")
                        .count());
        assertEquals(List.of("[audit, 1, 5]"), sql("select name, begins, version from lines.a.t.branches"));
        assertEquals(List.of("[3, 4]"), sql("call lines.system.fast_forward('a.t', 'main', 'audit')"));
        assertEquals(List.of("[1]", "[2]", "[4]", "[5]"), ids("lines.a.t"));
        assertEquals(List.of("[20]"), sql("select n from lines.a.t where id = 2"));
        sql("alter table lines.a.t drop branch audit");
        sql("call lines.system.expire(table => 'a.t', older_than => '0s', safe_age => '0s')");
        assertEquals(List.of("[1]", "[2]", "[4]", "[5]"), ids("lines.a.t"));
        assertTrue(Files.notExists(warehouse.resolve("a").resolve("t@audit")), "files are those of the table");
    }

    @Test
    void whatABranchCantDoIsRefused() {
        sql("create table lines.b as select 1L as id");
        sql("call lines.system.branch('b', 'x')");
        refused("no branch 'y'; the branches are x", "select * from lines.b.branch_y");
        refused("no tag 'y'", "select * from lines.b version as of 'y'");
        refused("it is a branch", "drop table lines.b.branch_x");
        assertEquals(List.of("[1]"), ids("lines.b"));
        refused("it is a branch", "call lines.system.expire('b.branch_x', '7d')");
        sql("insert into lines.b values (2)");
        sql("insert into lines.b.branch_x values (3)");
        refused("it has changed since the branch 'x' was made", "call lines.system.fast_forward('b', 'main', 'x')");
        refused("write fast_forward('t', 'main', 'x')", "call lines.system.fast_forward('b', 'x', 'main')");
        refused("write create branch x", "alter table lines.b create or replace branch x");
        refused("is a constraint, a tag or a branch", "alter table lines.b set tblproperties ('branch.z' = '1')");
        sql("create table lines.c like lines.b");
        assertEquals(List.of(), sql("select * from lines.c.branches"));
        assertTrue(sql("show tblproperties lines.b").stream().noneMatch(row -> row.contains("branch.")));
        assertEquals(List.of("[1]", "[3]"), ids("lines.b.branch_x"));
        sql("call lines.system.drop_branch('b', 'x')");
        refused("no branch 'x': the table has no branches", "select * from lines.b.branch_x");
    }
}
