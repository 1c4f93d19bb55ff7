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
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.meta.FieldBuilder;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PathHash;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.reader.ColumnPath;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The footer of a file (format-spec, sections 2 and 3), read by parts as they are needed, and kept. A short footer is read
 * whole when the file is opened. Safe for several threads.
 */
public final class Directory implements FieldBuilder.Nodes {
    /** A footer of at most this, or of the store's merge gap, is read whole. */
    private static final int SHORT_FOOTER = 16 << 10;

    /** The least bytes of the end to read first: with the tail, the records of some row sets, for the same price. */
    private static final int LEAST_END = 1 << 10;

    /** The bytes of a node's record with its field. */
    private static final long RECORD_BYTES = 512;

    private final FileBytes file;
    private final Tail tail;
    private final long fileLength;
    private final NameLookup names;
    private final NodePages pages;
    private final FieldIdLookup fieldIds;
    private final Map<Integer, RowSetRecord> rowSets;
    private final Map<Integer, Schema> schemas;

    private Directory(FileBytes file, Tail tail) {
        this.file = file;
        this.tail = tail;
        this.fileLength = file.source().length();
        this.names = new NameLookup(file, tail);
        this.pages = new NodePages(file, tail);
        this.fieldIds = new FieldIdLookup(file, tail, pages);
        this.rowSets = new ConcurrentHashMap<>();
        this.schemas = new ConcurrentHashMap<>();
    }

    private Directory(Directory same, FileBytes file) {
        this.file = file;
        this.tail = same.tail;
        this.fileLength = same.fileLength;
        this.names = same.names.in(file, same.tail);
        this.pages = same.pages.in(file);
        this.fieldIds = same.fieldIds.in(file, pages);
        this.rowSets = same.rowSets;
        this.schemas = same.schemas;
    }

    /** The same in another source of the same file: what one reads, both know. */
    public Directory in(RangeSource other) {
        return new Directory(this, file.in(other));
    }

    /** Reads the tail, and the footer if it is short or was read with the tail. */
    public static Directory open(RangeSource source) throws IOException {
        ScanCounters counters = new ScanCounters();
        FileBytes file = new FileBytes(source);
        long length = source.length();
        if (length < Layout.HEADER_BYTES + Layout.TAIL_BYTES) {
            throw new CorruptFileException(file.name() + ": not a Stoa file: it has " + length
                    + " bytes, the smallest has " + (Layout.HEADER_BYTES + Layout.TAIL_BYTES));
        }
        int first = Math.max(LEAST_END, source.profile().limits().tailBytes());
        file.readEnd(Math.max(0, length - first), counters);
        try {
            return open(file, counters);
        } catch (CorruptFileException e) { // perhaps only on the way
            file.refetchEnd(counters);
            return open(file, counters);
        }
    }

    private static Directory open(FileBytes file, ScanCounters counters) throws IOException {
        RangeSource source = file.source();
        long length = source.length();
        ByteBuffer bytes = file.read(List.of(new Range(length - Layout.TAIL_BYTES, Layout.TAIL_BYTES)), counters)
                .get(0);
        Tail tail = Tail.read(bytes, length, file.name());
        long footerLength = tail.footerLength(length);
        if (footerLength <= Math.max(SHORT_FOOTER, source.profile().costs().latencyBytes())) {
            file.readEnd(tail.footerOffset(), counters);
        }
        Directory directory = new Directory(file, tail);
        if (file.endOffset() <= tail.footerOffset()) {
            directory.checkFooter(counters);
        }
        return directory;
    }

    /** Reads what is missing of the footer and checks its checksum. */
    public void readWhole(ScanCounters counters) throws IOException {
        file.readEnd(tail.footerOffset(), counters);
        checkFooter(counters);
    }

    /** Where a part of the footer starts, and its bytes. */
    public ByteBuffer part(long offset, long length, ScanCounters counters) throws IOException {
        return file.read(List.of(new Range(offset, Math.toIntExact(length))), counters)
                .get(0);
    }

