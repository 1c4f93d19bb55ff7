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
package dev.stoa.reader.internal.file;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.format.internal.meta.Transform;
import dev.stoa.reader.ColumnPath;
import dev.stoa.vio.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Loads column indexes and MinMax, those that are missing with one plan, and keeps them. Safe for several threads. */
public final class ColumnLoader {
    private final Directory directory;
    private final Map<Integer, ColumnIndex> indexes;
    private final Map<Integer, MinMax> minMaxes;
    /** The stored bytes of all that is kept. */
    private final AtomicLong keptBytes;

    /** The facts about a node before its index is read. */
    private record Part(int node, boolean isMinMax, NodeRecord.Place place) {
        Range range() {
            return new Range(place.offset(), place.length());
        }

        int crc() {
            return place.crc();
        }
    }

    public ColumnLoader(Directory directory) {
        this.directory = directory;
        this.indexes = new ConcurrentHashMap<>();
        this.minMaxes = new ConcurrentHashMap<>();
        this.keptBytes = new AtomicLong();
    }

    private ColumnLoader(ColumnLoader same, Directory directory) {
        this.directory = directory;
        this.indexes = same.indexes;
        this.minMaxes = same.minMaxes;
        this.keptBytes = same.keptBytes;
    }

    /** The same for another directory of the same file: what one reads, both know. */
    public ColumnLoader in(Directory other) {
        return new ColumnLoader(this, other);
    }

    /** The stored bytes of all that is kept. */
    public long keptBytes() {
        return keptBytes.get();
    }

    /**
     * Loads the indexes of nodes with what is read below them, of single nodes, and the MinMax of some.
     *
     * @param trees nodes to load with what is read below them
     * @param single nodes to load alone
     * @param withMinMax nodes whose MinMax to load
     */
    public void load(
            Collection<KeptNode> trees,
            Collection<Integer> single,
            Collection<Integer> withMinMax,
            ScanCounters counters)
            throws IOException {
        directory.loadTrees(single, counters);
        TreeSet<Integer> nodes = new TreeSet<>(single);
        trees.forEach(tree -> tree.addTo(nodes));
        List<Part> parts = new ArrayList<>();
        for (int node : nodes) {
            NodeRecord record = directory.record(node);
            checkTransform(node, record);
            checkIndexIsThere(node, record, counters);
            if (record.index().length() > 0 && !indexes.containsKey(node)) {
                parts.add(new Part(node, false, record.index()));
            }
        }
        for (int node : new TreeSet<>(withMinMax)) {
            NodeRecord record = directory.record(node);
            checkTransform(node, record);
            if (record.minMax().length() > 0 && !minMaxes.containsKey(node)) {
                parts.add(new Part(node, true, record.minMax()));
            }
        }
        read(parts, counters);
    }

    private void checkTransform(int node, NodeRecord record) throws UnsupportedFileException {
        if (!record.transform().equals(Transform.NONE)) { // the text takes time
            record.transform().check(where(node, "column"));
        }
    }

    private void checkIndexIsThere(int node, NodeRecord record, ScanCounters counters) throws IOException {
        TypeKind kind = record.kind();
        boolean mayLack = kind == TypeKind.NULL || kind == TypeKind.STRUCT || kind == TypeKind.VARIANT;
        if (record.index().length() == 0
                && !mayLack
                && directory.rowSet(record.rowSet(), counters).rows() > 0) {
            throw new CorruptFileException(where(node, "column") + " has rows but no index");
        }
    }

    private void read(List<Part> parts, ScanCounters counters) throws IOException {
        List<ByteBuffer> read =
                directory.file().read(parts.stream().map(Part::range).toList(), counters);
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            String where = where(part.node(), part.isMinMax() ? "MinMax" : "index") + " (byte "
                    + part.range().offset() + ")";
            ByteBuffer bytes = read.get(i);
            if (Layout.crc(bytes) != part.crc()) {
                bytes = directory.file().readAgain(part.range(), part.crc(), where, counters);
            }
            keptBytes.addAndGet(part.range().length());
            NodeRecord record = directory.record(part.node());
            RowSetRecord rowSet = directory.rowSet(record.rowSet(), counters);
            Field field = directory.field(part.node());
            if (part.isMinMax()) {
                minMaxes.put(part.node(), MinMax.read(bytes, field.type(), rowSet.zones(), where));
            } else {
                ColumnIndex index = ColumnIndex.read(
                        bytes,
                        field.type().physical(),
                        rowSet.vectors(),
                        record.isList(),
                        directory.tail().minMaxOffset(),
                        where);
                if (record.isList()) {
                    checkChildStarts(
                            index,
                            directory.rowSet(record.childRowSet(), counters).rows(),
                            where);
                }
                indexes.put(part.node(), index);
            }
        }
    }

    private static void checkChildStarts(ColumnIndex index, long elements, String where) throws CorruptFileException {
        int last = index.vectorCount() - 1; // they ascend
        if (last >= 0 && index.childStart(last) > elements) {
            throw new CorruptFileException(where + ": the elements of vector " + last + " start at row "
                    + index.childStart(last) + " of theirs, there are " + elements);
        }
    }

    private String where(int node, String what) {
        String path;
        try {
            path = "column '" + directory.path(node) + "'";
        } catch (IOException e) {
            path = "node " + node;
        }
        return directory.file().name() + ": " + path + (what.equals("column") ? "" : ", " + what);
    }

    /** The MinMax of a node, if it was loaded and the file has it. */
    public Optional<MinMax> minMax(int node) {
        return Optional.ofNullable(minMaxes.get(node));
    }

    /** A node alone. */
    public ReadColumn single(int node, ColumnPath path, ScanCounters counters) throws IOException {
        return column(KeptNode.single(node, directory), path, counters);
    }

    /** A node with what is read below it, as it was loaded. */
    public ReadColumn column(KeptNode kept, ColumnPath path, ScanCounters counters) throws IOException {
        int node = kept.node();
        NodeRecord record = directory.record(node);
        List<ReadColumn> children = new ArrayList<>();
        for (KeptNode child : kept.children()) {
            List<String> names = new ArrayList<>(path.names());
            names.add(child.field().name());
            children.add(column(child, new ColumnPath(names), counters));
        }
        return new ReadColumn(
                node,
                path,
                kept.field(),
                record,
                directory.rowSet(record.rowSet(), counters),
                Optional.ofNullable(indexes.get(node)),
                mayBeNull(node),
                record.isList()
                        ? directory.rowSet(record.childRowSet(), counters).rows()
                        : 0,
                List.copyOf(children));
    }

    private boolean mayBeNull(int node) throws IOException {
        int rowSet = directory.record(node).rowSet();
        for (int n = node;
                n != Layout.NONE && directory.record(n).rowSet() == rowSet;
                n = directory.record(n).parent()) {
            if (directory.record(n).is(NodeRecord.NULLABLE)) {
                return true;
            }
        }
        return false;
    }
}
