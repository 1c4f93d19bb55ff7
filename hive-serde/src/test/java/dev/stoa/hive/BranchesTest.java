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
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hive reads branches and tags, publishes branches, and refuses to write them. */
@Tag("engine")
class BranchesTest {
    private final HiveSession hive = HiveSession.shared();

    @BeforeEach
    void create() throws Exception {
        hive.run("drop table if exists branched");
        hive.run("create table branched (id int, s string) stored by 'dev.stoa.hive.StoaStorageHandler'");
        hive.run("insert into branched values (1, 'a'), (2, 'b'), (3, 'c')");
        Table table = LogTables.open(hive, "branched");
        TableOperations.of(table).tag("three", OptionalLong.empty(), false);
        TableOperations.of(table).branch("audit", OptionalLong.empty());
        Table audit = LogTables.open(hive, "branched").branch("audit");
        TableOperations.of(audit).delete(Filter.equal("id", 2));
    }

    private void refused(String why, String statement) {
        String message = LogTables.messages(assertThrows(Exception.class, () -> hive.run(statement), statement));
        assertTrue(message.contains(why), message);
    }

    @Test
    void branchesAndTagsAreRead() throws Exception {
        hive.run("insert into branched values (4, 'd')");
        String all = "select id, s from %s order by id";
        List<String> audit = List.of("1\ta", "3\tc");
        List<String> three = List.of("1\ta", "2\tb", "3\tc");
        assertEquals(audit, hive.run(all.formatted("default.branched.branch_audit")));
        assertEquals(three, hive.run(all.formatted("default.branched.tag_three")));
        assertEquals(4, hive.run(all.formatted("branched")).size());
        assertEquals(audit, hive.run(all.formatted("branched for system_version as of 'audit'")));
        assertEquals(three, hive.run(all.formatted("branched for system_version as of 'three'")));
        // without a task, by statistics, with a filter, and beside the table itself
        assertEquals(audit, hive.run("select id, s from default.branched.branch_audit"));
        assertEquals(List.of("2"), hive.run("select count(*) from default.branched.branch_audit"));
        assertEquals(List.of("3"), hive.run("select count(*) from default.branched.tag_three"));
        assertEquals(List.of("c"), hive.run("select s from default.branched.branch_audit where id > 1"));
        assertEquals(
                List.of("2\tb", "4\td"),
                hive.run("select b.id, b.s from branched b left join default.branched.branch_audit a on a.id = b.id"
                        + " where a.id is null order by b.id"));
    }

    @Test
    void othersAreRefusedByName() throws Exception {
        refused("no version, tag or branch 'none'", "select * from default.branched.branch_none");
        refused("no version, tag or branch 'none'", "select * from branched for system_version as of 'none'");
        refused("write branch_NAME, tag_NAME, snapshots", "select * from default.branched.manifests");
        refused("only the table itself is forwarded", "alter table branched execute fast-forward 'audit' 'main'");
    }

    @Test
    void theLogIsReadAsTables() throws Exception {
        hive.run("delete from branched where id = 3");
        String snapshots = "default.branched.snapshots";
        List<String> commits = hive.run("select version, operation from " + snapshots);
        assertEquals(
                List.of("4\tdelete", "3\tbranch audit", "2\ttag three", "1\tinsert", "0\tcreate"),
                commits,
                "without a task");
        assertEquals(5, hive.run("select * from " + snapshots).size());
        assertEquals(List.of("5"), hive.run("select count(*) from " + snapshots));
        assertEquals(
                List.of("delete\t1"),
                hive.run("select operation, count(*) from " + snapshots + " where version > 3 group by operation"));
        assertEquals(
                List.of("true"),
                hive.run(
                        "select min(committed_at) > cast('2024-01-01 00:00:00 UTC' as timestamp with local time zone) from "
                                + snapshots));
        assertEquals(List.of("three\t1"), hive.run("select name, version from default.branched.tags"));
        assertEquals(List.of("audit\t2\t3"), hive.run("select name, begins, version from default.branched.branches"));
        assertEquals(List.of("3\t2"), hive.run("select `rows`, live_rows from default.branched.files"));
        // beside the rows of the table, and beside another of them
        assertEquals(
                List.of("1\tinsert", "2\ttag three"),
                hive.run("select b.id, h.operation from branched b join " + snapshots
                        + " h on h.version = b.id order by b.id"));
        assertEquals(
                List.of("insert\tthree"),
                hive.run("select h.operation, g.name from " + snapshots
                        + " h join default.branched.tags g on g.version = h.version"));
        String before = hive.set("hive.split.update", "true");
        try {
            for (String statement : List.of(
                    "insert into default.branched.tags values ('x', 1)",
                    "insert overwrite table default.branched.tags select 'x', 1L",
                    "update default.branched.tags set name = 'x'",
                    "delete from default.branched.tags",
                    "truncate table default.branched.tags")) {
                assertThrows(Exception.class, () -> hive.run(statement), statement);
                assertEquals(List.of("2"), hive.run("select count(*) from branched"), statement);
            }
        } finally {
            hive.set("hive.split.update", before);
        }
    }

    @Test
    void branchesArePublished() throws Exception {
        hive.run("alter table branched execute fast-forward 'main' 'audit'");
        assertEquals(List.of("1\ta", "3\tc"), hive.run("select id, s from branched order by id"));
        hive.run("insert into branched values (4, 'd')");
        refused("it has changed since", "alter table branched execute fast-forward 'main' 'audit'");
    }

    /** None of these statements changes the branch, or the table in its place. */
    @Test
    void branchesAreNotWritten() throws Exception {
        String before = hive.set("hive.split.update", "true");
        try {
            for (String statement : List.of(
                    "insert into default.branched.branch_audit values (9, 'x')",
                    "insert into default.branched.branch_audit select id, s from branched",
                    "insert overwrite table default.branched.branch_audit select id, s from branched",
                    "update default.branched.branch_audit set s = 'x' where id = 1",
                    "delete from default.branched.branch_audit where id = 1",
                    "merge into default.branched.branch_audit a using branched b on a.id = b.id"
                            + " when matched then update set s = 'x'",
                    "truncate table default.branched.branch_audit")) {
                refused("Hive reads 'branch_audit' and does not write it", statement);
                assertEquals(3, hive.run("select id from branched").size(), statement);
                assertEquals(
                        2,
                        hive.run("select id from default.branched.branch_audit").size(),
                        statement);
            }
        } finally {
            hive.set("hive.split.update", before);
        }
    }
}
