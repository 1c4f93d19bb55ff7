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
package dev.stoa.format.internal.encoding.entropy;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import java.util.Arrays;

/**
 * Chooses and writes ENTROPY (format-spec, section 7.11), with and without deltas. Since a model is learnt from one vector and
 * used for many, it adds up how much the vectors that it writes differ from what their models expect.
 */
public final class EntropyCoder {
    /** The number of vectors that share the bytes of a model. */
    private static final int HORIZON = 16;

    /** A difference from the expected information is no accident if it exceeds 1/64 of it plus {@code NOISE_BITS}. */
    private static final int TOLERANCE = 64;

    private static final int NOISE_BITS = 200;

    /** The size of the sample for the median. */
    private static final int MEDIAN_OF = 1023;

    private final BinChooser chooser = new BinChooser();
    private final EntropyWriter writer = new EntropyWriter();
    private final ByteSink sink = new ByteSink();
    private final long[] sample = new long[MEDIAN_OF];
    private long[] values = new long[0];
    private long[] deltas = new long[0];
    private long written;
    private long expected;

    /** Offers the better models of {@code values[0..n)}. */
    public void offer(Choice choice, int[] ints, int n) {
        offer(choice, Physical.INT, widen(ints, n), n);
    }

    /** Offers the better models of {@code values[0..n)}. */
    public void offer(Choice choice, long[] longs, int n) {
        offer(choice, Physical.LONG, longs, n);
    }

    /** Writes a payload. */
    public void write(IntegerEncoding.Entropy encoding, int[] ints, int n, ByteSink out) {
        write(encoding, widen(ints, n), n, out);
    }

    /** Writes a payload. */
    public void write(IntegerEncoding.Entropy encoding, long[] longs, int n, ByteSink out) {
        writer.use(encoding.model());
        Physical shape = encoding.model().shape();
        long usual = writer.expected(n);
        long information;
        if (encoding.deltas()) {
            out.zigzag(delta(shape, longs, n));
            information = writer.fit(deltas, n, 0);
            writer.write(deltas, n, 0, out);
        } else {
            information = writer.fit(longs, n, 0);
            long start = isUnusual(information, usual) ? wrap(shape, median(longs, n) - writer.median()) : 0;
            if (start != 0) {
                long moved = writer.fit(longs, n, start);
                if (moved < information) {
                    information = moved;
                } else {
                    start = 0;
                    writer.fit(longs, n, start);
                }
            }
            out.zigzag(start);
            writer.write(longs, n, start, out);
        }
        written += information;
        expected += usual;
    }

    /** Forgets what was written so far. */
    public void resetDrift() {
        written = 0;
        expected = 0;
    }

    /** Whether anything was written since then. */
    public boolean hasWritten() {
        return expected > 0;
    }

    /** Whether the vectors written since then differ from those that made their models. Then other models may be better. */
    public boolean hasDrifted() {
        return isUnusual(written, expected);
    }

    private static boolean isUnusual(long information, long usual) {
        return Math.abs(information - usual) > usual / TOLERANCE + Information.bits(NOISE_BITS);
    }

    private void offer(Choice choice, Physical shape, long[] longs, int n) {
        if (n > 0) {
            offer(choice, shape, longs, n, false);
            delta(shape, longs, n);
            offer(choice, shape, deltas, n, true);
        }
    }

    private void offer(Choice choice, Physical shape, long[] numbers, int n, boolean areDeltas) {
        IntegerEncoding.Entropy encoding = new IntegerEncoding.Entropy(areDeltas, chooser.choose(shape, numbers, n));
        sink.clear();
        encoding.write(sink);
        int model = sink.size() / (n < VectorDecoder.MAX_ROWS ? 1 : HORIZON);
        writer.use(encoding.model());
        int heads = ((areDeltas ? 3 : 1) + Long.BYTES) * ((n + VectorDecoder.MAX_ROWS - 1) / VectorDecoder.MAX_ROWS);
        long bytes = model + heads + Information.bytes(writer.fit(numbers, n, 0));
        choice.offer(Cost.ENTROPY, bytes, encoding);
    }

    private long median(long[] numbers, int n) {
        int count = Math.min(n, MEDIAN_OF);
        for (int i = 0; i < count; i++) {
            sample[i] = numbers[(int) ((long) i * n / count)];
        }
        Arrays.sort(sample, 0, count);
        return sample[count / 2];
    }

    private long[] widen(int[] ints, int n) {
        values = Scratch.grow(values, n);
        for (int i = 0; i < n; i++) {
            values[i] = ints[i];
        }
        return values;
    }

    /** Sets deltas so that their sums from the returned start on are the values; the first delta is like the second. */
    private long delta(Physical shape, long[] numbers, int n) {
        deltas = Scratch.grow(deltas, n);
        if (n == 0) {
            return 0;
        }
        for (int i = 1; i < n; i++) {
            deltas[i] = wrap(shape, numbers[i] - numbers[i - 1]);
        }
        deltas[0] = n > 1 ? deltas[1] : 0;
        return wrap(shape, numbers[0] - deltas[0]);
    }

    private static long wrap(Physical shape, long value) {
        return shape == Physical.INT ? (int) value : value;
    }
}
