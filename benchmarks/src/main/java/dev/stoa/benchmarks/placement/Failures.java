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
package dev.stoa.benchmarks.placement;

import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Simulates local reads after nodes failed and HDFS has copied lost replicas. Each partition has several blocks with three replicas. */
final class Failures {
    private static final int BLOCKS = 12;
    private static final int COPIES = 3;
    private static final int SEED = 7;

    private final int nodes;
    private final int partitions;
    private final int failed;
    private final PlacementMap map;
    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Ways to place replicas. Without a map the living node with most blocks of a partition becomes responsible. */
    enum Placing {
        /** HDFS. The writer of a partition is its responsible node, which gets the first replica. */
        HDFS,
        /** The writer names the nodes of the map. After a failure HDFS chooses, and the next map says who is responsible. */
        FAVOURED,
        /** The policy, with a new map after the failure. */
        POLICY
    }

    /**
     * A result.
     *
     * @param local the share of blocks that are local at the responsible node
     * @param whole the share of partitions with all blocks on the same three nodes
     */
    record Share(double local, double whole) {}

    Failures(int nodes, int partitions, int failed) throws PlacementException {
        this.nodes = nodes;
        this.partitions = partitions;
        this.failed = failed;
        PlacementMap.Header header = new PlacementMap.Header("benchmark", 1, COPIES, 4, List.of());
        map = Planner.first(header, Schemes.nodes(nodes, 3), List.of(partitions));
    }

    Share share(Placing placing) throws PlacementException {
        BitSet dead = new BitSet();
        while (dead.cardinality() < failed) {
            dead.set(random.nextInt(nodes));
        }
        PartitionClass before = map.classes().get(0);
        PlacementMap next = placing == Placing.FAVOURED
                ? Planner.nextInPlace(map, living(dead)).after()
                : Planner.next(map, living(dead)).after();
        PartitionClass after = next.classes().get(0);
        int[] loads = new int[nodes];
        int most = (partitions + nodes - failed - 1) / (nodes - failed);
        long local = 0;
        int whole = 0;
        List<BitSet[]> placed = new ArrayList<>();
        int[] responsible = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            BitSet[] blocks = new BitSet[BLOCKS];
            for (int b = 0; b < BLOCKS; b++) {
                blocks[b] = placing == Placing.POLICY
                        ? of(next, after.holders(p))
                        : block(placing, before.holders(p), dead);
            }
            placed.add(blocks);
            responsible[p] = placing == Placing.HDFS ? before.responsible(p) : number(next, after.responsible(p));
            if (!dead.get(responsible[p])) {
                loads[responsible[p]]++;
            }
            whole += IntStream.range(1, BLOCKS).allMatch(b -> blocks[b].equals(blocks[0])) ? 1 : 0;
        }
        for (int p = 0; p < partitions; p++) {
            BitSet[] blocks = placed.get(p);
            if (dead.get(responsible[p])) {
                responsible[p] = heir(blocks, loads, most, dead);
                loads[responsible[p]]++;
            }
            for (BitSet block : blocks) {
                local += block.get(responsible[p]) ? 1 : 0;
            }
        }
        return new Share((double) local / partitions / BLOCKS, (double) whole / partitions);
    }

    private List<PlacementNode> living(BitSet dead) {
        return IntStream.range(0, nodes)
                .filter(node -> !dead.get(node))
                .mapToObj(node -> map.nodes().get(node))
                .toList();
    }

    private int number(PlacementMap of, int node) {
        return Integer.parseInt(of.nodes().get(node).name().substring("node".length()));
    }

    private BitSet of(PlacementMap of, int[] holders) {
        BitSet block = new BitSet();
        for (int holder : holders) {
            block.set(number(of, holder));
        }
        return block;
    }

    /** A block after the failure: what was lost is somewhere else. */
    private BitSet block(Placing placing, int[] holders, BitSet dead) {
        BitSet block = new BitSet();
        if (placing == Placing.FAVOURED) {
            IntStream.of(holders).forEach(block::set);
        } else {
            block.set(holders[0]);
        }
        fill(block, new BitSet());
        block.andNot(dead);
        fill(block, dead);
        return block;
    }

    private void fill(BitSet block, BitSet dead) {
        while (block.cardinality() < COPIES) {
            int node = random.nextInt(nodes);
            block.set(node, !dead.get(node) || block.get(node));
        }
    }

    /** The living node with most blocks of a partition, among those with room. */
    private int heir(BitSet[] blocks, int[] loads, int most, BitSet dead) {
        int best = -1;
        long bestCount = -1;
        for (int node = 0; node < nodes; node++) {
            if (!dead.get(node) && loads[node] < most) {
                long count = 0;
                for (BitSet block : blocks) {
                    count += block.get(node) ? 1 : 0;
                }
                boolean isBetter = count > bestCount || count == bestCount && loads[node] < loads[best];
                best = isBetter ? node : best;
                bestCount = isBetter ? count : bestCount;
            }
        }
        return best;
    }
}
