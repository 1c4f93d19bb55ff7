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

import java.util.List;

/**
 * Gives parts to nodes where no map exists, by rendezvous hashing: each part prefers nodes in an order of its own, and takes the first
 * one with room. All callers with the same nodes get the same answer, and none keeps a state. If nodes join or leave, few parts get another node; a map moves fewer.
 */
public final class Rendezvous {
    /** The most parts of a node against the mean. */
    public static final double BOUND = 1.1;

    /** 1.1 * 100 / 5 is a little above 22 in doubles. */
    private static final double ROUNDING = 1e-9;

    private Rendezvous() {}

    /**
     * Returns the node of each part of a class, as a number in the list.
     *
     * @param partitions of the class
     * @param nodes different names, at least one, in any order
     * @param bound the most parts of a node against the mean, 1 or more
     * @throws IllegalArgumentException if a value is out of range
     */
    public static int[] assign(int partitions, List<String> nodes, double bound) {
        if (partitions < 1 || partitions > PartitionClass.MOST_PARTITIONS || nodes.isEmpty() || !(bound >= 1)) {
            throw new IllegalArgumentException(partitions + " partitions, " + nodes.size() + " nodes and the bound "
                    + bound + ": give partitions up to " + PartitionClass.MOST_PARTITIONS
                    + ", a node or more, and a bound of 1 or more");
        }
        int most = (int) Math.min(partitions, Math.ceil(bound * partitions / nodes.size() - ROUNDING));
        long[] hashes = nodes.stream().mapToLong(Rendezvous::hash).toArray();
        int[] taken = new int[nodes.size()];
        int[] assigned = new int[partitions];
        for (int part = 0; part < partitions; part++) {
            long seed = mix(31L * partitions) + part;
            int best = -1;
            long highest = 0;
            for (int node = 0; node < hashes.length; node++) {
                long score = mix(mix(seed) ^ hashes[node]);
                if (taken[node] < most && (best < 0 || score > highest)) {
                    best = node;
                    highest = score;
                }
            }
            taken[best]++;
            assigned[part] = best;
        }
        return assigned;
    }

    /** Returns the score of a node for a seed. The node with the highest score comes first. */
    public static long score(long seed, String node) {
        return mix(mix(seed) ^ hash(node));
    }

    private static long hash(String node) {
        long hash = 0;
        for (int i = 0; i < node.length(); i++) {
            hash = 31 * hash + node.charAt(i);
        }
        return hash;
    }

    /** Spreads the bits of a number (the finaliser of SplitMix64). */
    private static long mix(long bits) {
        long z = bits + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
