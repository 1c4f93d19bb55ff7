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

import java.io.IOException;
import java.util.List;

/**
 * Describes a scan: by default all columns, all rows, no filter. Nothing is read until {@link #build}.
 *
 * <p>Selected columns appear in the order given, a nested field as a column of its own whose name is the path's text: of
 * {@code b.c} a row is null where {@code b.c} or {@code b} is. Fields below lists and maps can't be selected alone.
 */
public final class ScanBuilder {
    /** The most rows of a batch, and the default: one vector. */
    public static final int MAX_BATCH_ROWS = 4096;

    ScanBuilder() {}

    /** Selects columns by paths as text, in place of what was selected before; none at all to count rows. */
    public ScanBuilder select(String... paths) {
        throw new UnsupportedOperationException("under construction: " + paths.length);
    }

    /** Selects columns, in place of what was selected before; none at all to count rows. */
    public ScanBuilder select(List<ColumnPath> paths) {
        throw new UnsupportedOperationException("under construction: " + paths.size());
    }

    /** Selects all columns, as by default. */
    public ScanBuilder selectAll() {
        throw new UnsupportedOperationException("under construction");
    }

    /** Keeps the rows on which a filter is true; its columns need not be selected. */
    public ScanBuilder filter(Filter filter) {
        throw new UnsupportedOperationException("under construction: " + filter);
    }

    /**
     * Limits the scan to the rows {@code from..to-1}.
     *
     * @throws IllegalArgumentException if it is not within the row set
     */
    public ScanBuilder rows(long from, long to) {
        throw new UnsupportedOperationException("under construction: " + from + to);
    }

    /** The most rows of a batch, 1..{@value #MAX_BATCH_ROWS}. */
    public ScanBuilder batchRows(int rows) {
        throw new UnsupportedOperationException("under construction: " + rows);
    }

    /** About the most bytes of a batch's arrays; a batch of one row may have more. Default 8 MiB. */
    public ScanBuilder batchBytes(long bytes) {
        throw new UnsupportedOperationException("under construction: " + bytes);
    }

    /** The most bytes of one row, beyond which the scan fails with {@link RowTooLargeException}. Default 256 MiB. */
    public ScanBuilder maxRowBytes(long bytes) {
        throw new UnsupportedOperationException("under construction: " + bytes);
    }

    /** About how many stored bytes are fetched at once; a step has at least one vector. Default 32 MiB. */
    public ScanBuilder stepBytes(long bytes) {
        throw new UnsupportedOperationException("under construction: " + bytes);
    }

    /** The state of the table to read. */
    public ScanBuilder snapshot(Snapshot snapshot) {
        throw new UnsupportedOperationException("under construction: " + snapshot);
    }

    /**
     * Resolves columns and filter, reads the indexes and MinMax that are needed, and prunes.
     *
     * @throws IllegalArgumentException if a column is not there, or a literal of the filter does not fit its column
     * @throws dev.stoa.format.StoaException if the file is damaged or not supported
     */
    public Scan build() throws IOException {
        throw new UnsupportedOperationException("under construction");
    }
}
