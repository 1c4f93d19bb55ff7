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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.select.EntrySet;
import dev.stoa.format.internal.encoding.select.IntegerSet;
import dev.stoa.format.internal.encoding.select.VectorSelector;
import dev.stoa.format.internal.kernel.Masks;
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
 * Finds the rows of a vector that fulfil a condition: by what is stored, and by decoding and comparing value by value. The
 * data are like columns of TPC-H's lineitem.
 */
@State(Scope.Thread)
public class SelectRows {
    private static final int ROWS = 4096;
    private static final String[] MODES = {"REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"};

    /** The column and the condition. */
    @Param({
        "shipdate-random",
        "shipdate-outside",
        "shipdate-runs",
        "orderkey-ascending",
        "orderkey-outside",
        "shipmode",
        "quantity"
    })
    public String data;

    private final VectorDecoder decoder = new VectorDecoder();
    private final VectorSelector selector = new VectorSelector();
    private final long[] words = new long[Masks.WORDS];
    private final int[] ints = new int[ROWS];
    private final long[] longs = new long[ROWS];
    private final BytesOutput bytes = new BytesOutput();

    private Physical shape = Physical.NONE;
    private IntegerSet set = IntegerSet.NONE;
    private EntrySet entries = EntrySet.NONE;
    private long low;
    private long high;
    private boolean[] matches = new boolean[0];
    private StoredVector vector;

    /** Made by JMH. */
    public SelectRows() {}

    /** Encodes the vector. */
    @Setup
    public void encode() throws CorruptFileException {
        SplittableRandom random = new SplittableRandom(data.length());
        switch (data) {
            case "shipdate-random" -> dates(random, 1, 9000);
            case "shipdate-outside" -> dates(random, 1, 8000);
            case "shipdate-runs" -> dates(random, 60, 9000);
            case "orderkey-ascending" -> keys(random, 3000);
            case "orderkey-outside" -> keys(random, 1_000_000);
            case "quantity" -> quantities(random);
            case "shipmode" -> modes(random);
            default -> throw new IllegalArgumentException("there are no data named " + data);
        }
        System.out.println(data + " is stored as " + vector.encoding());
        long[] expected = decodeAndCompare().clone();
        if (!Arrays.equals(expected, encoded())) {
            throw new IllegalStateException(data + ": the two ways differ");
        }
    }

    private void range(Physical of, long from, long to) {
        shape = of;
        low = from;
        high = to;
        set = IntegerSet.of(new long[] {from}, new long[] {to});
    }

    private void dates(SplittableRandom random, int run, int before) throws CorruptFileException {
        int[] source = new int[ROWS];
        for (int i = 0; i < ROWS; i++) {
            source[i] = i % run == 0 ? 8036 + random.nextInt(2526) : source[i - 1];
        }
        range(Physical.INT, Integer.MIN_VALUE, before - 1);
        vector = StoredVector.of(shape, (encoder, out) -> encoder.ints(source, ColumnVector.NO_NULLS, ROWS, out));
    }

    private void keys(SplittableRandom random, long above) throws CorruptFileException {
        long[] source = new long[ROWS];
        for (int i = 1; i < ROWS; i++) {
            source[i] = source[i - 1] + (random.nextInt(4) == 0 ? 1 : 0);
        }
        range(Physical.LONG, above, Long.MAX_VALUE);
        vector = StoredVector.of(shape, (encoder, out) -> encoder.longs(source, ColumnVector.NO_NULLS, ROWS, out));
    }

    private void quantities(SplittableRandom random) throws CorruptFileException {
        long[] source = new long[ROWS];
        for (int i = 0; i < ROWS; i++) {
            source[i] = 100L * (1 + random.nextInt(50));
        }
        range(Physical.LONG, Long.MIN_VALUE, 2399);
        vector = StoredVector.of(shape, (encoder, out) -> encoder.longs(source, ColumnVector.NO_NULLS, ROWS, out));
    }

    private void modes(SplittableRandom random) throws CorruptFileException {
        byte[] source = new byte[ROWS * 7];
        int[] offsets = new int[ROWS + 1];
        for (int i = 0; i < ROWS; i++) {
            byte[] mode = MODES[random.nextInt(MODES.length)].getBytes(StandardCharsets.UTF_8);
            System.arraycopy(mode, 0, source, offsets[i], mode.length);
            offsets[i + 1] = offsets[i] + mode.length;
        }
        shape = Physical.BYTES;
        vector = StoredVector.of(
                shape, (encoder, out) -> encoder.bytes(source, offsets, ColumnVector.NO_NULLS, ROWS, out));
        BytesVector dictionary = new BytesVector(
                Type.of(TypeKind.STRING),
                vector.dictionary().data(),
                vector.dictionary().offsets(),
                ColumnVector.NO_NULLS,
                vector.dictionary().size());
        matches = new boolean[dictionary.size()];
        for (int i = 0; i < matches.length; i++) {
            matches[i] = dictionary.length(i) == 3 && dictionary.data()[dictionary.start(i)] == 'A';
        }
        entries = EntrySet.of(matches, matches.length);
    }

    /** By what is stored. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long[] encoded() throws CorruptFileException {
        selector.select(vector.encoding(), vector.payload().rewind(), ROWS, shape, set, entries, words);
        return words;
    }

    /** By decoding and comparing. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long[] decodeAndCompare() throws CorruptFileException {
        Masks.fill(words, 0);
        switch (shape) {
            case INT -> {
                decoder.ints(
                        vector.encoding(),
                        vector.payload().rewind(),
                        ROWS,
                        vector.dictionary(),
                        ints,
                        ColumnVector.NO_NULLS);
                for (int i = 0; i < ROWS; i += Long.SIZE) {
                    long word = 0;
                    for (int j = 0; j < Long.SIZE; j++) {
                        word |= (ints[i + j] >= low & ints[i + j] <= high ? 1L : 0) << j;
                    }
                    words[i >>> 6] = word;
                }
            }
            case LONG -> {
                decoder.longs(
                        vector.encoding(),
                        vector.payload().rewind(),
                        ROWS,
                        vector.dictionary(),
                        longs,
                        ColumnVector.NO_NULLS);
                for (int i = 0; i < ROWS; i += Long.SIZE) {
                    long word = 0;
                    for (int j = 0; j < Long.SIZE; j++) {
                        word |= (longs[i + j] >= low & longs[i + j] <= high ? 1L : 0) << j;
                    }
                    words[i >>> 6] = word;
                }
            }
            default -> {
                decoder.bytes(
                        vector.encoding(),
                        vector.payload().rewind(),
                        ROWS,
                        vector.dictionary(),
                        bytes,
                        ColumnVector.NO_NULLS);
                int[] ids = bytes.ids();
                for (int i = 0; i < ROWS; i += Long.SIZE) {
                    long word = 0;
                    for (int j = 0; j < Long.SIZE; j++) {
                        word |= (matches[ids[i + j]] ? 1L : 0) << j;
                    }
                    words[i >>> 6] = word;
                }
            }
        }
        return words;
    }
}
