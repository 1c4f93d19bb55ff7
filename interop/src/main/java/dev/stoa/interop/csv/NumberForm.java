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
package dev.stoa.interop.csv;

import java.util.Optional;

/**
 * How numbers are written. A character between groups of digits is never a decimal point too, so {@code --thousands .}
 * alone leaves none.
 *
 * @param thousands between groups of three digits
 * @param point before the decimals
 */
record NumberForm(Optional<Character> thousands, Optional<Character> point) {
    /** Digits without groups, and a decimal point. */
    static final NumberForm PLAIN = new NumberForm(Optional.empty(), Optional.of('.'));

    /** The form that is set; a point is the default unless it divides groups. */
    static NumberForm of(CsvForms forms) {
        boolean isPoint = forms.decimal().isEmpty() && !forms.thousands().equals(Optional.of('.'));
        return new NumberForm(forms.thousands(), isPoint ? Optional.of('.') : forms.decimal());
    }

    /** The options that set it; empty for {@link #PLAIN}. */
    String options() {
        String groups = thousands.map(c -> "--thousands " + shown(c)).orElse("");
        String decimal = point.filter(c -> c != '.').map(c -> "--decimal " + c).orElse("");
        return groups + (groups.isEmpty() || decimal.isEmpty() ? "" : " ") + decimal;
    }

    private static String shown(char c) {
        return c == ' ' || c == '\'' ? "\"" + c + "\"" : Character.toString(c);
    }

    /**
     * A text without groups and with a point before its decimals; absent if it has a point, or a character between groups,
     * in a wrong place. Any other text comes back as it is: who parses it refuses what is no number.
     */
    Optional<String> plain(String text) {
        if (equals(PLAIN)) {
            return Optional.of(text);
        }
        int from = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        int end = from;
        boolean hasGroups = false;
        while (end < text.length() && (isDigit(text.charAt(end)) || is(thousands, text.charAt(end)))) {
            hasGroups |= is(thousands, text.charAt(end));
            end++;
        }
        if (hasGroups && !(areGroups(text, from, end) && areDecimals(text, end))) {
            return Optional.empty();
        }
        String whole = hasGroups
                ? text.substring(0, end).replace(String.valueOf(thousands.orElseThrow()), "")
                : text.substring(0, end);
        String rest = text.substring(end);
        if (point.equals(Optional.of('.'))) {
            return Optional.of(whole + rest);
        } else if (rest.indexOf('.') >= 0) {
            return Optional.empty();
        }
        return Optional.of(
                !rest.isEmpty() && is(point, rest.charAt(0)) ? whole + '.' + rest.substring(1) : whole + rest);
    }

    /** Whether the first group has one to three digits, without a zero at the beginning, and each other one has three. */
    private boolean areGroups(String text, int from, int end) {
        int first = from;
        while (first < end && isDigit(text.charAt(first))) {
            first++;
        }
        if (first == from || first - from > 3 || text.charAt(from) == '0' || (end - first) % 4 != 0) {
            return false;
        }
        for (int i = first; i < end; i++) {
            if (isDigit(text.charAt(i)) == ((i - first) % 4 == 0)) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing is left, or a point and digits. */
    private boolean areDecimals(String text, int from) {
        return from == text.length()
                || is(point, text.charAt(from))
                        && from + 1 < text.length()
                        && text.substring(from + 1).chars().allMatch(c -> isDigit((char) c));
    }

    private static boolean is(Optional<Character> wanted, char c) {
        return wanted.isPresent() && wanted.get() == c;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
