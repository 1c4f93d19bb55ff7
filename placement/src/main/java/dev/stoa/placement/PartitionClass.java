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
package dev.stoa.placement;

import java.util.Arrays;

/**
 * The nodes of all partitions of the tables with one number of partitions. Part 7 of each is on the same
 * nodes. Look-ups read an array and allocate nothing. Nodes are numbers in {@link PlacementMap#nodes()}.
 */
public final class PartitionClass {
    /** The most partitions of a class. */
    public static final int MOST_PARTITIONS = 1 << 20;

    private static final int[] NONE = {};

    private final int partitions;
    private final int replication;
    private final int[] holders;
    private final int[][] leavers;

    /**
     * Makes a class; it keeps the arrays.
     *
     * @param partitions their number
     * @param replication how many nodes hold each partition
     * @param holders the holders of partition 0, then of 1, and so on; the first of each is responsible
     * @param leavers by partition the nodes that the map before has in addition; {@code null} for a partition that did not move
     */
    PartitionClass(int partitions, int replication, int[] holders, int[][] leavers) {
        this.partitions = partitions;
        this.replication = replication;
        this.holders = holders;
        this.leavers = leavers;
    }

    /** Returns the number of partitions. */
    public int partitions() {
        return partitions;
    }

    /** Returns how many nodes hold each partition. */
    public int replication() {
        return replication;
    }

    /** Returns the node that is responsible for a partition. */
    public int responsible(int partition) {
        return holders[partition * replication];
    }

    /**
     * Returns a node that holds a partition.
     *
     * @param copy from 0, the responsible one, below {@link #replication()}
     */
    public int holder(int partition, int copy) {
        return holders[partition * replication + copy];
    }

    /** Whether a node holds a partition. */
    public boolean holds(int partition, int node) {
        for (int i = partition * replication; i < (partition + 1) * replication; i++) {
            if (holders[i] == node) {
                return true;
            }
        }
        return false;
    }

    /** Whether the map before has other holders, or another responsible node, for a partition. */
    public boolean isMoved(int partition) {
        return leavers[partition] != null;
    }

    /** Returns the nodes that hold a partition by the map before only, and that are still in the cluster. */
    public int[] leavers(int partition) {
        return leavers[partition] == null ? NONE : leavers[partition].clone();
    }

    /** Returns by node how many partitions it holds. */
    public int[] copies(int nodes) {
        int[] counts = new int[nodes];
        for (int node : holders) {
            counts[node]++;
        }
        return counts;
    }

    /** Returns by node for how many partitions it is responsible. */
    public int[] responsibilities(int nodes) {
        int[] counts = new int[nodes];
        for (int partition = 0; partition < partitions; partition++) {
            counts[responsible(partition)]++;
        }
        return counts;
    }

    /** Returns the holders of a partition, the responsible one first. */
    public int[] holders(int partition) {
        return Arrays.copyOfRange(holders, partition * replication, (partition + 1) * replication);
    }
}
