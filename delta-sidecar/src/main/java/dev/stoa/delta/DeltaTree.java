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
 * Changes of an image of rows by position: rows inserted and deleted, and columns modified. A counting B+-tree after
 * the positional delta tree of Héman et al., SIGMOD 2010, and of VectorH, section 6.
 *
 * <p>A SID is the position of a row in the image that is changed (the base), a RID that in the image with the changes.
 * Rows are inserted in front of a base row, or behind the last one, in an order; their SID is that base row's. The tree
 * holds no values but references to them, which it does not interpret: of an inserted row where it lies in an insert
 * file, of a modified column where its value lies in the store of that column's values.
 *
 * <p>Immutable, and so safe for any number of threads. What changes it is a {@link DeltaEditor}, which leaves the tree
 * as it is. Looking up takes time in the logarithm of the number of changes (and, for a column of a row, in the number
 * of that row's changes). The memory per change is about 20 bytes.
 */
public final class DeltaTree {
    /** What stands for the value of a column that was modified to null. */
    public static final long SET_NULL = -1;

    /** What says that a column was not modified. */
    public static final long NOT_CHANGED = -2;

    /** What says that a row is not an inserted one. */
    public static final long NOT_INSERTED = -3;

    private final Node root;
    private final long baseRows;
    private final long rows;
    private final long changes;

    DeltaTree(Node root, long baseRows, long rows, long changes) {
        this.root = root;
        this.baseRows = baseRows;
        this.rows = rows;
        this.changes = changes;
    }

    /**
     * No changes.
     *
     * @param baseRows the number of rows of the image that is changed, at most 2^42
     * @throws IllegalArgumentException if there can't be so many rows
     */
    public static DeltaTree empty(long baseRows) {
        return new DeltaBuilder(baseRows).build();
    }

    /** Starts a tree that begins with the changes of this one. */
    public DeltaEditor edit() {
        return new DeltaEditor(this);
    }

    /** The number of rows of the image that is changed. */
    public long baseRows() {
        return baseRows;
    }

    /** The number of rows of the image with the changes. */
    public long rows() {
        return rows;
    }

    /** The number of changes: inserted rows, runs of deleted rows and modified columns of a row. */
    public long changes() {
        return changes;
    }

    Node root() {
        return root;
    }

    /**
     * The RID of a base row, or if that is deleted, of the first row behind it.
     *
     * @param sid 0 to {@link #baseRows}; that one has the RID {@link #rows}
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long ridOf(long sid) {
        checkSid(sid);
        Path path = new Path().toKey(root, Key.delete(sid));
        return sid + path.before + path.deletedBefore(sid);
    }

    /**
     * Whether a base row is deleted.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public boolean isDeleted(long sid) {
        checkSid(sid);
        Path path = new Path().toKey(root, Key.delete(sid));
        return path.deletedBefore(sid) > 0 || path.settle() && path.key() == Key.delete(sid);
    }

    /**
     * The SID of a row, or if it is an inserted one, of the base row that it was inserted in front of.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long sidOf(long rid) {
        checkRid(rid);
        Path path = new Path();
        path.toRow(root, rid);
        return rid - path.before;
    }

    /**
     * The reference of an inserted row, or {@link #NOT_INSERTED}.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long insertedAt(long rid) {
        checkRid(rid);
        Path path = new Path();
        return path.toRow(root, rid) ? path.reference() : NOT_INSERTED;
    }

    /**
     * The reference of the value that a column of a row was modified to, {@link #SET_NULL} or {@link #NOT_CHANGED}.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long modifiedAt(long rid, int column) {
        checkRid(rid);
        checkColumn(column);
        Path path = new Path();
        boolean inserted = path.toRow(root, rid);
        return path.toModify(inserted, rid - path.before, column) ? path.reference() : NOT_CHANGED;
    }

    /**
     * The changes of this tree and of one that changes its image, as one tree. Both must name rows and values by the
     * same references. Takes time in the upper tree's changes and the logarithm of this one's.
     *
     * @param upper its base is the image of this tree
     * @throws IllegalArgumentException if it is not, by the number of rows
     */
    public DeltaTree merge(DeltaTree upper) {
        return edit().apply(upper).freeze();
    }

    /**
     * These changes as changes of a later image: of the same base after others were committed. Where both inserted rows
     * in front of one base row, the committed ones come first.
     *
     * @param committed the changes since; its base is this tree's
     * @return the changes, whose base is the image of {@code committed}
     * @throws DeltaConflictException if both deleted a row, one modified a row that the other deleted, or both modified
     *     one column of a row
     * @throws IllegalArgumentException if the bases differ, by the number of rows
     */
    public DeltaTree rebase(DeltaTree committed) throws DeltaConflictException {
        return new Rebase(this, committed).tree();
    }

    private void checkSid(long sid) {
        if (sid < 0 || sid > baseRows) {
            throw new IndexOutOfBoundsException("base row " + sid + " of " + baseRows);
        }
    }

    void checkRid(long rid) {
        if (rid < 0 || rid >= rows) {
            throw new IndexOutOfBoundsException("row " + rid + " of " + rows);
        }
    }

    static void checkColumn(int column) {
        if (column < 0 || column >= Key.MOST_COLUMNS) {
            throw new IndexOutOfBoundsException("column " + column + " of at most " + Key.MOST_COLUMNS);
        }
    }

    static void checkRow(long row) {
        if (row < 0) {
            throw new IllegalArgumentException("the reference of an inserted row must not be negative: " + row);
        }
    }

    static void checkValue(long value) {
        if (value < SET_NULL) {
            throw new IllegalArgumentException("the reference of a value must not be negative: " + value);
        }
    }
}
