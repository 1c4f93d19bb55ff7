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
 * Chooses the responsible node of each partition. As few as balance allows change; of those, as many as possible go to a node
 * that holds the partition, and then to a node that gets copies anyway. A flow with one unit per partition finds them
 * (VectorH, section 4, with a cost for each change).
 */
final class Responsibility {
    private Responsibility() {}

    /**
     * Returns by partition the responsible node.
     *
     * @param coming by node how many copies it gets anyway
     */
    static int[] assign(Cluster cluster, Layout before, int[] coming, Heirs heirs) {
        int partitions = before.partitions();
        int nodes = cluster.nodes();
        Targets targets = Targets.ofResponsibility(cluster, partitions);
        int hub = partitions + nodes;
        int rest = hub + 1;
        int source = hub + 2;
        int sink = hub + 3;
        FlowNetwork network = new FlowNetwork(hub + 4, partitions * (before.replication() + 2) + 4 * nodes + 1);
        // a cycle of changes passes each node once, so that no saving of lesser costs is worth a greater one
        int change = heirs == Heirs.FEW ? 8 * nodes : 4;
        int stranger = heirs == Heirs.FEW ? change + 1 : change * (nodes + 2);
        int[] first = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            first[p] = network.edge(source, p, 1, 0);
            for (int copy = 0; copy < before.replication(); copy++) {
                int node = before.holder(p, copy);
                if (cluster.takes(node)) {
                    network.edge(p, partitions + node, 1, copy == 0 ? 0 : change);
                }
            }
            network.edge(p, hub, 1, stranger);
        }
        int[] cheap = new int[nodes];
        int[] dear = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            int vertex = partitions + node;
            cheap[node] = network.edge(hub, vertex, coming[node], 0);
            dear[node] = network.edge(hub, vertex, partitions, 2);
            network.edge(vertex, sink, targets.floor(node), 0);
            network.edge(vertex, rest, targets.mayRoundUp(node) ? 1 : 0, 0);
        }
        network.edge(rest, sink, targets.rest(), 0);
        network.solve(source, sink);
        int[] left = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            left[node] = network.flow(cheap[node]) + network.flow(dear[node]);
        }
        return read(cluster, before, network, first, left);
    }

    /** Reads the flow: the edges of a partition follow its first one, in the order of its holders. */
    private static int[] read(Cluster cluster, Layout before, FlowNetwork network, int[] first, int[] left) {
        int[] answer = new int[before.partitions()];
        int next = 0;
        for (int p = 0; p < answer.length; p++) {
            int edge = first[p] + 2;
            answer[p] = -1;
            for (int copy = 0; copy < before.replication(); copy++) {
                int node = before.holder(p, copy);
                if (cluster.takes(node)) {
                    answer[p] = network.flow(edge) > 0 ? node : answer[p];
                    edge += 2;
                }
            }
            if (answer[p] < 0) {
                while (left[next] == 0) {
                    next = (next + 1) % left.length;
                }
                answer[p] = next;
                left[next]--;
                next = (next + 1) % left.length;
            }
        }
        return answer;
    }
}
