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

import java.util.Objects;

/**
 * The places of the rows of an insert fragment in their host. A run of rows, in the order of the insert fragment, comes
 * before a row of the host. A run before row {@code rows} of the host comes after its last row. Immutable.
 */
public final class Anchors {
    /** No inserted rows. */
    public static final Anchors NONE = new Anchors(new long[0], new long[0]);

    private final long[] positions;
    private final long[] counts;

    private Anchors(long[] positions, long[] counts) {
        this.positions = positions;
        this.counts = counts;
    }

    /**
     * Runs of inserted rows.
     *
     * @param positions rows of the host, ascending, none twice
     * @param counts the number of rows before each, at least one
     * @throws IllegalArgumentException if they are not so, or their numbers differ
     */
    public static Anchors of(long[] positions, long[] counts) {
        Objects.requireNonNull(positions, "positions is null");
        if (positions.length != counts.length) {
            throw new IllegalArgumentException(positions.length + " positions, but " + counts.length + " counts");
        }
        long last = -1;
        long sum = 0;
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] <= last) {
                throw new IllegalArgumentException("anchor " + i + " is at row " + positions[i] + ", the one before at "
                        + last + ": they must ascend from 0");
            }
            sum += counts[i];
            if (counts[i] < 1 || sum < 0) {
                throw new IllegalArgumentException(
                        "anchor " + i + " at row " + positions[i] + " has " + counts[i] + " rows");
            }
            last = positions[i];
        }
        return new Anchors(positions.clone(), counts.clone());
    }

    /** The number of runs. */
    public int size() {
        return positions.length;
    }

    /** The row of the host that follows a run. */
    public long position(int run) {
        return positions[run];
    }

    /** How many rows a run has. */
    public long count(int run) {
        return counts[run];
    }

    /** The rows of all runs. */
    public long rows() {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