    private void checkFooter(ScanCounters counters) throws IOException {
        Range range = new Range(tail.footerOffset(), (int) tail.footerLength(fileLength));
        int crc = Layout.crc(file.read(List.of(range), counters).get(0));
        if (crc != tail.footerCrc()) {
            throw new CorruptFileException(
                    file.name() + ": the footer (byte " + tail.footerOffset() + ") is damaged: CRC "
                            + Integer.toHexString(crc) + ", stated " + Integer.toHexString(tail.footerCrc()));
        }
    }

    public FileBytes file() {
        return file;
    }

    public Tail tail() {
        return tail;
    }

    /** The file's properties; not kept. */
    public Properties properties(ScanCounters counters) throws IOException {
        long length = tail.propertiesLength(fileLength);
        String where = file.name() + ": properties (byte " + tail.footerOffset() + ")";
        if (length > Integer.MAX_VALUE - 8) {
            throw new CorruptFileException(where + " are too long: " + length + " bytes");
        }
        Range range = new Range(tail.footerOffset(), (int) length);
        ByteBuffer bytes = file.read(List.of(range), counters).get(0);
        return file.parse(range, bytes, b -> Properties.read(b, tail.nodeCount(), where), counters);
    }

    /** A row set's record. */
    public RowSetRecord rowSet(int rowSet, ScanCounters counters) throws IOException {
        loadRowSets(List.of(rowSet), counters);
        return rowSets.get(rowSet);
    }

    /** Loads row-set records with one plan. */
    public void loadRowSets(Collection<Integer> wanted, ScanCounters counters) throws IOException {
        List<Integer> missing = new ArrayList<>();
        List<Range> ranges = new ArrayList<>();
        for (int rowSet : new TreeSet<>(wanted)) {
            if (!rowSets.containsKey(rowSet)) {
                missing.add(rowSet);
                long offset = tail.rowSetsOffset(fileLength) + (long) rowSet * Layout.ROW_SET_BYTES;
                ranges.add(new Range(offset, Layout.ROW_SET_BYTES));
            }
        }
        List<ByteBuffer> read = file.read(ranges, counters);
        for (int i = 0; i < read.size(); i++) {
            String where = file.name() + ": record of row set " + missing.get(i) + " (byte "
                    + ranges.get(i).offset() + ")";
            int rowSet = missing.get(i);
            FileBytes.Parser<RowSetRecord> parser = b -> RowSetRecord.read(b, rowSet, tail.nodeCount(), where);
            rowSets.put(rowSet, file.parse(ranges.get(i), read.get(i), parser, counters));
        }
    }

    /** Loads nodes. */
    public void loadNodes(Collection<Integer> wanted, ScanCounters counters) throws IOException {
        checkMemory(wanted.size());
        pages.load(wanted, counters);
    }

    /** Nodes take more memory than bytes: what can't fit is refused before it is allocated. */
    private void checkMemory(long nodes) throws StoaException {
        long limit = Runtime.getRuntime().maxMemory() / 2;
        if (nodes * RECORD_BYTES > limit) {
            throw new StoaException(
                    file.name() + ": " + nodes + " nodes of the schema take more than half of the heap, " + limit
                            + " bytes: the file is damaged, or needs a larger heap or fewer columns");
        }
    }

    private String whereNode(int node) {
        return file.name() + ": node " + node;
    }

    /** The record of a node that was loaded. */
    @Override
    public NodeRecord record(int node) throws StoaException {
        return pages.node(node)
                .orElseThrow(() -> new CorruptFileException(
                        whereNode(node) + " is not where the directory says: the tree is broken"));
    }

    private String name(int node) throws StoaException {
        return StandardCharsets.UTF_8.decode(record(node).name()).toString();
    }

    /** Loads nodes with all their descendants. */
    public void loadTrees(Collection<Integer> nodes, ScanCounters counters) throws IOException {
        loadNodes(nodes, counters);
        TreeSet<Integer> all = new TreeSet<>();
        for (int node : nodes) {
            for (int i = node; i < record(node).end(); i++) {
                all.add(i);
            }
        }
        loadNodes(all, counters);
        TreeSet<Integer> sets = new TreeSet<>();
        for (int node : all) {
            sets.add(record(node).rowSet());
            if (record(node).isList()) {
                sets.add(record(node).childRowSet());
            }
        }
        loadRowSets(sets, counters);
        for (int node : all) {
            checkElements(node, counters);
        }
    }

