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

import dev.stoa.format.internal.kernel.Unpack64;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Unpacks a vector of 4096 64-bit values, at every width. */
@State(Scope.Thread)
public class UnpackLongs {
    /** Bits per packed value. */
    @Param({
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37",
        "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51", "52", "53", "54", "55",
        "56", "57", "58", "59", "60", "61", "62", "63", "64"
    })
    public int width;

    private final long[] packed = new long[4096];
    private final long[] values = new long[4096];

    /** Made by JMH. */
    public UnpackLongs() {}

    /** Packs something. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(width);
        for (int i = 0; i < packed.length; i++) {
            packed[i] = random.nextLong();
        }
    }

    /** Unpacks; the array is what JMH must see. */
    @Benchmark
    public long[] unpack64() {
        Unpack64.unpack(width, packed, values, 17);
        return values;
    }
}
