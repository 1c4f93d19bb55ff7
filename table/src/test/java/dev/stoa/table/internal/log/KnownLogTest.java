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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.StoaException;
import dev.stoa.table.LostEntryException;
import dev.stoa.table.Rows;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** By which of its entries a log is recognised, when they are read, and what is refused. */
class KnownLogTest {
    private final MemoryFolder folder = new MemoryFolder();
    private final List<String> opened = new ArrayList<>();
    private final Log log = new Log((Folder) Proxy.newProxyInstance(
            Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                if (method.getName().equals("open")) {
                    opened.add(words[0].toString());
                }
                try {
                    return method.invoke(folder, words);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }));
    private final KnownLog known = new KnownLog(log, new Floors(folder));
    private final Optional<KnownLog.Look> look = Optional.of(log::file);
    private TableState state;

    /** Makes a table with the versions 0..3. */
    @BeforeEach
    void make() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        commit(table, 3);
        state = table.snapshot().state();
    }

    private static void commit(Table table, int versions) throws IOException {
        for (int i = 0; i < versions; i++) {
            String note = "note " + table.snapshot().version();
            TableOperations.of(table)
                    .run(
                            "note",
                            transaction -> transaction.setProperties(
                                    transaction.snapshot().properties().withOther(Map.of("note", note))));
        }
    }

    /** Replaces the table by another one with the versions 0..3. */
    private void makeAnew() throws IOException {
        for (long version = 0; version <= 3; version++) {
            folder.delete(Log.entryName(version));
        }
        make();
    }

    private Snapshot newest() throws IOException {
        return Table.open(folder, TableSettings.DEFAULT).snapshot();
    }

    private static List<String> entries(long... versions) {
        return Arrays.stream(versions).mapToObj(Log::entryName).toList();
    }

    private void assertReads(long... versions) {
        assertEquals(entries(versions), opened);
        opened.clear();
    }

    private static void refused(String why, Executable call) {
        TableException e = assertThrows(TableException.class, call);
        assertTrue(e.getMessage().contains(why), e.getMessage());
        assertTrue(e.getMessage().endsWith(": open the table again"), e.getMessage());
    }

    @Test
    void anEntryIsNotReadAgainWhileItsFileStays() throws IOException {
        known.begin(state, look);
        known.check(state, look);
        known.begin(state, look);
        known.check(state, Optional.empty());
        assertReads();
    }

    /** A restored backup has entries with other times, or a store tells a length otherwise. */
    @Test
    void anEntryIsReadOnceIfItsFileLooksChanged() throws IOException {
        known.begin(state, look);
        folder.put(Log.entryName(3), folder.bytes(Log.entryName(3)));
        known.check(state, look);
        assertReads(3);
        known.check(state, look);
        assertReads();
        Folder.Entry file = log.file(3).orElseThrow();
        Optional<KnownLog.Look> longer = Optional.of(
                version -> Optional.of(new Folder.Entry(file.name(), false, file.length() + 1, file.modified())));
        known.check(state, longer);
        assertReads(3);
        known.check(state, longer);
        assertReads();
        known.check(state, look);
        assertReads(3);
    }

    /** Most states are read without a look. Then the first look reads the entry of the state. */
    @Test
    void theFirstLookReadsTheEntryOfAnUnknownLog() throws IOException {
        known.begin(state, Optional.empty());
        known.check(state, Optional.empty());
        assertReads();
        known.check(state, look);
        assertReads(3);
        known.check(state, look);
        assertReads();
    }

    @Test
    void anotherLogIsRefused() throws IOException {
        known.begin(state, look);
        TableState old = state;
        makeAnew();
        known.check(old, Optional.empty());
        assertReads();
        refused("the table was made anew or repaired", () -> known.check(old, look));
        refused("the table was made anew or repaired", () -> known.begin(old, look));
        refused("the table was made anew or repaired", () -> known.check(old));
        refused("the table was made anew or repaired", () -> new KnownLog(log, new Floors(folder)).check(old, look));
        refused("the table was made anew or repaired", () -> known.check(state, look));
    }

    @Test
    void anEntryThatIsGoneIsLost() throws IOException {
        known.begin(state, look);
        folder.delete(Log.entryName(3));
        refused("it is gone", () -> known.check(state, look));
        assertThrows(LostEntryException.class, () -> known.check(state, look));
        assertThrows(LostEntryException.class, () -> known.check(state));
    }

    /** The table goes on, and an expiry removes the entry by which the log was known. Its newest entry takes the place. */
    @Test
    void theStatesOwnEntryIsReadIfTheKnownOneHasExpired() throws IOException {
        known.begin(state, look);
        commit(Table.open(folder, TableSettings.DEFAULT), 2);
        TableState later = newest().state();
        assertEquals(5, later.version());
        log.writeCheckpoint(later);
        new Floors(folder).raise(later, Instant.EPOCH);
        folder.delete(Log.entryName(3));
        opened.clear();
        known.check(later, look);
        assertReads(3, 5);
        known.check(later, look);
        assertReads();
        folder.put(Log.entryName(5), folder.bytes(Log.entryName(4)));
        assertThrows(StoaException.class, () -> known.check(later, look));
        assertReads(5);
    }

    /** Nothing tells whether the log is another one. */
    @Test
    void aStateBelowTheFloorPasses() throws IOException {
        TableState old = state;
        commit(Table.open(folder, TableSettings.DEFAULT), 2);
        TableState later = newest().state();
        log.writeCheckpoint(later);
        new Floors(folder).raise(later, Instant.EPOCH);
        folder.delete(Log.entryName(3));
        known.check(old);
        known.check(old, look);
        folder.delete(Log.entryName(5));
        folder.delete(Log.checkpointName(5));
        assertThrows(LostEntryException.class, () -> known.check(later), "the floor itself is not below");
    }

    @Test
    void aCheckpointTellsOfAnEntryThatIsGoneOrDamaged() throws IOException {
        known.begin(state, look);
        byte[] entry = folder.bytes(Log.entryName(3));
        folder.put(Log.entryName(3), Arrays.copyOf(entry, entry.length - 20));
        refused("repair the log", () -> known.check(state, look));
        log.writeCheckpoint(state);
        opened.clear();
        known.check(state, look);
        assertEquals(List.of(Log.entryName(3), Log.checkpointName(3)), opened);
        folder.delete(Log.entryName(3));
        known.check(state, look);
        known.check(state);
        TableState old = state;
        folder.delete(Log.checkpointName(3));
        makeAnew();
        log.writeCheckpoint(state);
        refused("the table was made anew or repaired", () -> known.check(old, look));
        folder.put(Log.entryName(3), Arrays.copyOf(entry, entry.length - 20));
        refused("repair the log", () -> known.check(old, look));
    }
}
