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
package dev.stoa.reader;

import dev.stoa.format.ContentHash;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MetadataHash;
import dev.stoa.format.internal.meta.NodePage;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.reader.MutableNode.Part;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A file taken apart so that a test can lie in any of its parts, and put together again with every checksum right: those
 * of granules, pages and dictionaries, names, indexes, MinMax, records, footer and tail.
 */
final class MutableFile {
    /** Offsets of fields of a row-set record (format-spec, section 3.1). */
    static final int ROW_SET_ROWS = 0;

    static final int ROW_SET_PARENT = 8;
    static final int ROW_SET_END = 12;
    static final int ROW_SET_ZONE_VECTORS = 16;

    /** Everything before the MinMax section but the indexes, which are behind it. */
    byte[] data;

    final List<byte[]> indexes = new ArrayList<>();
    final List<byte[]> minMaxes = new ArrayList<>();
    byte[] properties;
    byte[] fieldIdIndex;
    byte[] nameIndex;
    final List<MutableNode> nodes = new ArrayList<>();
    final List<byte[]> rowSets = new ArrayList<>();
    /** Bytes without a purpose before the index of a node, or of none after the last: nodes that begin pages can have them. */
    final Map<Integer, Integer> indexGaps = new HashMap<>();
    /** The same before MinMax of nodes. */
    final Map<Integer, Integer> minMaxGaps = new HashMap<>();
    /** Bytes without a purpose after each page of nodes, except the last. */
    int pageGap;
    /** How many nodes have a field id. */
    int fieldIds;

    private final UUID uuid;
    private final List<PageLie> pageLies = new ArrayList<>();
    /** Fields of row sets that are not to be set right. */
    private final List<Runnable> lies = new ArrayList<>();

    /** A byte that is changed in a page of nodes. */
    private record PageLie(int page, int at, byte value) {}

    /** Takes a sound file apart. */
    MutableFile(byte[] file) throws StoaException {
        long length = file.length;
        Tail tail = Tail.read(ByteBuffer.wrap(file, file.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES), length, "x");
        uuid = tail.uuid();
        fieldIds = tail.fieldIdCount();
        properties = part(file, tail.footerOffset(), tail.fieldIdIndexOffset(length));
        fieldIdIndex = part(file, tail.fieldIdIndexOffset(length), tail.nodesOffset(length));
        nameIndex = part(file, tail.nameIndexOffset(length), tail.rowSetsOffset(length));
        long firstIndex = tail.minMaxOffset();
        for (int page = 0; page < tail.nodePages(); page++) {
            NodePage read = NodePage.read(page(file, tail, page), page, tail, "page");
            int first = page * NodePage.NODES;
            for (int i = first; i < Math.min(first + NodePage.NODES, tail.nodeCount()); i++) {
                NodeRecord record = read.node(i);
                nodes.add(new MutableNode(i, record));
                indexes.add(part(file, record.index()));
                minMaxes.add(part(file, record.minMax()));
                firstIndex = Math.min(firstIndex, record.index().offset());
            }
        }
        for (int i = 0; i < tail.rowSetCount(); i++) {
            long at = tail.rowSetsOffset(length) + (long) i * Layout.ROW_SET_BYTES;
            rowSets.add(part(file, at, at + Layout.ROW_SET_BYTES));
        }
        data = part(file, 0, firstIndex);
    }

    private static ByteBuffer page(byte[] file, Tail tail, int page) {
        int at = (int) tail.nodesOffset(file.length);
        if (tail.nodePages() == 1) {
            return ByteBuffer.wrap(file, at, tail.nodeBytes());
        }
        ByteBuffer entry = le(file).position((int) tail.pageIndexOffset(file.length)
                + (int) PagedIndex.pageOffset(page / 256)
                + page % 256 * PagedIndex.ENTRY_BYTES);
        int offset = entry.getInt();
        return ByteBuffer.wrap(file, at + offset, entry.getInt());
    }

    private static byte[] part(byte[] file, NodeRecord.Place place) {
        return part(file, place.offset(), place.offset() + place.length());
    }

    private static byte[] part(byte[] file, long from, long to) {
        return Arrays.copyOfRange(file, (int) from, (int) to);
    }

