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
package dev.stoa.benchmarks.kernels;

import dev.stoa.format.internal.kernel.Decimals;
import dev.stoa.format.internal.kernel.HalfSums;
import dev.stoa.format.internal.kernel.Kernels;
import dev.stoa.format.internal.kernel.PackedCodes;
import dev.stoa.format.internal.kernel.PrefixSums;
import dev.stoa.format.internal.kernel.Reductions;
import dev.stoa.format.internal.kernel.Rotations;
import dev.stoa.format.internal.kernel.Steps;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The time per value that encodings above PFOR add to it, each next to a plain loop with the same result. */
@State(Scope.Thread)
public class Transforms {
    private static final int VALUES = 4096;
    private static final int WIDTH = 12;
    private static final int LOW = 3;
    private static final int GAP = 2;

    private final long[] packed = new long[VALUES];
    private final int[] packedCodes = new int[3 * 128];
    private final int[] codes = new int[VALUES];
    private final long[] small = new long[VALUES];
    private final long[] longs = new long[VALUES];
    private final double[] doubles = new double[VALUES];
    private final int[] positions = {7, 500, 2047, 2048, 3000, 4095};
    private final long[] more = {90, -90, 80, -80, 70, -70};

    /** Made by JMH. */
    public Transforms() {}

    /** Fills the arrays that are read. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < VALUES; i++) {
            packed[i] = random.nextLong();
            small[i] = random.nextLong(1 << 20);
        }
    }

    /** SCALE. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] scale() {
        Steps.scale(longs, VALUES, 100, 3);
        return longs;
    }

    /** The same with checks for overflow, as one would write it for money. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] scaleNaive() {
        long offset = 3;
        for (int i = 0; i < VALUES; i++) {
            longs[i] = Math.addExact(offset, Math.multiplyExact(100L, small[i]));
        }
        return longs;
    }

    /** GAP. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] gap() {
        Steps.spread(longs, VALUES, LOW, GAP, 3);
        return longs;
    }

    /** The same by division. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] gapNaive() {
        for (int i = 0; i < VALUES; i++) {
            longs[i] = 3 + small[i] % (1 << LOW) + small[i] / (1 << LOW) * (1 << (LOW + GAP));
        }
        return longs;
    }

    /** GAP over PFOR-DELTA of 12 bits, with six exceptions: both halves at once. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] gapOfDeltas() {
        HalfSums.sum(WIDTH, packed, -7, positions, more, positions.length, 1, LOW, GAP, 3, longs);
        return longs;
    }

    /** The same in steps: unpack, patch, sum up, spread. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] gapOfDeltasInSteps() {
        Kernels.BEST.unpack(WIDTH, packed, longs, -7);
        for (int k = 0; k < positions.length; k++) {
            longs[positions[k]] += more[k] << WIDTH;
        }
        PrefixSums.inclusive(longs, VALUES, 1);
        Steps.spread(longs, VALUES, LOW, GAP, 3);
        return longs;
    }

    /** The check of codes of 3 bits, packed. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public boolean packedCodesBelow() {
        return PackedCodes.allBelow(3, packedCodes, 7);
    }

    /** The same check when they are unpacked. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public boolean codesNotAbove() {
        return Reductions.noneAbove(codes, VALUES, 6);
    }

    /** The same, one by one. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public boolean codesBelowNaive() {
        for (int code : codes) {
            if (code < 0 || code >= 7) {
                return false;
            }
        }
        return true;
    }

    /** ALP: decimals of two digits. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public double[] alp() {
        Decimals.divide(small, VALUES, Decimals.power(2), doubles);
        return doubles;
    }

    /** The same by powers. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public double[] alpNaive() {
        for (int i = 0; i < VALUES; i++) {
            doubles[i] = small[i] / Math.pow(10, 2);
        }
        return doubles;
    }

    /** ROTATE. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public double[] rotate() {
        Rotations.doubles(packed, VALUES, doubles);
        return doubles;
    }

    /** The same, value by value. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public double[] rotateNaive() {
        long one = Double.doubleToRawLongBits(1.0) << 1;
        for (int i = 0; i < VALUES; i++) {
            doubles[i] = Double.longBitsToDouble(Long.rotateRight(packed[i] + one, 1));
        }
        return doubles;
    }
}
