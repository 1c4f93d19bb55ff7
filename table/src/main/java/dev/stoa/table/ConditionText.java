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
package dev.stoa.table;

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Filter.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads conditions, and assignments, as one writes them in SQL: {@code a.b >= 5 and (c in ('x', 'y') or d is null)}.
 *
 * <p>Columns: names with dots, in backquotes where they hold other characters. Operators: {@code = <> != < <= > >= <=>},
 * {@code in}, {@code between ... and ...}, {@code is [not] null}, {@code like 'prefix%'}, {@code and or not}. Literals:
 * numbers, {@code 'text'} (a quote is doubled), {@code true}, {@code false}, {@code date '2024-01-31'}, {@code timestamp
 * '...'}, {@code time '...'}, {@code x'c0ffee'}, {@code nan}, {@code infinity}.
 */
public final class ConditionText {
    private static final int MAX_DEPTH = 200;

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

    private final String what;
    private final String text;
    private int at;
    private int depth;

    private ConditionText(String what, String text) {
        this.what = what;
        this.text = text;
    }

    /**
     * The assignment of a text such as {@code price = price * 1.1} or {@code name = 'x'}.
     *
     * @throws IllegalArgumentException if it is not one; the message points at the position
     */
    public static Assignment assignment(String text) {
        ConditionText parser = new ConditionText("assignment", text);
        List<String> names = ColumnPath.parse(parser.column()).names();
        if (names.size() != 1) {
            parser.at = 0;
            throw parser.error("the name of a whole column was expected, not of a field in it,");
        }
        parser.expect("=");
        Expression value = parser.sum();
        parser.blanks();
        if (parser.at < text.length()) {
            throw parser.error("an operator + - * or the end was expected");
        }
        return new Assignment(names.get(0), value);
    }

    private Expression sum() {
        Expression left = product();
        while (true) {
            if (symbol("+")) {
                left = new Expression.Arithmetic(left, Expression.Operator.PLUS, product());
            } else if (symbol("-")) {
                left = new Expression.Arithmetic(left, Expression.Operator.MINUS, product());
            } else {
                return left;
            }
        }
    }

    private Expression product() {
        Expression left = operand();
        while (symbol("*")) {
            left = new Expression.Arithmetic(left, Expression.Operator.TIMES, operand());
        }
        return left;
    }

    private Expression operand() {
        if (++depth > MAX_DEPTH) {
            throw error("it nests deeper than " + MAX_DEPTH + " levels,");
        }
        Expression operand;
        blanks();
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (symbol("(")) {
            operand = sum();
            expect(")");
        } else if (word("null")) {
            operand = new Expression.Literal(Optional.empty());
        } else if (number.lookingAt()) {
            at = number.end();
            operand = new Expression.Literal(Optional.of(number(number.group())));
        } else if (isLiteral()) {
            operand = new Expression.Literal(Optional.of(literal()));
        } else {
            operand = new Expression.Column(ColumnPath.parse(column()));
        }
        depth--;
        return operand;
    }

    /** Whether a literal that is no number begins here. */
    private boolean isLiteral() {
        int start = at;
        boolean alone = word("true") || word("false") || word("nan") || word("infinity");
        boolean quoted = word("date") || word("timestamp") || word("time") || word("x");
        blanks();
        boolean isQuote = at < text.length() && text.charAt(at) == '\'';
        at = start;
        return alone || isQuote && (quoted || text.charAt(start) == '\'');
    }

    /**
     * The filter of a condition.
     *
     * @throws IllegalArgumentException if it is not one; the message points at the position
     */
    public static Filter filter(String condition) {
        ConditionText parser = new ConditionText("condition", condition);
        Filter filter = parser.or();
        parser.blanks();
        if (parser.at < condition.length()) {
            throw parser.error("'and', 'or' or the end was expected");
        }
        return filter;
    }

    private Filter or() {
        List<Filter> parts = new ArrayList<>(List.of(and()));
        while (word("or")) {
            parts.add(and());
        }
        return parts.size() == 1 ? parts.get(0) : Filter.or(parts.toArray(Filter[]::new));
    }

    private Filter and() {
        List<Filter> parts = new ArrayList<>(List.of(not()));
        while (word("and")) {
            parts.add(not());
        }
        return parts.size() == 1 ? parts.get(0) : Filter.and(parts.toArray(Filter[]::new));
    }

    private Filter not() {
        if (++depth > MAX_DEPTH) {
            throw error("the condition nests deeper than " + MAX_DEPTH + " levels");
        }
        Filter filter;
        if (word("not")) {
            filter = Filter.not(not());
        } else if (symbol("(")) {
            filter = or();
            expect(")");
        } else {
            filter = predicate();
        }
        depth--;
        return filter;
    }

