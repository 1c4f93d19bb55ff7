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

import java.util.Arrays;
import java.util.List;

/** Children in order, each with its first key and with what its changes add to the length of the image. */
final class Inner extends Node {
    /** Most children. */
    static final int MOST = 32;

    final Node[] children;
    final long[] keys;
    final long[] deltas;

    private Inner(Owner owner, int height, Node[] children, long[] keys, long[] deltas, int size) {
        super(owner, height, size);
        this.children = children;
        this.keys = keys;
        this.deltas = deltas;
    }

    /** A node over one to {@link #MOST} children of one height. */
    static Inner over(Owner owner, List<? extends Node> children) {
        Inner inner = new Inner(owner, children.get(0).height + 1, new Node[MOST], new long[MOST], new long[MOST], 0);
        for (Node child : children) {
            inner.insert(inner.size, child);
        }
        return inner;
    }

    @Override
    Inner copy(Owner edit) {
        return new Inner(edit, height, children.clone(), keys.clone(), deltas.clone(), size);
    }

    @Override
    long firstKey() {
        return keys[0];
    }

    @Override
    long delta() {
        long delta = 0;
        for (int i = 0; i < size; i++) {
            delta += deltas[i];
        }
        return delta;
    }

    @Override
    int most() {
        return MOST;
    }

    /** Puts a child at a place; the node is not full. */
    void insert(int at, Node child) {
        System.arraycopy(children, at, children, at + 1, size - at);
        System.arraycopy(keys, at, keys, at + 1, size - at);
        System.arraycopy(deltas, at, deltas, at + 1, size - at);
        size++;
        set(at, child);
    }

    /** Says what a child holds now. */
    void set(int at, Node child) {
        children[at] = child;
        keys[at] = child.firstKey();
        deltas[at] = child.delta();
    }

    /** Takes a child away. */
    void remove(int at) {
        size--;
        System.arraycopy(children, at + 1, children, at, size - at);
        System.arraycopy(keys, at + 1, keys, at, size - at);
        System.arraycopy(deltas, at + 1, deltas, at, size - at);
        children[size] = null;
    }

    @Override
    void append(Node next) {
        Inner other = (Inner) next;
        System.arraycopy(other.children, 0, children, size, other.size);
        System.arraycopy(other.keys, 0, keys, size, other.size);
        System.arraycopy(other.deltas, 0, deltas, size, other.size);
        size += other.size;
    }

    /** Gives the second half away. */
    Inner split(Owner edit) {
        int half = size / 2;
        Inner right = new Inner(edit, height, new Node[MOST], new long[MOST], new long[MOST], size - half);
        System.arraycopy(children, half, right.children, 0, size - half);
        System.arraycopy(keys, half, right.keys, 0, size - half);
        System.arraycopy(deltas, half, right.deltas, 0, size - half);
        Arrays.fill(children, half, size, null);
        size = half;
        return right;
    }
}
