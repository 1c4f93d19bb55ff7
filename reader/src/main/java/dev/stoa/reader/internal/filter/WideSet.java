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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.IntegerRanges;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.ValueSet;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** A set of values of at most 128 bits. */
public final class WideSet implements ValueSet {
    /** The least 128-bit value. */
    static final BigInteger MIN = BigInteger.ONE.shiftLeft(127).negate();

    /** The greatest 128-bit value. */
    static final BigInteger MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);

    private final IntegerRanges ranges;
    private final long[] lowHighs;
    private final long[] lowLows;
    private final long[] highHighs;
    private final long[] highLows;

    WideSet(IntegerRanges ranges) {
        this.ranges = ranges;
        List<IntegerRanges.IntegerRange> all = ranges.ranges();
        this.lowHighs = new long[all.size()];
        this.lowLows = new long[all.size()];
        this.highHighs = new long[all.size()];
        this.highLows = new long[all.size()];
        for (int i = 0; i < lowHighs.length; i++) {
            BigInteger low = all.get(i).low();
            BigInteger high = all.get(i).high();
            lowHighs[i] = low.shiftRight(64).longValue();
            lowLows[i] = low.longValue();
            highHighs[i] = high.shiftRight(64).longValue();
            highLows[i] = high.longValue();
        }
    }

    @Override
    public void test(ColumnVector vector, int rows, boolean[] out) {
        Int128Vector v = (Int128Vector) vector;
        Arrays.fill(out, 0, rows, false);
        long[] lows = v.low();
        for (int r = 0; r < lowHighs.length; r++) {
            for (int i = 0; i < rows; i++) {
                long high = v.high(i);
                out[i] |= compare(high, lows[i], lowHighs[r], lowLows[r]) >= 0
                        & compare(high, lows[i], highHighs[r], highLows[r]) <= 0;
            }
        }
    }

    private static int compare(long high, long low, long otherHigh, long otherLow) {
        return high != otherHigh ? Long.compare(high, otherHigh) : Long.compareUnsigned(low, otherLow);
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        BigInteger low = minMax.is(zone, MinMax.HAS_MIN) ? ((Int128Vector) minMax.min()).get(zone) : MIN;
        BigInteger high = minMax.is(zone, MinMax.HAS_MAX) ? ((Int128Vector) minMax.max()).get(zone) : MAX;
        return ranges.match(low, high);
    }

    @Override
    public ValueSet complement() {
        return new WideSet(ranges.complement());
    }
}
