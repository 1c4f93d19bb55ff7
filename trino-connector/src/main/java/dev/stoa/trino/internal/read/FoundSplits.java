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
package dev.stoa.trino.internal.read;

import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.TableSplit;
import dev.stoa.table.placement.SplitHosts;
import dev.stoa.trino.internal.plan.HashParts;
import dev.stoa.trino.internal.plan.RowLimit;
import dev.stoa.trino.internal.plan.StoaSplit;
import io.trino.spi.connector.ConnectorSplit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** The splits of a table. With a total limit, fragments are taken until they have enough rows, and the last one gives some. */
final class FoundSplits {
    /**
     * Splits of this number of fragments share a part of the log. Each needs one, and to make one took more CPU time than to read a small
     * file. Longer parts would make splits too long to send.
     */
    private static final int FRAGMENTS_OF_PART = 32;

    private final Snapshot snapshot;
    private final Optional<HashParts> parts;
    private final SplitHosts hosts;
    private final boolean isTotal;
    private final long most;
    private final List<Rows> found = new ArrayList<>();
    private Optional<UUID> last = Optional.empty();
    private boolean isLastWhole = true;
    private long left;

    FoundSplits(Snapshot snapshot, Optional<RowLimit> limit) throws IOException {
        this.snapshot = snapshot;
        this.hosts = new SplitHosts(snapshot.folder());
        this.parts = HashParts.of(snapshot);
        this.isTotal = limit.isPresent() && limit.get().isTotal();
        this.most = limit.map(RowLimit::rows).orElse(Long.MAX_VALUE);
        this.left = most;
    }

    /** Takes the next split. Those of a fragment come together. */
    void add(TableSplit split) throws IOException {
        if (!isTotal) {
            add(split, split.fromRow(), split.toRow(), most);
            return;
        }
        if (!last.equals(Optional.of(split.fragment()))) {
            Fragment fragment = snapshot.fragment(split.fragment()).orElseThrow();
            long rows = Math.min(left, fragment.liveRows());
            last = Optional.of(split.fragment());
            isLastWhole = rows == fragment.liveRows();
            left -= rows;
            if (!isLastWhole && rows > 0) {
                add(split, 0, fragment.rows(), rows);
            }
        }
        if (isLastWhole) {
            add(split, split.fromRow(), split.toRow(), Long.MAX_VALUE);
        }
    }

    private void add(TableSplit split, long from, long to, long rows) {
        found.add(new Rows(split, from, to, rows));
    }

    /** The splits, in the order of their fragments. */
    List<ConnectorSplit> all() throws IOException {
        List<ConnectorSplit> splits = new ArrayList<>();
        List<Rows> group = new ArrayList<>();
        Set<UUID> fragments = new LinkedHashSet<>();
        for (Rows rows : found) {
            if (fragments.size() == FRAGMENTS_OF_PART && !fragments.contains(rows.split.fragment())) {
                addAll(splits, group, fragments);
                group.clear();
                fragments.clear();
            }
            group.add(rows);
            fragments.add(rows.split.fragment());
        }
        addAll(splits, group, fragments);
        return splits;
    }

    private void addAll(List<ConnectorSplit> splits, List<Rows> group, Set<UUID> fragments) throws IOException {
        if (group.isEmpty()) {
            return;
        }
        SnapshotPart part = SnapshotPart.of(snapshot, fragments);
        for (Rows rows : group) {
            UUID fragment = rows.split.fragment();
            OptionalInt bucket = parts.map(
                            all -> OptionalInt.of(all.byFragment().get(fragment)))
                    .orElse(OptionalInt.empty());
            splits.add(new StoaSplit(
                    part.version(),
                    part.bytes(),
                    fragment,
                    rows.from,
                    rows.to,
                    rows.most,
                    bucket,
                    hosts.of(List.of(rows.split)),
                    (double) rows.split.bytes() / StoaSplit.BYTES));
        }
    }

    /** Rows of a fragment. */
    private record Rows(TableSplit split, long from, long to, long most) {}
}
