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

import dev.stoa.delta.DeltaConflict.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes of a base made into changes of what committed changes of the same base made of it. Takes time in the number
 * of the changes, and the logarithm of the committed ones and their number within deleted rows.
 */
final class Rebase {
    private final DeltaTree changes;
    private final DeltaTree committed;
    private final List<DeltaConflict> conflicts = new ArrayList<>();
    private final Path other = new Path();
    private long conflictCount;

    Rebase(DeltaTree changes, DeltaTree committed) {
        if (changes.baseRows() != committed.baseRows()) {
            throw new IllegalArgumentException("changes of " + changes.baseRows() + " and of " + committed.baseRows()
                    + " rows are not of the same image");
        }
        this.changes = changes;
        this.committed = committed;
    }

    DeltaTree tree() throws DeltaConflictException {
        DeltaBuilder out = new DeltaBuilder(committed.rows());
        Path path = new Path().toKey(changes.root(), 0);
        for (boolean more = path.settle(); more; more = path.next()) {
            long key = path.key();
            long sid = Key.sid(key);
            if (Key.isInsert(key)) {
                out.insert(toBaseRow(sid), path.reference());
            } else if (Key.isModifyInserted(key)) {
                out.modifyInserted(Key.column(key), path.reference());
            } else if (Key.isDelete(key)) {
                delete(sid, path.reference(), out);
            } else {
                modify(sid, Key.column(key), path.reference(), out);
            }
        }
        if (conflictCount > 0) {
            throw new DeltaConflictException(conflicts, conflictCount);
        }
        return out.build();
    }

    /** Goes to the committed changes of a base row; returns its RID, or that of the first row behind it. */
    private long toBaseRow(long sid) {
        other.toKey(committed.root(), Key.delete(sid));
        return sid + other.before + other.deletedBefore(sid);
    }

    private void modify(long sid, int column, long value, DeltaBuilder out) {
        long rid = toBaseRow(sid);
        if (other.deletedBefore(sid) > 0 || other.settle() && other.key() == Key.delete(sid)) {
            found(Kind.MODIFIED_DELETED, sid, 1, column);
        } else if (other.toModify(false, sid, column)) {
            found(Kind.BOTH_MODIFIED, sid, 1, column);
        } else if (conflictCount == 0) {
            out.modify(rid, column, value);
        }
    }

    /** Deletes base rows, but not what was inserted between them. */
    private void delete(long sid, long count, DeltaBuilder out) {
        long end = sid + count;
        long rid = toBaseRow(sid);
        long gone = Math.min(count, other.deletedBefore(sid));
        if (gone > 0) {
            found(Kind.BOTH_DELETED, sid, gone, DeltaConflict.WHOLE_ROW);
        }
        long done = sid + gone;
        for (boolean more = other.settle(); more && other.key() < Key.insert(end); more = other.next()) {
            long key = other.key();
            long at = Key.sid(key);
            if (Key.isDelete(key)) {
                found(Kind.BOTH_DELETED, at, Math.min(other.reference(), end - at), DeltaConflict.WHOLE_ROW);
            } else if (Key.isModify(key)) {
                found(Kind.DELETED_MODIFIED, at, 1, Key.column(key));
            } else if (Key.isInsert(key) && conflictCount == 0) {
                if (at > done) {
                    out.delete(rid, at - done);
                    rid += at - done;
                    done = at;
                }
                rid++;
            }
        }
        if (conflictCount == 0) {
            out.delete(rid, end - done);
        }
    }

    private void found(Kind kind, long sid, long count, int column) {
        conflictCount++;
        if (conflicts.size() < DeltaConflictException.MOST_LISTED) {
            conflicts.add(new DeltaConflict(kind, sid, count, column));
        }
    }
}
