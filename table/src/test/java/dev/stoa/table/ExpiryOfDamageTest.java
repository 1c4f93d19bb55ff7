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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.internal.log.FolderFiles;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table's only sound log is not removed: entries stay while the checkpoint that is to replace them is damaged. */
class ExpiryOfDamageTest {
    private static final int STEP = 97;

    private final MemoryFolder folder = new MemoryFolder();

    @BeforeEach
    void make() throws IOException {
        PartsTest.make(folder);
    }

    private static void expire(Folder folder) throws IOException {
        Expiry.plan(Table.open(folder, TableSettings.DEFAULT), Duration.ZERO, 1, Duration.ZERO)
                .run();
    }

    @Test
    void damagedPartsKeepTheEntries() throws IOException {
        List<String> rows = Rows.read(Table.open(folder, TableSettings.DEFAULT).snapshot());
        int unread = 0;
        for (Folder.Entry part : folder.list(Log.PARTS)) {
            for (int at = 0; at < part.length(); at += STEP) {
                MemoryFolder damaged = damaged(Log.PARTS + "/" + part.name(), at);
                CorruptFileException e = assertThrows(CorruptFileException.class, () -> expire(damaged));
                // what the plan needs is refused where it is read
                unread += e.getMessage().contains("stoa repair") ? 1 : 0;
                assertEquals(
                        new Log(folder).list().entries(),
                        new Log(damaged).list().entries());
                TableRepair.plan(damaged, RepairOptions.DEFAULT, TableSettings.DEFAULT, (path, length) -> {})
                        .apply(done -> {});
                expire(damaged);
                Damage.assertSound(damaged);
                assertEquals(
                        rows,
                        Rows.read(Table.open(damaged, TableSettings.DEFAULT).snapshot()));
            }
        }
        assertTrue(unread > 20, "only " + unread + " places");
    }

    private MemoryFolder damaged(String path, int at) throws IOException {
        MemoryFolder damaged = folder.copy();
        byte[] bytes = folder.bytes(path).clone();
        bytes[at] ^= 16;
        damaged.put(path, bytes);
        return damaged;
    }

    /** Versions 3 to 12 by the checkpoint of version 3, then by a later one. */
    private Set<String> filesOfOldVersions() throws IOException {
        expire(folder);
        Table table = Table.open(folder, TableSettings.DEFAULT);
        Transaction remove = table.begin("delete");
        for (Fragment fragment : remove.snapshot().fragments()) {
            remove.removeFragment(fragment.id());
        }
        remove.commit();
        for (long version = 5; version <= 12; version++) {
            Transaction insert = table.begin("insert");
            Rows.insert(insert, folder, Rows.row(version, 1, "s"));
            insert.commit();
        }
        return FolderFiles.list(folder).keySet();
    }

    /** Nobody can tell which files its version has: a copy of it would need them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFilesOfAnUnreadableOldestVersionStay(boolean isThere) throws IOException {
        Set<String> before = filesOfOldVersions();
        byte[] sound = folder.bytes(Log.checkpointName(3));
        if (isThere) {
            folder.put(Log.checkpointName(3), new byte[100]);
        } else {
            folder.delete(Log.checkpointName(3));
        }
        TableReport report = Damage.verify(folder);
        assertEquals(List.of(), report.unreferenced());
        assertEquals(12, report.doubtful().size(), "eight data files and four parts");
        CorruptFileException e = assertThrows(
                CorruptFileException.class,
                () -> Expiry.plan(Table.open(folder, TableSettings.DEFAULT), Duration.ofDays(9), 100, Duration.ZERO)
                        .run());
        assertEquals(
                "memory/" + Log.checkpointName(3) + ": the checkpoint of the oldest version is missing or damaged, so"
                        + " that its files are unknown. Nothing was removed: run 'stoa repair' on the table, then expire"
                        + " again",
                e.getMessage());
        folder.put(Log.checkpointName(3), sound);
        assertEquals(before, FolderFiles.list(folder).keySet());
        Damage.assertSound(folder);
        assertEquals(
                8,
                Rows.read(Table.open(folder, TableSettings.DEFAULT).snapshotAt(3))
                        .size());
    }

    /** They were asked for, and the versions that stay don't need them. */
    @Test
    void anUnreadableVersionMayExpire() throws IOException {
        filesOfOldVersions();
        folder.delete(Log.checkpointName(3));
        expire(folder);
        Damage.assertSound(folder);
        assertEquals(
                8,
                Rows.read(Table.open(folder, TableSettings.DEFAULT).snapshot()).size());
    }

    @Test
    void aSoundCheckpointTakesTheirPlace() throws IOException {
        expire(folder);
        assertEquals(3, new Log(folder).list().entries().first());
        Damage.assertSound(folder);
    }
}
