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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The files of a log: their paths, what is read of each, and what is not there. */
class LogTest extends CheckpointedLog {
    private static final String ENTRY = Log.entryName(1);
    private static final String CHECKPOINT = Log.checkpointName(1);

    /** The names that are synced. */
    private final List<String> synced = new ArrayList<>();

    /** Finds each file, and opens none. */
    private Log gone() {
        return new Log(new ForwardingFolder(folder) {
            @Override
            public RangeSource open(String name, OptionalLong length) throws IOException {
                throw new FileNotFoundException(name);
            }
        });
    }

    private void put(String name, String text) {
        folder.put(name, text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void messagesNameFiles() {
        assertEquals("memory/_stoa/0000000000000000001.commit", log.entryPath(1));
        assertEquals("memory/_stoa/0000000000000000001.checkpoint", log.checkpointPath(1));
        assertEquals("memory/_stoa/hint", log.hintPath());
        for (String message : List.of("memory/some/file: is bad", "some/file: is bad", "is bad")) {
            assertEquals("is bad", log.withoutPath("some/file", new IOException(message)));
        }
        assertEquals("null", log.withoutPath("some/file", new IOException((String) null)));
    }

    @Test
    void problemsOfAFileAreFound() throws IOException {
        create();
        assertEquals(List.of(), log.problems(Log.entryName(0)));
        assertEquals(List.of(), log.problems(ENTRY), "it does not exist");
        byte[] bytes = folder.bytes(Log.entryName(0));
        bytes[20] ^= 1;
        folder.put(Log.entryName(0), bytes);
        assertFalse(log.problems(Log.entryName(0)).isEmpty());
    }

    @Test
    void whatIsNotThereIsNothing() throws IOException {
        assertNothing(log);
        fourParts();
        assertNothing(gone());
    }

    private static void assertNothing(Log empty) throws IOException {
        assertEquals(Optional.empty(), empty.entry(1));
        assertEquals(Optional.empty(), empty.checkpoint(1));
        assertEquals(Optional.empty(), empty.parts(1));
        assertEquals(Optional.empty(), empty.entryWithoutBounds(ENTRY, 1));
    }

    @Test
    void whatIsThereIsRead() throws IOException {
        fourParts();
        assertEquals(1, log.entry(1).orElseThrow().info().version());
        assertEquals(1, log.entryWithoutBounds(ENTRY, 1).orElseThrow().info().version());
        assertEquals(4 * MOST, log.checkpoint(1).orElseThrow().fragments().size());
        assertEquals(4, log.parts(1).orElseThrow().size());
        assertTrue(log.hasEntry(1));
        assertTrue(log.hasCheckpoint(1));
        assertTrue(log.deleteEntry(1));
        assertTrue(log.deleteCheckpoint(1));
        assertFalse(log.deleteEntry(1));
        assertFalse(log.deleteCheckpoint(1));
        assertFalse(log.hasEntry(1));
        assertFalse(log.hasCheckpoint(1));
    }

    @Test
    void aLargeEntryIsReadInParts() throws IOException {
        create();
        Changes changes = new Changes();
        for (int i = 0; i < 2000; i++) {
            insert(changes);
        }
        commit(changes);
        assertTrue(folder.bytes(ENTRY).length > 64 << 10);
        assertEquals(2 * 2000, log.entry(1).orElseThrow().actions().size());
    }

    @Test
    void aFolderIsNoFile() {
        put(ENTRY + "/file", "x");
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> log.entry(1));
        assertEquals("memory/" + ENTRY + ": a folder has the path of a file of the log", e.getMessage());
    }

    @Test
    void aStoreIsNearOrFar() throws IOException {
        create();
        assertFalse(log.isNear() || log.isFar(), "no read has told");
        log.entry(0);
        assertTrue(log.isNear());
        assertFalse(log.isFar());
        MemoryFolder far = MemoryFolder.far();
        far.put(Log.entryName(0), folder.bytes(Log.entryName(0)));
        Log there = new Log(far);
        there.entry(0);
        assertTrue(there.isFar());
        assertFalse(there.isNear());
    }

    private static Folder.Entry listed(boolean isFolder, long length) {
        return new Folder.Entry("x", isFolder, length, Instant.EPOCH);
    }

    @Test
    void smallEntriesAreReadAsAWhole() throws IOException {
        create();
        int length = folder.bytes(Log.entryName(0)).length;
        try (BegunFile begun = BegunFile.of(folder, Log.entryName(0), length)) {
            assertEquals(0, begun.await().contents(LogKind.ENTRY, 0).info().version());
        }
        assertTrue(Log.isSmall(listed(false, length)));
        assertTrue(Log.isSmall(listed(false, 64 << 10)));
        assertFalse(Log.isSmall(listed(true, length)));
        assertFalse(Log.isSmall(listed(false, 0)));
        assertFalse(Log.isSmall(listed(false, (64 << 10) + 1)));
        assertThrows(
                FileNotFoundException.class,
                () -> BegunFile.of(folder, Log.entryName(1), length),
                "it is not there any more");
    }

    @Test
    void otherNamesAreNoVersions() throws IOException {
        create();
        for (String name : List.of("1.commit", "00000000000000000x1.commit", "0000000000000000001", "x.checkpoint")) {
            put(Log.FOLDER + "/" + name, "x");
        }
        assertEquals(Set.of(0L), log.list().entries());
        assertEquals(Set.of(), log.list().checkpoints());
    }

    @Test
    void aHintIsShort() throws IOException {
        assertFalse(log.hasHint());
        assertEquals(OptionalLong.empty(), log.hint());
        put(Log.HINT, " ".repeat(63) + "7");
        assertEquals(OptionalLong.of(7), log.hint());
        put(Log.HINT, " ".repeat(64) + "7");
        assertEquals(OptionalLong.empty(), log.hint());
        put(Log.HINT, "seven");
        assertEquals(OptionalLong.empty(), log.hint());
        assertTrue(log.hasHint());
        folder.delete(Log.HINT);
        put(Log.HINT + "/file", "7");
        assertEquals(OptionalLong.empty(), log.hint());
    }

    /** Also a checkpoint alone, as a repair leaves it. */
    @Test
    void aVersionIsSyncedByItsFile() throws IOException {
        fourParts();
        Log syncing = new Log(new ForwardingFolder(folder) {
            @Override
            public void sync(String name) {
                synced.add(name);
            }
        });
        syncing.sync(1);
        assertEquals(List.of(ENTRY), synced);
        log.deleteEntry(1);
        syncing.sync(1);
        assertEquals(List.of(ENTRY, CHECKPOINT), synced);
    }

    @Test
    void aCheckpointIsMadeByReleasesThatKnowTheTable() throws IOException {
        create();
        TableFeatures later = new TableFeatures(Set.of(), Set.of("later"));
        TableState unknown = new TableState(
                entries.position(), entries.info(), entries.schema(), entries.properties(), later, entries.held());
        assertFalse(log.makeCheckpoint(unknown));
        assertThrows(IOException.class, () -> log.createCheckpoint(unknown));
        assertFalse(log.hasCheckpoint(0));
        assertTrue(log.makeCheckpoint(entries));
        assertTrue(log.hasCheckpoint(0));
        assertFalse(log.hasHint(), "it may be an old one");
        assertTrue(log.makeCheckpoint(entries), "another has written it");
        log.writeCheckpoint(entries);
        assertEquals(OptionalLong.of(0), log.hint());
    }
}
