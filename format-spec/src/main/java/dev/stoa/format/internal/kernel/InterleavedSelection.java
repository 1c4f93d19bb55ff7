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
package dev.stoa.format.internal.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * Reaches single values of vectors in the interleaved layout (see {@link Unpack32} and {@link Unpack64}) where they lie.
 * A value takes one or two reads, 2 to 3 ns; from about one value in twenty on, unpacking all of them is as fast.
 */
public final class InterleavedSelection {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int VALUES = 4096;
    /** What the words of all lanes take: a lane's next word lies so many bytes behind. */
    private static final int ROW_BYTES = 512;

    private InterleavedSelection() {}

    /**
     * Sets {@code out[j] = base + packed value selected[j]} for {@code j} in [0, {@code selections}), wrapping around on
     * overflow; nothing else is unpacked, and no value takes longer to reach than another.
     *
     * @param in holds the vector, {@code width * 512} bytes from the absolute position {@code at}; its own position and
     *     byte order do not matter
     * @param width bits per packed value, 0 to 32
     * @param selected which values, each in [0, 4096)
     * @throws IllegalArgumentException if the width is not 0 to 32
     * @throws IndexOutOfBoundsException if the vector does not lie in the buffer, a selected value not in the vector, or an
     *     array is too short
     */
    public static void select(ByteBuffer in, int at, int width, int base, int[] selected, int selections, int[] out) {
        check(in, at, width, 32);
        if (width == 0) {
            Arrays.fill(out, 0, selections, base);
            return;
        }
        int mask = -1 >>> (32 - width);
        for (int j = 0; j < selections; j++) {
            int i = Objects.checkIndex(selected[j], VALUES);
            int bit = (i >>> 7) * width;
            int from = at + ((((bit >>> 5) << 7) + (i & 127)) << 2);
            int value = (int) INT.get(in, from) >>> bit;
            if ((bit & 31) + width > 32) {
                value |= (int) INT.get(in, from + ROW_BYTES) << -bit;
            }
            out[j] = base + (value & mask);
        }
    }

    /**
     * Sets {@code out[j] = base + packed value selected[j]} for {@code j} in [0, {@code selections}), wrapping around on
     * overflow; nothing else is unpacked, and no value takes longer to reach than another.
     *
     * @param in holds the vector, {@code width * 512} bytes from the absolute position {@code at}; its own position and
     *     byte order do not matter
     * @param width bits per packed value, 0 to 64
     * @param selected which values, each in [0, 4096)
     * @throws IllegalArgumentException if the width is not 0 to 64
     * @throws IndexOutOfBoundsException if the vector does not lie in the buffer, a selected value not in the vector, or an
     *     array is too short
     */
    public static void select(ByteBuffer in, int at, int width, long base, int[] selected, int selections, long[] out) {
        check(in, at, width, 64);
        if (width == 0) {
            Arrays.fill(out, 0, selections, base);
            return;
        }
        long mask = -1L >>> (64 - width);
        for (int j = 0; j < selections; j++) {
            int i = Objects.checkIndex(selected[j], VALUES);
            int bit = (i >>> 6) * width;
            int from = at + ((((bit >>> 6) << 6) + (i & 63)) << 3);
            long value = (long) LONG.get(in, from) >>> bit;
            if ((bit & 63) + width > 64) {
                value |= (long) LONG.get(in, from + ROW_BYTES) << -bit;
            }
            out[j] = base + (value & mask);
        }
    }

    private static void check(ByteBuffer in, int at, int width, int most) {
        if (width < 0 || width > most) {
            throw new IllegalArgumentException("Width " + width + " is not in 0 to " + most);
        }
        Objects.checkFromIndexSize(at, width * ROW_BYTES, in.limit());
    }
}
