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

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A condition on columns: an immutable tree in SQL's three-valued logic. A scan keeps the rows that make it true. It
 * leaves out the rows that make it false, or unknown because of a null.
 *
 * <p>A path names a column, through structs only. A scan resolves literals against the column's type when it is built.
 * It compares exactly, without rounding. A literal outside of the type's range is smaller or larger than all values.
 *
 * <table>
 * <caption>Literals by the type of the column</caption>
 * <tr><th>type</th><th>literal</th></tr>
 * <tr><td>boolean</td><td>Boolean; false is less than true</td></tr>
 * <tr><td>integers, floats, decimals</td><td>any Number of the JDK</td></tr>
 * <tr><td>date</td><td>LocalDate; or ISO-8601 text</td></tr>
 * <tr><td>time</td><td>LocalTime; or ISO-8601 text</td></tr>
 * <tr><td>timestamp in UTC</td><td>Instant; or ISO-8601 text with Z or an offset</td></tr>
 * <tr><td>local timestamp</td><td>LocalDateTime, LocalDate (its start); or ISO-8601 text</td></tr>
 * <tr><td>interval year-month; day-time</td><td>Period without days, or a number of months; Duration</td></tr>
 * <tr><td>string, varchar, json, enum</td><td>String; compared by the bytes of its UTF-8</td></tr>
 * <tr><td>char(n)</td><td>String; compared as if padded with blanks</td></tr>
 * <tr><td>binary, fixed, bson</td><td>byte[]; compared as unsigned</td></tr>
 * <tr><td>uuid</td><td>UUID, byte[16] or text</td></tr>
 * <tr><td>null, struct, list, map, variant, geometry, geography, month-day-nano interval</td><td>none: null tests
 * only</td></tr>
 * </table>
 *
 * <p>Floats: NaN equals NaN and is greater than every number; -0.0 equals 0.0.
 */
public sealed interface Filter {

    /** How a value is compared with a literal. */
    enum Operator {
        /** {@code =} */
        EQUAL("="),
        /** {@code <>} */
        NOT_EQUAL("<>"),
        /** {@code <} */
        LESS("<"),
        /** {@code <=} */
        LESS_OR_EQUAL("<="),
        /** {@code >} */
        GREATER(">"),
        /** {@code >=} */
        GREATER_OR_EQUAL(">="),
        /** {@code <=>}: as =, but false and not unknown on null. */
        NULL_SAFE_EQUAL("<=>");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        /** The operator in SQL. */
        public String symbol() {
            return symbol;
        }
    }

    /**
     * A comparison.
     *
     * @param column the column
     * @param operator how
     * @param literal with what
     */
    record Compare(ColumnPath column, Operator operator, Object literal) implements Filter {
        /** Checks that nothing is missing. */
        public Compare {
            Objects.requireNonNull(column, "column is null");
            Objects.requireNonNull(operator, "operator is null");
            literal = copy(literal);
        }

        @Override
        public String toString() {
            return column + " " + operator.symbol() + " " + text(literal);
        }
    }

    /**
     * Whether a value equals one of some literals.
     *
     * @param column the column
     * @param literals the literals, none of them null; without any, it is false on all values and unknown on null
     */
    record In(ColumnPath column, List<Object> literals) implements Filter {
        /** Checks that nothing is missing. */
        public In {
            Objects.requireNonNull(column, "column is null");
            literals = literals.stream().map(Filter::copy).toList();
        }

        @Override
        public String toString() {
            return column + " in " + literals.stream().map(Filter::text).toList();
        }
    }

    /**
     * Whether {@code low <= value <= high}.
     *
     * @param column the column
     * @param low lower bound
     * @param high upper bound
     */
    record Between(ColumnPath column, Object low, Object high) implements Filter {
        /** Checks that nothing is missing. */
        public Between {
            Objects.requireNonNull(column, "column is null");
            low = copy(low);
            high = copy(high);
        }

        @Override
        public String toString() {
            return column + " between " + text(low) + " and " + text(high);
        }
    }

    /**
     * Whether a row is null; never unknown. Works on columns of all types.
     *
     * @param column the column
     */
    record IsNull(ColumnPath column) implements Filter {
        /** Checks that nothing is missing. */
        public IsNull {
            Objects.requireNonNull(column, "column is null");
        }

        @Override
        public String toString() {
            return column + " is null";
        }
    }

    /**
     * Whether a value starts with some text or bytes: columns of shape BYTES other than uuid and decimals. A char(n) value
     * counts with its blanks.
     *
     * @param column the column
     * @param prefix String, or byte[] for binary types
     */
    record StartsWith(ColumnPath column, Object prefix) implements Filter {
        /** Checks that nothing is missing. */
        public StartsWith {
            Objects.requireNonNull(column, "column is null");
            prefix = copy(prefix);
        }

