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
 * The step of one class from a layout to the next.
 *
 * @param after the next layout
 * @param fewestCopies how many copies must come at least
 * @param fewestChanges how many partitions must get another responsible node at least
 */
public record Step(Layout after, int fewestCopies, int fewestChanges) {
    /**
     * Plans a step.
     *
     * @param before holders of nodes that take nothing any more are allowed
     * @param replication how many holders each partition wants; it gets fewer if the cluster has fewer nodes
     * @param spread how many other nodes should share partitions with a node
     * @param heirs who becomes responsible
     */
    public static Step plan(Cluster cluster, Layout before, int replication, int spread, Heirs heirs) {
        int copies = Math.min(replication, cluster.takers());
        int partitions = before.partitions();
        int[] present = Targets.counts(before.responsibilities(), cluster.nodes());
        int[] has = Targets.counts(before.holders(), cluster.nodes());
        Targets targets = Targets.ofCopies(cluster, partitions, copies);
        int[] responsible = Responsibility.assign(cluster, before, targets.coming(has), heirs);
        Layout copied = Copies.assign(cluster, before, copies, responsible, targets);
        Layout after = Spread.narrowed(cluster, before, copied, spread);
        return new Step(
                after,
                targets.fewestMoves(has),
                Targets.ofResponsibility(cluster, partitions).fewestMoves(present));
    }
}
