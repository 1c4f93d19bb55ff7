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

import java.util.ArrayList;
import java.util.List;

/**
 * Lets few nodes share partitions with each other after a step. New copies change places, or come to another partition of the node
 * that gives one up. The number of copies that come, the shares, the responsible nodes and the rule of two racks stay as they are.
 */
final class Spread {
    /** Larger clusters stay as they are: a table of all pairs of nodes would be too large. */
    private static final int MOST_NODES = 2000;

    private static final int MOST_PASSES = 4;

    /** How many places of other new copies to try for one. */
    private static final int MOST_TRIED = 128;

    private final Cluster cluster;
    private final Layout before;
    private final int limit;
    private final int replication;
    private final int[] holders;
    private final boolean isLimited;
    private final short[][] shared;
    private final int[] others;
    private final List<Integer> given = new ArrayList<>();
    private final List<List<Integer>> kept = new ArrayList<>();
    private long excess;

    private Spread(Cluster cluster, Layout before, Layout after, int limit) {
        this.cluster = cluster;
        this.before = before;
        this.limit = limit;
        replication = after.replication();
        holders = after.holders().clone();
        isLimited = replication > 1 && cluster.hasTwoRacks();
        shared = new short[cluster.nodes()][cluster.nodes()];
        others = new int[cluster.nodes()];
        for (int node = 0; node < cluster.nodes(); node++) {
            kept.add(new ArrayList<>());
        }
        for (int slot = 0; slot < holders.length; slot++) {
            count(slot, slot - slot % replication, slot, 1);
            if (slot % replication > 0) {
                boolean isKept = before.holds(slot / replication, holders[slot]);
                (isKept ? kept.get(holders[slot]) : given).add(slot);
            }
        }
    }

    /**
     * Returns a layout whose nodes share partitions with fewer others, as far as they are more than a limit.
     *
     * @param limit the number of other nodes to reach
     */
    static Layout narrowed(Cluster cluster, Layout before, Layout after, int limit) {
        if (cluster.nodes() > MOST_NODES || after.replication() == 1) {
            return after;
        }
        Spread spread = new Spread(cluster, before, after, limit);
        spread.improve();
        return new Layout(after.partitions(), after.replication(), spread.holders);
    }

    private void improve() {
        long last = Long.MAX_VALUE;
        for (int pass = 0; pass < MOST_PASSES && excess > 0 && excess < last; pass++) {
            last = excess;
            for (int i = 0; i < given.size(); i++) {
                if (isWide(given.get(i))) {
                    tryLeavers(given.get(i), i);
                    tryOthers(i, pass);
                }
            }
        }
    }

    /** Whether the node of a copy shares partitions with too many. */
    private boolean isWide(int slot) {
        for (int other = slot - slot % replication; other < slot - slot % replication + replication; other++) {
            if (others[holders[other]] > limit) {
                return true;
            }
        }
        return false;
    }

    /** Tries to let another partition of a node that gives this one up give up its copy in place. */
    private void tryLeavers(int slot, int index) {
        int partition = slot / replication;
        int best = -1;
        long least = excess;
        for (int copy = 0; copy < before.replication(); copy++) {
            int leaver = before.holder(partition, copy);
            if (cluster.takes(leaver) && !holds(partition, leaver)) {
                for (int other : kept.get(leaver)) {
                    long reached = swapped(slot, other);
                    if (reached < least) {
                        least = reached;
                        best = other;
                    }
                }
            }
        }
        if (best >= 0) {
            int leaver = holders[best];
            swap(slot, best);
            kept.get(leaver).remove(Integer.valueOf(best));
            kept.get(leaver).add(slot);
            given.set(index, best);
        }
    }

    private void tryOthers(int index, int pass) {
        int best = -1;
        long least = excess;
        int step = 1 + given.size() / MOST_TRIED;
        for (int j = pass % step; j < given.size(); j += step) {
            if (holders[given.get(j)] != holders[given.get(index)]) {
                long reached = swapped(given.get(index), given.get(j));
                if (reached < least) {
                    least = reached;
                    best = given.get(j);
                }
            }
        }
        if (best >= 0) {
            swap(given.get(index), best);
        }
    }

    /** Returns the excess if two copies change places; a large one if they can't. */
    private long swapped(int slot, int other) {
        if (!isAllowed(slot, holders[other]) || !isAllowed(other, holders[slot])) {
            return Long.MAX_VALUE;
        }
        swap(slot, other);
        long reached = excess;
        swap(slot, other);
        return reached;
    }

    private boolean isAllowed(int slot, int node) {
        int first = slot - slot % replication;
        int inRack = 0;
        for (int i = first; i < first + replication; i++) {
            if (holders[i] == node) {
                return false;
            }
            inRack += i != slot && cluster.racks()[holders[i]] == cluster.racks()[node] ? 1 : 0;
        }
        return !isLimited || inRack < replication - 1;
    }

    private boolean holds(int partition, int node) {
        for (int i = partition * replication; i < (partition + 1) * replication; i++) {
            if (holders[i] == node) {
                return true;
            }
        }
        return false;
    }

    private void swap(int slot, int other) {
        int node = holders[slot];
        set(slot, holders[other]);
        set(other, node);
    }

    private void set(int slot, int node) {
        int first = slot - slot % replication;
        count(slot, first, slot, -1);
        count(slot, slot + 1, first + replication, -1);
        holders[slot] = node;
        count(slot, first, slot, 1);
        count(slot, slot + 1, first + replication, 1);
    }

    /** Counts that the node of a slot shares a partition with those of other slots, once more or once less. */
    private void count(int slot, int from, int to, int by) {
        int node = holders[slot];
        for (int i = from; i < to; i++) {
            int other = holders[i];
            shared[node][other] += (short) by;
            shared[other][node] += (short) by;
            int now = shared[node][other];
            boolean isChange = by > 0 ? now == 1 : now == 0;
            if (isChange) {
                change(node, by);
                change(other, by);
            }
        }
    }

    private void change(int node, int by) {
        excess -= Math.max(0, others[node] - limit);
        others[node] += by;
        excess += Math.max(0, others[node] - limit);
    }
}
