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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A set of values of at most 64 bits: ranges of signed keys that are ordered as the values are. */
public final class KeySet implements ValueSet {
    private final Type type;
    private final long[] lows;
    private final long[] highs;
    private final IntegerSet keys;
    private long[] scratch = new long[0];

    /** A set of ranges of keys, which are ascending, disjoint and not adjacent. */
    private KeySet(Type type, long[] lows, long[] highs) {
        this.type = type;
        this.lows = lows;
        this.highs = highs;
        this.keys = IntegerSet.of(lows, highs);
    }

    /** The set of these values: signed ones, unsigned ones of uint64, or {@link FloatKeys}. */
    static KeySet of(Type type, IntegerRanges ranges) {
        List<IntegerRanges.IntegerRange> all = ranges.ranges();
        long flip = Keys.flip(type);
        return new KeySet(
                type,
                all.stream().mapToLong(range -> range.low().longValue() ^ flip).toArray(),
                all.stream().mapToLong(range -> range.high().longValue() ^ flip).toArray());
    }

    /** The set of some keys, in any order and any number of times. The array is sorted. */
    static KeySet ofPoints(Type type, long[] points) {
        Arrays.sort(points);
        long[] lows = new long[points.length];
        long[] highs = new long[points.length];
        int n = 0;
        for (long key : points) {
            if (n > 0 && (key == highs[n - 1] || key == highs[n - 1] + 1)) {
                highs[n - 1] = key;
            } else {
                lows[n] = key;
                highs[n++] = key;
            }
        }
        return new KeySet(type, Arrays.copyOf(lows, n), Arrays.copyOf(highs, n));
    }

    @Override
    public ValueSet copy() {
        return new KeySet(type, lows, highs);
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
                out[i] = keys.contains(scratch[i]);
            }
        }
    }

    private static void testOne(long[] keys, int rows, long low, long high, boolean[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = keys[i] >= low & keys[i] <= high;
        }
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        long low = minMax.is(zone, MinMax.HAS_MIN) ? Keys.of(type, minMax.min(), zone) : Long.MIN_VALUE;
        long high = minMax.is(zone, MinMax.HAS_MAX) ? Keys.of(type, minMax.max(), zone) : Long.MAX_VALUE;
        return switch (keys.match(low, high)) {
            case ALL -> Match.ALL;
            case SOME -> Match.SOME;
            case NONE -> Match.NONE;
        };
    }

    @Override
    public boolean containsNaN() {
        return keys.contains(FloatKeys.NAN);
    }

    @Override
    public Optional<IntegerSet> integers() {
        boolean areFloats = type.kind() == TypeKind.FLOAT16
                || type.physical() == Physical.FLOAT
                || type.physical() == Physical.DOUBLE;
        if (areFloats) {
            return Optional.empty();
        }
        return Optional.of(Keys.flip(type) == 0 ? keys : unsigned());
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
        long[] gapLows = new long[lows.length + 1];
        long[] gapHighs = new long[lows.length + 1];
        int n = 0;
        long at = Long.MIN_VALUE;
        boolean isOver = false;
        for (int i = 0; i < lows.length; i++) {
            if (at < lows[i]) {
                gapLows[n] = at;
                gapHighs[n++] = lows[i] - 1;
            }
            isOver = highs[i] == Long.MAX_VALUE;
            at = highs[i] + 1;
        }
        if (!isOver) {
            gapLows[n] = at;
            gapHighs[n++] = Long.MAX_VALUE;
        }
        return new KeySet(type, Arrays.copyOf(gapLows, n), Arrays.copyOf(gapHighs, n));
    }
}
