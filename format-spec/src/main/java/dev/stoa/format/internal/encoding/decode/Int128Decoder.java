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
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Int128Encoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.Runs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;

/** Decodes values of shape INT128. Owns its scratch arrays. */
final class Int128Decoder {
    private final IntDecoder ints;
    private final LongDecoder longs;
    private final Int128Output runValues = new Int128Output();

    Int128Decoder(IntDecoder ints, LongDecoder longs) {
        this.ints = ints;
        this.longs = longs;
    }

    /** Decodes n values. */
    void decode(Encoding encoding, ByteBuffer in, int n, DecodedDictionary dictionary, Int128Output out)
            throws CorruptFileException {
        switch (encoding.id()) {
            case WIDEN -> {
                out.narrow(n);
                longs.decode(((Int128Encoding.Widen) encoding).child(), in, n, DecodedDictionary.NONE, out.low());
            }
            case SPLIT -> {
                Int128Encoding.Split split = (Int128Encoding.Split) encoding;
                out.wide(n);
                longs.decode(split.low(), in, n, DecodedDictionary.NONE, out.low());
                longs.decode(split.high(), in, n, DecodedDictionary.NONE, out.high());
            }
            case CONSTANT -> {
                ConstantValue value = ((Encoding.Constant) encoding).value();
                if (value.high() == value.low() >> 63) {
                    out.narrow(n);
                } else {
                    out.wide(n);
                    Arrays.fill(out.high(), 0, n, value.high());
                }
                Arrays.fill(out.low(), 0, n, value.low());
            }
            case PLAIN -> plain(in, n, out);
            case DICTIONARY -> {
                Int128Output values = dictionary.require(Physical.INT128, in).int128();
                int[] codes = ints.codes((Encoding.Dictionary) encoding, in, n, dictionary.size());
                if (values.isNarrow()) {
                    out.narrow(n);
                } else {
                    out.wide(n);
                    look(values.high(), codes, n, out.high());
                }
                look(values.low(), codes, n, out.low());
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = IntDecoder.runCount(in, n);
                decode(rle.values(), in, runs, dictionary, runValues);
                int[] lengths = ints.runLengths(rle, in, runs, n);
                if (runValues.isNarrow()) {
                    out.narrow(n);
                } else {
                    out.wide(n);
                    Runs.expand(runValues.high(), lengths, runs, out.high());
                }
                Runs.expand(runValues.low(), lengths, runs, out.low());
            }
            default -> throw IntDecoder.misplaced(encoding, in);
        }
    }

    private static void look(long[] values, int[] codes, int n, long[] out) {
        for (int i = 0; i < n; i++) {
            out[i] = values[codes[i]];
        }
    }

    private static void plain(ByteBuffer in, int n, Int128Output out) throws CorruptFileException {
        Wire.require(in, 16L * n, n, "plain values");
        out.wide(n);
        LongBuffer words = in.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        for (int i = 0; i < n; i++) {
            out.low()[i] = words.get(2 * i);
            out.high()[i] = words.get(2 * i + 1);
        }
        in.position(in.position() + 16 * n);
    }
}
