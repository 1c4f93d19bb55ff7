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
package dev.stoa.table.internal.commit;

import dev.stoa.delta.Anchors;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.scan.TableImage;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds the places of inserted rows in the fragment that replaced their host. In a sorted table, values decide in two cases:
 * if other rows before the same row of the host were rewritten along with it, and at the host's edges. There, a deleted row
 * that is gone may have kept them apart from the rows of another host, which the successor has as well.
 */
final class AnchorMove {
    /** Gives fragments by their ids, also those that are not in the snapshot. */
    interface Lookup {
        Fragment of(UUID id) throws IOException;
    }

    private final TableImage image;
    private final RowOrder order;
    private final UUID successor;
    private final Lookup fragments;

    /**
     * A move.
     *
     * @param image tells the order of rows
     */
    AnchorMove(TableImage image, UUID successor, Lookup fragments) throws IOException {
        this.image = image;
        this.order = image.order();
        this.successor = successor;
        this.fragments = fragments;
    }

    /** The anchors of a guest in the successor. */
    Anchors moved(Anchors anchors, MovedRows rows, Optional<UUID> guest) throws IOException {
        Places places = new Places();
        Optional<List<ColumnVector>> mine = Optional.empty();
        long first = 0;
        for (int run = 0; run < anchors.size(); run++) {
            long end = first + anchors.count(run);
            long low = rows.slotBeforeGuests(anchors.position(run));
            long high = rows.slot(anchors.position(run));
            boolean atEdge = rows.isAtEdge(low, high);
            if (order.isEmpty() || guest.isEmpty() || (low == high && !atEdge)) {
                places.add(high, anchors.count(run));
            } else {
                Fragment inserted = fragments.of(guest.get());
                mine = Optional.of(
                        mine.isPresent() ? mine.get() : keys(inserted, RowRanges.between(0, inserted.rows())));
                if (atEdge) {
                    low = notAfter(mine.get(), (int) first, low);
                    high = notBefore(mine.get(), (int) (end - 1), high);
                }
                merge(mine.get(), first, end, low, high, places);
            }
            first = end;
        }
        return places.anchors();
    }

    /** Places rows among {@code low..high-1} of the successor, after those that are equal. */
    private void merge(List<ColumnVector> mine, long first, long end, long low, long high, Places places)
            throws IOException {
        List<ColumnVector> theirs =
                low == high ? List.of() : keys(fragments.of(successor), RowRanges.between(low, high));
        int at = 0;
        for (long row = first; row < end; row++) {
            while (at < high - low && order.compare(theirs, at, mine, (int) row) <= 0) {
                at++;
            }
            places.add(low + at, 1);
        }
    }

    /** Returns the last place up to one without an earlier row that comes after mine. */
    private long notAfter(List<ColumnVector> mine, int row, long place) throws IOException {
        long low = 0;
        long high = place;
        while (low < high) {
            long middle = high == place ? place - 1 : (low + high) >>> 1; // mostly there is none
            if (compare(middle, mine, row) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the first place from one on without a later row that comes before mine. */
    private long notBefore(List<ColumnVector> mine, int row, long place) throws IOException {
        long low = place;
        long high = fragments.of(successor).rows();
        while (low < high) {
            long middle = low == place ? place : (low + high) >>> 1;
            if (compare(middle, mine, row) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(long theirs, List<ColumnVector> mine, int row) throws IOException {
        return order.compare(keys(fragments.of(successor), RowRanges.between(theirs, theirs + 1)), 0, mine, row);
    }

    private List<ColumnVector> keys(Fragment fragment, RowRanges rows) throws IOException {
        Fragment bare = fragment.upTo(-1);
        RowBuffer buffer = new RowBuffer(new Schema(order.fields()));
        try (FragmentScan scan = FragmentScan.open(
                image, bare, TableColumn.all(new Schema(order.fields())), Optional.empty(), Optional.of(rows))) {
            while (scan.next()) {
                buffer.append(scan.batch());
            }
        }
        return order.vectors(buffer.batch());
    }

    /** Runs of rows before places, those before one place together. */
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
