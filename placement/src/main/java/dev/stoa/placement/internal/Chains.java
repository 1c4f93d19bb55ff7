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
import java.util.Comparator;
import java.util.List;

/**
 * The first layout. Nodes form a ring. Neighbours are in different racks. Each node is responsible for a run of
 * partitions, and their copies are on the nodes after it: at distances s, 2s, and so on. One s is a chain; several let more
 * nodes share the work when a node fails, and a loss of several nodes at once then hits more partitions.
 */
public final class Chains {
    private Chains() {}

    /**
     * Returns a layout with equal shares of nodes.
     *
     * @param replication at most the number of nodes that take partitions
     * @param spread how many other nodes share partitions with a node, in a cluster large enough
     */
    public static Layout layout(Cluster cluster, int partitions, int replication, int spread) {
        int[] ring = ring(cluster);
        int n = ring.length;
        int[] steps = steps(n, replication, spread);
        int[] holders = new int[partitions * replication];
        for (int p = 0; p < partitions; p++) {
            int first = (int) ((long) p * n / partitions);
            int inRun = p - (int) (((long) first * partitions + n - 1) / n);
            int step = steps[inRun % steps.length];
            for (int copy = 0; copy < replication; copy++) {
                holders[p * replication + copy] = ring[(int) ((first + (long) copy * step) % n)];
            }
        }
        return new Layout(partitions, replication, holders);
    }

    /** The nodes rack by rack in turns, those of large racks spread evenly. */
    private static int[] ring(Cluster cluster) {
        int[] sizes = new int[cluster.rackCount()];
        int[] places = new int[cluster.nodes()];
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < cluster.nodes(); node++) {
            if (cluster.takes(node)) {
                places[node] = sizes[cluster.racks()[node]]++;
                nodes.add(node);
            }
        }
        nodes.sort(Comparator.<Integer>comparingDouble(node -> (places[node] + 0.5) / sizes[cluster.racks()[node]])
                .thenComparingInt(node -> cluster.racks()[node]));
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int[] steps(int n, int replication, int spread) {
        List<Integer> steps = new ArrayList<>();
        boolean[] used = new boolean[n];
        int helpers = 0;
        for (int step = 1; step < n && (steps.isEmpty() || helpers < spread); step++) {
            if (isFree(used, n, step, replication)) {
                steps.add(step);
                for (int copy = 1; copy < replication; copy++) {
                    int offset = copy * step % n;
                    helpers += used[offset] ? 0 : 1;
                    used[offset] = true;
                    helpers += used[n - offset] ? 0 : 1;
                    used[n - offset] = true;
                }
            }
        }
        return steps.isEmpty()
                ? new int[] {1}
                : steps.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Whether copies at a step are on different nodes, none of them at a distance in use. */
    private static boolean isFree(boolean[] used, int n, int step, int replication) {
        boolean[] seen = new boolean[n];
        seen[0] = true;
        for (int copy = 1; copy < replication; copy++) {
            int offset = (int) ((long) copy * step % n);
            if (seen[offset] || used[offset]) {
                return false;
            }
            seen[offset] = true;
        }
        return true;
    }
}
