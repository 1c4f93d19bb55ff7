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
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.NodePage;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.PathHash;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.vio.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** The pages of nodes of a file (format-spec, section 3.2), read as they are needed, and kept. Safe for several threads. */
final class NodePages {
    private static final int INDEX_PAGE_ENTRIES = 256;

    private final FileBytes file;
    private final Tail tail;
    private final long fileLength;
    private final Map<Integer, NodePage> pages;
    private final Map<Integer, ByteBuffer> indexPages;
    private final AtomicReference<Map<Long, List<Integer>>> byHash;

    NodePages(FileBytes file, Tail tail) {
        this.file = file;
        this.tail = tail;
        this.fileLength = file.source().length();
        this.pages = new ConcurrentHashMap<>();
        this.indexPages = new ConcurrentHashMap<>();
        this.byHash = new AtomicReference<>();
    }

    private NodePages(NodePages same, FileBytes file) {
        this.file = file;
        this.tail = same.tail;
        this.fileLength = same.fileLength;
        this.pages = same.pages;
        this.indexPages = same.indexPages;
        this.byHash = same.byHash;
    }

    /** The same in another source: what one reads, both know. */
    NodePages in(FileBytes other) {
        return new NodePages(this, other);
    }

    /** Loads the pages of nodes with one plan, after the parts of the index of pages that say where they are. */
    void load(Collection<Integer> nodes, ScanCounters counters) throws IOException {
        TreeSet<Integer> missing = new TreeSet<>();
        for (int node : nodes) {
            if (!pages.containsKey(node / NodePage.NODES)) {
                missing.add(node / NodePage.NODES);
            }
        }
        if (missing.isEmpty()) {
            return;
        }
        loadIndex(missing, counters);
        List<Integer> ordinals = new ArrayList<>(missing);
        List<Range> ranges = new ArrayList<>();
        long total = 0;
        for (int page : ordinals) {
            ranges.add(range(page));
            total += ranges.get(ranges.size() - 1).length();
        }
        if (total > tail.nodeBytes()) {
            throw new CorruptFileException(file.name() + ": pages of nodes (byte " + tail.nodesOffset(fileLength)
                    + ") overlap: " + ordinals.size() + " have " + total + " bytes, all have " + tail.nodeBytes());
        }
        List<ByteBuffer> read = file.read(ranges, counters);
        for (int i = 0; i < read.size(); i++) {
            int page = ordinals.get(i);
            String where = where(page, ranges.get(i));
            FileBytes.Parser<NodePage> parser = b -> NodePage.read(b, page, tail, where);
            pages.put(page, file.parse(ranges.get(i), read.get(i), parser, counters));
        }
    }

    private String where(int page, Range range) {
        return file.name() + ": page " + page + " of nodes (byte " + range.offset() + ")";
    }

    private void loadIndex(Collection<Integer> wanted, ScanCounters counters) throws IOException {
        if (tail.nodePages() == 1) {
            return;
        }
        TreeSet<Integer> missing = new TreeSet<>();
        for (int page : wanted) {
            if (!indexPages.containsKey(page / INDEX_PAGE_ENTRIES)) {
                missing.add(page / INDEX_PAGE_ENTRIES);
            }
        }
        List<Integer> ordinals = new ArrayList<>(missing);
        List<Range> ranges = new ArrayList<>();
        for (int page : ordinals) {
            ranges.add(new Range(
                    tail.pageIndexOffset(fileLength) + PagedIndex.pageOffset(page),
                    PagedIndex.pageLength(page, tail.nodePages())));
        }
        List<ByteBuffer> read = file.read(ranges, counters);
        for (int i = 0; i < read.size(); i++) {
            String where = file.name() + ": index of node pages, page " + ordinals.get(i) + " (byte "
                    + ranges.get(i).offset() + ")";
            indexPages.put(
                    ordinals.get(i), file.parse(ranges.get(i), read.get(i), b -> PagedIndex.check(b, where), counters));
        }
    }

    private Range range(int page) throws CorruptFileException {
        if (tail.nodePages() == 1) {
            return new Range(tail.nodesOffset(fileLength), tail.nodeBytes());
        }
        ByteBuffer index = indexPages.get(page / INDEX_PAGE_ENTRIES);
        int at = page % INDEX_PAGE_ENTRIES * PagedIndex.ENTRY_BYTES;
        int offset = index.getInt(at);
        int length = index.getInt(at + 4);
        if (offset < 0 || length < 0 || offset > tail.nodeBytes() - length) {
            throw new CorruptFileException(file.name() + ": index of node pages (byte "
                    + tail.pageIndexOffset(fileLength) + "): page " + page + " has " + length + " bytes at " + offset
                    + ", outside of the " + tail.nodeBytes() + " bytes of nodes");
        }
        return new Range(tail.nodesOffset(fileLength) + offset, length);
    }

    /** Loads all pages, of a file with few nodes. */
    void loadAll(ScanCounters counters) throws IOException {
        List<Integer> first = new ArrayList<>();
        for (int page = 0; page < tail.nodePages(); page++) {
            first.add(page * NodePage.NODES);
        }
        load(first, counters);
    }

    /** A node, if its page was loaded. */
    Optional<NodeRecord> node(int node) throws StoaException {
        NodePage page = node < 0 ? null : pages.get(node / NodePage.NODES);
        return page == null || node >= tail.nodeCount() ? Optional.empty() : Optional.of(page.node(node));
    }

    /** How many nodes were read. */
    long knownNodes() {
        return pages.values().stream().mapToLong(NodePage::knownNodes).sum();
    }

    /** The index of pages as it would be of the pages that are loaded, which are all. */
    byte[] index() throws CorruptFileException {
        int[] lengths = new int[tail.nodePages()];
        int left = tail.nodeBytes();
        for (int page = 0; page < lengths.length - 1; page++) {
            lengths[page] = range(page).length();
            left -= lengths[page];
        }
        if (lengths.length > 1) {
            lengths[lengths.length - 1] = left;
        }
        return lengths.length > 1 ? PagedIndex.ofPages(lengths) : new byte[0];
    }

    /** The nodes by the hashes of their paths, for a file without a name index whose pages are all loaded. */
    Map<Long, List<Integer>> byHash() throws StoaException {
        Map<Long, List<Integer>> known = byHash.get();
        if (known == null) {
            known = hashed();
            byHash.set(known);
        }
        return known;
    }

    private Map<Long, List<Integer>> hashed() throws StoaException {
        Map<Long, List<Integer>> nodes = new HashMap<>();
        long[] hashes = new long[tail.nodeCount()];
        for (int node = 0; node < hashes.length; node++) {
            try {
                NodeRecord record = node(node).orElseThrow();
                long seed = record.parent() == Layout.NONE ? PathHash.ROOT : hashes[record.parent()];
                hashes[node] = PathHash.child(
                        seed, StandardCharsets.UTF_8.decode(record.name()).toString());
                nodes.computeIfAbsent(hashes[node], hash -> new ArrayList<>(1)).add(node);
            } catch (UnsupportedFileException e) {
                // a type of a later release: nobody finds the node, and who looks through all of them is told
            }
        }
        return nodes;
    }
}
