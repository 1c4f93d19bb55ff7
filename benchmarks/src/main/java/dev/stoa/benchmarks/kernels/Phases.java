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

import dev.stoa.format.internal.kernel.Bitmaps;
import dev.stoa.format.internal.kernel.Dictionaries;
import dev.stoa.format.internal.kernel.Kernels;
import dev.stoa.format.internal.kernel.Patches;
import dev.stoa.format.internal.kernel.PrefixSums;
import dev.stoa.format.internal.kernel.Reductions;
import dev.stoa.format.internal.kernel.Runs;
import dev.stoa.format.internal.kernel.Steps;
import dev.stoa.format.internal.kernel.Words;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The phases after unpacking, and plain copies of arrays: time per value. Each method returns its result, so that JMH keeps it.
 */
@State(Scope.Thread)
public class Phases {
    private static final int VALUES = 4096;

    private final int[] ints = new int[VALUES];
    private final int[] otherInts = new int[VALUES];
    private final long[] longs = new long[VALUES];
    private final long[] otherLongs = new long[VALUES];
    private final double[] dictionary = new double[VALUES];
    private final double[] doubles = new double[VALUES];
    private final int[] codes = new int[VALUES];
    private final int[] positions = new int[41];
    private final int[] runsOf4 = new int[VALUES / 4];
    private final int[] runsOf64 = new int[VALUES / 64];
    private final byte[] bytes = new byte[VALUES];
    private final boolean[] booleans = new boolean[VALUES];
    private final byte[] bitmap = new byte[VALUES / 8];
    private final ByteBuffer stored = ByteBuffer.allocateDirect(3 + VALUES * Long.BYTES);

    /** Made by JMH. */
    public Phases() {}

    /** Fills the arrays that are read. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < VALUES; i++) {
            longs[i] = random.nextLong();
            ints[i] = (int) longs[i];
            dictionary[i] = random.nextDouble();
            codes[i] = random.nextInt(50);
            bytes[i] = (byte) (ints[i] & 1);
            booleans[i] = bytes[i] == 0;
        }
        for (int i = 0; i < positions.length; i++) {
            positions[i] = i * 99 + random.nextInt(99);
        }
        for (int run = 0; run < runsOf4.length; run += 2) {
            runsOf4[run] = 1 + random.nextInt(7);
            runsOf4[run + 1] = 8 - runsOf4[run];
        }
        for (int run = 0; run < runsOf64.length; run++) {
            runsOf64[run] = 64;
        }
        for (int i = 0; i < stored.capacity(); i++) {
            stored.put(i, (byte) random.nextInt());
        }
    }

    /** The baseline of the other phases. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int[] copyInts() {
        System.arraycopy(ints, 0, otherInts, 0, VALUES);
        return otherInts;
    }

    /** The baseline of the other phases. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] copyLongs() {
        System.arraycopy(longs, 0, otherLongs, 0, VALUES);
        return otherLongs;
    }

    /** From direct memory. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] copyBufferToLongs() {
        Words.read(stored, 3, VALUES, otherLongs);
        return otherLongs;
    }

    /** The last phase of PFOR-DELTA. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int[] prefixSumsInts() {
        Kernels.BEST.prefixSums(otherInts, VALUES, 3);
        return otherInts;
    }

    /** The same in plain Java. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int[] prefixSumsIntsPortable() {
        PrefixSums.inclusive(otherInts, VALUES, 3);
        return otherInts;
    }

    /** The last phase of PFOR-DELTA. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] prefixSumsLongs() {
        PrefixSums.inclusive(otherLongs, VALUES, 3);
        return otherLongs;
    }

    /** 41 exceptions, one value in a hundred; time per value of the vector. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] patchLongs() {
        Patches.apply(otherLongs, positions, longs, 41, 7);
        return otherLongs;
    }

    /** A dictionary of 50 entries. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int[] lookUpInts() {
        Dictionaries.lookUp(codes, VALUES, ints, otherInts);
        return otherInts;
    }

    /** A dictionary of 50 entries. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] lookUpLongs() {
        Dictionaries.lookUp(codes, VALUES, longs, otherLongs);
        return otherLongs;
    }

    /** A dictionary of 50 entries. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public double[] lookUpDoubles() {
        Dictionaries.lookUp(codes, VALUES, dictionary, doubles);
        return doubles;
    }

    /** The check before a look-up. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public boolean codesBelow() {
        return Reductions.allBelow(codes, VALUES, 50);
    }

    /** Run lengths of 4 on average. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] expandRunsOf4() {
        Runs.expand(longs, runsOf4, VALUES / 4, otherLongs);
        return otherLongs;
    }

    /** Run lengths of 64. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] expandRunsOf64() {
        Runs.expand(longs, runsOf64, VALUES / 64, otherLongs);
        return otherLongs;
    }

    /** Booleans. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public byte[] expandBitmapToBytes() {
        Bitmaps.expand(stored, 3, VALUES, bytes);
        return bytes;
    }

    /** Validity. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public boolean[] expandBitmapToNulls() {
        Bitmaps.expandInverted(stored, 3, VALUES, bytes, booleans);
        return booleans;
    }

    /** Booleans. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public byte[] packBytesToBitmap() {
        Bitmaps.pack(bytes, 0, VALUES, bitmap, 0);
        return bitmap;
    }

    /** Nulls. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public byte[] packBooleansToBitmap() {
        Bitmaps.pack(booleans, 0, VALUES, bitmap, 0);
        return bitmap;
    }

    /** The valid rows of a bitmap. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int countBits() {
        return Bitmaps.count(stored, 3, 0, VALUES);
    }

    /** The time that SCALE adds. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] scaleLongs() {
        Steps.scale(otherLongs, VALUES, 100, 3);
        return otherLongs;
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int minInts() {
        return Kernels.BEST.min(ints, 0, VALUES);
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long minLongs() {
        return Kernels.BEST.min(longs, 0, VALUES);
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int maxInts() {
        return Kernels.BEST.max(ints, 0, VALUES);
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long maxLongs() {
        return Kernels.BEST.max(longs, 0, VALUES);
    }

    /** The same in plain Java. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int minIntsPortable() {
        return Reductions.min(ints, 0, VALUES);
    }

    /** The same in plain Java. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long minLongsPortable() {
        return Reductions.min(longs, 0, VALUES);
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long sumInts() {
        return Reductions.sum(ints, 0, VALUES);
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long sumLongs() {
        return Reductions.sum(longs, 0, VALUES);
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long orLongs() {
        return Reductions.or(longs, 0, VALUES);
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int countInRangeInts() {
        return Reductions.countInRange(ints, 0, VALUES, -1000, 1 << 30);
    }

    /** A reduction. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int countInRangeLongs() {
        return Reductions.countInRange(longs, 0, VALUES, -1000, 1L << 62);
    }
}
