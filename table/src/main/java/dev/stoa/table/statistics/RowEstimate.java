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
package dev.stoa.table.statistics;

import dev.stoa.reader.Filter;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

/**
 * How many rows a filter leaves, and what they have, for engines that order joins by such numbers. It reads the log and no data
 * file. Values count as spread evenly between the bounds, and conditions on different columns as independent.
 */
public final class RowEstimate {
    private final FilterEstimate estimate;

    private RowEstimate(FilterEstimate estimate) {
        this.estimate = estimate;
    }

    /**
     * Estimates what a filter leaves of some fragments of a version.
     *
     * @param filter on columns of the version; without one, all rows remain
     * @throws IOException if the log can't be read
     */
    public static RowEstimate of(Snapshot snapshot, Collection<Fragment> fragments, Optional<Filter> filter)
            throws IOException {
        return new RowEstimate(new FilterEstimate(snapshot, fragments, filter));
    }

    /** Returns the number of rows: those of the fragments at most. */
    public double rows() {
        return estimate.rows();
    }

    /**
     * Returns what a field has in these rows.
     *
     * @param fieldId of a field that is neither nested nor below a list or map
     * @return absent if the log has no bounds of the field
     * @throws IllegalArgumentException if no such field exists
     * @throws IOException if the log can't be read
     */
    public Optional<ColumnEstimate> column(int fieldId) throws IOException {
        return estimate.column(fieldId);
    }
}
