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
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ScanStats;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads rows of several fragments, run by run. For one thread. */
final class GroupScan implements BatchSource {
    private final GroupInput group;
    private final MergeOrder runs;
    private final List<Optional<Cursor>> cursors = new ArrayList<>();
    private final OrderedBatches ordered;
    private Optional<Cursor> through = Optional.empty();
    private Optional<Batch> batch = Optional.empty();
    private ScanStats stats = ScanStats.NONE;
    private int run;

    /** How far the rows of a fragment were taken. */
    private final class Cursor implements Closeable {
        private final int member;
        private final long first;
        private long end;
        private int lastRun;
        private Optional<FragmentScan> scan = Optional.empty();
        private Optional<Batch> rows = Optional.empty();
        private int next;
        private boolean hasEnded;

        Cursor(int member, long first) {
            this.member = member;
            this.first = first;
        }

        /** Takes the rows before one, as far as the batch has them; returns true if no more such rows follow. */
        boolean take(long before) throws IOException {
            if (rows.isEmpty()) {
                return !advance();
            }
            Batch there = rows.get();
            int to = upTo(there, next, before);
            if (to > next) {
                ordered.add(there, next, to);
                next = to;
            }
            if (next < there.selectedCount() || there.firstRow() + there.rowCount() >= before) {
                return true;
            }
            rows = Optional.empty(); // when what was added is given, the next ones may take its place
            return false;
        }

        private boolean advance() throws IOException {
            if (hasEnded) {
                return false;
            }
            if (scan.isEmpty()) {
                scan = Optional.of(group.scan(member, first, end));
            }
            hasEnded = !scan.get().next();
            rows = hasEnded ? Optional.empty() : Optional.of(scan.get().batch());
            next = 0;
            return !hasEnded;
        }

        @Override
        public void close() throws IOException {
            if (scan.isPresent()) {
                stats = stats.plus(scan.get().stats());
                scan.get().close();
                scan = Optional.empty();
                hasEnded = true;
                rows = Optional.empty();
                stats = stats.plus(group.release(member));
            }
        }
    }

    GroupScan(GroupInput group, MergeOrder runs) {
        this.group = group;
        this.runs = runs;
        this.ordered = new OrderedBatches(group.schema());
        for (int i = 0; i < runs.members(); i++) {
            cursors.add(Optional.empty());
        }
        for (int i = 0; i < runs.size(); i++) {
            int member = runs.member(i);
            if (cursors.get(member).isEmpty()) {
                cursors.set(member, Optional.of(new Cursor(member, runs.first(i))));
            }
            Cursor cursor = cursors.get(member).get();
            cursor.end = runs.end(i);
            cursor.lastRun = i;
        }
    }

    @Override
    public boolean next() throws IOException {
        batch = ordered.next();
        while (batch.isEmpty() && run < runs.size()) {
            step();
            batch = ordered.next();
        }
        if (batch.isEmpty()) {
            ordered.flush();
            batch = ordered.next();
        }
        return batch.isPresent();
    }

    /** Takes what a batch has of a run. All that was taken before is given. */
    private void step() throws IOException {
        if (through.isPresent()) {
            through.get().close();
            through = Optional.empty();
        }
        Cursor cursor = cursors.get(runs.member(run)).orElseThrow();
        if (cursor.take(runs.end(run))) {
            through = run == cursor.lastRun ? Optional.of(cursor) : Optional.empty();
            run++;
        }
    }

    /** Returns the first selected row of a batch, from one on, that does not come before a row. */
    private static int upTo(Batch batch, int from, long row) {
        int low = from;
        int high = batch.selectedCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (batch.firstRow() + batch.selected(middle) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public Batch batch() {
        return batch.orElseThrow(() -> new IllegalStateException("no current batch: next() must have returned true"));
    }

    @Override
    public ScanStats stats() {
        ScanStats all = stats;
        for (Optional<Cursor> cursor : cursors) {
            if (cursor.isPresent() && cursor.get().scan.isPresent()) {
                all = all.plus(cursor.get().scan.get().stats());
            }
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        batch = Optional.empty();
        Closing.all(cursors.stream().flatMap(Optional::stream).toList());
    }
}
