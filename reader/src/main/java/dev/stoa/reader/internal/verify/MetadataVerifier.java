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
package dev.stoa.reader.internal.verify;

import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MetadataHash;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.PathHash;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.reader.internal.file.ColumnLoader;
import dev.stoa.reader.internal.file.Directory;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.vio.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Verifies everything that describes the data: footer, indexes, MinMax, and the places of all parts. */
public final class MetadataVerifier {
    /** Bytes of metadata that are in memory at the same time to be hashed, unless one part is longer. */
    private static final long HASHED_AT_ONCE = 8 << 20;

    private final Directory directory;
    private final Tail tail;
    private final long fileLength;
    private final ColumnLoader loader;
    private final Problems problems;
    private final ScanCounters counters;
    private final List<ReadColumn> columns = new ArrayList<>();
    private final Map<Integer, ReadColumn> byNode = new HashMap<>();
    private Optional<Properties> properties = Optional.empty();

    /** A part of the file that belongs to one purpose. */
    private record Region(long offset, long length, String what) {}

    public MetadataVerifier(Directory directory, Problems problems, ScanCounters counters) {
        this.directory = directory;
        this.tail = directory.tail();
        this.fileLength = directory.file().source().length();
        this.loader = new ColumnLoader(directory);
        this.problems = problems;
        this.counters = counters;
    }

    public ColumnLoader loader() {
        return loader;
    }

    public Optional<Properties> properties() {
        return properties;
    }

    /** The struct whose field a column is, if it is one in the same row set. */
    public Optional<ReadColumn> parentOf(ReadColumn column) {
        return Optional.ofNullable(byNode.get(column.record().parent()))
                .filter(parent -> parent.record().rowSet() == column.record().rowSet());
    }

    /** Verifies the metadata and returns the columns whose data can be verified. */
    public List<ReadColumn> verify() throws IOException {
        problems.run("properties", () -> properties = Optional.of(directory.properties(counters)));
        if (!problems.run("directory", this::directory)) {
            return List.of();
        }
        problems.run("name index", this::nameIndex);
        problems.run("field-id index", this::fieldIdIndex);
        for (int node = 0; node < tail.nodeCount(); node++) {
            int n = node;
            boolean sound = problems.run(name(n), () -> loader.load(List.of(), List.of(n), List.of(n), counters));
            if (sound) {
                ReadColumn column = loader.single(n, directory.path(n), counters);
                byNode.put(n, column);
                columns.add(column);
                storedBytes(column);
            }
        }
        encodings();
        regions();
        hash();
        return columns;
    }

    private String name(int node) throws IOException {
        return "column '" + directory.path(node) + "'";
    }

    private void directory() throws IOException {
        List<Integer> rowSets = new ArrayList<>();
        for (int i = 0; i < tail.rowSetCount(); i++) {
            rowSets.add(i);
        }
        directory.loadRowSets(rowSets, counters);
        for (int rowSet : rowSets) {
            directory.topNodes(rowSet, counters);
        }
        List<Integer> top = directory.topNodes(0, counters);
        directory.loadTrees(top, counters);
        List<Field> fields = new ArrayList<>();
        for (int node : top) {
            fields.add(directory.field(node));
        }
        Directory.schema(fields, directory.file().name());
        elementRowSets();
        pageIndex();
    }

    /** The pages of nodes follow each other, and fill their part of the footer. */
    private void pageIndex() throws IOException {
        ByteBuffer found = directory.part(tail.pageIndexOffset(fileLength), tail.pageIndexLength(), counters);
        problems.check(
                found.equals(ByteBuffer.wrap(directory.pageIndex())),
                "index of node pages (byte " + tail.pageIndexOffset(fileLength) + ")",
                "the pages do not follow each other");
    }

