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
package dev.stoa.format.internal.encoding.integers;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.choice.EncodingChooser;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.entropy.EntropyCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.encoding.wire.Scratch;
import java.util.Optional;

/**
 * Chooses and writes the encodings of 32-bit values, dictionaries aside: values of shape INT, codes, lengths. Its
 * choices are CONSTANT, PLAIN, PFOR, PFOR_DELTA, RLE, FREQUENT and REPEAT of them and ENTROPY, and SCALE and GAP above them.
 */
public final class IntCoder {
    /** If an encoding takes at most a byte for this number of values, REPEAT is not tried. */
    private static final int LEAST = 16;

    private final EncodingChooser chooser;
    private final Optional<EntropyCoder> entropy;
    private final IntPfor pfor = new IntPfor();
    private final IntSteps steps = new IntSteps();
    private final IntFrequency others = new IntFrequency();
    private final IntRepeats repeats = new IntRepeats();
    private final ByteSink trial = new ByteSink();
    private int[] deltas = new int[0];
    private int[] runValues = new int[0];
    private int[] runLengths = new int[0];

    /** A coder that does not choose ENTROPY. */
    public IntCoder(EncodingChooser chooser) {
        this(chooser, Optional.empty());
    }

    /** A coder that also chooses ENTROPY, if it gets a coder for it. */
    public IntCoder(EncodingChooser chooser, Optional<EntropyCoder> entropy) {
        this.chooser = chooser;
        this.entropy = entropy;
    }

    public EncodingChooser chooser() {
        return chooser;
    }

    /** The bits that PFOR takes for a value, exceptions included, on average. */
    public int pforBits(int[] values, int n) {
        return (int) (8L * pfor.plan(values, n) / Math.max(1, n));
    }

    /**
     * The cheapest encoding of {@code values[0..n)}, which are no codes or lengths: as for those, or below SCALE and GAP.
     */
    public Choice chooseValues(int[] values, int n) {
        return chooseValues(values, n, "values", true);
    }

    /** As for values; below an RLE without runs. */
    public Choice chooseValues(int[] values, int n, String part, boolean runs) {
        Choice choice = choose(values, n, part, runs);
        if (!choice.isConstant() && steps.find(values, n)) {
            Choice rest = choose(steps.rest(), n, part + " / step", runs);
            choice.offer(Cost.STEP, Pfor.STEP_BYTES, rest, steps.wrap(rest.encoding()));
        }
        return choice;
    }

    /** The cheapest encoding of {@code values[0..n)} as they are, codes or lengths. */
    public Choice choose(int[] values, int n, String part) {
        return choose(values, n, part, true);
    }

    private Choice choose(int[] values, int n, String part, boolean withRuns) {
        Choice choice = chooser.choice(part);
        long packed = pfor.plan(values, n);
        if (pfor.width() == 0 && pfor.exceptions() == 0) {
            return choice.offer(Cost.NONE, 0, new Encoding.Constant(ConstantValue.ofBits(Physical.INT, pfor.base())));
        }
        choice.offer(Cost.NONE, (long) Integer.BYTES * n, new Encoding.Plain());
        choice.offer(Cost.NONE, packed, new IntegerEncoding.Pfor());
        int start = delta(values, n);
        choice.offer(
                Cost.DELTA, (long) pfor.plan(deltas, n) + Pfor.zigzagLength(start), new IntegerEncoding.PforDelta());
        int runs = withRuns ? runs(values, n) : n;
        if (runs <= n / 2) {
            Choice value = choosePacked(runValues, runs, part + " / runs");
            Choice lengths = choosePart(runLengths, runs, part + " / run lengths");
            long ownBytes = Pfor.varintLength(runs) + lengths.bytes();
            choice.offer(Cost.RLE, ownBytes, value, new Encoding.Rle(value.encoding(), lengths.encoding()));
        }
        offerEntropy(choice, values, n);
        if (n <= VectorDecoder.MAX_ROWS && choice.bytes() > n / Byte.SIZE && others.split(values, n)) {
            trial.clear();
            others.write(n, trial);
            Choice rest = choosePacked(others.values(), others.count(), part + " / others");
            choice.offer(Cost.FREQUENT, trial.size(), rest, new IntegerEncoding.Frequent(rest.encoding()));
        }
        if (n <= VectorDecoder.MAX_ROWS && choice.bytes() > n / LEAST && repeats.find(values, n)) {
            offerRepeats(choice, part);
        }
        return choice;
    }

