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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every limit of the metadata from both sides, behind checksums that fit: what a writer with a defect would leave. */
class MetadataLimitsTest {

    private static final long LENGTH = 100_000;
    private static final int MAX_INT = Integer.MAX_VALUE;
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
        tail.takes(40, 4, 0);
        tail.takes(44, 4, 0);
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
        long parts = 100
                + 300 * 8
                + 2 * 4 // the field ids, in two pages
                + nodes * 12
                + 3 * 4 // the names, in three
                + nodes * (long) Layout.NODE_BYTES
                + 7L * Layout.ROW_SET_BYTES;
        Tail tight = new Tail(
                new UUID(1, 2), LENGTH - Layout.TAIL_BYTES - parts, 1000, nodes, 7, 300, 100, 0, new ContentHash(3, 4));
        Tail read = Tail.read(ByteBuffer.wrap(tight.toBytes()), LENGTH, "x");
        assertEquals(tight, read);
        assertEquals(parts, read.footerLength(LENGTH));
        assertEquals(0, read.propertiesLength(LENGTH));
        assertEquals(tight.footerOffset(), read.heapOffset(LENGTH));
        assertEquals(tight.footerOffset() + 100, read.fieldIdIndexOffset(LENGTH));
        assertEquals(tight.footerOffset() + 100 + 2408, read.nameIndexOffset(LENGTH));
        assertEquals(tight.footerOffset() + 100 + 2408 + 7212, read.directoryOffset(LENGTH));
        assertEquals(LENGTH - Layout.TAIL_BYTES - 7L * Layout.ROW_SET_BYTES, read.rowSetsOffset(LENGTH));
        assertEquals(tight.footerOffset() - 1000, read.minMaxOffset());
        Tail cut =
                new Tail(new UUID(1, 2), tight.footerOffset() + 1, 1000, nodes, 7, 300, 100, 0, new ContentHash(3, 4));
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

    private static final RowSetRecord ELEMENTS = new RowSetRecord(5, RowSetRecord.ELEMENTS, 3, 4, 6, 0, 0, 0, 16);
    private static final RowSetRecord BESIDE =
            new RowSetRecord(5, RowSetRecord.AUXILIARY, Layout.NONE, 4, 6, 10, 4, 9, 16);

    private static Changed<RowSetRecord> rowSet(RowSetRecord record) {
        ByteBuffer out = ByteBuffer.allocate(Layout.ROW_SET_BYTES);
        record.write(out);
        return new Changed<>(out.array(), 44, in -> RowSetRecord.read(in, 10, 100, "r"));
    }

    @Test
    void aRowSetKeepsItsLimits() throws StoaException {
        Changed<RowSetRecord> record = rowSet(ELEMENTS);
        record.takes(0, 8, 0);
        record.takes(0, 8, Layout.MAX_ROWS);
        record.refuses("row count", 0, 8, -1);
        record.refuses("row count", 0, 8, Layout.MAX_ROWS + 1);
        record.refuses("kind", 8, 4, -1);
        record.refuses("kind", 8, 4, 3);
        record.takes(12, 4, 0);
        record.takes(12, 4, 9);
        record.refuses("parent node", 12, 4, -1);
        record.refuses("parent node", 12, 4, 10);
        record.takes(16, 4, 0);
        record.takes(16, 4, 6);
        record.takes(20, 4, 10);
        record.refuses("end node", 16, 4, -1);
        record.refuses("end node", 16, 4, 7);
        record.refuses("end node", 20, 4, 11);
        record.refuses("name", 24, 4, 1);
        record.refuses("name", 28, 4, 1);
        record.refuses("name", 32, 4, 1);
        record.takes(36, 4, 1);
        record.takes(36, 4, 65_536);
        record.refuses("zone", 36, 4, 0);
        record.refuses("zone", 36, 4, 65_537);
        record.refuses("reserved", 40, 4, 1);
        Changed<RowSetRecord> beside = rowSet(BESIDE);
        assertEquals(BESIDE, beside.read());
        beside.takes(24, 4, 96);
        beside.takes(24, 4, 0);
        beside.refuses("name", 24, 4, 97);
        beside.refuses("name", 24, 4, -1);
        beside.refuses("name", 28, 4, -1);
        beside.refuses("parent node", 12, 4, 3);
        Read<RowSetRecord> wide = in -> RowSetRecord.read(in, 10, MAX_INT, "r");
        Changed<RowSetRecord> named = new Changed<>(beside.sound, 44, wide);
        named.takes(28, 4, Field.MAX_NAME_BYTES);
        named.refuses("name", 28, 4, Field.MAX_NAME_BYTES + 1L);
        RowSetRecord many = new RowSetRecord(4096 * 33 + 1, 0, -1, 0, 0, 0, 0, 0, 16);
        assertEquals(34, many.vectors());
        assertEquals(3, many.zones());
        assertEquals(2, new RowSetRecord(4096 * 32, 0, -1, 0, 0, 0, 0, 0, 16).zones());
    }

