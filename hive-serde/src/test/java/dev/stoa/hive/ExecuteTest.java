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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.TableOperations;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code alter table ... execute}, and comments of columns. */
@Tag("engine")
class ExecuteTest {
    private final HiveSession hive = HiveSession.shared();

    private void refused(String why, String statement) {
        String message = LogTables.messages(assertThrows(Exception.class, () -> hive.run(statement), statement));
        assertTrue(message.contains(why), message);
    }

    @Test
    void tablesAreRolledBack() throws Exception {
        hive.run("create table rolled (id int) stored by 'dev.stoa.hive.StoaStorageHandler'");
        hive.run("insert into rolled values (1)");
        Instant then = LogTables.open(hive, "rolled").snapshot().time();
        Thread.sleep(5);
        hive.run("insert into rolled values (2)");
        hive.run("insert into rolled values (3)");
        hive.run("alter table rolled execute rollback(2)");
        assertEquals(List.of("1", "2"), hive.run("select id from rolled order by id"));
        String time = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS")
                .withZone(ZoneId.systemDefault())
                .format(then.plusMillis(2));
        hive.run("alter table rolled execute rollback('" + time + "')");
        assertEquals(List.of("1"), hive.run("select id from rolled"));
        TableOperations.of(LogTables.open(hive, "rolled")).tag("three", OptionalLong.of(3), false);
        hive.run("alter table rolled execute set_current_snapshot('three')");
        assertEquals(List.of("1", "2", "3"), hive.run("select id from rolled order by id"));
        refused("no version 99", "alter table rolled execute rollback(99)");
        hive.run("alter table rolled add columns (s string)");
        refused("has other columns", "alter table rolled execute rollback(1)");
        refused("a single commit of a branch is not published", "alter table rolled execute cherry-pick 3");
    }

    @Test
    void versionsExpire() throws Exception {
        hive.run("create table expired (id int) stored by 'dev.stoa.hive.StoaStorageHandler'");
        hive.run("insert into expired values (1)");
        hive.run("alter table expired execute expire_snapshots('2024-01-31 00:00:00')");
        hive.run("alter table expired execute expire_snapshots retain last 1");
        assertEquals(0, LogTables.open(hive, "expired").snapshotAt(0).version(), "a day is the least age");
        refused("from the oldest on", "alter table expired execute expire_snapshots('1,2')");
    }

    /** Another program adds them: Hive declares constraints of new tables only. */
    @Test
    void constraintsAreEnforced() throws Exception {
        hive.run("create table checked (id int, n int) stored by 'dev.stoa.hive.StoaStorageHandler'");
        hive.run("insert into checked values (1, 1)");
        TableOperations.of(LogTables.open(hive, "checked"))
                .run("add", t -> t.setProperties(t.snapshot().properties().withCheck("positive", "n > 0")));
        refused("n = -2 breaks the constraint 'positive'", "insert into checked values (2, -2)");
        String before = hive.set("hive.split.update", "true");
        try {
            refused("breaks the constraint 'positive'", "update checked set n = -1 where id = 1");
        } finally {
            hive.set("hive.split.update", before);
        }
        hive.run("insert into checked values (3, 3)");
        assertEquals(List.of("1\t1", "3\t3"), hive.run("select * from checked order by id"));
    }

    @Test
    void commentsOfColumnsAreKept() throws Exception {
        hive.run("create table noted (id int comment 'number', s string)"
                + " stored by 'dev.stoa.hive.StoaStorageHandler'");
        String shown = String.join("\n", hive.run("describe noted"));
        assertTrue(shown.contains("number"), shown);
        assertFalse(shown.contains("from deserializer"), shown);
        String made = String.join("\n", hive.run("show create table noted"));
        assertTrue(made.contains("COMMENT 'number'"), made);
        assertFalse(made.contains("from deserializer"), made);
    }
}
