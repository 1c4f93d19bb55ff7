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

    /** At least so much of the end is read first: with the tail, the records of some row sets, for the same price. */
    private static final int LEAST_END = 1 << 10;

    /** What a node's record with its text and field takes. */
    private static final long RECORD_BYTES = 512;

    private final FileBytes file;
    private final Tail tail;
    private final long fileLength;
    private final NameLookup names;
    private final Map<Integer, NodeRecord> records;
    private final Map<Integer, ByteBuffer> texts;
    private final Map<Integer, RowSetRecord> rowSets;
    private final Map<Integer, Schema> schemas;

    private Directory(FileBytes file, Tail tail) {
        this.file = file;
        this.tail = tail;
        this.fileLength = file.source().length();
        this.names = new NameLookup(file, tail);
        this.records = new ConcurrentHashMap<>();
        this.texts = new ConcurrentHashMap<>();
        this.rowSets = new ConcurrentHashMap<>();
        this.schemas = new ConcurrentHashMap<>();
    }

    private Directory(Directory same, FileBytes file) {
        this.file = file;
        this.tail = same.tail;
        this.fileLength = same.fileLength;
        this.names = same.names.in(file, same.tail);
        this.records = same.records;
        this.texts = same.texts;
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
            FileBytes.Parser<RowSetRecord> parser =
                    b -> RowSetRecord.read(b, tail.nodeCount(), tail.heapLength(), where);
            rowSets.put(missing.get(i), file.parse(ranges.get(i), read.get(i), parser, counters));
        }
    }

    /** Loads the records and texts of nodes: one plan for records, one for texts. */
    public void loadNodes(Collection<Integer> wanted, ScanCounters counters) throws IOException {
        List<Integer> nodes = new ArrayList<>(new TreeSet<>(wanted));
        loadRecords(nodes, counters);
        loadTexts(nodes, counters);
    }

    private void loadRecords(List<Integer> nodes, ScanCounters counters) throws IOException {
        List<Integer> missing = new ArrayList<>();
        List<Range> ranges = new ArrayList<>();
        for (int node : nodes) {
            if (!records.containsKey(node)) {
                missing.add(node);
                ranges.add(new Range(recordOffset(node), Layout.NODE_BYTES));
            }
        }
        List<ByteBuffer> read = file.read(ranges, counters);
        for (int i = 0; i < read.size(); i++) {
            int node = missing.get(i);
            FileBytes.Parser<NodeRecord> parser = b -> NodeRecord.read(b, node, tail, whereRecord(node));
            records.put(node, file.parse(ranges.get(i), read.get(i), parser, counters));
        }
    }

    private long recordOffset(int node) {
        return tail.directoryOffset(fileLength) + (long) node * Layout.NODE_BYTES;
    }

    private String whereRecord(int node) {
        return file.name() + ": record of node " + node + " (byte " + recordOffset(node) + ")";
    }

    private void loadTexts(List<Integer> nodes, ScanCounters counters) throws IOException {
        List<Integer> missing = new ArrayList<>();
        List<Range> ranges = new ArrayList<>();
        long total = 0;
        for (int node : nodes) {
            NodeRecord record = records.get(node);
            if (!texts.containsKey(node)) {
                total += record.nameLength() + record.parameterLength();
                if (total > tail.heapLength()) {
                    throw new CorruptFileException(
                            whereRecord(node) + ": its name overlaps those of other nodes: there "
                                    + "are more bytes of names than the heap's " + tail.heapLength());
                }
                missing.add(node);
                ranges.add(new Range(
                        tail.heapOffset(fileLength) + record.nameOffset(),
                        record.nameLength() + record.parameterLength()));
            }
        }
        List<ByteBuffer> read = file.read(ranges, counters);
        for (int i = 0; i < read.size(); i++) {
            int node = missing.get(i);
            Range range = ranges.get(i);
            texts.put(node, file.parse(range, read.get(i), b -> checkedText(b, node, range), counters));
        }
    }

    private ByteBuffer checkedText(ByteBuffer bytes, int node, Range range) throws CorruptFileException {
        NodeRecord record = records.get(node);
        int crc = Layout.crc(bytes);
        if (crc != record.textCrc()) {
            throw new CorruptFileException(file.name() + ": name of node " + node + " (byte " + range.offset()
                    + ") is damaged: CRC " + Integer.toHexString(crc) + ", stated "
                    + Integer.toHexString(record.textCrc()));
        }
        return bytes;
    }

    /** The record of a node that was loaded. */
    @Override
    public NodeRecord record(int node) throws StoaException {
        NodeRecord record = records.get(node);
        if (record == null) {
            throw new CorruptFileException(
                    file.name() + ": node " + node + " is not where the directory says: the tree is broken");
        }
        return record;
    }

    /** The name and parameters of a node that was loaded. */
    @Override
    public ByteBuffer text(int node) throws StoaException {
        record(node);
        return texts.get(node).duplicate();
    }

    private String name(int node) throws StoaException {
        NodeRecord record = record(node);
        byte[] utf8 = new byte[record.nameLength()];
        text(node).get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
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
            if (elements.kind() != RowSetRecord.ELEMENTS || elements.parentNode() != node) {
                throw new CorruptFileException(whereRecord(node) + ": row set " + record.childRowSet()
                        + " does not hold its elements but those of node " + elements.parentNode());
            }
            if (elements.firstNode() != node + 1 || elements.endNode() != record.end()) {
                throw new CorruptFileException(whereRecord(node) + ": row set " + record.childRowSet()
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
                    : new CorruptFileException(whereRecord(node) + ": " + e.getMessage(), e);
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
                throw new CorruptFileException(whereRecord(node) + ": it is no column of row set " + rowSet);
            }
            top.add(node);
            node = r.end();
        }
        checkNoneIsLeftOut(rowSet, record, counters);
        return top;
    }

    /** The node behind those of a row set must not be one of its own, or a column would be missed in silence. */
    private void checkNoneIsLeftOut(int rowSet, RowSetRecord record, ScanCounters counters) throws IOException {
        boolean isWhole = record.kind() != RowSetRecord.TABLE || record.firstNode() == 0;
        int behind = record.endNode();
        if (isWhole && behind < tail.nodeCount()) {
            loadRecords(List.of(behind), counters);
            NodeRecord next = record(behind);
            isWhole = next.rowSet() != rowSet && (next.parent() < record.firstNode() || next.parent() >= behind);
        }
        if (!isWhole) {
            throw new CorruptFileException(
                    file.name() + ": record of row set " + rowSet + " says that it has the nodes " + record.firstNode()
                            + ".." + (behind - 1) + ", which leaves some of its nodes out");
        }
    }

    /**
     * Finds nodes by their paths from the table down, also through lists and maps.
     *
     * @return their ordinals, by path; paths that are not there are left out
     */
    public Map<ColumnPath, Integer> find(Collection<ColumnPath> paths, ScanCounters counters) throws IOException {
        Map<ColumnPath, Long> hashes = new LinkedHashMap<>();
        for (ColumnPath path : paths) {
            long hash = PathHash.root("");
            for (int i = 0; i < path.names().size(); i++) {
                hash = PathHash.child(hash, path.names().get(i));
                hashes.put(new ColumnPath(path.names().subList(0, i + 1)), hash);
            }
        }
        List<List<Integer>> candidates = names.find(hashes.values(), counters);
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

    /** The name of an auxiliary row set; of others it is empty. */
    public String rowSetName(int rowSet, ScanCounters counters) throws IOException {
        RowSetRecord record = rowSet(rowSet, counters);
        long offset = tail.heapOffset(fileLength) + record.nameOffset();
        Range range = new Range(offset, record.nameLength());
        ByteBuffer bytes = file.read(List.of(range), counters).get(0);
        FileBytes.Parser<String> parser = b -> {
            if (record.nameLength() > 0 && Layout.crc(b) != record.nameCrc()) {
                throw new CorruptFileException(file.name() + ": name of row set " + rowSet + " (byte " + offset
                        + ") is damaged: the CRC does not fit");
            }
            return StandardCharsets.UTF_8.decode(b).toString();
        };
        return file.parse(range, bytes, parser, counters);
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

    /** About how many bytes of memory what is known of it takes. */
    public long knownBytes() {
        return file.keptBytes() + RECORD_BYTES * records.size();
    }

    /** A schema of fields that come from a file. */
    public static Schema schema(List<Field> fields, String file) throws CorruptFileException {
        try {
            return new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(file + ": its columns are no sound schema: " + e.getMessage(), e);
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
