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
package dev.stoa.format.internal.encoding.decode;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.FloatingEncoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.Decimals;
import dev.stoa.format.internal.kernel.Dictionaries;
import dev.stoa.format.internal.kernel.Rotations;
import dev.stoa.format.internal.kernel.Runs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Decodes values of the shapes FLOAT and DOUBLE. Owns its scratch arrays. */
final class FloatingDecoder {
    private final IntDecoder ints;
    private final LongDecoder longs;
    private float[] runFloats = new float[0];
    private double[] runDoubles = new double[0];
    private int[] intValues = new int[0];
    private long[] longValues = new long[0];
    private int[] positions = new int[0];

    FloatingDecoder(IntDecoder ints, LongDecoder longs) {
        this.ints = ints;
        this.longs = longs;
    }

    /** Decodes n values to {@code out[0..n)}. */
    void decode(Encoding encoding, ByteBuffer in, int n, DecodedDictionary dictionary, float[] out)
            throws CorruptFileException {
        switch (encoding.id()) {
            case PLAIN -> {
                Wire.require(in, 4L * n, n, "plain values");
                in.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(out, 0, n);
                in.position(in.position() + 4 * n);
            }
            case CONSTANT -> {
                int bits = (int) ((Encoding.Constant) encoding).value().low();
                Arrays.fill(out, 0, n, Float.intBitsToFloat(bits));
            }
            case DICTIONARY -> {
                float[] values = dictionary.require(Physical.FLOAT, in).floats();
                int[] codes = ints.codes((Encoding.Dictionary) encoding, in, n, dictionary.size());
                Dictionaries.lookUp(codes, n, values, out);
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = IntDecoder.runCount(in, n);
                if (runFloats.length < runs) {
                    runFloats = new float[runs];
                }
                decode(rle.values(), in, runs, dictionary, runFloats);
                int[] lengths = ints.runLengths(rle, in, runs, n);
                Runs.expand(runFloats, lengths, runs, out);
            }
            case ALP -> alp((FloatingEncoding.Alp) encoding, in, n, out);
            case ROTATE -> {
                intValues = Scratch.grow(intValues, n);
                ints.decode(((FloatingEncoding.Rotate) encoding).child(), in, n, DecodedDictionary.NONE, intValues);
                Rotations.floats(intValues, n, out);
            }
            default -> throw IntDecoder.misplaced(encoding, in);
        }
    }

    /** Decodes n values to {@code out[0..n)}. */
    void decode(Encoding encoding, ByteBuffer in, int n, DecodedDictionary dictionary, double[] out)
            throws CorruptFileException {
        switch (encoding.id()) {
            case PLAIN -> {
                Wire.require(in, 8L * n, n, "plain values");
                in.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(out, 0, n);
                in.position(in.position() + 8 * n);
            }
            case CONSTANT -> {
                long bits = ((Encoding.Constant) encoding).value().low();
                Arrays.fill(out, 0, n, Double.longBitsToDouble(bits));
            }
            case DICTIONARY -> {
                double[] values = dictionary.require(Physical.DOUBLE, in).doubles();
                int[] codes = ints.codes((Encoding.Dictionary) encoding, in, n, dictionary.size());
                Dictionaries.lookUp(codes, n, values, out);
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = IntDecoder.runCount(in, n);
                if (runDoubles.length < runs) {
                    runDoubles = new double[runs];
                }
                decode(rle.values(), in, runs, dictionary, runDoubles);
                int[] lengths = ints.runLengths(rle, in, runs, n);
                Runs.expand(runDoubles, lengths, runs, out);
            }
            case ALP -> alp((FloatingEncoding.Alp) encoding, in, n, out);
            case NEAR -> {
                FloatingEncoding.Near near = (FloatingEncoding.Near) encoding;
                double power = power(in);
                longValues = Scratch.grow(longValues, n);
                longs.decode(near.digits(), in, n, DecodedDictionary.NONE, longValues);
                Decimals.divide(longValues, n, power, out);
                longs.decode(near.steps(), in, n, DecodedDictionary.NONE, longValues);
                Decimals.move(out, n, longValues);
            }
            case ROTATE -> {
                longValues = Scratch.grow(longValues, n);
                longs.decode(((FloatingEncoding.Rotate) encoding).child(), in, n, DecodedDictionary.NONE, longValues);
                Rotations.doubles(longValues, n, out);
            }
            default -> throw IntDecoder.misplaced(encoding, in);
        }
    }

    private void alp(FloatingEncoding.Alp encoding, ByteBuffer in, int n, float[] out) throws CorruptFileException {
        double power = power(in);
        int exceptions = Wire.count(in, n, "the number of exceptions");
        intValues = Scratch.grow(intValues, n);
        ints.decode(encoding.digits(), in, n, DecodedDictionary.NONE, intValues);
        Decimals.divide(intValues, n, power, out);
        if (exceptions > 0) {
            positions(in, n, exceptions, Float.BYTES);
            for (int k = 0; k < exceptions; k++) {
                out[positions[k]] = in.getFloat();
            }
        }
    }

    private void alp(FloatingEncoding.Alp encoding, ByteBuffer in, int n, double[] out) throws CorruptFileException {
        double power = power(in);
        int exceptions = Wire.count(in, n, "the number of exceptions");
        longValues = Scratch.grow(longValues, n);
        longs.decode(encoding.digits(), in, n, DecodedDictionary.NONE, longValues);
        Decimals.divide(longValues, n, power, out);
        if (exceptions > 0) {
            positions(in, n, exceptions, Double.BYTES);
            for (int k = 0; k < exceptions; k++) {
                out[positions[k]] = in.getDouble();
            }
        }
    }

    private static double power(ByteBuffer in) throws CorruptFileException {
        int exponent = Wire.u8(in);
        if (exponent > Decimals.MAX_EXPONENT) {
            throw Wire.corrupt(in, "the exponent of decimals is " + exponent);
        }
        return Decimals.power(exponent);
    }

    /** Reads the positions of exceptions, and makes sure that their values follow. */
    private void positions(ByteBuffer in, int n, int count, int valueBytes) throws CorruptFileException {
        positions = Scratch.grow(positions, count);
        IntDecoder.positions(in, n, count, positions);
        Wire.require(in, (long) count * valueBytes, count, "exceptions");
        in.order(ByteOrder.LITTLE_ENDIAN);
    }
}
