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
package dev.stoa.format.internal.encoding.floats;

import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.LongCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.FloatingEncoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.kernel.Rotations;

/**
 * Chooses and writes the encoding of ROTATE (format-spec, section 7.13): of floating-point numbers that are no decimals. Numbers
 * are given as raw bits, those of a float in the low half.
 */
public final class RotateCoder {
    private final IntCoder intCoder;
    private final LongCoder longCoder;
    private long[] longs = new long[0];
    private int[] ints = new int[0];

    public RotateCoder(IntCoder intCoder, LongCoder longCoder) {
        this.intCoder = intCoder;
        this.longCoder = longCoder;
    }

    /** Offers the encoding of {@code bits[0..n)}; below an RLE without runs. */
    public void offer(Choice choice, long[] bits, int n, boolean single, String part, boolean runs) {
        rotate(bits, n, single);
        String child = part + " / integers";
        Choice chosen = single ? intCoder.chooseValues(ints, n, child, runs) : longCoder.choose(longs, n, child, runs);
        choice.offer(Cost.ROTATE, 0, chosen, new FloatingEncoding.Rotate(chosen.encoding()));
    }

    /** Writes {@code bits[0..n)}; false if their integers don't fit the encoding. */
    public boolean write(FloatingEncoding.Rotate encoding, long[] bits, int n, boolean single, ByteSink out) {
        rotate(bits, n, single);
        return single
                ? intCoder.write(encoding.child(), ints, n, out)
                : longCoder.write(encoding.child(), longs, n, out);
    }

    private void rotate(long[] bits, int n, boolean single) {
        if (single) {
            ints = Scratch.grow(ints, n);
            Rotations.integers(bits, n, ints);
        } else {
            longs = Scratch.grow(longs, n);
            Rotations.integers(bits, n, longs);
        }
    }
}
