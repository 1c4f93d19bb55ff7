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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.internal.filter.BatchFilter;
import dev.stoa.reader.internal.filter.BoundedVector;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Scans the rows of a fragment whose columns are {@linkplain KeptRows kept}. For one thread. */
final class KeptScan implements BatchSource {
    private static final int[] ALL = new int[0];

    private final KeptScans.Columns columns;
    private final List<KeptColumn> kept;
    private final Optional<BatchFilter> filter;
    private final long rows;
    private final RowRanges deleted;
    private final ScanStats read;
    private int next;
    private Optional<Batch> batch = Optional.empty();
    private long filtered;
    private long delivered;
    private long batches;

    /**
     * A scan.
     *
     * @param columns the requested columns
     * @param kept all of these columns
     * @param rows the fragment's
     * @param deleted of these
     * @param read the counts of reading the columns
     */
    KeptScan(KeptScans.Columns columns, List<KeptColumn> kept, long rows, RowRanges deleted, ScanStats read) {
        this.columns = columns;
        this.kept = kept;
        this.filter = columns.filter().map(tests -> tests.filter().copy());
        this.rows = rows;
        this.deleted = deleted;
        this.read = read;
    }

    @Override
    public boolean next() throws IOException {
        batch = Optional.empty();
        while (batch.isEmpty() && (long) next * KeptRows.PIECE_ROWS < rows) {
            Batch selected = select();
            if (selected.selectedCount() > 0) {
                batch = Optional.of(selected);
                delivered += selected.selectedCount();
                batches++;
            }
            next++;
        }
        return batch.isPresent();
    }

    /** The rows of the next vector that count. */
    private Batch select() throws IOException {
        long first = (long) next * KeptRows.PIECE_ROWS;
        int count = (int) Math.min(KeptRows.PIECE_ROWS, rows - first);
        RowRanges holes = deleted.isEmpty() ? deleted : deleted.within(first, first + count);
        int[] selection = holes.isEmpty() ? ALL : selection(holes, first, count);
        int selected = (int) (count - holes.count());
        if (filter.isEmpty()) {
            return new Batch(columns.schema(), values(vectors(columns.output())), count, first, selection, selected);
        }
        List<BoundedVector> tested = vectors(columns.tested());
        filtered += count;
        return filter.get()
                .filter(
                        new Batch(
                                columns.filter().orElseThrow().schema(),
                                values(tested),
                                count,
                                first,
                                selection,
                                selected),
                        tested)
                .with(columns.schema(), values(vectors(columns.output())));
    }

    private List<BoundedVector> vectors(List<Integer> places) {
        BoundedVector[] vectors = new BoundedVector[places.size()];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = kept.get(places.get(i)).vectors().get(next);
        }
        return List.of(vectors);
    }

    private static List<ColumnVector> values(List<BoundedVector> bounded) {
        ColumnVector[] vectors = new ColumnVector[bounded.size()];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = bounded.get(i).values();
        }
        return List.of(vectors);
    }

    /** Those of some rows that are not deleted. */
    private static int[] selection(RowRanges holes, long first, int count) {
        int[] selection = new int[(int) (count - holes.count())];
        int n = 0;
        long row = first;
        for (int i = 0; i <= holes.rangeCount(); i++) {
            long end = i < holes.rangeCount() ? holes.rangeFirst(i) : first + count;
            while (row < end) {
                selection[n++] = (int) (row++ - first);
            }
            row = i < holes.rangeCount() ? holes.rangeEnd(i) : end;
        }
        return selection;
    }

    @Override
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: next() must have returned true"));
    }

    @Override
    public ScanStats stats() {
        return read.withRows(rows, filtered, delivered, batches);
    }

    @Override
    public void close() {
        batch = Optional.empty();
    }
}
