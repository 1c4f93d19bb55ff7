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
package dev.stoa.table;

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Tags: names of versions, which expiry keeps. */
class TagTest {
    private MemoryFolder folder;
    private Table table;

    @BeforeEach
    void create() throws IOException {
        folder = new MemoryFolder();
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (long k = 1; k <= 3; k++) {
            inserted(k);
        }
    }

    private void inserted(long k) throws IOException {
        Transaction transaction = table.begin("insert");
        insert(transaction, folder, row(k, 1, "s"));
        transaction.commit();
    }

    private void tag(String name, long version) throws IOException {
        TableOperations.of(table).tag(name, OptionalLong.of(version), false);
    }

    private void expire() throws IOException {
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
    }

    private static void refused(String why, Executable call) {
        Exception e = assertThrows(Exception.class, call);
        assertTrue(e.getMessage().contains(why), e.toString());
    }

    @Test
    void aTagIsReadByItsName() throws IOException {
        tag("two", 2);
        TableOperations.of(table).tag("now", OptionalLong.empty(), false);
        table = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(2, read(table.snapshotAt("two")).size());
        assertEquals(4, table.snapshotAt("now").version());
        assertEquals(2, table.snapshotAt("2").version());
        assertEquals(OptionalLong.of(2), table.snapshot().properties().version("two"));
        assertEquals(OptionalLong.empty(), table.snapshot().properties().version("1234567890123456789"));
        refused("no tag 'three'; the tags are now, two", () -> table.snapshotAt("three"));
        refused("names version 2 already", () -> tag("two", 1));
        refused("not a valid name of a tag", () -> tag("2", 1));
        refused("no version 99", () -> tag("later", 99));
        TableOperations.of(table).tag("two", OptionalLong.of(1), true);
        assertEquals(1, read(table.snapshotAt("two")).size());
        TableOperations.of(table).untag("two");
        refused("no tag 'two'; the tags are now", () -> table.snapshotAt("two"));
        refused("no tag 'two'", () -> TableOperations.of(table).untag("two"));
    }

    @Test
    void expiryKeepsTheOldestTagAndWhatCameSince() throws IOException {
        tag("two", 2);
        inserted(4);
        TableOperations.of(table).truncate();
        expire();
        assertEquals(List.of("[1, 1, s]", "[2, 1, s]"), read(table.snapshotAt("two")));
        refused("expired", () -> table.snapshotAt(1));
        assertEquals(4, read(table.snapshotAt(5)).size());
        TableOperations.of(table).untag("two");
        expire();
        refused("expired", () -> table.snapshotAt(2));
    }

    /** A tag that comes between the plan of an expiry and its run is honoured. */
    @Test
    void aTagThatComesMeanwhileStopsTheExpiry() throws IOException {
        Expiry expiry = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        tag("one", 1);
        refused("a tag was made meanwhile for version 1", expiry::run);
        assertEquals(List.of("[1, 1, s]"), read(table.snapshotAt("one")));
    }

    /** Tags are of the table: what makes an older version, or another table, the newest keeps them. */
    @Test
    void tagsOutlastRollbackAndReplacement() throws IOException {
        tag("one", 1);
        TableOperations.of(table).rollback(0);
        assertEquals(Map.of("one", 1L), table.snapshot().properties().tags());
        Transaction replace = table.begin("replace");
        replace.replaceAll(
                new SchemaEdit(replace.snapshot()).replaceAll(Rows.schema()).schema(), TableProperties.NONE);
        replace.commit();
        assertEquals(Map.of("one", 1L), table.snapshot().properties().tags());
        assertEquals(List.of("[1, 1, s]"), read(table.snapshotAt("one")));
        tag("bare", table.snapshot().version());
        TableOperations.of(table).untag("one");
        TableOperations.of(table).rollback(4);
        assertEquals(Set.of("bare"), table.snapshot().properties().tags().keySet());
    }

    /** A release that does not know tags must not expire the table. */
    @Test
    void theFeatureIsThereAsLongAsATag() throws IOException {
        tag("one", 1);
        assertEquals(
                Set.of("tags", "sidecars-in-log"),
                table.snapshot().state().features().writer());
        TableOperations.of(table)
                .run("add", t -> t.setProperties(t.snapshot().properties().withCheck("c", "n > 0")));
        assertEquals(
                Set.of("check", "tags", "sidecars-in-log"),
                table.snapshot().state().features().writer());
        TableOperations.of(table).untag("one");
        assertEquals(
                Set.of("check", "sidecars-in-log"),
                table.snapshot().state().features().writer());
    }
}
