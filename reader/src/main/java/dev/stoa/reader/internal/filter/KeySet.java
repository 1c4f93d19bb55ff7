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
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.select.IntegerSet;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.FloatKeys;
import dev.stoa.reader.internal.value.IntegerRanges;
import dev.stoa.reader.internal.value.Keys;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.ValuePoint;
import dev.stoa.reader.internal.value.ValueSet;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A set of values of at most 64 bits: ranges of signed keys that are ordered as the values are. */
public final class KeySet implements ValueSet {
    private final Type type;
    private final IntegerRanges ranges;
    private final long[] lows;
    private final long[] highs;
    private long[] scratch = new long[0];

    /** A set of these keys: signed values, unsigned ones of uint64, or {@link FloatKeys}. */
    KeySet(Type type, IntegerRanges ranges) {
        this.type = type;
        this.ranges = ranges;
        List<IntegerRanges.IntegerRange> all = ranges.ranges();
        this.lows = new long[all.size()];
        this.highs = new long[all.size()];
        long flip = Keys.flip(type);
        for (int i = 0; i < lows.length; i++) {
            lows[i] = all.get(i).low().longValue() ^ flip;
            highs[i] = all.get(i).high().longValue() ^ flip;
        }
    }

    @Override
    public ValueSet copy() {
        return new KeySet(type, ranges);
    }

    @Override
    public void test(ColumnVector vector, int rows, boolean[] out) {
        if (lows.length == 0) {
            Arrays.fill(out, 0, rows, false);
            return;
        }
        if (scratch.length < rows) {
            scratch = new long[Math.max(rows, 4096)];
        }
        Keys.of(type, vector, rows, scratch);
        if (lows.length == 1) {
            testOne(scratch, rows, lows[0], highs[0], out);
        } else {
            for (int i = 0; i < rows; i++) {
                out[i] = contains(scratch[i]);
            }
        }
    }

    private static void testOne(long[] keys, int rows, long low, long high, boolean[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = keys[i] >= low & keys[i] <= high;
        }
    }

    private boolean contains(long key) {
        int at = Arrays.binarySearch(lows, key);
        if (at >= 0) {
            return true;
        }
        int before = -at - 2;
        return before >= 0 && key <= highs[before];
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        long low = minMax.is(zone, MinMax.HAS_MIN) ? Keys.of(type, minMax.min(), zone) : Long.MIN_VALUE;
        long high = minMax.is(zone, MinMax.HAS_MAX) ? Keys.of(type, minMax.max(), zone) : Long.MAX_VALUE;
        for (int i = 0; i < lows.length; i++) {
            if (lows[i] <= low && high <= highs[i]) {
                return Match.ALL;
            }
            if (lows[i] <= high && low <= highs[i]) {
                return Match.SOME;
            }
        }
        return Match.NONE;
    }

    @Override
    public boolean containsNaN() {
        return ranges.contains(BigInteger.valueOf(FloatKeys.NAN));
    }

    @Override
    public Optional<IntegerSet> integers() {
        boolean areFloats = type.kind() == TypeKind.FLOAT16
                || type.physical() == Physical.FLOAT
                || type.physical() == Physical.DOUBLE;
        if (areFloats) {
            return Optional.empty();
        }
        return Optional.of(Keys.flip(type) == 0 ? IntegerSet.of(lows, highs) : unsigned());
    }

    @Override
    public Optional<List<ValuePoint>> points() {
        if (lows.length > MAX_POINTS || integers().isEmpty() || !Arrays.equals(lows, highs)) {
            return Optional.empty();
        }
        long flip = Keys.flip(type);
        return Optional.of(Arrays.stream(lows)
                .mapToObj(low -> flip == 0 ? ValuePoint.of(low) : ValuePoint.ofUnsigned(low ^ flip))
                .toList());
    }

    /** The keys of uint64 as they are stored: those from 2^63 on are negative, and come first. */
    private IntegerSet unsigned() {
        long[] storedLows = new long[lows.length + 1];
        long[] storedHighs = new long[lows.length + 1];
        int n = 0;
        for (int i = 0; i < lows.length; i++) {
            if (highs[i] >= 0) {
                storedLows[n] = Math.max(lows[i], 0) ^ Long.MIN_VALUE;
                storedHighs[n++] = highs[i] ^ Long.MIN_VALUE;
            }
        }
        for (int i = 0; i < lows.length; i++) {
            if (lows[i] < 0) {
                storedLows[n] = lows[i] ^ Long.MIN_VALUE;
                storedHighs[n++] = Math.min(highs[i], -1) ^ Long.MIN_VALUE;
            }
        }
        return IntegerSet.of(Arrays.copyOf(storedLows, n), Arrays.copyOf(storedHighs, n));
    }

    @Override
    public ValueSet complement() {
        return new KeySet(type, ranges.complement());
    }
}