        @Override
        public String toString() {
            return column + " starts with " + text(prefix);
        }
    }

    /**
     * Whether a value contains some text or bytes: columns of shape BYTES other than uuid, decimals and char(n).
     *
     * @param column the column
     * @param part String, or byte[] for binary types
     */
    record Contains(ColumnPath column, Object part) implements Filter {
        /** Checks that nothing is missing. */
        public Contains {
            Objects.requireNonNull(column, "column is null");
            part = copy(part);
        }

        @Override
        public String toString() {
            return column + " contains " + text(part);
        }
    }

    /**
     * True if all are true, false if one is false; without any: true.
     *
     * @param filters the conditions
     */
    record And(List<Filter> filters) implements Filter {
        /** Copies the list. */
        public And {
            filters = List.copyOf(filters);
        }

        @Override
        public String toString() {
            return filters.isEmpty() ? "true" : join(filters, " and ");
        }
    }

    /**
     * True if one is true, false if all are false; without any: false.
     *
     * @param filters the conditions
     */
    record Or(List<Filter> filters) implements Filter {
        /** Copies the list. */
        public Or {
            filters = List.copyOf(filters);
        }

        @Override
        public String toString() {
            return filters.isEmpty() ? "false" : join(filters, " or ");
        }
    }

    /**
     * True if the other is false, unknown if it is unknown.
     *
     * @param filter the condition
     */
    record Not(Filter filter) implements Filter {
        /** Checks that nothing is missing. */
        public Not {
            Objects.requireNonNull(filter, "filter is null");
        }

        @Override
        public String toString() {
            return "not (" + filter + ")";
        }
    }

    /** A comparison of a column, its path given as text ({@link ColumnPath#parse}). */
    static Filter compare(String path, Operator operator, Object literal) {
        return new Compare(ColumnPath.parse(path), operator, literal);
    }

    /** {@code path = literal}. */
    static Filter equal(String path, Object literal) {
        return compare(path, Operator.EQUAL, literal);
    }

    /** {@code path <> literal}. */
    static Filter notEqual(String path, Object literal) {
        return compare(path, Operator.NOT_EQUAL, literal);
    }

    /** {@code path < literal}. */
    static Filter less(String path, Object literal) {
        return compare(path, Operator.LESS, literal);
    }

    /** {@code path <= literal}. */
    static Filter lessOrEqual(String path, Object literal) {
        return compare(path, Operator.LESS_OR_EQUAL, literal);
    }

    /** {@code path > literal}. */
    static Filter greater(String path, Object literal) {
        return compare(path, Operator.GREATER, literal);
    }

    /** {@code path >= literal}. */
    static Filter greaterOrEqual(String path, Object literal) {
        return compare(path, Operator.GREATER_OR_EQUAL, literal);
    }

    /** {@code path <=> literal}: as =, but false on null. */
    static Filter nullSafeEqual(String path, Object literal) {
        return compare(path, Operator.NULL_SAFE_EQUAL, literal);
    }

    /** {@code path in (literals)}. */
    static Filter in(String path, Collection<?> literals) {
        return new In(ColumnPath.parse(path), List.copyOf(literals));
    }

    /** {@code path between low and high}. */
    static Filter between(String path, Object low, Object high) {
        return new Between(ColumnPath.parse(path), low, high);
    }

    /** {@code path is null}. */
    static Filter isNull(String path) {
        return new IsNull(ColumnPath.parse(path));
    }

    /** {@code path is not null}. */
    static Filter isNotNull(String path) {
        return not(isNull(path));
    }

    /** Whether values of a column start with a String or byte[]. */
    static Filter startsWith(String path, Object prefix) {
        return new StartsWith(ColumnPath.parse(path), prefix);
    }

    /** Whether values of a column contain a String or byte[]. */
    static Filter contains(String path, Object part) {
        return new Contains(ColumnPath.parse(path), part);
    }

    /** All of these. */
    static Filter and(Filter... filters) {
        return new And(List.of(filters));
    }

    /** One of these. */
    static Filter or(Filter... filters) {
        return new Or(List.of(filters));
    }

    /** Not this. */
    static Filter not(Filter filter) {
        return new Not(filter);
    }

    private static Object copy(Object literal) {
        Objects.requireNonNull(literal, "a literal is null: use a null test");
        return literal instanceof byte[] bytes ? bytes.clone() : literal;
    }

    private static String text(Object literal) {
        if (literal instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        return literal instanceof Number || literal instanceof Boolean ? literal.toString() : "'" + literal + "'";
    }

    private static String join(List<Filter> filters, String word) {
        StringBuilder text = new StringBuilder();
        for (Filter filter : filters) {
            text.append(text.isEmpty() ? "(" : word).append(filter);
        }
        return text.append(')').toString();
    }
}
