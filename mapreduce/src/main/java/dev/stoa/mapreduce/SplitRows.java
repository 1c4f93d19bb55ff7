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
package dev.stoa.mapreduce;

import dev.stoa.format.Batch;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counter;

/** The rows of a split that the job reads, one after the other. */
final class SplitRows implements Closeable {
    private final StoaSplit split;
    private final TableScan scan;
    private final Function<ScanCounter, Counter> counters;
    private final StoaRow row = new StoaRow();
    private int[] selection = new int[0];
    private int next;
    private int count;
    private long firstRow;
    private boolean isAll;
    private boolean closed;

    /**
     * Opens a split.
     *
     * @param counters of the task
     */
    SplitRows(Configuration job, StoaSplit split, Function<ScanCounter, Counter> counters) throws IOException {
        this.split = split;
        this.counters = counters;
        this.firstRow = split.fromRow();
        Path folder = split.folder();
        Snapshot snapshot = split.part().open(HadoopFolder.of(folder.getFileSystem(job), folder));
        scan = JobSettings.scan(job, snapshot)
                .fragments(Set.of(split.fragment()))
                .rows(RowRanges.between(split.fromRow(), split.toRow()))
                .build();
    }

    /** Goes to the next row; returns false after the last one. */
    boolean next() throws IOException {
        while (next == count) {
            if (!scan.next()) {
                firstRow = split.toRow();
                return false;
            }
            Batch batch = scan.batch();
            row.show(batch);
            isAll = batch.isAllSelected();
            selection = batch.selection();
            firstRow = batch.firstRow();
            count = batch.selectedCount();
            next = 0;
        }
        row.go(isAll ? next : selection[next]);
        next++;
        return true;
    }

    /** The row that {@link #next} went to. */
    StoaRow row() {
        return row;
    }

    /** How much of the split is read, 0 to 1. */
    float progress() {
        return split.toRow() == split.fromRow()
                ? 1
                : (float) (firstRow - split.fromRow()) / (split.toRow() - split.fromRow());
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            scan.close();
        } finally {
            for (ScanCounter counter : ScanCounter.values()) {
                counters.apply(counter).increment(counter.of(scan.stats()));
            }
        }
    }
}
