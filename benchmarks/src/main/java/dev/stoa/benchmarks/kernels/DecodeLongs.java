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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Decodes a vector of 4096 64-bit values, for data that lead to the typical encodings. */
@State(Scope.Thread)
public class DecodeLongs {
    private static final int ROWS = 4096;

    /** The distribution of the values. */
    @Param({
        "12-bits",
        "12-bits-1%-outliers",
        "ascending",
        "ascending-gaps",
        "multiples-of-100",
        "50-distinct",
        "runs-of-50",
        "64-bits"
    })
    public String data;

    private final VectorDecoder decoder = new VectorDecoder();
    private final long[] values = new long[ROWS];
    private StoredVector vector;

    /** Made by JMH. */
    public DecodeLongs() {}

    /** Encodes the vector. */
    @Setup
    public void encode() throws CorruptFileException {
        SplittableRandom random = new SplittableRandom(data.length());
        long[] source = new long[ROWS];
        long next = 0;
        for (int i = 0; i < ROWS; i++) {
            source[i] = switch (data) {
                case "12-bits" -> random.nextLong(4096);
                case "12-bits-1%-outliers" ->
                    random.nextInt(100) == 0 ? random.nextLong(1L << 40) : random.nextLong(4096);
                case "ascending" -> (i == 0 ? 1_000_000_000L : source[i - 1]) + random.nextLong(30);
                case "ascending-gaps" -> {
                    next += random.nextLong(3000);
                    yield (next & 7) | ((next & ~7L) << 2); // keys of which 8 in 32 are used
                }
                case "multiples-of-100" -> 100 * (1 + random.nextLong(50));
                case "50-distinct" -> 0x9E3779B97F4A7C15L * random.nextLong(50);
                case "runs-of-50" -> i % 50 == 0 ? random.nextLong() : source[i - 1];
                case "64-bits" -> random.nextLong();
                default -> throw new IllegalArgumentException("there are no data named " + data);
            };
        }
        vector = StoredVector.of(
                Physical.LONG, (encoder, out) -> encoder.longs(source, ColumnVector.NO_NULLS, ROWS, out));
        System.out.println(data + " is stored as " + vector.encoding());
    }

    /** Decodes; the array is what JMH must see. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long[] decodeLongs() throws CorruptFileException {
        decoder.longs(
                vector.encoding(), vector.payload().rewind(), ROWS, vector.dictionary(), values, ColumnVector.NO_NULLS);
        return values;
    }
}
