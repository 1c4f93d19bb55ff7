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

import dev.stoa.format.internal.encoding.decode.BitsDecoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.kernel.Bitmaps;
import dev.stoa.format.internal.kernel.StraightPacking;

/** Writes booleans and validity (format-spec, section 7.6), in the kind that is smallest for the vector. */
public final class BitsWriter {
    private int[] changes = new int[0];

    /** Writes n booleans, 0 or 1. */
    public void write(byte[] values, int n, ByteSink out) {
        int found = 0;
        int trues = 0;
        changes = Scratch.grow(changes, n + 1);
        for (int i = 0; i < n; i++) {
            trues += values[i];
            changes[found] = i;
            found += i > 0 && values[i] != values[i - 1] ? 1 : 0;
        }
        if (!uniform(trues, n, out) && !runs(values[0], found, n, out)) {
            out.u8(BitsDecoder.BITMAP);
            int at = out.reserve(Bitmaps.byteLength(n));
            Bitmaps.pack(values, 0, n, out.array(), at);
        }
    }

    /** Writes validity: n booleans that are the negation of {@code nulls}. */
    public void writeNegated(boolean[] nulls, int n, ByteSink out) {
        int found = 0;
        int trues = 0;
        changes = Scratch.grow(changes, n + 1);
        for (int i = 0; i < n; i++) {
            trues += nulls[i] ? 0 : 1;
            changes[found] = i;
            found += i > 0 && nulls[i] != nulls[i - 1] ? 1 : 0;
        }
        if (!uniform(trues, n, out) && !runs(nulls[0] ? 0 : 1, found, n, out)) {
            out.u8(BitsDecoder.BITMAP);
            int length = Bitmaps.byteLength(n);
            int at = out.reserve(length);
            byte[] bytes = out.array();
            Bitmaps.pack(nulls, 0, n, bytes, at);
            for (int i = at; i < at + length; i++) {
                bytes[i] = (byte) ~bytes[i];
            }
            if ((n & 7) != 0) {
                bytes[at + length - 1] &= (byte) ((1 << (n & 7)) - 1);
            }
        }
    }

    /** Writes that all n are true. */
    public static void writeAllTrue(ByteSink out) {
        out.u8(BitsDecoder.ALL_TRUE);
    }

    private static boolean uniform(int trues, int n, ByteSink out) {
        if (trues != 0 && trues != n) {
            return false;
        }
        out.u8(trues == n ? BitsDecoder.ALL_TRUE : BitsDecoder.ALL_FALSE);
        return true;
    }

    private boolean runs(int first, int found, int n, ByteSink out) {
        int width = Pfor.positionWidth(n);
        int length = (int) StraightPacking.byteLength(found, width);
        if (1 + Pfor.varintLength(found) + length >= Bitmaps.byteLength(n)) {
            return false;
        }
        out.u8(BitsDecoder.RUNS);
        out.u8(first);
        out.varint(found);
        int at = out.reserve(length);
        StraightPacking.pack(changes, 0, found, width, 0, out.array(), at);
        return true;
    }
}
