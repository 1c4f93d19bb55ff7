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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.LongVector;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Seeds;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.MemorySink;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeReadException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checkpoints that share parts say what the entries say, whatever they share. */
class CheckpointPartsTest extends CheckpointedLog {
    private final List<UUID> gone = new ArrayList<>();

    /** Inserts, removes, changes and folds fragments at random. */
    private Changes some() throws IOException {
        Changes changes = new Changes();
        if (random.nextBoolean() && !gone.isEmpty()) { // as a rollback does
            UUID again = gone.remove(random.nextInt(gone.size()));
            changes.added.put(again, new Changes.NewFragment(10, Optional.empty(), file(Optional.empty())));
        }
        int inserts = random.nextInt(6);
        for (int i = 0; i < inserts; i++) {
            insert(changes);
        }
        for (Fragment fragment : entries.fragments().values()) {
            UUID id = fragment.id();
            switch (random.nextInt(20)) {
                case 0 -> {
                    changes.removed.put(id, new Action.RemoveFragment(id, Optional.empty(), 0));
                    gone.add(id);
                }
                case 1 -> changes.add(changes.sidecars, id, sidecar(OptionalLong.empty()));
                case 2 -> changes.add(changes.files, id, file(Optional.of(List.of(random.nextInt(2) + 1))));
                case 3 -> {
                    if (!fragment.sidecars().isEmpty()) {
                        SidecarFile last =
                                fragment.sidecars().get(fragment.sidecars().size() - 1);
                        fragment.sidecars()
                                .forEach(old -> changes.dropped.add(new Action.DropSidecar(
                                        id, old.identity().uuid())));
                        changes.add(changes.sidecars, id, sidecar(OptionalLong.of(last.version())));
                    }
                }
                default -> {
                    // it stays
                }
            }
        }
        return changes;
    }

