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
import dev.stoa.placement.Planner;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Look-ups of responsible nodes, in random order: one array per class. */
@State(Scope.Thread)
public class LookUp {
    private static final int PARTITIONS = 10_000;

    private final int[] order = new int[PARTITIONS];
    private PartitionClass partitions;

    /** Made by JMH. */
    public LookUp() {}

    /** Plans 10,000 partitions on 1,000 nodes. */
    @Setup
    public void plan() throws PlacementException {
        PlacementMap.Header header = new PlacementMap.Header("benchmark", 1, 3, 4, List.of());
        partitions = Planner.first(header, Schemes.nodes(1000, 1), List.of(PARTITIONS))
                .classes()
                .get(0);
        SplittableRandom random = new SplittableRandom(1);
        Arrays.setAll(order, i -> random.nextInt(PARTITIONS));
    }

    /** Looks up all partitions. */
    @Benchmark
    @OperationsPerInvocation(PARTITIONS)
    public long responsible() {
        long sum = 0;
        for (int partition : order) {
            sum += partitions.responsible(partition);
        }
        return sum;
    }
}
