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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the bytes of a new sidecar go: into the log while they fit there, else into a file, and none is lost. */
class SidecarSinkTest {
    private static final int MOST = SidecarPlace.MOST_BYTES;
    private static final String PATH = "_stoa/sidecars/new.stoa";

    private final MemoryFolder folder = new MemoryFolder();

    private TableState table(boolean keepsSidecars) throws IOException {
        Map<String, String> other = Map.of(TableProperties.SIDECARS_IN_LOG, String.valueOf(keepsSidecars));
        TableProperties properties = TableProperties.NONE.withOther(other);
        Table.create(folder, Rows.schema(), properties, TableSettings.DEFAULT);
        return new History(new Log(folder)).newest().orElseThrow();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i % 251);
        }
        return bytes;
    }

    /** Writes bytes in two pieces. */
    private SidecarPlace written(TableState table, int first, int second) throws IOException {
        byte[] all = bytes(first + second);
        try (SidecarSink sink = SidecarSink.create(folder, PATH, table)) {
            sink.write(ByteBuffer.wrap(all, 0, first));
            assertEquals(first, sink.position());
            sink.write(ByteBuffer.wrap(all, first, second));
            assertEquals(first + second, sink.position());
            assertFalse(isThere(), "before the commit");
            sink.commit();
            return sink.place();
        }
    }

    private boolean isThere() {
        return folder.find(PATH).isPresent();
    }

    @Test
    void bytesThatFitStayInMemory() throws IOException {
        SidecarPlace place = written(table(true), 10, MOST - 10);
        assertTrue(place.isInLog());
        assertArrayEquals(bytes(MOST), place.contents());
        assertFalse(isThere());
    }

    @Test
    void moreBytesBecomeAFile() throws IOException {
        for (int first : new int[] {10, MOST, MOST + 1}) {
            SidecarPlace place = written(table(true), first, MOST + 1);
            assertFalse(place.isInLog());
            assertArrayEquals(bytes(first + MOST + 1), folder.bytes(PATH));
            folder.delete(PATH);
            folder.delete(Log.entryName(0));
        }
    }

    @Test
    void aTableWithoutThemInItsLogGetsAFile() throws IOException {
        assertFalse(written(table(false), 1, 1).isInLog());
        assertArrayEquals(bytes(2), folder.bytes(PATH));
    }

    @Test
    void anAbortedOneLeavesNoFile(@TempDir Path path) throws IOException {
        TableState table = table(true);
        for (int length : new int[] {1, MOST + 1}) {
            SidecarSink sink = SidecarSink.create(new LocalFolder(path), "new", table);
            sink.write(ByteBuffer.wrap(bytes(length)));
            sink.abort();
            try (Stream<Path> files = Files.list(path)) {
                assertEquals(List.of(), files.toList());
            }
        }
    }

    /** Sidecars fill the room of an entry, 64 KiB, to the last byte. */
    @Test
    void anEntryHasRoomForFourOfTheLargest() throws IOException {
        SidecarRoom room = new SidecarRoom(folder, table(true), () -> PATH);
        SidecarPlace largest = new SidecarPlace("x", bytes(MOST));
        for (int i = 0; i < 4; i++) {
            assertSame(largest, room.fit(largest));
        }
        SidecarPlace file = SidecarPlace.file("given");
        assertSame(file, room.fit(file));
        assertEquals(List.of(), room.written());
        SidecarPlace one = room.fit(new SidecarPlace("y", new byte[] {7}));
        assertEquals(SidecarPlace.file(PATH), one);
        assertArrayEquals(new byte[] {7}, folder.bytes(PATH));
        assertEquals(List.of(PATH), room.written());
        assertEquals(PATH, room.newPath());
    }

    @Test
    void aTableWithoutThemHasNoRoom() throws IOException {
        SidecarRoom room = new SidecarRoom(folder, table(false), () -> PATH);
        assertFalse(room.fit(new SidecarPlace("y", new byte[] {7})).isInLog());
        assertTrue(isThere());
    }
}
