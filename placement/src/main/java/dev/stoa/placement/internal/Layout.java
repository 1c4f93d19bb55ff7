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
package dev.stoa.placement.internal;

import java.util.Arrays;

/**
 * Which nodes hold the partitions of a class, on the way from one map to the next.
 *
 * @param partitions their number
 * @param replication how many holders each has
 * @param holders the holders of partition 0, then of 1, and so on; the first of each is responsible
 */
public record Layout(int partitions, int replication, int[] holders) {
    int holder(int partition, int copy) {
        return holders[partition * replication + copy];
    }

    int responsible(int partition) {
        return holders[partition * replication];
    }

    /** Whether a node holds a partition. */
    public boolean holds(int partition, int node) {
        for (int copy = 0; copy < replication; copy++) {
            if (holder(partition, copy) == node) {
                return true;
            }
        }
        return false;
    }

    int[] responsibilities() {
        int[] nodes = new int[partitions];
        Arrays.setAll(nodes, this::responsible);
        return nodes;
    }
}