    private Filter predicate() {
        String column = column();
        if (word("is")) {
            boolean not = word("not");
            if (!word("null")) {
                throw error("'null' was expected");
            }
            return not ? Filter.isNotNull(column) : Filter.isNull(column);
        }
        boolean not = word("not");
        Filter filter;
        if (word("in")) {
            expect("(");
            List<Object> literals = new ArrayList<>(List.of(literal()));
            while (symbol(",")) {
                literals.add(literal());
            }
            expect(")");
            filter = Filter.in(column, literals);
        } else if (word("between")) {
            Object low = literal();
            if (!word("and")) {
                throw error("'and' was expected");
            }
            filter = Filter.between(column, low, literal());
        } else if (word("like")) {
            filter = like(column);
        } else if (not) {
            throw error("'in', 'between' or 'like' was expected");
        } else {
            return Filter.compare(column, operator(), literal());
        }
        return not ? Filter.not(filter) : filter;
    }

    private Filter like(String column) {
        int start = at;
        if (!(literal() instanceof String pattern)) {
            at = start;
            throw error("a pattern such as 'abc%' was expected");
        }
        int wildcard = pattern.length() - 1;
        if (wildcard < 0
                || pattern.charAt(wildcard) != '%'
                || pattern.indexOf('%') != wildcard
                || pattern.indexOf('_') >= 0) {
            at = start;
            throw error("only patterns such as 'abc%' are supported, without other % or _");
        }
        return Filter.startsWith(column, pattern.substring(0, wildcard));
    }

    private Operator operator() {
        for (String symbol : new String[] {"<=>", "<>", "!=", "<=", ">=", "==", "=", "<", ">"}) {
            if (symbol(symbol)) {
                return switch (symbol) {
                    case "<=>" -> Operator.NULL_SAFE_EQUAL;
                    case "<>", "!=" -> Operator.NOT_EQUAL;
                    case "<=" -> Operator.LESS_OR_EQUAL;
                    case ">=" -> Operator.GREATER_OR_EQUAL;
                    case "<" -> Operator.LESS;
                    case ">" -> Operator.GREATER;
                    default -> Operator.EQUAL;
                };
            }
        }
        throw error("an operator was expected, such as = or <");
    }

    private String column() {
        blanks();
        int start = at;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '`') {
                int end = text.indexOf('`', at + 1);
                if (end < 0) {
                    throw error("a backquote is not closed");
                }
                at = end + 1;
            } else if (Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '$' || c == '@') {
                at++;
            } else {
                break;
            }
        }
        String path = text.substring(start, at);
        try {
            ColumnPath.parse(path);
        } catch (IllegalArgumentException e) {
            at = start;
            throw error("the name of a column was expected");
        }
        return path;
    }

    private Object literal() {
        blanks();
        int start = at;
        if (at < text.length() && text.charAt(at) == '\'') {
            return quoted();
        }
        if (word("true")) {
            return true;
        }
        if (word("false")) {
            return false;
        }
        if (word("nan")) {
            return Double.NaN;
        }
        if (word("infinity")) {
            return Double.POSITIVE_INFINITY;
        }
        if (symbol("-infinity")) {
            return Double.NEGATIVE_INFINITY;
        }
        if (word("date") || word("timestamp") || word("time")) {
            return quoted();
        }
        if (word("x")) {
            String hex = quoted();
            try {
                return HexFormat.of().parseHex(hex.toLowerCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                at = start;
                throw error("bytes in hex were expected, such as x'c0ffee'");
            }
        }
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        try {
            return number(text.substring(start, at));
        } catch (NumberFormatException e) {
            at = start;
            throw error("a literal was expected, such as 5, 'text' or date '2024-01-31'");
        }
    }

    private Object number(String digits) {
        BigDecimal number = new BigDecimal(digits);
        if (Math.abs((long) number.scale()) > 10_000 || number.precision() > 10_000) {
            throw error("a number has more than 10,000 digits");
        }
        BigInteger whole = number.scale() <= 0 ? number.toBigIntegerExact() : BigInteger.ZERO;
        return number.scale() <= 0 && whole.bitLength() < 64 ? (Object) whole.longValueExact() : number;
    }

    private String quoted() {
        blanks();
        if (at >= text.length() || text.charAt(at) != '\'') {
            throw error("text in single quotes was expected");
        }
        StringBuilder value = new StringBuilder();
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\'') {
                value.append(c);
            } else if (i + 1 < text.length() && text.charAt(i + 1) == '\'') {
                value.append('\'');
                i++;
            } else {
                at = i + 1;
                return value.toString();
            }
        }
        throw error("a quote is not closed");
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean symbol(String symbol) {
        blanks();
        if (text.regionMatches(true, at, symbol, 0, symbol.length())) {
            at += symbol.length();
            return true;
        }
        return false;
    }

    private boolean word(String word) {
        blanks();
        int end = at + word.length();
        boolean whole = end >= text.length()
                || !(Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_' || text.charAt(end) == '.');
        if (whole && text.regionMatches(true, at, word, 0, word.length())) {
            at = end;
            return true;
        }
        return false;
    }

    private void expect(String symbol) {
        if (!symbol(symbol)) {
            throw error("'" + symbol + "' was expected");
        }
    }

    private IllegalArgumentException error(String what) {
        String rest = text.substring(Math.min(at, text.length()));
        return new IllegalArgumentException("the " + this.what + " can't be read: " + what + " at position " + (at + 1)
                + (rest.isEmpty()
                        ? ", where it ends"
                        : ", before: " + (rest.length() > 40 ? rest.substring(0, 40) + "..." : rest)));
    }
}
