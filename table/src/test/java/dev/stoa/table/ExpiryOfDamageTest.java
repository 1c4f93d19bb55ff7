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
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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

    @Test
    void aSoundCheckpointTakesTheirPlace() throws IOException {
        expire(folder);
        assertEquals(3, new Log(folder).list().entries().first());
        Damage.assertSound(folder);
    }
}
