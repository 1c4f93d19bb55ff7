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
package dev.stoa.reader.internal.fetch;

import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.file.FileBytes;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.ReadPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The stored bytes of a file that a scan holds, and the fetching of more. For one thread. */
public final class DataStore {
    /** Neighbouring parts are requested as one range up to this size. */
    private static final int MAX_RANGE = 4 << 20;

    private final FileBytes file;
    private final ScanCounters counters;
    private final Map<Integer, ColumnData> columns = new HashMap<>();

    public DataStore(FileBytes file, ScanCounters counters) {
        this.file = file;
        this.counters = counters;
    }

    /** Returns the bytes held of a column, which has an index. */
    public ColumnData data(ReadColumn column) {
        return columns.computeIfAbsent(column.node(), node -> new ColumnData(column, file, counters));
    }

    /** Drops decoded dictionaries of columns that have many, except those that a fetch relies on. */
    public void trimDictionaries() {
        columns.values().forEach(ColumnData::trimDictionaries);
    }

    /** A fetch of what is not here yet. */
    public Fetch fetch() {
        return new Fetch();
    }

    /**
     * Parts that are fetched with one plan and released together: first {@linkplain #add added}, then
     * {@linkplain #start started}, then {@linkplain #await awaited}. A fetch keeps what it found here, of earlier fetches
     * that are not closed, until it is closed itself.
     */
    public final class Fetch implements AutoCloseable {
        private final List<Fetched> parts = new ArrayList<>();
        private final List<Runnable> removals = new ArrayList<>();
        private final Set<Fetch> reliesOn = new HashSet<>();
        private List<Range> ranges = List.of();
        private int[] rangeOf = new int[0];
        private Optional<ReadPlan> plan = Optional.empty();
        private Optional<PendingRead> pending = Optional.empty();
        private Optional<RangeBuffers> buffers = Optional.empty();
        private int place = -1;
        private long bytes;
        private boolean isClosed;
        /** This one until it is closed, and those that rely on it. */
        private int holders = 1;

        private Fetch() {}

        /** The stored bytes that this fetch asks for. */
        public long bytes() {
            return bytes;
        }

        /**
         * Adds what is missing of the rows {@code from..to-1} of a column itself: granules, dictionaries, and pages if
         * wanted.
         */
        public void add(ReadColumn column, long from, long to, boolean withPages) {
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
                if (index.granuleLength(granule) == 0) {
                    granule++;
                    continue;
                }
                Optional<GranuleRun> held = data.granules().of(granule);
                if (held.isPresent()) {
                    relyOn(held.get());
                    granule = Math.max(granule + 1, held.get().end());
                    continue;
                }
                long offset = index.granuleOffset(granule);
                int length = index.granuleLength(granule);
                int end = granule + 1;
                while (end <= last && continues(data, end, offset + length, MAX_RANGE - length)) {
                    length += index.granuleLength(end);
                    end++;
                }
                GranuleRun run = new GranuleRun(this, index, granule, end, new Range(offset, length));
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
            plan = Optional.empty();
            parts.add(part);
            bytes += part.range().length();
        }

        private void relyOn(Fetched part) {
            Fetch other = part.owner();
            if (other != this && reliesOn.add(other)) {
                other.holders++;
            }
        }

