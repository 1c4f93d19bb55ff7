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
package dev.stoa.hdfs.affinity;

import java.util.Arrays;

/** A hash table from sets of nodes to sets of nodes. A set is an ascending array of numbers. */
final class NodeSets {
    private int[][] keys = new int[16][];
    private int[][] values = new int[16][];
    private int size;

    /** Returns the value of a set, or {@code null} without one. */
    int[] get(int[] set) {
        return values[slot(set)];
    }

    void put(int[] set, int[] value) {
        if (2 * size >= keys.length) {
            grow();
        }
        int slot = slot(set);
        size += keys[slot] == null ? 1 : 0;
        keys[slot] = set;
        values[slot] = value;
    }

    private void grow() {
        int[][] oldKeys = keys;
        int[][] oldValues = values;
        keys = new int[2 * oldKeys.length][];
        values = new int[2 * oldKeys.length][];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != null) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    /** The slot of a set, or the free one where the search for it ends. */
    private int slot(int[] set) {
        int hash = Arrays.hashCode(set) * 0x9E3779B9;
        int slot = (hash ^ hash >>> 16) & keys.length - 1;
        while (keys[slot] != null && !Arrays.equals(keys[slot], set)) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }
}
