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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.internal.kernel.Masks;
import dev.stoa.reader.internal.value.RowMask;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order of tests of the parts of a conjunction. Those come first that rule out many rows for little work, by the rows
 * seen so far (Kudu orders predicates by type and literal alone). It depends on data, not on time, so that the same scan
 * always does the same.
 */
public final class PartOrder {
    /** The number of tests between changes of the order. */
    private static final int PERIOD = 8;

    private final int[] costs;
    private final long[] tested;
    private final long[] passed;
    private Integer[] order;
    private int calls;

    /** By the parts' costs, as long as nothing is known of the rows. */
    PartOrder(List<Predicate> parts) {
        this.costs = parts.stream().mapToInt(Predicate::cost).toArray();
        this.tested = new long[costs.length];
        this.passed = new long[costs.length];
        sort();
    }

    /** The ordinals of the parts, the first to be tested first. */
    Integer[] next() {
        if (++calls % PERIOD == 0) {
            sort();
        }
        return order;
    }

    private void sort() {
        order = IntStream.range(0, costs.length)
                .boxed()
                .sorted(Comparator.comparingDouble(this::rank))
                .toArray(Integer[]::new);
    }

    /** The work for each row that is ruled out: the least first gives the least work in all. */
    private double rank(int part) {
        double ruledOut = tested[part] == 0 ? 0.5 : 1 - (double) passed[part] / tested[part];
        return costs[part] / Math.max(ruledOut, 1e-6);
    }

    /** A part was tested. */
    void tested(int part, int rows, RowMask selected) {
        tested[part] += rows;
        passed[part] += Masks.count(selected.words());
    }
}
