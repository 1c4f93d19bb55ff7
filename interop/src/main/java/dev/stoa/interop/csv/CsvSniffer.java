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

import dev.stoa.interop.csv.CsvDialect.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the parts of a dialect that the caller has not set, by the beginning of a text. A dialect fits if it divides all rows there into
 * the same number of fields, two or more. If none fits, the reader uses the defaults, and mostly refuses the text. It
 * checks all later rows, too.
 */
public final class CsvSniffer {
    static final int SAMPLE_BYTES = 256 << 10;
    private static final char[] DELIMITERS = {',', ';', '\t', '|'};
    private static final char SINGLE_QUOTE = '\'';
    private static final char COMMENT = '#';

    /** The line that tells Excel the delimiter. */
    private static final Pattern EXCEL =
            Pattern.compile("\\uFEFF?\"?sep=([^\"'\\w\\r\\n])\"?(\\r?\\n|$)", Pattern.CASE_INSENSITIVE);

    private final String file;
    private final CsvOptions given;
    private final List<String> notes = new ArrayList<>();

    /**
     * The result.
     *
     * @param options with the parts that were found, which are still assumed
     * @param notes a sentence for each part that is not the default, with its reason and the option that changes it
     */
    public record Sniffed(CsvOptions options, List<String> notes) {}

    private CsvSniffer(String file, CsvOptions given) {
        this.file = file;
        this.given = given;
    }

    /**
     * Looks at the beginning of a text, which is opened once.
     *
     * @param file its name, for messages
     * @throws dev.stoa.format.CorruptFileException if all of it is one column, which holds what is a delimiter elsewhere, and
     *     neither a delimiter nor a schema is set
     */
    public static Sniffed sniff(CsvSource.Opener opener, String file, CsvOptions options) throws IOException {
        byte[] sample;
        try (InputStream in = opener.open()) {
            sample = in.readNBytes(SAMPLE_BYTES);
        }
        return new CsvSniffer(file, options).sniff(sample);
    }

    private boolean isAssumed(Part part) {
        return given.dialect().isAssumed(part);
    }

    private Sniffed sniff(byte[] sample) throws IOException {
        CsvOptions read = withCharset(sample);
        return sniff(read, new String(sample, read.charset()), sample.length == SAMPLE_BYTES);
    }

    private Sniffed sniff(CsvOptions read, String text, boolean isCut) throws IOException {
        Optional<CsvDialect> named = namedForExcel(text);
        if (named.isPresent()) {
            CsvSniffer rest = new CsvSniffer(file, read.withDialect(named.get()));
            rest.notes.addAll(notes);
            return rest.sniff(rest.given, text, isCut);
        }
        SniffedRows rows = new SniffedRows(text, isCut, file, given);
        Optional<SniffedRows.Fit> fit = best(rows, text);
        if (fit.isEmpty()) {
            fit = rows.lone(read.dialect());
        }
        return fit.isEmpty() ? new Sniffed(read, notes) : new Sniffed(read.withDialect(found(fit.get())), notes);
    }

    /** The dialect with the delimiter that the first line names for Excel, and without this line. */
    private Optional<CsvDialect> namedForExcel(String text) {
        Matcher line = EXCEL.matcher(text);
        if (!line.lookingAt() || !isAssumed(Part.SKIPPED_LINES)) {
            return Optional.empty();
        }
        char delimiter = line.group(1).charAt(0);
        boolean isOther = !isAssumed(Part.DELIMITER) && given.dialect().delimiter() != delimiter;
        if (isOther
                || delimiter == given.dialect().quote()
                || given.dialect().comment().equals(Optional.of(delimiter))) {
            return Optional.empty();
        }
        String shown = delimiter == '\t' ? "\\t" : Character.toString(delimiter);
        notes.add("the delimiter is '" + shown
                + "', as the first line names it for Excel, which is no row; --skip-lines 0" + " reads this line");
        return Optional.of(given.dialect().withDelimiter(delimiter).withSkippedLines(1));
    }

