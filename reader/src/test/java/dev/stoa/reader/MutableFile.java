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
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MetadataHash;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.format.internal.meta.Tail;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A file taken apart so that a test can lie in any of its parts, and put together again with every checksum right: those
 * of granules, pages and dictionaries, names, indexes, MinMax, records, footer and tail.
 */
final class MutableFile {
    /** Offsets of fields of a node record (format-spec, section 3.2). */
    static final int NODE_PARENT = 12;

    static final int NODE_END = 16;
    static final int NODE_ROW_SET = 20;
    static final int NODE_CHILD_ROW_SET = 24;
    static final int NODE_NAME_OFFSET = 32;
    static final int NODE_NAME_LENGTH = 36;
    static final int NODE_PARAMETER_LENGTH = 40;
    static final int NODE_INDEX_OFFSET = 48;
    static final int NODE_INDEX_LENGTH = 56;
    static final int NODE_MINMAX_OFFSET = 64;
    static final int NODE_MINMAX_LENGTH = 72;
    static final int NODE_STORED_BYTES = 80;
    static final int NODE_NULL_COUNT = 88;

    /** Offsets of fields of a row-set record (format-spec, section 3.1). */
    static final int ROW_SET_ROWS = 0;

    static final int ROW_SET_KIND = 8;
    static final int ROW_SET_PARENT = 12;
    static final int ROW_SET_FIRST = 16;
    static final int ROW_SET_END = 20;
    static final int ROW_SET_ZONE_VECTORS = 36;

    /** Everything before the MinMax section but the indexes, which are behind it. */
    byte[] data;

    final List<byte[]> indexes = new ArrayList<>();
    final List<byte[]> minMaxes = new ArrayList<>();
    byte[] properties;
    byte[] heap;
    byte[] fieldIdIndex;
    byte[] nameIndex;
    final List<byte[]> nodes = new ArrayList<>();
    final List<byte[]> rowSets = new ArrayList<>();
    private final UUID uuid;
    private final int fieldIds;
    /** Fields of nodes that are not to be set right. */
    private final List<Runnable> lies = new ArrayList<>();

    /** Takes a sound file apart. */
    MutableFile(byte[] file) throws StoaException {
        long length = file.length;
        Tail tail = Tail.read(ByteBuffer.wrap(file, file.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES), length, "x");
        uuid = tail.uuid();
        fieldIds = tail.fieldIdCount();
        properties = part(file, tail.footerOffset(), tail.heapOffset(length));
        heap = part(file, tail.heapOffset(length), tail.fieldIdIndexOffset(length));
        fieldIdIndex = part(file, tail.fieldIdIndexOffset(length), tail.nameIndexOffset(length));
        nameIndex = part(file, tail.nameIndexOffset(length), tail.directoryOffset(length));
        long firstIndex = tail.minMaxOffset();
        for (int i = 0; i < tail.nodeCount(); i++) {
            long at = tail.directoryOffset(length) + (long) i * Layout.NODE_BYTES;
            nodes.add(part(file, at, at + Layout.NODE_BYTES));
            NodeRecord record = NodeRecord.read(ByteBuffer.wrap(nodes.get(i)), i, tail, "node");
            indexes.add(part(file, record.indexOffset(), record.indexOffset() + record.indexLength()));
            minMaxes.add(part(file, record.minMaxOffset(), record.minMaxOffset() + record.minMaxLength()));
            firstIndex = record.indexLength() == 0 ? firstIndex : Math.min(firstIndex, record.indexOffset());
        }
        for (int i = 0; i < tail.rowSetCount(); i++) {
            long at = tail.rowSetsOffset(length) + (long) i * Layout.ROW_SET_BYTES;
            rowSets.add(part(file, at, at + Layout.ROW_SET_BYTES));
        }
        data = part(file, 0, firstIndex);
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
        return RowSetRecord.read(ByteBuffer.wrap(record), nodes.size(), heap.length, "row set");
    }

