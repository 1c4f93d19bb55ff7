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
package dev.stoa.trino.internal.read;

import dev.stoa.format.Batch;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.trino.internal.plan.StoaSplit;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.predicate.TupleDomain;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The scan of a split. If the other side of a join says more while the scan runs, a scan with this condition reads the remaining
 * rows. That opens the file again, so a few rows are read as they are.
 */
final class SplitScan implements Closeable {
    /** The rows of a zone, the unit that scans leave out. */
    private static final long LEAST_ROWS = 65_536;

    private final Snapshot snapshot;
    private final StoaSplit split;
    private final List<ColumnPath> columns;
    private final Function<TupleDomain<ColumnHandle>, Optional<Filter>> filters;
    private final DynamicFilter dynamic;
    private TupleDomain<ColumnHandle> known;
    private boolean isComplete;
    private TableScan scan;
    private ScanStats before = ScanStats.NONE;
    private long next;

    /**
     * Begins to read a split.
     *
     * @param filters makes the filter of the scan from what the other side of a join says
     */
    SplitScan(
            Snapshot snapshot,
            StoaSplit split,
            List<ColumnPath> columns,
            Function<TupleDomain<ColumnHandle>, Optional<Filter>> filters,
            DynamicFilter dynamic)
            throws IOException {
        this.snapshot = snapshot;
        this.split = split;
        this.columns = columns;
        this.filters = filters;
        this.dynamic = dynamic;
        this.next = split.from();
        this.isComplete = dynamic.isComplete();
        this.known = dynamic.getCurrentPredicate();
        this.scan = open();
    }

    private TableScan open() throws IOException {
        TableScanBuilder builder = snapshot.scan();
        filters.apply(known).ifPresent(builder::filter);
        return builder.select(columns)
                .fragments(Set.of(split.fragment()))
                .rows(RowRanges.between(next, split.to()))
                .build();
    }

    /** Goes to the next batch, and returns whether it exists. */
    boolean next() throws IOException {
        narrow();
        if (!scan.next()) {
            return false;
        }
        next = batch().firstRow() + batch().rowCount();
        return true;
    }

    private void narrow() throws IOException {
        if (isComplete || split.to() - next < LEAST_ROWS) {
            return;
        }
        isComplete = dynamic.isComplete();
        TupleDomain<ColumnHandle> now = dynamic.getCurrentPredicate();
        if (!now.equals(known)) {
            known = now;
            scan.close();
            before = before.plus(scan.stats());
            scan = open();
        }
    }

    Batch batch() {
        return scan.batch();
    }

    Fragment fragment() {
        return scan.fragment();
    }

    /** Returns the counts of all scans of the split so far. */
    ScanStats stats() {
        return before.plus(scan.stats());
    }

    @Override
    public void close() throws IOException {
        scan.close();
    }
}
