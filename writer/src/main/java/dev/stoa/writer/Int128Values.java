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
package dev.stoa.writer;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Rows of a column of shape INT128. */
final class Int128Values extends VectorValues {
    private static final long[] NONE = new long[0];

    private final Type type;
    /** 10^precision of a decimal: what magnitudes must stay below. */
    private final long limitHigh;

    private final long limitLow;
    private long[] high = NONE;
    private long[] low = NONE;

    Int128Values(Type type) {
        this.type = type;
        boolean bounded = type.kind() == TypeKind.DECIMAL;
        BigInteger limit = bounded ? BigInteger.TEN.pow(type.precision()) : BigInteger.ZERO;
        this.limitHigh = bounded ? limit.shiftRight(64).longValueExact() : Long.MAX_VALUE;
        this.limitLow = bounded ? limit.longValue() : -1;
    }

    private void ensure(int needed) {
        if (low.length < needed) {
            int capacity = capacity(low.length, needed);
            low = Arrays.copyOf(low, capacity);
            high = Arrays.copyOf(high, capacity);
        }
    }

    @Override
    void copy(ColumnVector vector, Rows rows, boolean[] isNull) {
        Int128Vector source = (Int128Vector) vector;
        int at = size();
        ensure(at + rows.count());
        for (int run = 0; run < rows.runs(); run++) {
            int start = rows.start(run);
            int length = rows.length(run);
            System.arraycopy(source.low(), start, low, at, length);
            if (source.isNarrow()) {
                for (int i = at; i < at + length; i++) {
                    high[i] = low[i] >> 63;
                }
            } else {
                System.arraycopy(source.high(), start, high, at, length);
            }
            at += length;
        }
        for (int i = 0; i < isNull.length; i++) {
            if (isNull[i]) {
                low[size() + i] = 0;
                high[size() + i] = 0;
            }
        }
    }

    @Override
    int firstWrong(int from) {
        if (type.kind() != TypeKind.DECIMAL) {
            return size();
        }
        for (int i = from; i < size(); i++) {
            long sign = high[i] >> 63;
            long l = (low[i] ^ sign) - sign;
            long h = (high[i] ^ sign) + (sign != 0 && l == 0 ? 1 : 0);
            if (h < 0 || Int128Bounds.compare(h, l, limitHigh, limitLow) >= 0) {
                return i;
            }
        }
        return size();
    }

    @Override
    String problem(int row) {
        BigInteger value = new Int128Vector(type, high, low, ColumnVector.NO_NULLS, size()).get(row);
        return "the unscaled value " + value + " has more than the " + type.precision() + " digits of " + type;
    }

    @Override
    boolean encode(ColumnEncoder encoder, ByteSink out) {
        boolean narrow = true;
        for (int i = 0; i < size(); i++) {
            narrow &= high[i] == low[i] >> 63;
        }
        return encoder.int128(narrow ? NONE : high, low, nulls(), size(), out);
    }

    @Override
    void collect(Bounds bounds) {
        bounds.int128(high, low, nulls(), size());
    }

    @Override
    long valueBytes() {
        return 16L * low.length;
    }

    @Override
    void saveValues(ByteSink out) {
        out.longs(low, size());
        out.longs(high, size());
    }

    @Override
    void loadValues(ByteBuffer in, int count) {
        ensure(size() + count);
        in.asLongBuffer().get(low, size(), count);
        in.position(in.position() + 8 * count);
        in.asLongBuffer().get(high, size(), count);
        in.position(in.position() + 8 * count);
    }

    @Override
    void releaseValues() {
        low = NONE;
        high = NONE;
    }
}