    private static Changed<NodeRecord> node(NodeRecord record, Tail tail) {
        ByteBuffer out = ByteBuffer.allocate(Layout.NODE_BYTES);
        record.write(out);
        return new Changed<>(out.array(), 100, in -> NodeRecord.read(in, 4, tail, "n"));
    }

    @Test
    void aNodeKeepsItsLimits() throws StoaException {
        NodeRecord sound = new NodeRecord(
                TypeKind.INT32,
                2,
                0,
                0,
                1,
                5,
                0,
                Layout.NONE,
                -7,
                3,
                4,
                0,
                99,
                50_000,
                100,
                1,
                89_600,
                50,
                2,
                1000,
                17);
        Changed<NodeRecord> record = node(sound, TAIL);
        assertEquals(sound, record.read());
        record.takes(1, 1, 7);
        record.refuses("flags", 1, 1, 8);
        record.refuses("flags", 1, 1, 0x80);
        record.refuses("reserved", 2, 2, 1);
        record.refuses("reserved", 96, 4, 1);
        record.takes(12, 4, Layout.NONE);
        record.takes(12, 4, 0);
        record.takes(12, 4, 3);
        record.refuses("parent", 12, 4, -2);
        record.refuses("parent", 12, 4, 4);
        record.refuses("end of descendants", 16, 4, 4);
        record.refuses("end of descendants", 16, 4, 6);
        record.takes(20, 4, 2);
        record.refuses("row set", 20, 4, 3);
        record.refuses("row set", 20, 4, -1);
        record.refuses("row set of the elements", 24, 4, 1);
        record.refuses("length of the name", 36, 4, -1);
        record.takes(32, 4, 96);
        record.takes(32, 4, 0);
        record.refuses("offset of the name", 32, 4, 97);
        record.refuses("offset of the name", 32, 4, -1);
        record.takes(40, 4, 93);
        record.refuses("offset of the name", 40, 4, 94);
        record.refuses("length of the parameters", 40, 4, -1);
        record.takes(48, 8, Layout.HEADER_BYTES);
        record.refuses("column index", 48, 8, Layout.HEADER_BYTES - 1);
        record.takes(48, 8, 89_400);
        record.refuses("column index", 48, 8, 89_401);
        record.refuses("column index", 56, 4, -1);
        record.takes(48, 8, 0, 56, 4, 0);
        record.takes(64, 8, 89_500);
        record.takes(64, 8, 89_950);
        record.refuses("MinMax", 64, 8, 89_499);
        record.refuses("MinMax", 64, 8, 89_951);
        record.refuses("MinMax", 72, 4, -1);
        record.takes(64, 8, 0, 72, 4, 0);
        record.takes(80, 8, 0);
        record.takes(80, 8, 90_000);
        record.refuses("stored bytes", 80, 8, -1);
        record.refuses("stored bytes", 80, 8, 90_001);
        record.takes(88, 8, 0);
        record.takes(88, 8, Layout.MAX_ROWS);
        record.refuses("null count", 88, 8, -1);
        record.refuses("null count", 88, 8, Layout.MAX_ROWS + 1);
        assertThrows(UnsupportedFileException.class, () -> record.read(0, 1, 0xFF));
    }

