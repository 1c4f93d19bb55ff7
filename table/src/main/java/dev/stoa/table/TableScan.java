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
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.ScanStats;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Reads the matching rows of a snapshot, and of them the selected columns. It goes fragment by fragment, in the order of rows, or
 * follows the declared order of the table. Without that order, {@link #fragment} and the number in it,
 * {@code batch.firstRow() + i}, identify a row. Batches are as those of {@link dev.stoa.reader.Scan}, with the columns of the
 * snapshot.
 *
 * <p>For one thread; several scans of a snapshot may run in parallel.
 */
public final class TableScan implements BatchSource {
    private final List<Fragment> fragments;
    private final List<? extends DividedInput> inputs;
    private final boolean isOrdered;
    private final Schema schema;
    private int next;
    private Optional<DividedInput> input = Optional.empty();
    private Deque<DividedInput.Part> parts = new ArrayDeque<>();
    private Optional<BatchSource> current = Optional.empty();
    private ScanStats stats = ScanStats.NONE;
    private boolean closed;

    TableScan(Schema schema, List<Fragment> fragments, List<? extends DividedInput> inputs, boolean isOrdered) {
        this.schema = schema;
        this.fragments = List.copyOf(fragments);
        this.inputs = inputs;
        this.isOrdered = isOrdered;
    }

    /** The schema of the batches. */
    public Schema schema() {
        return schema;
    }

    /** The fragments that the log does not rule out: those that are read. */
    public List<Fragment> fragments() {
        return fragments;
    }

    /**
     * Goes to the next batch with a selected row.
     *
     * @return false at the end
     * @throws dev.stoa.format.CorruptFileException if bytes that the scan needs are damaged, or a file is not the one
     *     that the log names
     * @throws ExpiredVersionException if the version was expired meanwhile, and a file of it deleted
     * @throws IOException if it can't be read
     * @throws IllegalStateException if the scan is closed
     */
    @Override
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
                closePart();
            } else if (!parts.isEmpty()) {
                current = Optional.of(parts.remove().open());
            } else {
                closeInput();
                if (next == inputs.size()) {
                    return false;
                }
                DividedInput opened = inputs.get(next++);
                DividedInput.Divided divided = opened.open(DividedInput.Division.WHOLE);
                input = Optional.of(opened);
                stats = stats.plus(divided.planned());
                parts.addAll(divided.parts());
            }
        }
    }

    /**
     * The current batch, that of the last call of {@link #next}.
     *
     * @throws IllegalStateException if none exists
     */
    @Override
    public Batch batch() {
        return scan().batch();
    }

    /**
     * The fragment of the batch.
     *
     * @throws IllegalStateException if none exists, or rows are read in order: then those of several may be in one batch
     */
    public Fragment fragment() {
        scan();
        if (isOrdered) {
            throw new IllegalStateException("a scan in order does not tell which fragment a row is of");
        }
        return fragments.get(next - 1);
    }

    /**
     * Counts of what the scan pruned in the fragments of {@link #fragments}, and of what it planned and read so far.
     */
    @Override
    public ScanStats stats() {
        return current.isPresent() ? stats.plus(current.get().stats()) : stats;
    }

    private BatchSource scan() {
        return current.orElseThrow(() -> new IllegalStateException("no current batch: next() must have returned true"));
    }

    private void closePart() throws IOException {
        if (current.isPresent()) {
            BatchSource part = current.get();
            current = Optional.empty();
            stats = stats.plus(part.stats());
            part.close();
        }
    }

    private void closeInput() throws IOException {
        Optional<DividedInput> open = input;
        input = Optional.empty();
        if (open.isPresent()) {
            open.get().close();
        }
    }

    /** Releases all buffers and closes the files. */
    @Override
    public void close() throws IOException {
        closed = true;
        parts.clear();
        try {
            closePart();
        } finally {
            closeInput();
        }
    }
}