    private CsvOptions withCharset(byte[] sample) {
        if (!isAssumed(Part.CHARSET) || sample.length < 2) {
            return given;
        }
        int mark = (sample[0] & 0xFF) << 8 | sample[1] & 0xFF;
        if (mark != 0xFEFF && mark != 0xFFFE) {
            return given;
        }
        Charset charset = mark == 0xFEFF ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
        notes.add("the charset is " + charset + " by the mark at the beginning; --charset sets another");
        return given.withCharset(charset);
    }

    /**
     * The dialect that fits best: single quotes where they are around fields, few skipped lines, many fields.
     * None if several divide the only row.
     */
    private Optional<SniffedRows.Fit> best(SniffedRows rows, String text) throws IOException {
        List<SniffedRows.Fit> single = new ArrayList<>();
        List<SniffedRows.Fit> others = new ArrayList<>();
        boolean hasComments = text.startsWith("#") || text.contains("\n#") || text.contains("\r#");
        for (int comments = 0; comments <= (isAssumed(Part.COMMENT) && hasComments ? 1 : 0); comments++) {
            for (char delimiter : isAssumed(Part.DELIMITER)
                    ? DELIMITERS
                    : new char[] {given.dialect().delimiter()}) {
                Optional<Character> comment =
                        comments == 1 ? Optional.of(COMMENT) : given.dialect().comment();
                if (delimiter == given.dialect().quote()) {
                    continue;
                }
                rows.fit(delimiter, given.dialect().quote(), comment).ifPresent(others::add);
                if (isAssumed(Part.QUOTE) && text.indexOf(SINGLE_QUOTE) >= 0) {
                    rows.fit(delimiter, SINGLE_QUOTE, comment)
                            .filter(SniffedRows.Fit::isQuoted)
                            .ifPresent(single::add);
                }
            }
        }
        List<SniffedRows.Fit> fits = single.isEmpty() ? others : single;
        boolean isUncertain =
                fits.stream().allMatch(fit -> fit.rows() == 1 && fit.dialect().delimiter() != ',')
                        && fits.stream()
                                        .map(fit -> fit.dialect().delimiter())
                                        .distinct()
                                        .count()
                                > 1;
        return isUncertain
                ? Optional.empty()
                : fits.stream()
                        .min(Comparator.comparingLong(SniffedRows.Fit::skippedLines)
                                .thenComparing(Comparator.comparingInt(SniffedRows.Fit::fields)
                                        .reversed()));
    }

    /** The dialect of a fit, with a note for each part that is not the default. */
    private CsvDialect found(SniffedRows.Fit fit) throws IOException {
        CsvDialect dialect = fit.dialect();
        if (isAssumed(Part.DELIMITER) && dialect.delimiter() != CsvDialect.DEFAULT.delimiter()) {
            String shown = dialect.delimiter() == '\t' ? "\\t" : Character.toString(dialect.delimiter());
            notes.add("the delimiter is '" + shown + "', which gives all rows the same number of fields, "
                    + fit.fields() + "; --delimiter sets another");
        }
        if (dialect.quote() != given.dialect().quote()) {
            notes.add("the quote is " + dialect.quote() + ", as it is around fields of each row; --quote sets another");
        }
        if (!dialect.comment().equals(given.dialect().comment())) {
            notes.add("lines that begin with " + COMMENT
                    + " are skipped as comments, because they are not rows; --comment none" + " reads them");
        }
        if (fit.skippedLines() > 0 && isAssumed(Part.SKIPPED_LINES)) {
            notes.add("the rows begin on line " + (fit.skippedLines() + 1) + ", as the lines before it have no '"
                    + (dialect.delimiter() == '\t' ? "\\t" : dialect.delimiter()) + "'; --skip-lines 0 reads them");
        }
        boolean header = dialect.header();
        if (isAssumed(Part.HEADER) && given.schema().isEmpty()) {
            Optional<String> value = fit.valueInFirstRow();
            header = value.isEmpty();
            value.ifPresent(text -> notes.add("the first row is data, as '" + ValueRows.shown(text)
                    + "' is a value like those below it; --header takes it for names"));
        }
        return new CsvDialect(
                dialect.delimiter(),
                dialect.quote(),
                header,
                isAssumed(Part.SKIPPED_LINES) ? fit.skippedLines() : dialect.skippedLines(),
                dialect.comment(),
                dialect.assumed());
    }
}
