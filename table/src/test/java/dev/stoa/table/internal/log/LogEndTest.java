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

import dev.stoa.format.ContentHash;
import dev.stoa.format.Schema;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.LostEntryException;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is looked for behind the last entry of logs that have many, of which only the names count here. */
class LogEndTest {
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    private final MemoryFolder folder = new MemoryFolder();
    private final List<String> asked = new ArrayList<>();
    private final Log log = new Log((Folder) Proxy.newProxyInstance(
            Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                if (Set.of("find", "list").contains(method.getName())) {
                    asked.add(method.getName() + " " + words[0]);
                }
                try {
                    return method.invoke(folder, words);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }));
    private final LogEnd end = new LogEnd(log);

    private void make(String name, String text) throws IOException {
        try (FileSink sink = folder.create(name, SinkOptions.SMALL)) {
            sink.write(text.getBytes(StandardCharsets.US_ASCII));
            sink.commit();
        }
    }

    private void entries(long first, long last) throws IOException {
        for (long version = first; version <= last; version++) {
            make(Log.entryName(version), "entry");
        }
    }

    static TableState state(long version) throws IOException {
        return state(version, Floor.NONE);
    }

    /** A state that was read from its checkpoint. */
    private static TableState state(long version, Floor floor) throws IOException {
        CommitInfo info = new CommitInfo(version, Instant.EPOCH, new UUID(1, 2), "test", 0, false, 0);
        TableSchema schema = new TableSchema(new Schema(List.of()), Map.of(), 0);
        return TableState.of(
                new LogContents(
                        new ChainLink(
                                new UUID(3, 4),
                                new ContentHash(5, 6),
                                Optional.of(new ContentHash(7, 8)),
                                Optional.of(floor),
                                List.of()),
                        info,
                        Optional.of(schema),
                        Optional.of(Map.of()),
                        Optional.empty(),
                        List.of(),
                        new long[0]),
                "state");
    }

    private boolean isListed() {
        return asked.contains("list " + Log.FOLDER);
    }

    @Test
    void aShortLogIsListed() throws IOException {
        entries(0, 699);
        assertTrue(end.behind(state(699), UNKNOWN, false).isEnd());
        assertEquals(List.of("list " + Log.FOLDER), asked);
        entries(700, 702);
        asked.clear();
        LogEnd.Signs signs = end.behind(state(699), OptionalLong.of(700), false);
        assertTrue(signs.isListed());
        assertEquals(Set.of(700L, 701L, 702L), signs.entries());
        assertEquals(OptionalLong.of(700), signs.hint());
        assertEquals(
                UNKNOWN, end.behind(state(700), OptionalLong.of(700), false).hint(), "no later one");
    }

    @Test
    void aLongLogIsNot() throws IOException {
        entries(0, 2000);
        assertTrue(end.behind(state(2000), UNKNOWN, false).isEnd());
        assertEquals(List.of("find " + Log.entryName(2002)), asked);

        make(Log.entryName(2002), "entry");
        LogEnd.Signs next = end.behind(state(2000), UNKNOWN, false);
        assertEquals(Set.of(2002L), next.entries());
        assertFalse(next.isEnd());
        assertFalse(next.isListed());
    }

    /** Up to the version that has the next checkpoint, of which the hint would tell. */
    @Test
    void whoLooksFurtherAsksForTheHint() throws IOException {
        entries(0, 2000);
        assertTrue(end.behind(state(2000), UNKNOWN, true).isEnd());
        assertTrue(isListed(), "without a hint");
        make(Log.HINT, "2000\n");
        asked.clear();
        assertTrue(end.behind(state(2000), UNKNOWN, true).isEnd());
        assertFalse(isListed());
        make(Log.entryName(2005), "entry");
        assertTrue(end.behind(state(2000), UNKNOWN, true).isEnd(), "that one takes a checkpoint first");
        make(Log.entryName(2004), "entry");
        assertEquals(Set.of(2004L), end.behind(state(2000), UNKNOWN, true).entries());
        assertTrue(end.behind(state(2000), UNKNOWN, false).isEnd());
        assertThrows(LostEntryException.class, () -> new History(log).mayFollow(state(2000)));
        assertEquals(Optional.empty(), end.behind(state(2000), UNKNOWN, true).look());
        folder.delete(Log.HINT);
        make(Log.HINT, "1999\n");
        KnownLog.Look look = end.behind(state(2000), UNKNOWN, true).look().orElseThrow();
        assertEquals(5, look.entry(2000).orElseThrow().length(), "the hint is that of another log, or an old one");
        assertEquals(Optional.empty(), end.behind(state(2000), UNKNOWN, false).look());
        assertThrows(TableException.class, () -> new History(log).mayFollow(state(2000)));
        folder.delete(Log.HINT);
        make(Log.HINT, "2000\n");
        make(Log.entryName(2001), "entry");
        assertTrue(new History(log).mayFollow(state(2000)), "who creates it is refused");
    }

    @Test
    void anExpiredLogIsShort() throws IOException {
        entries(1301, 2000);
        assertTrue(end.behind(state(2000, new Floor(3, 1301)), UNKNOWN, false).isEnd());
        assertEquals(List.of("list " + Log.FOLDER), asked);
        asked.clear();
        assertTrue(end.behind(state(2000, new Floor(3, 1300)), UNKNOWN, false).isEnd());
        assertFalse(isListed());
    }

    /** Signs of an old listing are looked at before they count. */
    @Test
    void whatIsOnlyListedIsNotCertain() throws IOException {
        entries(0, 5);
        LogEnd.Signs none = end.behind(state(5), UNKNOWN, false);
        assertFalse(end.isCertain(none));
        entries(7, 8);
        make(Log.checkpointName(8), "checkpoint");
        LogEnd.Signs both = end.behind(state(5), UNKNOWN, false);
        folder.delete(Log.entryName(8));
        assertTrue(end.isCertain(both));
        folder.delete(Log.entryName(7));
        assertTrue(end.isCertain(both), "the checkpoint is there");
        folder.delete(Log.checkpointName(8));
        assertFalse(end.isCertain(both));
        assertTrue(end.isCertain(end.behind(state(5), OptionalLong.of(8), false)));
    }
}
