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
package dev.stoa.reader.internal.value;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.MinMax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A set of values of variable length, as sorted disjoint intervals: ordered by unsigned bytes, or, of char(n), as if padded
 * with blanks.
 */
public final class BytesSet implements ValueSet {
    private final boolean padded;
    private final List<Interval> intervals;
    private final EntryMemo memo = new EntryMemo();

    /** An end of an interval. */
    private record Bound(byte[] value, boolean included) {}

    /** Values between two bounds; an absent bound is no limit. */
    private record Interval(Optional<Bound> low, Optional<Bound> high) {}

    private BytesSet(boolean padded, List<Interval> intervals) {
        this.padded = padded;
        this.intervals = intervals;
    }

    /** Values between two bounds. Either may be absent. */
    public static BytesSet between(
            boolean padded, Optional<byte[]> low, boolean lowIncluded, Optional<byte[]> high, boolean highIncluded) {
        if (low.isPresent() && high.isPresent()) {
            int order = compare(padded, low.get(), 0, low.get().length, high.get());
            if (order > 0 || (order == 0 && !(lowIncluded && highIncluded))) {
                return new BytesSet(padded, List.of());
            }
        }
        return new BytesSet(
                padded,
                List.of(new Interval(
                        low.map(value -> new Bound(value, lowIncluded)),
                        high.map(value -> new Bound(value, highIncluded)))));
    }

    /** Some values. */
    public static BytesSet points(boolean padded, Collection<byte[]> values) {
        TreeSet<byte[]> sorted = new TreeSet<>((a, b) -> compare(padded, a, 0, a.length, b));
        sorted.addAll(values);
        List<Interval> intervals = new ArrayList<>();
        for (byte[] value : sorted) {
            Optional<Bound> bound = Optional.of(new Bound(value, true));
            intervals.add(new Interval(bound, bound));
        }
        return new BytesSet(padded, intervals);
    }

    /** Values that start with a prefix; not for char(n). */
    public static BytesSet prefix(byte[] prefix) {
        int last = prefix.length - 1;
        while (last >= 0 && prefix[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            return between(false, Optional.of(prefix), true, Optional.empty(), false);
        }
        byte[] next = Arrays.copyOf(prefix, last + 1);
        next[last]++;
        return between(false, Optional.of(prefix), true, Optional.of(next), false);
    }

    @Override
    public void test(ColumnVector vector, int rows, boolean[] out) {
        memo.test((BytesVector) vector, rows, out, this::contains);
    }

    @Override
    public ValueSet copy() {
        return new BytesSet(padded, intervals);
    }

    private boolean contains(byte[] data, int from, int length) {
        int low = 0;
        int high = intervals.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Interval interval = intervals.get(middle);
            if (!above(interval.low(), data, from, length)) {
                high = middle - 1;
            } else if (!below(interval.high(), data, from, length)) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    private boolean above(Optional<Bound> low, byte[] data, int from, int length) {
        if (low.isEmpty()) {
            return true;
        }
        int order = compare(padded, data, from, length, low.get().value());
        return order > 0 || (order == 0 && low.get().included());
    }

    private boolean below(Optional<Bound> high, byte[] data, int from, int length) {
        if (high.isEmpty()) {
            return true;
        }
        int order = compare(padded, data, from, length, high.get().value());
        return order < 0 || (order == 0 && high.get().included());
    }

    @Override
    public Optional<List<ValuePoint>> points() {
        List<ValuePoint> points = new ArrayList<>();
        for (Interval interval : intervals) {
            boolean isPoint = interval.low().isPresent()
                    && interval.high().isPresent()
                    && interval.low().get().included()
                    && interval.high().get().included()
                    && Arrays.equals(
                            interval.low().get().value(), interval.high().get().value());
            if (!isPoint || points.size() == MAX_POINTS) {
                return Optional.empty();
            }
            points.add(ValuePoint.of(stored(interval.low().get().value())));
        }
        return Optional.of(points);
    }

    /** A value as it is stored: char(n) without trailing blanks. */
    private byte[] stored(byte[] value) {
        int length = value.length;
        while (padded && length > 0 && value[length - 1] == ' ') {
            length--;
        }
        return Arrays.copyOf(value, length);
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        BytesVector mins = (BytesVector) minMax.min();
        BytesVector maxs = (BytesVector) minMax.max();
        // a min of char(n) that was cut may be above a value that goes on with less than a blank
        boolean hasMin = minMax.is(zone, MinMax.HAS_MIN) && (!padded || minMax.is(zone, MinMax.MIN_EXACT));
        boolean hasMax = minMax.is(zone, MinMax.HAS_MAX);
        for (Interval interval : intervals) {
            boolean minAbove =
                    hasMin ? above(interval, mins, zone) : interval.low().isEmpty();
            boolean maxBelow =
                    hasMax ? below(interval, maxs, zone) : interval.high().isEmpty();
            if (minAbove && maxBelow) {
                return Match.ALL;
            }
            boolean maxAbove = !hasMax || above(interval, maxs, zone);
            boolean minBelow = !hasMin || below(interval, mins, zone);
            if (maxAbove && minBelow) {
                return Match.SOME;
            }
        }
        return Match.NONE;
    }

    private boolean above(Interval interval, BytesVector bounds, int zone) {
        return above(interval.low(), bounds.data(), bounds.start(zone), bounds.length(zone));
    }

    private boolean below(Interval interval, BytesVector bounds, int zone) {
        return below(interval.high(), bounds.data(), bounds.start(zone), bounds.length(zone));
    }

    @Override
    public ValueSet complement() {
        List<Interval> gaps = new ArrayList<>();
        Optional<Bound> at = Optional.empty();
        boolean open = true;
        for (Interval interval : intervals) {
            if (interval.low().isPresent()) {
                gaps.add(new Interval(at, interval.low().map(BytesSet::flip)));
            }
            at = interval.high().map(BytesSet::flip);
            open = at.isPresent();
        }
        if (open) {
            gaps.add(new Interval(at, Optional.empty()));
        }
        return new BytesSet(padded, gaps);
    }

    private static Bound flip(Bound bound) {
        return new Bound(bound.value(), !bound.included());
    }

    /** Compares a value with another; padded, the shorter counts as if blanks followed. */
    static int compare(boolean padded, byte[] data, int from, int length, byte[] other) {
        int common = Math.min(length, other.length);
        int order = Arrays.compareUnsigned(data, from, from + common, other, 0, common);
        if (order != 0 || length == other.length) {
            return order;
        }
        if (!padded) {
            return Integer.compare(length, other.length);
        }
        for (int i = common; i < length; i++) {
            if (data[from + i] != ' ') {
                return Integer.compare(data[from + i] & 0xFF, ' ');
            }
        }
        for (int i = common; i < other.length; i++) {
            if (other[i] != ' ') {
                return Integer.compare(' ', other[i] & 0xFF);
            }
        }
        return 0;
    }
}