    private void checkElements(int node, ScanCounters counters) throws IOException {
        NodeRecord record = record(node);
        if (record.isList()) {
            RowSetRecord elements = rowSet(record.childRowSet(), counters);
            if (elements.parentNode() != node) {
                throw new CorruptFileException(whereNode(node) + ": row set " + record.childRowSet()
                        + " does not hold its elements but those of node " + elements.parentNode());
            }
            if (elements.endNode() != record.end()) {
                throw new CorruptFileException(whereNode(node) + ": row set " + record.childRowSet()
                        + " has the nodes " + elements.firstNode() + ".." + (elements.endNode() - 1)
                        + ", which are not those below it");
            }
        }
    }

    /** The field of a node whose tree was loaded. */
    public Field field(int node) throws StoaException {
        try {
            return new FieldBuilder(this, file.name()).build(node);
        } catch (CorruptFileException e) {
            throw e.getMessage().startsWith(file.name())
                    ? e
                    : new CorruptFileException(whereNode(node) + ": " + e.getMessage(), e);
        }
    }

    /** The ordinals of the top-level nodes of a row set, by the records of its nodes, which are loaded. */
    public List<Integer> topNodes(int rowSet, ScanCounters counters) throws IOException {
        RowSetRecord record = rowSet(rowSet, counters);
        List<Integer> all = new ArrayList<>();
        for (int i = record.firstNode(); i < record.endNode(); i++) {
            all.add(i);
        }
        loadNodes(all, counters);
        List<Integer> top = new ArrayList<>();
        int node = record.firstNode();
        while (node < record.endNode()) {
            NodeRecord r = record(node);
            if (r.rowSet() != rowSet || r.parent() != record.parentNode() || r.end() > record.endNode()) {
                throw new CorruptFileException(whereNode(node) + ": it is not a column of row set " + rowSet);
            }
            top.add(node);
            node = r.end();
        }
        if (!record.isTable()) {
            checkNoneIsLeftOut(rowSet, record, counters);
        }
        return top;
    }

    /** The node after those of elements must not be one of their own, or a column would be missed in silence. */
    private void checkNoneIsLeftOut(int rowSet, RowSetRecord record, ScanCounters counters) throws IOException {
        int behind = record.endNode();
        if (behind == tail.nodeCount()) {
            return;
        }
        loadNodes(List.of(behind), counters);
        NodeRecord next = record(behind);
        if (next.rowSet() == rowSet || (next.parent() >= record.firstNode() && next.parent() < behind)) {
            throw new CorruptFileException(
                    file.name() + ": record of row set " + rowSet + " says that it has the nodes " + record.firstNode()
                            + ".." + (behind - 1) + ", which leaves some of its nodes out");
        }
    }

    /**
     * Finds nodes by their paths from the table down, also through lists and maps.
     *
     * @return their ordinals, by path; paths that don't exist are left out
     */
    public Map<ColumnPath, Integer> find(Collection<ColumnPath> paths, ScanCounters counters) throws IOException {
        Map<ColumnPath, Long> hashes = new LinkedHashMap<>();
        for (ColumnPath path : paths) {
            long hash = PathHash.ROOT;
            for (int i = 0; i < path.names().size(); i++) {
                hash = PathHash.child(hash, path.names().get(i));
                hashes.put(new ColumnPath(path.names().subList(0, i + 1)), hash);
            }
        }
        List<List<Integer>> candidates = candidates(hashes.values(), counters);
        TreeSet<Integer> all = new TreeSet<>();
        candidates.forEach(all::addAll);
        loadNodes(all, counters);
        Map<ColumnPath, Integer> found = new LinkedHashMap<>();
        int i = 0;
        for (ColumnPath path : hashes.keySet()) { // parents come before their children
            for (int node : candidates.get(i++)) {
                if (isAt(node, path, found)) {
                    found.put(path, node);
                }
            }
        }
        found.keySet().retainAll(new java.util.HashSet<>(paths));
        return found;
    }

