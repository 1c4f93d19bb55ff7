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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.TypeKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the form of the dates of a text whose columns are known, by its beginning. Later rows of another form are bad ones.
 *
 * @param columns one for each field of a row
 * @param wanted those that are read
 * @param options how the text is read
 */
record GivenDates(List<Field> columns, int[] wanted, CsvOptions options) {

    /** The only form that fits the dates of each column there; absent if a form is set, or if the beginning leaves a doubt. */
    Optional<String> pattern(CsvSource.Opener opener, String file) throws IOException {
        List<Integer> dates = new ArrayList<>();
        for (int at : wanted) {
            if (columns.get(at).type().kind() == TypeKind.DATE) {
                dates.add(at);
            }
        }
        if (dates.isEmpty() || options.forms().datePattern().isPresent()) {
            return Optional.empty();
        }
        Set<List<String>> fitting = new HashSet<>();
        for (DateForms forms : forms(dates, beginning(opener), file)) {
            if (forms.any()) {
                fitting.add(forms.patterns());
            }
        }
        List<String> patterns = fitting.size() == 1 ? fitting.iterator().next() : List.of();
        return patterns.size() == 1 ? Optional.of(patterns.get(0)) : Optional.empty();
    }

    /** Looks at a text if it is a date of any form. Another one is a bad value anyway. */
    private static void see(DateForms forms, String text) {
        DateForms one = new DateForms();
        one.see(text);
        if (!one.patterns().isEmpty() || isIso(text)) {
            forms.add(one);
        }
    }

    private static boolean isIso(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private String beginning(CsvSource.Opener opener) throws IOException {
        byte[] sample;
        try (InputStream in = opener.open()) {
            sample = in.readNBytes(CsvSniffer.SAMPLE_BYTES);
        }
        return new String(sample, options.charset());
    }

    private List<DateForms> forms(List<Integer> dates, String text, String file) throws IOException {
        List<DateForms> found = new ArrayList<>();
        dates.forEach(at -> found.add(new DateForms()));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (CsvRows rows =
                new CsvRows(new ByteArrayInputStream(bytes), file, options.withCharset(StandardCharsets.UTF_8))) {
            boolean isHeader = options.dialect().header();
            while (rows.next()) {
                for (int i = 0; !isHeader && rows.count() == columns.size() && i < found.size(); i++) {
                    if (!rows.isNull(dates.get(i))) {
                        see(found.get(i), rows.text(dates.get(i)));
                    }
                }
                isHeader = false;
            }
        } catch (CorruptFileException e) {
            return found; // the sample cuts a row, or the reader refuses it with its line
        }
        return found;
    }
}
