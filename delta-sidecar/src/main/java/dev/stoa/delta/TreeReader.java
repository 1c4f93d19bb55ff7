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

/** Reads the changes of one tree as they lie in it. */
final class TreeReader implements RangeReader {
    private final DeltaTree tree;

    /** The next change; what it counts is of no use here, and is left out. */
    private final Path path = new Path();

    /** Up to which base row the last delete goes. */
    private long deletedTo;

    TreeReader(DeltaTree tree) {
        this.tree = tree;
    }

    @Override
    public void seek(long sid) {
        path.toKey(tree.root(), Key.insert(sid));
        deletedTo = sid + path.deletedBefore(sid);
    }

    @Override
    public void read(long first, long end, RangeChanges changes) {
        long bound = end == tree.baseRows() ? Long.MAX_VALUE : Key.insert(end);
        if (deletedTo > first) {
            changes.delete(first, Math.min(deletedTo, end));
        }
        boolean full = false;
        while (!full && path.settle() && path.key() < bound) {
            full = readLeaf(end, bound, changes);
        }
        changes.end(full ? Key.sid(path.key()) : end, !full);
    }

    /** Reads on to the end of the leaf; returns whether it stopped before, at a row inserted that has no room. */
    private boolean readLeaf(long end, long bound, RangeChanges changes) {
        long[] keys = path.leaf.keys;
        long[] references = path.leaf.references;
        int size = path.leaf.size;
        int at = path.at;
        for (; at < size && keys[at] < bound; at++) {
            long key = keys[at];
            long sid = Key.sid(key);
            if (Key.isModify(key)) {
                changes.modify(sid, Key.column(key), references[at]);
            } else if (Key.isInsert(key)) {
                if (changes.isFull()) {
                    path.at = at;
                    return true;
                }
                changes.insert(sid, references[at]);
            } else if (Key.isDelete(key)) {
                deletedTo = sid + references[at];
                changes.delete(sid, Math.min(deletedTo, end));
            } else {
                changes.modifyInserted(Key.column(key), references[at]);
            }
        }
        path.at = at;
        return false;
    }
}
