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
import java.util.List;
import java.util.Optional;

/**
 * Chooses the holders of each partition. The responsible node is one of them, each node has its share, and the copies are in
 * two racks or more if the cluster has them. As few copies as possible come. The flow keeps copies where they are, and sends
 * new ones to hubs, one for each rack; {@link HandOut} then gives them to nodes. A hub does not know which partitions its
 * nodes have. So if the nodes with room all have a partition, a second flow has an edge from each partition to each node.
 */
final class Copies {
    /** The price of a copy above a node's share; paid only if the shares force it. */
    private static final int OVERFLOW = 1000;

    private final Cluster cluster;
    private final Layout before;
    private final int replication;
    private final int[] responsible;
    private final Targets targets;
    private final int[] settled;
    private final boolean isLimited;
    private final boolean isDirect;
    private final int groups;
    private final int[] sizes;

    /** The vertices: partitions, then partition and rack, then hubs, then nodes, then source and sink. */
    private final int firstHub;

    private final int firstNode;
    private final FlowNetwork network;

    private Copies(
            Cluster cluster, Layout before, int replication, int[] responsible, Targets targets, boolean isDirect) {
        this.cluster = cluster;
        this.before = before;
        this.replication = replication;
        this.responsible = responsible;
        this.isDirect = isDirect;
        isLimited = replication > 1 && cluster.hasTwoRacks();
        groups = isLimited ? cluster.rackCount() : 1;
        sizes = new int[groups];
        for (int node = 0; node < cluster.nodes(); node++) {
            sizes[group(node)] += cluster.takes(node) ? 1 : 0;
        }
        this.targets = targets;
        settled = Targets.counts(responsible, cluster.nodes());
        firstHub = before.partitions() * (1 + groups);
        firstNode = firstHub + groups;
        int perPartition = isDirect ? cluster.nodes() : before.replication();
        network = new FlowNetwork(
                firstNode + cluster.nodes() + 3,
                before.partitions() * (1 + 2 * groups + perPartition) + 4 * cluster.nodes());
    }

    /**
     * Returns the next layout.
     *
     * @param replication how many holders each partition gets; at most the nodes that take partitions
     * @param responsible by partition the node that is one of the holders
     * @param targets how many copies each node gets
     */
    static Layout assign(Cluster cluster, Layout before, int replication, int[] responsible, Targets targets) {
        return new Copies(cluster, before, replication, responsible, targets, false)
                .solve()
                .or(() -> new Copies(cluster, before, replication, responsible, targets, true).solve())
                .orElseThrow();
    }

    /** Returns the layout, unless hubs have copies for nodes that all have the partition. */
    private Optional<Layout> solve() {
        int partitions = before.partitions();
        int source = firstNode + cluster.nodes();
        int sink = source + 1;
        int[][] edges = new int[partitions][];
        int[][] hubs = new int[partitions][groups];
        for (int p = 0; p < partitions; p++) {
            network.edge(source, p, replication - 1, 0);
            edges[p] = isDirect ? edgesToAll(p) : edgesToHolders(p, hubs[p]);
        }
        int[] fromHub = nodeEdges(sink);
        network.solve(source, sink);
        int[] holders = new int[partitions * replication];
        Arrays.fill(holders, -1);
        HandOut handOut = new HandOut(cluster, isLimited, replication, holders);
        for (int p = 0; p < partitions; p++) {
            handOut.keep(p, responsible[p]);
            for (int i = 0; i < edges[p].length; i++) {
                if (edges[p][i] >= 0 && network.flow(edges[p][i]) > 0) {
                    handOut.keep(p, isDirect ? i : before.holder(p, i));
                }
            }
        }
        boolean isWhole = isDirect || handOutAll(handOut, hubs, fromHub);
        return isWhole ? Optional.of(new Layout(partitions, replication, holders)) : Optional.empty();
    }

    /** Adds the edges of nodes: from their hubs, and to the sink; returns the former. */
    private int[] nodeEdges(int sink) {
        int rest = sink + 1;
        int rounded = targets.rest();
        int[] fromHub = new int[cluster.nodes()];
        for (int node = 0; node < cluster.nodes(); node++) {
            if (cluster.takes(node)) {
                int room = targets.floor(node) - settled[node];
                fromHub[node] = network.edge(firstHub + group(node), firstNode + node, before.partitions(), 0);
                network.edge(firstNode + node, sink, Math.max(0, room), 0);
                network.edge(firstNode + node, sink, before.partitions(), OVERFLOW);
                if (room < 0) {
                    rounded += room;
                } else if (targets.mayRoundUp(node)) {
                    network.edge(firstNode + node, rest, 1, 0);
                }
            }
        }
        network.edge(rest, sink, Math.max(0, rounded), 0);
        return fromHub;
    }

    private boolean handOutAll(HandOut handOut, int[][] hubs, int[] fromHub) {
        int[] left = new int[cluster.nodes()];
        for (int node = 0; node < left.length; node++) {
            left[node] = cluster.takes(node) ? network.flow(fromHub[node]) : 0;
        }
        List<int[]> later = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            for (int p = 0; p < hubs.length; p++) {
                for (int unit = network.flow(hubs[p][group]); unit > 0; unit--) {
                    if (!handOut.give(p, group, left)) {
                        later.add(new int[] {p, group});
                    }
                }
            }
        }
        return later.stream().allMatch(unit -> handOut.exchange(unit[0], unit[1], left, before));
    }

    /** Adds the edges of a partition to its holders, and to the hubs; returns by copy the edge that keeps it, or -1. */
    private int[] edgesToHolders(int p, int[] hubs) {
        int[] kept = new int[before.replication()];
        Arrays.fill(kept, -1);
        boolean[] isUsed = new boolean[groups];
        for (int copy = 0; copy < before.replication(); copy++) {
            int node = before.holder(p, copy);
            if (cluster.takes(node) && node != responsible[p]) {
                int group = group(node);
                if (!isUsed[group]) {
                    network.edge(p, through(p, group), most(group, responsible[p]), 0);
                    isUsed[group] = true;
                }
                kept[copy] = network.edge(through(p, group), firstNode + node, 1, 0);
            }
        }
        for (int group = 0; group < groups; group++) {
            int from = isUsed[group] ? through(p, group) : p;
            hubs[group] = network.edge(from, firstHub + group, most(group, responsible[p]), 1);
        }
        return kept;
    }

    /** Adds the edges of a partition to all nodes; returns them by node, or -1. */
    private int[] edgesToAll(int p) {
        for (int group = 0; group < groups; group++) {
            network.edge(p, through(p, group), most(group, responsible[p]), 0);
        }
        int[] edges = new int[cluster.nodes()];
        for (int node = 0; node < edges.length; node++) {
            edges[node] = cluster.takes(node) && node != responsible[p]
                    ? network.edge(through(p, group(node)), firstNode + node, 1, before.holds(p, node) ? 0 : 1)
                    : -1;
        }
        return edges;
    }

    /** The vertex of a partition in a rack. */
    private int through(int p, int group) {
        return before.partitions() + p * groups + group;
    }

    private int group(int node) {
        return isLimited ? cluster.racks()[node] : 0;
    }

    /** The most copies of a partition, besides the responsible node's, in a rack. */
    private int most(int group, int taken) {
        int limit = Math.min(isLimited ? replication - 1 : replication, sizes[group]);
        return group(taken) == group ? limit - 1 : limit;
    }
}