    static ByteBuffer le(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Where the data ends when nothing is added. */
    long dataEnd() {
        return data.length + indexes.stream().mapToLong(i -> i.length).sum();
    }

    long rows(int rowSet) {
        return le(rowSets.get(rowSet)).getLong(ROW_SET_ROWS);
    }

    RowSetRecord rowSet(int rowSet) throws StoaException {
        byte[] record = rowSets.get(rowSet);
        sign(record);
        return RowSetRecord.read(ByteBuffer.wrap(record), rowSet, nodes.size(), "row set");
    }

    /** The index of a node. */
    ColumnIndex index(int node, Type type) throws StoaException {
        RowSetRecord rowSet = rowSet((int) get(node, Part.ROW_SET));
        boolean isList = nodes.get(node).isList();
        return ColumnIndex.read(
                ByteBuffer.wrap(indexes.get(node)), type.physical(), rowSet.vectors(), isList, dataEnd(), "index");
    }

    /** The index of a node of one granule, in the full form, which ends with the number of its optional entries. */
    byte[] fullIndex(int node, Type type) throws StoaException {
        ColumnIndex index = index(node, type);
        ByteSink out = new ByteSink();
        out.u8(0);
        out.varint(0);
        out.varint(1);
        out.varint(index.granuleOffset(0));
        out.varint(1);
        out.varint(1);
        out.varint(index.vectorCount());
        index.blocks().get(0).encoding().write(out);
        out.zigzag(index.vectorCount());
        out.zigzag(index.granuleLength(0));
        out.u32(index.granuleCrc(0));
        out.varint(0);
        out.varint(0);
        return out.toByteArray();
    }

    /** Puts other bytes in the place of a node's index, which may be longer or shorter. */
    MutableFile index(int node, byte[] bytes) {
        indexes.set(node, bytes);
        return this;
    }

    /** Puts other bytes in the place of a node's MinMax. */
    MutableFile minMax(int node, byte[] bytes) {
        minMaxes.set(node, bytes);
        return this;
    }

    /** Gives a node optional entries. */
    MutableFile entries(int node, byte[] bytes) {
        nodes.get(node).append(bytes);
        return this;
    }

    /** What a node says in the sound file. */
    long get(int node, Part part) {
        return nodes.get(node).get(part);
    }

    /** Sets a number of a node, whatever it should be. */
    MutableFile node(int node, Part part, long value) {
        nodes.get(node).lie(part, value);
        return this;
    }

    /** Says that the bytes of a node's column have a transform. */
    MutableFile transform(int node, long kind, long key) {
        nodes.get(node).transform(kind, key);
        return this;
    }

    /** Sets a byte of a page of nodes. */
    void changePage(int page, int at, byte value) {
        pageLies.add(new PageLie(page, at, value));
    }

    /** Sets a 32-bit field of a row-set record. */
    MutableFile rowSet(int rowSet, int field, int value) {
        lies.add(() -> le(rowSets.get(rowSet)).putInt(field, value));
        return this;
    }

    /** Sets a 64-bit field of a row-set record. */
    MutableFile rowSet64(int rowSet, int field, long value) {
        lies.add(() -> le(rowSets.get(rowSet)).putLong(field, value));
        return this;
    }

    /** Makes the checksums of a column's granules, pages and dictionaries fit the data. */
    void signData(int node, Type type) throws StoaException {
        if (indexes.get(node).length == 0 || type.physical() == Physical.NONE && indexes.get(node).length == 0) {
            return;
        }
        ColumnIndex index = index(node, type);
        int[] counts = new int[index.granuleCount()];
        int[] lengths = new int[counts.length];
        int[] crcs = new int[counts.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = index.granuleStart(i + 1) - index.granuleStart(i);
            lengths[i] = index.granuleLength(i);
            crcs[i] = lengths[i] == 0 ? 0 : Layout.crc(data, (int) index.granuleOffset(i), lengths[i]);
        }
        List<ColumnIndex.PagedVector> paged = new ArrayList<>();
        for (ColumnIndex.PagedVector vector : index.pagedVectors()) {
            int granule = index.granuleOf(vector.vector());
            int at = (int) index.granuleOffset(granule) + index.granuleLength(granule);
            List<ColumnIndex.Page> pages = new ArrayList<>();
            for (ColumnIndex.Page page : vector.pages()) {
                pages.add(new ColumnIndex.Page(
                        page.firstValue(), page.rawLength(), page.length(), Layout.crc(data, at, page.length())));
                at += page.length();
            }
            paged.add(new ColumnIndex.PagedVector(vector.vector(), pages));
        }
        List<ColumnIndex.DictionaryPart> dictionaries = new ArrayList<>();
        for (ColumnIndex.DictionaryPart d : index.dictionaries()) {
            int crc = Layout.crc(data, (int) d.offset(), d.length());
            dictionaries.add(new ColumnIndex.DictionaryPart(d.encoding(), d.entries(), d.offset(), d.length(), crc));
        }
        boolean isList = nodes.get(node).isList();
        long[] starts = new long[isList ? index.vectorCount() : 0];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = index.childStart(i);
        }
        index(
                node,
                new ColumnIndex(
                                dictionaries,
                                index.extents(),
                                index.blocks(),
                                new ColumnIndex.Granules(counts, lengths, crcs),
                                paged,
                                starts)
                        .toBytes());
    }

    private static void sign(byte[] record) {
        le(record).putInt(record.length - 4, Layout.crc(record, 0, record.length - 4));
    }

