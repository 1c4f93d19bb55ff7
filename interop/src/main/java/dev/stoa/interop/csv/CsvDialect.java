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

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * How a delimited text is divided into rows and fields.
 *
 * @param delimiter between fields
 * @param quote around fields that hold delimiters, quotes or line ends
 * @param header whether the first row holds the names of the columns
 * @param skippedLines the number of lines before the first row
 * @param comment begins a line that is no row
 * @param assumed the parts that the caller has not set. {@link CsvSniffer} looks for them in the text
 */
public record CsvDialect(
        char delimiter, char quote, boolean header, long skippedLines, Optional<Character> comment, Set<Part> assumed) {

    /** A part of a dialect, or of what is known of a text besides. */
    public enum Part {
        /** The charset of the bytes. */
        CHARSET,
        /** The character between fields. */
        DELIMITER,
        /** The character around fields. */
        QUOTE,
        /** Whether the first row is a header. */
        HEADER,
        /** The lines before the first row. */
        SKIPPED_LINES,
        /** The character that begins a comment. */
        COMMENT
    }

    /** Commas, double quotes, a header, no comments; all of it assumed. */
    public static final CsvDialect DEFAULT =
            new CsvDialect(',', '"', true, 0, Optional.empty(), EnumSet.allOf(Part.class));

    /** Checks that the characters differ. */
    public CsvDialect {
        if (delimiter == quote || isLineEnd(delimiter) || isLineEnd(quote)) {
            throw new IllegalArgumentException("delimiter and quote must differ, and can't be line ends");
        }
        if (comment.isPresent() && (comment.get() == delimiter || comment.get() == quote || isLineEnd(comment.get()))) {
            throw new IllegalArgumentException(
                    "the character of comments can't be the delimiter, the quote or a line end");
        }
        if (skippedLines < 0) {
            throw new IllegalArgumentException("it skips " + skippedLines + " lines");
        }
        assumed = Set.copyOf(assumed);
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private Set<Part> without(Part part) {
        Set<Part> rest = EnumSet.noneOf(Part.class);
        rest.addAll(assumed);
        rest.remove(part);
        return rest;
    }

    /** Whether a part is assumed. */
    boolean isAssumed(Part part) {
        return assumed.contains(part);
    }

    /** The same with a delimiter that is set. */
    public CsvDialect withDelimiter(char other) {
        return new CsvDialect(other, quote, header, skippedLines, comment, without(Part.DELIMITER));
    }

    /** The same with a quote that is set. */
    public CsvDialect withQuote(char other) {
        return new CsvDialect(delimiter, other, header, skippedLines, comment, without(Part.QUOTE));
    }

    /** The same with or without a header, as it is set. */
    public CsvDialect withHeader(boolean other) {
        return new CsvDialect(delimiter, quote, other, skippedLines, comment, without(Part.HEADER));
    }

    /** The same with a number of lines before the first row that is set. */
    public CsvDialect withSkippedLines(long other) {
        return new CsvDialect(delimiter, quote, header, other, comment, without(Part.SKIPPED_LINES));
    }

    /** The same with a character of comments that is set, or without comments. */
    public CsvDialect withComment(Optional<Character> other) {
        return new CsvDialect(delimiter, quote, header, skippedLines, other, without(Part.COMMENT));
    }

    /** The same with a charset that is set elsewhere. */
    CsvDialect withCharsetSet() {
        return new CsvDialect(delimiter, quote, header, skippedLines, comment, without(Part.CHARSET));
    }
}
