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

/**
 * Changes in order: a key and a reference each. The reference of an insert is the row's, that of a delete the number of
 * rows, that of a modify the value's. The arrays have room for few more changes than there are.
 */
final class Leaf extends Node {
    /** Most changes. */
    static final int MOST = 128;

    private static final int ROOM = 8;

    long[] keys;
    long[] references;

    private Leaf(Owner owner, long[] keys, long[] references, int size) {
        super(owner, 0, size);
        this.keys = keys;
        this.references = references;
    }

    /** A leaf without changes. */
    static Leaf empty(Owner owner) {
        return new Leaf(owner, new long[0], new long[0], 0);
    }

    /** The changes {@code from..to-1} of this leaf. */
    private Leaf part(Owner edit, int from, int to) {
        int room = Math.min(MOST, to - from + ROOM);
        return new Leaf(
                edit,
                Arrays.copyOfRange(keys, from, from + room),
                Arrays.copyOfRange(references, from, from + room),
                to - from);
    }

    @Override
    Leaf copy(Owner edit) {
        return part(edit, 0, size);
    }

    @Override
    long firstKey() {
        return keys[0];
    }

    @Override
    long delta() {
        return delta(size);
    }

    /** By how much the first changes make the image longer. */
    long delta(int count) {
        long delta = 0;
        for (int i = 0; i < count; i++) {
            delta += Key.inserted(keys[i]);
            if (Key.isDelete(keys[i])) {
                delta -= references[i];
            }
        }
        return delta;
    }

    /** The first change whose key is at least one that {@link Key#insert} or {@link Key#delete} made. */
    int find(long least) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (keys[middle] < least) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    int most() {
        return MOST;
    }

    /** Puts a change at a place; the leaf is not full. */
    void insert(int at, long key, long reference) {
        if (size == keys.length) {
            resize(Math.min(MOST, size + ROOM));
        }
        System.arraycopy(keys, at, keys, at + 1, size - at);
        System.arraycopy(references, at, references, at + 1, size - at);
        keys[at] = key;
        references[at] = reference;
        size++;
    }

    /** Takes a change away. */
    void remove(int at) {
        size--;
        System.arraycopy(keys, at + 1, keys, at, size - at);
        System.arraycopy(references, at + 1, references, at, size - at);
        if (keys.length - size > ROOM + ROOM / 2) {
            resize(size + ROOM / 2);
        }
    }

    @Override
    void append(Node next) {
        Leaf other = (Leaf) next;
        resize(Math.min(MOST, size + other.size + ROOM));
        System.arraycopy(other.keys, 0, keys, size, other.size);
        System.arraycopy(other.references, 0, references, size, other.size);
        size += other.size;
    }

    /** Gives the second half away. */
    Leaf split(Owner edit) {
        int half = size / 2;
        Leaf right = part(edit, half, size);
        size = half;
        resize(half + ROOM);
        return right;
    }

    private void resize(int room) {
        keys = Arrays.copyOf(keys, room);
        references = Arrays.copyOf(references, room);
    }
}
