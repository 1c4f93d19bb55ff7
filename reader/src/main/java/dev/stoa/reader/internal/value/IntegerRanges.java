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

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A set of integers of a domain as sorted, disjoint, not adjacent ranges. All types whose values are integers in some
 * unit, and floats by their {@link FloatKeys keys}, are compared so.
 */
public final class IntegerRanges {
    private final BigInteger domainMin;
    private final BigInteger domainMax;
    private final List<IntegerRange> ranges;

    /** From low to high, both included. */
    public record IntegerRange(BigInteger low, BigInteger high) {}

    private IntegerRanges(BigInteger domainMin, BigInteger domainMax, List<IntegerRange> ranges) {
        this.domainMin = domainMin;
        this.domainMax = domainMax;
        this.ranges = ranges;
    }

    public static IntegerRanges none(BigInteger domainMin, BigInteger domainMax) {
        return new IntegerRanges(domainMin, domainMax, List.of());
    }

    public List<IntegerRange> ranges() {
        return ranges;
    }

    /** Those of {@code low..high} that are in the domain, and those of this set. */
    public IntegerRanges with(BigInteger low, BigInteger high) {
        BigInteger from = low.max(domainMin);
        BigInteger to = high.min(domainMax);
        if (from.compareTo(to) > 0) {
            return this;
        }
        List<IntegerRange> all = new ArrayList<>(ranges);
        all.add(new IntegerRange(from, to));
        return new IntegerRanges(domainMin, domainMax, normalize(all));
    }

    /** Those of the points that are in the domain. */
    public static IntegerRanges ofPoints(BigInteger domainMin, BigInteger domainMax, List<BigInteger> points) {
        List<IntegerRange> all = new ArrayList<>();
        for (BigInteger point : points) {
            if (point.compareTo(domainMin) >= 0 && point.compareTo(domainMax) <= 0) {
                all.add(new IntegerRange(point, point));
            }
        }
        return new IntegerRanges(domainMin, domainMax, normalize(all));
    }

    private static List<IntegerRange> normalize(List<IntegerRange> ranges) {
        List<IntegerRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparing(IntegerRange::low));
        List<IntegerRange> merged = new ArrayList<>();
        for (IntegerRange range : sorted) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).high().add(BigInteger.ONE).compareTo(range.low()) >= 0) {
                BigInteger high = merged.get(last).high().max(range.high());
                merged.set(last, new IntegerRange(merged.get(last).low(), high));
            } else {
                merged.add(range);
            }
        }
        return merged;
    }

    /** The domain without this set. */
    public IntegerRanges complement() {
        List<IntegerRange> gaps = new ArrayList<>();
        BigInteger at = domainMin;
        for (IntegerRange range : ranges) {
            if (at.compareTo(range.low()) < 0) {
                gaps.add(new IntegerRange(at, range.low().subtract(BigInteger.ONE)));
            }
            at = range.high().add(BigInteger.ONE);
        }
        if (at.compareTo(domainMax) <= 0) {
            gaps.add(new IntegerRange(at, domainMax));
        }
        return new IntegerRanges(domainMin, domainMax, gaps);
    }

    /** Whether a value is in the set. */
    public boolean contains(BigInteger value) {
        int low = 0;
        int high = ranges.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            IntegerRange range = ranges.get(middle);
            if (value.compareTo(range.low()) < 0) {
                high = middle - 1;
            } else if (value.compareTo(range.high()) > 0) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    /** Returns the result for values between two bounds. */
    public Match match(BigInteger min, BigInteger max) {
        for (IntegerRange range : ranges) {
            if (range.low().compareTo(min) <= 0 && max.compareTo(range.high()) <= 0) {
                return Match.ALL;
            }
            if (range.low().compareTo(max) <= 0 && min.compareTo(range.high()) <= 0) {
                return Match.SOME;
            }
        }
        return Match.NONE;
    }

    public BigInteger domainMin() {
        return domainMin;
    }

    public BigInteger domainMax() {
        return domainMax;
    }
}
