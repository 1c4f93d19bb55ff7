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

/** Chooses and writes ENTROPY (format-spec, section 7.11): with or without deltas, whichever takes fewer bytes. */
final class EntropyCoder {
    /** So many vectors share the bytes of a model. */
    private static final int HORIZON = 16;

    private final BinChooser chooser = new BinChooser();
    private final EntropyWriter writer = new EntropyWriter();
    private final ByteSink sink = new ByteSink();
    private long[] values = new long[0];
    private long[] deltas = new long[0];

    /** Offers the better models of {@code values[0..n)}. */
    void offer(Choice choice, int[] ints, int n) {
        offer(choice, Physical.INT, widen(ints, n), n);
    }

    /** Offers the better models of {@code values[0..n)}. */
    void offer(Choice choice, long[] longs, int n) {
        offer(choice, Physical.LONG, longs, n);
    }

    /** Writes a payload. */
    void write(Encoding.Entropy encoding, int[] ints, int n, ByteSink out) {
        write(encoding, widen(ints, n), n, out);
    }

    /** Writes a payload. */
    void write(Encoding.Entropy encoding, long[] longs, int n, ByteSink out) {
        if (encoding.deltas()) {
            out.zigzag(delta(encoding.model().shape(), longs, n));
            writer.write(encoding.model(), deltas, n, out);
        } else {
            writer.write(encoding.model(), longs, n, out);
        }
    }

    private void offer(Choice choice, Physical shape, long[] longs, int n) {
        if (n > 0) {
            offer(choice, new Encoding.Entropy(false, chooser.choose(shape, longs, n)), n);
            delta(shape, longs, n);
            offer(choice, new Encoding.Entropy(true, chooser.choose(shape, deltas, n)), n);
        }
    }

    private void offer(Choice choice, Encoding.Entropy encoding, int n) {
        sink.clear();
        encoding.write(sink);
        long bytes = (chooser.bitsPerValue() * n >>> BinChooser.FRACTION) / Byte.SIZE + Long.BYTES;
        choice.offer(Cost.ENTROPY, bytes + sink.size() / (n < VectorDecoder.MAX_ROWS ? 1 : HORIZON), encoding);
    }

    private long[] widen(int[] ints, int n) {
        values = Scratch.grow(values, n);
        for (int i = 0; i < n; i++) {
            values[i] = ints[i];
        }
        return values;
    }

    /** Sets deltas so that their sums from the returned start on are the values; the first delta is like the second. */
    private long delta(Physical shape, long[] longs, int n) {
        deltas = Scratch.grow(deltas, n);
        if (n == 0) {
            return 0;
        }
        for (int i = 1; i < n; i++) {
            long delta = longs[i] - longs[i - 1];
            deltas[i] = shape == Physical.INT ? (int) delta : delta;
        }
        deltas[0] = n > 1 ? deltas[1] : 0;
        long start = longs[0] - deltas[0];
        return shape == Physical.INT ? (int) start : start;
    }
}
