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
package dev.stoa.table.internal.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.Fragments;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.TableFeatures;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Another process reads of a version what this one knows. */
class SnapshotMessageTest {
    private static final LogRow ROW = new LogRow(LogFile.withoutBounds("entry", 7), 3);
    private static final UUID FRAGMENT = new UUID(5, 6);

    private static Field field(int id, String name, Type type) {
        return new Field(name, type, id % 2 == 0, OptionalInt.of(id));
    }

    private static Schema schema() {
        return Schema.of(
                field(1, "id", Type.of(TypeKind.INT64)),
                field(2, "Größe", Type.decimal(15, 2)),
                field(3, "at", Type.timestamp(6, true)),
                field(4, "place", Type.geo(TypeKind.GEOMETRY, "EPSG:4326")),
                field(
                        5,
                        "parts",
                        Type.list(field(6, "element", Type.struct(List.of(field(7, "n", Type.of(TypeKind.STRING))))))));
    }

    private static FileIdentity identity(int number) {
        return new FileIdentity(new UUID(1, number), 1000L + number, new ContentHash(-number, number));
    }

    private static TableState state() {
        DataFile whole = new DataFile("data/a.stoa", identity(1), Optional.empty(), 0, ROW);
        DataFile some = new DataFile("data/b.stoa", identity(2), Optional.of(List.of(2, 5)), 6, ROW);
        SidecarFile file = new SidecarFile(
                SidecarPlace.file("_stoa/sidecars/c.stoa"), identity(3), 5, 12, List.of(1), Optional.empty(), ROW);
        SidecarFile inLog = new SidecarFile(
                new SidecarPlace("_stoa/sidecars/d.stoa", new byte[] {1, -2, 3}),
                identity(4),
                7,
                0,
                List.of(),
                Optional.of(new UUID(8, 9)),
                ROW);
        Fragment changed =
                new Fragment(FRAGMENT, 4_000, Optional.of("p=1"), List.of(whole, some), List.of(file, inLog), ROW);
        UUID other = new UUID(7, 7);
        Fragment plain = new Fragment(other, 5, Optional.empty(), List.of(whole), List.of(), ROW);
        return new TableState(
                new LogPosition(new UUID(3, 4), new ContentHash(11, 12), new Floor(2, 4), 6),
                new CommitInfo(7, Instant.parse("1969-05-06T07:08:09.000010Z"), new UUID(1, 2), "merge", 5, true, 99),
                new TableSchema(schema(), Map.of(2, "size"), 44),
                new TableProperties(
                        List.of(new TableProperties.SortColumn(1, true, false)),
                        List.of(1),
                        List.of(new TableProperties.PartitionColumn(1, "hash(4)")),
                        Map.of("comment", "ein Text")),
                new TableFeatures(Set.of("sidecars-in-log"), Set.of("check", "tags")),
                Fragments.of(Map.of(FRAGMENT, changed, other, plain)));
    }

    private static String said(Fragment fragment) {
        StringBuilder said = new StringBuilder(fragment + " " + fragment.rows() + " " + fragment.partition());
        for (DataFile file : fragment.files()) {
            said.append('\n').append(file + " " + file.identity() + " " + file.fields() + " " + file.folded());
        }
        for (SidecarFile sidecar : fragment.sidecars()) {
            said.append('\n')
                    .append(sidecar + " " + List.of(sidecar.isInLog(), sidecar.identity(), sidecar.version())
                            + List.of(sidecar.deletedRows(), sidecar.fields(), sidecar.inserted()));
        }
        return said.toString();
    }

    @Test
    void aMessageSaysWhatTheVersionHas() throws IOException {
        TableState state = state();
        Fragment changed = state.fragments().get(FRAGMENT);
        TableState read = SnapshotMessage.read(SnapshotMessage.write(state, List.of(changed)), "t");
        assertEquals(state.table(), read.table());
        assertEquals(state.position().entry(), read.position().entry());
        assertEquals(state.info(), read.info());
        assertEquals(state.schema(), read.schema());
        assertEquals(state.properties(), read.properties());
        assertEquals(state.features(), read.features());
        assertEquals(Set.of(FRAGMENT), read.fragments().keySet());
        Fragment there = read.fragments().get(FRAGMENT);
        assertEquals(said(changed), said(there));
        assertEquals(changed.sidecars().get(1).place(), there.sidecars().get(1).place(), "with the bytes");
        assertEquals(Optional.empty(), FragmentBounds.of(read.schema(), List.of(there), 1));
    }

    @Test
    void theMessageOfAnotherReleaseIsRefused() {
        byte[] bytes = SnapshotMessage.write(state(), List.of());
        bytes[Integer.BYTES]++;
        ByteBuffer.wrap(bytes).putInt(Layout.crc(bytes, Integer.BYTES, bytes.length - Integer.BYTES));
        CorruptFileException e =
                assertThrows(CorruptFileException.class, () -> SnapshotMessage.read(bytes, "t at version 7"));
        assertTrue(e.getMessage().contains("its form is 2, and this release reads form 1"), e.getMessage());
    }

    @Test
    void damagedBytesAreRefused() {
        byte[] bytes = SnapshotMessage.write(state(), List.of());
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 1;
            CorruptFileException e = assertThrows(
                    CorruptFileException.class, () -> SnapshotMessage.read(damaged, "folder at version 7"));
            assertTrue(e.getMessage().startsWith("folder at version 7: "), e.getMessage());
        }
        assertThrows(CorruptFileException.class, () -> SnapshotMessage.read(new byte[3], "t"));
    }
}