        /** Adds a dictionary if it is missing, with the one that its entries refer to. */
        public void addDictionary(ColumnData data, int id) {
            Slot held = data.dictionaries().get(id);
            if (held != null) {
                relyOn(held);
            } else if (data.isDecoded(id)) {
                data.pinDictionary(id);
                removals.add(() -> data.unpinDictionary(id));
                return;
            } else {
                ColumnIndex.DictionaryPart part = data.index().dictionaries().get(id);
                put(data.dictionaries(), id, new Slot(this, new Range(part.offset(), part.length()), part.crc()));
            }
            data.index().dictionaries().get(id).encoding().dictionary().ifPresent(table -> addDictionary(data, table));
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
        public void addPages(ColumnData data, int pagedVector, int firstPage, int lastPage) {
            long[] offsets = data.pageOffsets(pagedVector);
            List<ColumnIndex.Page> pages =
                    data.index().pagedVectors().get(pagedVector).pages();
            for (int i = firstPage; i <= lastPage; i++) {
                long key = ColumnData.pageKey(pagedVector, i);
                Slot held = data.pages().get(key);
                if (held != null) {
                    relyOn(held);
                } else {
                    ColumnIndex.Page page = pages.get(i);
                    put(data.pages(), key, new Slot(this, new Range(offsets[i], page.length()), page.crc()));
                }
            }
        }

        private <K> void put(Map<K, Slot> map, K key, Slot slot) {
            map.put(key, slot);
            add(slot);
            removals.add(() -> map.remove(key));
        }

        /** {@link #start} and {@link #await}. */
        public void run() throws IOException {
            start();
            await();
        }

        /** Returns the plan of reading the parts added up to now. If planning fails, this fetch is closed. */
        public ReadPlan plan() throws IOException {
            if (plan.isEmpty()) {
                try {
                    plan = Optional.of(file.source().plan(ranges()));
                } finally {
                    if (plan.isEmpty()) {
                        close();
                    }
                }
            }
            return plan.get();
        }

        /** The added parts, those that touch each other as one range. */
        private List<Range> ranges() {
            parts.sort(Comparator.comparingLong(part -> part.range().offset()));
            ranges = new ArrayList<>();
            rangeOf = new int[parts.size()];
            for (int i = 0; i < rangeOf.length; i++) {
                Range range = parts.get(i).range();
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
            return ranges;
        }

        /** Starts to read what was added, with one plan. If that fails, this fetch is closed. */
        public void start() throws IOException {
            if (parts.isEmpty()) {
                return;
            }
            closeIfFailed(() -> timed(() -> {
                place = counters.plan(plan(), false);
                counters.steps++;
                pending = Optional.of(file.source().start(plan()));
            }));
        }

        /** Waits until what was added, and what it found here, has come. If that fails, this fetch is closed. */
        public void await() throws IOException {
            closeIfFailed(() -> {
                for (Fetch other : reliesOn) {
                    other.await();
                }
                if (!parts.isEmpty() && buffers.isEmpty()) {
                    timed(this::fill);
                }
            });
        }

        private void fill() throws IOException {
            RangeBuffers read = pending.orElseThrow().await();
            buffers = Optional.of(read);
            for (int i = 0; i < rangeOf.length; i++) {
                Range range = parts.get(i).range();
                ByteBuffer whole = read.buffer(rangeOf[i]);
                int at = (int) (range.offset() - ranges.get(rangeOf[i]).offset());
                parts.get(i).fill(whole.slice(at, range.length()));
            }
        }

        private void closeIfFailed(Reading reading) throws IOException {
            boolean done = false;
            try {
                reading.run();
                done = true;
            } finally {
                if (!done) {
                    close();
                }
            }
        }

        private void timed(Reading reading) throws IOException {
            long start = System.nanoTime();
            try {
                reading.run();
            } finally {
                counters.waited(place, System.nanoTime() - start);
            }
        }

        /** Releases the bytes as soon as no fetch relies on them. */
        @Override
        public void close() {
            if (!isClosed) {
                isClosed = true;
                release();
            }
        }

        private void release() {
            holders--;
            if (holders > 0) {
                return;
            }
            removals.forEach(Runnable::run);
            removals.clear();
            parts.clear();
            pending.ifPresent(PendingRead::close);
            buffers.ifPresent(RangeBuffers::close);
            buffers = Optional.empty();
            reliesOn.forEach(Fetch::release);
            reliesOn.clear();
        }
    }

    private interface Reading {
        void run() throws IOException;
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
