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
package dev.stoa.format.internal.encoding;

import dev.stoa.format.Physical;

/**
 * Chooses and writes the encodings of 64-bit values, dictionaries aside: values of shape LONG and halves of INT128. Its
 * choices are CONSTANT, PLAIN, PFOR, PFOR_DELTA and RLE of them, and SCALE and GAP above them.
 */
final class LongCoder {
    private final LongPfor pfor = new LongPfor();
    private final LongSteps steps = new LongSteps();
    private final IntPfor lengths = new IntPfor();
    private long[] deltas = new long[0];
    private long[] runValues = new long[0];
    private int[] runLengths = new int[0];
    private long cost;

    /** The bytes that the last choice takes. */
    long cost() {
        return cost;
    }

    /** The bits that PFOR takes for a value, exceptions included, on average. */
    int pforBits(long[] values, int n) {
        return (int) (8L * pfor.plan(values, n) / Math.max(1, n));
    }

    /** The cheapest encoding of {@code values[0..n)}, which are a column's own or halves of them: any, also below SCALE and GAP. */
    Encoding choose(long[] values, int n) {
        Encoding best = chooseWhole(values, n);
        long least = cost;
        if (!(best instanceof Encoding.Constant) && steps.find(values, n)) {
            Encoding rest = chooseWhole(steps.rest(), n);
            cost += Pfor.STEP_BYTES;
            if (cost + Cost.STEP_WEIGHT.of(cost) < least) {
                return steps.wrap(rest);
            }
            cost = least;
        }
        return best;
    }

    /** The cheapest encoding of {@code values[0..n)} as they are. */
    private Encoding chooseWhole(long[] values, int n) {
        cost = pfor.plan(values, n);
        if (pfor.width() == 0 && pfor.exceptions() == 0) {
            cost = 0;
            return new Encoding.Constant(ConstantValue.ofBits(Physical.LONG, pfor.base()));
        }
        Encoding best = new Encoding.Pfor();
        int plain = Long.BYTES * n;
        if (plain <= cost) {
            cost = plain;
            best = new Encoding.Plain();
        }
        long start = delta(values, n);
        long delta = (long) pfor.plan(deltas, n) + Pfor.zigzagLength(start);
        if (delta + Cost.DELTA_WEIGHT.of(delta) < cost) {
            cost = delta;
            best = new Encoding.PforDelta();
        }
        int runs = runs(values, n);
        if (runs <= n / 2) {
            long rle = (long) Pfor.varintLength(runs) + lengths.plan(runLengths, runs);
            long valueStart = delta(runValues, runs);
            long valueDelta = (long) pfor.plan(deltas, runs) + Pfor.zigzagLength(valueStart);
            long value = pfor.plan(runValues, runs);
            boolean sorted = valueDelta + Cost.DELTA_WEIGHT.of(valueDelta) < value;
            rle += sorted ? valueDelta : value;
            if (rle + Cost.RLE_WEIGHT.of(rle) < cost) {
                cost = rle;
                best = new Encoding.Rle(sorted ? new Encoding.PforDelta() : new Encoding.Pfor(), new Encoding.Pfor());
            }
        }
        return best;
    }

    /** Writes {@code values[0..n)} in an encoding that {@link #choose} has made; false if they don't fit it. */
    boolean write(Encoding encoding, long[] values, int n, ByteSink out) {
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
                lengths.plan(runLengths, runs);
                lengths.write(runLengths, runs, out);
            }
            case SCALE -> {
                Encoding.Scale scale = (Encoding.Scale) encoding;
                return steps.divide(scale, values, n) && write(scale.child(), steps.rest(), n, out);
            }
            case GAP -> {
                Encoding.Gap gap = (Encoding.Gap) encoding;
                return steps.close(gap, values, n) && write(gap.child(), steps.rest(), n, out);
            }
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
