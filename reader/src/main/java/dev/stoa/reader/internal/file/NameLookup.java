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
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.vio.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Finds nodes by the hashes of their paths in the name index (format-spec, section 3.4), by interpolation. */
public final class NameLookup {
    private static final int PAGE_ENTRIES = 256;

    private final FileBytes file;
    private final int entries;
    private final long offset;
    private final Map<Integer, ByteBuffer> pages;

    NameLookup(FileBytes file, Tail tail) {
        this(file, tail, new ConcurrentHashMap<>());
    }

    private NameLookup(FileBytes file, Tail tail, Map<Integer, ByteBuffer> pages) {
        this.file = file;
        this.pages = pages;
        this.entries = tail.nodeCount();
        this.offset = tail.nameIndexOffset(file.source().length());
    }

    /** The same in another source: what one reads, both know. */
    NameLookup in(FileBytes other, Tail tail) {
        return new NameLookup(other, tail, pages);
    }

    /** The nodes that may have a hash, for each of some hashes. The pages where they are expected are read at once. */
    List<List<Integer>> find(Collection<Long> hashes, ScanCounters counters) throws IOException {
        TreeSet<Integer> expected = new TreeSet<>();
        int spread = (int) Math.sqrt(entries);
        for (long hash : hashes) {
            if (entries > 0) {
                long rank = Math.multiplyHigh(hash >>> 1, (long) entries << 1);
                int first = (int) Math.max(0, rank - spread) / PAGE_ENTRIES;
                int last = (int) Math.min(entries - 1L, rank + spread) / PAGE_ENTRIES;
                for (int page = first; page <= last; page++) {
                    expected.add(page);
                }
            }
        }
        load(expected, counters);
        List<List<Integer>> nodes = new ArrayList<>();
        for (long hash : hashes) {
            nodes.add(find(hash, counters));
        }
        return nodes;
    }

    private void load(Collection<Integer> wanted, ScanCounters counters) throws IOException {
        List<Integer> missing = new ArrayList<>();
        List<Range> ranges = new ArrayList<>();
        for (int page : wanted) {
            if (!pages.containsKey(page)) {
                missing.add(page);
                ranges.add(new Range(offset + PagedIndex.pageOffset(page), PagedIndex.pageLength(page, entries)));
            }
        }
        List<ByteBuffer> read = file.read(ranges, counters);
        for (int i = 0; i < read.size(); i++) {
            String where = file.name() + ": name index, page " + missing.get(i) + " (byte "
                    + ranges.get(i).offset() + ")";
            pages.put(
                    missing.get(i),
                    file.parse(ranges.get(i), read.get(i), b -> inOrder(PagedIndex.check(b, where), where), counters));
        }
    }

    private ByteBuffer page(int page, ScanCounters counters) throws IOException {
        ByteBuffer known = pages.get(page);
        if (known != null) {
            return known;
        }
        load(List.of(page), counters);
        return pages.get(page);
    }

    private List<Integer> find(long hash, ScanCounters counters) throws IOException {
        List<Integer> nodes = new ArrayList<>();
        int count = PagedIndex.pages(entries);
        if (count == 0) {
            return nodes;
        }
        int key = PagedIndex.key(hash);
        int at = PagedIndex.expectedPage(hash, entries);
        while (at > 0 && Integer.compareUnsigned(key, first(page(at, counters))) <= 0) {
            at--;
        }
        while (at < count - 1 && Integer.compareUnsigned(key, last(page(at, counters))) > 0) {
            at++;
        }
        for (; at < count && Integer.compareUnsigned(first(page(at, counters)), key) <= 0; at++) {
            ByteBuffer page = page(at, counters);
            for (int i = from(page, key); i < page.limit() && page.getInt(i) == key; i += PagedIndex.ENTRY_BYTES) {
                int node = page.getInt(i + 4);
                if (node >= 0 && node < Layout.MAX_NODES && node < entries) {
                    nodes.add(node);
                }
            }
            if (Integer.compareUnsigned(last(page), key) > 0) {
                break;
            }
        }
        return nodes;
    }

    /** Returns a page if its keys ascend. A search in another order would miss columns. */
    static ByteBuffer inOrder(ByteBuffer page, String where) throws CorruptFileException {
        for (int i = PagedIndex.ENTRY_BYTES; i < page.limit(); i += PagedIndex.ENTRY_BYTES) {
            if (Integer.compareUnsigned(page.getInt(i - PagedIndex.ENTRY_BYTES), page.getInt(i)) > 0) {
                throw new CorruptFileException(
                        where + ": entry " + i / PagedIndex.ENTRY_BYTES + " of the page is not in order");
            }
        }
        return page;
    }

    /** Returns the byte where the first entry of a page with at least a key starts; the page's end without one. */
    static int from(ByteBuffer page, int key) {
        int low = 0;
        int high = page.limit() / PagedIndex.ENTRY_BYTES;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Integer.compareUnsigned(page.getInt(middle * PagedIndex.ENTRY_BYTES), key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low * PagedIndex.ENTRY_BYTES;
    }

    private static int first(ByteBuffer page) {
        return page.getInt(0);
    }

    private static int last(ByteBuffer page) {
        return page.getInt(page.limit() - PagedIndex.ENTRY_BYTES);
    }
}
