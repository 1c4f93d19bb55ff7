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
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Decodes a vector of 4096 texts, for data that lead to the typical encodings. */
@State(Scope.Thread)
public class DecodeStrings {
    private static final int ROWS = 4096;
    private static final String[] WORDS = {
        "carefully", "furiously", "quickly", "deposits", "accounts", "packages", "sleep", "above", "regular", "the"
    };

    /** The kind of texts. */
    @Param({"7-distinct", "six-words", "hexadecimal", "sorted-paths"})
    public String data;

    private final VectorDecoder decoder = new VectorDecoder();
    private final BytesOutput texts = new BytesOutput();
    private StoredVector vector;

    /** Made by JMH. */
    public DecodeStrings() {}

    /** Encodes the vector. */
    @Setup
    public void encode() throws CorruptFileException {
        SplittableRandom random = new SplittableRandom(data.length());
        int[] offsets = new int[ROWS + 1];
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            switch (data) {
                case "7-distinct" -> all.append(WORDS[random.nextInt(7)]);
                case "six-words" -> {
                    for (int word = 0; word < 6; word++) {
                        all.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
                    }
                }
                case "sorted-paths" -> all.append(String.format("/data/%03d/part-%06d", i / 64, 7 * i));
                case "hexadecimal" -> all.append(Long.toHexString(random.nextLong()));
                default -> throw new IllegalArgumentException("there are no data named " + data);
            }
            offsets[i + 1] = all.length();
        }
        byte[] bytes = all.toString().getBytes(StandardCharsets.US_ASCII);
        vector = StoredVector.of(
                Physical.BYTES, (encoder, out) -> encoder.bytes(bytes, offsets, ColumnVector.NO_NULLS, ROWS, out));
        System.out.println(data + " is stored as " + vector.encoding());
    }

    /** Decodes; the output is what JMH must see. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public BytesOutput decodeStrings() throws CorruptFileException {
        decoder.bytes(
                vector.encoding(), vector.payload().rewind(), ROWS, vector.dictionary(), texts, ColumnVector.NO_NULLS);
        return texts;
    }
}
