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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.vio.Folder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Markers of the floor: their bytes, what none may say, and how the last one is found. */
class FloorsTest {
    private static final UUID TABLE = new UUID(0x0102030405060708L, 0x1112131415161718L);
    private static final ContentHash ENTRY = new ContentHash(5, 6);
    private static final LogPosition START = new LogPosition(TABLE, ENTRY, Floor.NONE, 0);

    private final MemoryFolder folder = new MemoryFolder();
    private final List<String> opened = new ArrayList<>();
    private IOException failure;
    private final Floors floors = new Floors((Folder) Proxy.newProxyInstance(
            Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                if (method.getName().equals("open")) {
                    opened.add((String) words[0]);
                    if (failure != null) {
                        throw failure;
                    }
                }
                try {
                    return method.invoke(folder, words);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }));

    private static FloorMarker marker(long number, long version, Optional<FloorMarker> before) {
        return FloorMarker.of(TABLE, new Floor(number, version), before, ENTRY, Instant.ofEpochSecond(3, 7000));
    }

    /** Makes the markers 1..last, of the versions 10, 20 and so on. */
    private void make(long last) {
        Optional<FloorMarker> before = Optional.empty();
        for (long number = 1; number <= last; number++) {
            before = Optional.of(marker(number, 10 * number, before));
            folder.put(Floors.name(number), before.get().toBytes());
        }
    }

    /** The bytes of a marker that says something else, with their hash. */
    private static byte[] changed(FloorMarker marker, Consumer<ByteBuffer> change) throws NoSuchAlgorithmException {
        byte[] bytes = marker.toBytes();
        change.accept(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(bytes, 0, 96);
        System.arraycopy(digest.digest(), 0, bytes, 96, 16);
        return bytes;
    }

    @Test
    void aMarkerHasTheBytesOfTheSpec() throws IOException {
        FloorMarker first = marker(1, 10, Optional.empty());
        FloorMarker second = marker(2, 20, Optional.of(first));
        assertEquals(new FloorMarker(TABLE, new Floor(1, 10), 0, 3_000_007, ENTRY, new ContentHash(0, 0)), first);
        assertEquals(new FloorMarker(TABLE, new Floor(2, 20), 10, 3_000_007, ENTRY, first.hash()), second);
        byte[] bytes = second.toBytes();
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals("STOAFLOR", new String(bytes, 0, 8, StandardCharsets.US_ASCII));
        assertEquals(Integer.parseInt(LogWriter.EDITION), in.getInt(8));
        assertEquals(0, in.getInt(12));
        assertEquals(1, bytes[16], "the id of the table is big-endian");
        assertEquals(0x18, bytes[31]);
        assertEquals(
                List.of(2L, 20L, 10L, 3_000_007L),
                List.of(in.getLong(32), in.getLong(40), in.getLong(48), in.getLong(56)));
        assertEquals(ENTRY, ContentHash.of(bytes, 64));
        assertEquals(first.hash(), ContentHash.of(bytes, 80));
        assertEquals(second.hash(), ContentHash.of(bytes, 96));
        assertEquals(second, FloorMarker.read(bytes, "m", 2));
        assertEquals(first, FloorMarker.read(first.toBytes(), "m", 1));
    }

    /** Right hashes, wrong contents. */
    @Test
    void aMarkerThatSaysWhatNoneMayIsRefused() throws Exception {
        FloorMarker first = marker(1, 10, Optional.empty());
        FloorMarker second = marker(2, 20, Optional.of(first));
        refused("it does not begin with STOAFLOR", changed(second, out -> out.put(0, (byte) 's')), 2);
        refused("a reserved field is not zero", changed(second, out -> out.putInt(12, 1)), 2);
        refused("it says that it is marker 2", second.toBytes(), 3);
        refused(
                "its floor is version 20, that of the marker before is 20",
                changed(second, out -> out.putLong(48, 20)),
                2);
        refused(
                "its floor is version 20, that of the marker before is 21",
                changed(second, out -> out.putLong(48, 21)),
                2);
        refused(
                "its floor is version 20, that of the marker before is -1",
                changed(second, out -> out.putLong(48, -1)),
                2);
        refused(
                "its floor is version 10, that of the marker before is 1",
                changed(first, out -> out.putLong(48, 1)),
                1);
        assertEquals(
                0,
                FloorMarker.read(changed(second, out -> out.putLong(48, 0)), "m", 2)
                        .below());
        assertEquals(
                19,
                FloorMarker.read(changed(second, out -> out.putLong(48, 19)), "m", 2)
                        .below());
        byte[] later = changed(second, out -> out.putInt(8, 99));
        UnsupportedFileException e =
                assertThrows(UnsupportedFileException.class, () -> FloorMarker.read(later, "m", 2));
        assertTrue(e.getMessage().startsWith("m: it is of edition 99"), e.getMessage());
        byte[] torn = second.toBytes();
        torn[111] ^= 1;
        refused("its hash is not that of its bytes", torn, 2);
    }

    private static void refused(String problem, byte[] bytes, long number) {
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> FloorMarker.read(bytes, "m", number));
        assertTrue(e.getMessage().startsWith("m: ") && e.getMessage().contains(problem), e.getMessage());
    }