    /** The lists of a file number the row sets of their elements in order. The directory has checked which nodes these have. */
    private void elementRowSets() throws IOException {
        int lastRowSet = -1;
        int lists = 0;
        for (int node = 0; node < tail.nodeCount(); node++) {
            NodeRecord record = directory.record(node);
            if (record.isList()) {
                lists++;
                problems.check(
                        record.childRowSet() > lastRowSet,
                        name(node),
                        "row set " + record.childRowSet() + " of its elements is out of order");
                lastRowSet = record.childRowSet();
            }
        }
        problems.check(
                lists == tail.rowSetCount() - 1,
                "directory",
                lists + " lists and maps have " + (tail.rowSetCount() - 1) + " row sets of elements");
    }

    private void nameIndex() throws IOException {
        if (!tail.hasIndexes()) {
            return;
        }
        long[] hashes = new long[tail.nodeCount()];
        for (int node = 0; node < hashes.length; node++) {
            int parent = directory.record(node).parent();
            List<String> names = directory.path(node).names();
            hashes[node] =
                    PathHash.child(parent == Layout.NONE ? PathHash.ROOT : hashes[parent], names.get(names.size() - 1));
        }
        ByteBuffer found = directory.part(tail.nameIndexOffset(fileLength), tail.nameIndexLength(), counters);
        problems.check(
                found.equals(ByteBuffer.wrap(PagedIndex.ofNames(hashes))),
                "name index (byte " + tail.nameIndexOffset(fileLength) + ")",
                "it does not list the names in the directory");
    }

