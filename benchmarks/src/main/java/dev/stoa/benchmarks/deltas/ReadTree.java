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
package dev.stoa.benchmarks.deltas;

import dev.stoa.delta.DeltaScan;
import dev.stoa.delta.DeltaStack;
import dev.stoa.delta.DeltaTree;
import dev.stoa.delta.RangeChanges;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A million changes looked up, and all of them found by a scan. */
@State(Scope.Thread)
public class ReadTree {
    private static final int VECTOR = 4096;
    private static final int VECTORS = (int) ((Changes.BASE_ROWS + VECTOR - 1) / VECTOR);

    private final RangeChanges found = new RangeChanges();

    /** Made by JMH. */
    public ReadTree() {}

    /** Positions in the image to base rows. */
    @Benchmark
    @OperationsPerInvocation(Changes.POSITIONS)
    public long ridToSid(Changes changes) {
        long sum = 0;
        for (long position : changes.positions) {
            sum += changes.tree.sidOf(position);
        }
        return sum;
    }

    /** The same with a map, for the row in the middle. */
    @Benchmark
    public long ridToSidInMap(Changes changes) {
        return changes.walk(Changes.BASE_ROWS / 2);
    }

    /** Base rows to positions in the image. */
    @Benchmark
    @OperationsPerInvocation(Changes.POSITIONS)
    public long sidToRid(Changes changes) {
        long sum = 0;
        for (long position : changes.positions) {
            sum += changes.tree.ridOf(position);
        }
        return sum;
    }

    /** Values of a column. */
    @Benchmark
    @OperationsPerInvocation(Changes.POSITIONS)
    public long modified(Changes changes) {
        long sum = 0;
        for (long position : changes.positions) {
            sum += changes.tree.modifiedAt(position, 0);
        }
        return sum;
    }

    /** The same with a map, which does not know positions. */
    @Benchmark
    @OperationsPerInvocation(Changes.POSITIONS)
    public long modifiedInMap(Changes changes) {
        long sum = 0;
        for (long position : changes.positions) {
            Long value = changes.map.get(position);
            sum += value == null ? DeltaTree.NOT_CHANGED : value;
        }
        return sum;
    }

    /** All changes, vector by vector. */
    @Benchmark
    @OperationsPerInvocation(VECTORS)
    public long scan(Changes changes) {
        return scan(DeltaStack.of(changes.tree));
    }

    /** The same with a second layer of modifies. */
    @Benchmark
    @OperationsPerInvocation(VECTORS)
    public long scanTwoLayers(Changes changes) {
        return scan(changes.stack);
    }

    /** The same with a map. */
    @Benchmark
    @OperationsPerInvocation(VECTORS)
    public long scanMap(Changes changes) {
        long sum = 0;
        for (int i = 0; i < VECTORS; i++) {
            long first = (long) i * VECTOR;
            for (Map.Entry<Long, Long> change :
                    changes.map.subMap(first, first + VECTOR).entrySet()) {
                sum += change.getValue();
            }
        }
        return sum;
    }

    /** As many vectors without a change. */
    @Benchmark
    @OperationsPerInvocation(VECTORS)
    public long scanNothing() {
        return scan(DeltaStack.of(DeltaTree.empty(Changes.BASE_ROWS)));
    }

    private long scan(DeltaStack stack) {
        DeltaScan scan = stack.scan();
        long sum = 0;
        for (int i = 0; i < VECTORS; i++) {
            long first = (long) i * VECTOR;
            if (scan.read(first, Math.min(first + VECTOR, Changes.BASE_ROWS), found)) {
                sum += found.ofBase().size() + found.inserts();
            }
        }
        return sum;
    }
}