    /** The file again, with right offsets and checksums, but for what was set. */
    byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(data);
        int indexOffset = out.size();
        write(indexes, indexGaps, out);
        int minMaxOffset = out.size();
        write(minMaxes, minMaxGaps, out);
        lies.forEach(Runnable::run);
        rowSets.forEach(MutableFile::sign);
        sign(properties);
        int footerOffset = out.size();
        out.writeBytes(properties);
        out.writeBytes(fieldIdIndex);
        int nodesOffset = out.size();
        int[] lengths = writePages(indexOffset, minMaxOffset, out);
        int nodeBytes = out.size() - nodesOffset;
        if (lengths.length > 1) {
            out.writeBytes(pageIndex(lengths));
        }
        out.writeBytes(nameIndex);
        rowSets.forEach(out::writeBytes);
        byte[] body = out.toByteArray();
        Tail tail = new Tail(
                uuid,
                footerOffset,
                footerOffset - minMaxOffset,
                nodes.size(),
                rowSets.size(),
                fieldIds,
                nodeBytes,
                Layout.crc(body, footerOffset, body.length - footerOffset),
                new ContentHash(0, 0));
        MetadataHash hash = new MetadataHash();
        indexes.forEach(index -> hash.add(ByteBuffer.wrap(index)));
        minMaxes.forEach(minMax -> hash.add(ByteBuffer.wrap(minMax)));
        hash.add(ByteBuffer.wrap(body, footerOffset, body.length - footerOffset));
        out.writeBytes(tail.with(hash).toBytes());
        return out.toByteArray();
    }

    private static void write(List<byte[]> parts, Map<Integer, Integer> gaps, ByteArrayOutputStream out) {
        for (int i = 0; i <= parts.size(); i++) {
            out.writeBytes(new byte[gaps.getOrDefault(i, 0)]);
            if (i < parts.size()) {
                out.writeBytes(parts.get(i));
            }
        }
    }

    /** The index of few pages. */
    private byte[] pageIndex(int[] lengths) {
        byte[] index = PagedIndex.ofPages(lengths);
        int end = lengths.length * PagedIndex.ENTRY_BYTES;
        for (int page = 0; page < lengths.length; page++) {
            int at = page * PagedIndex.ENTRY_BYTES;
            le(index).putInt(at, le(index).getInt(at) + page * pageGap);
        }
        le(index).putInt(end, Layout.crc(index, 0, end));
        return index;
    }

    private int[] writePages(int indexOffset, int minMaxOffset, ByteArrayOutputStream out) {
        int[] lengths = new int[NodePage.pages(nodes.size())];
        long index = indexOffset;
        long minMax = minMaxOffset;
        for (int page = 0; page < lengths.length; page++) {
            ByteSink sink = new ByteSink();
            int first = page * NodePage.NODES;
            index += indexGaps.getOrDefault(first, 0);
            minMax += minMaxGaps.getOrDefault(first, 0);
            sink.varint(nodes.get(first).told(Part.INDEX_OFFSET, index));
            sink.varint(nodes.get(first).told(Part.MINMAX_OFFSET, minMax));
            for (int i = first; i < Math.min(first + NodePage.NODES, nodes.size()); i++) {
                MutableNode node = nodes.get(i);
                ByteSink record = new ByteSink();
                node.write(record);
                sink.varint(node.told(Part.LENGTH, record.size()));
                place(node.told(Part.INDEX_LENGTH, indexes.get(i).length), indexes.get(i), sink);
                place(node.told(Part.MINMAX_LENGTH, minMaxes.get(i).length), minMaxes.get(i), sink);
                sink.bytes(record.array(), 0, record.size());
                index += indexes.get(i).length;
                minMax += minMaxes.get(i).length;
            }
            sink.u32(0);
            byte[] bytes = sink.toByteArray();
            for (PageLie lie : pageLies) {
                if (lie.page == page) {
                    bytes[lie.at % (bytes.length - 4)] = lie.value;
                }
            }
            sign(bytes);
            out.writeBytes(bytes);
            out.writeBytes(new byte[page == lengths.length - 1 ? 0 : pageGap]);
            lengths[page] = bytes.length;
        }
        return lengths;
    }

    private static void place(long length, byte[] part, ByteSink sink) {
        sink.varint(length);
        if (length != 0) {
            sink.u32(Layout.crc(part, 0, part.length));
        }
    }

    /** Bytes that end with a count of 0 entries, with one entry instead. */
    static byte[] withEntry(byte[] before, int tag) {
        if (before[before.length - 1] != 0) {
            throw new IllegalArgumentException("there are optional entries");
        }
        ByteSink out = new ByteSink();
        out.bytes(before, 0, before.length - 1);
        out.bytes(entries(tag));
        return out.toByteArray();
    }

    /** Optional entries with some bytes each. */
    static byte[] entries(int... tags) {
        ByteSink out = new ByteSink();
        out.varint(tags.length);
        for (int tag : tags) {
            out.varint(tag);
            out.varint(2);
            out.u8(0xAB);
            out.u8(0xCD);
        }
        return out.toByteArray();
    }
}
