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

import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MetadataHash;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.format.internal.meta.SchemaNodes;
import dev.stoa.format.internal.meta.Tail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Writes what follows the data: column indexes, MinMax, footer, tail (format-spec, sections 2, 3 and 5). */
final class FooterWriter {
    private final WriterContext context;
    private final SchemaNodes nodes;
    private final RowSetWriter[] rowSets;
    private final BitSet encodings = new BitSet();
    private final Place[] indexes;
    private final Place[] minMaxes;
    private final MetadataHash hash;

    /** Where a part stands. */
    private record Place(long offset, int length, int crc) {
        private static final Place NONE = new Place(0, 0, 0);
    }

    FooterWriter(WriterContext context, NodeTree tree) {
        this.context = context;
        this.nodes = tree.nodes();
        this.rowSets = tree.rowSets();
        this.indexes = new Place[nodes.nodes().size()];
        this.minMaxes = new Place[nodes.nodes().size()];
        this.hash = new MetadataHash();
    }

    /** Ends all columns, and writes everything up to the end of the file. */
    void write(UUID uuid) throws IOException {
        writeIndexes();
        long minMaxOffset = context.output().position();
        writeMinMax();
        long footerOffset = context.output().position();
        ByteSink footer = new ByteSink(4096);
        footer.bytes(properties().toBytes());
        ByteSink heap = new ByteSink();
        ByteBuffer directory = directory(heap);
        footer.bytes(heap.array(), 0, heap.size());
        byte[] fieldIds = fieldIdIndex();
        footer.bytes(fieldIds);
        footer.bytes(PagedIndex.ofNames(
                nodes.nodes().stream().mapToLong(SchemaNodes.Node::hash).toArray()));
        footer.bytes(directory.array());
        footer.bytes(rowSetRecords().array());
        context.output().write(footer.array(), 0, footer.size());
        int withId = (int) nodes.nodes().stream()
                .filter(n -> n.field().fieldId().isPresent())
                .count();
        Tail tail = new Tail(
                uuid,
                footerOffset,
                footerOffset - minMaxOffset,
                nodes.nodes().size(),
                rowSets.length,
                withId,
                heap.size(),
                Layout.crc(footer.array(), 0, footer.size()),
                new ContentHash(0, 0));
        hash.add(ByteBuffer.wrap(footer.array(), 0, footer.size()));
        context.output().write(tail.with(hash).toBytes());
        context.output().flush();
    }

    private void writeIndexes() throws IOException {
        List<Optional<byte[]>> blobs = new ArrayList<>();
        for (NodeWriter node : context.nodes()) {
            Optional<ColumnIndex> index = node.finish();
            index.ifPresent(this::collectEncodings);
            blobs.add(index.map(ColumnIndex::toBytes));
        }
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = writePart(blobs.get(i));
        }
    }

    private void collectEncodings(ColumnIndex index) {
        for (ColumnIndex.Block block : index.blocks()) {
            block.encoding().ids(encodings::set);
        }
        for (ColumnIndex.DictionaryPart dictionary : index.dictionaries()) {
            dictionary.encoding().ids(encodings::set);
        }
    }

    private void writeMinMax() throws IOException {
        for (int i = 0; i < minMaxes.length; i++) {
            NodeWriter node = context.nodes().get(i);
            Type type = node.node().field().type();
            minMaxes[i] = writePart(
                    indexes[i].length == 0
                            ? Optional.empty()
                            : Optional.of(node.store().bounds().finish().toBytes(type)));
        }
    }

    private Place writePart(Optional<byte[]> part) throws IOException {
        if (part.isEmpty()) {
            return Place.NONE;
        }
        byte[] bytes = part.get();
        Place place = new Place(context.output().position(), bytes.length, Layout.crc(bytes, 0, bytes.length));
        context.output().write(bytes);
        hash.add(ByteBuffer.wrap(bytes));
        return place;
    }

    private Properties properties() {
        WriterOptions options = context.options();
        List<Properties.NamedId> used = encodings.stream()
                .mapToObj(id -> new Properties.NamedId(
                        id, EncodingId.ofCode(id).orElseThrow().name()))
                .toList();
        List<Properties.SortColumn> sort = options.sortColumns().stream()
                .map(c -> new Properties.SortColumn(SortCheck.node(nodes, c.path()), c.descending(), c.nullsFirst()))
                .toList();
        List<Properties.KeyValue> pairs = options.metadata().stream()
                .map(pair -> new Properties.KeyValue(pair.key(), pair.value()))
                .toList();
        return new Properties(options.createdBy(), used, sort, pairs);
    }

    private ByteBuffer directory(ByteSink heap) {
        ByteBuffer directory = ByteBuffer.allocate(Math.multiplyExact(indexes.length, Layout.NODE_BYTES));
        for (int i = 0; i < indexes.length; i++) {
            NodeWriter writer = context.nodes().get(i);
            SchemaNodes.Node node = writer.node();
            Field field = node.field();
            Type type = field.type();
            int textOffset = heap.size();
            heap.bytes(field.name().getBytes(StandardCharsets.UTF_8));
            int nameLength = heap.size() - textOffset;
            type.parameters().forEach(heap::text);
            int flags = (field.nullable() ? NodeRecord.NULLABLE : 0)
                    | (field.fieldId().isPresent() ? NodeRecord.HAS_FIELD_ID : 0)
                    | (type.utc() ? NodeRecord.UTC : 0);
            new NodeRecord(
                            type.kind(),
                            flags,
                            type.precision(),
                            type.scale(),
                            node.parent(),
                            node.end(),
                            node.rowSet(),
                            node.childRowSet(),
                            field.fieldId().orElse(0),
                            textOffset,
                            nameLength,
                            heap.size() - textOffset - nameLength,
                            Layout.crc(heap.array(), textOffset, heap.size() - textOffset),
                            indexes[i].offset,
                            indexes[i].length,
                            indexes[i].crc,
                            minMaxes[i].offset,
                            minMaxes[i].length,
                            minMaxes[i].crc,
                            writer.store().storedBytes(),
                            writer.nulls())
                    .write(directory);
        }
        return directory;
    }

    private byte[] fieldIdIndex() {
        Ints withId = new Ints();
        Ints ids = new Ints();
        for (int i = 0; i < indexes.length; i++) {
            if (nodes.nodes().get(i).field().fieldId().isPresent()) {
                withId.add(i);
                ids.add(nodes.nodes().get(i).field().fieldId().getAsInt());
            }
        }
        return PagedIndex.ofFieldIds(withId.toArray(), ids.toArray());
    }

    private ByteBuffer rowSetRecords() {
        ByteBuffer records = ByteBuffer.allocate(Math.multiplyExact(rowSets.length, Layout.ROW_SET_BYTES));
        for (int i = 0; i < rowSets.length; i++) {
            int parent = i == 0 ? Layout.NONE : nodes.rowSets().get(i - 1);
            new RowSetRecord(
                            rowSets[i].rows(),
                            i == 0 ? RowSetRecord.TABLE : RowSetRecord.ELEMENTS,
                            parent,
                            parent + 1,
                            i == 0 ? indexes.length : nodes.nodes().get(parent).end(),
                            0,
                            0,
                            0,
                            context.options().vectorsPerZone())
                    .write(records);
        }
        return records;
    }
}
