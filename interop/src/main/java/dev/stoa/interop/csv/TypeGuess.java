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

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Infers the type of a column from all its texts. It takes the first type that keeps every value: boolean, int32, int64,
 * decimal (only if a double would lose digits), float64, date, timestamp, string. Numbers with leading zeros or a plus sign
 * (such as postal codes) stay text, so that converting back gives the same text.
 */
final class TypeGuess {
    /** The words that programs write for a missing value. */
    private static final List<String> NULL_WORDS = List.of(
            "NA", "N/A", "n/a", "#N/A", "NULL", "null", "Null", "None", "none", "nil", "\\N", "-", "--", "?", ".");

    private static final int MICRO_DIGITS = 6;
    private static final int NANO_DIGITS = 9;
    private static final int NANOS_PER_MICRO = 1000;

    private final TextValues values;
    private final DateForms forms = new DateForms();
    private final NumberForms numbers;
    private final long[] words = new long[NULL_WORDS.size()];
    private boolean any;
    private boolean bool = true;
    private boolean integer = true;
    private boolean wide;
    private boolean decimal = true;
    private boolean doubleKeeps = true;
    private boolean floating = true;
    private boolean date = true;
    private boolean local = true;
    private boolean instant = true;
    private boolean fine;
    private int wholeDigits;
    private int scale;

    TypeGuess(TextValues values) {
        this.values = values;
        this.numbers = new NumberForms(values.numbers());
    }

    void see(String text) {
        int word = text.length() <= 4 ? NULL_WORDS.indexOf(text) : -1;
        if (word >= 0) {
            words[word]++;
            return;
        }
        any = true;
        forms.see(text);
        bool = bool && (text.equals("true") || text.equals("false"));
        if (decimal || floating) {
            values.numbers().plain(text).ifPresentOrElse(this::number, this::noNumber);
        }
        numbers.see(text);
        boolean temporal = text.length() >= 8 && text.length() <= 40;
        date = date && temporal && parses(() -> values.parse(Type.of(TypeKind.DATE), text));
        local = local && temporal && parses(() -> fraction(values.local(text)));
        instant = instant && temporal && parses(() -> fraction(values.statedInstant(text)));
    }

    private void fraction(TemporalAccessor time) {
        fine |= time.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MICRO != 0;
    }

    /** Takes what was seen of other texts of the column. */
    void add(TypeGuess other) {
        any |= other.any;
        forms.add(other.forms);
        for (int i = 0; i < words.length; i++) {
            words[i] += other.words[i];
        }
        numbers.add(other.numbers);
        bool &= other.bool;
        integer &= other.integer;
        wide |= other.wide;
        decimal &= other.decimal;
        doubleKeeps &= other.doubleKeeps;
        floating &= other.floating;
        date &= other.date;
        local &= other.local;
        instant &= other.instant;
        fine |= other.fine;
        wholeDigits = Math.max(wholeDigits, other.wholeDigits);
        scale = Math.max(scale, other.scale);
    }

    private void noNumber() {
        integer = false;
        decimal = false;
        floating = false;
    }

    private void number(String text) {
        if (!isPlainNumber(text)) {
            integer = false;
            decimal = false;
            floating = floating && isFloating(text);
            return;
        }
        BigDecimal value = new BigDecimal(text);
        if (value.scale() > 0) {
            integer = false;
        } else if (integer) {
            int bits = value.toBigInteger().bitLength();
            wide |= bits > 31;
            integer = bits < 64;
        }
        scale = Math.max(scale, value.scale());
        wholeDigits = Math.max(wholeDigits, value.precision() - value.scale());
        doubleKeeps = doubleKeeps && new BigDecimal(Double.toString(Double.parseDouble(text))).compareTo(value) == 0;
    }

    /** Digits, perhaps a minus and a point; no leading zero but the one before the point; at most 38 characters. */
    static boolean isPlainNumber(String text) {
        int at = text.startsWith("-") ? 1 : 0;
        int length = text.length();
        if (length == at || length > 39) {
            return false;
        }
        int point = -1;
        for (int i = at; i < length; i++) {
            char c = text.charAt(i);
            if (c == '.' && point < 0 && i > at && i < length - 1) {
                point = i;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        int whole = (point < 0 ? length : point) - at;
        boolean negativeZero = at == 1 && text.chars().allMatch(c -> c == '-' || c == '0' || c == '.');
        return !negativeZero && (whole == 1 || text.charAt(at) != '0');
    }

    private static boolean isFloating(String text) {
        if (text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity")) {
            return true;
        }
        boolean exponent = text.indexOf('e') > 0 || text.indexOf('E') > 0;
        boolean digits = text.chars().allMatch(c -> (c >= '0' && c <= '9') || "+-.eE".indexOf(c) >= 0);
        boolean negativeZero = text.equals("-0") || text.equals("-0.0");
        if (!digits || !(exponent || negativeZero) || text.length() > 40) {
            return false;
        }
        try {
            return !Double.isInfinite(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean parses(Runnable parse) {
        try {
            parse.run();
            return true;
        } catch (IllegalArgumentException | DateTimeException e) {
            return false;
        }
    }

    /** The words for a missing value that were seen. */
    List<String> words() {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            if (words[i] > 0) {
                seen.add(NULL_WORDS.get(i));
            }
        }
        return seen;
    }

    /** How many texts were such words. */
    long wordRows() {
        return Arrays.stream(words).sum();
    }

    /** Whether the column would have another type without the words for a missing value. */
    boolean isTextByWords() {
        return wordRows() > 0 && typeWithoutWords().kind() != TypeKind.STRING;
    }

    /** Why a column of numbers is text, and the options that change it, if all of them have a form that is not set. */
    Optional<String> numberForm() {
        boolean isText = any && !decimal && type().kind() == TypeKind.STRING;
        return isText ? numbers.reason() : Optional.empty();
    }

    /** The forms of dates that fit a column of text; none if it has another type. */
    List<String> datePatterns() {
        return any && type().kind() == TypeKind.STRING && wordRows() == 0 ? forms.patterns() : List.of();
    }

    /** The type of all texts. */
    Type type() {
        return wordRows() > 0 ? Type.of(TypeKind.STRING) : typeWithoutWords();
    }

    /** The type of the texts that are no words for a missing value. */
    Type typeWithoutWords() {
        if (!any) {
            return Type.of(TypeKind.STRING);
        }
        if (bool) {
            return Type.of(TypeKind.BOOLEAN);
        }
        if (decimal && integer) {
            return Type.of(wide ? TypeKind.INT64 : TypeKind.INT32);
        }
        if (decimal && !doubleKeeps) {
            int precision = Math.max(1, wholeDigits) + scale;
            return precision <= 38 ? Type.decimal(precision, scale) : Type.of(TypeKind.STRING);
        }
        if (floating && doubleKeeps) {
            return Type.of(TypeKind.FLOAT64);
        }
        if (date) {
            return Type.of(TypeKind.DATE);
        }
        if (instant) {
            return Type.timestamp(digits(), true);
        }
        return local ? Type.timestamp(digits(), false) : Type.of(TypeKind.STRING);
    }

    private int digits() {
        return fine ? NANO_DIGITS : MICRO_DIGITS;
    }
}
