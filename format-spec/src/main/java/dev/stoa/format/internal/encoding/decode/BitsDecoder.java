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
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.Bitmaps;
import dev.stoa.format.internal.kernel.Masks;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Decodes booleans and validity (format-spec, section 7.6). Owns its scratch arrays. */
public final class BitsDecoder {
    public static final int ALL_FALSE = 0;
    public static final int ALL_TRUE = 1;
    public static final int BITMAP = 2;
    public static final int RUNS = 3;

    private final IntDecoder ints;
    private byte[] runValues = new byte[0];
    private byte[] bytes = new byte[0];
    private int[] changes = new int[0];
    private boolean scattered;

    public BitsDecoder(IntDecoder ints) {
        this.ints = ints;
    }

    /** Decodes n booleans, 0 or 1, to {@code out[0..n)}. */
    void decode(Encoding encoding, ByteBuffer in, int n, byte[] out) throws CorruptFileException {
        switch (encoding.id()) {
            case BITS -> bits(in, n, out);
            case CONSTANT ->
                Arrays.fill(
                        out, 0, n, (byte) ((Encoding.Constant) encoding).value().low());
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = IntDecoder.runCount(in, n);
                runValues = Scratch.grow(runValues, runs);
                decode(rle.values(), in, runs, runValues);
                int[] lengths = ints.runLengths(rle, in, runs, n);
                for (int run = 0, at = 0; run < runs; at += lengths[run++]) {
                    Arrays.fill(out, at, at + lengths[run], runValues[run]);
                }
            }
            default -> throw IntDecoder.misplaced(encoding, in);
        }
    }

    private void bits(ByteBuffer in, int n, byte[] out) throws CorruptFileException {
        int kind = Wire.u8(in);
        switch (kind) {
            case ALL_FALSE -> Arrays.fill(out, 0, n, (byte) 0);
            case ALL_TRUE -> Arrays.fill(out, 0, n, (byte) 1);
            case BITMAP -> {
                Wire.require(in, Bitmaps.byteLength(n), "a bitmap of " + n);
                Bitmaps.expand(in, in.position(), n, out);
                in.position(in.position() + Bitmaps.byteLength(n));
            }
            case RUNS -> {
                int count = changes(in, n);
                byte value = (byte) first(changes);
                int at = 0;
                for (int i = 0; i < count; i++) {
                    Arrays.fill(out, at, changes[i + 1], value);
                    at = changes[i + 1];
                    value ^= 1;
                }
                Arrays.fill(out, at, n, value);
            }
            default -> throw Wire.corrupt(in, "BITS are of the kind " + kind);
        }
    }

    private static int first(int[] changes) {
        return changes[0];
    }

    /** Reads kind 3: sets changes[0] to the first value, changes[1..count] to the rows; returns count. */
    private int changes(ByteBuffer in, int n) throws CorruptFileException {
        int first = Wire.u8(in);
        if (first > 1) {
            throw Wire.corrupt(in, "a boolean is " + first);
        }
        int count = Wire.count(in, Math.max(0, n - 1), "the number of changes");
        changes = Scratch.grow(changes, count + 1);
        if (count > 0) {
            IntDecoder.positions(in, n, count, changes);
            if (changes[0] == 0) {
                throw Wire.corrupt(in, "a change is at row 0; before here");
            }
            System.arraycopy(changes, 0, changes, 1, count);
        }
        changes[0] = first;
        return count;
    }

    /** Decodes n booleans to a bitmap (see {@link Masks}). */
    public void words(ByteBuffer in, int n, long[] out) throws CorruptFileException {
        int kind = Wire.u8(in);
        switch (kind) {
            case ALL_FALSE -> Masks.fill(out, 0);
            case ALL_TRUE -> Masks.fill(out, n);
            case BITMAP -> {
                int length = Bitmaps.byteLength(n);
                Wire.require(in, length, "a bitmap of " + n);
                Bitmaps.words(in, in.position(), n, out);
                in.position(in.position() + length);
            }
            case RUNS -> {
                int count = changes(in, n);
                Masks.fill(out, 0);
                for (int i = first(changes) == 1 ? 0 : 1; i <= count; i += 2) {
                    Masks.set(out, i == 0 ? 0 : changes[i], i < count ? changes[i + 1] : n);
                }
            }
            default -> throw Wire.corrupt(in, "BITS are of the kind " + kind);
        }
    }

    /**
     * Whether the validity that was decoded last is a bitmap. An encoder writes one where runs would take more bytes, so null rows
     * are scattered there.
     */
    boolean isScattered() {
        return scattered;
    }

    /**
     * Decodes validity to its negation.
     *
     * @return how many of the n rows are valid; if all, {@code nulls} is not touched
     */
    int validity(ByteBuffer in, int n, boolean[] nulls) throws CorruptFileException {
        int kind = Wire.u8(in);
        scattered = kind == BITMAP;
        switch (kind) {
            case ALL_FALSE -> {
                Arrays.fill(nulls, 0, n, true);
                return 0;
            }
            case ALL_TRUE -> {
                return n;
            }
            case BITMAP -> {
                int length = Bitmaps.byteLength(n);
                Wire.require(in, length, "a bitmap of " + n);
                int valid = Bitmaps.count(in, in.position(), 0, n);
                if (valid < n) {
                    bytes = Scratch.grow(bytes, n);
                    Bitmaps.expandInverted(in, in.position(), n, bytes, nulls);
                }
                in.position(in.position() + length);
                return valid;
            }
            case RUNS -> {
                return validityRuns(in, n, nulls);
            }
            default -> throw Wire.corrupt(in, "BITS are of the kind " + kind);
        }
    }

    private int validityRuns(ByteBuffer in, int n, boolean[] nulls) throws CorruptFileException {
        int count = changes(in, n);
        boolean isNull = first(changes) == 0;
        if (!isNull && count == 0) {
            return n;
        }
        int valid = 0;
        int at = 0;
        for (int i = 0; i <= count; i++) {
            int end = i < count ? changes[i + 1] : n;
            Arrays.fill(nulls, at, end, isNull);
            valid += isNull ? 0 : end - at;
            isNull = !isNull;
            at = end;
        }
        return valid;
    }
}
