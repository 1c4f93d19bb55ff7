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
 * The rows of an image in order, within a range of base rows: runs of base rows, and single rows that were inserted or
 * modified. Each layer takes the runs of the one below it.
 */
abstract class Runs {
    /** The run found last: its first base row, or -1 if it is an inserted row. */
    long first;

    /** Its number of rows. */
    long count;

    /** The reference of the row if it is an inserted one. */
    long row;

    /** The modified columns of its only row, ascending, and the references of their values; valid until the next run. */
    int modifies;

    int[] columns;
    long[] values;

    /**
     * Starts with a base row, in front of what was inserted in front of it. The range is empty so far.
     *
     * @return the RID of what comes first
     */
    abstract long seek(long base);

    /** Lets the range go on up to a base row. */
    abstract void extend(long base);

    /** How many rows follow, in the range or behind it, before something is changed or the image ends. */
    abstract long quiet();

    /** Goes on by quiet rows. */
    abstract void pass(long rows);

    /** Whether a row is left in the range. */
    abstract boolean more();

    /** Finds the next run of the range, of at most so many rows; there is a row left. */
    abstract void take(long most);

    /** Whether the end of the range is the end of the image. */
    abstract boolean atEnd();
}
