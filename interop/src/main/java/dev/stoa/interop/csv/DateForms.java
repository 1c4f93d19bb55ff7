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

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;

/** The common forms of dates, besides ISO 8601, that fit all texts of a column. */
final class DateForms {
    private static final List<String> PATTERNS =
            List.of("d.M.uuuu", "d/M/uuuu", "M/d/uuuu", "d-M-uuuu", "M-d-uuuu", "uuuu/M/d", "uuuu.M.d");
    /** The letters of the patterns, one a part: asked of each text, so they are not made each time. */
    private static final List<String> LETTERS = PATTERNS.stream()
            .map(pattern -> pattern.replaceAll("[^duM]", "").replace("uuuu", "u"))
            .toList();

    private static final int ALL = (1 << PATTERNS.size()) - 1;

    private int fitting = ALL;
    private boolean any;

    /** Looks at one more text. */
    void see(String text) {
        any = true;
        if (fitting != 0) {
            fitting &= fitting(text);
        }
    }

    /** Takes what was seen of other texts of the column. */
    void add(DateForms other) {
        fitting &= other.fitting;
        any |= other.any;
    }

    /** Whether it has seen a text. */
    boolean any() {
        return any;
    }

    /** The patterns that fit all texts; all of them for a column without texts. */
    List<String> patterns() {
        List<String> patterns = new ArrayList<>();
        for (int i = 0; i < PATTERNS.size(); i++) {
            if ((fitting & 1 << i) != 0) {
                patterns.add(PATTERNS.get(i));
            }
        }
        return patterns;
    }

    private static int fitting(String text) {
        int[] numbers = new int[3];
        int[] digits = new int[3];
        int part = 0;
        char between = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9' && digits[part] < 4) {
                numbers[part] = numbers[part] * 10 + c - '0';
                digits[part]++;
            } else if (part < 2 && digits[part] > 0 && (part == 0 ? "./-".indexOf(c) >= 0 : c == between)) {
                between = c;
                part++;
            } else {
                return 0;
            }
        }
        int bits = 0;
        for (int i = 0; part == 2 && i < PATTERNS.size(); i++) {
            if (PATTERNS.get(i).indexOf(between) >= 0 && isDate(LETTERS.get(i), numbers, digits)) {
                bits |= 1 << i;
            }
        }
        return bits;
    }

    /** Whether numbers in the order of their letters are a date, the year with four digits and the others with one or two. */
    private static boolean isDate(String letters, int[] numbers, int[] digits) {
        int year = letters.indexOf('u');
        int month = letters.indexOf('M');
        int day = letters.indexOf('d');
        return digits[year] == 4
                && digits[month] >= 1
                && digits[month] <= 2
                && digits[day] >= 1
                && digits[day] <= 2
                && numbers[month] >= 1
                && numbers[month] <= 12
                && numbers[day] >= 1
                && numbers[day] <= YearMonth.of(numbers[year], numbers[month]).lengthOfMonth();
    }
}
