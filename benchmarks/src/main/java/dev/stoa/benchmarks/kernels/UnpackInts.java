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

import dev.stoa.format.internal.kernel.Unpack32;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Unpacks a vector of 4096 32-bit values, at every width. */
@State(Scope.Thread)
public class UnpackInts {
    /** Bits per packed value. */
    @Param({
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32"
    })
    public int width;

    private final int[] packed = new int[4096];
    private final int[] values = new int[4096];

    /** Made by JMH. */
    public UnpackInts() {}

    /** Packs something. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(width);
        for (int i = 0; i < packed.length; i++) {
            packed[i] = random.nextInt();
        }
    }

    /** Unpacks; the array is what JMH must see. */
    @Benchmark
    public int[] unpack32() {
        Unpack32.unpack(width, packed, values, 17);
        return values;
    }
}
