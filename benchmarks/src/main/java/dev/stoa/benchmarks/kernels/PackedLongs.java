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

import dev.stoa.format.internal.kernel.Kernels;
import dev.stoa.format.internal.kernel.Pack64;
import dev.stoa.format.internal.kernel.PrefixSums;
import dev.stoa.format.internal.kernel.StraightPacking;
import dev.stoa.format.internal.kernel.Unpack64;
import dev.stoa.format.internal.kernel.Words;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Packed 64-bit values, at every width: time per value. Each method returns the array that JMH must see. */
@State(Scope.Thread)
public class PackedLongs {
    private static final int VALUES = 4096;

    /** Bits per packed value. */
    @Param({
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
        "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33",
        "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50",
        "51", "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "64"
    })
    public int width;

    private final long[] packed = new long[VALUES];
    private final long[] values = new long[VALUES];
    private final ByteBuffer stored = ByteBuffer.allocateDirect(VALUES * Long.BYTES);

    /** Made by JMH. */
    public PackedLongs() {}

    /** Any bits are packed values. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(width);
        for (int i = 0; i < VALUES; i++) {
            packed[i] = random.nextLong();
        }
        for (int i = 0; i < stored.capacity(); i++) {
            stored.put(i, (byte) random.nextInt());
        }
    }

    /** Interleaved, with the kernels that a reader uses. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] unpack() {
        Kernels.BEST.unpack(width, packed, values, 17);
        return values;
    }

    /** Interleaved, in plain Java. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] unpackPortable() {
        Unpack64.unpack(width, packed, values, 17);
        return values;
    }

    /** Interleaved, value by value from the definition. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] unpackNaive() {
        long mask = width == 0 ? 0 : -1L >>> (64 - width);
        for (int i = 0; i < VALUES; i++) {
            int bit = (i >>> 6) * width;
            int word = ((bit >>> 6) << 6) + (i & 63);
            long value = width == 0 ? 0 : packed[word] >>> bit;
            if ((bit & 63) + width > 64) {
                value |= packed[word + 64] << -bit;
            }
            values[i] = 17 + (value & mask);
        }
        return values;
    }

    /** The first two phases of PFOR-DELTA as a reader does them: copy the words from a buffer, unpack, sum up. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] delta() {
        Words.read(stored, 0, width * 64, packed);
        Kernels.BEST.unpack(width, packed, values, 17);
        PrefixSums.inclusive(values, VALUES, 3);
        return values;
    }

    /** Straight, as the last vector of a column and parts of other encodings are. */
    @Benchmark
    @OperationsPerInvocation(VALUES - 1)
    public long[] straight() {
        StraightPacking.unpack(stored, 0, width, VALUES - 1, 17L, values, 0);
        return values;
    }

    /** Interleaved packing. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long[] pack() {
        Pack64.pack(width, values, 17, packed);
        return packed;
    }
}
