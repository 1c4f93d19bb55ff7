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
package dev.stoa.spark.internal.read;

import dev.stoa.reader.Filter;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.statistics.RowEstimate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Estimates the share of a scan's rows that its filter keeps. Without its cost-based optimiser, Spark expects all rows. So it
 * does not broadcast a table if a filter keeps a few of its rows. Then the other side of the join gets no keys of these rows.
 */
final class KeptShare {
    /**
     * The least share that an estimate claims, as guesses can be far off. At the default threshold of 10 MB, a wrong guess lets Spark
     * broadcast 160 MB at most.
     */
    private static final double LEAST_SHARE = 1.0 / 16;

    private KeptShare() {}

    /**
     * Whether an estimate may decide what Spark broadcasts: all rows are too large for it, and the least share of them is not.
     *
     * @param bytes of all rows
     * @param most the threshold of Spark in bytes
     */
    static boolean mayDecide(long bytes, long most) {
        return bytes > most && bytes * LEAST_SHARE <= most;
    }

    /** The share of the rows of some fragments, from {@link #LEAST_SHARE} to 1. */
    static double share(ScanTask task, Snapshot snapshot, List<Fragment> read) throws IOException {
        Optional<Filter> filter = new PredicateTranslation(snapshot.schema()).all(task.predicates());
        double rows = read.stream().mapToLong(Fragment::liveRows).sum();
        return rows == 0
                ? 1
                : Math.max(LEAST_SHARE, RowEstimate.of(snapshot, read, filter).rows() / rows);
    }
}
