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
package dev.stoa.format.internal.meta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.index.ValueHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every limit of the metadata from both sides, behind checksums that fit: what a writer with a defect would leave. */
class MetadataLimitsTest {

    private static final long LENGTH = 100_000;
    private static final Tail TAIL = new Tail(new UUID(1, 2), 90_000, 500, 10, 3, 2, 100, 77, new ContentHash(3, 4));

    private interface Read<T> {
        T read(ByteBuffer bytes) throws StoaException;
    }

    /** A record of which fields are changed; its checksum is made to fit. */
    private static final class Changed<T> {
        private final byte[] sound;
        private final int crcAt;
        private final Read<T> read;

        Changed(byte[] sound, int crcAt, Read<T> read) {
            this.sound = sound;
            this.crcAt = crcAt;
            this.read = read;
        }

        /** Reads the record with fields of so many bytes changed: offset, bytes, value, and so on. */
        T read(long... changes) throws StoaException {
            byte[] bytes = sound.clone();
            ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < changes.length; i += 3) {
                int at = (int) changes[i];
                switch ((int) changes[i + 1]) {
                    case 1 -> b.put(at, (byte) changes[i + 2]);
                    case 2 -> b.putShort(at, (short) changes[i + 2]);
                    case 4 -> b.putInt(at, (int) changes[i + 2]);
                    default -> b.putLong(at, changes[i + 2]);
                }
            }
            b.putInt(crcAt, Layout.crc(bytes, 0, crcAt));
            return read.read(ByteBuffer.wrap(bytes));
        }

        void refuses(String what, long... changes) {
            CorruptFileException e =
                    assertThrows(CorruptFileException.class, () -> read(changes), what + Arrays.toString(changes));
            assertTrue(e.getMessage().contains(what), e.getMessage());
        }