    /** Returns whether ids tell nodes apart: some node has one, no two nodes have the same, and all are positive. */
    public boolean hasUniqueFieldIds(ScanCounters counters) throws IOException {
        return fieldIds.ids(counters).areUnique();
    }

    /**
     * Finds the table's top-level nodes by field ids, which must be unique.
     *
     * @return their ordinals; ids of other nodes and of none are left out
     */
    public List<Integer> topNodesOf(Collection<Integer> wantedIds, ScanCounters counters) throws IOException {
        Map<Integer, Integer> nodes = new LinkedHashMap<>();
        for (int id : wantedIds) {
            fieldIds.ids(counters).node(id).ifPresent(node -> nodes.put(id, node));
        }
        loadNodes(nodes.values(), counters);
        List<Integer> top = new ArrayList<>();
        for (Map.Entry<Integer, Integer> entry : nodes.entrySet()) {
            NodeRecord record = record(entry.getValue());
            if (!record.is(NodeRecord.HAS_FIELD_ID) || record.fieldId() != entry.getKey()) {
                throw new CorruptFileException(fieldIds.where() + ": it leads from the id " + entry.getKey()
                        + " to node " + entry.getValue() + ", which does not have it");
            }
            if (record.parent() == Layout.NONE && record.rowSet() == 0) {
                top.add(entry.getValue());
            }
        }
        return top;
    }

    private List<List<Integer>> candidates(Collection<Long> hashes, ScanCounters counters) throws IOException {
        if (tail.hasIndexes()) {
            return names.find(hashes, counters);
        }
        pages.loadAll(counters);
        Map<Long, List<Integer>> byHash = pages.byHash();
        return hashes.stream().map(hash -> byHash.getOrDefault(hash, List.of())).toList();
    }

    private boolean isAt(int node, ColumnPath path, Map<ColumnPath, Integer> found) throws StoaException {
        int depth = path.names().size();
        NodeRecord record = record(node);
        if (!name(node).equals(path.names().get(depth - 1))) {
            return false;
        }
        if (depth == 1) {
            return record.parent() == Layout.NONE && record.rowSet() == 0;
        }
        Integer parent = found.get(new ColumnPath(path.names().subList(0, depth - 1)));
        return parent != null && record.parent() == parent;
    }

    /** The columns of a row set. */
    public Schema schema(int rowSet, ScanCounters counters) throws IOException {
        Schema known = schemas.get(rowSet);
        if (known == null) {
            List<Field> fields = new ArrayList<>();
            for (int node : topNodes(rowSet, counters)) {
                fields.add(field(node));
            }
            known = schema(fields, file.name());
            schemas.put(rowSet, known);
        }
        return known;
    }

    /** The index of the pages of nodes as their places say that it must be; all of them are loaded. */
    public byte[] pageIndex() throws StoaException {
        return pages.index();
    }

    /** About how many bytes of memory what is known of it takes. */
    public long knownBytes() {
        return file.keptBytes() + fieldIds.knownBytes() + RECORD_BYTES * pages.knownNodes();
    }

    /** A schema of fields that come from a file. */
    public static Schema schema(List<Field> fields, String file) throws CorruptFileException {
        try {
            return new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(file + ": its columns do not form a valid schema: " + e.getMessage(), e);
        }
    }

    /** The ordinals of the nodes right below one that is loaded with all below it. */
    List<Integer> children(int node) throws StoaException {
        List<Integer> children = new ArrayList<>();
        for (int child = node + 1;
                child < record(node).end();
                child = record(child).end()) {
            children.add(child);
        }
        return children;
    }

    /** The names of nodes that are loaded. */
    List<String> names(List<Integer> nodes) throws StoaException {
        List<String> names = new ArrayList<>();
        for (int node : nodes) {
            names.add(name(node));
        }
        return names;
    }

    /** The path of a node whose ancestors are loaded. */
    public ColumnPath path(int node) throws StoaException {
        List<String> path = new ArrayList<>();
        for (int at = node; at != Layout.NONE; at = record(at).parent()) {
            path.add(0, name(at));
        }
        return new ColumnPath(path);
    }
}
