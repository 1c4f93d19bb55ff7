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
import java.util.PriorityQueue;

/**
 * A flow network whose edges have a capacity and a cost, and its cheapest largest flow. It raises potentials by shortest paths
 * (primal-dual), and between two raises it fills all edges of reduced cost 0 by blocking flows. The costs of the
 * planner have few values, so it raises them a few times.
 */
final class FlowNetwork {
    private static final int FAR = Integer.MAX_VALUE / 2;

    private final int vertices;
    private final int[] head;
    private int[] next;
    private int[] to;
    private int[] room;
    private int[] cost;
    private int edges;
    private final int[] potential;
    private final int[] distance;
    private final int[] level;
    private final int[] current;
    private final int[] stack;

    FlowNetwork(int vertices, int expectedEdges) {
        this.vertices = vertices;
        head = new int[vertices];
        Arrays.fill(head, -1);
        next = new int[2 * expectedEdges];
        to = new int[2 * expectedEdges];
        room = new int[2 * expectedEdges];
        cost = new int[2 * expectedEdges];
        potential = new int[vertices];
        distance = new int[vertices];
        level = new int[vertices];
        current = new int[vertices];
        stack = new int[vertices];
    }

    /** Adds an edge; its number is for {@link #flow}. Costs are 0 or more. */
    int edge(int from, int target, int capacity, int price) {
        if (edges == to.length) {
            int larger = Math.max(16, 2 * edges);
            next = Arrays.copyOf(next, larger);
            to = Arrays.copyOf(to, larger);
            room = Arrays.copyOf(room, larger);
            cost = Arrays.copyOf(cost, larger);
        }
        half(from, target, capacity, price);
        half(target, from, 0, -price);
        return edges - 2;
    }

    private void half(int from, int target, int capacity, int price) {
        to[edges] = target;
        room[edges] = capacity;
        cost[edges] = price;
        next[edges] = head[from];
        head[from] = edges++;
    }

    /** Finds the cheapest of the largest flows, and returns how large it is. */
    int solve(int source, int sink) {
        int total = 0;
        while (shortest(source, sink)) {
            for (int v = 0; v < vertices; v++) {
                potential[v] += Math.min(distance[v], distance[sink]);
            }
            while (levels(source, sink)) {
                System.arraycopy(head, 0, current, 0, vertices);
                total += blocking(source, sink);
            }
        }
        return total;
    }

    /** Returns the flow of an edge. */
    int flow(int edge) {
        return room[edge ^ 1];
    }

    private int reduced(int from, int edge) {
        return cost[edge] + potential[from] - potential[to[edge]];
    }

    /** Finds distances by reduced costs up to that of the sink; whether the sink can be reached. */
    private boolean shortest(int source, int sink) {
        Arrays.fill(distance, FAR);
        distance[source] = 0;
        PriorityQueue<Long> queue = new PriorityQueue<>();
        queue.add((long) source);
        while (!queue.isEmpty()) {
            long first = queue.remove();
            int v = (int) first;
            if (distance[v] != (int) (first >>> 32)) {
                continue;
            }
            if (v == sink) {
                return true;
            }
            for (int e = head[v]; e >= 0; e = next[e]) {
                if (room[e] > 0) {
                    int length = distance[v] + reduced(v, e);
                    if (length < distance[to[e]]) {
                        distance[to[e]] = length;
                        queue.add((long) length << 32 | to[e]);
                    }
                }
            }
        }
        return false;
    }

    /** Numbers the vertices by how many free edges they are from the source; whether the sink can be reached. */
    private boolean levels(int source, int sink) {
        Arrays.fill(level, -1);
        level[source] = 0;
        int read = 0;
        int written = 0;
        stack[written++] = source;
        while (read < written) {
            int v = stack[read++];
            for (int e = head[v]; e >= 0; e = next[e]) {
                if (room[e] > 0 && level[to[e]] < 0 && reduced(v, e) == 0) {
                    level[to[e]] = level[v] + 1;
                    stack[written++] = to[e];
                }
            }
        }
        return level[sink] >= 0;
    }

    /** Sends along paths of rising levels until each is blocked. */
    private int blocking(int source, int sink) {
        int total = 0;
        int depth = 0;
        int v = source;
        while (true) {
            if (v == sink) {
                int amount = Integer.MAX_VALUE;
                for (int i = 0; i < depth; i++) {
                    amount = Math.min(amount, room[stack[i]]);
                }
                int cut = 0;
                for (int i = depth - 1; i >= 0; i--) {
                    room[stack[i]] -= amount;
                    room[stack[i] ^ 1] += amount;
                    cut = room[stack[i]] == 0 ? i : cut;
                }
                total += amount;
                depth = cut;
                v = to[stack[cut] ^ 1];
            } else if (advance(v)) {
                stack[depth++] = current[v];
                v = to[current[v]];
            } else if (v == source) {
                return total;
            } else {
                depth--;
                v = to[stack[depth] ^ 1];
                current[v] = next[current[v]];
            }
        }
    }

    /** Moves a vertex's current edge to the next that leads on; whether it has one. */
    private boolean advance(int v) {
        for (; current[v] >= 0; current[v] = next[current[v]]) {
            int e = current[v];
            if (room[e] > 0 && level[to[e]] == level[v] + 1 && reduced(v, e) == 0) {
                return true;
            }
        }
        return false;
    }
}
