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
package dev.stoa.reader;

import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.ReadPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a scan holds of a file's stored bytes, and the fetching of more. For one thread. */
final class DataStore {
    /** Neighbouring parts are asked for as one range up to this. */
    private static final int MAX_RANGE = 4 << 20;

    private final FileBytes file;
    private final ScanCounters counters;
    private final Map<Integer, ColumnData> columns = new HashMap<>();

    DataStore(FileBytes file, ScanCounters counters) {
        this.file = file;
        this.counters = counters;
    }

    /** What is held of a column, which has an index. */
    ColumnData data(ReadColumn column) {
        return columns.computeIfAbsent(column.node(), node -> new ColumnData(column, file, counters));
    }

    /** Drops decoded dictionaries of columns that have many; not while a fetch is held. */
    void trimDictionaries() {
        columns.values().forEach(ColumnData::trimDictionaries);
    }

    /** A fetch of what is not here yet. */
    Fetch fetch() {
        return new Fetch();
    }

    /** Parts that are fetched with one plan and released together. */
    final class Fetch implements AutoCloseable {
        private final List<Fetched> parts = new ArrayList<>();
        private final List<Runnable> removals = new ArrayList<>();
        private Optional<RangeBuffers> buffers = Optional.empty();
        private long bytes;

        private Fetch() {}

        /** The stored bytes that this fetch asks for. */
        long bytes() {
            return bytes;
        }

        /**
         * Adds what is missing of the rows {@code from..to-1} of a column itself: granules, dictionaries, and pages if
         * wanted.
         */
        void add(ReadColumn column, long from, long to, boolean withPages) {
            if (from >= to || column.index().isEmpty()) {
                return;
            }
            ColumnData data = data(column);
            ColumnIndex index = data.index();
            int firstVector = (int) (from / Layout.VECTOR_ROWS);
            int lastVector = (int) ((to - 1) / Layout.VECTOR_ROWS);
            addGranules(data, index.granuleOf(firstVector), index.granuleOf(lastVector));
            int lastBlock = index.blockOf(lastVector);
            for (int block = index.blockOf(firstVector); block <= lastBlock; block++) {
                index.blocks().get(block).encoding().dictionary().ifPresent(id -> addDictionary(data, id));
            }
            if (withPages) {
                addPages(data, firstVector, lastVector);
            }
        }

        private void addGranules(ColumnData data, int first, int last) {
            ColumnIndex index = data.index();
            int granule = first;
            while (granule <= last) {
                if (index.granuleLength(granule) == 0 || data.granules().has(granule)) {
                    granule++;
                    continue;
                }
                long offset = index.granuleOffset(granule);
                int length = index.granuleLength(granule);
                int end = granule + 1;
                while (end <= last && continues(data, end, offset + length, MAX_RANGE - length)) {
                    length += index.granuleLength(end);
                    end++;
                }
                GranuleRun run = new GranuleRun(index, granule, end, new Range(offset, length));
                data.granules().add(run);
                add(run);
                removals.add(() -> {
                    data.granules().remove(run);
                    data.close();
                });
                granule = end;
            }
        }

        /** Whether a granule is missing and at this place, or has no bytes. */
        private static boolean continues(ColumnData data, int granule, long offset, int room) {
            int length = data.index().granuleLength(granule);
            return length == 0
                    || (data.index().granuleOffset(granule) == offset
                            && length <= room
                            && !data.granules().has(granule));
        }

        private void add(Fetched part) {
            parts.add(part);
            bytes += part.range().length();
        }

        /** Adds a dictionary if it is missing, with the one that its entries refer to. */
        void addDictionary(ColumnData data, int id) {
            if (!data.hasDictionary(id)) {
                ColumnIndex.DictionaryPart part = data.index().dictionaries().get(id);
                put(data.dictionaries(), id, new Slot(new Range(part.offset(), part.length()), part.crc()));
                part.encoding().dictionary().ifPresent(table -> addDictionary(data, table));
            }
        }

        private void addPages(ColumnData data, int firstVector, int lastVector) {
            List<ColumnIndex.PagedVector> paged = data.index().pagedVectors();
            for (int p = firstPagedFrom(paged, firstVector);
                    p < paged.size() && paged.get(p).vector() <= lastVector;
                    p++) {
                addPages(data, p, 0, paged.get(p).pages().size() - 1);
            }
        }

        /** Adds pages of a paged vector that are missing. */
        void addPages(ColumnData data, int pagedVector, int firstPage, int lastPage) {
            long[] offsets = data.pageOffsets(pagedVector);
            List<ColumnIndex.Page> pages =
                    data.index().pagedVectors().get(pagedVector).pages();
            for (int i = firstPage; i <= lastPage; i++) {
                long key = ColumnData.pageKey(pagedVector, i);
                if (!data.pages().containsKey(key)) {
                    ColumnIndex.Page page = pages.get(i);
                    put(data.pages(), key, new Slot(new Range(offsets[i], page.length()), page.crc()));
                }
            }
        }

        private <K> void put(Map<K, Slot> map, K key, Slot slot) {
            map.put(key, slot);
            add(slot);
            removals.add(() -> map.remove(key));
        }

        /** Reads what was added, with one plan. If it fails, this fetch is closed. */
        void run() throws IOException {
            if (parts.isEmpty()) {
                return;
            }
            boolean done = false;
            try {
                read();
                done = true;
            } finally {
                if (!done) {
                    close();
                }
            }
        }

        private void read() throws IOException {
            List<Fetched> sorted = new ArrayList<>(parts);
            sorted.sort(Comparator.comparingLong(part -> part.range().offset()));
            List<Range> ranges = new ArrayList<>();
            int[] rangeOf = new int[sorted.size()];
            for (int i = 0; i < rangeOf.length; i++) {
                Range range = sorted.get(i).range();
                int last = ranges.size() - 1;
                if (last >= 0
                        && ranges.get(last).end() == range.offset()
                        && (long) ranges.get(last).length() + range.length() <= MAX_RANGE) {
                    Range before = ranges.get(last);
                    ranges.set(last, new Range(before.offset(), before.length() + range.length()));
                } else {
                    ranges.add(range);
                }
                rangeOf[i] = ranges.size() - 1;
            }
            ReadPlan plan = file.source().plan(ranges);
            counters.plan(plan);
            counters.steps++;
            long start = System.nanoTime();
            try (PendingRead pending = file.source().start(plan)) {
                RangeBuffers read = pending.await();
                buffers = Optional.of(read);
                for (int i = 0; i < rangeOf.length; i++) {
                    Range range = sorted.get(i).range();
                    ByteBuffer whole = read.buffer(rangeOf[i]);
                    int at = (int) (range.offset() - ranges.get(rangeOf[i]).offset());
                    sorted.get(i).fill(whole.slice(at, range.length()));
                }
            }
            counters.readNanos += System.nanoTime() - start;
        }

        /** Releases the bytes. */
        @Override
        public void close() {
            removals.forEach(Runnable::run);
            removals.clear();
            parts.clear();
            buffers.ifPresent(RangeBuffers::close);
            buffers = Optional.empty();
        }
    }

    private static int firstPagedFrom(List<ColumnIndex.PagedVector> paged, int vector) {
        int low = 0;
        int high = paged.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (paged.get(middle).vector() < vector) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
