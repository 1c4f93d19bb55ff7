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

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.LostEntryException;
import dev.stoa.table.Rows;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.logfile.GoneFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** States and commits of logs in memory: by version, by time, and with files that are gone. */
class HistoryTest {
    private static final UUID TABLE = new UUID(3, 4);

    private MemoryFolder files = new MemoryFolder();
    private final List<String> asked = new ArrayList<>();
    private final Set<Object> open = new HashSet<>();

    /** What happens after the first look for a file. */
    private Runnable meanwhile = () -> {};

    private String awaited = "";
    private final Folder folder = (Folder) Proxy.newProxyInstance(
            Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                if (!method.getName().equals("id")) {
                    asked.add(method.getName() + " " + words[0]);
                }
                try {
                    Object answer = method.invoke(files, words);
                    if (method.getName().equals("find") && words[0].equals(awaited)) {
                        awaited = "";
                        meanwhile.run();
                    }
                    return answer instanceof RangeSource source ? counted(source) : answer;
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });
    private final Log log = new Log(folder);
    private final History history = new History(log);
    private final List<TableState> states = new ArrayList<>();

    private RangeSource counted(RangeSource source) {
        Object key = new Object();
        open.add(key);
        return (RangeSource) Proxy.newProxyInstance(
                RangeSource.class.getClassLoader(), new Class<?>[] {RangeSource.class}, (proxy, method, words) -> {
                    if (method.getName().equals("close")) {
                        open.remove(key);
                    }
                    try {
                        return method.invoke(source, words);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @AfterEach
    void allIsClosed() {
        assertEquals(Set.of(), open);
    }

    private static Instant second(long second) {
        return Instant.ofEpochSecond(second);
    }

    private byte[] entry(long version, long time, String operation) throws IOException {
        Changes changes = new Changes();
        if (version == 0) {
            Schema schema = new Schema(List.of(Field.nullable("a", Rows.LONG)));
            changes.schema = Optional.of(TableSchema.numbered(schema, false));
            changes.properties = Optional.of(TableProperties.NONE);
        }
        CommitInfo info = new CommitInfo(
                version, second(time), new UUID(9, version), operation, Math.max(0, version - 1), false, 0);
        Optional<ContentHash> previous = version == 0
                ? Optional.empty()
                : Optional.of(states.get((int) version - 1).position().entry());
        return EntryWriter.bytes(Log.entryName(version), TABLE, previous, info, changes);
    }

    /** Commits the next version. */
    private void commit(long time) throws IOException {
        long version = states.size();
        String name = Log.entryName(version);
        byte[] bytes = entry(version, time, "test");
        files.put(name, bytes);
        LogContents entry = new MemoryFile(name, bytes).contents(LogKind.ENTRY, version);
        states.add(version == 0 ? TableState.of(entry, name) : newest().with(List.of(entry), List.of(name)));
    }

    /** Commits the versions 0..newest, at the seconds 10, 20 and so on. */
    private void commits(long newest) throws IOException {
        for (long version = states.size(); version <= newest; version++) {
            commit(10 * (version + 1));
        }
    }

    private TableState newest() {
        return states.get(states.size() - 1);
    }

    private void checkpoint(long version) {
        assertTrue(log.makeCheckpoint(states.get((int) version)));
    }

    /** Raises the floor; what is below it is removed. */
    private void expire(long floor) throws IOException {
        checkpoint(floor);
        new Floors(folder).raise(states.get((int) floor), Instant.EPOCH);
        for (long version = 0; version < floor; version++) {
            files.delete(Log.entryName(version));
            files.delete(Log.checkpointName(version));
        }
    }

    private void assertLost(long version, Executable what) {
        LostEntryException e = assertThrows(LostEntryException.class, what);
        assertTrue(e.path().endsWith(Log.entryName(version)), e.path());
    }

    @Test
    void versionsAreFoundByTime() throws IOException {
        long[] times = {10, 20, 20, 30, 40, 40, 40, 50, 60};
        for (long time : times) {
            commit(time);
        }
        assertTimes(history.newest().orElseThrow(), times, 0);
        TableState before = history.newest().orElseThrow();
        expire(3);
        assertTimes(history.newest().orElseThrow(), times, 3);
        files.delete(Log.entryName(3));
        assertTimes(history.newest().orElseThrow(), times, 3);
        assertEquals(OptionalLong.of(4 + 2), history.versionAt(second(45), before), "who knows no floor yet");
        assertEquals(OptionalLong.empty(), history.versionAt(second(25), before));
        files.delete(Log.entryName(6));
        assertLost(6, () -> history.versionAt(second(45), before));
    }

    private void assertTimes(TableState newest, long[] times, int floor) throws IOException {
        for (long time = 5; time <= 65; time += 5) {
            long until = time;
            OptionalLong last = LongStream.range(floor, times.length)
                    .filter(version -> times[(int) version] <= until)
                    .max();
            assertEquals(last, history.versionAt(second(time), newest), "second " + time);
        }
    }

    @Test
    void commitsComeNewestFirst() throws IOException {
        commits(6);
        assertEquals(List.of(6L, 5L, 4L, 3L, 2L, 1L, 0L), versions(newest(), -1));
        assertEquals(List.of(6L, 5L), versions(newest(), 4));
        assertEquals(List.of(), versions(newest(), 6));
        assertEquals(second(70), history.commits(newest(), 5).get(0).time());
        TableState before = newest();
        expire(3);
        TableState after = history.newest().orElseThrow();
        assertEquals(List.of(6L, 5L, 4L, 3L), versions(after, -1));
        assertEquals(List.of(6L, 5L, 4L, 3L), versions(before, -1), "expired since");
        files.delete(Log.entryName(3));
        assertEquals(List.of(6L, 5L, 4L, 3L), versions(after, -1), "the checkpoint has it");
        assertEquals(List.of(6L, 5L, 4L, 3L), versions(before, -1));
        files.put(Log.entryName(5), entry(5, 60, "other"));
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> history.commits(after, 3));
        assertTrue(
                e.getMessage().startsWith(log.entryPath(5) + ": it has the hash ")
                        && e.getMessage()
                                .contains("but the entry of version 6 follows "
                                        + states.get(5).position().entry()),
                e.getMessage());
        files.delete(Log.entryName(5));
        assertLost(5, () -> history.commits(after, 3));
    }

    private List<Long> versions(TableState newest, long after) throws IOException {
        return history.commits(newest, after).stream().map(CommitInfo::version).toList();
    }

    @Test
    void eachVersionIsThereUnlessItWasExpired() throws IOException {
        assertEquals(Optional.empty(), history.at(0));
        assertEquals(Optional.empty(), history.newest());
        commits(9);
        assertVersions(0);
        checkpoint(4);
        assertVersions(0);
        assertEquals(4, history.at(4).orElseThrow().checkpoint());
        assertEquals(0, history.at(3).orElseThrow().checkpoint());
        assertLost(10, () -> history.at(10));
        expire(6);
        assertVersions(6);
        assertEquals(new Floor(1, 6), history.at(6).orElseThrow().floor());
        assertEquals(new Floor(1, 6), history.at(8).orElseThrow().floor());
        files.delete(Log.entryName(6));
        assertVersions(6);
        files.delete(Log.entryName(8));
        assertLost(8, () -> history.at(8));
        assertLost(8, () -> history.at(9));
        assertEquals(7, history.at(7).orElseThrow().version());
    }

    private void assertVersions(long floor) throws IOException {
        for (long version = 0; version <= 9; version++) {
            OptionalLong found = history.at(version)
                    .map(state -> OptionalLong.of(state.version()))
                    .orElse(OptionalLong.empty());
            assertEquals(version < floor ? OptionalLong.empty() : OptionalLong.of(version), found);
        }
        assertEquals(9, history.newest().orElseThrow().version());
        assertEquals(floor, history.newest().orElseThrow().floor().version());
    }

    /** What an expiry has left below the floor is no version. */
    @Test
    void entriesBelowTheFloorDoNotCount() throws IOException {
        commits(9);
        checkpoint(2);
        checkpoint(6);
        checkpoint(7);
        new Floors(folder).raise(states.get(7), Instant.EPOCH);
        assertVersions(7);
        assertEquals(Optional.empty(), history.at(6));
        log.leaveWord(2);
        assertEquals(7, history.newest().orElseThrow().checkpoint(), "the hint is old");
        TableState three = history.forward(states.get(3));
        assertEquals(9, three.version());
        assertEquals(new Floor(1, 7), three.floor());
        assertEquals(7, three.checkpoint());
        assertEquals(0, history.forward(states.get(6)).checkpoint(), "entry 7 follows it");
        assertEquals(new Floor(1, 7), history.forward(states.get(6)).floor());
        files.delete(Log.checkpointName(7));
        assertEquals(8, history.at(8).orElseThrow().version(), "entry 7 follows checkpoint 6");
        files.delete(Log.checkpointName(6));
        assertThrows(CorruptFileException.class, () -> history.at(8), "checkpoint 2 is below the floor");
        assertThrows(CorruptFileException.class, history::newest);
    }

    /** An entry that does not follow the one before it. */
    @Test
    void aBrokenChainIsNoVersion() throws IOException {
        commits(5);
        files.put(Log.entryName(3), entry(3, 40, "other"));
        assertEquals(3, history.at(3).orElseThrow().version());
        for (long version : new long[] {4, 5}) {
            CorruptFileException e = assertThrows(CorruptFileException.class, () -> history.at(version));
            assertTrue(
                    e.getMessage()
                            .startsWith(log.entryPath(4) + ": it follows an entry with the hash "
                                    + states.get(3).position().entry()),
                    e.getMessage());
            assertTrue(e.getMessage().contains("but the entry of version 3 has "), e.getMessage());
        }
        assertThrows(CorruptFileException.class, history::newest);
        assertThrows(CorruptFileException.class, () -> history.forward(states.get(0)));
        assertEquals(5, history.forward(states.get(3)).version());
    }

    @Test
    void anEntryOfAnotherTableIsNamed() throws IOException {
        commits(1);
        LogContents one = log.entry(1).orElseThrow();
        LogPosition zero = states.get(0).position();
        assertEquals(Optional.empty(), zero.whyNotFollowedBy(one, "entry"));
        LogPosition other = new LogPosition(new UUID(1, 1), zero.entry(), Floor.NONE, 0);
        assertEquals(
                "entry: it belongs to the table " + TABLE + ", this one is " + other.table(),
                other.whyNotFollowedBy(one, "entry").orElseThrow().getMessage());
        LogContents first = log.entry(0).orElseThrow();
        String message = zero.whyNotFollowedBy(first, "entry").orElseThrow().getMessage();
        assertTrue(message.startsWith("entry: it follows an entry with the hash of none"), message);
    }

    /** After 256 entries without an end, a newer checkpoint is looked for. */
    @Test
    void manyEntriesLeadToANewerCheckpoint() throws IOException {
        commits(256);
        checkpoint(250);
        TableState few = history.newest().orElseThrow();
        assertEquals(List.of(256L, 0L), List.of(few.version(), few.checkpoint()));
        commits(257);
        TableState many = history.newest().orElseThrow();
        assertEquals(List.of(257L, 250L), List.of(many.version(), many.checkpoint()));
    }

    @Test
    void aDamagedCheckpointIsDoneWithout() throws IOException {
        commits(9);
        checkpoint(4);
        checkpoint(8);
        log.leaveWord(8);
        assertEquals(8, history.newest().orElseThrow().checkpoint());
        files.put(Log.checkpointName(8), new byte[500]);
        assertEquals(Optional.empty(), history.checkpointUnlessDamaged(8));
        assertEquals(Optional.empty(), history.wholeCheckpointUnlessDamaged(8));
        assertEquals(4, history.wholeCheckpointUnlessDamaged(4).orElseThrow().version());
        assertEquals(9, history.newest().orElseThrow().version());
        assertEquals(4, history.at(8).orElseThrow().checkpoint());
        files.delete(Log.entryName(0));
        assertEquals(
                List.of(9L, 4L),
                List.of(
                        history.newest().orElseThrow().version(),
                        history.newest().orElseThrow().checkpoint()));
        TableState eight = states.get(8);
        assertSame(eight, history.written(eight));
        assertEquals(4, history.written(states.get(4)).checkpoint());
        assertSame(states.get(5), history.written(states.get(5)));
    }

    /** A checkpoint above the floor stands in for that of the floor, which is lost. */
    @Test
    void aLaterCheckpointStandsInForTheFloors() throws IOException {
        commits(9);
        expire(3);
        checkpoint(6);
        files.delete(Log.checkpointName(3));
        assertEquals(
                List.of(9L, 6L),
                List.of(
                        history.newest().orElseThrow().version(),
                        history.newest().orElseThrow().checkpoint()));
        TableState forward = history.forward(states.get(0));
        assertEquals(
                List.of(9L, 6L, 3L),
                List.of(forward.version(), forward.checkpoint(), forward.floor().version()));
        files.delete(Log.checkpointName(6));
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> history.forward(states.get(0)));
        assertTrue(
                e.getMessage().startsWith(log.checkpointPath(3) + ": the checkpoint of the oldest version"),
                e.getMessage());
        assertThrows(CorruptFileException.class, history::newest);
    }

    @Test
    void noEntryFollowsWhatWasExpired() throws IOException {
        commits(5);
        assertTrue(history.mayFollow(newest()));
        assertTrue(history.mayFollow(states.get(3)), "who creates it is refused");
        files.delete(Log.entryName(4));
        assertLost(4, () -> history.mayFollow(states.get(3)));
        assertLost(4, () -> history.refuseLost(4, newest()));
        assertLost(4, () -> history.newest());
        expire(5);
        assertFalse(history.mayFollow(states.get(3)));
        history.refuseLost(4, newest());
        assertTrue(history.mayFollow(states.get(5)));
        files.delete(Log.entryName(5));
        history.refuseLost(5, newest());
        assertLost(6, () -> history.refuseLost(6, newest()));
        files.delete(Log.checkpointName(5));
        assertLost(5, () -> history.refuseLost(5, newest()));
        assertEquals(new Floor(1, 5), history.floor(newest()));
    }

    /** The version of the floor was not expired, so the entry after it is lost. */
    @Test
    void noEntryFollowsTheFloorIfOneWasThere() throws IOException {
        commits(7);
        expire(5);
        files.delete(Log.entryName(6));
        assertLost(6, () -> history.mayFollow(states.get(5)));
    }

    /** Others commit between the look for the next entry and the look beyond it. */
    @Test
    void entriesThatComeInBetweenAreRead() throws IOException {
        commits(7);
        byte[] six = files.bytes(Log.entryName(6));
        byte[] seven = files.bytes(Log.entryName(7));
        files.delete(Log.entryName(6));
        files.delete(Log.entryName(7));
        meanwhile = () -> {
            files.put(Log.entryName(6), six);
            files.put(Log.entryName(7), seven);
        };
        awaited = Log.entryName(6);
        assertEquals(7, history.newest().orElseThrow().version());
    }

    /** The store lists no checkpoint yet, and no hint names one. */
    @Test
    void theLastMarkerLeadsToTheFloor() throws IOException {
        commits(9);
        expire(3);
        files.doNotList(".checkpoint");
        assertEquals(9, history.newest().orElseThrow().version());
        assertEquals(3, history.newest().orElseThrow().checkpoint());
        assertEquals(5, history.at(5).orElseThrow().version());
    }

    @Test
    void nothingIsLeftOfALogButLaterFiles() throws IOException {
        commits(3);
        files.delete(Log.entryName(0));
        assertLost(0, history::newest);
        for (long version = 1; version <= 3; version++) {
            files.delete(Log.entryName(version));
        }
        assertEquals(Optional.empty(), history.newest());
        files.put(Log.checkpointName(2), new byte[100]);
        assertLost(0, history::newest);
    }

    /** The folder of a far store is listed once, after a few entries, and what the listing lacks is looked for. */
    @Test
    void manyEntriesOfAFarStoreAreReadAtOnce() throws IOException {
        files = MemoryFolder.far();
        commits(150);
        assertEquals(states.get(0).table(), log.entry(0).orElseThrow().table());
        for (String unlisted : List.of("none", Log.entryName(9), Log.entryName(70))) {
            files.doNotList(unlisted);
            for (long last : new long[] {0, 3, 4, 5, 100, 150, 160}) {
                assertInOrder(last);
            }
        }
        files.doNotList("none");
        asked.clear();
        assertInOrder(EntriesInOrder.FEW);
        assertEquals(0, asked.stream().filter(("list " + Log.FOLDER)::equals).count());
        asked.clear();
        assertInOrder(150);
        assertEquals(1, asked.stream().filter(("list " + Log.FOLDER)::equals).count());
        assertEquals(
                EntriesInOrder.FEW,
                asked.stream().filter(one -> one.startsWith("find")).count(),
                "the rest is listed");
    }

    private void assertInOrder(long last) throws IOException {
        try (EntriesInOrder entries = new EntriesInOrder(log, 1, last)) {
            for (long version = 1; version <= Math.min(last, 150); version++) {
                assertEquals(version, entries.next().orElseThrow().info().version());
            }
            assertEquals(Optional.empty(), entries.next());
        }
    }

    /** Entries that were begun, and are not wanted any more, are given back. */
    @Test
    void entriesThatWereBegunAreClosed() throws IOException {
        files = MemoryFolder.far();
        commits(20);
        assertTrue(log.entry(0).isPresent());
        try (EntriesInOrder entries = new EntriesInOrder(log, 1, 20)) {
            for (int i = 0; i <= EntriesInOrder.FEW; i++) {
                assertTrue(entries.next().isPresent());
            }
            assertEquals(20 - EntriesInOrder.FEW - 1, open.size());
        }
    }

    @Test
    void aMissingFileIsGone() throws IOException {
        IOException missing = new FileNotFoundException("it");
        assertTrue(GoneFile.is(missing));
        assertTrue(GoneFile.is(new NoSuchFileException("it")));
        assertTrue(GoneFile.is(new IOException(missing)));
        assertFalse(GoneFile.is(new IOException("no answer")));
        assertFalse(GoneFile.is(new IOException(new IOException(missing))));
        assertEquals(Optional.empty(), GoneFile.orThrow(missing));
        IOException other = new IOException("no answer");
        assertSame(other, assertThrows(IOException.class, () -> GoneFile.orThrow(other)));
    }
}