    @Test
    void pathsOfMarkersAreKnown() {
        assertEquals("_stoa/floor/0000000000000000012", Floors.name(12));
        assertTrue(Floors.isName(Floors.name(12)));
        assertFalse(Floors.isName("_stoa/floor/12"));
        assertFalse(Floors.isName("_stoa/floor/000000000000000001x"));
        assertFalse(Floors.isName("_stoa/hints/0000000000000000012"));
        assertFalse(Floors.isName("_stoa/0000000000000000012"));
    }

    /** As many requests as the number of the last one has digits, twice; one where none is newer. */
    @Test
    void theLastMarkerIsFoundByFewRequests() throws IOException {
        assertEquals(Floor.NONE, floors.behind(START));
        assertEquals(List.of(Floors.name(1)), opened);
        make(40);
        for (long known = 0; known <= 40; known++) {
            opened.clear();
            Floor floor = new Floor(known, 10 * known);
            assertEquals(new Floor(40, 400), floors.behind(START.with(floor)));
            assertTrue(opened.size() <= 12, opened::toString);
            assertEquals(opened.size(), Set.copyOf(opened).size(), "none is read twice");
            assertEquals(known == 40, floors.newest(known).isEmpty());
        }
        opened.clear();
        assertEquals(new Floor(40, 400), floors.behind(START.with(new Floor(40, 400))));
        assertEquals(List.of(Floors.name(41)), opened);
        assertTrue(floors.exists(40));
        assertFalse(floors.exists(41));
    }

    @Test
    void aMarkerOfAnotherTableIsRefused() {
        make(2);
        LogPosition other = new LogPosition(new UUID(1, 1), ENTRY, Floor.NONE, 0);
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> floors.behind(other));
        assertTrue(
                e.getMessage().startsWith("memory/" + Floors.name(2) + ": the marker belongs to the table " + TABLE),
                e.getMessage());
    }

    /** Stores tell in several ways that a file does not exist; any other failure is one. */
    @Test
    void onlyAMissingMarkerIsNone() throws IOException {
        make(1);
        assertEquals(10, floors.marker(1).orElseThrow().floor().version());
        failure = new FileNotFoundException("it");
        assertEquals(Optional.empty(), floors.marker(1));
        failure = new IOException("it", new FileNotFoundException("it"));
        assertEquals(Optional.empty(), floors.marker(1));
        failure = new IOException("no answer");
        assertSame(failure, assertThrows(IOException.class, () -> floors.marker(1)));
        assertEquals(Optional.empty(), floors.marker(2), "it is not listed");
        folder.put(Floors.name(2), new byte[111]);
        folder.put(Floors.name(3) + "/file", new byte[112]);
        for (long number : new long[] {2, 3}) {
            CorruptFileException e = assertThrows(CorruptFileException.class, () -> floors.marker(number));
            assertTrue(
                    e.getMessage().startsWith("memory/" + Floors.name(number) + ": ")
                            && e.getMessage().contains("it is not a file of 112 bytes"),
                    e.getMessage());
        }
    }

    @Test
    void markersAreListed() throws IOException {
        assertEquals(Set.of(), floors.list());
        make(3);
        folder.put(Floors.FOLDER + "/readme", new byte[1]);
        assertEquals(Set.of(1L, 2L, 3L), floors.list());
        Floors none = new Floors((Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    throw new FileNotFoundException("no folder");
                }));
        assertEquals(Set.of(), none.list());
    }

    @Test
    void theFloorIsOnlyRaised() throws IOException {
        TableState five = LogEndTest.state(5);
        floors.raise(five, Instant.EPOCH);
        FloorMarker first = floors.marker(1).orElseThrow();
        assertEquals(
                FloorMarker.of(
                        five.table(),
                        new Floor(1, 5),
                        Optional.empty(),
                        five.position().entry(),
                        Instant.EPOCH),
                first);
        byte[] bytes = folder.bytes(Floors.name(1));
        floors.raise(five, Instant.EPOCH);
        floors.raise(LogEndTest.state(4), Instant.EPOCH);
        assertFalse(floors.exists(2));
        assertArrayEquals(bytes, folder.bytes(Floors.name(1)));
        floors.raise(LogEndTest.state(6), Instant.EPOCH);
        FloorMarker second = floors.marker(2).orElseThrow();
        assertEquals(new Floor(2, 6), second.floor());
        assertEquals(5, second.below());
        assertEquals(first.hash(), second.previous());
    }
}
