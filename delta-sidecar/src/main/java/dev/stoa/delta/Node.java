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
 * A node of the tree. It may be changed by the edit that owns it and only as long as that edit goes on; everybody else
 * makes a copy.
 */
abstract class Node {
    /** The edit that made the node. */
    final Owner owner;

    /** The levels below. */
    final int height;

    /** How many children or changes. */
    int size;

    Node(Owner owner, int height, int size) {
        this.owner = owner;
        this.height = height;
        this.size = size;
    }

    /** The key of the first change; there is one. */
    abstract long firstKey();

    /** By how much all changes make the image longer. */
    abstract long delta();

    /** A copy that an edit may change. */
    abstract Node copy(Owner edit);

    /** Most children or changes. */
    abstract int most();

    /** Takes the children or changes of the next node of the same height; there is room. */
    abstract void append(Node next);
}
