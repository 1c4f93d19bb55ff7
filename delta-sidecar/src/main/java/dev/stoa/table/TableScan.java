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
package dev.stoa.table;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads the selected columns of the rows of a snapshot that match, fragment by fragment, in each in the order of its rows. A
 * row is known by {@link #fragment} and its number there, {@code batch.firstRow() + i}. Batches are as those of
 * {@link dev.stoa.reader.Scan}, with the columns of the snapshot.
 *
 * <p>For one thread; several scans of a snapshot may run in parallel.
 */
public final class TableScan implements Closeable {
    private final Snapshot snapshot;
    private final List<TableColumn> columns;
    private final Optional<Filter> filter;
    private final Optional<RowRanges> rows;
    private final List<Fragment> fragments;
    private final Schema schema;
    private int next;
    private Optional<FragmentScan> current = Optional.empty();
    private boolean closed;

    TableScan(
            Snapshot snapshot,
            List<TableColumn> columns,
            Optional<Filter> filter,
            Optional<RowRanges> rows,
            List<Fragment> fragments) {
        this.snapshot = snapshot;
        this.columns = columns;
        this.filter = filter;
        this.rows = rows;
        this.fragments = fragments;
        this.schema = new Schema(columns.stream().map(TableColumn::output).toList());
    }

    /** The schema of the batches. */
    public Schema schema() {
        return schema;
    }

    /** The fragments that the log does not rule out: those that are read. */
    public List<Fragment> fragments() {
        return List.copyOf(fragments);
    }

    /**
     * Goes to the next batch with a selected row.
     *
     * @return whether there is one
     * @throws dev.stoa.format.CorruptFileException if what must be read is damaged, or is not what the log names
     * @throws IOException if it can't be read
     * @throws IllegalStateException if the scan is closed
     */
    public boolean next() throws IOException {
        if (closed) {
            throw new IllegalStateException("the scan is closed, or has failed before");
        }
        boolean done = false;
        try {
            boolean found = advance();
            done = true;
            return found;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private boolean advance() throws IOException {
        while (true) {
            if (current.isPresent()) {
                if (current.get().next()) {
                    return true;
                }
                current.get().close();
                current = Optional.empty();
            }
            if (next == fragments.size()) {
                return false;
            }
            current = Optional.of(FragmentScan.open(snapshot, fragments.get(next++), columns, filter, rows));
        }
    }

    /**
     * The batch to which {@link #next} went.
     *
     * @throws IllegalStateException if there is none
     */
    public Batch batch() {
        return scan().batch();
    }

    /**
     * The fragment of the batch.
     *
     * @throws IllegalStateException if there is none
     */
    public Fragment fragment() {
        scan();
        return fragments.get(next - 1);
    }

    private FragmentScan scan() {
        return current.orElseThrow(
                () -> new IllegalStateException("there is no batch: next() must have returned true"));
    }

    /** Releases all buffers and closes the files. */
    @Override
    public void close() throws IOException {
        closed = true;
        Optional<FragmentScan> open = current;
        current = Optional.empty();
        if (open.isPresent()) {
            open.get().close();
        }
    }
}
