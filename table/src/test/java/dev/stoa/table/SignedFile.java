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
package dev.stoa.table;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.NodePage;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.internal.log.MemoryFile;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A Stoa file of which bytes are changed in place, with every checksum right again: those of granules, pages, dictionaries,
 * indexes, MinMax, pages of nodes, records, footer and tail. The hash stays as it was, so the log of a table still takes the
 * file for the one that it names.
 */
final class SignedFile {
    private final byte[] bytes;
    private final ByteBuffer view;
    private final Tail tail;
    private final List<Field> fields = new ArrayList<>();
    private final List<NodeRecord> nodes = new ArrayList<>();
    /** Where the pages of nodes are: from, and so many bytes, in turn. */
    private final List<Integer> pages = new ArrayList<>();

    /** A part of a file. */
    enum Part {
        DATA,
        INDEXES,
        MINMAX,
        PROPERTIES,
        FIELD_IDS,
        NODES,
        PAGES,
        NAMES,
        ROW_SETS
    }

    /** Takes a sound file, which is not changed. */
    SignedFile(byte[] sound) throws IOException {
        bytes = sound.clone();
        view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        tail = Tail.read(
                ByteBuffer.wrap(bytes, bytes.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES), bytes.length, "x");
        try (StoaFile file = StoaFile.open(new MemoryFile("x", sound).open())) {
            file.schema().fields().forEach(this::add);
        }
        if (fields.size() != tail.nodeCount()) {
            throw new IllegalStateException(fields.size() + " fields, " + tail.nodeCount() + " nodes");
        }
        for (int page = 0; page < tail.nodePages(); page++) {
            addPage(page);
        }
    }

    private void add(Field field) {
        fields.add(field);
        field.type().fields().forEach(this::add);
    }

    /** Whether a part has any bytes. */
    boolean has(Part part) {
        return end(part) > begin(part);
    }

    private int begin(Part part) {
        long length = bytes.length;
        return (int)
                switch (part) {
                    case DATA -> Layout.HEADER_BYTES;
                    case INDEXES -> firstIndex();
                    case MINMAX -> tail.minMaxOffset();
                    case PROPERTIES -> tail.footerOffset();
                    case FIELD_IDS -> tail.fieldIdIndexOffset(length);
                    case NODES -> tail.nodesOffset(length);
                    case PAGES -> tail.pageIndexOffset(length);
                    case NAMES -> tail.nameIndexOffset(length);
                    case ROW_SETS -> tail.rowSetsOffset(length);
                };
    }

    private int end(Part part) {
        return part == Part.ROW_SETS ? bytes.length - Layout.TAIL_BYTES : begin(Part.values()[part.ordinal() + 1]);
    }

    private void addPage(int page) throws IOException {
        int from = (int) tail.nodesOffset(bytes.length);
        int length = tail.nodeBytes();
        if (tail.nodePages() > 1) {
            int entry = (int) tail.pageIndexOffset(bytes.length) + page * PagedIndex.ENTRY_BYTES;
            from += view.getInt(entry);
            length = view.getInt(entry + 4);
        }
        NodePage read = NodePage.read(ByteBuffer.wrap(bytes, from, length), page, tail, "page");
        int first = page * NodePage.NODES;
        for (int node = first; node < Math.min(first + NodePage.NODES, fields.size()); node++) {
            nodes.add(read.node(node));
        }
        pages.add(from);
        pages.add(length);
    }

    private int firstIndex() {
        return (int) nodes.get(0).index().offset();
    }

