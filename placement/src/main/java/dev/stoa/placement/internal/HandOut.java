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

/**
 * Gives new copies to nodes with room in the racks that a flow chose, so that no node has a partition twice. It takes the node
 * with most room; if all with room have the partition, copies change places.
 */
final class HandOut {
    private final Cluster cluster;
    private final boolean byRack;
    private final int replication;
    private final int[] holders;
    private final boolean[] given;

    HandOut(Cluster cluster, boolean byRack, int replication, int[] holders) {
        this.cluster = cluster;
        this.byRack = byRack;
        this.replication = replication;
        this.holders = holders;
        given = new boolean[holders.length];
    }

    /** Adds a holder that is settled. */
    void keep(int partition, int node) {
        add(partition, node);
    }

    private int add(int partition, int node) {
        int slot = partition * replication;
        while (holders[slot] >= 0) {
            slot++;
        }
        holders[slot] = node;
        return slot;
    }

    /**
     * Adds a holder in a rack; whether it found one.
     *
     * @param left by node how many copies it still gets
     */
    boolean give(int partition, int rack, int[] left) {
        int best = -1;
        for (int node = 0; node < left.length; node++) {
            if (left[node] > 0
                    && isIn(rack, node)
                    && (best < 0 || left[node] > left[best])
                    && !holds(partition, node)) {
                best = node;
            }
        }
        if (best < 0) {
            best = swapped(partition, rack, left);
        }
        if (best < 0) {
            return false;
        }
        left[best]--;
        given[add(partition, best)] = true;
        return true;
    }

    /** Lets another partition take a node with room in place of one that this partition can take, and returns a node to take. */
    private int swapped(int partition, int rack, int[] left) {
        for (int roomy = 0; roomy < left.length; roomy++) {
            if (left[roomy] == 0 || !isIn(rack, roomy)) {
                continue;
            }
            for (int slot = 0; slot < holders.length; slot++) {
                int node = holders[slot];
                if (given[slot] && isIn(rack, node) && !holds(partition, node) && !holds(slot / replication, roomy)) {
                    holders[slot] = roomy;
                    left[roomy]--;
                    left[node]++;
                    return node;
                }
            }
        }
        return -1;
    }

    /**
     * Lets a partition keep a copy that it would give up, and another partition give up one of the same node in its place. The
     * number of copies that come is the same, and one of them goes to a node with room.
     *
     * @param rack the rack of the node with room
     * @param left by node how many copies it still gets
     * @return whether that was possible
     */
    boolean exchange(int partition, int rack, int[] left, Layout before) {
        for (int roomy = 0; roomy < left.length; roomy++) {
            if (left[roomy] > 0 && isIn(rack, roomy)) {
                for (int copy = 0; copy < before.replication(); copy++) {
                    int node = before.holder(partition, copy);
                    if (cluster.takes(node) && isAllowed(partition, node, -1) && isTaken(node, roomy)) {
                        left[roomy]--;
                        add(partition, node);
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Moves a kept copy of a node to another node; whether one could move. */
    private boolean isTaken(int node, int roomy) {
        for (int slot = 0; slot < holders.length; slot++) {
            boolean isKept = holders[slot] == node && slot % replication != 0 && !given[slot];
            if (isKept && isAllowed(slot / replication, roomy, node)) {
                holders[slot] = roomy;
                given[slot] = true;
                return true;
            }
        }
        return false;
    }

    /** Whether a partition may get a copy on a node in place of one on another. */
    private boolean isAllowed(int partition, int node, int instead) {
        int inRack = 0;
        for (int slot = partition * replication; slot < (partition + 1) * replication; slot++) {
            int holder = holders[slot];
            if (holder == node) {
                return false;
            }
            boolean isCounted = byRack && holder >= 0 && holder != instead;
            inRack += isCounted && cluster.racks()[holder] == cluster.racks()[node] ? 1 : 0;
        }
        return inRack < replication - 1 || !byRack;
    }

    private boolean isIn(int rack, int node) {
        return !byRack || cluster.racks()[node] == rack;
    }

    private boolean holds(int partition, int node) {
        for (int slot = partition * replication; slot < (partition + 1) * replication; slot++) {
            if (holders[slot] == node) {
                return true;
            }
        }
        return false;
    }
}
