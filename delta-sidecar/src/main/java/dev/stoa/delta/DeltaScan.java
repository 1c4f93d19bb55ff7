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

/**
 * Reads what changed in one range of base rows after the other. A range that follows the last one costs no search, and
 * if nothing changed in it nothing but that finding. For one thread.
 */
public final class DeltaScan {
    /** Most rows of a range. */
    public static final int MOST_ROWS = 1 << 24;

    private final RangeReader reader;
    private final long baseRows;

    /** Where the reader stands, or -1. */
    private long position = -1;

    /** Whether more is inserted where the reader stands. */
    private boolean inserting;

    DeltaScan(RangeReader reader, long baseRows) {
        this.reader = reader;
        this.baseRows = baseRows;
    }

    /**
     * Reads the changes of the base rows {@code first..end-1}, with the rows inserted in front of each of them; if
     * {@code end} is the number of base rows, also with those inserted behind the last. Where very many are inserted
     * only some changes are read, see {@link RangeChanges#isComplete}; a range from {@link RangeChanges#end} on goes on
     * behind them.
     *
     * @param changes becomes what is found
     * @return whether anything is changed
     * @throws IndexOutOfBoundsException if there are no such rows or more than {@link #MOST_ROWS}
     */
    public boolean read(long first, long end, RangeChanges changes) {
        if (first < 0 || first > end || end > baseRows || end - first > MOST_ROWS) {
            throw new IndexOutOfBoundsException(
                    "changes of base rows " + first + " to " + end + " of " + baseRows + ", at most " + MOST_ROWS);
        }
        boolean readsOn = first == position && (inserting || first < baseRows);
        if (!readsOn) {
            reader.seek(first);
        }
        changes.begin(first);
        reader.read(first, end, changes);
        position = changes.end();
        inserting = !changes.isComplete();
        return !changes.isEmpty();
    }
}
