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
package dev.stoa.format.internal.encoding.columns;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.decode.BitsDecoder;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.IntDecoder;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.dictionary.LongDictionary;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.kernel.Masks;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Sorts the entries of a dictionary of numbers when a column is complete, and encodes its codes again. Codes are numbered
 * by first appearance until then. Sorted, neighbouring values have neighbouring codes, so that the codes of a series of
 * readings become small deltas.
 */
final class DictionarySorter {
    /** Fewer bytes of codes are not worth the time. */
    static final int LEAST_BYTES = 4096;

    /** Sorting must save this share of the codes' vectors. */
    private static final int LEAST_SAVING = 32;

    /** Codes that take this share more than the vector that their encoding was chosen for get another choice. */
    private static final int STRAY = 8;

    private final IntCoder coder;
    private final IntDecoder decoder = new IntDecoder();
    private final BitsDecoder bits = new BitsDecoder(decoder);
    private final long[] valid = new long[Masks.WORDS];
    private final int[] codes = new int[VectorDecoder.MAX_ROWS];
    private final ByteSink out = new ByteSink();
    private Encoding chosen = new IntegerEncoding.Pfor();
    private int expected;

    DictionarySorter(IntCoder coder) {
        this.coder = coder;
    }

    /**
     * Sorts the entries by rank; returns all vectors with the new codes, or nothing, and leaves the dictionary as it is, if
     * that saves too little. A trial with the vector in the middle spares columns without gain the time for the others.
     *
     * @param vectors all vectors of the column
     * @param rank what to sort keys by: distinct for distinct keys, and its own inverse
     */
    Optional<List<EncodedVector>> sort(LongDictionary dictionary, List<EncodedVector> vectors, LongUnaryOperator rank) {
        List<EncodedVector> coded =
                vectors.stream().filter(v -> codes(v.encoding()).isPresent()).toList();
        long before = bytes(coded);
        if (before < LEAST_BYTES) {
            return Optional.empty();
        }
        int[] order = order(dictionary, rank);
        expected = 0;
        EncodedVector middle = coded.get(coded.size() / 2);
        if (!saves(middle.payload().length, encode(middle, order).payload().length)) {
            return Optional.empty();
        }
        List<EncodedVector> sorted = new ArrayList<>(vectors.size());
        for (EncodedVector vector : vectors) {
            sorted.add(codes(vector.encoding()).isPresent() ? encode(vector, order) : vector);
        }
        if (!saves(before, before + bytes(sorted) - bytes(vectors))) {
            return Optional.empty();
        }
        dictionary.reorder(order);
        return Optional.of(sorted);
    }

    private static boolean saves(long before, long after) {
        return after <= before - before / LEAST_SAVING;
    }

    private static long bytes(List<EncodedVector> vectors) {
        return vectors.stream().mapToLong(v -> v.payload().length).sum();
    }

    /** The codes of a vector that is, below validity, codes of the dictionary. */
    private static Optional<Encoding> codes(Encoding root) {
        return root.belowValidity() instanceof Encoding.Dictionary dictionary
                ? Optional.of(dictionary.codes())
                : Optional.empty();
    }

    /** The new code of each entry. */
    private static int[] order(LongDictionary dictionary, LongUnaryOperator rank) {
        long[] ranks = Arrays.copyOf(dictionary.keys(), dictionary.size());
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = rank.applyAsLong(ranks[i]);
        }
        Arrays.sort(ranks);
        int[] order = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            order[dictionary.code(rank.applyAsLong(ranks[i]))] = i;
        }
        return order;
    }

    /** Sets the codes of a vector, and puts its validity into out; returns how many codes it has. */
    private int decode(EncodedVector vector) {
        ByteBuffer in = ByteBuffer.wrap(vector.payload()).order(ByteOrder.LITTLE_ENDIAN);
        int n = vector.rows();
        try {
            if (vector.encoding() instanceof Encoding.Nullable nullable) {
                bits.words(in, n, valid);
                n = nullable.compact() ? Masks.count(valid) : n;
            }
            out.clear();
            out.bytes(vector.payload(), 0, in.position());
            decoder.decode(codes(vector.encoding()).orElseThrow(), in, n, DecodedDictionary.NONE, codes);
        } catch (CorruptFileException e) {
            throw new IllegalStateException("the codes of a vector can't be read back", e);
        }
        return n;
    }

    /** Encodes the codes of a vector as those of the vector before, or as is best for them. */
    private EncodedVector encode(EncodedVector vector, int[] order) {
        int n = decode(vector);
        for (int i = 0; i < n; i++) {
            codes[i] = order[codes[i]];
        }
        int mark = out.size();
        boolean fits = expected > 0 && coder.write(chosen, codes, n, out);
        if (!fits || out.size() - mark > expected + expected / STRAY) {
            Choice choice = coder.choose(codes, n, "sorted codes");
            chosen = choice.isConstant() ? new IntegerEncoding.Pfor() : choice.encoding();
            out.truncate(mark);
            coder.write(chosen, codes, n, out);
            expected = out.size() - mark;
        }
        return new EncodedVector(withCodes(vector.encoding(), chosen), vector.rows(), out.toByteArray());
    }

    private static Encoding withCodes(Encoding root, Encoding codes) {
        if (root instanceof Encoding.Nullable nullable) {
            return new Encoding.Nullable(
                    nullable.compact(), withCodes(nullable.child().orElseThrow(), codes));
        }
        return new Encoding.Dictionary(((Encoding.Dictionary) root).ordinal(), codes);
    }
}
