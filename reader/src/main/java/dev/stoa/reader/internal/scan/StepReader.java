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
package dev.stoa.reader.internal.scan;

import dev.stoa.format.SelectedRows;
import dev.stoa.reader.ScanLimitException;
import dev.stoa.reader.internal.decode.ScanContext;
import dev.stoa.reader.internal.fetch.DataStore;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.overlay.DeletedRows;
import dev.stoa.reader.internal.plan.ColumnRanges;
import dev.stoa.reader.internal.plan.ScanPlan;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.RowMask;
import dev.stoa.vio.StoreCosts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Fetches what a scan reads, in steps that are bounded in bytes, and gives the vectors that have selected rows.
 *
 * <p>With a filter, a step first fetches the predicate columns of the vectors in zones that may match. It evaluates the
 * filter, and then fetches the other columns of the vectors that have selected rows (Kudu's lazy materialisation, with lazy
 * IO). It fetches both in one plan if the other columns are so short that a second request costs more than their bytes. From
 * a store that reads in the
 * background, the next step's predicate columns and the next survivors' other columns are read ahead.
 */
public final class StepReader implements AutoCloseable {
    /** Vectors per filter step: bounds what is kept of masks. */
    private static final int MAX_VECTORS = 16_384;

    private final ScanPlan plan;
    private final ScanContext context;
    private final Optional<FilterStep> filter;
    /** Deleted rows, where vectors are filtered, and ahead of it where they are fetched. */
    private final DeletedRows deleted;

    private final DeletedRows deletedAhead;
    /** And where they are delivered. */
    private final DeletedRows deletedDelivered;

    private final List<ReadColumn> rest = new ArrayList<>();
    /** Whether the store reads in the background, so that the next fetch can run while this one is worked on. */
    private final boolean readsAhead;

    private int nextVector;
    /** Vectors that were filtered so far. */
    private long tested;
    /** Of these, vectors with selected rows. */
    private long selected;

    /** The step whose survivors are delivered. */
    private Step step = Step.NONE;

    private List<Survivor> survivors = List.of();
    private int nextSurvivor;
    /** Survivors before this one have all their columns fetched. */
    private int fetchedSurvivors;
    /** The other columns of the survivors that are delivered. */
    private Piece piece = Piece.NONE;

    private Optional<Step> stepAhead = Optional.empty();
    private Optional<Piece> pieceAhead = Optional.empty();

    /**
     * Vectors whose predicate columns are fetched together.
     *
     * @param vectors those that may hold selected rows
     * @param isLarge the predicate columns of its only vector are too large for a step
     * @param onePlan the other columns are fetched with them; vectors are filtered when it is their turn
     * @param fetch of the columns
     */
    private record Step(List<Integer> vectors, boolean isLarge, boolean onePlan, Optional<DataStore.Fetch> fetch) {
        static final Step NONE = new Step(List.of(), false, false, Optional.empty());
    }

    /**
     * Survivors whose other columns are fetched together.
     *
     * @param end one past the last of them
     * @param fetch of the columns
     */
    private record Piece(int end, Optional<DataStore.Fetch> fetch) {
        static final Piece NONE = new Piece(0, Optional.empty());
    }

    /**
     * A vector with selected rows.
     *
     * @param vector its ordinal
     * @param mask the selected rows; absent if these are all from the first to the last row to look at, perhaps without some
     * that are deleted
     */
    public record Survivor(int vector, Optional<RowMask> mask) {}

    /** Whether some rows of a survivor without a mask are deleted. */
    public boolean hasDeleted(Survivor survivor) {
        return deletedDelivered.seek(survivor.vector());
    }

    /** Selects those of some rows of the survivor with deleted ones that are not deleted; returns how many. */
    public int selectKept(long first, int count, SelectedRows selected) {
        return deletedDelivered.select(first, count, selected);
    }

    public StepReader(ScanPlan plan, ScanContext context) {
        this.plan = plan;
        this.context = context;
        this.filter = plan.predicate().map(p -> new FilterStep(plan, context));
        this.deleted = plan.overlay().deletedRows();
        this.deletedAhead = plan.overlay().deletedRows();
        this.deletedDelivered = plan.overlay().deletedRows();
        this.readsAhead = plan.file().source().profile().limits().inlineBytes()
                < plan.limits().pieceBytes();
        Set<Integer> filterNodes = new LinkedHashSet<>();
        plan.filterColumns().forEach(column -> filterNodes.add(column.node()));
        for (ReadColumn column : plan.selected()) {
            // a nested filter column was tested for nulls only: its children are still to be read
            if (!filterNodes.contains(column.node()) || !column.children().isEmpty()) {
                rest.add(column);
            }
        }
    }

