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
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A consumer keeps the values of vectors of 4096 rows. Either each vector is decoded into the same arrays, and the consumer
 * copies them; or each vector is decoded into new arrays, which the consumer keeps (ADR 0112).
 */
@State(Scope.Thread)
public class KeepVectors {
    private static final int ROWS = 4096;
    private static final String[] WORDS = {
        "carefully", "furiously", "quickly", "deposits", "accounts", "packages", "sleep", "above", "regular", "the"
    };

    /** The values. */
    @Param({"40-bits", "ascending", "six-words"})
    public String data;

    private final VectorDecoder decoder = new VectorDecoder();
    private final long[] longs = new long[ROWS];
    private final BytesOutput texts = new BytesOutput();
    private StoredVector vector;
    private boolean areTexts;

    /** Made by JMH. */
    public KeepVectors() {}

    /** Encodes the vector. */
    @Setup
    public void encode() throws CorruptFileException {
        SplittableRandom random = new SplittableRandom(data.length());
        areTexts = data.equals("six-words");
        if (areTexts) {
            encodeTexts(random);
        } else {
            long[] values = random.longs(ROWS, 0, data.equals("ascending") ? 30 : 1L << 40)
                    .toArray();
            if (data.equals("ascending")) {
                Arrays.parallelPrefix(values, Long::sum);
            }
            vector = StoredVector.of(
                    Physical.LONG, (encoder, out) -> encoder.longs(values, ColumnVector.NO_NULLS, ROWS, out));
        }
        System.out.println(data + " is stored as " + vector.encoding());
    }

    private void encodeTexts(SplittableRandom random) throws CorruptFileException {
        int[] offsets = new int[ROWS + 1];
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            for (int word = 0; word < 6; word++) {
                all.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
            }
            offsets[i + 1] = all.length();
        }
        byte[] bytes = all.toString().getBytes(StandardCharsets.US_ASCII);
        vector = StoredVector.of(
                Physical.BYTES, (encoder, out) -> encoder.bytes(bytes, offsets, ColumnVector.NO_NULLS, ROWS, out));
    }

    private void decode(long[] out) throws CorruptFileException {
        decoder.longs(
                vector.encoding(), vector.payload().rewind(), ROWS, vector.dictionary(), out, ColumnVector.NO_NULLS);
    }

    private void decode(BytesOutput out) throws CorruptFileException {
        decoder.bytes(
                vector.encoding(), vector.payload().rewind(), ROWS, vector.dictionary(), out, ColumnVector.NO_NULLS);
    }

    /** The same arrays, without copies. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public Object decoded() throws CorruptFileException {
        if (areTexts) {
            decode(texts);
            return texts;
        }
        decode(longs);
        return longs;
    }

    /** The same arrays, and copies. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public Object copied() throws CorruptFileException {
        if (areTexts) {
            decode(texts);
            int[] offsets = Arrays.copyOf(texts.offsets(), ROWS + 1);
            return new Object[] {offsets, Arrays.copyOf(texts.data(), offsets[ROWS])};
        }
        decode(longs);
        return Arrays.copyOf(longs, ROWS);
    }

    /** New arrays. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public Object given() throws CorruptFileException {
        if (areTexts) {
            BytesOutput own = new BytesOutput();
            decode(own);
            return own;
        }
        long[] own = new long[ROWS];
        decode(own);
        return own;
    }
}
