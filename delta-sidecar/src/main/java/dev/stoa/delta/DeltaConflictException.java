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
package dev.stoa.delta;

import java.util.List;

/**
 * Changes can't be brought behind those that were committed since, for they touch the same rows. What made them must
 * be done again on a newer snapshot.
 */
public final class DeltaConflictException extends Exception {
    /** Most conflicts that are listed. */
    public static final int MOST_LISTED = 1000;

    private static final long serialVersionUID = 1;

    private final transient List<DeltaConflict> conflicts;
    private final long count;

    DeltaConflictException(List<DeltaConflict> conflicts, long count) {
        super("changes conflict with committed ones in " + count + (count == 1 ? " place" : " places")
                + " of the snapshot that they were made on, the first: " + conflicts.get(0)
                + "; make them again on a newer snapshot");
        this.conflicts = List.copyOf(conflicts);
        this.count = count;
    }

    /** The first conflicts in the order of rows, at least one and at most {@link #MOST_LISTED}. */
    public List<DeltaConflict> conflicts() {
        return conflicts;
    }

    /** How many conflicts there are. */
    public long count() {
        return count;
    }
}
