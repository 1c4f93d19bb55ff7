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
 * Changes rows by their positions in the image so far (RIDs). For one thread; trees made of it are not touched by what
 * it does later. Each change of a row takes time in the logarithm of the number of changes.
 */
public final class DeltaEditor {
    private final long baseRows;
    private final Edit edit;
    private long rows;

    DeltaEditor(DeltaTree tree) {
        baseRows = tree.baseRows();
        rows = tree.rows();
        edit = new Edit(tree.root(), tree.changes());
    }

    /** The number of rows of the image so far. */
    public long rows() {
        return rows;
    }

    /** The changes so far. Cheap: nodes are shared, and copied when they are changed. */
    public DeltaTree freeze() {
        return new DeltaTree(edit.freeze(), baseRows, rows, edit.changes());
    }

    /**
     * Inserts a row. It comes directly behind the row {@code rid - 1}: in front of base rows that were deleted there.
     *
     * @param rid the position that it gets, 0 to {@link #rows}
     * @param row its reference, not negative
     * @throws IndexOutOfBoundsException if there is no such position
     * @throws IllegalStateException if there are 2^42 rows, the most of an image
     */
    public DeltaEditor insert(long rid, long row) {
        if (rid < 0 || rid > rows) {
            throw new IndexOutOfBoundsException("position " + rid + " of an insert into " + rows + " rows");
        }
        DeltaTree.checkRow(row);
        checkRoom();
        edit.path.toRid(edit.root(), rid);
        edit.insert(Key.insert(rid - edit.path.before), row);
        rows++;
        return this;
    }

    /** Inserts a row in front of a base row, which may be any of those deleted around the position. */
    private void insertInFrontOf(long sid, long rid, long row) {
        checkRoom();
        Path path = edit.path.toRid(edit.root(), rid);
        if (path.settle() && Key.isDelete(path.key()) && path.rid() == rid) {
            long start = Key.sid(path.key());
            long end = start + path.reference();
            if (end <= sid) {
                path.next();
            } else if (start < sid) {
                edit.replace(Key.delete(start), sid - start);
                path.toKey(edit.root(), Key.insert(sid));
                edit.insert(Key.delete(sid), end - sid);
                path.toKey(edit.root(), Key.insert(sid));
            }
        }
        edit.insert(Key.insert(sid), row);
        rows++;
    }

    private void checkRoom() {
        if (rows == Key.MOST_ROWS) {
            throw new IllegalStateException("an image has at most " + Key.MOST_ROWS + " rows: insert into another");
        }
    }

    /**
     * Modifies a column of a row, base or inserted; what it was modified to before is forgotten.
     *
     * @param value the reference of the value, not negative, or {@link DeltaTree#SET_NULL}
     * @throws IndexOutOfBoundsException if there is no such row or can be no such column
     */
    public DeltaEditor modify(long rid, int column, long value) {
        checkRows(rid, 1);
        DeltaTree.checkColumn(column);
        DeltaTree.checkValue(value);
        boolean inserted = edit.path.toRow(edit.root(), rid);
        long sid = rid - edit.path.before;
        boolean again = edit.path.toModify(inserted, sid, column);
        long key = inserted ? Key.modifyInserted(sid, column) : Key.modify(sid, column);
        if (again) {
            edit.replace(key, value);
        } else {
            edit.insert(key, value);
        }
        return this;
    }

    /**
     * Deletes rows, and forgets all that was modified of them and the inserted ones among them. Takes time in the number
     * of the changes forgotten, not in that of the rows.
     *
     * @throws IndexOutOfBoundsException if there are no such rows
     */
    public DeltaEditor delete(long rid, long count) {
        checkRows(rid, count);
        long left = count;
        while (left > 0) {
            long deleted = deleteSome(rid, left);
            rows -= deleted;
            left -= deleted;
        }
        return this;
    }

    /** Deletes one row or the ones up to the next change, at most so many; returns how many. */
    private long deleteSome(long rid, long most) {
        Path path = edit.path;
        if (path.toRow(edit.root(), rid)) {
            long sid = rid - path.before;
            removeInserted(rid);
            joinDeletes(sid);
            return 1;
        }
        long sid = rid - path.before;
        if (!path.settle()) {
            deleteBase(sid, most);
            return most;
        }
        if (path.rid() > rid) {
            long count = Math.min(most, path.rid() - rid);
            deleteBase(sid, count);
            return count;
        }
        while (path.settle() && Key.isModify(path.key()) && Key.sid(path.key()) == sid) {
            edit.remove();
            path.toKey(edit.root(), Key.delete(sid));
        }
        deleteBase(sid, 1);
        return 1;
    }

    /** Removes an inserted row, at the path, and all its modifies. */
    private void removeInserted(long rid) {
        Path path = edit.path;
        while (path.next() && Key.isModifyInserted(path.key())) {
            edit.remove();
            path.toRow(edit.root(), rid);
        }
        path.toRow(edit.root(), rid);
        edit.remove();
    }

    /** Notes base rows as deleted, of which no change is known. */
    private void deleteBase(long sid, long count) {
        Path path = edit.path.toKey(edit.root(), Key.delete(sid));
        if (path.deletesUpTo(sid)) {
            path.at--;
            edit.replace(path.key(), path.reference() + count);
            joinDeletes(sid + count);
        } else if (path.settle() && path.key() == Key.delete(sid + count)) {
            edit.replace(Key.delete(sid), path.reference() + count);
        } else {
            edit.insert(Key.delete(sid), count);
        }
    }

    /** Makes one change of two that delete the rows before and from a base row on. */
    private void joinDeletes(long sid) {
        Path path = edit.path.toKey(edit.root(), Key.delete(sid));
        if (path.deletesUpTo(sid) && path.settle() && path.key() == Key.delete(sid)) {
            long count = path.reference();
            edit.remove();
            path.toKey(edit.root(), Key.delete(sid));
            path.at--;
            edit.replace(path.key(), path.reference() + count);
        }
    }

    /**
     * Does all that a tree says. Inserted rows keep their places among the deleted ones, so that what is rebased over
     * the result has the order that it has when it is rebased over both.
     *
     * @param upper its base is the image so far
     * @throws IllegalArgumentException if it is not, by the number of rows
     */
    public DeltaEditor apply(DeltaTree upper) {
        if (upper.baseRows() != rows) {
            throw new IllegalArgumentException("a layer over " + upper.baseRows() + " rows does not fit " + rows
                    + " rows: it was made for another image");
        }
        Node lower = edit.freeze();
        Path below = new Path();
        Path from = new Path().toKey(upper.root(), 0);
        for (boolean more = from.settle(); more; more = from.next()) {
            long key = from.key();
            if (Key.isInsert(key)) {
                long position = Key.sid(key);
                below.toRid(lower, position);
                insertInFrontOf(position - below.before, from.rid(), from.reference());
            } else if (Key.isDelete(key)) {
                delete(from.rid(), from.reference());
            } else {
                modify(from.rid(), Key.column(key), from.reference());
            }
        }
        return this;
    }

    private void checkRows(long rid, long count) {
        if (rid < 0 || count < 0 || rid > rows || count > rows - rid) {
            throw new IndexOutOfBoundsException(count + " rows from " + rid + " on, of " + rows);
        }
    }
}
