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

import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.internal.value.BytesSet;
import dev.stoa.reader.internal.value.IntegerRanges;
import dev.stoa.reader.internal.value.RowMask;
import dev.stoa.reader.internal.value.ValueSet;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes a predicate of a filter. */
public final class FilterCompiler {
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger ULONG_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private final Columns columns;

    /** Resolves the columns of a filter. */
    public interface Columns {
        /** The ordinal of a predicate column; {@code valuesNeeded} unless only its nulls are tested. */
        int ordinal(ColumnPath path, boolean valuesNeeded);

        /** Its type. */
        Type type(int ordinal);
    }

    public FilterCompiler(Columns columns) {
        this.columns = columns;
    }

    /** The columns that a filter names. */
    public static Set<ColumnPath> paths(Filter filter) {
        Set<ColumnPath> paths = new LinkedHashSet<>();
        collect(filter, paths);
        return paths;
    }

    private static void collect(Filter filter, Set<ColumnPath> paths) {
        if (filter instanceof Filter.And f) {
            f.filters().forEach(part -> collect(part, paths));
        } else if (filter instanceof Filter.Or f) {
            f.filters().forEach(part -> collect(part, paths));
        } else if (filter instanceof Filter.Not f) {
            collect(f.filter(), paths);
        } else if (filter instanceof Filter.Compare f) {
            paths.add(f.column());
        } else if (filter instanceof Filter.In f) {
            paths.add(f.column());
        } else if (filter instanceof Filter.Between f) {
            paths.add(f.column());
        } else if (filter instanceof Filter.StartsWith f) {
            paths.add(f.column());
        } else if (filter instanceof Filter.Contains f) {
            paths.add(f.column());
        } else if (filter instanceof Filter.IsNull f) {
            paths.add(f.column());
        }
    }

    /**
     * The predicate that is true where the filter is.
     *
     * @throws IllegalArgumentException if a literal does not fit its column
     */
    public Predicate compile(Filter filter) {
        return compile(filter, true);
    }

    /** The predicate that is true where the filter is true, or where it is false. */
    private Predicate compile(Filter filter, boolean wanted) {
        if (filter instanceof Filter.And f) {
            return wanted ? all(f.filters(), true) : any(f.filters(), false);
        } else if (filter instanceof Filter.Or f) {
            return wanted ? any(f.filters(), true) : all(f.filters(), false);
        } else if (filter instanceof Filter.Not f) {
            return compile(f.filter(), !wanted);
        } else if (filter instanceof Filter.IsNull f) {
            ConstantSet values = wanted ? ConstantSet.NONE : ConstantSet.ALL;
            return inSet(columns.ordinal(f.column(), false), values, wanted);
        } else if (filter instanceof Filter.Compare f) {
            return compare(f, wanted);
        } else if (filter instanceof Filter.In f) {
            return in(f, wanted);
        } else if (filter instanceof Filter.Between f) {
            return between(f, wanted);
        } else if (filter instanceof Filter.StartsWith f) {
            return startsWith(f, wanted);
        } else if (filter instanceof Filter.Contains f) {
            int column = columns.ordinal(f.column(), true);
            byte[] part = new Literals(f.column(), columns.type(column)).part(f.part());
            return inSet(column, new ContainedBytes(part, wanted), false);
        }
        throw new IllegalArgumentException("unknown filter " + filter);
    }

    private Predicate all(List<Filter> filters, boolean wanted) {
        List<Predicate> parts = parts(filters, wanted);
        return new Predicate.All(parts, new PartOrder(parts), new RowMask());
    }

    private Predicate any(List<Filter> filters, boolean wanted) {
        return new Predicate.Any(parts(filters, wanted), new RowMask());
    }

    private List<Predicate> parts(List<Filter> filters, boolean wanted) {
        List<Predicate> parts = new ArrayList<>();
        for (Filter filter : filters) {
            parts.add(compile(filter, wanted));
        }
        return parts;
    }

    private Predicate compare(Filter.Compare f, boolean wanted) {
        int column = columns.ordinal(f.column(), true);
        Type type = columns.type(column);
        Literals literals = new Literals(f.column(), type);
        ValueSet set = isText(type)
                ? compareBytes(f.operator(), literals.bytes(f.literal()), type.kind() == TypeKind.CHAR)
                : compareIntegers(f.operator(), literals.cut(f.literal()), type);
        boolean onNull = !wanted && f.operator() == Filter.Operator.NULL_SAFE_EQUAL;
        return inSet(column, wanted ? set : set.complement(), onNull);
    }

    private static ValueSet compareBytes(Filter.Operator operator, byte[] literal, boolean padded) {
        Optional<byte[]> value = Optional.of(literal);
        Optional<byte[]> none = Optional.empty();
        return switch (operator) {
            case EQUAL, NULL_SAFE_EQUAL -> BytesSet.points(padded, List.of(literal));
            case NOT_EQUAL -> BytesSet.points(padded, List.of(literal)).complement();
            case LESS -> BytesSet.between(padded, none, false, value, false);
            case LESS_OR_EQUAL -> BytesSet.between(padded, none, false, value, true);
            case GREATER -> BytesSet.between(padded, value, false, none, false);
            case GREATER_OR_EQUAL -> BytesSet.between(padded, value, true, none, false);
        };
    }

