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
import dev.stoa.format.Type;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.BatchConsumer;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.ParallelScan;
import dev.stoa.reader.PartialAggregates;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.internal.filter.ValueBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts and bounds of the rows of a table. If a fragment is one file that has the columns as the table has them, metadata
 * answers for zones that match as a whole and were not changed. All others are read.
 */
public final class TableAggregator {
    private final ScanRequest request;
    private final List<Type> types;
    private final List<Found> found = new ArrayList<>();
    private Optional<Aggregates> known = Optional.empty();

    /** The result of one thread. */
    private final class Found implements BatchConsumer {
        private final List<ValueBounds> bounds =
                types.stream().map(ValueBounds::new).toList();
        private long rows;

        @Override
        public void accept(int input, Batch batch) {
            rows += batch.selectedCount();
            for (int i = 0; i < bounds.size(); i++) {
                bounds.get(i).add(batch.column(i), batch);
            }
        }

        Aggregates result() {
            List<Aggregates.Column> columns = new ArrayList<>();
            for (int i = 0; i < bounds.size(); i++) {
                columns.add(bounds.get(i).result(request.columns().get(i).path().toString()));
            }
            return new Aggregates(rows, 0, columns, ScanStats.NONE);
        }
    }

    /** A fragment, which is read as far as its metadata does not answer. */
    private final class Input implements DividedInput {
        private final Fragment fragment;
        private FragmentPlan plan;

        Input(Fragment fragment) {
            this.fragment = fragment;
        }

        @Override
        public Divided open(Division how) throws IOException {
            plan = request.open(fragment);
            boolean done = false;
            try {
                RowRanges unknown = plan.rows();
                Optional<ScanBuilder> alone = plan.alone();
                if (alone.isPresent()) {
                    PartialAggregates part = alone.get().aggregateByZones();
                    unknown = part.unknown();
                    add(part.known());
                }
                List<Part> parts = new ArrayList<>();
                for (RowRanges rows : plan.parts(how, unknown)) {
                    parts.add(() -> plan.scan(rows, how.stepBytes()));
                }
                done = true;
                return new Divided(parts, plan.stats());
            } finally {
                if (!done) {
                    plan.close();
                }
            }
        }

        @Override
        public void close() throws IOException {
            plan.close();
        }
    }

    /**
     * An aggregation.
     *
     * @throws IllegalArgumentException if a column has fields or elements
     */
    public TableAggregator(ScanRequest request) {
        this.request = request;
        this.types = request.columns().stream().map(TableColumn::type).toList();
        for (TableColumn column : request.columns()) {
            if (!column.isLeaf()) {
                throw new IllegalArgumentException(request.image() + ": column '" + column.path() + "' is a "
                        + column.type() + ", which has no bounds: select its fields");
            }
        }
    }

    private synchronized void add(Aggregates of) {
        Aggregates bare = new Aggregates(of.rows(), of.rowsFromMetadata(), of.columns(), ScanStats.NONE);
        known = Optional.of(known.map(before -> before.plus(bare)).orElse(bare));
    }

    public Aggregates of(List<Fragment> fragments, int threads) throws IOException {
        List<VersionInput> inputs = fragments.stream()
                .map(fragment -> new VersionInput(request.image(), List.of(fragment), new Input(fragment)))
                .toList();
        ScanStats stats = ParallelScan.ofDivided(inputs).threads(threads).forEach(() -> {
            Found of = new Found();
            found.add(of);
            return of;
        });
        Aggregates all = new Found().result();
        for (Found of : found) {
            all = all.plus(of.result());
        }
        if (known.isPresent()) {
            all = all.plus(known.get());
        }
        return new Aggregates(all.rows(), all.rowsFromMetadata(), all.columns(), stats);
    }
}
