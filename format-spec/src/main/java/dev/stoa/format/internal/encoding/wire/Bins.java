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
package dev.stoa.format.internal.encoding.wire;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.kernel.Rans;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The model of an ENTROPY encoding: bins of values, each with a frequency (format-spec, section 7.11). A bin covers 2^width
 * values from its lower bound on, modulo 2^32 (INT) or 2^64 (LONG); bins may overlap. Immutable, compared by value.
 */
public final class Bins {
    /** The most bins. */
    static final int MAX = 4096;

    private final Physical shape;
    private final int scale;
    private final int[] frequencies;
    private final byte[] widths;
    private final long[] lowers;

    /**
     * A model.
     *
     * @param shape INT or LONG
     * @param scale 0..{@link Rans#MAX_SCALE}
     * @param frequencies at least 1 each, 2^scale in all
     * @param widths 0..32 for INT, 0..64 for LONG
     * @param lowers the lower bounds; those of INT sign-extended
     */
    public Bins(Physical shape, int scale, int[] frequencies, byte[] widths, long[] lowers) {
        this.shape = shape;
        this.scale = scale;
        this.frequencies = frequencies;
        this.widths = widths;
        this.lowers = lowers;
    }

    /** Reads a model and checks its rules. */
    static Bins read(ByteBuffer in, Physical shape) throws CorruptFileException {
        int scale = Wire.u8(in);
        if (scale > Rans.MAX_SCALE) {
            throw Wire.corrupt(in, "the frequencies of ENTROPY add up to 2^" + scale);
        }
        int bins = Wire.count(in, Math.min(MAX, 1 << scale), "the number of bins");
        // a bin takes three bytes or more
        Wire.require(in, 3L * bins, bins, "bins");
        int[] frequencies = new int[bins];
        byte[] widths = new byte[bins];
        long[] lowers = new long[bins];
        int left = 1 << scale;
        long lower = 0;
        for (int i = 0; i < bins; i++) {
            frequencies[i] = Wire.count(in, left, "the frequency of a bin");
            int width = Wire.u8(in);
            if (frequencies[i] == 0 || width > bits(shape)) {
                throw Wire.corrupt(in, "a bin has the frequency " + frequencies[i] + " and the width " + width);
            }
            left -= frequencies[i];
            widths[i] = (byte) width;
            lower += shape == Physical.INT ? Wire.zigzag32(in, "a gap between bins") : Wire.zigzag(in);
            lowers[i] = wrap(shape, lower);
            lower += span(width);
        }
        if (left != 0) {
            throw Wire.corrupt(in, "the frequencies of " + bins + " bins lack " + left + " of 2^" + scale);
        }
        return new Bins(shape, scale, frequencies, widths, lowers);
    }

    /** Writes the model. */
    void write(ByteSink out) {
        out.u8(scale);
        out.varint(frequencies.length);
        long lower = 0;
        for (int i = 0; i < frequencies.length; i++) {
            out.varint(frequencies[i]);
            out.u8(widths[i]);
            out.zigzag(wrap(shape, lowers[i] - lower));
            lower = lowers[i] + span(widths[i]);
        }
    }

    private static long span(int width) {
        return width == Long.SIZE ? 0 : 1L << width;
    }

    private static long wrap(Physical shape, long value) {
        return shape == Physical.INT ? (int) value : value;
    }

    /** The bits of a value of shape INT or LONG. */
    public static int bits(Physical shape) {
        return shape == Physical.INT ? Integer.SIZE : Long.SIZE;
    }

    /** INT or LONG. */
    public Physical shape() {
        return shape;
    }

    /** The number of bins. */
    public int count() {
        return frequencies.length;
    }

    /** The binary logarithm of what the frequencies add up to. */
    public int scale() {
        return scale;
    }

    /** The bins' frequencies; not to be changed. */
    public int[] frequencies() {
        return frequencies;
    }

    /** The bins' widths; not to be changed. */
    public byte[] widths() {
        return widths;
    }

    /** The bins' lower bounds; not to be changed. */
    public long[] lowers() {
        return lowers;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bins bins
                && shape == bins.shape
                && Arrays.equals(frequencies, bins.frequencies)
                && Arrays.equals(widths, bins.widths)
                && Arrays.equals(lowers, bins.lowers);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(frequencies) + Arrays.hashCode(widths)) + Arrays.hashCode(lowers);
    }

    @Override
    public String toString() {
        return frequencies.length + " bins";
    }
}
