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
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Puts values together from the beginnings that they share with the values before them, and the rests (PREFIX). */
final class PrefixDecoder {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The most bytes that are copied in words. Both arrays need room for one word after them. */
    private static final int SHORT = 32;

    private final BytesOutput rests = new BytesOutput();
    private int[] shared = new int[0];
    private int[] parts = new int[0];

    /** Where to put the numbers of bytes that n values share. */
    int[] beginShared(int n) {
        shared = Scratch.grow(shared, n);
        return shared;
    }

    /** Where to put n rests. */
    BytesOutput beginRests(int n) {
        rests.beginPlain(n);
        return rests;
    }

    /**
     * Puts n values together; the offsets have been begun.
     *
     * @param maxBytes the most bytes of all values
     */
    void join(ByteBuffer in, int n, int maxBytes, BytesOutput out) throws CorruptFileException {
        int[] ends = rests.offsets();
        int[] offsets = out.offsets();
        offsets[0] = 0;
        long total = 0;
        int before = 0;
        for (int i = 0; i < n; i++) {
            if (shared[i] > before) {
                throw Wire.corrupt(in, "value " + i + " shares " + shared[i] + " bytes of " + before + "; before here");
            }
            // at most twice maxBytes, so an int holds it
            before = shared[i] + ends[i + 1] - ends[i];
            total += before;
            if (total > maxBytes) {
                throw Wire.corrupt(in, n + " values have more than " + maxBytes + " bytes; before here");
            }
            offsets[i + 1] = (int) total;
        }
        byte[] from = rests.growData(ends[n] + Long.BYTES);
        byte[] data = out.beginData((int) total + Long.BYTES);
        for (int i = 0; i < n; i++) {
            int at = offsets[i];
            if (shared[i] > 0) {
                copy(data, offsets[i - 1], data, at, shared[i]);
            }
            copy(from, ends[i], data, at + shared[i], ends[i + 1] - ends[i]);
        }
    }

    /** Returns the values, ascending, whose rests a few values consist of. The shared bytes are decoded. */
    int[] restsOf(int[] rows) {
        int last = rows.length == 0 ? 0 : rows[rows.length - 1] + 1;
        parts = Scratch.grow(parts, last);
        int begin = last;
        for (int w = rows.length - 1; w >= 0; w--) {
            int end = w == 0 ? 0 : rows[w - 1] + 1;
            int need = shared[rows[w]];
            parts[--begin] = rows[w];
            for (int i = rows[w] - 1; i >= end && need > 0; i--) {
                if (shared[i] < need) {
                    need = shared[i];
                    parts[--begin] = i;
                }
            }
        }
        return Arrays.copyOfRange(parts, begin, last);
    }

    /**
     * Puts a few of n values together; the others are empty. The offsets have been begun.
     *
     * @param rows the few, whose {@linkplain #restsOf rests} are decoded
     * @param maxBytes the most bytes of them
     */
    void joinFew(ByteBuffer in, int n, int[] rows, int maxBytes, BytesOutput out) throws CorruptFileException {
        int[] ends = rests.offsets();
        int[] offsets = out.offsets();
        int end = 0;
        int nextValue = 0;
        for (int w = 0; w < rows.length; w++) {
            int row = rows[w];
            Arrays.fill(offsets, nextValue, row + 1, end);
            int before = end;
            int length = ends[row + 1] - ends[row];
            long total = (long) before + shared[row] + length;
            if (total > maxBytes) {
                throw Wire.corrupt(in, n + " values have more than " + maxBytes + " bytes; before here");
            }
            end = (int) total;
            byte[] data = out.growData(end);
            System.arraycopy(rests.data(), ends[row], data, before + shared[row], length);
            int previous = w == 0 ? -1 : rows[w - 1];
            int need = shared[row];
            for (int i = row - 1; i > previous && need > 0; i--) {
                if (shared[i] < need) {
                    require(in, need, shared[i] + ends[i + 1] - ends[i], row);
                    System.arraycopy(rests.data(), ends[i], data, before + shared[i], need - shared[i]);
                    need = shared[i];
                }
            }
            if (need > 0) {
                int start = w == 0 ? before : offsets[previous];
                require(in, need, before - start, row);
                System.arraycopy(data, start, data, before, need);
            }
            nextValue = row + 1;
        }
        Arrays.fill(offsets, nextValue, n + 1, end);
    }

    private static void require(ByteBuffer in, int need, int length, int row) throws CorruptFileException {
        if (need > length) {
            throw Wire.corrupt(in, "value " + row + " shares " + need + " bytes of " + length + "; before here");
        }
    }

    private static void copy(byte[] from, int at, byte[] to, int target, int length) {
        if (length > SHORT) {
            System.arraycopy(from, at, to, target, length);
            return;
        }
        for (int i = 0; i < length; i += Long.BYTES) {
            LONGS.set(to, target + i, (long) LONGS.get(from, at + i));
        }
    }
}
