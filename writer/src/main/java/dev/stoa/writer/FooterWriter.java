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
import dev.stoa.format.internal.meta.NodePage;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.format.internal.meta.SchemaNodes;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.format.internal.meta.Transform;
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
    private final NodeRecord.Place[] indexes;
    private final NodeRecord.Place[] minMaxes;
    private final MetadataHash hash;

    FooterWriter(WriterContext context, NodeTree tree) {
        this.context = context;
        this.nodes = tree.nodes();
        this.rowSets = tree.rowSets();
        this.indexes = new NodeRecord.Place[nodes.nodes().size()];
        this.minMaxes = new NodeRecord.Place[nodes.nodes().size()];
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
        boolean isIndexed = nodes.nodes().size() > Layout.MAX_NODES_WITHOUT_INDEX;
        if (isIndexed) {
            footer.bytes(fieldIdIndex());
        }
        int nodesOffset = footer.size();
        int[] pages = writeNodes(footer);
        int nodeBytes = footer.size() - nodesOffset;
        if (pages.length > 1) {
            footer.bytes(PagedIndex.ofPages(pages));
        }
        if (isIndexed) {
            footer.bytes(PagedIndex.ofNames(
                    nodes.nodes().stream().mapToLong(SchemaNodes.Node::hash).toArray()));
        }
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
                nodeBytes,
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
                    indexes[i].length() == 0
                            ? Optional.empty()
                            : Optional.of(node.store().bounds().finish().toBytes(type)));
        }
    }

    private NodeRecord.Place writePart(Optional<byte[]> part) throws IOException {
        if (part.isEmpty()) {
            return new NodeRecord.Place(context.output().position(), 0, 0);
        }
        byte[] bytes = part.get();
        NodeRecord.Place place =
                new NodeRecord.Place(context.output().position(), bytes.length, Layout.crc(bytes, 0, bytes.length));
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

    /** Writes the node pages, and returns their lengths. */
    private int[] writeNodes(ByteSink footer) {
        int[] lengths = new int[NodePage.pages(indexes.length)];
        for (int page = 0; page < lengths.length; page++) {
            int first = page * NodePage.NODES;
            List<NodeRecord> records = new ArrayList<>();
            for (int i = first; i < Math.min(first + NodePage.NODES, indexes.length); i++) {
                records.add(record(i));
            }
            byte[] bytes = NodePage.write(records, first);
            footer.bytes(bytes);
            lengths[page] = bytes.length;
        }
        return lengths;
    }

    private NodeRecord record(int i) {
        NodeWriter writer = context.nodes().get(i);
        SchemaNodes.Node node = writer.node();
        Field field = node.field();
        Type type = field.type();
        ByteSink parameters = new ByteSink(0);
        type.parameters().forEach(parameters::text);
        int flags = (field.nullable() ? NodeRecord.NULLABLE : 0)
                | (field.fieldId().isPresent() ? NodeRecord.HAS_FIELD_ID : 0)
                | (type.utc() ? NodeRecord.UTC : 0);
        return new NodeRecord(
                type.kind(),
                flags,
                type.precision(),
                type.scale(),
                node.parent(),
                node.end(),
                node.rowSet(),
                node.childRowSet(),
                field.fieldId().orElse(0),
                Transform.NONE,
                ByteBuffer.wrap(field.name().getBytes(StandardCharsets.UTF_8)),
                ByteBuffer.wrap(parameters.toByteArray()),
                indexes[i],
                minMaxes[i],
                writer.store().storedBytes(),
                writer.nulls());
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
            int end = i == 0 ? indexes.length : nodes.nodes().get(parent).end();
            new RowSetRecord(rowSets[i].rows(), parent, end, context.options().vectorsPerZone()).write(records);
        }
        return records;
    }
}
