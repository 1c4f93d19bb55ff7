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
 * The nodes that a plan may use, by their numbers.
 *
 * @param weights by node: its share; 0 for a node that takes nothing
 * @param racks by node: the number of its rack
 * @param rackCount the number of racks
 */
public record Cluster(int[] weights, int[] racks, int rackCount) {
    int nodes() {
        return weights.length;
    }

    boolean takes(int node) {
        return weights[node] > 0;
    }

    /** Returns how many nodes take partitions. */
    public int takers() {
        int count = 0;
        for (int weight : weights) {
            count += weight > 0 ? 1 : 0;
        }
        return count;
    }

    /** Whether copies can be in two racks. */
    boolean hasTwoRacks() {
        int first = -1;
        for (int node = 0; node < nodes(); node++) {
            if (takes(node)) {
                if (first >= 0 && racks[node] != first) {
                    return true;
                }
                first = racks[node];
            }
        }
        return false;
    }
}
