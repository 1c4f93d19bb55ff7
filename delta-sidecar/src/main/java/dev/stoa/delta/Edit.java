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
 * Single changes put into and taken out of a tree. Nodes are copied when they are changed for the first time since the
 * last {@link #freeze}, so that whoever has a root of before still sees what it saw.
 */
final class Edit {
    /** The place to edit. An edit leaves it nowhere: it must be found again. */
    final Path path = new Path();

    private Node root;
    private long changes;
    private Owner owner = new Owner();

    Edit(Node root, long changes) {
        this.root = root;
        this.changes = changes;
    }

    Node root() {
        return root;
    }

    long changes() {
        return changes;
    }

    /** The root, of which no node changes any more. */
    Node freeze() {
        owner = new Owner();
        return root;
    }

    /** Puts a change in front of the one at the path. */
    void insert(long key, long reference) {
        own();
        changes++;
        Leaf leaf = path.leaf;
        if (leaf.size < Leaf.MOST) {
            leaf.insert(path.at, key, reference);
            grow(Key.delta(key, reference));
            return;
        }
        Leaf right = leaf.split(owner);
        if (path.at <= leaf.size) {
            leaf.insert(path.at, key, reference);
        } else {
            right.insert(path.at - leaf.size, key, reference);
        }
        addBehind(right);
    }

    /** Puts another change in the place of the one at the path. */
    void replace(long key, long reference) {
        own();
        Leaf leaf = path.leaf;
        long before = Key.delta(leaf.keys[path.at], leaf.references[path.at]);
        leaf.keys[path.at] = key;
        leaf.references[path.at] = reference;
        grow(Key.delta(key, reference) - before);
    }

    /** Takes the change at the path away. */
    void remove() {
        own();
        changes--;
        long delta = Key.delta(path.key(), path.reference());
        path.leaf.remove(path.at);
        Node child = path.leaf;
        for (int level = path.depth - 1; level >= 0; level--) {
            Inner inner = path.inners[level];
            int slot = path.slots[level];
            if (child.size == 0) {
                inner.remove(slot);
            } else {
                inner.keys[slot] = child.firstKey();
                inner.deltas[slot] -= delta;
                joinAround(inner, slot);
            }
            child = inner;
        }
        while (root instanceof Inner inner && inner.size == 1) {
            root = inner.children[0];
        }
        if (root.size == 0) {
            root = Leaf.empty(owner);
        }
    }

    /** Makes the nodes of the path our own. */
    private void own() {
        Node node = owned(root);
        root = node;
        for (int level = 0; level < path.depth; level++) {
            Inner inner = (Inner) node;
            path.inners[level] = inner;
            int slot = path.slots[level];
            node = owned(inner.children[slot]);
            inner.children[slot] = node;
        }
        path.leaf = (Leaf) node;
    }

    private Node owned(Node node) {
        return node.owner == owner ? node : node.copy(owner);
    }

    /** Says above the leaf that its changes make the image longer by so much more. */
    private void grow(long delta) {
        Node child = path.leaf;
        for (int level = path.depth - 1; level >= 0; level--) {
            Inner inner = path.inners[level];
            inner.keys[path.slots[level]] = child.firstKey();
            inner.deltas[path.slots[level]] += delta;
            child = inner;
        }
    }

    /** Puts a leaf, which was split off, behind the path's. */
    private void addBehind(Leaf leaf) {
        Node split = leaf;
        for (int level = path.depth - 1; level >= 0; level--) {
            Inner inner = path.inners[level];
            int slot = path.slots[level];
            inner.set(slot, inner.children[slot]);
            if (split != null) {
                split = addTo(inner, slot + 1, split);
            }
        }
        if (split != null) {
            root = Inner.over(owner, List.of(root, split));
        }
    }

    /** Puts a child at a place; returns the second half of the node if it had to be split, or else null. */
    private Inner addTo(Inner inner, int at, Node child) {
        if (inner.size < Inner.MOST) {
            inner.insert(at, child);
            return null;
        }
        Inner right = inner.split(owner);
        if (at <= inner.size) {
            inner.insert(at, child);
        } else {
            right.insert(at - inner.size, child);
        }
        return right;
    }

    /** Makes one node of a child and one beside it if together they are half full at most. */
    private void joinAround(Inner inner, int slot) {
        if (slot + 1 < inner.size && fit(inner.children[slot], inner.children[slot + 1])) {
            join(inner, slot);
        } else if (slot > 0 && fit(inner.children[slot - 1], inner.children[slot])) {
            join(inner, slot - 1);
        }
    }

    private static boolean fit(Node left, Node right) {
        return left.size + right.size <= left.most() / 2;
    }

    private void join(Inner inner, int slot) {
        Node left = owned(inner.children[slot]);
        left.append(inner.children[slot + 1]);
        inner.set(slot, left);
        inner.remove(slot + 1);
    }
}
