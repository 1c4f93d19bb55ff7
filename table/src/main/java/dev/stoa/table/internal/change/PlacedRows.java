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
package dev.stoa.table.internal.change;

import dev.stoa.delta.Anchors;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.RowOrder;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Places rows into a sorted table. It sorts the rows, as far as they fit its memory at once, and puts each where it belongs.
 * Those between the values of a fragment become a fragment of their own, with anchors in that one. Those between or after all
 * fragments become an independent one. If memory does not hold these, they are put aside and merged.
 */
public final class PlacedRows implements RowSink {
    private final RunningOperation running;
    private final Optional<String> partition;
    private final RowOrder order;
    private final Optional<AnchorTargets> hosts;
    private final SortedRuns loose;
    private RowBuffer buffer;

    /**
     * A sink.
     *
     * @param alone whether the existing rows don't count, as they are going to be replaced
     */
    public PlacedRows(RunningOperation running, RowOrder order, Optional<String> partition, boolean alone)
            throws IOException {
        this.running = running;
        this.partition = partition;
        this.order = order;
        this.hosts = alone
                ? Optional.empty()
                : Optional.of(
                        new AnchorTargets(running.snapshot(), order.fields().get(0), partition));
        Schema schema = running.snapshot().schema();
        this.loose = new SortedRuns(schema, order, running.options().writer());
        this.buffer = new RowBuffer(schema);
    }

    @Override
    public void write(Batch batch) throws IOException {
        buffer.append(batch);
        if (buffer.bytes() >= running.options().bufferBytes()) {
            flush(running.options().writer().spillFolder().isPresent());
        }
    }

    /**
     * Places the rows that are gathered.
     *
     * @param isPart whether those that no fragment hosts are put aside, as more may follow
     */
    private void flush(boolean isPart) throws IOException {
        Batch rows = buffer.batch();
        buffer = new RowBuffer(rows.schema());
        int[] sorted = order.sorted(rows);
        ColumnVector first = order.vectors(rows).get(0);
        Map<Optional<Fragment>, Group> groups = new LinkedHashMap<>();
        for (int row : sorted) {
            Optional<Fragment> host = hosts.flatMap(h -> h.of(first, row));
            groups.computeIfAbsent(host, h -> new Group()).add(row);
        }
        for (Map.Entry<Optional<Fragment>, Group> group : groups.entrySet()) {
            int[] numbers = group.getValue().rows();
            if (group.getKey().isPresent()) {
                place(rows, numbers, group.getKey().get());
            } else if (isPart || loose.count() > 0) {
                loose.addSorted(rows, numbers);
            } else {
                write(to -> SortedRuns.give(rows, numbers, to));
            }
        }
        if (loose.count() == SortedRuns.MOST) {
            writeLoose();
        }
    }

    private void place(Batch rows, int[] sorted, Fragment host) throws IOException {
        UUID fragment = write(to -> SortedRuns.give(rows, sorted, to));
        long[] positions = new InsertionPoints(running.snapshot().image(), host, order, rows, sorted).positions();
        RunningOperation.NewSidecar sidecar = running.new NewSidecar(host, List.of());
        boolean done = false;
        try {
            sidecar.anchor(anchors(positions), fragment);
            done = true;
        } finally {
            if (!done) {
                sidecar.close();
            }
        }
    }

    private void writeLoose() throws IOException {
        if (loose.count() > 0) {
            write(to -> loose.merge("", to));
            loose.close();
        }
    }

    /** Gives sorted rows. */
    private interface Sorted {
        void give(SortedRuns.Taker to) throws IOException;
    }

    private UUID write(Sorted rows) throws IOException {
        RunningOperation.NewFile file = running.new NewFile(partition, true);
        boolean done = false;
        try {
            rows.give(file::write);
            UUID fragment = file.finish();
            done = true;
            return fragment;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    /** Positions that do not descend, as runs. */
    static Anchors anchors(long[] positions) {
        long[] places = new long[positions.length];
        long[] counts = new long[positions.length];
        int runs = 0;
        for (long position : positions) {
            if (runs == 0 || places[runs - 1] != position) {
                places[runs++] = position;
            }
            counts[runs - 1]++;
        }
        return Anchors.of(Arrays.copyOf(places, runs), Arrays.copyOf(counts, runs));
    }

    @Override
    public void finish() throws IOException {
        if (buffer.rows() > 0) {
            flush(false);
        }
        writeLoose();
    }

    /** Files are closed as they are written. */
    @Override
    public void close() throws IOException {
        loose.close();
    }

    /** Row numbers, growing. */
    private static final class Group {
        private int[] rows = new int[64];
        private int count;

        void add(int row) {
            if (count == rows.length) {
                rows = Arrays.copyOf(rows, count * 2);
            }
            rows[count++] = row;
        }

        int[] rows() {
            return Arrays.copyOf(rows, count);
        }
    }
}
