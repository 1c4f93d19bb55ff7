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

import java.util.List;
import java.util.Optional;

/** The common forms of numbers, besides the one that is set, that fit all texts of a column. */
final class NumberForms {
    private static final NumberForm GROUPS = new NumberForm(Optional.of(','), Optional.of('.'));
    private static final NumberForm COMMA = new NumberForm(Optional.empty(), Optional.of(','));
    private static final NumberForm POINT_GROUPS = new NumberForm(Optional.of('.'), Optional.empty());
    private static final NumberForm BOTH = new NumberForm(Optional.of('.'), Optional.of(','));

    private static final List<NumberForm> FORMS = List.of(NumberForm.PLAIN, GROUPS, COMMA, POINT_GROUPS, BOTH);

    private final NumberForm given;
    private boolean givenFits = true;
    private int fitting = (1 << FORMS.size()) - 1;

    NumberForms(NumberForm given) {
        this.given = given;
    }

    /** Looks at one more text. */
    void see(String text) {
        if (fitting == 0) {
            return;
        }
        givenFits = givenFits && isNumber(given, text);
        if (text.indexOf('.') < 0 && text.indexOf(',') < 0) {
            fitting = TypeGuess.isPlainNumber(text) ? fitting : 0; // all forms write it alike
            return;
        }
        for (int i = 0; fitting >> i != 0; i++) {
            if ((fitting & 1 << i) != 0 && !isNumber(FORMS.get(i), text)) {
                fitting &= ~(1 << i);
            }
        }
    }

    private static boolean isNumber(NumberForm form, String text) {
        return form.plain(text).map(TypeGuess::isPlainNumber).orElse(false);
    }

    /** Takes what was seen of other texts of the column. */
    void add(NumberForms other) {
        givenFits &= other.givenFits;
        fitting &= other.fitting;
    }

    private boolean fits(NumberForm form) {
        return (fitting & 1 << FORMS.indexOf(form)) != 0;
    }

    /** The reason why the given form fits no longer and another one does, with the options of that one. */
    Optional<String> reason() {
        Optional<NumberForm> form = FORMS.stream().filter(this::fits).findFirst();
        if (givenFits || form.isEmpty()) {
            return Optional.empty();
        }
        String instead = given.equals(NumberForm.PLAIN) ? "" : " instead of " + given.options();
        NumberForm first = form.get();
        if (first.equals(NumberForm.PLAIN)) {
            String without = "it has points: without " + given.options();
            boolean isCertain = given.equals(POINT_GROUPS) || !fits(POINT_GROUPS);
            return Optional.of(
                    isCertain ? without : without + " if 1.234 has decimals; " + BOTH.options() + " if it is 1234");
        } else if (first.equals(GROUPS) && (fits(COMMA) || fits(BOTH))) {
            String decimal = (fits(COMMA) ? COMMA : BOTH).options();
            return Optional.of("it has commas: " + GROUPS.options() + instead + " if 1,234 is 1234; " + decimal
                    + instead + " if it is 1.234");
        }
        String what = first.equals(COMMA) ? "it has decimal commas: " : "its digits are in groups: ";
        return Optional.of(what + first.options() + instead);
    }
}
