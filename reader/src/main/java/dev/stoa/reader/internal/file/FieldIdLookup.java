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
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.vio.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds nodes by field id in the field-id index (format-spec, section 3.4). It reads the whole index, as callers need to know
 * whether two nodes have the same id. A file of few nodes has no index, so this reads their records. Safe for several threads.
 */
final class FieldIdLookup {
    private final FileBytes file;
    private final Tail tail;
    private final NodePages pages;
    private final AtomicReference<Ids> known;

    /**
     * The ids of a file.
     *
     * @param sorted each id, with its node in the lower half
     * @param areUnique whether ids tell nodes apart: some node has one, no two nodes have the same, and all are positive
     */
    record Ids(long[] sorted, boolean areUnique) {
        private static long entry(int id, int node) {
            return (long) id << Integer.SIZE | node;
        }

        private static Ids of(long[] sorted) {
            boolean areUnique = sorted.length > 0 && id(sorted[0]) > 0;
            for (int i = 1; i < sorted.length; i++) {
                areUnique &= id(sorted[i - 1]) != id(sorted[i]);
            }
            return new Ids(sorted, areUnique);
        }

        private static int id(long entry) {
            return (int) (entry >> Integer.SIZE);
        }

        /** Returns the first node with an id. */
        OptionalInt node(int id) {
            int at = Arrays.binarySearch(sorted, entry(id, 0));
            int first = at < 0 ? -at - 1 : at;
            return first < sorted.length && id(sorted[first]) == id
                    ? OptionalInt.of((int) sorted[first])
                    : OptionalInt.empty();
        }
    }

    FieldIdLookup(FileBytes file, Tail tail, NodePages pages) {
        this(file, tail, pages, new AtomicReference<>());
    }

    private FieldIdLookup(FileBytes file, Tail tail, NodePages pages, AtomicReference<Ids> known) {
        this.file = file;
        this.tail = tail;
        this.pages = pages;
        this.known = known;
    }

    /** The same in another source: what one reads, both know. */
    FieldIdLookup in(FileBytes other, NodePages otherPages) {
        return new FieldIdLookup(other, tail, otherPages, known);
    }

    /** Returns the ids of all nodes. */
    Ids ids(ScanCounters counters) throws IOException {
        Ids ids = known.get();
        if (ids == null) {
            ids = Ids.of(tail.hasIndexes() ? indexed(counters) : ofRecords(counters));
            known.set(ids);
        }
        return ids;
    }

    /** Returns about how many bytes of memory the known ids take. */
    long knownBytes() {
        Ids ids = known.get();
        return ids == null ? 0 : (long) Long.BYTES * ids.sorted.length;
    }

    /** Says where the ids come from, for messages. */
    String where() {
        return file.name() + ": "
                + (tail.hasIndexes() ? "field-id index (byte " + offset() + ")" : "the field ids of its nodes");
    }

    private long offset() {
        return tail.fieldIdIndexOffset(file.source().length());
    }

    private long[] indexed(ScanCounters counters) throws IOException {
        Range range = new Range(offset(), Math.toIntExact(tail.fieldIdIndexLength()));
        ByteBuffer bytes = file.read(List.of(range), counters).get(0);
        return file.parse(range, bytes, this::parse, counters);
    }

    private long[] parse(ByteBuffer bytes) throws CorruptFileException {
        long[] entries = new long[tail.fieldIdCount()];
        int at = 0;
        for (int page = 0; page < PagedIndex.pages(entries.length); page++) {
            int length = PagedIndex.pageLength(page, entries.length);
            ByteBuffer stored = bytes.slice((int) PagedIndex.pageOffset(page), length);
            ByteBuffer in = PagedIndex.check(stored, where() + ", page " + page);
            while (in.hasRemaining()) {
                int id = in.getInt();
                int node = in.getInt();
                entries[at] = Ids.entry(id, node);
                if (node < 0 || node >= tail.nodeCount() || at > 0 && entries[at - 1] >= entries[at]) {
                    throw new CorruptFileException(where() + ": entry " + at + ", the id " + id + " of node " + node
                            + ", is out of range or not in order");
                }
                at++;
            }
        }
        return entries;
    }

    private long[] ofRecords(ScanCounters counters) throws IOException {
        pages.loadAll(counters);
        long[] entries = new long[tail.nodeCount()];
        int count = 0;
        for (int node = 0; node < entries.length; node++) {
            NodeRecord record = pages.node(node).orElseThrow();
            if (record.is(NodeRecord.HAS_FIELD_ID)) {
                entries[count++] = Ids.entry(record.fieldId(), node);
            }
        }
        long[] sorted = Arrays.copyOf(entries, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
