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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.Int128Output;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.FieldBuilder;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MetadataHash;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.NodePage;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.format.internal.meta.Tail;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A plain reader for tests: takes a small file into memory, checks every CRC and place on the way, and gives all values
 * back as objects: BigInteger, raw bits of floats as Integer and Long, bytes as ByteBuffer.
 */
final class StoredFile {
    private static final String VALID = "valid";

    private final byte[] bytes;
    final Tail tail;
    final List<NodeRecord> nodes = new ArrayList<>();
    final List<RowSetRecord> rowSets = new ArrayList<>();
    final Properties properties;
    private final VectorDecoder decoder = new VectorDecoder();

    StoredFile(Path path) throws IOException {
        bytes = Files.readAllBytes(path);
        ByteBuffer header = slice(0, Layout.HEADER_BYTES);
        assertEquals(Layout.MAGIC, header.getInt());
        assertEquals(Layout.EDITION, header.getShort());
        assertEquals(0, header.getShort());
        tail = Tail.read(slice(bytes.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES), bytes.length, "file");
        int footerLength = (int) tail.footerLength(bytes.length);
        assertEquals(tail.footerCrc(), Layout.crc(slice(tail.footerOffset(), footerLength)));
        properties = Properties.read(
                slice(tail.footerOffset(), tail.propertiesLength(bytes.length)), tail.nodeCount(), "properties");
        for (int page = 0; page < tail.nodePages(); page++) {
            NodePage read = NodePage.read(page(page), page, tail, "page " + page);
            int first = page * NodePage.NODES;
            for (int node = first; node < Math.min(first + NodePage.NODES, tail.nodeCount()); node++) {
                nodes.add(read.node(node));
            }
        }
        ByteBuffer records = slice(tail.rowSetsOffset(bytes.length), (long) Layout.ROW_SET_BYTES * tail.rowSetCount());
        for (int i = 0; i < tail.rowSetCount(); i++) {
            rowSets.add(RowSetRecord.read(records, i, tail.nodeCount(), "row set " + i));
        }
    }

    private ByteBuffer page(int page) throws IOException {
        if (tail.nodePages() == 1) {
            return slice(tail.nodesOffset(bytes.length), tail.nodeBytes());
        }
        ByteBuffer index = PagedIndex.check(
                slice(
                        tail.pageIndexOffset(bytes.length) + PagedIndex.pageOffset(page / 256),
                        PagedIndex.pageLength(page / 256, tail.nodePages())),
                "index of pages");
        int entry = page % 256 * PagedIndex.ENTRY_BYTES;
        return slice(tail.nodesOffset(bytes.length) + index.getInt(entry), index.getInt(entry + 4));
    }

