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
import dev.stoa.format.StructVector;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.Filter;
import dev.stoa.reader.PreparedScan;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.internal.filter.BatchFilter;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.table.internal.schema.Widening;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Scans rows of a fragment. It has one scan for each file with requested columns, applies changes, and joins the batches. If
 * the filter has conditions on one of several files, it reads some rows at a time. It finds the matching rows first, and reads
 * the columns only for these. For one thread.
 */
public final class FragmentScan implements BatchSource {
    /** Rows that are tested before those that match are read: their numbers take some megabytes at most. */
    private static final long TESTED_AT_ONCE = 1 << 20;

    private final FragmentPlan plan;
    private final RowRanges rows;
    private final long stepBytes;
    private final Optional<BatchFilter> filter;
    private final List<FileRows> files = new ArrayList<>();
    private boolean ownsPlan;
    private ScanStats stats = ScanStats.NONE;
    private Optional<Batch> batch = Optional.empty();
    private long nextRow;
    /** The first row that is not requested from the scans of the files yet. */
    private long nextStart;

    FragmentScan(FragmentPlan plan, RowRanges rows, long stepBytes) {
        this.plan = plan;
        this.rows = rows;
        this.stepBytes = stepBytes;
        this.filter = plan.together();
    }

    public static FragmentScan open(
            TableImage image,
            Fragment fragment,
            List<TableColumn> outputs,
            Optional<Filter> condition,
            Optional<RowRanges> rows)
            throws IOException {
        return alone(image, fragment, outputs, condition, rows, false);
    }

    /** Opens a scan of all rows, deleted ones too. */
    public static FragmentScan withDeleted(TableImage image, Fragment fragment, List<TableColumn> outputs)
            throws IOException {
        return withDeleted(image, fragment, outputs, RowRanges.between(0, fragment.rows()));
    }

    /** Opens a scan of some rows, deleted ones too. */
    public static FragmentScan withDeleted(
            TableImage image, Fragment fragment, List<TableColumn> outputs, RowRanges rows) throws IOException {
        return alone(image, fragment, outputs, Optional.empty(), Optional.of(rows), true);
    }

    private static FragmentScan alone(
            TableImage image,
            Fragment fragment,
            List<TableColumn> outputs,
            Optional<Filter> condition,
            Optional<RowRanges> rows,
            boolean withDeleted)
            throws IOException {
        ScanRequest request = new ScanRequest(
                image, outputs, condition, Optional.empty(), rows, Optional.empty(), ScanRequest.Limits.NONE);
        try {
            FragmentPlan plan = FragmentOpener.open(request, fragment, withDeleted);
            FragmentScan scan = plan.scan(plan.rows(), Long.MAX_VALUE);
            scan.ownsPlan = true;
            return scan;
        } catch (IOException e) {
            throw MissingFiles.explained(image, List.of(fragment), e);
        }
    }

    @Override
    public boolean next() throws IOException {
        try {
            return advanceToBatch();
        } catch (IOException e) {
            throw MissingFiles.explained(plan.image(), List.of(plan.fragment()), e);
        }
    }

    private boolean advanceToBatch() throws IOException {
        batch = Optional.empty();
        while (batch.isEmpty()) {
            if (files.isEmpty() && !openFiles()) {
                return false;
            }
            if (advance()) {
                batch = together();
            } else {
                closeFiles();
            }
        }
        return true;
    }

