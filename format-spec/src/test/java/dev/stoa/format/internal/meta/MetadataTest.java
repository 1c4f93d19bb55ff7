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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MetadataTest {
    private static final long LENGTH = 100_000;
    private static final Tail TAIL = new Tail(new UUID(1, 2), 90_000, 500, 10, 3, 2, 100, 77, new ContentHash(3, 4));

    @Test
    void aTailSurvivesAndEveryFlippedBitIsNoticed() throws Exception {
        byte[] bytes = TAIL.toBytes();
        assertEquals(88, bytes.length);
        assertEquals(TAIL, Tail.read(ByteBuffer.wrap(bytes), LENGTH, "x"));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] bad = bytes.clone();
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThrows(CorruptFileException.class, () -> Tail.read(ByteBuffer.wrap(bad), LENGTH, "x"));
        }
    }

    @Test
    void filesOfOtherFormatsAreNamed() {
        Map<String, String> ends = Map.of("PAR1", "a Parquet", "ROW1", "an Arrow", "ORC\u0017", "an ORC");
        ends.forEach((end, name) -> {
            byte[] bytes = TAIL.toBytes();
            System.arraycopy(end.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, bytes.length - 4, 4);
            CorruptFileException e =
                    assertThrows(CorruptFileException.class, () -> Tail.read(ByteBuffer.wrap(bytes), LENGTH, "lake/x"));
            assertEquals(
                    "lake/x: this is " + name + " file, not a Stoa file: make one of it by 'stoa convert'",
                    e.getMessage());
        });
    }

    @Test
    void aTailOfALaterEditionIsRefusedByName() {
        byte[] bytes = TAIL.toBytes();
        bytes[76] = 9;
        ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(80, Layout.crc(bytes, 0, 80));
        UnsupportedFileException e = assertThrows(
                UnsupportedFileException.class, () -> Tail.read(ByteBuffer.wrap(bytes), LENGTH, "lake/x.stoa"));
        assertTrue(e.getMessage().startsWith("lake/x.stoa: written in edition 9"), e.getMessage());
    }

    /** The tail of edition 0 had 64 bytes, and ended as that of edition 1 does. */
    @Test
    void aFileOfTheDraftIsRefusedByName() {
        byte[] bytes = new byte[Layout.TAIL_BYTES];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        out.putLong(24, 5).putLong(40, 90_000).putInt(56, 1).putInt(84, Layout.MAGIC);
        out.putInt(80, Layout.crc(bytes, 24, 56));
        UnsupportedFileException e = assertThrows(
                UnsupportedFileException.class, () -> Tail.read(ByteBuffer.wrap(bytes), LENGTH, "lake/x.stoa"));
        assertEquals(
                "lake/x.stoa: written in edition 0 of the format, a draft that only the release that wrote it reads:"
                        + " convert it to Parquet with that release, and back with this one",
                e.getMessage());
        bytes[30] ^= 1;
        assertThrows(CorruptFileException.class, () -> Tail.read(ByteBuffer.wrap(bytes), LENGTH, "x"));
    }

    /** A CRC of parts that each end with their own CRC would not see this: it is linear. */
    @Test
    void eachByteThatAHashCoversChangesIt() {
        byte[] index = {1, 2, 3, 4, 5, 6, 7, 8};
        byte[] footer = {9, 8, 7, 6};
        ContentHash hash = hash(index, footer, TAIL);
        for (int bit = 0; bit < 8 * index.length; bit++) {
            byte[] other = index.clone();
            other[bit / 8] ^= (byte) (1 << (bit % 8));
            assertNotEquals(hash, hash(other, footer, TAIL));
        }
        byte[] one = withCrc(new byte[] {1, 1, 1, 1});
        byte[] two = withCrc(new byte[] {2, 2, 2, 2});
        assertEquals(Layout.crc(one, 0, 8), Layout.crc(two, 0, 8));
        assertNotEquals(hash(one, footer, TAIL), hash(two, footer, TAIL));
        assertNotEquals(hash, hash(index, new byte[] {9, 8, 7, 7}, TAIL));
        assertNotEquals(
                hash,
                hash(index, footer, new Tail(new UUID(1, 3), 90_000, 500, 10, 3, 2, 100, 77, new ContentHash(3, 4))));
        assertEquals(
                hash,
                hash(index, footer, new Tail(new UUID(1, 2), 90_000, 500, 10, 3, 2, 100, 77, new ContentHash(8, 8))));
    }

    private static byte[] withCrc(byte[] bytes) {
        return ByteBuffer.allocate(8)
                .put(bytes)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putInt(Layout.crc(bytes, 0, bytes.length))
                .array();
    }

    private static ContentHash hash(byte[] index, byte[] footer, Tail tail) {
        MetadataHash hash = new MetadataHash();
        hash.add(ByteBuffer.wrap(index));
        hash.add(ByteBuffer.wrap(footer));
        return tail.with(hash).hash();
    }

    @Test
    void theFooterMustFitTheFile() {
        Tail far = new Tail(new UUID(1, 2), LENGTH, 0, 1, 1, 0, 0, 0, new ContentHash(3, 4));
        Tail many = new Tail(new UUID(1, 2), 90_000, 0, 1 << 24, 1, 0, 0, 0, new ContentHash(3, 4));
        for (Tail bad : List.of(far, many)) {
            assertThrows(CorruptFileException.class, () -> Tail.read(ByteBuffer.wrap(bad.toBytes()), LENGTH, "x"));
        }
    }

    @Test
    void aRowSetSurvivesAndEveryFlippedByteIsNoticed() throws Exception {
        RowSetRecord record = new RowSetRecord(123_456_789_012L, 3, 6, 16);
        ByteBuffer out = ByteBuffer.allocate(Layout.ROW_SET_BYTES);
        record.write(out);
        assertEquals(record, RowSetRecord.read(out.flip(), 1, 10, "r"));
        assertEquals(30_140_818, record.vectors());
        everyFlipIsNoticed(out.array(), bad -> RowSetRecord.read(ByteBuffer.wrap(bad), 1, 10, "r"));
    }

    @Test
    void nodesSurviveAndEveryFlippedBitIsNoticed() throws Exception {
        List<NodeRecord> nodes = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            nodes.add(new NodeRecord(
                    i == 4 ? TypeKind.DECIMAL : TypeKind.INT32,
                    NodeRecord.NULLABLE | (i == 4 ? NodeRecord.HAS_FIELD_ID : 0),
                    i == 4 ? 15 : 0,
                    i == 4 ? 2 : 0,
                    i == 4 ? 1 : Layout.NONE,
                    i + 1,
                    0,
                    Layout.NONE,
                    i == 4 ? -7 : 0,
                    i == 7 ? new Transform(1, 300) : Transform.NONE,
                    ByteBuffer.wrap(("column " + i).getBytes(StandardCharsets.UTF_8)),
                    ByteBuffer.wrap(new byte[i % 3]),
                    new NodeRecord.Place(50_000 + 100 * i, i == 5 ? 0 : 100, i == 5 ? 0 : i),
                    new NodeRecord.Place(89_600 + 30 * i, 30, 2 * i),
                    1000,
                    17));
            if (i == 5) { // without an index: what follows starts there
                nodes.set(5, with(nodes.get(5), new NodeRecord.Place(50_500, 0, 0)));
            } else if (i > 5) {
                nodes.set(i, with(nodes.get(i), new NodeRecord.Place(50_000 + 100 * (i - 1), 100, i)));
            }
        }
        byte[] bytes = NodePage.write(nodes, 0);
        NodePage page = NodePage.read(ByteBuffer.wrap(bytes), 0, TAIL, "n");
        for (int i = 0; i < 10; i++) {
            assertEquals(nodes.get(i), page.node(i));
        }
        assertEquals(10, page.knownNodes());
        everyFlipIsNoticed(bytes, bad -> NodePage.read(ByteBuffer.wrap(bad), 0, TAIL, "n"));
    }

    private static NodeRecord with(NodeRecord n, NodeRecord.Place index) {
        return new NodeRecord(
                n.kind(),
                n.flags(),
                n.precision(),
                n.scale(),
                n.parent(),
                n.end(),
                n.rowSet(),
                n.childRowSet(),
                n.fieldId(),
                n.transform(),
                n.name(),
                n.rest(),
                index,
                n.minMax(),
                n.storedBytes(),
                n.nullCount());
    }

    @Test
    void namesAreFoundByInterpolation() throws Exception {
        int n = 20_000;
        long[] hashes = new long[n];
        for (int i = 0; i < n; i++) {
            hashes[i] = PathHash.child(PathHash.ROOT, "column_" + i);
        }
        byte[] index = PagedIndex.ofNames(hashes);
        assertEquals(PagedIndex.length(n), index.length);
        int far = 0;
        for (int i = 0; i < n; i++) {
            int expected = PagedIndex.expectedPage(hashes[i], n);
            int found = -1;
            for (int distance = 0; distance < PagedIndex.pages(n) && found < 0; distance++) {
                for (int page : new int[] {expected - distance, expected + distance}) {
                    if (page >= 0 && page < PagedIndex.pages(n) && contains(index, page, n, hashes[i], i)) {
                        found = distance;
                    }
                }
            }
            assertTrue(found >= 0, "column_" + i);
            far = Math.max(far, found);
        }
        assertTrue(far <= 2, "a name was found " + far + " pages from where it was expected");
    }

    private static boolean contains(byte[] index, int page, int n, long hash, int node) throws StoaException {
        ByteBuffer in = PagedIndex.check(
                ByteBuffer.wrap(index, (int) PagedIndex.pageOffset(page), PagedIndex.pageLength(page, n)), "page");
        while (in.hasRemaining()) {
            if (in.getInt() == PagedIndex.key(hash) & in.getInt() == node) {
                return true;
            }
        }
        return false;
    }

    @Test
    void fieldIdsAreSortedInPages() throws Exception {
        byte[] index = PagedIndex.ofFieldIds(new int[] {5, 7, 9}, new int[] {30, -2, 30});
        ByteBuffer in = PagedIndex.check(ByteBuffer.wrap(index), "page");
        assertEquals(-2, in.getInt());
        assertEquals(7, in.getInt());
        assertEquals(30, in.getInt());
        assertEquals(5, in.getInt());
        assertEquals(30, in.getInt());
        assertEquals(9, in.getInt());
        everyFlipIsNoticed(index, bad -> PagedIndex.check(ByteBuffer.wrap(bad), "page"));
    }

    @Test
    void propertiesSurviveAndEveryFlippedByteIsNoticed() throws Exception {
        Properties properties = new Properties(
                "stoa test",
                List.of(new Properties.NamedId(4, "PFOR")),
                List.of(new Properties.SortColumn(2, true, false)),
                List.of(
                        new Properties.KeyValue("k", Optional.of("v")),
                        new Properties.KeyValue("k", Optional.empty())));
        byte[] bytes = properties.toBytes();
        assertEquals(properties, Properties.read(ByteBuffer.wrap(bytes), 3, "p"));
        everyFlipIsNoticed(bytes, bad -> Properties.read(ByteBuffer.wrap(bad), 3, "p"));
    }

    @Test
    void aSchemaIsRebuiltFromItsNodes() throws Exception {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("MetadataTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Field> fields = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                fields.add(randomField("f" + i, random, 1));
            }
            Schema schema = new Schema(fields);
            SchemaNodes nodes = SchemaNodes.of(schema);
            List<Field> rebuilt = new ArrayList<>();
            FieldBuilder builder = new FieldBuilder(new TreeNodes(nodes), "x");
            for (int node = 0;
                    node < nodes.nodes().size();
                    node = nodes.nodes().get(node).end()) {
                rebuilt.add(builder.build(node));
            }
            assertEquals(schema, new Schema(rebuilt));
        }
    }

    private record TreeNodes(SchemaNodes tree) implements FieldBuilder.Nodes {
        @Override
        public NodeRecord record(int node) {
            SchemaNodes.Node n = tree.nodes().get(node);
            Type type = n.field().type();
            NodeRecord.Place none = new NodeRecord.Place(8, 0, 0);
            return new NodeRecord(
                    type.kind(),
                    (n.field().nullable() ? NodeRecord.NULLABLE : 0)
                            | (n.field().fieldId().isPresent() ? NodeRecord.HAS_FIELD_ID : 0)
                            | (type.utc() ? NodeRecord.UTC : 0),
                    type.precision(),
                    type.scale(),
                    n.parent(),
                    n.end(),
                    n.rowSet(),
                    n.childRowSet(),
                    n.field().fieldId().orElse(0),
                    Transform.NONE,
                    ByteBuffer.wrap(n.field().name().getBytes(StandardCharsets.UTF_8)),
                    ByteBuffer.allocate(0),
                    none,
                    none,
                    0,
                    0);
        }
    }

    private static Field randomField(String name, Random random, int depth) {
        int kind = random.nextInt(depth < 4 ? 8 : 5);
        Type type = switch (kind) {
            case 0 -> Type.of(TypeKind.INT32);
            case 1 -> Type.decimal(1 + random.nextInt(60), 1);
            case 2 -> Type.timestamp(random.nextInt(13), random.nextBoolean());
            case 3 -> Type.of(TypeKind.STRING);
            case 4 -> Type.sized(TypeKind.CHAR, 3);
            case 5 -> Type.list(randomField("element", random, depth + 1));
            case 6 -> Type.map(randomField("key", random, depth + 1), randomField("value", random, depth + 1));
            default -> Type.struct(List.of(randomField("a", random, depth + 1), randomField("ä", random, depth + 1)));
        };
        Field field = random.nextBoolean() ? Field.nullable(name, type) : Field.required(name, type);
        return random.nextBoolean() ? field.withFieldId(random.nextInt()) : field;
    }

    @Test
    void aColumnIndexSurvives() throws Exception {
        ColumnIndex index = new ColumnIndex(
                List.of(new ColumnIndex.DictionaryPart(new Encoding.Plain(), 7, 4000, 28, 5)),
                List.of(new ColumnIndex.Extent(100, 2), new ColumnIndex.Extent(10_000, 1)),
                List.of(
                        new ColumnIndex.Block(3, new Encoding.Plain()),
                        new ColumnIndex.Block(2, new IntegerEncoding.Pfor())),
                new ColumnIndex.Granules(new int[] {2, 1, 2}, new int[] {300, 20, 500}, new int[] {1, 2, 3}),
                List.of(),
                new long[] {0, 5, 5, 9, 100});
        byte[] bytes = index.toBytes();
        ColumnIndex read = ColumnIndex.read(ByteBuffer.wrap(bytes), Physical.INT, 5, true, 20_000, "i");
        assertArrayEquals(bytes, read.toBytes());
        assertEquals(5, read.vectorCount());
        assertEquals(1, read.granuleOf(2));
        assertEquals(2, read.granuleOf(3));
        assertEquals(1, read.blockOf(3));
        assertEquals(400, read.granuleOffset(1));
        assertEquals(10_000, read.granuleOffset(2));
        assertEquals(9, read.childStart(3));
        hostile(bytes, bad -> ColumnIndex.read(ByteBuffer.wrap(bad), Physical.INT, 5, true, 20_000, "i"));
    }

    @Test
    void pagesMoveTheGranulesBehindThem() throws Exception {
        ColumnIndex index = new ColumnIndex(
                List.of(),
                List.of(new ColumnIndex.Extent(100, 3)),
                List.of(new ColumnIndex.Block(3, new BytesEncoding.Bytes(new IntegerEncoding.Pfor()))),
                new ColumnIndex.Granules(new int[] {1, 1, 1}, new int[] {10, 20, 30}, new int[] {1, 2, 3}),
                List.of(new ColumnIndex.PagedVector(
                        1, List.of(new ColumnIndex.Page(0, 1000, 900, 4), new ColumnIndex.Page(9, 1000, 1000, 4)))),
                new long[0]);
        byte[] bytes = index.toBytes();
        ColumnIndex read = ColumnIndex.read(ByteBuffer.wrap(bytes), Physical.BYTES, 3, false, 20_000, "i");
        assertEquals(110, read.granuleOffset(1));
        assertEquals(2030, read.granuleOffset(2));
        assertEquals(0, read.pagedOrdinal(1));
        assertTrue(read.pagedOrdinal(2) < 0);
        hostile(bytes, bad -> ColumnIndex.read(ByteBuffer.wrap(bad), Physical.BYTES, 3, false, 20_000, "i"));
    }

    @Test
    void minMaxSurvives() throws Exception {
        boolean[] nulls = {false, true, false};
        Type type = Type.of(TypeKind.STRING);
        BytesVector min =
                new BytesVector(type, "abc".getBytes(StandardCharsets.UTF_8), new int[] {0, 1, 1, 3}, nulls, 3);
        MinMax minMax = new MinMax(
                new byte[] {MinMax.HAS_MIN | MinMax.HAS_MAX, 0, MinMax.HAS_MIN | MinMax.HAS_MAX | MinMax.MIN_EXACT},
                new long[] {1, 2, 3},
                new long[0],
                min,
                min,
                12);
        byte[] bytes = minMax.toBytes(type);
        MinMax read = MinMax.read(ByteBuffer.wrap(bytes), type, 3, "m");
        assertArrayEquals(bytes, read.toBytes(type));
        assertEquals("bc", ((BytesVector) read.max()).getString(2));
        assertTrue(read.min().isNull(1));
        hostile(bytes, bad -> MinMax.read(ByteBuffer.wrap(bad), type, 3, "m"));

        Type ints = Type.of(TypeKind.INT32);
        IntVector low = new IntVector(ints, new int[] {-5, 0, 7}, nulls, 3);
        MinMax numbers = new MinMax(new byte[] {3, 0, 15}, new long[] {0, 9, 0}, new long[0], low, low, 0);
        MinMax back = MinMax.read(ByteBuffer.wrap(numbers.toBytes(ints)), ints, 3, "m");
        assertEquals(-5, ((IntVector) back.min()).values()[0]);
        assertEquals(7, ((IntVector) back.max()).values()[2]);
        assertEquals(9, back.nullCounts()[1]);
    }

    private interface Read {
        void read(byte[] bytes) throws StoaException;
    }

    private static void everyFlipIsNoticed(byte[] bytes, Read read) {
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] bad = bytes.clone();
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThrows(CorruptFileException.class, () -> read.read(bad), "bit " + bit);
        }
    }

    /** Without a CRC in front, a changed byte may still make sense; but nothing other than a StoaException may come out. */
    private static void hostile(byte[] bytes, Read read) {
        for (int cut = 0; cut < bytes.length; cut++) {
            byte[] bad = java.util.Arrays.copyOf(bytes, cut);
            assertThrows(StoaException.class, () -> read.read(bad), "cut at " + cut);
        }
        for (int at = 0; at < bytes.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] bad = bytes.clone();
                bad[at] = (byte) value;
                try {
                    read.read(bad);
                } catch (StoaException expected) {
                    assertTrue(expected.getMessage().length() > 5);
                }
            }
        }
    }
}