    /** The next vector with selected rows, its selected columns fetched; a vector too large for a step only in part. */
    public Optional<Survivor> next() throws IOException {
        while (true) {
            while (nextSurvivor == survivors.size()) {
                if (!nextStep()) {
                    return Optional.empty();
                }
            }
            if (nextSurvivor == fetchedSurvivors) {
                nextPiece();
            }
            Survivor survivor = survivors.get(nextSurvivor++);
            Match match = plan.zones().ofVector(survivor.vector());
            if (match == Match.ALL) {
                count(plan.endRow(survivor.vector()) - plan.firstRow(survivor.vector()));
            }
            if (!step.onePlan() || match == Match.ALL) {
                return Optional.of(survivor);
            }
            Optional<Survivor> filtered = filter(survivor.vector());
            if (filtered.isPresent()) {
                return filtered;
            }
        }
    }

    /** Counts rows that are not filtered. */
    private void count(long rows) throws ScanLimitException {
        plan.limits().reads().count(plan.file().name(), rows, 0);
    }

    private Optional<Survivor> filter(int vector) throws IOException {
        RowMask mask = filter.orElseThrow().evaluate(vector);
        plan.holes(vector).ifPresent(mask::and);
        if (deleted.seek(vector)) {
            deleted.removeFrom(mask);
        }
        tested++;
        if (mask.isEmpty()) {
            context.counters().vectorsSkipped++;
            return Optional.empty();
        }
        selected++;
        return Optional.of(new Survivor(vector, Optional.of(mask)));
    }

    /** A vector whose rows need not be filtered, or not yet; nothing if all are deleted. */
    private Optional<Survivor> unfiltered(int vector) {
        Optional<RowMask> rows = plan.holes(vector);
        if (rows.isEmpty() || !deleted.seek(vector)) {
            return Optional.of(new Survivor(vector, rows));
        }
        deleted.removeFrom(rows.get());
        return rows.get().isEmpty() ? Optional.empty() : Optional.of(new Survivor(vector, rows));
    }

    /** Goes to the next step and finds its survivors; false if none exists. */
    private boolean nextStep() throws IOException {
        close(piece.fetch());
        close(step.fetch());
        piece = Piece.NONE;
        step = Step.NONE;
        context.store().trimDictionaries();
        count(0);
        Optional<Step> next = stepAhead.isPresent() ? stepAhead : startStep();
        stepAhead = Optional.empty();
        survivors = new ArrayList<>();
        nextSurvivor = 0;
        fetchedSurvivors = 0;
        if (next.isEmpty()) {
            return false;
        }
        step = next.get();
        await(step.fetch());
        if (readsAhead) {
            stepAhead = startStep();
        }
        for (int vector : step.vectors()) {
            if (step.onePlan() || plan.zones().ofVector(vector) == Match.ALL) {
                unfiltered(vector).ifPresent(survivors::add);
            } else {
                filter(vector).ifPresent(survivors::add);
            }
        }
        if (step.onePlan()) {
            fetchedSurvivors = survivors.size();
        }
        return true;
    }

    /** Finds the vectors of the next step and starts to fetch their predicate columns; returns nothing after the last step. */
    private Optional<Step> startStep() throws IOException {
        List<Integer> vectors = new ArrayList<>();
        long bytes = 0;
        while (vectors.size() < MAX_VECTORS) {
            nextVector = plan.vectorFrom(nextVector);
            if (nextVector >= plan.endVector()) {
                break;
            }
            Match match = plan.zones().ofVector(nextVector);
            if (match == Match.NONE) {
                nextVector = plan.zones().behind(nextVector);
                continue;
            }
            if (!isDeleted(nextVector)) {
                long more = match == Match.SOME ? bytes(plan.filterColumns(), nextVector) : 0;
                if (bytes + more > plan.limits().pieceBytes() && !vectors.isEmpty()) {
                    break;
                }
                bytes += more;
                vectors.add(nextVector);
            }
            nextVector++;
        }
        if (vectors.isEmpty()) {
            return Optional.empty();
        }
        boolean isLarge = bytes > plan.limits().stepBytes();
        Optional<DataStore.Fetch> all = bytes == 0 ? Optional.empty() : fetchOfAllIfWorthIt(vectors, isLarge);
        context.counters().stepsInOnePlan += all.isPresent() ? 1 : 0;
        DataStore.Fetch fetch = all.isPresent() ? all.get() : fetchOfPredicates(vectors, isLarge);
        fetch.start();
        return Optional.of(new Step(vectors, isLarge, all.isPresent(), Optional.of(fetch)));
    }

    /** Whether all rows of a vector to look at are deleted, as far as is known without a search. */
    private boolean isDeleted(int vector) {
        long first = plan.firstRow(vector);
        long end = plan.endRow(vector);
        return deletedAhead.mayHold(end - first) && deletedAhead.seek(vector) && deletedAhead.holdAll(first, end);
    }

    private DataStore.Fetch fetchOfPredicates(List<Integer> vectors, boolean isLarge) {
        DataStore.Fetch fetch = context.store().fetch();
        for (int vector : vectors) {
            if (plan.zones().ofVector(vector) == Match.SOME) {
                addFilterColumns(fetch, vector, isLarge);
            }
        }
        return fetch;
    }

