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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How many of a number of copies each node takes: its share by weight, rounded down or up. A node takes no partition twice, and
 * a rack not all copies of one. A flow chooses who rounds up. {@link #fewestMoves} says how many copies come at least: that is
 * when the nodes that hold most round up.
 */
final class Targets {
    private static final double EPSILON = 1e-9;

    private final Cluster cluster;
    private final int nodeLimit;
    private final long rackLimit;
    private final double[] shares;
    private final int[] floors;
    private final int rest;

    private Targets(Cluster cluster, long total, int nodeLimit, long rackLimit) {
        this.cluster = cluster;
        this.nodeLimit = nodeLimit;
        this.rackLimit = rackLimit;
        shares = sharesByRack(total);
        floors = new int[shares.length];
        long sum = 0;
        for (int node = 0; node < shares.length; node++) {
            floors[node] = (int) Math.floor(shares[node] + EPSILON);
            sum += floors[node];
        }
        rest = (int) (total - sum);
    }

    /** Returns by node how many partitions it is responsible for. */
    static Targets ofResponsibility(Cluster cluster, int partitions) {
        return new Targets(cluster, partitions, partitions, Long.MAX_VALUE);
    }

    /** Returns by node how many copies it holds. */
    static Targets ofCopies(Cluster cluster, int partitions, int replication) {
        boolean limited = replication > 1 && cluster.hasTwoRacks();
        long rackLimit = limited ? (long) (replication - 1) * partitions : Long.MAX_VALUE;
        return new Targets(cluster, (long) partitions * replication, partitions, rackLimit);
    }

    /** A node's share, rounded down. */
    int floor(int node) {
        return floors[node];
    }

    /** Whether a node's share is no whole number, so that it may be rounded up. */
    boolean mayRoundUp(int node) {
        return shares[node] - floors[node] > EPSILON;
    }

    /** How many nodes round up. */
    int rest() {
        return rest;
    }

    private double[] sharesByRack(long total) {
        double[] all = shares(total, cluster.weights());
        int full = overfullRack(all);
        if (full < 0) {
            return all;
        }
        int[] inside = cluster.weights().clone();
        int[] outside = cluster.weights().clone();
        for (int node = 0; node < inside.length; node++) {
            (cluster.racks()[node] == full ? outside : inside)[node] = 0;
        }
        double[] others = shares(total - rackLimit, outside);
        double[] limited = shares(rackLimit, inside);
        for (int node = 0; node < inside.length; node++) {
            limited[node] += others[node];
        }
        return limited;
    }

    /** Divides by weight; what is above a node's limit goes to the others. */
    private double[] shares(long total, int[] weights) {
        double[] shares = new double[weights.length];
        boolean[] full = new boolean[weights.length];
        double left = total;
        for (boolean again = true; again; ) {
            again = false;
            long sum = 0;
            for (int node = 0; node < weights.length; node++) {
                sum += full[node] ? 0 : weights[node];
            }
            for (int node = 0; node < weights.length && sum > 0; node++) {
                if (!full[node]) {
                    shares[node] = left * weights[node] / sum;
                }
            }
            for (int node = 0; node < weights.length && sum > 0; node++) {
                if (!full[node] && shares[node] > nodeLimit + EPSILON) {
                    shares[node] = nodeLimit;
                    full[node] = true;
                    left -= nodeLimit;
                    again = true;
                }
            }
        }
        return shares;
    }

    private int overfullRack(double[] shares) {
        double[] sums = new double[cluster.rackCount()];
        for (int node = 0; node < shares.length; node++) {
            sums[cluster.racks()[node]] += shares[node];
        }
        for (int rack = 0; rack < sums.length; rack++) {
            if (sums[rack] > rackLimit + EPSILON) {
                return rack;
            }
        }
        return -1;
    }

    /**
     * Returns by node how many copies come at least, in a step with the fewest.
     *
     * @param has by node how many copies it holds
     */
    int[] coming(int[] has) {
        List<Integer> order = new ArrayList<>();
        long[] ofRack = new long[cluster.rackCount()];
        for (int node = 0; node < floors.length; node++) {
            ofRack[cluster.racks()[node]] += floors[node];
            if (mayRoundUp(node)) {
                order.add(node);
            }
        }
        order.sort(Comparator.<Integer>comparingInt(node -> floors[node] - has[node])
                .thenComparingInt(node -> node));
        int[] coming = floors.clone();
        int left = rest;
        for (int node : order) {
            int rack = cluster.racks()[node];
            if (left > 0 && ofRack[rack] < rackLimit) {
                coming[node]++;
                ofRack[rack]++;
                left--;
            }
        }
        for (int node = 0; node < coming.length; node++) {
            coming[node] = Math.max(0, coming[node] - has[node]);
        }
        return coming;
    }

    /** Returns how many copies come at least. */
    int fewestMoves(int[] has) {
        return Arrays.stream(coming(has)).sum();
    }

    static int[] counts(int[] holders, int nodes) {
        int[] counts = new int[nodes];
        Arrays.stream(holders).forEach(node -> counts[node]++);
        return counts;
    }
}
