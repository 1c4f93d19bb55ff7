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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Fetches what a scan reads, in steps that are bounded in bytes, and gives the vectors that have selected rows.
 *
 * <p>With a filter a step first fetches the predicate columns of the vectors in zones that may match, evaluates it, and
 * then the other columns of the vectors that have selected rows; in one plan where the other columns are so short that a
 * second request costs more than their bytes (Kudu's lazy materialisation, with lazy IO).
 */
final class Steps implements AutoCloseable {
    /** Vectors per filter step: bounds what is kept of masks. */
    private static final int MAX_VECTORS = 16_384;

    private final ScanPlan plan;
    private final ScanContext context;
    private final Optional<FilterStep> filter;
    private final List<ReadColumn> rest = new ArrayList<>();
    private int nextVector;
    private List<Survivor> survivors = new ArrayList<>();
    private int nextSurvivor;
    /** Survivors before this one have all their columns fetched. */
    private int fetchedSurvivors;
    /** The predicate columns of the step's only vector are too large for a step. */
    private boolean largeStep;
    /** All columns are here; vectors that may match are filtered when it is their turn. */
    private boolean onePlan;

    private Optional<DataStore.Fetch> filterFetch = Optional.empty();
    private Optional<DataStore.Fetch> restFetch = Optional.empty();

    /**
     * A vector with selected rows.
     *
     * @param vector its ordinal
     * @param mask the selected rows; absent if all are between the first and the last that are looked at
     */
    record Survivor(int vector, Optional<RowMask> mask) {}

    Steps(ScanPlan plan, ScanContext context, Overlay overlay) {
        this.plan = plan;
        this.context = context;
        this.filter = plan.predicate().map(p -> new FilterStep(plan, context, overlay));
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
    Optional<Survivor> next() throws IOException {
        while (true) {
            while (nextSurvivor == survivors.size()) {
                close();
                context.store().trimDictionaries();
                if (!nextStep()) {
                    return Optional.empty();
                }
            }
            if (nextSurvivor == fetchedSurvivors) {
                fetchRest();
            }
            Survivor survivor = survivors.get(nextSurvivor++);
            if (!onePlan || plan.zones().ofVector(survivor.vector()) == Match.ALL) {
                return Optional.of(survivor);
            }
            Optional<Survivor> filtered = filter(survivor.vector());
            if (filtered.isPresent()) {
                return filtered;
            }
        }
    }

    private Optional<Survivor> filter(int vector) throws IOException {
        RowMask mask = filter.orElseThrow().evaluate(vector);
        plan.holes(vector).ifPresent(mask::and);
        if (mask.isEmpty()) {
            context.counters().vectorsSkipped++;
            return Optional.empty();
        }
        return Optional.of(new Survivor(vector, Optional.of(mask)));
    }

    /** Finds the vectors of the next step; false if there are no more. */
    private boolean nextStep() throws IOException {
        List<Integer> vectors = new ArrayList<>();
        long bytes = 0;
        while (vectors.size() < MAX_VECTORS) {
            nextVector = plan.vectorFrom(nextVector);
            if (nextVector >= plan.endVector()) {
                break;
            }
            Match match = plan.zones().ofVector(nextVector);
            if (match != Match.NONE) {
                long more = match == Match.SOME ? bytes(plan.filterColumns(), nextVector) : 0;
                if (bytes + more > plan.limits().pieceBytes() && !vectors.isEmpty()) {
                    break;
                }
                bytes += more;
                vectors.add(nextVector);
            }
            nextVector++;
        }
        survivors = new ArrayList<>();
        nextSurvivor = 0;
        fetchedSurvivors = 0;
        if (vectors.isEmpty()) {
            return false;
        }
        filterStep(vectors, bytes);
        return true;
    }

    private void filterStep(List<Integer> vectors, long filterBytes) throws IOException {
        largeStep = filterBytes > plan.limits().stepBytes();
        onePlan = !largeStep && restIsShort(vectors);
        DataStore.Fetch fetch = context.store().fetch();
        filterFetch = Optional.of(fetch);
        for (int vector : vectors) {
            if (plan.zones().ofVector(vector) == Match.SOME) {
                addFilterColumns(fetch, vector);
            }
            if (onePlan) {
                addAll(fetch, vector, vector);
            }
        }
        fetch.run();
        for (int vector : vectors) {
            if (onePlan || plan.zones().ofVector(vector) == Match.ALL) {
                survivors.add(new Survivor(vector, plan.holes(vector)));
            } else {
                filter(vector).ifPresent(survivors::add);
            }
        }
        if (onePlan) {
            fetchedSurvivors = survivors.size();
        }
    }

    private void addFilterColumns(DataStore.Fetch fetch, int vector) {
        for (int i = 0; i < plan.filterColumns().size(); i++) {
            ReadColumn column = plan.filterColumns().get(i);
            fetch.add(
                    column,
                    plan.firstRow(vector),
                    plan.endRow(vector),
                    plan.valuesNeeded().get(i) && !largeStep);
        }
    }

    /** Whether the columns that are not filtered by are not worth a second request. */
    private boolean restIsShort(List<Integer> vectors) {
        if (plan.predicate().isEmpty()) {
            return false;
        }
        int gap = plan.file().source().profile().costs().latencyBytes();
        long bytes = 0;
        for (int vector : vectors) {
            bytes += bytes(rest(vector), vector);
            if (bytes > gap) {
                return false;
            }
        }
        return true;
    }

    /** The selected columns that the filter has not fetched. */
    private List<ReadColumn> rest(int vector) {
        return plan.zones().ofVector(vector) == Match.SOME && !largeStep ? rest : plan.selected();
    }

    /** Fetches the other columns of as many survivors as fit a step. */
    private void fetchRest() throws IOException {
        restFetch.ifPresent(DataStore.Fetch::close);
        DataStore.Fetch fetch = context.store().fetch();
        restFetch = Optional.of(fetch);
        int first = survivors.get(fetchedSurvivors).vector();
        long bytes = bytes(rest(first), first);
        if (bytes > plan.limits().stepBytes()) {
            addHeads(fetch, first);
            fetchedSurvivors++;
        } else {
            int last = first - 1;
            long more = bytes;
            bytes = 0;
            do {
                int vector = survivors.get(fetchedSurvivors).vector();
                if (vector != last + 1) {
                    addAll(fetch, first, last);
                    first = vector;
                }
                last = vector;
                bytes += more;
                fetchedSurvivors++;
                if (fetchedSurvivors == survivors.size()) {
                    break;
                }
                int next = survivors.get(fetchedSurvivors).vector();
                more = bytes(rest(next), next);
            } while (bytes + more <= plan.limits().pieceBytes());
            addAll(fetch, first, last);
        }
        fetch.run();
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

    /** Of a large vector, what lies in the row set itself and no pages; the rest is fetched batch by batch. */
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

    @Override
    public void close() {
        restFetch.ifPresent(DataStore.Fetch::close);
        restFetch = Optional.empty();
        filterFetch.ifPresent(DataStore.Fetch::close);
        filterFetch = Optional.empty();
    }
}
