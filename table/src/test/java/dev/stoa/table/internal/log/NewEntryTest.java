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
package dev.stoa.table.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.FaultyFolder;
import dev.stoa.table.FaultyFolder.AtCommit;
import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.TargetExistsException;
import dev.stoa.vio.UnsafeStoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often the store is asked to create an entry, and for the floor after it, and what is told if it fails each time. */
class NewEntryTest {
    private final MemoryFolder stored = new MemoryFolder();
    private final FaultyFolder folder = new FaultyFolder(new Floorless());
    private final List<Long> pauses = new ArrayList<>();
    private int creations;
    private int failures;
    private Table table;

    /** A store that does not answer a number of requests for the floor after entry 1 was created. */
    private final class Floorless extends ForwardingFolder {
        private Floorless() {
            super(stored);
        }

        private void ask(String name) throws IOException {
            boolean isAfter = stored.find(Log.entryName(1)).isPresent();
            if (failures > 0 && isAfter && name.startsWith(Floors.FOLDER)) {
                throw new IOException("no answer");
            }
        }

        @Override
        public RangeSource open(String name, OptionalLong length) throws IOException {
            ask(name);
            return super.open(name, length);
        }

        @Override
        public Optional<Folder.Entry> find(String name) throws IOException {
            ask(name);
            return super.find(name);
        }
    }

    @BeforeEach
    void makeTable() throws IOException {
        TableSettings settings = TableSettings.DEFAULT
                .withRandom(() -> 0) // half of the longest pause
                .withPauses(Duration.ofSeconds(2), Duration.ofSeconds(100), pause -> {
                    pauses.add(pause.toSeconds());
                    failures--;
                });
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, settings);
    }

    private Transaction insert() throws IOException {
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, Rows.row(1L, 1, "a"));
        return insert;
    }

    private interface Failing {
        AtCommit at(int attempt) throws IOException;
    }

    private void atEntry(Failing failing) {
        folder.fault = name -> name.endsWith(".commit") ? failing.at(++creations) : AtCommit.DONE;
    }

    @Test
    void itIsCreatedAtTheThirdAttempt() throws IOException {
        atEntry(attempt -> attempt < 3 ? AtCommit.FAILS : AtCommit.DONE);
        assertEquals(1, insert().commit().version());
        assertEquals(3, creations);
        assertEquals(List.of(1L, 2L), pauses);
    }

    @Test
    void afterThreeAttemptsItIsDoubtful() throws IOException {
        atEntry(attempt -> AtCommit.FAILS);
        Transaction insert = insert();
        DoubtfulCommitException e = assertThrows(DoubtfulCommitException.class, insert::commit);
        assertEquals(
                "0000000000000000001.commit: no answer",
                e.getCause().getMessage().replaceAll(".*/", ""));
        assertEquals(insert.id(), e.transaction());
        assertEquals(1, e.version());
        assertEquals(3, creations);
        assertEquals(List.of(1L, 2L), pauses);
    }

    /** The store says that the entry is there, and it is not: somebody creates or removes it. */
    @Test
    void anEntryThatIsSaidToBeThereIsDoubtful() throws IOException {
        TargetExistsException there = new TargetExistsException("entry", "it was there before");
        atEntry(attempt -> {
            throw there;
        });
        assertSame(
                there,
                assertThrows(DoubtfulCommitException.class, insert()::commit).getCause());
        assertEquals(1, creations);
    }

    @Test
    void anUnsafeStoreIsNotAskedAgain() throws IOException {
        atEntry(attempt -> {
            throw new UnsafeStoreException("entry", "it is not exclusive");
        });
        assertThrows(UnsafeStoreException.class, insert()::commit);
        assertEquals(1, creations);
        assertEquals(0, table.snapshot().version());
    }

    @Test
    void theFloorIsAskedForThreeTimes() throws IOException {
        failures = 2;
        assertEquals(1, insert().commit().version());
        assertEquals(List.of(1L, 2L), pauses);
    }

    /** Without the floor nothing tells whether the entry is a version. */
    @Test
    void anUnknownFloorIsDoubtful() throws IOException {
        failures = 3;
        DoubtfulCommitException e = assertThrows(DoubtfulCommitException.class, insert()::commit);
        assertEquals("no answer", e.getCause().getMessage());
        assertEquals(List.of(1L, 2L), pauses);
    }
}