    /** The index of a node. */
    ColumnIndex index(int node, Type type) throws StoaException {
        RowSetRecord rowSet = rowSet(le(nodes.get(node)).getInt(NODE_ROW_SET));
        boolean isList = le(nodes.get(node)).getInt(NODE_CHILD_ROW_SET) != Layout.NONE;
        return ColumnIndex.read(
                ByteBuffer.wrap(indexes.get(node)), type.physical(), rowSet.vectors(), isList, dataEnd(), "index");
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

    /** Gives a node optional entries, behind its name and parameters. */
    MutableFile entries(int node, byte[] bytes) {
        ByteBuffer record = le(nodes.get(node));
        int length = record.getInt(NODE_NAME_LENGTH) + record.getInt(NODE_PARAMETER_LENGTH);
        int from = record.getInt(NODE_NAME_OFFSET);
        byte[] text = Arrays.copyOfRange(heap, from, from + length);
        record.putInt(NODE_NAME_OFFSET, heap.length)
                .putInt(NODE_PARAMETER_LENGTH, record.getInt(NODE_PARAMETER_LENGTH) + bytes.length);
        byte[] longer = Arrays.copyOf(heap, heap.length + length + bytes.length);
        System.arraycopy(text, 0, longer, heap.length, length);
        System.arraycopy(bytes, 0, longer, heap.length + length, bytes.length);
        heap = longer;
        return this;
    }

    /** Sets a 32-bit field of a node record, whatever it should be. */
    MutableFile node(int node, int field, int value) {
        lies.add(() -> le(nodes.get(node)).putInt(field, value));
        return this;
    }

    /** Sets a 64-bit field of a node record. */
    MutableFile node64(int node, int field, long value) {
        lies.add(() -> le(nodes.get(node)).putLong(field, value));
        return this;
    }

    /** Sets a byte of a node record. */
    void change(int node, int at, byte value) {
        lies.add(() -> nodes.get(node)[at] = value);
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
        boolean isList = le(nodes.get(node)).getInt(NODE_CHILD_ROW_SET) != Layout.NONE;
        long[] starts = new long[isList ? index.vectorCount() : 0];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = index.childStart(i);
        }
        index(
                node,
                new ColumnIndex(dictionaries, index.extents(), index.blocks(), counts, lengths, crcs, paged, starts)
                        .toBytes());
    }

    private static void sign(byte[] record) {
        le(record).putInt(record.length - 4, Layout.crc(record, 0, record.length - 4));
    }

    /** The file again, with right offsets and checksums, but for the fields that were set. */
    byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(data);
        for (int i = 0; i < nodes.size(); i++) {
            place(nodes.get(i), NODE_INDEX_OFFSET, NODE_INDEX_LENGTH, indexes.get(i), out);
        }
        int minMaxOffset = out.size();
        for (int i = 0; i < nodes.size(); i++) {
            place(nodes.get(i), NODE_MINMAX_OFFSET, NODE_MINMAX_LENGTH, minMaxes.get(i), out);
        }
        for (byte[] node : nodes) {
            int at = le(node).getInt(NODE_NAME_OFFSET);
            int length = le(node).getInt(NODE_NAME_LENGTH) + le(node).getInt(NODE_PARAMETER_LENGTH);
            le(node).putInt(44, Layout.crc(heap, at, length));
        }
        lies.forEach(Runnable::run);
        nodes.forEach(MutableFile::sign);
        rowSets.forEach(MutableFile::sign);
        sign(properties);
        int footerOffset = out.size();
        for (byte[] part : List.of(properties, heap, fieldIdIndex, nameIndex)) {
            out.writeBytes(part);
        }
        nodes.forEach(out::writeBytes);
        rowSets.forEach(out::writeBytes);
        byte[] body = out.toByteArray();
        Tail tail = new Tail(
                uuid,
                footerOffset,
                footerOffset - minMaxOffset,
                nodes.size(),
                rowSets.size(),
                fieldIds,
                heap.length,
                Layout.crc(body, footerOffset, body.length - footerOffset),
                new ContentHash(0, 0));
        MetadataHash hash = new MetadataHash();
        indexes.forEach(index -> hash.add(ByteBuffer.wrap(index)));
        minMaxes.forEach(minMax -> hash.add(ByteBuffer.wrap(minMax)));
        hash.add(ByteBuffer.wrap(body, footerOffset, body.length - footerOffset));
        out.writeBytes(tail.with(hash).toBytes());
        return out.toByteArray();
    }

    private static void place(byte[] record, int offset, int length, byte[] part, ByteArrayOutputStream out) {
        le(record).putLong(offset, part.length == 0 ? 0 : out.size());
        le(record).putInt(length, part.length);
        le(record).putInt(length + 4, part.length == 0 ? 0 : Layout.crc(part, 0, part.length));
        out.writeBytes(part);
    }
}
