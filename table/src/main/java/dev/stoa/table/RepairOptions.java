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

import dev.stoa.vio.Folder;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of a repair.
 *
 * @param copy another copy of the table's folder, perhaps an older one; repair takes the files from it whose identity
 *     the log names
 * @param pastGaps whether to keep commits after a lost one that can follow without it: the newest version then never
 *     existed before, as it lacks the lost changes only
 * @param nullsForLost whether to keep rows that lost only values of nullable columns, with nulls
 */
public record RepairOptions(Optional<Folder> copy, boolean pastGaps, boolean nullsForLost) {
    /** No copy; back to the last version that is known as a whole; only whole rows. */
    public static final RepairOptions DEFAULT = new RepairOptions(Optional.empty(), false, false);

    /** Checks for null. */
    public RepairOptions {
        Objects.requireNonNull(copy, "copy is null");
    }

    /** The same with a copy of the table. */
    public RepairOptions withCopy(Folder folder) {
        return new RepairOptions(Optional.of(folder), pastGaps, nullsForLost);
    }

    /** The same with another answer to whether commits after a lost one are kept. */
    public RepairOptions withPastGaps(boolean keep) {
        return new RepairOptions(copy, keep, nullsForLost);
    }

    /** The same with another answer to whether lost values become nulls. */
    public RepairOptions withNullsForLost(boolean keep) {
        return new RepairOptions(copy, pastGaps, keep);
    }
}