    private static ValueSet compareIntegers(Filter.Operator operator, RoundedLiteral cut, Type type) {
        IntegerRanges none = none(type);
        IntegerRanges ranges = switch (operator) {
            case EQUAL, NULL_SAFE_EQUAL -> none.with(cut.ceiling(), cut.floor());
            case NOT_EQUAL -> none.with(cut.ceiling(), cut.floor()).complement();
            case LESS -> none.with(none.domainMin(), cut.below());
            case LESS_OR_EQUAL -> none.with(none.domainMin(), cut.floor());
            case GREATER -> none.with(cut.above(), none.domainMax());
            case GREATER_OR_EQUAL -> none.with(cut.ceiling(), none.domainMax());
        };
        return set(type, ranges);
    }

    private Predicate in(Filter.In f, boolean wanted) {
        int column = columns.ordinal(f.column(), true);
        Type type = columns.type(column);
        Literals literals = new Literals(f.column(), type);
        ValueSet set;
        if (f.literals().isEmpty()) {
            set = ConstantSet.NONE;
        } else if (isText(type)) {
            set = BytesSet.points(
                    type.kind() == TypeKind.CHAR,
                    f.literals().stream().map(literals::bytes).toList());
        } else {
            set = points(type, literals, f.literals());
        }
        return inSet(column, wanted ? set : set.complement(), false);
    }

    private Predicate between(Filter.Between f, boolean wanted) {
        int column = columns.ordinal(f.column(), true);
        Type type = columns.type(column);
        Literals literals = new Literals(f.column(), type);
        ValueSet set;
        if (isText(type)) {
            Optional<byte[]> low = Optional.of(literals.bytes(f.low()));
            Optional<byte[]> high = Optional.of(literals.bytes(f.high()));
            set = BytesSet.between(type.kind() == TypeKind.CHAR, low, true, high, true);
        } else {
            BigInteger low = literals.cut(f.low()).ceiling();
            set = set(type, none(type).with(low, literals.cut(f.high()).floor()));
        }
        return inSet(column, wanted ? set : set.complement(), false);
    }

    private Predicate startsWith(Filter.StartsWith f, boolean wanted) {
        int column = columns.ordinal(f.column(), true);
        Type type = columns.type(column);
        byte[] prefix = new Literals(f.column(), type).prefix(f.prefix());
        ValueSet set;
        if (type.kind() == TypeKind.CHAR) {
            String text = new String(prefix, StandardCharsets.UTF_8);
            set = text.codePointCount(0, text.length()) > type.precision()
                    ? ConstantSet.NONE
                    : new PaddedPrefix(prefix, true);
        } else {
            set = BytesSet.prefix(prefix);
        }
        return inSet(column, wanted ? set : set.complement(), false);
    }

    private Predicate inSet(int column, ValueSet set, boolean onNull) {
        int cost = set instanceof ConstantSet ? 0 : cost(columns.type(column));
        return new Predicate.InSet(column, set, onNull, cost, new Predicate.Scratch(), new Outcomes.Known());
    }

    /** About how much work a value is: to decode and to compare. */
    private static int cost(Type type) {
        return switch (type.physical()) {
            case NONE, BOOLEAN, INT -> 1;
            case LONG, FLOAT, DOUBLE -> 2;
            case INT128 -> 4;
            case BYTES -> 10;
        };
    }

    private static boolean isText(Type type) {
        return type.physical() == Physical.BYTES && type.kind() != TypeKind.DECIMAL;
    }

    private static IntegerRanges none(Type type) {
        if (type.kind() == TypeKind.UINT64) {
            return IntegerRanges.none(BigInteger.ZERO, ULONG_MAX);
        }
        return switch (type.physical()) {
            case INT128 -> IntegerRanges.none(WideSet.MIN, WideSet.MAX);
            case BYTES -> IntegerRanges.none(RoundedLiteral.BELOW_ALL.floor(), RoundedLiteral.ABOVE_ALL.floor());
            default -> IntegerRanges.none(LONG_MIN, LONG_MAX);
        };
    }

    private static ValueSet set(Type type, IntegerRanges ranges) {
        return switch (type.physical()) {
            case INT128 -> new WideSet(ranges);
            case BYTES -> new BigDecimalSet(ranges);
            default -> KeySet.of(type, ranges);
        };
    }

    private static ValueSet points(Type type, Literals literals, List<Object> values) {
        if (type.physical() != Physical.INT128 && type.physical() != Physical.BYTES) {
            return KeySet.ofPoints(type, literals.keys(values));
        }
        List<BigInteger> points = values.stream()
                .map(literals::cut)
                .filter(RoundedLiteral::exact)
                .map(RoundedLiteral::floor)
                .toList();
        IntegerRanges none = none(type);
        return set(type, IntegerRanges.ofPoints(none.domainMin(), none.domainMax(), points));
    }
}