    private void offerRepeats(Choice choice, String part) {
        int copies = repeats.copies();
        Choice count = choosePart(repeats.counts(), copies, part + " / literal counts");
        Choice length = choosePart(repeats.lengths(), copies, part + " / copy lengths");
        Choice distance = choosePart(repeats.distances(), copies, part + " / distances");
        Choice literal = choosePacked(repeats.literals(), repeats.literalCount(), part + " / literals");
        long own = Pfor.varintLength(copies) + count.bytes() + length.bytes() + distance.bytes();
        Encoding repeat = new IntegerEncoding.Repeat(
                count.encoding(), length.encoding(), distance.encoding(), literal.encoding());
        choice.offer(Cost.REPEAT, own, literal, repeat);
    }

    /** The cheapest of PFOR, PFOR_DELTA and ENTROPY. */
    private Choice choosePacked(int[] values, int n, String part) {
        Choice choice = chooser.choice(part).offer(Cost.NONE, pfor.plan(values, n), new IntegerEncoding.Pfor());
        int start = delta(values, n);
        choice.offer(
                Cost.DELTA, (long) pfor.plan(deltas, n) + Pfor.zigzagLength(start), new IntegerEncoding.PforDelta());
        return offerEntropy(choice, values, n);
    }

    /**
     * The cheaper of PFOR and ENTROPY for {@code values[0..n)}, which are run lengths, lengths or symbols; these write any values.
     */
    public Choice choosePart(int[] values, int n, String part) {
        return offerEntropy(
                chooser.choice(part).offer(Cost.NONE, pfor.plan(values, n), new IntegerEncoding.Pfor()), values, n);
    }

    /** Offers ENTROPY, where the profile takes it. */
    public Choice offerEntropy(Choice choice, int[] values, int n) {
        entropy.ifPresent(coder -> coder.offer(choice, values, n));
        return choice;
    }

    /** Writes {@code values[0..n)} in an encoding that {@link #choose} has made; false if they don't fit it. */
    public boolean write(Encoding encoding, int[] values, int n, ByteSink out) {
        switch (encoding.id()) {
            case CONSTANT -> {
                int value = (int) ((Encoding.Constant) encoding).value().low();
                for (int i = 0; i < n; i++) {
                    if (values[i] != value) {
                        return false;
                    }
                }
            }
            case PLAIN -> out.ints(values, n);
            case PFOR -> {
                pfor.plan(values, n);
                pfor.write(values, n, out);
            }
            case PFOR_DELTA -> {
                out.zigzag(delta(values, n));
                pfor.plan(deltas, n);
                pfor.write(deltas, n, out);
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = runs(values, n);
                out.varint(runs);
                return write(rle.values(), runValues, runs, out) && write(rle.lengths(), runLengths, runs, out);
            }
            case SCALE -> {
                IntegerEncoding.Scale scale = (IntegerEncoding.Scale) encoding;
                return steps.divide(scale, values, n) && write(scale.child(), steps.rest(), n, out);
            }
            case GAP -> {
                IntegerEncoding.Gap gap = (IntegerEncoding.Gap) encoding;
                return steps.close(gap, values, n) && write(gap.child(), steps.rest(), n, out);
            }
            case REPEAT -> {
                IntegerEncoding.Repeat repeat = (IntegerEncoding.Repeat) encoding;
                repeats.find(values, n);
                int copies = repeats.copies();
                out.varint(copies);
                return write(repeat.counts(), repeats.counts(), copies, out)
                        && write(repeat.lengths(), repeats.lengths(), copies, out)
                        && write(repeat.distances(), repeats.distances(), copies, out)
                        && write(repeat.literals(), repeats.literals(), repeats.literalCount(), out);
            }
            case FREQUENT -> {
                others.split(values, n);
                others.write(n, out);
                return write(((IntegerEncoding.Frequent) encoding).others(), others.values(), others.count(), out);
            }
            case ENTROPY -> entropy.orElseThrow().write((IntegerEncoding.Entropy) encoding, values, n, out);
            default -> throw new IllegalArgumentException(encoding + " does not encode INT here");
        }
        return true;
    }

    /** Sets deltas so that their sums from the returned start on are the values; the first delta is like the second. */
    private int delta(int[] values, int n) {
        deltas = Scratch.grow(deltas, n);
        if (n == 0) {
            return 0;
        }
        for (int i = 1; i < n; i++) {
            deltas[i] = values[i] - values[i - 1];
        }
        deltas[0] = n > 1 ? deltas[1] : 0;
        return values[0] - deltas[0];
    }

    private int runs(int[] values, int n) {
        runValues = Scratch.grow(runValues, n + 1);
        runLengths = Scratch.grow(runLengths, n + 1);
        if (n == 0) {
            return 0;
        }
        int runs = 0;
        int begin = 0;
        for (int i = 1; i <= n; i++) {
            if (i == n || values[i] != values[begin]) {
                runValues[runs] = values[begin];
                runLengths[runs++] = i - begin;
                begin = i;
            }
        }
        return runs;
    }
}
