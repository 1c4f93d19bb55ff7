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

import dev.stoa.vio.Range;
import java.util.List;

/**
 * The plan of a scan, and what it did so far, for people to read: see {@link ScanBuilder#traced} and {@link
 * Scan#trace}.
 *
 * @param zones the zones with rows of the scan, in order
 * @param columns the columns that are tested or delivered, and those below them
 * @param predicates what reading the predicate columns of all zones that may match would take, in one plan
 * @param everything what reading all columns of all zones that may match would take, in one plan
 * @param fetches the reads, in the order of their starts, without that of the tail when the file was opened
 */
public record ScanTrace(
        List<Zone> zones, List<Column> columns, Outlook predicates, Outlook everything, List<Fetch> fetches) {

    /** The answer of MinMax for the rows of a zone. */
    public enum Verdict {
        /** None matches: the scan reads none of them. */
        PRUNED,
        /** Some may match: the scan tests them. */
        TESTED,
        /** All match. */
        WHOLE
    }

    /**
     * Consecutive rows with the same verdict of the scan.
     *
     * @param firstRow the first of them
     * @param endRow one past the last of them
     * @param verdict about them
     */
    public record Zone(long firstRow, long endRow, Verdict verdict) {}

    /**
     * Where a column's data is. Granules that hold rows of both kinds are in both lists.
     *
     * @param path of the column
     * @param isTested whether it is a predicate column
     * @param isDelivered whether it is selected
     * @param pruned granules, and pages, of rows outside of the scan or in pruned zones; ascending, joined
     * @param candidates those of rows that may match
     */
    public record Column(
            ColumnPath path, boolean isTested, boolean isDelivered, List<Range> pruned, List<Range> candidates) {}

    /**
     * The cost of one plan.
     *
     * @param ranges asked
     * @param bytesAsked their bytes
     * @param requests to the store
     * @param bytesRead by these requests
     * @param micros expected by the store's cost model
     */
    public record Outlook(int ranges, long bytesAsked, int requests, long bytesRead, double micros) {}

    /**
     * One plan that was read.
     *
     * @param isMetadata whether it read directory, indexes or MinMax
     * @param asked ranges
     * @param requests to the store
     * @param expectedMicros by the store's cost model
     * @param waitedNanos how long the scan waited for it
     */
    public record Fetch(
            boolean isMetadata, List<Range> asked, List<Range> requests, double expectedMicros, long waitedNanos) {}
}
