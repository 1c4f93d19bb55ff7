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

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a tree of changes that come in order: by SID; in front of a base row the inserted ones, each followed by its
 * modified columns; then what happened to the base row itself. Each change takes the same time, and nodes are full.
 */
public final class DeltaBuilder {
    private final long baseRows;
    private final Owner owner = new Owner();
    private final List<Node> leaves = new ArrayList<>();
    private Leaf leaf = Leaf.empty(owner);
    private long rows;
    private long changes;

    /** The key of the last change, and the first base row that the next one can be about. */
    private long last = -1;

    private long least;

    /**
     * Starts without changes.
     *
     * @param baseRows the number of rows of the image that is changed, at most 2^42
     * @throws IllegalArgumentException if there can't be so many rows
     */
    public DeltaBuilder(long baseRows) {
        if (baseRows < 0 || baseRows > Key.MOST_ROWS) {
            throw new IllegalArgumentException(baseRows + " rows: an image has 0 to " + Key.MOST_ROWS);
        }
        this.baseRows = baseRows;
        rows = baseRows;
    }

    /**
     * A row is inserted in front of a base row, behind those inserted there before.
     *
     * @param sid 0 to the number of base rows
     * @param row its reference, not negative
     * @throws IllegalArgumentException if there is no such row, if the change is out of order, or if there are too many
     *     rows
     */
    public DeltaBuilder insert(long sid, long row) {
        DeltaTree.checkRow(row);
        boolean behindRow = Key.isModify(last) && Key.sid(last) == sid;
        if (sid < least || sid > baseRows || behindRow) {
            throw outOfOrder("an insert in front of base row " + sid);
        }
        if (rows == Key.MOST_ROWS) {
            throw new IllegalArgumentException("an image has at most " + Key.MOST_ROWS + " rows");
        }
        rows++;
        least = sid;
        return add(Key.insert(sid), row);
    }

    /**
     * A column of the row inserted last is modified; columns come in ascending order.
     *
     * @param value the reference of the value, not negative, or {@link DeltaTree#SET_NULL}
     * @throws IllegalArgumentException if the change is out of order
     */
    public DeltaBuilder modifyInserted(int column, long value) {
        DeltaTree.checkColumn(column);
        DeltaTree.checkValue(value);
        long key = Key.modifyInserted(least, column);
        boolean behind = last >= 0 && (Key.isInsert(last) || Key.isModifyInserted(last) && key > last);
        if (!behind) {
            throw outOfOrder("a modify of column " + column + " of an inserted row");
        }
        return add(key, value);
    }

    /**
     * Base rows are deleted.
     *
     * @param sid the first
     * @param count how many, at least one
     * @throws IllegalArgumentException if there are no such rows or if the change is out of order
     */
    public DeltaBuilder delete(long sid, long count) {
        if (sid < least || count < 1 || sid > baseRows || count > baseRows - sid || last >= Key.delete(sid)) {
            throw outOfOrder("a delete of " + count + " base rows from " + sid + " on");
        }
        rows -= count;
        boolean adjacent = leaf.size > 0 && Key.isDelete(last) && least == sid;
        least = sid + count;
        if (adjacent) {
            leaf.references[leaf.size - 1] += count;
            return this;
        }
        return add(Key.delete(sid), count);
    }

    /**
     * A column of a base row is modified; columns of one row come in ascending order.
     *
     * @param value the reference of the value, not negative, or {@link DeltaTree#SET_NULL}
     * @throws IllegalArgumentException if there is no such row or if the change is out of order
     */
    public DeltaBuilder modify(long sid, int column, long value) {
        DeltaTree.checkColumn(column);
        DeltaTree.checkValue(value);
        if (sid < least || sid >= baseRows || Key.modify(sid, column) <= last) {
            throw outOfOrder("a modify of column " + column + " of base row " + sid);
        }
        least = sid;
        return add(Key.modify(sid, column), value);
    }

    private DeltaBuilder add(long key, long reference) {
        if (leaf.size == Leaf.MOST) {
            leaves.add(leaf);
            leaf = Leaf.empty(owner);
        }
        leaf.insert(leaf.size, key, reference);
        last = key;
        changes++;
        return this;
    }

    private IllegalArgumentException outOfOrder(String what) {
        return new IllegalArgumentException(what + ", of " + baseRows + " base rows, can't follow "
                + (last < 0 ? "nothing" : "a change at base row " + Key.sid(last)) + "; changes come in order");
    }

    /** The tree. From now on every change is refused as out of order. */
    public DeltaTree build() {
        if (leaf.size > 0 || leaves.isEmpty()) {
            leaves.add(leaf);
        }
        leaf = Leaf.empty(owner);
        last = -1;
        least = Long.MAX_VALUE;
        List<Node> level = leaves;
        while (level.size() > 1) {
            List<Node> above = new ArrayList<>();
            int count = (level.size() + Inner.MOST - 1) / Inner.MOST;
            for (int i = 0; i < count; i++) {
                above.add(Inner.over(owner, level.subList(at(i, count, level.size()), at(i + 1, count, level.size()))));
            }
            level = above;
        }
        return new DeltaTree(level.get(0), baseRows, rows, changes);
    }

    /** Where one of several parts of about the same size begins. */
    private static int at(int part, int parts, int size) {
        return (int) ((long) size * part / parts);
    }
}
