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
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Merges sorted inputs. One is opened when rows of the others reach where it begins. All rows of one input before the next
 * one's are taken at once, found by a search. So inputs that hardly overlap take few comparisons. Equal rows
 * come in the order of the inputs. For one thread.
 */
final class MergedScan implements BatchSource {
    private final MergedInput input;
    private final RowOrder order;
    private final PriorityQueue<Head> heads;
    private final OrderedBatches ordered;
    private Optional<Batch> batch = Optional.empty();
    private Optional<Head> taken = Optional.empty();
    private ScanStats stats = ScanStats.NONE;
    private int opened;

    /** An open input with the batch of its next row. */
    private final class Head implements Closeable {
        private final int ordinal;
        private final DividedInput rows;
        private final List<? extends DividedInput.Part> parts;
        private Optional<BatchSource> source = Optional.empty();
        private List<ColumnVector> keys = List.of();
        private int next;

        Head(int ordinal) throws IOException {
            this.ordinal = ordinal;
            this.rows = input.sources().get(ordinal).input();
            DividedInput.Divided divided = input.open(rows);
            this.parts = divided.parts();
            stats = stats.plus(divided.planned());
        }

        /** Goes to the next batch; closes all if none exists. */
        boolean advance() throws IOException {
            if (source.isEmpty() && !parts.isEmpty()) {
                source = Optional.of(parts.get(0).open());
            }
            next = 0;
            if (source.isPresent() && source.get().next()) {
                keys = order.vectors(batch());
                return true;
            }
            close();
            input.close(rows);
            return false;
        }

        @Override
        public void close() throws IOException {
            if (source.isPresent()) {
                stats = stats.plus(source.get().stats());
                source.get().close();
                source = Optional.empty();
            }
        }

        Batch batch() {
            return source.orElseThrow().batch();
        }

        int row() {
            return batch().selected(next);
        }

        int compare(Head other) {
            int byRow = order.compare(keys, row(), other.keys, other.row());
            return byRow != 0 ? byRow : Integer.compare(ordinal, other.ordinal);
        }
    }

    MergedScan(MergedInput input) {
        this.input = input;
        this.order = input.order();
        this.heads = new PriorityQueue<>(Comparator.comparing(head -> head, Head::compare));
        this.ordered = new OrderedBatches(input.schema());
    }

    @Override
    public boolean next() throws IOException {
        Optional<Batch> found = ordered.next();
        while (found.isEmpty() && step()) {
            found = ordered.next();
        }
        if (found.isEmpty()) {
            ordered.flush();
            found = ordered.next();
        }
        batch = found.map(all -> all.with(
                input.wanted(), all.columns().subList(0, input.wanted().fields().size())));
        return batch.isPresent();
    }

    /** Takes rows of the input that comes first. All that was taken before is given. */
    private boolean step() throws IOException {
        if (taken.isPresent()) {
            Head head = taken.get();
            taken = Optional.empty();
            if (head.next < head.batch().selectedCount() || head.advance()) {
                heads.add(head);
            }
        }
        while (opened < input.sources().size() && (heads.isEmpty() || reaches(heads.peek(), heads.peek().next))) {
            Head head = new Head(opened++);
            if (head.advance()) {
                heads.add(head);
            }
        }
        if (heads.isEmpty()) {
            return false;
        }
        Head head = heads.poll();
        int end = end(head);
        ordered.add(head.batch(), head.next, end);
        head.next = end;
        taken = Optional.of(head);
        return true;
    }

    /** Whether a row of a head does not come before the first row of the next input. */
    private boolean reaches(Head head, int selected) {
        RowOrder.Edge start = input.sources().get(opened).start();
        ColumnVector first = head.keys.get(0);
        int row = head.batch().selected(selected);
        if (start.side() != 0 || first.isNull(row)) {
            return start.side() < 0 || first.isNull(row);
        }
        return order.compareFirst(first, row, start.value().orElseThrow(), 0) >= 0;
    }

    /** One past the last row of a head's batch that may be taken before another's. The next one may. */
    private int end(Head head) {
        int low = head.next + 1;
        int high = head.batch().selectedCount();
        if (isBefore(head, high - 1)) {
            return high;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(head, middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isBefore(Head head, int selected) {
        boolean inFront = opened == input.sources().size() || !reaches(head, selected);
        Head other = heads.peek();
        if (!inFront || other == null) {
            return inFront;
        }
        int byRow = order.compare(head.keys, head.batch().selected(selected), other.keys, other.row());
        return byRow < 0 || byRow == 0 && head.ordinal < other.ordinal;
    }

    @Override
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: next() must have returned true"));
    }

    @Override
    public ScanStats stats() {
        ScanStats all = stats;
        for (Head head : all()) {
            all = head.source.isPresent() ? all.plus(head.source.get().stats()) : all;
        }
        return all;
    }

    private List<Head> all() {
        List<Head> all = new ArrayList<>(heads);
        taken.ifPresent(all::add);
        return all;
    }

    @Override
    public void close() throws IOException {
        batch = Optional.empty();
        List<Head> open = all();
        heads.clear();
        taken = Optional.empty();
        Closing.all(open);
    }
}
