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
package dev.stoa.table.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.FaultyFolder;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first entry of a log: what hinders it, and what a failure leaves. */
class FirstVersionTest {
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {});

    @TempDir
    private Path path;

    private final MemoryFolder memory = new MemoryFolder();

    private static TableState make(Folder folder, TableProperties properties) throws IOException {
        Changes changes = new Changes();
        changes.schema = Optional.of(TableSchema.numbered(Rows.schema(), false));
        changes.properties = Optional.of(properties);
        return new FirstVersion(new Log(folder), SETTINGS, changes).commit("create", Instant.EPOCH);
    }

    private static TableState make(Folder folder) throws IOException {
        return make(folder, TableProperties.NONE);
    }

    /** A folder that does something before the first entry is created. */
    private static Folder before(Folder folder, Callable<?> what) {
        return (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    if (method.getName().equals("create") && words[0].equals(Log.entryName(0))) {
                        what.call();
                    }
                    try {
                        return method.invoke(folder, words);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void theFirstVersionSaysWhatIsDeclared() throws IOException {
        TableState made = make(memory);
        assertEquals(0, made.version());
        assertEquals("create", made.info().operation());
        assertEquals(Instant.EPOCH, made.info().time());
        assertEquals(
                made.features(),
                new Log(memory).entry(0).orElseThrow().features().orElseThrow());
        assertEquals(
                made.table(), Table.open(memory, SETTINGS).snapshot().state().table());
        MemoryFolder plain = new MemoryFolder();
        make(plain, TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false")));
        assertEquals(Optional.empty(), new Log(plain).entry(0).orElseThrow().features());
    }

    /** Any file of a log shows that a table exists, even if the rest is lost. */
    @Test
    void anyRestOfALogHindersIt() throws IOException {
        byte[] marker = FloorMarker.of(
                        new UUID(1, 2), new Floor(1, 3), Optional.empty(), new ContentHash(4, 5), Instant.EPOCH)
                .toBytes();
        for (String name : new String[] {Log.entryName(0), Log.entryName(7), Log.checkpointName(8), Floors.name(1)}) {
            MemoryFolder folder = new MemoryFolder();
            make(folder);
            byte[] entry = folder.bytes(Log.entryName(0));
            folder.delete(Log.entryName(0));
            folder.put(name, name.equals(Floors.name(1)) ? marker : entry);
            TableException e = assertThrows(TableException.class, () -> make(folder), name);
            assertTrue(e.getMessage().endsWith(": a table already exists"), e.getMessage());
            folder.delete(name);
            assertEquals(0, make(folder).version());
        }
        make(memory);
        memory.doNotList(".commit");
        assertThrows(TableException.class, () -> make(memory), "the store does not list it yet");
    }

    @Test
    void theSecondOfTwoIsRefused() throws IOException {
        Folder slow = before(memory, () -> make(memory));
        TableException e = assertThrows(TableException.class, () -> make(slow));
        assertTrue(e.getMessage().contains("another one has just made a table here"), e.getMessage());
    }

    @Test
    void aFailureLeavesNoNewFolder() throws IOException {
        IOException failure = new WriteFailedException("t", "can't be written", false, new IOException("no space"));
        Folder folder = new LocalFolder(path.resolve("new"));
        Folder full = before(folder, () -> {
            throw failure;
        });
        assertSame(failure, assertThrows(IOException.class, () -> make(full)));
        assertFalse(Files.exists(path.resolve("new")));
        Files.createDirectories(path.resolve("new"));
        assertThrows(IOException.class, () -> make(full));
        assertTrue(Files.exists(path.resolve("new")), "it was there before");
        assertFalse(Files.exists(path.resolve("new").resolve(Log.FOLDER)));
        Files.createDirectories(path.resolve("new").resolve(Log.FOLDER));
        assertThrows(IOException.class, () -> make(full));
        assertTrue(Files.exists(path.resolve("new").resolve(Log.FOLDER)), "it was there before");
        make(folder);
        assertTrue(folder.find(Log.entryName(0)).isPresent());
    }

    /** The store makes the entry, and fails to say so. */
    @Test
    void aLostAnswerIsNoLostTable() throws IOException {
        FaultyFolder folder = new FaultyFolder(memory);
        AtomicBoolean once = new AtomicBoolean(true);
        folder.fault = name -> name.equals(Log.entryName(0)) && once.getAndSet(false)
                ? FaultyFolder.AtCommit.DONE_BUT_FAILS
                : FaultyFolder.AtCommit.DONE;
        TableState made = make(folder);
        assertFalse(once.get());
        assertEquals(
                made.table(), Table.open(memory, SETTINGS).snapshot().state().table());
    }

    @Test
    void aFailureThatProvesNothingIsDoubtful() throws IOException {
        FaultyFolder folder = new FaultyFolder(memory);
        folder.fault = name -> name.equals(Log.entryName(0)) ? FaultyFolder.AtCommit.FAILS : FaultyFolder.AtCommit.DONE;
        DoubtfulCommitException e = assertThrows(DoubtfulCommitException.class, () -> make(folder));
        assertEquals(0, e.version());
        assertEquals(Optional.empty(), memory.find(Log.FOLDER), "nothing is left");
    }

    /** Whoever has slept meanwhile creates an entry below the floor, which is no version. */
    @Test
    void anEntryBelowTheFloorIsDoubtful() {
        Folder slow = before(memory, () -> {
            UUID table = new UUID(1, 2);
            memory.put(
                    Floors.name(1),
                    FloorMarker.of(table, new Floor(1, 3), Optional.empty(), new ContentHash(4, 5), Instant.EPOCH)
                            .toBytes());
            return null;
        });
        assertThrows(DoubtfulCommitException.class, () -> make(slow));
    }
}
