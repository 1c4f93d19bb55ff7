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
package dev.stoa.reader;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.SingleRow;
import dev.stoa.reader.internal.value.ValueOrder;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Known bounds and counts of the values of a column in some rows: those of a file, or of several. Unlike {@link
 * Aggregates.Column} it need not be exact: a bound may be farther off than any value, or not known at all. Immutable.
 *
 * @param type of the values
 * @param rows the number of rows
 * @param nullCount how many of them are null
 * @param nanCount how many are NaN; 0 for types without
 * @param min no value that is neither null nor NaN is less, the only row of a vector; absent if no such value exists,
 *     or if it is not known
 * @param minExact whether the min is one of the values
 * @param max no value is greater, likewise
 * @param maxExact whether the max is one of the values
 * @param length about how many bytes the values take together that are not null; absent if that is not known, or they
 *     are no texts or bytes
 */
public record ColumnBounds(
        Type type,
        long rows,
        long nullCount,
        long nanCount,
        Optional<ColumnVector> min,
        boolean minExact,
        Optional<ColumnVector> max,
        boolean maxExact,
        OptionalLong length) {

    /**
     * Checks the counts and the bounds' types.
     *
     * @throws IllegalArgumentException if they contradict each other
     */
    public ColumnBounds {
        Objects.requireNonNull(type, "type is null");
        if (rows < 0 || nullCount < 0 || nanCount < 0 || nullCount > rows || nanCount > rows - nullCount) {
            throw new IllegalArgumentException(
                    "a column of " + rows + " rows can't have " + nullCount + " nulls and " + nanCount + " NaNs");
        }
        if (length.isPresent() && length.getAsLong() < 0) {
            throw new IllegalArgumentException("values that have " + length.getAsLong() + " bytes");
        }
        check(min, minExact, type);
        check(max, maxExact, type);
    }

    /**
     * Without a length.
     *
     * @throws IllegalArgumentException if they contradict each other
     */
    public ColumnBounds(
            Type type,
            long rows,
            long nullCount,
            long nanCount,
            Optional<ColumnVector> min,
            boolean minExact,
            Optional<ColumnVector> max,
            boolean maxExact) {
        this(type, rows, nullCount, nanCount, min, minExact, max, maxExact, OptionalLong.empty());
    }

    private static void check(Optional<ColumnVector> bound, boolean exact, Type type) {
        if (bound.isEmpty() ? exact : !isBound(bound.get(), type)) {
            throw new IllegalArgumentException(
                    bound.map(v -> "a bound of type " + v.type() + " with " + v.size() + " rows is none of " + type)
                            .orElse("a bound that is not there is exact"));
        }
    }

    private static boolean isBound(ColumnVector bound, Type type) {
        return bound.size() == 1 && !bound.isNull(0) && bound.type().equals(type) && MinMax.isOrdered(type);
    }

    /** Of rows that are all null. */
    public static ColumnBounds ofNulls(Type type, long rows) {
        return new ColumnBounds(type, rows, rows, 0, Optional.empty(), false, Optional.empty(), false);
    }

    /** Returns bounds of rows about which only the numbers of nulls and NaNs are known. */
    public static ColumnBounds unknown(Type type, long rows, long nullCount, long nanCount) {
        return new ColumnBounds(type, rows, nullCount, nanCount, Optional.empty(), false, Optional.empty(), false);
    }

    /** How many rows are neither null nor NaN. */
    public long values() {
        return rows - nullCount - nanCount;
    }

    /**
     * Of these rows and others.
     *
     * @throws IllegalArgumentException if they are of another type
     */
    public ColumnBounds union(ColumnBounds other) {
        if (!type.equals(other.type)) {
            throw new IllegalArgumentException("bounds of " + type + " can't be united with those of " + other.type);
        }
        if (values() == 0 || other.values() == 0) {
            ColumnBounds some = values() == 0 ? other : this;
            return new ColumnBounds(
                    type,
                    rows + other.rows,
                    nullCount + other.nullCount,
                    nanCount + other.nanCount,
                    some.min,
                    some.minExact,
                    some.max,
                    some.maxExact,
                    some.length);
        }
        ValueOrder order = new ValueOrder(type);
        boolean hasMin = min.isPresent() && other.min.isPresent();
        boolean hasMax = max.isPresent() && other.max.isPresent();
        ColumnBounds least = hasMin && order.compare(min.get(), 0, other.min.get(), 0) > 0 ? other : this;
        ColumnBounds most = hasMax && order.compare(max.get(), 0, other.max.get(), 0) < 0 ? other : this;
        return new ColumnBounds(
                type,
                rows + other.rows,
                nullCount + other.nullCount,
                nanCount + other.nanCount,
                hasMin ? least.min : Optional.empty(),
                hasMin && least.minExact,
                hasMax ? most.max : Optional.empty(),
                hasMax && most.maxExact,
                lengthWith(other));
    }

    /** Where one of both is not known, its values are taken to be as long as the others. */
    private OptionalLong lengthWith(ColumnBounds other) {
        if (length.isPresent() && other.length.isPresent()) {
            return OptionalLong.of(length.getAsLong() + other.length.getAsLong());
        }
        ColumnBounds known = length.isPresent() ? this : other;
        return known.length.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Math.round((double) known.length.getAsLong() / known.values() * (values() + other.values())));
    }

    /** The same with another length. */
    public ColumnBounds withLength(OptionalLong other) {
        return new ColumnBounds(type, rows, nullCount, nanCount, min, minExact, max, maxExact, other);
    }

    /** Returns exact bounds of rows, from the aggregates of all of them. */
    public static ColumnBounds of(Type type, long rows, Aggregates.Column values) {
        return new ColumnBounds(
                type,
                rows,
                values.nullCount(),
                values.nanCount(),
                values.min(),
                values.min().isPresent(),
                values.max(),
                values.max().isPresent());
    }

    /** Those of a zone. */
    public static ColumnBounds ofZone(Type type, MinMax minMax, int zone, long rows) {
        return new ColumnBounds(
                type,
                rows,
                minMax.nullCounts()[zone],
                minMax.nanCounts().length == 0 ? 0 : minMax.nanCounts()[zone],
                bound(minMax, zone, MinMax.HAS_MIN, minMax.min()),
                minMax.is(zone, MinMax.HAS_MIN) && minMax.is(zone, MinMax.MIN_EXACT),
                bound(minMax, zone, MinMax.HAS_MAX, minMax.max()),
                minMax.is(zone, MinMax.HAS_MAX) && minMax.is(zone, MinMax.MAX_EXACT));
    }

    private static Optional<ColumnVector> bound(MinMax minMax, int zone, int flag, ColumnVector bounds) {
        return minMax.is(zone, flag) ? Optional.of(SingleRow.of(bounds, zone)) : Optional.empty();
    }

    /** As the MinMax of a column with one zone. */
    public MinMax asZone() {
        int flags = (min.isPresent() ? MinMax.HAS_MIN : 0)
                | (minExact ? MinMax.MIN_EXACT : 0)
                | (max.isPresent() ? MinMax.HAS_MAX : 0)
                | (maxExact ? MinMax.MAX_EXACT : 0);
        ColumnVector any = min.or(() -> max).orElseGet(() -> new NullVector(1));
        return new MinMax(
                new byte[] {(byte) flags},
                new long[] {nullCount},
                MinMax.hasNaN(type) ? new long[] {nanCount} : new long[0],
                min.orElse(any),
                max.orElse(any),
                0);
    }
}
