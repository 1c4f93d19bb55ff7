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
 * A place among the changes of a tree, and the way to it from the root. It stays valid until the tree is edited.
 *
 * <p>A place that was just found has the change before it in the same leaf, unless it is the first place of all.
 */
final class Path {
    Inner[] inners = new Inner[0];
    int[] slots = new int[0];

    /** How many nodes lie above the leaf. */
    int depth;

    Leaf leaf;
    int at;

    /** By how much all changes before this place make the image longer. */
    long before;

    /** Goes to the first change whose key is at least one that {@link Key#insert} or {@link Key#delete} made. */
    Path toKey(Node root, long least) {
        begin(root);
        Node node = root;
        while (node instanceof Inner inner) {
            int slot = 0;
            while (slot + 1 < inner.size && inner.keys[slot + 1] < least) {
                before += inner.deltas[slot++];
            }
            node = descend(inner, slot);
        }
        leaf = (Leaf) node;
        at = leaf.find(least);
        before += leaf.delta(at);
        return this;
    }

    /** Goes to the first change whose RID is at least this one. */
    Path toRid(Node root, long rid) {
        begin(root);
        Node node = root;
        while (node instanceof Inner inner) {
            int slot = 0;
            while (slot + 1 < inner.size && rid(inner.keys[slot + 1], before + inner.deltas[slot]) < rid) {
                before += inner.deltas[slot++];
            }
            node = descend(inner, slot);
        }
        leaf = (Leaf) node;
        long[] keys = leaf.keys;
        int size = leaf.size;
        int to = 0;
        long sum = before;
        while (to < size && rid(keys[to], sum) < rid) {
            sum += Key.inserted(keys[to]);
            if (Key.isDelete(keys[to])) {
                sum -= leaf.references[to];
            }
            to++;
        }
        at = to;
        before = sum;
        return this;
    }

    private void begin(Node root) {
        if (inners.length < root.height) {
            inners = new Inner[root.height];
            slots = new int[root.height];
        }
        depth = 0;
        at = 0;
        before = 0;
    }

    private Node descend(Inner inner, int slot) {
        inners[depth] = inner;
        slots[depth++] = slot;
        return inner.children[slot];
    }

    private void pass() {
        before += Key.delta(leaf.keys[at], leaf.references[at]);
        at++;
    }

    /** Whether there is a change here; looks for it in the next leaf too. */
    boolean settle() {
        return at < leaf.size || toNextLeaf();
    }

    private boolean toNextLeaf() {
        int level = depth - 1;
        while (level >= 0 && slots[level] + 1 == inners[level].size) {
            level--;
        }
        if (level < 0) {
            return false;
        }
        slots[level]++;
        for (int below = level + 1; below < depth; below++) {
            inners[below] = (Inner) inners[below - 1].children[slots[below - 1]];
            slots[below] = 0;
        }
        leaf = (Leaf) inners[depth - 1].children[slots[depth - 1]];
        at = 0;
        return true;
    }

    /** Goes behind this change; returns whether there is one. */
    boolean next() {
        pass();
        return settle();
    }

    /** The key of the change here. */
    long key() {
        return leaf.keys[at];
    }

    /** The reference of the change here. */
    long reference() {
        return leaf.references[at];
    }

    /** The RID of the row that the change here is about, or that deleted rows would have. */
    long rid() {
        return rid(key(), before);
    }

    /** How many of the base rows from {@code sid} on the change just before this place deletes. */
    long deletedBefore(long sid) {
        if (at == 0 || !Key.isDelete(leaf.keys[at - 1])) {
            return 0;
        }
        return Math.max(0, Key.sid(leaf.keys[at - 1]) + leaf.references[at - 1] - sid);
    }

    /** Whether the change just before this place deletes rows up to this one. */
    boolean deletesUpTo(long sid) {
        return at > 0 && Key.isDelete(leaf.keys[at - 1]) && Key.sid(leaf.keys[at - 1]) + leaf.references[at - 1] == sid;
    }

    /**
     * Goes to the row with this RID: behind the deleted rows in front of it, at its first change if it has one.
     *
     * @return whether it is an inserted row
     */
    boolean toRow(Node root, long rid) {
        toRid(root, rid);
        if (settle() && Key.isDelete(key()) && rid() == rid) {
            next();
        }
        return settle() && Key.isInsert(key()) && rid() == rid;
    }

    /**
     * Goes from a row to the modify of one of its columns, or to where it would be.
     *
     * @param inserted whether it is an inserted row
     * @param sid the row's SID, or that of the base row that it is in front of
     * @return whether there is one
     */
    boolean toModify(boolean inserted, long sid, int column) {
        long wanted = inserted ? Key.modifyInserted(sid, column) : Key.modify(sid, column);
        boolean there = inserted ? next() : settle();
        while (there && key() < wanted && !Key.isInsert(key())) {
            there = next();
        }
        return there && key() == wanted;
    }

    private static long rid(long key, long before) {
        return Key.sid(key) + before - (Key.isModifyInserted(key) ? 1 : 0);
    }
}
