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

import dev.stoa.format.internal.encoding.wire.Scratch;

/** 128-bit values as {@link VectorDecoder#int128} delivers them, in reused arrays. */
public final class Int128Output {
    private static final long[] NONE = new long[0];

    private long[] low = NONE;
    private long[] high = NONE;
    private boolean narrow;

    /** True when every value is the sign extension of {@link #low()} and {@link #high()} does not count. */
    public boolean isNarrow() {
        return narrow;
    }

    /** The low 64 bits. */
    public long[] low() {
        return low;
    }

    /** The high 64 bits, unless {@link #isNarrow()}. */
    public long[] high() {
        return high;
    }

    /** Spells out the high halves of the first n values, which are narrow so far. */
    public void widen(int n) {
        long[] values = low;
        wide(n);
        for (int i = 0; i < n; i++) {
            high[i] = values[i] >> 63;
        }
    }

    /** Makes room for n values, so that later calls with fewer keep the arrays. */
    void reserve(int n) {
        low = Scratch.grow(low, n);
        high = high.length == 0 ? high : Scratch.grow(high, n);
    }

    void narrow(int n) {
        narrow = true;
        low = Scratch.grow(low, n);
    }

    void wide(int n) {
        narrow = false;
        low = Scratch.grow(low, n);
        high = Scratch.grow(high, low.length);
    }
}