    private void fieldIdIndex() throws IOException {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < tail.nodeCount(); node++) {
            if (directory.record(node).is(NodeRecord.HAS_FIELD_ID)) {
                nodes.add(node);
            }
        }
        int[] ids = new int[nodes.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = directory.record(nodes.get(i)).fieldId();
        }
        problems.check(
                ids.length == tail.fieldIdCount(),
                "tail",
                "it counts " + tail.fieldIdCount() + " nodes with a field id, there are " + ids.length);
        byte[] wanted = tail.hasIndexes()
                ? PagedIndex.ofFieldIds(
                        nodes.stream().mapToInt(Integer::intValue).toArray(), ids)
                : new byte[0];
        ByteBuffer found = directory.part(tail.fieldIdIndexOffset(fileLength), tail.fieldIdIndexLength(), counters);
        problems.check(
                found.equals(ByteBuffer.wrap(wanted)),
                "field-id index (byte " + tail.fieldIdIndexOffset(fileLength) + ")",
                "it does not list the field ids in the directory");
    }

    private void storedBytes(ReadColumn column) throws IOException {
        long sum = 0;
        if (column.index().isPresent()) {
            ColumnIndex index = column.index().get();
            for (int granule = 0; granule < index.granuleCount(); granule++) {
                sum += index.granuleLength(granule);
            }
            for (ColumnIndex.PagedVector paged : index.pagedVectors()) {
                sum += paged.storedLength();
            }
            for (ColumnIndex.DictionaryPart part : index.dictionaries()) {
                sum += part.length();
            }
        }
        problems.check(
                sum == column.record().storedBytes(),
                name(column.node()),
                "it stores " + sum + " bytes, its record says "
                        + column.record().storedBytes());
    }

    private void encodings() {
        if (properties.isEmpty()) {
            return;
        }
        TreeSet<Integer> used = new TreeSet<>();
        for (ReadColumn column : columns) {
            column.index().ifPresent(index -> {
                index.blocks().forEach(block -> block.encoding().ids(used::add));
                index.dictionaries().forEach(part -> part.encoding().ids(used::add));
            });
        }
        properties.get().encodings().forEach(declared -> used.remove(declared.id()));
        for (int id : used) {
            String name = EncodingId.ofCode(id).map(EncodingId::name).orElse("?");
            problems.add("properties", "encoding " + id + " (" + name + ") is used but not declared");
        }
    }

    /** The hash of the file, computed again from all that it covers. */
    private void hash() throws IOException {
        if (!problems.list().isEmpty()) {
            return; // what is damaged is named already
        }
        List<Range> covered = new ArrayList<>();
        for (int node = 0; node < tail.nodeCount(); node++) {
            NodeRecord record = directory.record(node);
            add(covered, record.index().offset(), record.index().length());
        }
        for (int node = 0; node < tail.nodeCount(); node++) {
            NodeRecord record = directory.record(node);
            add(covered, record.minMax().offset(), record.minMax().length());
        }
        add(covered, tail.footerOffset(), tail.footerLength(fileLength));
        ContentHash found = tail.with(hashOf(covered)).hash();
        problems.check(
                found.equals(tail.hash()),
                "tail (byte " + (fileLength - Layout.TAIL_BYTES) + ")",
                "the hash of the metadata is " + found + ", stated " + tail.hash());
    }

    private static void add(List<Range> ranges, long offset, long length) {
        if (length > 0) {
            ranges.add(new Range(offset, Math.toIntExact(length)));
        }
    }

    /** Reads ranges in few plans, each of bounded memory. */
    private MetadataHash hashOf(List<Range> ranges) throws IOException {
        MetadataHash hash = new MetadataHash();
        int done = 0;
        while (done < ranges.size()) {
            int end = done;
            long bytes = 0;
            do {
                bytes += ranges.get(end++).length();
            } while (end < ranges.size() && bytes + ranges.get(end).length() <= HASHED_AT_ONCE);
            directory.file().read(ranges.subList(done, end), counters).forEach(hash::add);
            done = end;
        }
        return hash;
    }

    private void regions() throws IOException {
        List<Region> regions = new ArrayList<>();
        regions.add(new Region(0, Layout.HEADER_BYTES, "the header"));
        regions.add(new Region(tail.footerOffset(), tail.footerLength(fileLength), "the footer"));
        long indexEnd = tail.nodeCount() == 0
                ? tail.minMaxOffset()
                : directory.record(0).index().offset();
        long minMaxEnd = tail.minMaxOffset();
        for (int node = 0; node < tail.nodeCount(); node++) {
            NodeRecord record = directory.record(node);
            String name = name(node);
            indexEnd = follow(record.index(), indexEnd, name, "index");
            minMaxEnd = follow(record.minMax(), minMaxEnd, name, "MinMax");
            add(regions, record.index().offset(), record.index().length(), "the index of " + name);
        }
        problems.check(
                indexEnd == tail.minMaxOffset(),
                "column indexes",
                "they end at byte " + indexEnd + ", MinMax starts at " + tail.minMaxOffset());
        problems.check(
                minMaxEnd == tail.footerOffset(),
                "MinMax",
                "it ends at byte " + minMaxEnd + ", the footer starts at " + tail.footerOffset());
        for (ReadColumn column : columns) {
            column.index().ifPresent(index -> addData(regions, index, "'" + column.path() + "'"));
        }
        regions.sort(Comparator.comparingLong(Region::offset));
        for (int i = 1; i < regions.size(); i++) {
            Region before = regions.get(i - 1);
            problems.check(
                    before.offset() + before.length() <= regions.get(i).offset(),
                    "byte " + regions.get(i).offset(),
                    before.what() + " and " + regions.get(i).what() + " overlap");
        }
    }

    /** Checks that a part starts where the one before ends, and returns where it ends itself. */
    private long follow(NodeRecord.Place place, long end, String column, String what) {
        problems.check(
                place.offset() == end,
                column,
                "its " + what + " starts at byte " + place.offset() + ", the one before ends at " + end);
        return place.offset() + place.length();
    }

    private static void addData(List<Region> regions, ColumnIndex index, String column) {
        int granule = 0;
        for (ColumnIndex.Extent extent : index.extents()) {
            int last = granule + extent.granules() - 1;
            int paged = index.pagedOrdinal(index.granuleStart(last));
            long end = index.granuleOffset(last)
                    + index.granuleLength(last)
                    + (paged >= 0 ? index.pagedVectors().get(paged).storedLength() : 0);
            add(regions, extent.offset(), end - extent.offset(), "granules of " + column);
            granule = last + 1;
        }
        for (ColumnIndex.DictionaryPart part : index.dictionaries()) {
            add(regions, part.offset(), part.length(), "a dictionary of " + column);
        }
    }

    private static void add(List<Region> regions, long offset, long length, String what) {
        if (length > 0) {
            regions.add(new Region(offset, length, what));
        }
    }
}
