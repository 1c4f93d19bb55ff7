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
import dev.stoa.format.TypeKind;
import dev.stoa.interop.csv.CsvDialect.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The beginning of a text, divided into rows by one dialect after another.
 *
 * @param text the beginning
 * @param isCut whether more follows, so that the last row is not whole, and may end in an open quote
 * @param file the name of the text, for messages
 * @param given how it is read, where that is known
 */
record SniffedRows(String text, boolean isCut, String file, CsvOptions given) {
    /** Lines before a table are few. */
    private static final int MOST_BEFORE = 100;

    private static final Pattern YEAR = Pattern.compile("(19|20)[0-9][0-9]");

    /** A row: its line, its fields, and whether the quote of the dialect is around some, and only there. */
    private record Row(long line, List<String> fields, boolean isQuoted) {
        /** How often the only field has a character. */
        long count(int c) {
            return fields.get(0).chars().filter(other -> other == c).count();
        }
    }

    /**
     * A dialect that gives all rows the same number of fields.
     *
     * @param dialect the dialect
     * @param rows the number of rows
     * @param fields the number of fields of each
     * @param skippedLines how many lines are before the first row
     * @param isQuoted whether each row has quoted fields, and only they have quotes
     * @param valueInFirstRow a value that shows that the first row is data
     */
    record Fit(
            CsvDialect dialect,
            int rows,
            int fields,
            long skippedLines,
            boolean isQuoted,
            Optional<String> valueInFirstRow) {}

    /** Whether a dialect fits. */
    Optional<Fit> fit(char delimiter, char quote, Optional<Character> comment) throws IOException {
        CsvDialect known = given.dialect();
        CsvDialect dialect =
                new CsvDialect(delimiter, quote, known.header(), known.skippedLines(), comment, known.assumed());
        Optional<List<Row>> divided = divide(dialect);
        if (divided.isEmpty() || divided.get().isEmpty()) {
            return Optional.empty();
        }
        List<Row> rows = divided.get();
        int fields = rows.get(rows.size() - 1).fields().size();
        int first = rows.size();
        while (first > 0 && rows.get(first - 1).fields().size() == fields) {
            first--;
        }
        boolean isTitle =
                rows.subList(0, first).stream().allMatch(row -> row.fields().size() == 1);
        boolean isTable = fields > 1
                && (first == 0
                        || (isTitle
                                && first <= MOST_BEFORE
                                && rows.size() - first > 1
                                && known.isAssumed(Part.SKIPPED_LINES)));
        if (!isTable) {
            return Optional.empty();
        }
        List<Row> table = rows.subList(first, rows.size());
        // comments before the table are skipped as such
        long skippedLines = first == 0 && comment.isPresent() ? 0 : table.get(0).line() - 1;
        return Optional.of(new Fit(
                dialect,
                table.size(),
                fields,
                known.isAssumed(Part.SKIPPED_LINES) ? skippedLines : known.skippedLines(),
                table.stream().allMatch(Row::isQuoted),
                valueInFirstRow(table, fields)));
    }

    /**
     * The text as one column, if it is one by the given dialect. A quoted value may hold what is a delimiter elsewhere, unless all
     * rows hold it equally often: then a program quoted whole rows of a table.
     *
     * @throws CorruptFileException if it holds what is a delimiter elsewhere, and neither a delimiter nor a schema is set
     */
    Optional<Fit> lone(CsvDialect dialect) throws IOException {
        Optional<List<Row>> rows = divide(dialect);
        if (rows.isEmpty()
                || rows.get().isEmpty()
                || rows.get().stream().anyMatch(row -> row.fields().size() != 1)) {
            return Optional.empty();
        }
        if (dialect.isAssumed(Part.DELIMITER) && given.schema().isEmpty()) {
            boolean areTables = CsvSource.OTHER_DELIMITERS
                    .chars()
                    .anyMatch(c -> rows.get().stream()
                                            .mapToLong(row -> row.count(c))
                                            .distinct()
                                            .count()
                                    == 1
                            && rows.get().get(0).count(c) > 0);
            for (Row row : rows.get()) {
                if (row.isQuoted() && !areTables) {
                    continue;
                }
                CsvSource.refuseOtherDelimiter(row.fields().get(0), row.line(), file);
            }
        }
        return Optional.of(
                new Fit(dialect, rows.get().size(), 1, dialect.skippedLines(), false, valueInFirstRow(rows.get(), 1)));
    }

    /** The rows, without empty lines; absent if the text can't be divided. */
    private Optional<List<Row>> divide(CsvDialect dialect) throws IOException {
        CsvOptions options = given.withDialect(dialect).withCharset(StandardCharsets.UTF_8);
        List<Row> all = new ArrayList<>();
        InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        try (CsvRows rows = isCut ? CsvRows.ofBeginning(in, file, options) : new CsvRows(in, file, options)) {
            while (rows.next()) {
                if (rows.isEmptyLine()) {
                    continue;
                }
                List<String> fields = new ArrayList<>();
                boolean hasQuoted = false;
                boolean hasStray = false;
                for (int i = 0; i < rows.count(); i++) {
                    fields.add(rows.text(i));
                    hasQuoted |= rows.isQuoted(i);
                    hasStray |= !rows.isQuoted(i) && rows.text(i).indexOf(dialect.quote()) >= 0;
                }
                all.add(new Row(rows.line(), fields, hasQuoted && !hasStray));
            }
            if (isCut && !all.isEmpty()) {
                all.remove(all.size() - 1);
            }
            return Optional.of(all);
        } catch (CorruptFileException e) {
            return Optional.empty();
        }
    }

    /** A value of the first row that has the type of all values below it, unless one of them contradicts, or all are years. */
    private Optional<String> valueInFirstRow(List<Row> table, int fields) {
        Optional<String> found = Optional.empty();
        boolean hasOther = false;
        TextValues values = new TextValues(given);
        for (int i = 0; i < fields; i++) {
            TypeGuess guess = new TypeGuess(values);
            for (Row row : table.subList(1, table.size())) {
                String text = row.fields().get(i);
                if (!text.isEmpty() && !text.equals(given.forms().nullText())) {
                    guess.see(text);
                }
            }
            String first = table.get(0).fields().get(i);
            if (table.size() == 1) {
                guess.see(first); // nobody names all columns by numbers and dates
                if (guess.type().kind() == TypeKind.STRING) {
                    return Optional.empty();
                }
            }
            if (guess.typeWithoutWords().kind() == TypeKind.STRING || first.isEmpty()) {
                continue;
            }
            guess.see(first);
            if (guess.type().kind() == TypeKind.STRING) {
                return Optional.empty();
            }
            hasOther |= !YEAR.matcher(first).matches();
            found = found.or(() -> Optional.of(first));
        }
        return hasOther ? found : Optional.empty();
    }
}