    private ByteBuffer slice(long offset, long length) {
        return ByteBuffer.wrap(bytes, Math.toIntExact(offset), Math.toIntExact(length))
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The type of a node with its children. */
    Type type(int node) throws IOException {
        return new FieldBuilder(nodes::get, "file").build(node).type();
    }

    String name(int node) {
        return StandardCharsets.UTF_8.decode(nodes.get(node).name()).toString();
    }

    Optional<ColumnIndex> index(int node) throws IOException {
        NodeRecord r = nodes.get(node);
        if (r.index().length() == 0) {
            return Optional.empty();
        }
        ByteBuffer blob = slice(r.index().offset(), r.index().length());
        assertEquals(r.index().crc(), Layout.crc(blob));
        return Optional.of(ColumnIndex.read(
                blob,
                type(node).physical(),
                rowSets.get(r.rowSet()).vectors(),
                r.isList(),
                tail.minMaxOffset(),
                "index of " + node));
    }

    Optional<MinMax> minMax(int node) throws IOException {
        NodeRecord r = nodes.get(node);
        if (r.minMax().length() == 0) {
            return Optional.empty();
        }
        ByteBuffer blob = slice(r.minMax().offset(), r.minMax().length());
        assertEquals(r.minMax().crc(), Layout.crc(blob));
        return Optional.of(MinMax.read(blob, type(node), rowSets.get(r.rowSet()).zones(), "MinMax of " + node));
    }

    /** The properties name the encodings in use, and the tail has the hash of all that describes the data. */
    void checkMetadata() throws IOException {
        TreeSet<Integer> used = new TreeSet<>();
        MetadataHash hash = new MetadataHash();
        for (int node = 0; node < nodes.size(); node++) {
            index(node).ifPresent(index -> {
                index.blocks().forEach(block -> block.encoding().ids(used::add));
                index.dictionaries().forEach(part -> part.encoding().ids(used::add));
            });
            NodeRecord.Place place = nodes.get(node).index();
            hash.add(slice(place.offset(), place.length()));
        }
        for (NodeRecord node : nodes) {
            hash.add(slice(node.minMax().offset(), node.minMax().length()));
        }
        hash.add(slice(tail.footerOffset(), tail.footerLength(bytes.length)));
        assertEquals(
                List.copyOf(used),
                properties.encodings().stream().map(Properties.NamedId::id).toList());
        assertEquals(tail.with(hash).hash(), tail.hash());
    }

    /** The index of field ids: pairs of id and node. */
    List<List<Integer>> fieldIds() throws IOException {
        long length = tail.fieldIdIndexLength();
        return length == 0 ? List.of() : pairs(tail.fieldIdIndexOffset(bytes.length), tail.fieldIdCount());
    }

    /** The index of names: pairs of key and node. */
    List<List<Integer>> names() throws IOException {
        long length = tail.nameIndexLength();
        return length == 0 ? List.of() : pairs(tail.nameIndexOffset(bytes.length), tail.nodeCount());
    }

    private List<List<Integer>> pairs(long offset, int entries) throws IOException {
        List<List<Integer>> pairs = new ArrayList<>();
        for (int page = 0; page < PagedIndex.pages(entries); page++) {
            ByteBuffer in = PagedIndex.check(
                    slice(offset + PagedIndex.pageOffset(page), PagedIndex.pageLength(page, entries)), "page " + page);
            while (in.hasRemaining()) {
                pairs.add(List.of(in.getInt(), in.getInt()));
            }
        }
        return pairs;
    }

    /** All rows of a column; null where null; lengths of lists; a mark for a valid struct. */
    List<Object> column(int node) throws IOException {
        return column(node, 0, Integer.MAX_VALUE);
    }

    /** The rows of some vectors of a column, given that granules begin and end with them. */
    List<Object> column(int node, int firstVector, int endVector) throws IOException {
        NodeRecord r = nodes.get(node);
        Type type = type(node);
        long rows = rowSets.get(r.rowSet()).rows();
        List<Object> values = new ArrayList<>();
        Optional<ColumnIndex> found = index(node);
        if (found.isEmpty()) {
            for (long i = 0; i < rows; i++) {
                values.add(type.physical() == Physical.NONE && type.kind().isNested() ? VALID : null);
            }
            return values;
        }
        ColumnIndex index = found.get();
        long stored = 0;
        List<DecodedDictionary> dictionaries = new ArrayList<>();
        for (ColumnIndex.DictionaryPart d : index.dictionaries()) {
            stored += d.length();
            dictionaries.add(dictionary(index, d, type));
        }
        long elements = 0;
        int paged = 0;
        for (int granule = 0; granule < index.granuleCount(); granule++) {
            int first = index.granuleStart(granule);
            int end = index.granuleStart(granule + 1);
            int length = index.granuleLength(granule);
            stored += length;
            if (end <= firstVector || first >= endVector) {
                continue;
            }
            ByteBuffer in = length == 0 ? ByteBuffer.allocate(0) : slice(index.granuleOffset(granule), length);
            if (length > 0) {
                assertEquals(index.granuleCrc(granule), Layout.crc(in), "CRC of granule " + granule);
            }
            int[] lengths = new int[end - first];
            if (length > 0 && lengths.length > 1) {
                for (int i = 0; i < lengths.length; i++) {
                    lengths[i] = (int) Wire.varint(in);
                }
            } else {
                lengths[0] = length;
            }
            for (int vector = first; vector < end; vector++) {
                ByteBuffer payload = in.slice().limit(lengths[vector - first]);
                in.position(in.position() + lengths[vector - first]);
                Encoding encoding = index.blocks().get(index.blockOf(vector)).encoding();
                int n = (int) Math.min(Layout.VECTOR_ROWS, rows - (long) vector * Layout.VECTOR_ROWS);
                if (paged < index.pagedVectors().size()
                        && index.pagedVectors().get(paged).vector() == vector) {
                    ColumnIndex.PagedVector pages = index.pagedVectors().get(paged++);
                    assertEquals(1, end - first, "vectors of a paged granule");
                    stored += pages.storedLength();
                    values.addAll(paged(encoding, payload, n, pages, index.granuleOffset(granule) + length));
                    continue;
                }
                DecodedDictionary dictionary = encoding.dictionary().isPresent()
                        ? dictionaries.get(encoding.dictionary().getAsInt())
                        : DecodedDictionary.NONE;
                List<Object> decoded = decode(type, r.isList(), encoding, payload, n, dictionary);
                if (r.isList()) {
                    assertEquals(elements, index.childStart(vector), "start of the elements");
                    for (Object length1 : decoded) {
                        elements += length1 == null ? 0 : ((BigInteger) length1).longValue();
                    }
                }
                values.addAll(decoded);
            }
            assertTrue(!in.hasRemaining(), "granule " + granule + " is read whole");
        }
        if (endVector < index.vectorCount()) {
            return values;
        }
        if (r.isList()) {
            assertEquals(rowSets.get(r.childRowSet()).rows(), elements);
        }
        assertEquals(r.storedBytes(), stored, "stored bytes");
        assertEquals(r.nullCount(), values.stream().filter(v -> v == null).count(), "null count");
        return values;
    }

    /** The raw bytes of a page of a paged vector. */
    byte[] page(ColumnIndex index, ColumnIndex.PagedVector vector, int page) throws IOException {
        int granule = index.granuleOf(vector.vector());
        long offset = index.granuleOffset(granule) + index.granuleLength(granule);
        for (int i = 0; i < page; i++) {
            offset += vector.pages().get(i).length();
        }
        ColumnIndex.Page entry = vector.pages().get(page);
        ByteBuffer stored = slice(offset, entry.length());
        assertEquals(entry.crc(), Layout.crc(stored));
        byte[] raw = new byte[entry.rawLength()];
        Encoding encoding = index.blocks().get(index.blockOf(vector.vector())).encoding();
        decoder.page(encoding, stored, entry.rawLength(), raw, 0);
        return raw;
    }

    private List<Object> paged(
            Encoding encoding, ByteBuffer head, int n, ColumnIndex.PagedVector pages, long pagesOffset)
            throws IOException {
        int[] lengths = new int[n];
        boolean[] nulls = new boolean[n];
        boolean hasNulls = decoder.pagedLengths(encoding, head, n, lengths, nulls);
        int total = 0;
        for (ColumnIndex.Page page : pages.pages()) {
            total += page.rawLength();
        }
        byte[] raw = new byte[total];
        int at = 0;
        long offset = pagesOffset;
        List<Integer> starts = new ArrayList<>();
        for (ColumnIndex.Page page : pages.pages()) {
            ByteBuffer stored = slice(offset, page.length());
            assertEquals(page.crc(), Layout.crc(stored));
            decoder.page(encoding, stored, page.rawLength(), raw, at);
            starts.add(at);
            at += page.rawLength();
            offset += page.length();
        }
        List<Object> values = new ArrayList<>();
        int from = 0;
        int ordinal = 0;
        int page = 0;
        for (int i = 0; i < n; i++) {
            boolean isNull = hasNulls && nulls[i];
            values.add(isNull ? null : ByteBuffer.wrap(Arrays.copyOfRange(raw, from, from + lengths[i])));
            while (page < starts.size() && starts.get(page) < from + lengths[i] && !isNull) {
                assertEquals(ordinal, pages.pages().get(page).firstValue(), "first value of page " + page);
                page++;
            }
            from += lengths[i];
            ordinal += isNull ? 0 : 1;
        }
        assertEquals(total, from);
        assertEquals(starts.size(), page);
        return values;
    }

    private DecodedDictionary dictionary(ColumnIndex index, ColumnIndex.DictionaryPart part, Type type)
            throws IOException {
        DecodedDictionary table = DecodedDictionary.NONE;
        if (part.encoding().dictionary().isPresent()) {
            int named = part.encoding().dictionary().getAsInt();
            table = dictionary(index, index.dictionaries().get(named), type);
        }
        ByteBuffer bytes = slice(part.offset(), part.length());
        assertEquals(part.crc(), Layout.crc(bytes));
        return DecodedDictionary.decode(part.encoding(), type.physical(), part.entries(), bytes, table);
    }

    private List<Object> decode(
            Type type, boolean isList, Encoding encoding, ByteBuffer in, int n, DecodedDictionary dictionary)
            throws IOException {
        boolean[] nulls = new boolean[n];
        Object[] values = new Object[n];
        boolean hasNulls;
        switch (type.physical()) {
            case NONE -> {
                hasNulls = decoder.validity(encoding, in, n, nulls);
                Arrays.fill(values, VALID);
            }
            case BOOLEAN -> {
                byte[] out = new byte[n];
                hasNulls = decoder.booleans(encoding, in, n, out, nulls);
                for (int i = 0; i < n; i++) {
                    values[i] = BigInteger.valueOf(out[i]);
                }
            }
            case INT -> {
                int[] out = new int[n];
                hasNulls = isList
                        ? decoder.lengths(encoding, in, n, dictionary, out, nulls)
                        : decoder.ints(encoding, in, n, dictionary, out, nulls);
                for (int i = 0; i < n; i++) {
                    values[i] = BigInteger.valueOf(out[i]);
                }
            }
            case LONG -> {
                long[] out = new long[n];
                hasNulls = decoder.longs(encoding, in, n, dictionary, out, nulls);
                for (int i = 0; i < n; i++) {
                    values[i] = BigInteger.valueOf(out[i]);
                }
            }
            case INT128 -> {
                Int128Output out = new Int128Output();
                hasNulls = decoder.int128(encoding, in, n, dictionary, out, nulls);
                for (int i = 0; i < n; i++) {
                    long high = out.isNarrow() ? out.low()[i] >> 63 : out.high()[i];
                    values[i] = new BigInteger(ByteBuffer.allocate(16)
                            .putLong(high)
                            .putLong(out.low()[i])
                            .array());
                }
            }
            case FLOAT -> {
                float[] out = new float[n];
                hasNulls = decoder.floats(encoding, in, n, dictionary, out, nulls);
                for (int i = 0; i < n; i++) {
                    values[i] = Float.floatToRawIntBits(out[i]);
                }
            }
            case DOUBLE -> {
                double[] out = new double[n];
                hasNulls = decoder.doubles(encoding, in, n, dictionary, out, nulls);
                for (int i = 0; i < n; i++) {
                    values[i] = Double.doubleToRawLongBits(out[i]);
                }
            }
            case BYTES -> {
                BytesOutput out = new BytesOutput();
                hasNulls = decoder.bytes(encoding, in, n, dictionary, out, nulls);
                for (int i = 0; i < n; i++) {
                    if (!hasNulls || !nulls[i]) {
                        values[i] = switch (out.form()) {
                            case PLAIN -> value(out.data(), out.offsets(), i);
                            case LOCAL_IDS -> value(out.data(), out.offsets(), out.ids()[i]);
                            case DICTIONARY_IDS -> ByteBuffer.wrap(entry(dictionary, out.ids()[i]));
                        };
                    }
                }
            }
            default -> throw new AssertionError(type);
        }
        for (int i = 0; hasNulls && i < n; i++) {
            values[i] = nulls[i] ? null : values[i];
        }
        return Arrays.asList(values);
    }

    private static ByteBuffer value(byte[] data, int[] offsets, int i) {
        return ByteBuffer.wrap(Arrays.copyOfRange(data, offsets[i], offsets[i + 1]));
    }

    private static byte[] entry(DecodedDictionary dictionary, int id) {
        return Arrays.copyOfRange(
                dictionary.data(), dictionary.offsets()[id], dictionary.offsets()[id + 1]);
    }

    /** The table's rows: structs as lists, lists and maps as lists (of pairs). */
    List<List<Object>> rows() throws IOException {
        List<List<Object>> columns = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            columns.add(column(node));
        }
        long[][] starts = new long[nodes.size()][];
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).isList()) {
                starts[node] = starts(columns.get(node));
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < rowSets.get(0).rows(); row++) {
            List<Object> values = new ArrayList<>();
            for (int node = 0; node < nodes.size(); node = nodes.get(node).end()) {
                values.add(assemble(columns, starts, node, row));
            }
            rows.add(values);
        }
        return rows;
    }

    private static long[] starts(List<Object> lengths) {
        long[] starts = new long[lengths.size()];
        long at = 0;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = at;
            at += lengths.get(i) == null ? 0 : ((BigInteger) lengths.get(i)).longValue();
        }
        return starts;
    }

    private Object assemble(List<List<Object>> columns, long[][] starts, int node, int row) {
        Object value = columns.get(node).get(row);
        NodeRecord r = nodes.get(node);
        if (value == null || (!r.isList() && r.end() == node + 1 && !r.kind().isNested())) {
            return value;
        }
        int count = r.isList() ? ((BigInteger) value).intValue() : 1;
        int first = r.isList() ? (int) starts[node][row] : row;
        List<Object> items = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            List<Object> fields = new ArrayList<>();
            for (int child = node + 1; child < r.end(); child = nodes.get(child).end()) {
                fields.add(assemble(columns, starts, child, i));
            }
            items.add(r.isList() && fields.size() == 1 ? fields.get(0) : fields);
        }
        return r.isList() ? items : items.get(0);
    }
}