    /**
     * Returns a fetch of all columns, if fetching all at once is worth it. That takes longer than fetching the predicate
     * columns alone. But a later fetch takes a request's latency more, and the time for vectors with selected rows. Their
     * share is that of the vectors tested so far; none at first.
     */
    private Optional<DataStore.Fetch> fetchOfAllIfWorthIt(List<Integer> vectors, boolean isLarge) throws IOException {
        double skipped = tested == 0 ? 1 : 1 - (double) selected / tested;
        StoreCosts costs = plan.file().source().profile().costs();
        long rest = restBytes(vectors);
        // where a store is not read ahead, planning twice would take longer than its requests
        if (rest > plan.limits().stepBytes() || (!readsAhead && rest * skipped > costs.latencyBytes())) {
            return Optional.empty();
        }
        DataStore.Fetch fetch = fetchOfPredicates(vectors, isLarge);
        double alone = readsAhead ? fetch.plan().estimatedMicros() : 0;
        vectors.forEach(vector -> addAll(fetch, vector, vector));
        if (readsAhead && (fetch.plan().estimatedMicros() - alone) * skipped > costs.latencyMicros()) {
            fetch.close();
            return Optional.empty();
        }
        return Optional.of(fetch);
    }

    private void addFilterColumns(DataStore.Fetch fetch, int vector, boolean isLarge) {
        for (int i = 0; i < plan.filterColumns().size(); i++) {
            ReadColumn column = plan.filterColumns().get(i);
            fetch.add(
                    column,
                    plan.firstRow(vector),
                    plan.endRow(vector),
                    plan.valuesNeeded().get(i) && !isLarge);
        }
    }

    private long restBytes(List<Integer> vectors) {
        long bytes = 0;
        for (int vector : vectors) {
            bytes += bytes(rest(vector, false), vector);
        }
        return bytes;
    }

    /** The selected columns that the filter has not fetched. */
    private List<ReadColumn> rest(int vector, boolean isLarge) {
        return plan.zones().ofVector(vector) == Match.SOME && !isLarge ? rest : plan.selected();
    }

    /** Goes to the next survivors of the step. */
    private void nextPiece() throws IOException {
        close(piece.fetch());
        piece = Piece.NONE;
        piece = pieceAhead.isPresent() ? pieceAhead.get() : startPiece(fetchedSurvivors);
        pieceAhead = Optional.empty();
        await(piece.fetch());
        fetchedSurvivors = piece.end();
        if (readsAhead && fetchedSurvivors < survivors.size()) {
            pieceAhead = Optional.of(startPiece(fetchedSurvivors));
        }
    }

    /** Starts to fetch the other columns of the survivors that fit a step. */
    private Piece startPiece(int begin) throws IOException {
        DataStore.Fetch fetch = context.store().fetch();
        int end = begin;
        int first = survivors.get(begin).vector();
        long bytes = restBytes(first);
        if (bytes > plan.limits().stepBytes()) {
            addHeads(fetch, first);
            end++;
        } else {
            int last = first - 1;
            long more = bytes;
            bytes = 0;
            do {
                int vector = survivors.get(end).vector();
                if (vector != last + 1) {
                    addAll(fetch, first, last);
                    first = vector;
                }
                last = vector;
                bytes += more;
                end++;
                if (end == survivors.size()) {
                    break;
                }
                more = restBytes(survivors.get(end).vector());
            } while (bytes + more <= plan.limits().pieceBytes());
            addAll(fetch, first, last);
        }
        fetch.start();
        return new Piece(end, Optional.of(fetch));
    }

    private long restBytes(int vector) {
        return bytes(rest(vector, step.isLarge()), vector);
    }

    private long bytes(List<ReadColumn> columns, int vector) {
        return ColumnRanges.bytes(columns, plan.firstRow(vector), plan.endRow(vector));
    }

    private void addAll(DataStore.Fetch fetch, int first, int last) {
        for (ReadColumn column : plan.selected()) {
            ColumnRanges.visit(
                    column, plan.firstRow(first), plan.endRow(last), (c, from, to) -> fetch.add(c, from, to, true));
        }
    }

    /** Of a large vector, what is in the row set itself and no pages; the rest is fetched batch by batch. */
    private void addHeads(DataStore.Fetch fetch, int vector) {
        for (ReadColumn column : plan.selected()) {
            addHeads(fetch, column, plan.firstRow(vector), plan.endRow(vector));
        }
    }

    private static void addHeads(DataStore.Fetch fetch, ReadColumn column, long from, long to) {
        fetch.add(column, from, to, false);
        if (!column.isList()) {
            column.children().forEach(child -> addHeads(fetch, child, from, to));
        }
    }

    private static void await(Optional<DataStore.Fetch> fetch) throws IOException {
        if (fetch.isPresent()) {
            fetch.get().await();
        }
    }

    private static void close(Optional<DataStore.Fetch> fetch) {
        fetch.ifPresent(DataStore.Fetch::close);
    }

    @Override
    public void close() {
        close(piece.fetch());
        close(step.fetch());
        close(pieceAhead.flatMap(Piece::fetch));
        close(stepAhead.flatMap(Step::fetch));
        piece = Piece.NONE;
        step = Step.NONE;
        pieceAhead = Optional.empty();
        stepAhead = Optional.empty();
    }
}
