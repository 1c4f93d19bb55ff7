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
package dev.stoa.format;

/**
 * Values of at most 128 bits, as two's complement of {@code high * 2^64 + (low as unsigned)}:
 * decimals of 19 to 38 digits, timestamps of precision 7 to 12, month-day-nano intervals.
 *
 * <p>Most data needs 64 bits only: then {@link #isNarrow()} is true, {@link #low()} is the value
 * and the vector has no high array.
 */
public final class Int128Vector extends ColumnVector {
    private static final long[] NONE = new long[0];

    private final long[] low;
    private final long[] high;
    private final boolean narrow;

    /** A view of 128-bit values. */
    public Int128Vector(Type type, long[] high, long[] low, boolean[] nulls, int size) {
        super(type, nulls, size, Physical.INT128);
        checkLength(low.length, size);
        checkLength(high.length, size);
        this.low = low;
        this.high = high;
        this.narrow = false;
    }

    private Int128Vector(Type type, long[] low, boolean[] nulls, int size) {
        super(type, nulls, size, Physical.INT128);
        checkLength(low.length, size);
        this.low = low;
        this.high = NONE;
        this.narrow = true;
    }

    /** A view of values that all fit 64 bits. */
    public static Int128Vector narrow(Type type, long[] low, boolean[] nulls, int size) {
        return new Int128Vector(type, low, nulls, size);
    }

    /** True when every value is the sign extension of {@link #low()}. */
    public boolean isNarrow() {
        return narrow;
    }

    /** The low 64 bits. */
    public long[] low() {
        return low;
    }

    /** The high 64 bits; empty when {@link #isNarrow()}. */
    public long[] high() {
        return high;
    }

    /** The high 64 bits of a row. */
    public long high(int row) {
        return narrow ? low[row] >> 63 : high[row];
    }

    /** The value of a row. */
    public java.math.BigInteger get(int row) {
        java.math.BigInteger value = java.math.BigInteger.valueOf(high(row)).shiftLeft(64);
        long l = low[row];
        return value.add(java.math.BigInteger.valueOf(l >>> 32)
                .shiftLeft(32)
                .add(java.math.BigInteger.valueOf(l & 0xFFFF_FFFFL)));
    }
}
