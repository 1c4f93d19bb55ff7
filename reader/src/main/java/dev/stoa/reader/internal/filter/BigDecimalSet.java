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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.EntryMemo;
import dev.stoa.reader.internal.value.IntegerRanges;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.ValueSet;
import java.math.BigInteger;

/** A set of decimals of more than 38 digits: unscaled values as big-endian two's complement. */
public final class BigDecimalSet implements ValueSet {
    private final IntegerRanges ranges;
    private final EntryMemo memo = new EntryMemo();

    BigDecimalSet(IntegerRanges ranges) {
        this.ranges = ranges;
    }

    @Override
    public void test(ColumnVector vector, int rows, boolean[] out) {
        memo.test((BytesVector) vector, rows, out, (data, from, length) -> ranges.contains(value(data, from, length)));
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        BytesVector mins = (BytesVector) minMax.min();
        BytesVector maxs = (BytesVector) minMax.max();
        BigInteger low = minMax.is(zone, MinMax.HAS_MIN)
                ? value(mins.data(), mins.start(zone), mins.length(zone))
                : ranges.domainMin();
        BigInteger high = minMax.is(zone, MinMax.HAS_MAX)
                ? value(maxs.data(), maxs.start(zone), maxs.length(zone))
                : ranges.domainMax();
        return ranges.match(low, high);
    }

    private static BigInteger value(byte[] data, int from, int length) {
        return length == 0 ? BigInteger.ZERO : new BigInteger(data, from, length);
    }

    @Override
    public ValueSet copy() {
        return new BigDecimalSet(ranges);
    }

    @Override
    public ValueSet complement() {
        return new BigDecimalSet(ranges.complement());
    }
}
