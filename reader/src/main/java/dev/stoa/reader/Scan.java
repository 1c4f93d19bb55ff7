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

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Schema;
import dev.stoa.format.SelectedRows;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.decode.Budget;
import dev.stoa.reader.internal.decode.ColumnReader;
import dev.stoa.reader.internal.decode.ScanContext;
import dev.stoa.reader.internal.fetch.DataStore;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.plan.ScanPlan;
import dev.stoa.reader.internal.scan.DecodeClock;
import dev.stoa.reader.internal.scan.FilterStep;
import dev.stoa.reader.internal.scan.StepReader;
import dev.stoa.reader.internal.scan.Tracer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the selected columns of the rows that match, batch by batch, in the order of the rows.
 *
 * <p>A batch's rows are within one vector. It has a selection if a filter left some rows out. The scan leaves out
 * batches without a selected row. It reuses the arrays, so they are valid until the next call of {@link #next} or
 * {@link #close}. A dictionary stays as it is as long as it is the same object. Row {@code i} of a batch is row {@code
 * batch.firstRow() + i} of the row set: its identity, with the file's.
 *
 * <p>For one thread; several scans of a file may run in parallel.
 */
public final class Scan implements BatchSource {
    private static final int[] NO_SELECTION = new int[0];

    private final ScanPlan plan;
    private final ScanCounters counters;
    private final DecodeClock clock;
    private final ScanContext context;
    private final StepReader steps;
    private final List<ColumnReader> readers = new ArrayList<>();
    private final SelectedRows selectedRows = new SelectedRows();
    /** Whether some rows of the batch are not selected. */
    private boolean isSelection;

    private int rowsAtOnce;
    private Optional<StepReader.Survivor> current = Optional.empty();
    private long nextRow;
    private Optional<Batch> batch = Optional.empty();
    private State state = State.OPEN;
    private final boolean isPart;

    private enum State {
        OPEN,
        FAILED,
        CLOSED
    }

    Scan(ScanPlan plan, ScanCounters counters) {
        this(plan, counters, false);
    }

    private Scan(ScanPlan plan, ScanCounters counters, boolean isPart) {
        this.isPart = isPart;
        this.plan = plan;
        this.counters = counters;
        this.clock = new DecodeClock(counters);
        this.context = new ScanContext(plan.file(), counters, plan.overlay());
        this.steps = new StepReader(plan, context);
        long width = 1;
        for (ReadColumn column : plan.selected()) {
            ColumnReader reader = ColumnReader.of(column, context);
            readers.add(reader);
            width += reader.width();
        }
        long fitting = Math.max(1, plan.limits().batchBytes() / width);
        this.rowsAtOnce = (int) Math.min(plan.limits().batchRows(), fitting);
    }

    /** A scan of some of the rows of one that was planned: these were counted there. */
    static Scan ofPart(ScanPlan plan) {
        return new Scan(plan, new ScanCounters(), true);
    }

    /** The schema of the batches: the selected columns. */
    public Schema schema() {
        return plan.schema();
    }

    /**
     * Goes to the next batch with a selected row.
     *
     * @return false at the end
     * @throws dev.stoa.format.CorruptFileException if bytes that the scan needs are damaged
     * @throws RowTooLargeException if one row is larger than allowed
     * @throws IOException if it can't be read
     * @throws IllegalStateException if the scan is closed or has failed before
     */
    @Override
    public boolean next() throws IOException {
        if (state != State.OPEN) {
            throw new IllegalStateException("the scan " + (state == State.CLOSED ? "is closed" : "has failed before"));
        }
        batch = Optional.empty();
        boolean done = false;
        try {
            boolean found = advance();
            done = true;
            return found;
        } finally {
            if (!done) {
                state = State.FAILED;
                release();
            }
        }
    }

    private boolean advance() throws IOException {
        while (true) {
            context.releaseBatch();
            if (current.isEmpty()) {
                current = steps.next();
                if (current.isEmpty()) {
                    return false;
                }
                nextRow = plan.firstRow(current.get().vector());
                context.deliver(
                        plan.rowSet(), current.get().vector(), current.get().mask());
            }
            StepReader.Survivor survivor = current.get();
            long end = plan.endRow(survivor.vector());
            if (nextRow >= end) {
                current = Optional.empty();
                continue;
            }
            int rows = (int) Math.min(rowsAtOnce, end - nextRow);
            if (select(survivor, rows) == 0) {
                nextRow += rows;
            } else if (read(rows)) {
                return true;
            }
        }
    }

    /** Selects those of the next rows that count; returns how many. */
    private int select(StepReader.Survivor survivor, int rows) {
        isSelection = survivor.mask().isPresent() || steps.hasDeleted(survivor);
        if (survivor.mask().isPresent()) {
            int at = (int) (nextRow - (long) survivor.vector() * Layout.VECTOR_ROWS);
            return selectedRows.set(survivor.mask().get().words(), at, rows);
        }
        return isSelection ? steps.selectKept(nextRow, rows, selectedRows) : rows;
    }

    /** Reads a batch; false if it must be tried again with fewer rows. */
    private boolean read(int rows) throws IOException {
        ScanPlan.Limits limits = plan.limits();
        if (rows == 1) {
            context.budget().start(limits.maxRowBytes(), limits.maxRowBytes());
        } else {
            context.budget().start(Math.min(limits.batchBytes(), limits.maxRowBytes()), limits.stepBytes());
        }
        List<ColumnVector> columns = new ArrayList<>(readers.size());
        clock.begin();
        try {
            for (ColumnReader reader : readers) {
                columns.add(reader.read(nextRow, rows));
            }
        } catch (Budget.ExceededException e) {
            if (rows == 1) {
                throw FilterStep.tooLarge(plan, nextRow, e);
            }
            rowsAtOnce = rows / 2;
            return false;
        }
        clock.end();
        limits.reads().count(plan.file().name(), 0, context.budget().used());
        Batch read = isSelection
                ? new Batch(plan.schema(), columns, rows, nextRow, selectedRows)
                : new Batch(plan.schema(), columns, rows, nextRow, NO_SELECTION, rows);
        batch = Optional.of(read);
        nextRow += rows;
        counters.batches++;
        counters.rowsDelivered += read.selectedCount();
        if (context.budget().used() < limits.batchBytes() / 2) {
            rowsAtOnce = Math.min(limits.batchRows(), rowsAtOnce * 2);
        }
        return true;
    }

    /**
     * The current batch, that of the last call of {@link #next}.
     *
     * @throws IllegalStateException if none exists
     */
    @Override
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: next() must have returned true"));
    }

    /** Counts of what the scan pruned, planned and read so far. */
    @Override
    public ScanStats stats() {
        return isPart
                ? counters.snapshot(0, 0)
                : counters.snapshot(plan.rowSet().rows(), plan.rows().count());
    }

    /**
     * The plan of this scan, and what it did so far.
     *
     * @throws IllegalStateException if it is not {@linkplain ScanBuilder#traced traced}
     */
    public ScanTrace trace() throws IOException {
        List<ScanTrace.Fetch> fetches = counters.fetches.orElseThrow(
                () -> new IllegalStateException("the scan is not traced: it was not asked for when it was built"));
        return new Tracer(plan, new DataStore(plan.file(), new ScanCounters())).trace(fetches);
    }

    /** Releases all buffers. The file stays open. */
    @Override
    public void close() {
        batch = Optional.empty();
        state = State.CLOSED;
        release();
    }

    private void release() {
        context.close();
        steps.close();
    }
}
