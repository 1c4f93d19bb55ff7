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

import dev.stoa.delta.Anchors;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.RowBuffer;
import dev.stoa.reader.RowRanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Finds out where inserted rows stand in the fragment that took the place of their host. Where others that stood in front of
 * the same row of the host were rewritten along with it, the values of a sorted table tell which come first.
 */
final class AnchorMove {
    private final Snapshot snapshot;
    private final RowOrder order;
    private final UUID successor;
    private final Function<UUID, Fragment> fragments;

    /**
     * A move.
     *
     * @param snapshot tells the order of rows
     * @param fragments gives fragments by their ids, also those that are not in the snapshot
     */
    AnchorMove(Snapshot snapshot, UUID successor, Function<UUID, Fragment> fragments) throws IOException {
        this.snapshot = snapshot;
        this.order = RowOrder.of(snapshot);
        this.successor = successor;
        this.fragments = fragments;
    }

    /** The anchors of a guest in the successor. */
    Anchors moved(Anchors anchors, MovedRows rows, Optional<UUID> guest) throws IOException {
        Places places = new Places();
        Optional<List<ColumnVector>> mine = Optional.empty();
        long first = 0;
        for (int run = 0; run < anchors.size(); run++) {
            long low = rows.slotBeforeGuests(anchors.position(run));
            long high = rows.slot(anchors.position(run));
            if (low == high || order.isEmpty() || guest.isEmpty()) {
                places.add(high, anchors.count(run));
            } else {
                Fragment inserted = fragments.apply(guest.get());
                mine = Optional.of(
                        mine.isPresent() ? mine.get() : keys(inserted, RowRanges.between(0, inserted.rows())));
                List<ColumnVector> theirs = keys(fragments.apply(successor), RowRanges.between(low, high));
                int at = 0;
                for (long row = first; row < first + anchors.count(run); row++) {
                    while (at < high - low && order.compare(theirs, at, mine.get(), (int) row) <= 0) {
                        at++;
                    }
                    places.add(low + at, 1);
                }
            }
            first += anchors.count(run);
        }
        return places.anchors();
    }

    private List<ColumnVector> keys(Fragment fragment, RowRanges rows) throws IOException {
        Fragment bare = fragment.upTo(-1);
        RowBuffer buffer = new RowBuffer(new Schema(order.fields()));
        try (FragmentScan scan = FragmentScan.open(
                snapshot, bare, TableColumn.all(new Schema(order.fields())), Optional.empty(), Optional.of(rows))) {
            while (scan.next()) {
                buffer.append(scan.batch());
            }
        }
        return order.vectors(buffer.batch());
    }

    /** Runs of rows in front of places, those in front of one place together. */
    private static final class Places {
        private final List<long[]> runs = new ArrayList<>();

        void add(long position, long count) {
            if (!runs.isEmpty() && runs.get(runs.size() - 1)[0] == position) {
                runs.get(runs.size() - 1)[1] += count;
            } else {
                runs.add(new long[] {position, count});
            }
        }

        Anchors anchors() {
            long[] positions = new long[runs.size()];
            long[] counts = new long[runs.size()];
            Arrays.setAll(positions, i -> runs.get(i)[0]);
            Arrays.setAll(counts, i -> runs.get(i)[1]);
            return Anchors.of(positions, counts);
        }
    }
}