    @Override
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: next() must have returned true"));
    }

    @Override
    public ScanStats stats() {
        ScanStats all = ownsPlan ? stats.plus(plan.stats()) : stats;
        for (FileRows file : files) {
            all = all.plus(file.stats());
        }
        return all;
    }

    /** Begins to read the next rows that may match; returns false after the last ones. */
    private boolean openFiles() throws IOException {
        while (nextStart < rows.end()) {
            RowRanges some = rows;
            if (!plan.tests().isEmpty()) {
                long first = rows.within(nextStart, rows.end()).first();
                some = rows.within(first, Math.min(rows.end(), (first / TESTED_AT_ONCE + 1) * TESTED_AT_ONCE));
                nextStart = some.end();
                some = matching(some);
            } else {
                nextStart = rows.end();
            }
            if (!some.isEmpty()) {
                for (FragmentPlan.Reading reading : plan.readings()) {
                    files.add(new FileRows(
                            reading.part(),
                            reading.scan().withStepsUpTo(stepBytes).scan(some)));
                }
                return true;
            }
        }
        return false;
    }

    private RowRanges matching(RowRanges some) throws IOException {
        RowRanges left = some;
        for (PreparedScan test : plan.tests()) {
            if (left.isEmpty()) {
                break;
            }
            RunsOfRows matching = new RunsOfRows();
            try (Scan scan = test.withStepsUpTo(stepBytes).scan(left)) {
                while (scan.next()) {
                    matching.add(scan.batch());
                }
                stats = stats.plus(scan.stats());
            }
            left = matching.ranges();
        }
        return left;
    }

    /** Goes on with those files whose batches have ended, until all have rows from the same one on. */
    private boolean advance() throws IOException {
        boolean together = false;
        while (!together) {
            for (FileRows file : files) {
                while (!file.hasRowsFrom(nextRow)) {
                    if (!file.next()) {
                        return false;
                    }
                }
            }
            for (FileRows file : files) {
                nextRow = Math.max(nextRow, file.batch().firstRow());
            }
            together = true;
            for (FileRows file : files) {
                together &= file.hasRowsFrom(nextRow);
            }
        }
        return true;
    }

    /** The rows from the next one on that all files have in their batches. */
    private Optional<Batch> together() throws IOException {
        Batch rowsOfFirst = files.get(0).batch();
        if (files.size() == 1 && filter.isEmpty()) {
            nextRow = rowsOfFirst.firstRow() + rowsOfFirst.rowCount();
            return Optional.of(
                    rowsOfFirst.with(plan.outputSchema(), outputs(rowsOfFirst.firstRow(), rowsOfFirst.rowCount())));
        }
        long first = nextRow;
        long end = Long.MAX_VALUE;
        for (FileRows file : files) {
            end = Math.min(end, file.endRow());
        }
        nextRow = end;
        int count = (int) (end - first);
        int[] selection = new int[count];
        int selected = 0;
        int skip = (int) (first - rowsOfFirst.firstRow());
        for (int i = 0; i < rowsOfFirst.selectedCount(); i++) {
            int row = rowsOfFirst.selected(i) - skip;
            if (row >= 0 && row < count) {
                selection[selected++] = row;
            }
        }
        if (selected > 0 && filter.isPresent()) {
            List<ColumnVector> tested =
                    vectors(plan.outputSchema().fields().size(), plan.sources().size(), first, count);
            Batch kept = filter.get().filter(new Batch(plan.testedSchema(), tested, count, first, selection, selected));
            selected = kept.selectedCount();
            for (int i = 0; i < selected; i++) {
                selection[i] = kept.selected(i);
            }
        }
        return selected == 0
                ? Optional.empty()
                : Optional.of(new Batch(plan.outputSchema(), outputs(first, count), count, first, selection, selected));
    }

    private List<ColumnVector> outputs(long first, int count) {
        return vectors(0, plan.outputSchema().fields().size(), first, count);
    }

    private List<ColumnVector> vectors(int from, int to, long first, int count) {
        List<ColumnVector> vectors = new ArrayList<>();
        for (FragmentPlan.Source source : plan.sources().subList(from, to)) {
            vectors.add(vector(source, first, count));
        }
        return vectors;
    }

    private FileRows rowsOf(FilePart part) {
        for (FileRows file : files) {
            if (file.part() == part) {
                return file;
            }
        }
        throw new IllegalArgumentException("nothing is read of " + part.file());
    }

    private ColumnVector vector(FragmentPlan.Source source, long first, int count) {
        TableColumn column = source.column();
        Optional<ColumnVector> stored = Optional.empty();
        if (source.ordinal() >= 0) {
            Batch read = rowsOf(source.part().orElseThrow()).batch();
            ColumnVector all = read.column(source.ordinal());
            int skip = (int) (first - read.firstRow());
            stored = Optional.of(skip == 0 && count == all.size() ? all : RowChanges.slice(all, skip, count));
        }
        if (source.late().isEmpty()) {
            return stored.map(vector -> source.part().orElseThrow().adapt(vector, column.type()))
                    .orElseGet(() -> Widening.nulls(column.type(), count));
        }
        LateChanges late = source.late().get();
        ColumnVector base = stored.isPresent()
                ? source.part().orElseThrow().adapt(stored.get(), late.firstType())
                : Widening.nulls(late.firstType(), count);
        ColumnVector now = VectorAdapter.BY_ID.adapt(
                late.overlaid(base, first), column.chain().get(0).type());
        for (int depth = 1; depth < column.chain().size(); depth++) {
            int at = now.type().fields().indexOf(column.chain().get(depth));
            now = ((StructVector) now).field(at);
        }
        return VectorAdapter.BY_ID.adapt(now, column.type());
    }

    private void closeFiles() {
        for (FileRows file : files) {
            stats = stats.plus(file.stats());
            file.close();
        }
        files.clear();
    }

    @Override
    public void close() throws IOException {
        closeFiles();
        if (ownsPlan) {
            plan.close();
        }
    }
}
