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
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.Allocation;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Metadata from hostile bytes: a {@link StoaException} or what can be written again, within memory in proportion to the
 * bytes. Where the format has a checksum the target puts a right one, so that the bytes behind it are reached.
 */
final class MetadataFuzzTest {
    private static final long LENGTH = 100_000;
    private static final Tail TAIL = new Tail(new UUID(1, 2), 90_000, 500, 10, 3, 2, 100, 77, new ContentHash(3, 4));
    private static final List<Type> TYPES = List.of(
            Type.of(TypeKind.BOOLEAN),
            Type.of(TypeKind.INT32),
            Type.of(TypeKind.UINT64),
            Type.of(TypeKind.FLOAT16),
            Type.of(TypeKind.FLOAT32),
            Type.of(TypeKind.FLOAT64),
            Type.decimal(30, 2),
            Type.of(TypeKind.STRING),
            Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO));

    /** Reads some metadata. */
    @FunctionalInterface
    private interface Read {
        void read(ByteBuffer bytes) throws StoaException;
    }

    /** Reads within memory in proportion to the input. */
    private static void read(byte[] input, Read read) {
        try {
            Allocation.atMost(256L * 1024 + 400L * input.length, () -> read.read(ByteBuffer.wrap(input)));
        } catch (StoaException e) {
            assertTrue(e.getMessage().length() > 5);
        }
    }

    /** Puts the CRC of all before into the last four bytes. */
    private static byte[] withCrc(byte[] bytes, int length) {
        byte[] fixed = Arrays.copyOf(bytes, length);
        ByteBuffer.wrap(fixed).order(ByteOrder.LITTLE_ENDIAN).putInt(length - 4, Layout.crc(fixed, 0, length - 4));
        return fixed;
    }

    static Stream<Arguments> footerSeeds() throws Exception {
        Properties properties = new Properties(
                "stoa test",
                List.of(new Properties.NamedId(4, "PFOR")),
                List.of(new Properties.SortColumn(2, true, false)),
                List.of(new Properties.KeyValue("k", Optional.of("v")), new Properties.KeyValue("", Optional.empty())));
        List<NodeRecord> nodes = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            nodes.add(node(TypeKind.DECIMAL, i == 4 ? 1 : Layout.NONE, i + 1, 0, Layout.NONE, new byte[i]));
        }
        ByteBuffer rowSet = ByteBuffer.allocate(Layout.ROW_SET_BYTES);
        new RowSetRecord(12_345, 3, 6, 16).write(rowSet);
        return Stream.of(
                arguments((Object) TAIL.toBytes()),
                arguments((Object) NodePage.write(nodes, 0)),
                arguments((Object) rowSet.array()),
                arguments((Object) properties.toBytes()),
                arguments((Object) PagedIndex.ofNames(new long[] {5, -7, 9, 1L << 62})));
    }

    private static NodeRecord node(TypeKind kind, int parent, int end, int rowSet, int childRowSet, byte[] name) {
        return new NodeRecord(
                kind,
                NodeRecord.NULLABLE,
                kind == TypeKind.DECIMAL ? 15 : 0,
                0,
                parent,
                end,
                rowSet,
                childRowSet,
                0,
                Transform.NONE,
                ByteBuffer.wrap(name),
                ByteBuffer.allocate(0),
                new NodeRecord.Place(50_000, 0, 0),
                new NodeRecord.Place(89_600, 0, 0),
                1000,
                17);
    }

    /** Tail, node, row set and page of an index, all from the same bytes. */
    @MethodSource("footerSeeds")
    @FuzzTest(maxDuration = "30s")
    void records(byte[] input) {
        if (input == null) {
            return;
        }
        byte[] tail = Arrays.copyOf(input, Layout.TAIL_BYTES);
        ByteBuffer out = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(84, Layout.MAGIC).putInt(80, Layout.crc(tail, 0, 80));
        read(tail, in -> {
            Tail read = Tail.read(in, LENGTH, "x");
            assertArrayEquals(tail, read.toBytes());
            long[] parts = {
                read.minMaxOffset(),
                read.footerOffset(),
                read.fieldIdIndexOffset(LENGTH),
                read.nodesOffset(LENGTH),
                read.pageIndexOffset(LENGTH),
                read.nameIndexOffset(LENGTH),
                read.rowSetsOffset(LENGTH),
                LENGTH - Layout.TAIL_BYTES
            };
            for (int i = 1; i < parts.length; i++) {
                assertTrue(Layout.HEADER_BYTES <= parts[i - 1] && parts[i - 1] <= parts[i], "parts of " + read);
            }
        });
        byte[] nodes = withCrc(input, Math.max(4, input.length));
        read(nodes, in -> {
            NodePage page = NodePage.read(in, 0, TAIL, "page");
            List<NodeRecord> records = new ArrayList<>();
            for (int node = 0; node < TAIL.nodeCount(); node++) {
                records.add(page.node(node));
                assertTrue(
                        records.get(node).end() <= TAIL.nodeCount()
                                && records.get(node).parent() < node,
                        "tree");
            }
            byte[] again = NodePage.write(records, 0);
            assertArrayEquals(again, NodePage.write(nodes(NodePage.read(ByteBuffer.wrap(again), 0, TAIL, "again")), 0));
        });
        byte[] rowSet = withCrc(input, Layout.ROW_SET_BYTES);
        read(rowSet, in -> {
            RowSetRecord record = RowSetRecord.read(in, 1, 10, "row set");
            ByteBuffer again = ByteBuffer.allocate(Layout.ROW_SET_BYTES);
            record.write(again);
            assertArrayEquals(rowSet, again.array());
            assertTrue(record.vectors() >= 0 && record.zones() >= 0 && record.zones() <= record.vectors());
        });
        read(input, in -> PagedIndex.check(in, "page"));
        byte[] page = withCrc(input, Math.max(4, input.length));
        read(page, in -> PagedIndex.check(in, "page"));
        for (int entries : new int[] {1, 255, 257, Layout.MAX_NODES}) {
            int expected = PagedIndex.expectedPage(ByteBuffer.wrap(tail).getLong(), entries);
            assertTrue(expected >= 0 && expected < PagedIndex.pages(entries));
        }
    }

    private static List<NodeRecord> nodes(NodePage page) throws StoaException {
        List<NodeRecord> nodes = new ArrayList<>();
        for (int node = 0; node < TAIL.nodeCount(); node++) {
            nodes.add(page.node(node));
        }
        return nodes;
    }

    @MethodSource("footerSeeds")
    @FuzzTest(maxDuration = "30s")
    void properties(byte[] input) {
        if (input == null || input.length < 4) {
            return;
        }
        byte[] bytes = withCrc(input, input.length);
        read(bytes, in -> {
            Properties properties = Properties.read(in, 5, "properties");
            byte[] again = properties.toBytes();
            assertArrayEquals(
                    again,
                    Properties.read(ByteBuffer.wrap(again), 5, "properties").toBytes());
        });
    }

    static Stream<Arguments> columnIndexSeeds() {
        ColumnIndex list = new ColumnIndex(
                List.of(new ColumnIndex.DictionaryPart(new Encoding.Plain(), 7, 4000, 28, 5)),
                List.of(new ColumnIndex.Extent(100, 2), new ColumnIndex.Extent(10_000, 1)),
                List.of(
                        new ColumnIndex.Block(3, new Encoding.Dictionary(0, new IntegerEncoding.Pfor())),
                        new ColumnIndex.Block(2, new Encoding.Nullable(true, new IntegerEncoding.Pfor()))),
                new ColumnIndex.Granules(new int[] {2, 1, 2}, new int[] {300, 20, 500}, new int[] {1, 2, 3}),
                List.of(),
                new long[] {0, 5, 5, 9, 100});
        ColumnIndex paged = new ColumnIndex(
                List.of(),
                List.of(new ColumnIndex.Extent(100, 3)),
                List.of(new ColumnIndex.Block(3, new BytesEncoding.Lz4(new IntegerEncoding.Pfor()))),
                new ColumnIndex.Granules(new int[] {1, 1, 1}, new int[] {10, 20, 30}, new int[] {1, 2, 3}),
                List.of(new ColumnIndex.PagedVector(
                        1, List.of(new ColumnIndex.Page(0, 1000, 900, 4), new ColumnIndex.Page(9, 1000, 1000, 4)))),
                new long[0]);
        return Stream.of(indexSeed(Physical.INT, 5, list), indexSeed(Physical.BYTES, 3, paged));
    }

    private static Arguments indexSeed(Physical shape, int vectors, ColumnIndex index) {
        byte[] bytes = index.toBytes();
        byte[] seed = new byte[bytes.length + 1];
        seed[0] = (byte) (List.of(Physical.values()).indexOf(shape) << 4 | vectors);
        System.arraycopy(bytes, 0, seed, 1, bytes.length);
        return arguments((Object) seed);
    }

    /** The first byte says the shape (bits 4..6), whether it is a list (bit 7) and the number of vectors. */
    @MethodSource("columnIndexSeeds")
    @FuzzTest(maxDuration = "60s")
    void columnIndex(byte[] input) {
        if (input != null && input.length > 0) {
            read(Arrays.copyOfRange(input, 1, input.length), in -> readIndex(in, input[0]));
        }
    }

    private static void readIndex(ByteBuffer in, int control) throws StoaException {
        Physical shape = Physical.values()[(control >> 4 & 7) % Physical.values().length];
        int vectors = control & 15;
        boolean isList = shape == Physical.INT && (vectors & 1) != 0;
        long dataEnd = 20_000;
        ColumnIndex index = ColumnIndex.read(in, shape, vectors, isList, dataEnd, "index");
        long covered = 0;
        for (int vector = 0; vector < vectors; vector++) {
            int granule = index.granuleOf(vector);
            int block = index.blockOf(vector);
            assertTrue(index.granuleStart(granule) <= vector && vector < index.granuleStart(granule + 1), "granule");
            assertTrue(index.blockStart(block) <= vector && vector < index.blockStart(block + 1), "block");
            int used = index.blocks().get(block).encoding().dictionary().orElse(-1);
            assertTrue(used < index.dictionaries().size(), "dictionary");
            covered++;
        }
        assertTrue(covered == index.vectorCount(), "vectors");
        for (int granule = 0; granule < index.granuleCount(); granule++) {
            if (index.granuleLength(granule) > 0) {
                long at = index.granuleOffset(granule);
                assertTrue(at >= Layout.HEADER_BYTES && at + index.granuleLength(granule) <= dataEnd, "granule place");
            }
        }
        for (ColumnIndex.PagedVector paged : index.pagedVectors()) {
            int granule = index.granuleOf(paged.vector());
            long at = index.granuleOffset(granule) + index.granuleLength(granule);
            assertTrue(at >= Layout.HEADER_BYTES && at + paged.storedLength() <= dataEnd, "page place");
        }
        for (ColumnIndex.DictionaryPart part : index.dictionaries()) {
            assertTrue(part.offset() >= Layout.HEADER_BYTES && part.offset() + part.length() <= dataEnd, "dictionary");
        }
        byte[] again = index.toBytes();
        assertArrayEquals(
                again,
                ColumnIndex.read(ByteBuffer.wrap(again), shape, vectors, isList, dataEnd, "index")
                        .toBytes());
    }

    static Stream<Arguments> minMaxSeeds() {
        Type ints = Type.of(TypeKind.INT32);
        IntVector low = new IntVector(ints, new int[] {-5, 0, 7}, new boolean[] {false, true, false}, 3);
        byte[] entry = new MinMax(new byte[] {3, 0, 15}, new long[] {0, 9, 0}, new long[0], low, low, 0).toBytes(ints);
        byte[] seed = new byte[entry.length + 1];
        System.arraycopy(entry, 0, seed, 1, entry.length);
        List<Arguments> seeds = new ArrayList<>();
        for (int type = 0; type < TYPES.size(); type++) {
            byte[] s = seed.clone();
            s[0] = (byte) type;
            seeds.add(arguments((Object) s));
        }
        return seeds.stream();
    }

    /** The first byte says the type. */
    @MethodSource("minMaxSeeds")
    @FuzzTest(maxDuration = "30s")
    void minMax(byte[] input) {
        if (input == null || input.length == 0) {
            return;
        }
        Type type = TYPES.get((input[0] & 0xFF) % TYPES.size());
        read(Arrays.copyOfRange(input, 1, input.length), in -> {
            MinMax minMax = MinMax.read(in, type, 3, "MinMax");
            assertTrue(minMax.zones() == 3 && minMax.totalLength() >= 0, "zones and total length");
            byte[] again = minMax.toBytes(type);
            assertArrayEquals(
                    again,
                    MinMax.read(ByteBuffer.wrap(again), type, 3, "MinMax").toBytes(type));
        });
    }

    static Stream<Arguments> schemaSeeds() {
        return Stream.of(arguments((Object) schemaSeed()));
    }

    private static byte[] schemaSeed() {
        Schema schema = Schema.of(Field.nullable(
                "a",
                Type.list(Field.nullable(
                        "e",
                        Type.struct(List.of(
                                Field.required("x", Type.of(TypeKind.INT8)),
                                Field.required(
                                        "y",
                                        Type.map(
                                                Field.required("k", Type.of(TypeKind.STRING)),
                                                Field.nullable("v", Type.of(TypeKind.DATE))))))))));
        SchemaNodes tree = SchemaNodes.of(schema);
        ByteBuffer out = ByteBuffer.allocate(tree.nodes().size() * 8);
        for (SchemaNodes.Node n : tree.nodes()) {
            out.put((byte) n.field().type().kind().code());
            out.put((byte) n.parent());
            out.put((byte) n.end());
            out.put((byte) n.rowSet());
            out.put((byte) n.childRowSet());
            out.put((byte) n.field().name().charAt(0));
            out.put((byte) 0).put((byte) 1);
        }
        return out.array();
    }

    /** Any tree of records, eight bytes each: a schema or an exception, whatever refers to whatever. */
    @MethodSource("schemaSeeds")
    @FuzzTest(maxDuration = "60s")
    void schema(byte[] input) {
        if (input == null || input.length < 8) {
            return;
        }
        int count = Math.min(120, input.length / 8);
        FieldBuilder.Nodes nodes = node -> {
            if (node < 0 || node >= count) {
                throw new CorruptFileException("there is no node " + node);
            }
            int at = node * 8;
            TypeKind kind = TypeKind.values()[(input[at] & 0xFF) % TypeKind.values().length];
            int end = input[at + 2];
            if (end <= node || end > count) {
                throw new CorruptFileException("node " + node + " ends at " + end); // as the page of nodes says
            }
            return node(kind, input[at + 1], input[at + 2], input[at + 3], input[at + 4], new byte[] {input[at + 5]});
        };
        try {
            Allocation.atMost(8 << 20, () -> new FieldBuilder(nodes, "x").build(0));
        } catch (StoaException e) {
            assertTrue(
                    new String(e.getMessage().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).length() > 5);
        }
    }
}
