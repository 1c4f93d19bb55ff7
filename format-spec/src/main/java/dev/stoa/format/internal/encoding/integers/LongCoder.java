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
 * Chooses and writes the encodings of 64-bit values, dictionaries aside: values of shape LONG and halves of INT128. Its
 * choices are CONSTANT, PLAIN, PFOR, PFOR_DELTA, RLE and FREQUENT of them and ENTROPY, and SCALE and GAP above them.
 */
public final class LongCoder {
    private final EncodingChooser chooser;
    private final Optional<EntropyCoder> entropy;
    private final LongPfor pfor = new LongPfor();
    private final LongSteps steps = new LongSteps();
    private final IntPfor lengths = new IntPfor();
    private final LongFrequency others = new LongFrequency();
    private final ByteSink trial = new ByteSink();
    private long[] deltas = new long[0];
    private long[] runValues = new long[0];
    private int[] runLengths = new int[0];

    /** A coder that does not choose ENTROPY. */
    public LongCoder(EncodingChooser chooser) {
        this(chooser, Optional.empty());
    }

    /** A coder that also chooses ENTROPY, if it gets a coder for it. */
    public LongCoder(EncodingChooser chooser, Optional<EntropyCoder> entropy) {
        this.chooser = chooser;
        this.entropy = entropy;
    }

    /** The bits that PFOR takes for a value, exceptions included, on average. */
    public int pforBits(long[] values, int n) {
        return (int) (8L * pfor.plan(values, n) / Math.max(1, n));
    }

    /**
     * The cheapest encoding of {@code values[0..n)}, which are a column's own or halves of them: any, also below SCALE and
     * GAP.
     */
    public Choice choose(long[] values, int n, String part) {
        return choose(values, n, part, true);
    }

    /** As for values; below an RLE without runs. */
    public Choice choose(long[] values, int n, String part, boolean runs) {
        Choice choice = chooseWhole(values, n, part, runs);
        if (!choice.isConstant() && steps.find(values, n)) {
            Choice rest = chooseWhole(steps.rest(), n, part + " / step", runs);
            choice.offer(Cost.STEP, Pfor.STEP_BYTES, rest, steps.wrap(rest.encoding()));
        }
        return choice;
    }

    /** The cheapest encoding of {@code values[0..n)} as they are. */
    private Choice chooseWhole(long[] values, int n, String part, boolean withRuns) {
        Choice choice = chooser.choice(part);
        long packed = pfor.plan(values, n);
        if (pfor.width() == 0 && pfor.exceptions() == 0) {
            return choice.offer(Cost.NONE, 0, new Encoding.Constant(ConstantValue.ofBits(Physical.LONG, pfor.base())));
        }
        choice.offer(Cost.NONE, (long) Long.BYTES * n, new Encoding.Plain());
        choice.offer(Cost.NONE, packed, new IntegerEncoding.Pfor());
        long start = delta(values, n);
        choice.offer(
                Cost.DELTA, (long) pfor.plan(deltas, n) + Pfor.zigzagLength(start), new IntegerEncoding.PforDelta());
        int runs = withRuns ? runs(values, n) : n;
        if (runs <= n / 2) {
            Choice value = choosePacked(runValues, runs, part + " / runs");
            Choice runLength = chooser.choice(part + " / run lengths");
            runLength.offer(Cost.NONE, lengths.plan(runLengths, runs), new IntegerEncoding.Pfor());
            entropy.ifPresent(coder -> coder.offer(runLength, runLengths, runs));
            long ownBytes = Pfor.varintLength(runs) + runLength.bytes();
            choice.offer(Cost.RLE, ownBytes, value, new Encoding.Rle(value.encoding(), runLength.encoding()));
        }
        entropy.ifPresent(coder -> coder.offer(choice, values, n));
        if (n <= VectorDecoder.MAX_ROWS && choice.bytes() > n / Byte.SIZE && others.split(values, n)) {
            trial.clear();
            others.write(n, trial);
            Choice rest = choosePacked(others.values(), others.count(), part + " / others");
            choice.offer(Cost.FREQUENT, trial.size(), rest, new IntegerEncoding.Frequent(rest.encoding()));
        }
        return choice;
    }

    /** The cheapest of PFOR, PFOR_DELTA and ENTROPY. */
    private Choice choosePacked(long[] values, int n, String part) {
        Choice choice = chooser.choice(part).offer(Cost.NONE, pfor.plan(values, n), new IntegerEncoding.Pfor());
        long start = delta(values, n);
        choice.offer(
                Cost.DELTA, (long) pfor.plan(deltas, n) + Pfor.zigzagLength(start), new IntegerEncoding.PforDelta());
        entropy.ifPresent(coder -> coder.offer(choice, values, n));
        return choice;
    }

    /** Writes {@code values[0..n)} in an encoding that {@link #choose} has made; false if they don't fit it. */
    public boolean write(Encoding encoding, long[] values, int n, ByteSink out) {
        switch (encoding.id()) {
            case CONSTANT -> {
                long value = ((Encoding.Constant) encoding).value().low();
                for (int i = 0; i < n; i++) {
                    if (values[i] != value) {
                        return false;
                    }
                }
            }
            case PLAIN -> out.longs(values, n);
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
                if (!write(rle.values(), runValues, runs, out)) {
                    return false;
                }
                if (rle.lengths() instanceof IntegerEncoding.Entropy coded) {
                    entropy.orElseThrow().write(coded, runLengths, runs, out);
                } else {
                    lengths.plan(runLengths, runs);
                    lengths.write(runLengths, runs, out);
                }
            }
            case SCALE -> {
                IntegerEncoding.Scale scale = (IntegerEncoding.Scale) encoding;
                return steps.divide(scale, values, n) && write(scale.child(), steps.rest(), n, out);
            }
            case GAP -> {
                IntegerEncoding.Gap gap = (IntegerEncoding.Gap) encoding;
                return steps.close(gap, values, n) && write(gap.child(), steps.rest(), n, out);
            }
            case FREQUENT -> {
                others.split(values, n);
                others.write(n, out);
                return write(((IntegerEncoding.Frequent) encoding).others(), others.values(), others.count(), out);
            }
            case ENTROPY -> entropy.orElseThrow().write((IntegerEncoding.Entropy) encoding, values, n, out);
            default -> throw new IllegalArgumentException(encoding + " does not encode LONG here");
        }
        return true;
    }

    /** Sets deltas so that their sums from the returned start on are the values; the first delta is like the second. */
    private long delta(long[] values, int n) {
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

    private int runs(long[] values, int n) {
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