    @Test
    void aNestedNodeKeepsItsLimits() throws StoaException {
        NodeRecord list = new NodeRecord(
                TypeKind.LIST, 0, 0, 0, 1, 7, 1, 2, 0, 3, 4, 0, 99, 50_000, 100, 1, 89_600, 50, 2, 1000, 17);
        Changed<NodeRecord> record = node(list, TAIL);
        record.takes();
        record.takes(16, 4, 10);
        record.refuses("end of descendants", 16, 4, 11);
        record.refuses("row set of the elements", 24, 4, 1);
        record.refuses("row set of the elements", 24, 4, 3);
        record.refuses("row set of the elements", 24, 4, Layout.NONE);
        NodeRecord struct = new NodeRecord(
                TypeKind.STRUCT, 0, 0, 0, 1, 7, 1, -1, 0, 3, 4, 0, 99, 50_000, 100, 1, 89_600, 50, 2, 1000, 17);
        node(struct, TAIL).takes();
        node(struct, TAIL).takes(16, 4, 10);
        Tail large = new Tail(new UUID(1, 2), 90_000, 500, 10, 3, 2, MAX_INT, 77, new ContentHash(3, 4));
        Changed<NodeRecord> wide = node(struct, large);
        wide.takes(36, 4, Field.MAX_NAME_BYTES);
        wide.refuses("length of the name", 36, 4, Field.MAX_NAME_BYTES + 1L);
        wide.takes(40, 4, Layout.MAX_PARAMETER_BYTES);
        wide.refuses("length of the parameters", 40, 4, Layout.MAX_PARAMETER_BYTES + 1L);
    }

    @Test
    void aRecordThatIsCutOffIsRefused() {
        ByteBuffer out = ByteBuffer.allocate(Layout.ROW_SET_BYTES);
        ELEMENTS.write(out);
        out.flip().limit(Layout.ROW_SET_BYTES - 1);
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> RowSetRecord.read(out, 10, 100, "r"));
        assertTrue(e.getMessage().contains("cut short: 47 of 48"), e.getMessage());
        e = assertThrows(CorruptFileException.class, () -> PagedIndex.check(ByteBuffer.allocate(3), "page"));
        assertTrue(e.getMessage().contains("cut short"), e.getMessage());
    }

    @Test
    void recordsBehindOneAnotherAreReadInTurn() throws StoaException {
        ByteBuffer out = ByteBuffer.allocate(2 * Layout.ROW_SET_BYTES);
        ELEMENTS.write(out);
        BESIDE.write(out);
        out.flip();
        assertEquals(ELEMENTS, RowSetRecord.read(out, 10, 100, "r"));
        assertEquals(BESIDE, RowSetRecord.read(out, 10, 100, "r"));
    }

    @Test
    void pagesLieBehindOneAnother() throws StoaException {
        for (int entries : new int[] {1, 255, 256, 257, 512, 1000}) {
            byte[] index = PagedIndex.ofFieldIds(new int[entries], new int[entries]);
            assertEquals(index.length, PagedIndex.length(entries, PagedIndex.FIELD_ID_ENTRY));
            assertEquals((entries + 255) / 256, PagedIndex.pages(entries));
            long at = 0;
            for (int page = 0; page < PagedIndex.pages(entries); page++) {
                assertEquals(at, PagedIndex.pageOffset(page, PagedIndex.FIELD_ID_ENTRY));
                int length = PagedIndex.pageLength(page, entries, PagedIndex.FIELD_ID_ENTRY);
                ByteBuffer read = PagedIndex.check(ByteBuffer.wrap(index, (int) at, length), "page");
                assertEquals(length - 4, read.remaining());
                at += length;
            }
            assertEquals(index.length, at);
            assertEquals(0, PagedIndex.expectedPage(0, entries));
            assertEquals(PagedIndex.pages(entries) - 1, PagedIndex.expectedPage(-1, entries));
        }
        assertEquals(0, PagedIndex.length(0, PagedIndex.NAME_ENTRY));
        assertEquals(2, PagedIndex.expectedPage(1L << 63, 1024));
    }

    @Test
    void hashesAreThoseOfTheSpec() {
        assertEquals(0xCBF29CE484222325L, PathHash.root(""));
        assertEquals(0xAF63DC4C8601EC8CL, PathHash.root("a")); // FNV-1a
        long[] seen = {
            PathHash.child(PathHash.root(""), "a"),
            PathHash.child(PathHash.root(""), "b"),
            PathHash.child(PathHash.child(PathHash.root(""), "a"), "b"),
            PathHash.child(PathHash.root(""), "\u00e9"),
        };
        assertEquals(seen.length, Arrays.stream(seen).distinct().count());
        assertEquals(mixed(0xAF63DC4C8601EC8CL), seen[0]);
    }

    private static long mixed(long fnv) {
        long h = fnv;
        for (long factor : new long[] {0xFF51AFD7ED558CCDL, 0xC4CEB9FE1A85EC53L}) {
            h = (h ^ h >>> 33) * factor;
        }
        return h ^ h >>> 33;
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
