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
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.Copies;
import java.nio.ByteBuffer;

/** Decodes REPEAT (format-spec, section 7.16). Owns its scratch arrays. */
final class RepeatDecoder {
    private int[] counts = new int[0];
    private int[] lengths = new int[0];
    private int[] distances = new int[0];
    private int[] literals = new int[0];

    /** Decodes n values to {@code out[0..n)}. */
    void decode(IntegerEncoding.Repeat encoding, ByteBuffer in, int n, IntDecoder ints, int[] out)
            throws CorruptFileException {
        if (n > VectorDecoder.MAX_ROWS) {
            throw Wire.corrupt(in, "REPEAT stands for " + n + " values");
        }
        int copies = Wire.count(in, n, "the number of copies");
        counts = part(encoding.counts(), in, copies, ints, counts);
        lengths = part(encoding.lengths(), in, copies, ints, lengths);
        distances = part(encoding.distances(), in, copies, ints, distances);
        int literalCount = n - check(in, n, copies);
        literals = part(encoding.literals(), in, literalCount, ints, literals);
        Copies.apply(counts, lengths, distances, copies, literals, literalCount, out);
    }

    private static int[] part(Encoding encoding, ByteBuffer in, int n, IntDecoder ints, int[] scratch)
            throws CorruptFileException {
        int[] values = Scratch.grow(scratch, n);
        ints.decode(encoding, in, n, DecodedDictionary.NONE, values);
        return values;
    }

    /** Holds copies to the rules; returns how many values they make. */
    private int check(ByteBuffer in, int n, int copies) throws CorruptFileException {
        int at = 0;
        int copied = 0;
        for (int i = 0; i < copies; i++) {
            if (counts[i] < 0 || counts[i] > n - at) {
                throw Wire.corrupt(in, counts[i] + " literals stand at value " + at + " of " + n + "; before here");
            }
            at += counts[i];
            if (lengths[i] < 1 || lengths[i] > n - at || distances[i] < 1 || distances[i] > at) {
                throw Wire.corrupt(
                        in,
                        "value " + at + " of " + n + " begins a copy of " + lengths[i] + " at a distance of "
                                + distances[i] + "; before here");
            }
            at += lengths[i];
            copied += lengths[i];
        }
        return copied;
    }
}
