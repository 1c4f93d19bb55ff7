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

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers below the floor are free again, and never versions: clients that sleep through an expiry find that out. */
class FloorTest {
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {});

    @TempDir
    Path path;

    private Folder folder() {
        return new LocalFolder(path);
    }

    private Table open() throws IOException {
        return Table.open(folder(), SETTINGS);
    }

    private Table make(int newest) throws IOException {
        Table table = Table.create(folder(), Rows.schema(), TableProperties.NONE, SETTINGS);
        for (long i = 1; i <= newest; i++) {
            insert(table, i);
        }
        return table;
    }

    private Snapshot insert(Table table, long key) throws IOException {
        Transaction insert = table.begin("insert");
        Rows.insert(insert, table.folder(), row(key, 1, "s"));
        return insert.commit();
    }

    private void expire(int keep) throws IOException {
        Expiry.plan(open(), Duration.ZERO, keep, Duration.ZERO).run();
    }

    /** The folder of a client that sleeps once, before it makes a call; meanwhile others work. */
    private Folder sleepy(String method, String name, Callable<?> meanwhile) {
        AtomicBoolean once = new AtomicBoolean(true);
        Folder folder = folder();
        return (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, called, words) -> {
                    boolean isIt = called.getName().equals(method) && words != null && name.equals(words[0]);
                    if (isIt && once.getAndSet(false)) {
                        meanwhile.call();
                    }
                    try {
                        return called.invoke(folder, words);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Void commitsAndExpiry() throws IOException {
        for (long i = 6; i <= 9; i++) {
            insert(open(), i);
        }
        expire(2);
        return null;
    }

    /** Who looked at version 5, slept, and puts entry 6 when it is free again, is not told that it is committed. */
    @Test
    void aLateEntryIsNoVersion() throws IOException {
        make(5);
        Table reader = open();
        Table sleeper = Table.open(sleepy("create", Log.entryName(6), this::commitsAndExpiry), SETTINGS);
        DoubtfulCommitException e = assertThrows(DoubtfulCommitException.class, () -> insert(sleeper, 600));
        assertTrue(e.getMessage().contains("versions before 8 were expired"), e.getMessage());
        assertEquals(6, e.version());
        assertTrue(folder().find(Log.entryName(6)).isPresent(), "it is there");
        List<String> right = Rows.read(open().snapshot());
        assertEquals(9, right.size());
        assertFalse(right.toString().contains("600"), right.toString());
        assertEquals(
                right, Rows.read(reader.snapshot()), "who knows version 5 reads entry 6, and asks for the floor then");
        assertEquals(right, Rows.read(sleeper.snapshot()));
        Files.deleteIfExists(path.resolve(Log.HINT));
        assertEquals(right, Rows.read(open().snapshot()));
        assertThrows(TableException.class, () -> open().snapshotAt(6));
        assertThrows(TableException.class, () -> open().effect(6));
        assertEquals(2, open().commits(10).size());
        Damage.assertSound(folder());
        assertEquals(10, insert(reader, 10).version());
        expire(1);
        assertFalse(folder().find(Log.entryName(6)).isPresent());
        assertEquals(10, Rows.read(open().snapshot()).size());
        Damage.assertSound(folder());
        try (var files = Files.list(path.resolve("data"))) {
            assertEquals(10, files.count(), "the file of the late entry is gone");
        }
    }

    /** A transaction that meets a late entry behind its base does not follow it. */
    @Test
    void aTransactionDoesNotFollowALateEntry() throws IOException {
        make(5);
        Table table = open();
        Transaction slow = table.begin("insert");
        Rows.insert(slow, folder(), row(700L, 1, "s"));
        Table sleeper = Table.open(sleepy("create", Log.entryName(6), this::commitsAndExpiry), SETTINGS);
        assertThrows(DoubtfulCommitException.class, () -> insert(sleeper, 600));
        assertThrows(DoubtfulCommitException.class, slow::commit);
        assertEquals(9, Rows.read(open().snapshot()).size());
        Damage.assertSound(folder());
    }

    /** A reader that sleeps between two entries reads what is there now, as one version. */
    @Test
    void aReaderThatSleepsBeginsAnew() throws IOException {
        make(5);
        List<String> names = List.of(Log.entryName(3), Log.entryName(5), Log.entryName(6), Log.HINT);
        for (String name : names) {
            Files.deleteIfExists(path.resolve(Log.HINT));
            long next = open().snapshot().version() + 1;
            Folder sleepy = sleepy("find", name, () -> {
                insert(open(), next);
                insert(open(), next + 1);
                expire(1);
                return null;
            });
            Table table = Table.open(sleepy, SETTINGS);
            assertEquals(Rows.read(open().snapshot()), Rows.read(table.snapshot()), name);
        }
    }

    /** Markers are numbered one by one; who knows none finds the last, however many there are. */
    @Test
    void theLastOfManyMarkersIsFound() throws IOException {
        Table table = make(1);
        for (long version = 2; version <= 40; version++) {
            insert(table, version);
            expire(1);
            Floors floors = new Floors(folder());
            Table opened = open();
            assertEquals(
                    new Floor(version - 1, version), opened.snapshot().state().floor());
            assertEquals(version - 1, floors.list().last());
            for (long known = 0; known < version - 1; known++) {
                assertEquals(
                        new Floor(version - 1, version),
                        floors.behind(opened.snapshot()
                                .state()
                                .with(new Floor(known, 0))
                                .position()));
            }
        }
        assertEquals(40, Rows.read(table.snapshot()).size());
        Files.delete(path.resolve(Log.HINT));
        assertEquals(40, Rows.read(open().snapshot()).size());
        Damage.assertSound(folder());
    }

    /** Of two expiries at a time both raise the floor, or find it raised. */
    @Test
    void twoExpiriesRaiseOneFloor() throws IOException {
        make(9);
        Folder slow = sleepy("create", Floors.name(1), () -> {
            expire(2);
            return null;
        });
        Expiry.plan(Table.open(slow, SETTINGS), Duration.ZERO, 4, Duration.ZERO).run();
        assertEquals(new Floor(1, 8), open().snapshot().state().floor());
        Folder other = sleepy("create", Floors.name(2), () -> {
            insert(open(), 10);
            expire(2);
            return null;
        });
        Expiry.plan(Table.open(other, SETTINGS), Duration.ZERO, 1, Duration.ZERO)
                .run();
        assertEquals(9, open().snapshot().state().floor().version());
        assertEquals(10, Rows.read(open().snapshot()).size());
        Damage.assertSound(folder());
    }

    /** A swapped entry is named by the one that follows another. */
    @Test
    void aSwappedEntryIsNamed() throws IOException {
        make(3);
        Path elsewhere = path.resolve("_copy");
        Damage.copy(path.resolve(Log.FOLDER), elsewhere);
        Files.delete(path.resolve(Log.entryName(3)));
        Files.delete(path.resolve(Log.entryName(2)));
        insert(open(), 200);
        Files.copy(elsewhere.resolve("0000000000000000003.commit"), path.resolve(Log.entryName(3)));
        CorruptFileException e = assertThrows(CorruptFileException.class, this::open);
        assertTrue(
                e.getMessage().contains(Log.entryName(3))
                        && e.getMessage().contains("it follows an entry with the hash"),
                e.getMessage());
    }

    @Test
    void everyByteOfAMarkerCounts() throws IOException {
        make(9);
        expire(1);
        Path marker = path.resolve(Floors.name(1));
        byte[] right = Files.readAllBytes(marker);
        assertEquals(112, right.length);
        Files.deleteIfExists(path.resolve(Log.HINT));
        Path checkpoint = path.resolve(Log.checkpointName(9));
        byte[] state = Files.readAllBytes(checkpoint);
        Files.delete(checkpoint);
        for (int i = 0; i < right.length; i++) {
            byte[] wrong = right.clone();
            wrong[i] ^= (byte) (1 << i % 8);
            Files.write(marker, wrong);
            CorruptFileException e = assertThrows(CorruptFileException.class, this::open);
            assertTrue(e.getMessage().contains(Floors.name(1) + ": the marker"), e.getMessage());
        }
        for (int length : new int[] {0, 1, 111}) {
            Files.write(marker, java.util.Arrays.copyOf(right, length));
            assertThrows(CorruptFileException.class, this::open);
        }
        Files.write(marker, right);
        CorruptFileException e = assertThrows(CorruptFileException.class, this::open);
        assertTrue(e.getMessage().contains("the checkpoint of the oldest version is missing"), e.getMessage());
        Files.write(checkpoint, state);
        assertEquals(9, open().snapshot().rowCount());
        assertArrayEquals(right, Files.readAllBytes(marker));
    }
}
