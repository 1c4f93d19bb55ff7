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
package dev.stoa.format.build;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.Type;
import java.math.BigInteger;
import java.util.Arrays;

/** Builds vectors of shape INT128: decimals of 19 to 38 digits, timestamps that need more than 64 bits. */
public final class Int128Builder extends VectorBuilder {
    private static final int MOST_BITS = 127;

    private long[] high = new long[0];
    private long[] low = new long[0];
    private boolean isWide;

    Int128Builder(Type type) {
        super(type);
    }

    /** Appends an integer of 128 bits, in two's complement. */
    public void add(long upper, long lower) {
        int row = nextRow();
        high[row] = upper;
        low[row] = lower;
        isWide |= upper != lower >> (Long.SIZE - 1);
    }

    /**
     * Appends an integer.
     *
     * @throws IllegalArgumentException if it needs more than 128 bits
     */
    public void add(BigInteger value) {
        if (value.bitLength() > MOST_BITS) {
            throw new IllegalArgumentException(value + " does not fit " + type());
        }
        add(value.shiftRight(Long.SIZE).longValue(), value.longValue());
    }

    @Override
    public long bytes() {
        return 2L * size() * Long.BYTES;
    }

    @Override
    ColumnVector vector(boolean[] mask) {
        return isWide
                ? new Int128Vector(type(), high, low, mask, size())
                : Int128Vector.narrow(type(), low, mask, size());
    }

    @Override
    void ensure(int capacity) {
        high = Arrays.copyOf(high, capacity);
        low = Arrays.copyOf(low, capacity);
    }

    @Override
    void forget() {
        isWide = false;
    }
}
