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

import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The findings in the values of columns, and the reason for each column that stays text, with the option that changes it.
 *
 * @param datePattern the form of the dates of all columns that have one, if it is not ISO 8601
 * @param texts a sentence for each such column
 */
record ColumnNotes(Optional<String> datePattern, List<String> texts) {

    /** Looks at what was seen of columns. */
    static ColumnNotes of(List<String> names, List<TypeGuess> guesses, CsvOptions options) {
        Optional<String> pattern = options.forms().datePattern().isPresent() ? Optional.empty() : pattern(guesses);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String column = "column '" + ValueRows.shown(names.get(i)) + "' ";
            of(guesses.get(i), pattern, options).ifPresent(what -> texts.add(column + what));
        }
        return new ColumnNotes(pattern, texts);
    }

    private static Optional<String> of(TypeGuess guess, Optional<String> pattern, CsvOptions options) {
        if (guess.isTextByWords()) {
            List<String> words = guess.words();
            long rows = guess.wordRows();
            String shown = words.size() == 1 ? "'" + words.get(0) + "'" : "the words " + words;
            return Optional.of("is text because of " + shown
                    + String.format(Locale.ROOT, " in %,d %s", rows, rows == 1 ? "row" : "rows")
                    + ", and else " + guess.typeWithoutWords() + ": --null '" + words.get(0) + "'");
        }
        Optional<String> form = guess.numberForm();
        if (form.isPresent()) {
            return Optional.of("is text because " + form.get());
        }
        List<String> patterns = guess.datePatterns();
        if (patterns.isEmpty() || options.forms().datePattern().isPresent()) {
            return Optional.empty();
        } else if (patterns.size() > 1) {
            return Optional.of("is text because its dates may be " + String.join(" or ", patterns) + ": --date-pattern "
                    + patterns.get(0));
        }
        return Optional.of(
                pattern.equals(Optional.of(patterns.get(0)))
                        ? "has dates of the form " + patterns.get(0) + ", which no other form fits; --date-pattern"
                                + " sets another"
                        : "is text because its dates have the form " + patterns.get(0)
                                + ", and those of another column do not: --date-pattern " + patterns.get(0));
    }

    /** The form of all columns of dates, if only one fits each. */
    private static Optional<String> pattern(List<TypeGuess> guesses) {
        Set<String> certain = new TreeSet<>();
        for (TypeGuess guess : guesses) {
            if (guess.type().kind() == TypeKind.DATE) {
                return Optional.empty();
            } else if (guess.datePatterns().size() == 1) {
                certain.addAll(guess.datePatterns());
            }
        }
        return certain.size() == 1 ? Optional.of(certain.iterator().next()) : Optional.empty();
    }
}
