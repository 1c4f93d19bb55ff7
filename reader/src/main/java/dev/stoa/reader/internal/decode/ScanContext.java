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
package dev.stoa.reader.internal.decode;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.reader.internal.fetch.ColumnData;
import dev.stoa.reader.internal.fetch.DataStore;
import dev.stoa.reader.internal.file.FileBytes;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.overlay.Overlay;
import dev.stoa.reader.internal.value.RowMask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The things that the readers of one scan share: the decoder, the stored bytes, the budget of the batch. For one thread. */
public final class ScanContext implements AutoCloseable {
    private static final int NO_VECTOR = -1;

    /** Selected rows are decoded alone if they are at most one of this many. */
    private static final int FEW = 16;

    private final DataStore store;
    private final ScanCounters counters;
    private final Overlay overlay;
    private final VectorDecoder decoder = new VectorDecoder();
    private final Budget budget = new Budget();
    private final boolean[] nullScratch = new boolean[Layout.VECTOR_ROWS];
    private final Map<Integer, VectorRows> rows = new HashMap<>();
    private final List<DataStore.Fetch> fetchedForBatch = new ArrayList<>();

    /** The vector whose rows are delivered, and its row set. */
    private int delivered = NO_VECTOR;

    private Optional<RowSetRecord> deliveredSet = Optional.empty();
    /** The selected rows of that vector, if they are few. */
    private Optional<int[]> few = Optional.empty();

    public ScanContext(FileBytes file, ScanCounters counters, Overlay overlay) {
        this.store = new DataStore(file, counters);
        this.counters = counters;
        this.overlay = overlay;
    }

    /** The changes to apply to decoded vectors. */
    Overlay overlay() {
        return overlay;
    }

    public DataStore store() {
        return store;
    }

    public ScanCounters counters() {
        return counters;
    }

    VectorDecoder decoder() {
        return decoder;
    }

    /** For the null mask of one vector, until it is known whether the vector has nulls. */
    boolean[] nullScratch() {
        return nullScratch;
    }

    public Budget budget() {
        return budget;
    }

    /**
     * Goes to a vector of the scan's row set.
     *
     * @param selected its selected rows; absent if none is left out, except deleted ones
     */
    public void deliver(RowSetRecord rowSet, int vector, Optional<RowMask> selected) {
        delivered = vector;
        deliveredSet = Optional.of(rowSet);
        few = selected.flatMap(mask -> mask.few(Layout.VECTOR_ROWS / FEW));
    }

    /** The only rows to decode of a vector of a column, if few are selected. */
    Optional<int[]> fewRows(ReadColumn column, int vector) {
        return vector == delivered
                        && deliveredSet.filter(column.rowSet()::equals).isPresent()
                ? few
                : Optional.empty();
    }

    /** The rows of a node, the same for all who read it. */
    public VectorRows rows(ReadColumn column) {
        return rows.computeIfAbsent(column.node(), node -> {
            if (column.isList()) {
                return new ListRows(column, this);
            }
            return column.shape() == Physical.BYTES ? new BytesRows(column, this) : new FixedRows(column, this);
        });
    }

    /**
     * Fetches what is missing of the rows {@code from..to-1} of a column and of its fields in the same row set, without
     * pages. In most scans nothing is: whole vectors were fetched before.
     */
    void fetch(List<ReadColumn> columns, long from, long to) throws IOException {
        DataStore.Fetch fetch = store.fetch();
        for (ReadColumn column : columns) {
            addInRowSet(fetch, column, from, to);
        }
        run(fetch, columns.get(0));
    }

    private static void addInRowSet(DataStore.Fetch fetch, ReadColumn column, long from, long to) {
        fetch.add(column, from, to, false);
        if (!column.isList()) {
            column.children().forEach(child -> addInRowSet(fetch, child, from, to));
        }
    }

    /** Fetches what is missing of the pages {@code first..last} of a paged vector. */
    void fetchPages(ColumnData data, int pagedOrdinal, int first, int last) throws IOException {
        DataStore.Fetch fetch = store.fetch();
        fetch.addPages(data, pagedOrdinal, first, last);
        run(fetch, data.column());
    }

    private void run(DataStore.Fetch fetch, ReadColumn column) throws IOException {
        try {
            budget.checkFetch(fetch.bytes(), column);
        } catch (Budget.ExceededException e) {
            fetch.close();
            throw e;
        }
        fetch.run();
        fetchedForBatch.add(fetch);
    }

    /** Releases what was fetched for one batch. */
    public void releaseBatch() {
        fetchedForBatch.forEach(DataStore.Fetch::close);
        fetchedForBatch.clear();
    }

    @Override
    public void close() {
        releaseBatch();
    }
}
