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
package dev.stoa.format.internal.encoding.strings;

import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.decode.BytesDecoder;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.IntPfor;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.SymbolTable;
import dev.stoa.format.internal.kernel.Symbols;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The values of a vector as text to make symbols of: each value becomes the longest symbols that match, from left to
 * right. Learning from a text joins symbols that often follow each other (as OnPair does: Gargiulo, Venturini et al., 2025).
 */
public final class SymbolText {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** A byte without an entry gets one when it has occurred so often. */
    private static final int OFTEN = 3;

    private final IntPfor pfor = new IntPfor();
    private final PairCounts pairs = new PairCounts();
    private final int[] bytes = new int[SymbolTable.BYTES];
    private final int[] piece = new int[BytesDecoder.PIECE];
    private byte[] text = new byte[0];
    private int size;
    private int[] lengths = new int[0];
    private int n;
    private int[] counts = new int[0];
    private int[] codes = new int[0];
    private int total;

    /** Loads values: value i is {@code data[starts[i]..starts[i] + valueLengths[i])}; {@code most} bytes of them. */
    public void load(byte[] data, int[] starts, int[] valueLengths, int values, int most) {
        // two words are read at each byte
        text = Scratch.grow(text, most + 2 * Long.BYTES);
        lengths = Scratch.grow(lengths, values);
        counts = Scratch.grow(counts, values);
        codes = Scratch.grow(codes, most);
        size = 0;
        n = 0;
        while (n < values && valueLengths[n] <= most - size) {
            lengths[n] = valueLengths[n];
            size += lengths[n++];
        }
        copy(data, starts);
    }

    /** Copies the bytes of values, adjacent ones at once. */
    private void copy(byte[] data, int[] starts) {
        int to = 0;
        int value = 0;
        while (value < n) {
            int from = starts[value];
            int end = from;
            while (value < n && starts[value] == end) {
                end += lengths[value++];
            }
            System.arraycopy(data, from, text, to, end - from);
            to += end - from;
        }
    }

    /** The number of bytes. */
    int size() {
        return size;
    }

    /**
     * Whether all bytes are about equally frequent. Two bytes of random text are the same once in 256 times. If that happens at
     * most 1.25 times as often, the entropy of a byte is above 7.6 bits. Then codes of single bytes can't pay.
     */
    boolean isNoise() {
        long[] frequencies = new long[SymbolTable.BYTES];
        for (int i = 0; i < size; i++) {
            frequencies[text[i] & 0xFF]++;
        }
        long pairs = 0;
        for (long frequency : frequencies) {
            pairs += frequency * (frequency - 1);
        }
        return 4 * SymbolTable.BYTES * pairs <= 5L * size * (size - 1);
    }

    /** The number of codes that the last encoding has made. */
    int total() {
        return total;
    }

    /** The codes that the last encoding has made. */
    int[] codes() {
        return codes;
    }

    /** How many of the codes each value has. */
    int[] counts() {
        return counts;
    }

    /** Sets codes and counts. */
    public void encode(SymbolMatcher matcher) {
        int at = 0;
        int made = 0;
        for (int i = 0; i < n; i++) {
            int end = at + lengths[i];
            int before = made;
            while (at < end) {
                int found = matcher.match((long) LONGS.get(text, at), (long) LONGS.get(text, at + 8), end - at);
                codes[made++] = SymbolMatcher.code(found);
                at += SymbolMatcher.foundLength(found);
            }
            counts[i] = made - before;
        }
        total = made;
    }

    /**
     * Sets codes and counts, and adds symbols while it does so.
     *
     * @param counted the pairs counted so far
     * @param most add no symbol if the matcher has this number of codes
     * @param often join two symbols when one has followed the other this often
     */
    void learn(SymbolMatcher matcher, PairCounts counted, int most, int often) {
        Arrays.fill(bytes, 0);
        int at = 0;
        int made = 0;
        for (int i = 0; i < n; i++) {
            int end = at + lengths[i];
            int before = made;
            while (at < end) {
                int found = matcher.match((long) LONGS.get(text, at), (long) LONGS.get(text, at + 8), end - at);
                int code = SymbolMatcher.code(found);
                int length = SymbolMatcher.foundLength(found);
                at += length;
                if (code < SymbolTable.BYTES && ++bytes[code] >= OFTEN && matcher.codes() < most) {
                    code = matcher.add(code, Symbols.high(0, 1));
                }
                codes[made++] = code;
                if (made - before > 1) {
                    int first = codes[made - 2];
                    if (length + matcher.length(first) <= Symbols.MAX_LENGTH
                            && counted.add(first, code) >= often
                            && matcher.codes() < most) {
                        int joined = matcher.addPair(first, code);
                        if (joined > 0) {
                            codes[--made - 1] = joined;
                        }
                    }
                }
            }
            counts[i] = made - before;
            if (counted.isFull()) {
                counted.age();
            }
        }
        total = made;
    }

    /** Learns from a text alone. */
    void learn(SymbolMatcher matcher, int most, int often) {
        pairs.clear();
        learn(matcher, pairs, most, often);
    }

    /** Counts the pairs of codes that are short enough to be joined, as long as room is left. */
    PairCounts countPairs(SymbolMatcher matcher) {
        pairs.clear();
        int at = 0;
        for (int i = 0; i < n; i++) {
            for (int k = 1; k < counts[i]; k++) {
                int first = codes[at + k - 1];
                int second = codes[at + k];
                if (matcher.length(first) + matcher.length(second) <= Symbols.MAX_LENGTH) {
                    pairs.add(first, second);
                }
            }
            at += counts[i];
        }
        return pairs;
    }

    /** How often each code is used. */
    int[] uses(SymbolMatcher matcher) {
        int[] uses = new int[matcher.codes()];
        for (int i = 0; i < total; i++) {
            uses[codes[i]]++;
        }
        return uses;
    }

    /** The bytes that codes and counts take in PFOR. */
    int bytes() {
        return pfor.plan(counts, n) + codeBytes();
    }

    /** The bytes that codes take in PFOR. */
    int codeBytes() {
        int sum = 0;
        for (int from = 0; from < total; from += piece.length) {
            sum += pfor.plan(piece(from), Math.min(piece.length, total - from));
        }
        return sum;
    }

    /** Offers the best encodings of counts and codes; {@code more} bytes are needed besides. */
    public void offer(Choice choice, IntCoder coder, int ordinal, long more) {
        Choice count = coder.choosePart(counts, n, "counts of symbols");
        Choice code = coder.chooser().choice("symbols").offer(Cost.NONE, codeBytes(), new IntegerEncoding.Pfor());
        coder.offerEntropy(code, codes, total);
        long own = count.bytes() + more;
        choice.offer(Cost.FSST, own, code, new BytesEncoding.Fsst(ordinal, count.encoding(), code.encoding()));
    }

    /** Writes the payload. */
    public void write(BytesEncoding.Fsst encoding, IntCoder coder, ByteSink out) {
        coder.write(encoding.counts(), counts, n, out);
        for (int from = 0; from < total; from += piece.length) {
            int count = Math.min(piece.length, total - from);
            coder.write(encoding.codes(), piece(from), count, out);
        }
    }

    private int[] piece(int from) {
        System.arraycopy(codes, from, piece, 0, Math.min(piece.length, total - from));
        return piece;
    }
}