        void takes(long... changes) throws StoaException {
            assertNotEquals(null, read(changes));
        }
    }

    private static Changed<Tail> tail() {
        return new Changed<>(TAIL.toBytes(), 80, in -> Tail.read(in, LENGTH, "x"));
    }

    @Test
    void aTailFitsItsFile() throws StoaException {
        Changed<Tail> tail = tail();
        String why = "contradicts itself";
        tail.takes();
        for (long[] wrong : new long[][] {
            {32, 4, -1},
            {32, 4, Layout.MAX_NODES + 1L},
            {32, 4, 1, 40, 4, 2}, // more field ids than nodes
            {36, 4, 0},
            {36, 4, -1},
            {36, 4, Layout.MAX_NODES + 1L},
            {40, 4, -1},
            {44, 4, -1},
            {44, 4, 79}, // ten nodes take more
            {16, 8, Layout.HEADER_BYTES - 1, 24, 8, 0},
            {16, 8, -1, 24, 8, 0},
            {16, 8, LENGTH},
            {16, 8, Long.MAX_VALUE},
            {24, 8, -1},
            {24, 8, 90_000 - Layout.HEADER_BYTES + 1},
        }) {
            tail.refuses(why, wrong);
        }
        tail.takes(24, 8, 90_000 - Layout.HEADER_BYTES);
        tail.takes(24, 8, 0);
        tail.takes(16, 8, Layout.HEADER_BYTES, 24, 8, 0);
        tail.takes(32, 4, 2);
        tail.takes(32, 4, 12);
        tail.takes(40, 4, 0);
        tail.takes(44, 4, 80);
        tail.takes(36, 4, 1);
        assertEquals(77, tail.read().footerCrc());
        UnsupportedFileException e = assertThrows(UnsupportedFileException.class, () -> tail.read(52, 8, 1L << 63 | 4));
        assertTrue(e.getMessage().contains("needs the features {2, 63}"), e.getMessage());
        tail.refuses("reserved", 78, 2, 1);
        e = assertThrows(UnsupportedFileException.class, () -> tail.read(76, 2, 0xFFFF));
        assertTrue(e.getMessage().contains("edition 65535"), e.getMessage());
    }

    @Test
    void theFooterHasRoomForWhatTheTailCounts() throws StoaException {
        int nodes = 600;
        int nodeBytes = 8 * nodes;
        long fieldIds = 300 * 8 + 2 * 4; // in two pages
        long pages = 19 * 8 + 4;
        long names = 8L * nodes + 3 * 4; // in three
        long parts = fieldIds + nodeBytes + pages + names + 7L * Layout.ROW_SET_BYTES;
        Tail tight = new Tail(
                new UUID(1, 2),
                LENGTH - Layout.TAIL_BYTES - parts,
                1000,
                nodes,
                7,
                300,
                nodeBytes,
                0,
                new ContentHash(3, 4));
        Tail read = Tail.read(ByteBuffer.wrap(tight.toBytes()), LENGTH, "x");
        assertEquals(tight, read);
        assertEquals(parts, read.footerLength(LENGTH));
        assertEquals(0, read.propertiesLength(LENGTH));
        long at = tight.footerOffset();
        assertEquals(at, read.fieldIdIndexOffset(LENGTH));
        assertEquals(at + fieldIds, read.nodesOffset(LENGTH));
        assertEquals(at + fieldIds + nodeBytes, read.pageIndexOffset(LENGTH));
        assertEquals(at + fieldIds + nodeBytes + pages, read.nameIndexOffset(LENGTH));
        assertEquals(LENGTH - Layout.TAIL_BYTES - 7L * Layout.ROW_SET_BYTES, read.rowSetsOffset(LENGTH));
        assertEquals(tight.footerOffset() - 1000, read.minMaxOffset());
        Tail few = new Tail(new UUID(1, 2), 90_000, 500, 256, 1, 256, 4000, 0, new ContentHash(3, 4));
        assertEquals(0, few.fieldIdIndexLength() + few.nameIndexLength());
        assertEquals(8 * 8 + 4, few.pageIndexLength());
        Tail one = new Tail(new UUID(1, 2), 90_000, 500, 32, 1, 32, 4000, 0, new ContentHash(3, 4));
        assertEquals(0, one.pageIndexLength());
        Tail cut = new Tail(
                new UUID(1, 2), tight.footerOffset() + 1, 1000, nodes, 7, 300, nodeBytes, 0, new ContentHash(3, 4));
        assertThrows(CorruptFileException.class, () -> Tail.read(ByteBuffer.wrap(cut.toBytes()), LENGTH, "x"));
    }

    @Test
    void theSmallestFileIsTheHeaderAndTheTail() {
        byte[] bytes = TAIL.toBytes();
        for (int length : new int[] {0, 87}) {
            assertThrows(
                    CorruptFileException.class,
                    () -> Tail.read(ByteBuffer.wrap(Arrays.copyOf(bytes, length)), LENGTH, "x"));
        }
        CorruptFileException e =
                assertThrows(CorruptFileException.class, () -> Tail.read(ByteBuffer.wrap(bytes), 95, "x"));
        assertTrue(e.getMessage().contains("the smallest has 96"), e.getMessage());
        e = assertThrows(CorruptFileException.class, () -> Tail.read(ByteBuffer.wrap(bytes), 96, "x"));
        assertTrue(e.getMessage().contains("contradicts"), e.getMessage());
    }

    private static final RowSetRecord ELEMENTS = new RowSetRecord(5, 3, 6, 16);

    private static Changed<RowSetRecord> rowSet(RowSetRecord record, int ordinal) {
        ByteBuffer out = ByteBuffer.allocate(Layout.ROW_SET_BYTES);
        record.write(out);
        return new Changed<>(out.array(), 20, in -> RowSetRecord.read(in, ordinal, 10, "r"));
    }

    @Test
    void aRowSetKeepsItsLimits() throws StoaException {
        Changed<RowSetRecord> record = rowSet(ELEMENTS, 1);
        assertEquals(ELEMENTS, record.read());
        assertEquals(4, ELEMENTS.firstNode());
        record.takes(0, 8, 0);
        record.takes(0, 8, Layout.MAX_ROWS);
        record.refuses("row count", 0, 8, -1);
        record.refuses("row count", 0, 8, Layout.MAX_ROWS + 1);
        record.takes(8, 4, 0);
        record.takes(8, 4, 5);
        record.refuses("parent node", 8, 4, -1);
        record.refuses("parent node", 8, 4, 10);
        record.takes(12, 4, 4);
        record.takes(12, 4, 10);
        record.refuses("end node", 12, 4, 3);
        record.refuses("end node", 12, 4, 11);
        record.takes(16, 4, 1);
        record.takes(16, 4, 65_536);
        record.refuses("zone", 16, 4, 0);
        record.refuses("zone", 16, 4, 65_537);
        Changed<RowSetRecord> table = rowSet(new RowSetRecord(5, Layout.NONE, 10, 16), 0);
        assertEquals(0, table.read().firstNode());
        assertTrue(table.read().isTable());
        table.refuses("parent node", 8, 4, 0);
        table.refuses("end node", 12, 4, 9);
        RowSetRecord many = new RowSetRecord(4096 * 33 + 1, -1, 0, 16);
        assertEquals(34, many.vectors());
        assertEquals(3, many.zones());
        assertEquals(2, new RowSetRecord(4096 * 32, -1, 0, 16).zones());
    }

    /** Ten nodes of which the fifth is given, behind a checksum that fits. */
    private static byte[] page(long index, long minMax, ByteSink node) {
        ByteSink out = new ByteSink();
        out.varint(index);
        out.varint(minMax);
        for (int i = 0; i < 10; i++) {
            if (i == 4) {
                out.bytes(node.toByteArray());
            } else {
                out.varint(5);
                out.varint(0);
                out.varint(0);
                out.bytes(new byte[] {2, 0, 0, 0, 0});
            }
        }
        return withCrc(out);
    }

    /** The numbers of a node: their changes, two at a time, are an ordinal and a value. */
    private static byte[] node(TypeKind kind, long... changes) {
        // flags, stored bytes, nulls, field id, parent, row set, descendants, name, numbers of the type, rest; then
        // length of the node, of its index and MinMax, and where those of the page start
        long[] v = {8 | 2, 1000, 17, -7, 3, 0, 0, 4, 0, 0, 0, -1, 100, 50, 50_000, 89_600, 1, 0};
        for (int i = 0; i < changes.length; i += 2) {
            v[(int) changes[i]] = changes[i + 1];
        }
        ByteSink record = new ByteSink();
        record.u8(kind.code());
        record.u8((int) v[0]);
        record.varint(v[1]);
        record.varint(v[2]);
        if ((v[0] & 2) != 0) {
            record.zigzag(v[3]);
        }
        if ((v[0] & 8) != 0) {
            record.varint(v[4]);
            record.varint(v[5]);
        }
        if ((v[0] & 16) != 0) {
            record.varint(v[6]);
        }
        if ((v[0] & 32) != 0) {
            record.varint(v[16]);
            record.varint(v[17]);
        }
        record.varint(v[7]);
        record.bytes(new byte[(int) Math.min(v[7], Field.MAX_NAME_BYTES + 1)]);
        if (kind == TypeKind.LIST || kind == TypeKind.DECIMAL) {
            record.varint(v[8]);
        }
        if (kind == TypeKind.DECIMAL) {
            record.varint(v[9]);
        }
        record.bytes(new byte[(int) v[10]]);
        ByteSink out = new ByteSink();
        out.varint(v[11] < 0 ? record.size() : v[11]);
        out.varint(v[12]);
        if (v[12] != 0) {
            out.u32(1);
        }
        out.varint(v[13]);
        if (v[13] != 0) {
            out.u32(2);
        }
        out.bytes(record.toByteArray());
        return page(v[14], v[15], out);
    }

    private static NodeRecord readNode(byte[] page) throws StoaException {
        return NodePage.read(ByteBuffer.wrap(page), 0, TAIL, "n").node(4);
    }

    private static void refusesNode(String what, TypeKind kind, long... changes) {
        CorruptFileException e = assertThrows(
                CorruptFileException.class, () -> readNode(node(kind, changes)), what + Arrays.toString(changes));
        assertTrue(e.getMessage().contains(what) && e.getMessage().startsWith("n"), e.getMessage());
    }

    @Test
    void aNodeKeepsItsLimits() throws StoaException {
        TypeKind kind = TypeKind.INT32;
        NodeRecord sound = readNode(node(kind));
        assertEquals(List.of(1, -7, 0), List.of(sound.parent(), sound.fieldId(), sound.rowSet()));
        assertEquals(new NodeRecord.Place(50_000, 100, 1), sound.index());
        assertEquals(new NodeRecord.Place(89_600, 50, 2), sound.minMax());
        readNode(node(kind, 0, 8 | 7));
        refusesNode("flags", kind, 0, 64);
        refusesNode("flags", kind, 0, 0x80);
        assertEquals(Transform.NONE, sound.transform());
        int most = Integer.MAX_VALUE;
        assertEquals(
                new Transform(1, most),
                readNode(node(kind, 0, 8 | 32, 16, 1, 17, most)).transform());
        assertEquals(
                new Transform(most, 0),
                readNode(node(kind, 0, 8 | 32, 16, most)).transform());
        refusesNode("transform", kind, 0, 8 | 32, 16, 0);
        refusesNode("transform", kind, 0, 8 | 32, 16, most + 1L);
        refusesNode("ordinal of the key", kind, 0, 8 | 32, 17, most + 1L);
        readNode(node(kind, 1, 0));
        readNode(node(kind, 1, 90_000));
        refusesNode("stored bytes", kind, 1, 90_001);
        refusesNode("stored bytes", kind, 1, -1);
        readNode(node(kind, 2, 0));
        readNode(node(kind, 2, Layout.MAX_ROWS));
        refusesNode("null count", kind, 2, Layout.MAX_ROWS + 1);
        refusesNode("null count", kind, 2, -1);
        readNode(node(kind, 3, Integer.MIN_VALUE));
        refusesNode("field id", kind, 3, 1L << 31);
        assertEquals(0, readNode(node(kind, 4, 4)).parent());
        refusesNode("distance of the parent", kind, 4, 5);
        refusesNode("distance of the parent", kind, 4, 0);
        readNode(node(kind, 5, 2));
        refusesNode("row set", kind, 5, 3);
        refusesNode("number of descendants", kind, 0, 8 | 16, 6, 1);
        refusesNode("length of the name", kind, 7, Field.MAX_NAME_BYTES + 1);
        assertEquals(
                Field.MAX_NAME_BYTES,
                readNode(node(kind, 7, Field.MAX_NAME_BYTES)).name().remaining());
        readNode(node(kind, 10, Layout.MAX_PARAMETER_BYTES));
        refusesNode("length of parameters and entries", kind, 10, Layout.MAX_PARAMETER_BYTES + 1);
        assertThrows(CorruptFileException.class, () -> readNode(node(kind, 11, 1)));
        assertThrows(CorruptFileException.class, () -> readNode(node(kind, 11, 1L << 40)));
        refusesNode("offset of the first column index", kind, 14, Layout.HEADER_BYTES - 1);
        readNode(node(kind, 14, Layout.HEADER_BYTES));
        readNode(node(kind, 14, 89_400));
        refusesNode("column index of node 4", kind, 14, 89_401);
        refusesNode("column index of node 4", kind, 12, 1L << 31);
        assertEquals(0, readNode(node(kind, 12, 0, 14, 89_500)).index().length());
        refusesNode("offset of the first column index", kind, 12, 0, 14, 89_501);
        refusesNode("offset of the first MinMax", kind, 15, 89_499);
        readNode(node(kind, 15, 89_500));
        readNode(node(kind, 15, 89_950));
        refusesNode("MinMax entry of node 4", kind, 15, 89_951);
        readNode(node(kind, 13, 0, 15, 90_000));
        refusesNode("offset of the first MinMax", kind, 13, 0, 15, 90_001);
    }

    @Test
    void aNestedNodeKeepsItsLimits() throws StoaException {
        long[] nested = {0, 8 | 16, 6, 2, 8, 2};
        NodeRecord list = readNode(node(TypeKind.LIST, nested));
        assertEquals(List.of(7, 2), List.of(list.end(), list.childRowSet()));
        assertEquals(10, readNode(node(TypeKind.STRUCT, 0, 8 | 16, 6, 5)).end());
        refusesNode("number of descendants", TypeKind.STRUCT, 0, 8 | 16, 6, 6);
        refusesNode("number of descendants", TypeKind.STRUCT, 0, 8 | 16, 6, 0);
        refusesNode("row set of the elements", TypeKind.LIST, 0, 8 | 16, 6, 2, 8, 3);
        refusesNode("row set of the elements", TypeKind.LIST, 0, 8 | 16, 6, 2, 8, 0);
        refusesNode("row set of the elements", TypeKind.LIST, 0, 8 | 16, 5, 1, 6, 2, 8, 1);
    }

    /** An unknown type is told of, and in nobody's way. */
    @Test
    void aTypeOfALaterReleaseIsOneNodesAffair() throws StoaException {
        byte[] bytes = node(TypeKind.INT32);
        int at = 3 + 3 + 3 * 8 + 8; // offsets, four nodes
        int code = -1;
        for (int i = at; i < at + 20 && code < 0; i++) {
            if (bytes[i] == 4 && bytes[i + 1] == (8 | 2)) {
                code = i;
            }
        }
        bytes[code] = (byte) 200;
        ByteSink out = new ByteSink();
        out.bytes(bytes, 0, bytes.length - 4);
        NodePage page = NodePage.read(ByteBuffer.wrap(withCrc(out)), 0, TAIL, "n");
        UnsupportedFileException e = assertThrows(UnsupportedFileException.class, () -> page.node(4));
        assertTrue(e.getMessage().contains("node 4 has the type code 200"), e.getMessage());
        assertEquals(TypeKind.INT8, page.node(3).kind());
        assertEquals(TypeKind.INT8, page.node(5).kind());
    }

    @Test
    void aPageIsFilledExactly() {
        byte[] sound = node(TypeKind.INT32);
        for (int change : new int[] {-1, 1}) {
            ByteSink out = new ByteSink();
            out.bytes(Arrays.copyOf(Arrays.copyOf(sound, sound.length - 4), sound.length - 4 + change));
            assertThrows(CorruptFileException.class, () -> NodePage.read(ByteBuffer.wrap(withCrc(out)), 0, TAIL, "n"));
        }
    }

    @Test
    void aRecordThatIsCutOffIsRefused() {
        ByteBuffer out = ByteBuffer.allocate(Layout.ROW_SET_BYTES);
        ELEMENTS.write(out);
        out.flip().limit(Layout.ROW_SET_BYTES - 1);
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> RowSetRecord.read(out, 1, 10, "r"));
        assertTrue(e.getMessage().contains("cut short: 23 of 24"), e.getMessage());
        e = assertThrows(CorruptFileException.class, () -> PagedIndex.check(ByteBuffer.allocate(3), "page"));
        assertTrue(e.getMessage().contains("cut short"), e.getMessage());
    }

    @Test
    void recordsBehindOneAnotherAreReadInTurn() throws StoaException {
        ByteBuffer out = ByteBuffer.allocate(2 * Layout.ROW_SET_BYTES);
        ELEMENTS.write(out);
        new RowSetRecord(6, 3, 6, 16).write(out);
        out.flip();
        assertEquals(ELEMENTS, RowSetRecord.read(out, 1, 10, "r"));
        assertEquals(new RowSetRecord(6, 3, 6, 16), RowSetRecord.read(out, 1, 10, "r"));
    }

    @Test
    void pagesLieBehindOneAnother() throws StoaException {
        for (int entries : new int[] {1, 255, 256, 257, 512, 1000}) {
            byte[] index = PagedIndex.ofFieldIds(new int[entries], new int[entries]);
            assertEquals(index.length, PagedIndex.length(entries));
            assertEquals((entries + 255) / 256, PagedIndex.pages(entries));
            long at = 0;
            for (int page = 0; page < PagedIndex.pages(entries); page++) {
                assertEquals(at, PagedIndex.pageOffset(page));
                int length = PagedIndex.pageLength(page, entries);
                ByteBuffer read = PagedIndex.check(ByteBuffer.wrap(index, (int) at, length), "page");
                assertEquals(length - 4, read.remaining());
                at += length;
            }
            assertEquals(index.length, at);
            assertEquals(0, PagedIndex.expectedPage(0, entries));
            assertEquals(PagedIndex.pages(entries) - 1, PagedIndex.expectedPage(-1, entries));
        }
        assertEquals(0, PagedIndex.length(0));
        assertEquals(2, PagedIndex.expectedPage(1L << 63, 1024));
    }

    @Test
    void hashesAreThoseOfTheSpec() {
        assertEquals(ValueHash.ofBytes("a".getBytes(StandardCharsets.UTF_8)), PathHash.child(PathHash.ROOT, "a"));
        long[] seen = {
            PathHash.child(PathHash.ROOT, "a"),
            PathHash.child(PathHash.ROOT, "b"),
            PathHash.child(PathHash.child(PathHash.ROOT, "a"), "b"),
            PathHash.child(PathHash.ROOT, "\u00e9"),
        };
        assertEquals(seen.length, Arrays.stream(seen).distinct().count());
        assertEquals(0x76D9A1916DDCA8E6L, seen[2], "as the decoder in Python hashes it");
    }

    /** Makes properties of a body. */
    private static byte[] withCrc(ByteSink out) {
        byte[] body = out.toByteArray();
        out.u32(Layout.crc(body, 0, body.length));
        return out.toByteArray();
    }

    private static byte[] properties(int sortNode, int sortFlags, int mark, int tag, int more) {
        ByteSink out = new ByteSink();
        out.text("by");
        out.varint(0);
        out.varint(1);
        out.varint(sortNode);
        out.u8(sortFlags);
        out.varint(1);
        out.text("k");
        out.u8(mark);
        if (mark == 1) {
            out.text("v");
        }
        out.varint(1);
        out.varint(tag);
        out.varint(2);
        out.u8(1);
        out.u8(2);
        for (int i = 0; i < more; i++) {
            out.u8(0);
        }
        return withCrc(out);
    }

    private static Properties read(byte[] bytes) throws StoaException {
        return Properties.read(ByteBuffer.wrap(bytes), 3, "p");
    }

    @Test
    void propertiesKeepTheirLimits() throws StoaException {
        Properties read = read(properties(2, 2, 1, 4, 0));
        assertEquals(List.of(new Properties.SortColumn(2, false, true)), read.sortColumns());
        assertEquals("v", read.keyValues().get(0).value().orElseThrow());
        assertTrue(read(properties(2, 3, 0, 4, 0)).keyValues().get(0).value().isEmpty());
        for (byte[] wrong : List.of(
                properties(3, 0, 0, 4, 0),
                properties(0, 4, 0, 4, 0),
                properties(0, 0, 2, 4, 0),
                properties(0, 0, 0, 4, 1))) {
            CorruptFileException e = assertThrows(CorruptFileException.class, () -> read(wrong));
            assertTrue(e.getMessage().startsWith("p: "), e.getMessage());
        }
        UnsupportedFileException e =
                assertThrows(UnsupportedFileException.class, () -> read(properties(0, 0, 0, 5, 0)));
        assertTrue(e.getMessage().contains("required entry 5"), e.getMessage());
        assertThrows(CorruptFileException.class, () -> read(new byte[3]));
        ByteSink many = new ByteSink();
        many.text("by");
        many.varint(1000); // encodings that can't be there
        CorruptFileException count = assertThrows(CorruptFileException.class, () -> read(withCrc(many)));
        assertTrue(count.getMessage().contains("1000 items"), count.getMessage());
    }

    private static final boolean[] NULLS = {false, true, false};

    private static MinMax minMax(ColumnVector bounds, long[] nans) {
        return new MinMax(new byte[] {3, 0, 7}, new long[] {1, 2, Layout.MAX_ROWS}, nans, bounds, bounds, 12);
    }

    private static MinMax read(byte[] bytes, Type type) throws StoaException {
        return MinMax.read(ByteBuffer.wrap(bytes), type, 3, "m");
    }

    @Test
    void boundsOfEveryShapeSurvive() throws StoaException {
        Type type = Type.of(TypeKind.BOOLEAN);
        MinMax read = roundTrip(new BooleanVector(type, new byte[] {1, 0, 0}, NULLS, 3));
        assertArrayEquals(new byte[] {1, 0, 0}, ((BooleanVector) read.min()).values());
        read = roundTrip(new IntVector(Type.of(TypeKind.INT32), new int[] {-5, 0, 7}, NULLS, 3));
        assertArrayEquals(new int[] {-5, 0, 7}, ((IntVector) read.max()).values());
        long[] longs = {Long.MIN_VALUE, 0, Long.MAX_VALUE};
        read = roundTrip(new LongVector(Type.of(TypeKind.INT64), longs, NULLS, 3));
        assertArrayEquals(longs, ((LongVector) read.min()).values());
        read = roundTrip(new Int128Vector(Type.decimal(30, 2), new long[] {-1, 0, 3}, new long[] {4, 0, -9}, NULLS, 3));
        assertEquals(-1, ((Int128Vector) read.min()).high(0));
        assertEquals(-9, ((Int128Vector) read.max()).low()[2]);
        read = roundTrip(new FloatVector(Type.of(TypeKind.FLOAT32), new float[] {-1.5f, 0, 2}, NULLS, 3));
        assertArrayEquals(new float[] {-1.5f, 0, 2}, ((FloatVector) read.max()).values());
        double[] doubles = {-1.5, 0, Double.POSITIVE_INFINITY};
        read = roundTrip(new DoubleVector(Type.of(TypeKind.FLOAT64), doubles, NULLS, 3));
        assertArrayEquals(doubles, ((DoubleVector) read.min()).values());
        byte[] text = {'a', 'b', 'c'};
        read = roundTrip(new BytesVector(Type.of(TypeKind.STRING), text, new int[] {0, 1, 1, 3}, NULLS, 3));
        assertEquals("bc", ((BytesVector) read.max()).getString(2));
    }

    private static MinMax roundTrip(ColumnVector bounds) throws StoaException {
        Type type = bounds.type();
        long[] nans = MinMax.hasNaN(type) ? new long[] {0, 3, Layout.MAX_ROWS} : new long[0];
        byte[] bytes = minMax(bounds, nans).toBytes(type);
        MinMax read = read(bytes, type);
        assertArrayEquals(bytes, read.toBytes(type));
        assertArrayEquals(nans, read.nanCounts());
        assertArrayEquals(new long[] {1, 2, Layout.MAX_ROWS}, read.nullCounts());
        assertEquals(12, read.totalLength());
        assertEquals(3, read.zones());
        assertTrue(read.min().isNull(1) && !read.min().isNull(0) && !read.max().isNull(2));
        assertTrue(read.is(2, MinMax.MIN_EXACT) && !read.is(2, MinMax.MAX_EXACT));
        return read;
    }

    private static void refused(String why, Type type, MinMax entry) {
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> read(entry.toBytes(type), type), why);
        assertTrue(e.getMessage().startsWith("m: ") && e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void aMinMaxKeepsItsLimits() throws StoaException {
        Type type = Type.of(TypeKind.FLOAT64);
        boolean[] none = {true, true, true};
        ColumnVector empty = new DoubleVector(type, new double[3], none, 3);
        byte[] flags = new byte[3];
        long[] zeros = new long[3];
        read(new MinMax(flags, zeros, zeros, empty, empty, 0).toBytes(type), type);
        refused("flags", type, new MinMax(new byte[] {0, 16, 0}, zeros, zeros, empty, empty, 0));
        for (long wrong : new long[] {-1, Layout.MAX_ROWS + 1}) {
            long[] counts = {0, 0, wrong};
            refused("null count", type, new MinMax(flags, counts, zeros, empty, empty, 0));
            refused("NaN count", type, new MinMax(flags, zeros, counts, empty, empty, 0));
        }
        refused("total length", type, new MinMax(flags, zeros, zeros, empty, empty, -1));
        refused("number of zones", type, new MinMax(new byte[2], new long[2], new long[2], empty, empty, 0));
        ColumnVector nan = new DoubleVector(type, new double[] {Double.NaN, 0, 1}, NULLS, 3);
        assertThrows(CorruptFileException.class, () -> read(minMax(nan, zeros).toBytes(type), type));
        Type floats = Type.of(TypeKind.FLOAT32);
        ColumnVector nanf = new FloatVector(floats, new float[] {0, 0, Float.NaN}, NULLS, 3);
        assertThrows(CorruptFileException.class, () -> read(minMax(nanf, zeros).toBytes(floats), floats));
        Type bools = Type.of(TypeKind.BOOLEAN);
        for (byte wrong : new byte[] {2, -1}) {
            ColumnVector bad = new BooleanVector(bools, new byte[] {0, 0, wrong}, NULLS, 3);
            assertThrows(
                    CorruptFileException.class,
                    () -> read(minMax(bad, new long[0]).toBytes(bools), bools));
        }
        Type wide = Type.of(TypeKind.INT64);
        Type ints = Type.of(TypeKind.INT32);
        for (long wrong : new long[] {1L << 31, -(1L << 31) - 1}) {
            ColumnVector bad = new LongVector(wide, new long[] {0, 0, wrong}, NULLS, 3);
            assertThrows(
                    CorruptFileException.class,
                    () -> read(minMax(bad, new long[0]).toBytes(wide), ints));
        }
        byte[] tooLong = Arrays.copyOf(new MinMax(flags, zeros, zeros, empty, empty, 0).toBytes(type), 60);
        assertThrows(CorruptFileException.class, () -> read(tooLong, type));
        Type unordered = Type.of(TypeKind.NULL);
        MinMax withoutOrder = new MinMax(flags, zeros, zeros, new NullVector(3), new NullVector(3), 0);
        assertEquals(3, read(withoutOrder.toBytes(unordered), unordered).zones());
        refused(
                "flags",
                unordered,
                new MinMax(new byte[] {0, 1, 0}, zeros, zeros, new NullVector(3), new NullVector(3), 0));
    }
}