    private static List<String> texts(TableState state) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Fragment fragment : state.fragments().values()) {
            StringBuilder text = new StringBuilder(fragment.id() + " " + fragment.rows());
            for (DataFile file : fragment.files()) {
                text.append(' ').append(file.path()).append(file.fields()).append(bounds(file.row()));
            }
            for (SidecarFile sidecar : fragment.sidecars()) {
                text.append(' ')
                        .append(sidecar.path())
                        .append(sidecar.version())
                        .append(bounds(sidecar.row()));
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private static String bounds(LogRow row) throws IOException {
        ColumnBounds bounds = FragmentBounds.ofRow(row, 1, LONG).orElseThrow();
        return "[" + ((LongVector) bounds.min().orElseThrow()).values()[0] + "]";
    }

    private void assertEntries() throws IOException {
        assertEquals(texts(entries), texts(shared));
        assertEquals(entries.position().entry(), shared.position().entry());
    }

    @Test
    void checkpointsSayWhatTheEntriesSay() throws IOException {
        random = new Random(Seeds.next(getClass()));
        create();
        for (int i = 0; i < 150; i++) {
            commit(some());
            if (random.nextInt(3) == 0) {
                checkpoint();
                assertEntries();
            }
        }
        commit(some());
        checkpoint();
        shared = log.checkpoint(shared.version()).orElseThrow();
        assertEntries();
        int fragments = shared.fragments().size();
        assertTrue(
                parts(shared).size() <= 4 * fragments / MOST + 1, parts(shared).size() + " parts of " + fragments);
    }

    @Test
    void aTableOfFewFragmentsHasNoParts() throws IOException {
        create();
        Changes changes = new Changes();
        for (int i = 0; i < MOST - 1; i++) {
            insert(changes);
        }
        commit(changes);
        checkpoint();
        assertEquals(Set.of(), parts(shared));
        assertEntries();
    }

    /** A checkpoint writes as much as has changed, not as much as there is. */
    @Test
    void partsStayUntilHalfOfThemHasChanged() throws IOException {
        create();
        Changes changes = new Changes();
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < 4 * MOST; i++) {
            ids.add(insert(changes));
        }
        commit(changes);
        checkpoint();
        Set<String> four = parts(shared);
        assertEquals(4, four.size());
        for (int i = 0; i < MOST / 2; i++) {
            Changes change = new Changes();
            change.removed.put(ids.get(i), new Action.RemoveFragment(ids.get(i), Optional.empty(), 0));
            change.add(change.sidecars, ids.get(MOST + i), sidecar(OptionalLong.empty()));
            commit(change);
            checkpoint();
            assertEntries();
            assertEquals(four, parts(shared), "after changes of " + (i + 1));
        }
        Changes last = new Changes();
        last.add(last.sidecars, ids.get(MOST - 1), sidecar(OptionalLong.empty()));
        commit(last);
        checkpoint();
        assertEntries();
        Set<String> then = parts(shared);
        then.retainAll(four);
        assertEquals(3, then.size(), "the first part was written anew");
        assertEquals(4, parts(shared).size());
    }

    /** Parts that a rewrite leaves small are joined with their neighbours. */
    @Test
    void smallPartsAreJoined() throws IOException {
        create();
        Changes changes = new Changes();
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < 6 * MOST; i++) {
            ids.add(insert(changes));
        }
        commit(changes);
        checkpoint();
        for (int left = MOST - 1; left >= 1; left--) {
            Changes change = new Changes();
            for (int part = 0; part < 5; part++) {
                UUID id = ids.get(part * MOST + left);
                change.removed.put(id, new Action.RemoveFragment(id, Optional.empty(), 0));
            }
            commit(change);
            checkpoint();
            assertEntries();
        }
        assertEquals(5 + MOST, shared.fragments().size());
        assertTrue(parts(shared).size() <= 3, parts(shared).size() + " parts");
    }

    /** Of the size that tables write. */
    @Test
    void aTableOfManyFragmentsHasParts() throws IOException {
        create();
        Changes changes = new Changes();
        for (int i = 0; i < 2 * TableProperties.DEFAULT_PART_FRAGMENTS + 5; i++) {
            insert(changes);
        }
        commit(changes);
        log.writeCheckpoint(shared);
        shared = log.checkpoint(1).orElseThrow();
        assertEquals(
                List.of(4096L, 4096L),
                shared.held().base().files().stream().map(PartFile::fragments).toList());
        assertEntries();
        long bytes = folder.bytes(Log.checkpointName(1)).length;
        changes = new Changes();
        insert(changes);
        commit(changes);
        log.writeCheckpoint(shared);
        assertTrue(folder.bytes(Log.checkpointName(2)).length < bytes + 1000);
        assertEquals(2, folder.list(Log.PARTS).size(), "both are shared");
        shared = log.checkpoint(2).orElseThrow();
        assertEntries();
    }

    /** The parts of an expired checkpoint may be removed: none is shared. */
    @Test
    void partsOfACheckpointBelowTheFloorAreNotShared() throws IOException {
        fourParts();
        Set<String> old = parts(shared);
        commit(some());
        shared = shared.with(new Floor(1, shared.version()));
        checkpoint();
        assertEntries();
        Set<String> now = parts(shared);
        assertFalse(now.isEmpty());
        now.retainAll(old);
        assertEquals(Set.of(), now);
    }

    private void fails(String problem) {
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> log.checkpoint(1));
        assertTrue(e.getMessage().contains(problem), e.getMessage());
        assertTrue(e.getMessage().contains("_stoa/"), e.getMessage());
    }

    @Test
    void aMissingOrDamagedPartIsDamage() throws IOException {
        fourParts();
        String path = shared.held().base().files().get(2).path();
        byte[] whole = folder.bytes(path);
        folder.delete(path);
        fails("a part that it names is missing: ");
        String other = shared.held().base().files().get(1).path();
        folder.put(path, folder.bytes(other));
        fails("");
        for (int length : new int[] {0, 1, 100, whole.length - 1}) {
            folder.put(path, Arrays.copyOf(whole, length));
            fails("");
        }
        folder.put(path, Arrays.copyOf(whole, whole.length + 1));
        fails("");
        for (int i = 0; i < 200; i++) {
            byte[] changed = whole.clone();
            changed[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
            folder.put(path, changed);
            try {
                shared = log.checkpoint(1).orElseThrow();
                assertEquals(entries.fragments().keySet(), shared.fragments().keySet());
                assertFalse(log.problems(path).isEmpty(), "a flip in bounds is found by verify");
            } catch (CorruptFileException e) {
                assertTrue(e.getMessage().contains("_stoa/"), e.getMessage());
            }
        }
    }

    /** A checkpoint and its part vanish together: it was expired, and is no damage. */
    @Test
    void anExpiredCheckpointIsNoDamage() throws IOException {
        fourParts();
        folder.delete(shared.held().base().files().get(0).path());
        folder.delete(Log.checkpointName(1));
        assertEquals(Optional.empty(), log.checkpoint(1));
    }

    /** A part with other rows than a part may have, or of another table, is refused. */
    @Test
    void aPartHasFragmentsOfItsTableOnly() throws IOException {
        fourParts();
        PartFile part = shared.held().base().files().get(0);
        for (UUID table : List.of(TABLE, new UUID(1, 2))) {
            MemorySink sink = new MemorySink("part", 1 << 20);
            try (LogWriter writer = LogWriter.ofPart(sink, table, id(), 1, Map.of())) {
                if (table.equals(TABLE)) {
                    writer.drop(new Action.DropSidecar(id(), id()));
                }
                writer.finish();
            }
            MemoryFile file = new MemoryFile("part", sink.toByteArray());
            CorruptFileException e = assertThrows(CorruptFileException.class, () -> {
                try (var open = dev.stoa.reader.StoaFile.open(file.open())) {
                    LogFile ref = new LogFile(file::open, "part", 1, open.identity());
                    LogReader.readPart(open, ref, TABLE, part);
                }
            });
            String problem =
                    table.equals(TABLE) ? "which a part of a checkpoint can't have" : "it belongs to the table";
            assertTrue(e.getMessage().contains(problem), e.getMessage());
        }
    }

    /** New parts of a checkpoint that was given up are removed. If the store was asked to show it, they stay: it may exist. */
    @Test
    void aFailedCheckpointLeavesNoParts() throws IOException {
        fourParts();
        Set<String> before = parts(shared);
        Changes changes = new Changes();
        for (int i = 0; i < 2 * MOST; i++) {
            insert(changes);
        }
        commit(changes);
        int[] ids = new int[1];
        assertThrows(
                UncheckedIOException.class,
                () -> CheckpointWriter.write(shared, folder, Log.checkpointName(shared.version()), MOST, () -> {
                    if (ids[0]++ == 1) {
                        throw new UncheckedIOException(new IOException("full"));
                    }
                    return id();
                }));
        assertEquals(2, ids[0]);
        assertEquals(before.size(), folder.list(Log.PARTS).size());
        folder.put(Log.checkpointName(2), new byte[] {1});
        assertThrows(IOException.class, this::checkpoint);
        assertEquals(before.size() + 2, folder.list(Log.PARTS).size());
    }

    /** A store may tell only at the first read that a file was expired: a snapshot that still names it knows no bounds then. */
    @Test
    void boundsOfAnExpiredFileAreNotKnown() throws IOException {
        for (IOException gone : List.of(
                new FileNotFoundException("gone"),
                new RangeReadException("file", new Range(0, 1), "gone", new FileNotFoundException("gone")))) {
            LogFile file = new LogFile(
                    () -> {
                        throw gone;
                    },
                    "file",
                    1,
                    identity());
            assertEquals(Optional.empty(), file.bounds(1, 0));
        }
        LogFile failing = new LogFile(
                () -> {
                    throw new RangeReadException("file", new Range(0, 1), "the store fails");
                },
                "file",
                1,
                identity());
        assertThrows(RangeReadException.class, () -> failing.bounds(1, 0));
    }

    /** Nothing is read again that is known. */
    @Test
    void knownPartsAreNotReadAgain() throws IOException {
        fourParts();
        List<CheckpointPart> before = shared.held().base().all();
        Changes changes = new Changes();
        insert(changes);
        commit(changes);
        checkpoint();
        assertEquals(before.size(), shared.held().base().size());
        for (int i = 0; i < before.size(); i++) {
            assertTrue(shared.held().base().isRead(i));
            assertSame(before.get(i).rows(), shared.held().base().rows(i));
        }
    }
}