    /** Changes some bytes of a part, and makes all checksums right. */
    byte[] mutate(Part part, Random random) throws IOException {
        int begin = begin(part);
        int end = end(part);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            mutate(begin, end, random);
        }
        if (part == Part.DATA) {
            for (int node = 0; node < fields.size(); node++) {
                signData(node);
            }
        }
        for (int i = 0; i < pages.size(); i += 2) {
            signPage(pages.get(i), pages.get(i + 1));
        }
        for (int i = 0; i < tail.rowSetCount(); i++) {
            sign(begin(Part.ROW_SETS) + i * Layout.ROW_SET_BYTES, Layout.ROW_SET_BYTES);
        }
        int crc = signFooter();
        byte[] signed = new Tail(
                        tail.uuid(),
                        tail.footerOffset(),
                        tail.minMaxLength(),
                        tail.nodeCount(),
                        tail.rowSetCount(),
                        tail.fieldIdCount(),
                        tail.nodeBytes(),
                        crc,
                        tail.hash())
                .toBytes();
        System.arraycopy(signed, 0, bytes, bytes.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES);
        return bytes;
    }

    private void mutate(int begin, int end, Random random) {
        int at = begin + random.nextInt(end - begin);
        switch (random.nextInt(6)) {
            case 0 -> bytes[at] = (byte) random.nextInt(256);
            case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 2 -> bytes[at] += (byte) (random.nextBoolean() ? 1 : -1);
            case 3 -> {
                long[] values = {-1, 0, 1, 255, 1 << 20, 1L << 31, 1L << 42, Long.MAX_VALUE, Long.MIN_VALUE};
                long value = values[random.nextInt(values.length)];
                int length = Math.min(1 << random.nextInt(4), end - at);
                for (int i = 0; i < length; i++) {
                    bytes[at + i] = (byte) (value >>> 8 * i);
                }
            }
            case 4 -> { // what stands elsewhere
                int from = begin + random.nextInt(end - begin);
                int length = Math.min(1 + random.nextInt(16), end - Math.max(at, from));
                System.arraycopy(bytes, from, bytes, at, length);
            }
            default -> Arrays.fill(bytes, at, Math.min(end, at + 1 + random.nextInt(8)), (byte) random.nextInt(256));
        }
    }

    private void crc(int target, long from, long length) {
        if (length > 0 && from >= 0 && from <= bytes.length - length) {
            view.putInt(target, Layout.crc(bytes, (int) from, (int) length));
        }
    }

    private void sign(int at, int length) {
        view.putInt(at + length - 4, Layout.crc(bytes, at, length - 4));
    }

    /** Makes the checksums in a page of nodes right, as far as its lengths make sense. */
    private void signPage(int from, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            in.position(from).limit(from + length - 4);
            long[] at = {Wire.varint(in), Wire.varint(in)};
            while (in.hasRemaining()) {
                long node = Wire.varint(in);
                for (int part = 0; part < 2; part++) {
                    long partLength = Wire.varint(in);
                    if (partLength != 0) {
                        Wire.require(in, 4, "a CRC");
                        crc(in.position(), at[part], partLength);
                        in.getInt();
                    }
                    at[part] += partLength;
                }
                in.position(Math.toIntExact(in.position() + node));
            }
        } catch (CorruptFileException | IllegalArgumentException | ArithmeticException | BufferUnderflowException e) {
            in.position(from); // a change that broke the lengths
        }
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(from + length - 4, Layout.crc(bytes, from, length - 4));
    }

    private int signFooter() {
        int properties = begin(Part.PROPERTIES);
        sign(properties, begin(Part.FIELD_IDS) - properties);
        return Layout.crc(bytes, properties, bytes.length - Layout.TAIL_BYTES - properties);
    }

    private void signData(int node) throws IOException {
        NodeRecord stated = nodes.get(node);
        int length = stated.index().length();
        if (length == 0) {
            return;
        }
        Type type = fields.get(node).type();
        int rowSet = begin(Part.ROW_SETS) + stated.rowSet() * Layout.ROW_SET_BYTES;
        RowSetRecord record = RowSetRecord.read(
                ByteBuffer.wrap(bytes, rowSet, Layout.ROW_SET_BYTES), stated.rowSet(), fields.size(), "row set");
        boolean isList = stated.isList();
        int from = (int) stated.index().offset();
        ColumnIndex index = ColumnIndex.read(
                ByteBuffer.wrap(bytes, from, length),
                type.physical(),
                record.vectors(),
                isList,
                tail.minMaxOffset(),
                "index");
        byte[] signed = signed(index, isList).toBytes();
        if (signed.length != length) {
            throw new IllegalStateException("an index of " + length + " bytes became one of " + signed.length);
        }
        System.arraycopy(signed, 0, bytes, from, length);
    }

    private ColumnIndex signed(ColumnIndex index, boolean isList) {
        int[] counts = new int[index.granuleCount()];
        int[] lengths = new int[counts.length];
        int[] crcs = new int[counts.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = index.granuleStart(i + 1) - index.granuleStart(i);
            lengths[i] = index.granuleLength(i);
            crcs[i] = lengths[i] == 0 ? 0 : Layout.crc(bytes, (int) index.granuleOffset(i), lengths[i]);
        }
        List<ColumnIndex.DictionaryPart> dictionaries = new ArrayList<>();
        for (ColumnIndex.DictionaryPart d : index.dictionaries()) {
            int crc = Layout.crc(bytes, (int) d.offset(), d.length());
            dictionaries.add(new ColumnIndex.DictionaryPart(d.encoding(), d.entries(), d.offset(), d.length(), crc));
        }
        long[] starts = new long[isList ? index.vectorCount() : 0];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = index.childStart(i);
        }
        return new ColumnIndex(
                dictionaries,
                index.extents(),
                index.blocks(),
                new ColumnIndex.Granules(counts, lengths, crcs),
                index.pagedVectors(),
                starts);
    }
}
