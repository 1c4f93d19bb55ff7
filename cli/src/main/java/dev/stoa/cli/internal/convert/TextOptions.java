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
package dev.stoa.cli.internal.convert;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.format.Schema;
import dev.stoa.interop.csv.CsvDialect;
import dev.stoa.interop.csv.CsvForms;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.csv.SchemaText;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How texts are read and written. */
public final class TextOptions {
    @Option(
            names = "--delimiter",
            paramLabel = "C",
            description =
                    "Field delimiter; \\t for a tab. Default: comma, semicolon, tab or |, whichever splits all rows into the same number of fields.")
    private String delimiter;

    @Option(
            names = "--quote",
            paramLabel = "C",
            description =
                    "Quote character. Default: double quote, or single quote if each row has fields in single quotes.")
    private String quote;

    @Option(
            names = "--header",
            negatable = true,
            description =
                    "Read the first row as the names of the columns, or as data of columns c1, c2, ... Default: data if it"
                            + " holds values of the types below it.")
    private Boolean header;

    @Option(
            names = "--skip-lines",
            paramLabel = "N",
            description = "Number of lines to skip before the first row. Default: lines without a delimiter.")
    private Long skippedLines;

    @Option(
            names = "--comment",
            paramLabel = "C",
            description =
                    "Skip lines that begin with this character; 'none' reads them. Default: #, unless such lines are rows.")
    private String comment;

    @Option(
            names = "--thousands",
            paramLabel = "C",
            description =
                    "Read this character between groups of three digits, such as a comma. With a point, numbers have no decimal point."
                            + " Default: none.")
    private String thousands;

    @Option(
            names = "--decimal",
            paramLabel = "C",
            description = "Read this character, a comma or a point, before decimals. Default: a point.")
    private String decimal;

    @Option(
            names = "--null",
            paramLabel = "TEXT",
            description = "Read this text, without quotes, as null. Default: the empty field.")
    private String nullText = "";

    @Option(
            names = "--charset",
            paramLabel = "NAME",
            description = "Charset of the text. Default: UTF-8, or UTF-16 if the text begins with a byte order mark.")
    private String charset;

    @Option(
            names = "--date-pattern",
            paramLabel = "PATTERN",
            description =
                    "Pattern of dates, such as dd.MM.uuuu. Default: ISO 8601, or the only common form that fits all dates.")
    private String datePattern;

    @Option(
            names = "--timestamp-pattern",
            paramLabel = "PATTERN",
            description = "Pattern of timestamps, such as 'dd.MM.uuuu HH:mm:ss'. Default: ISO 8601 with T or a blank.")
    private String timestampPattern;

    @Option(
            names = "--schema",
            paramLabel = "SCHEMA",
            description =
                    "Column names and types, such as 'id bigint not null, name varchar(20)', or @FILE to read them from a "
                            + "file. Default: for convert inferred from all rows, for insert and upsert the columns of the table.")
    private String schema;

    @Option(
            names = "--max-bad-rows",
            paramLabel = "N",
            description =
                    "Skip up to N bad rows of all inputs together: rows with too few or too many fields, or with values that "
                            + "do not fit their column. Convert also needs --schema. Default: fail at the first bad row.")
    private Long maxBadRows;

    @Option(
            names = "--rejects",
            paramLabel = "FILE",
            description = "Write the file, line, column and reason of each bad row to this CSV file.")
    private String rejects;

    /** Whether the columns of texts are named. */
    boolean hasSchema() {
        return schema != null;
    }

    /**
     * Returns how many bad rows a command leaves out; empty if the first one ends it.
     *
     * @param isTyped whether the columns are known without the texts
     */
    public Optional<RejectLimit> rejectLimit(boolean isTyped) {
        if (maxBadRows == null) {
            if (rejects != null) {
                throw CommandException.usage("--rejects needs --max-bad-rows");
            }
            return Optional.empty();
        }
        if (maxBadRows < 0 || !(isTyped || hasSchema())) {
            throw CommandException.usage(
                    "--max-bad-rows must be 0 or more, and needs --schema: otherwise bad rows would "
                            + "influence the inferred types");
        }
        return Optional.of(new RejectLimit(maxBadRows, Optional.ofNullable(rejects)));
    }

    /** Returns how texts are read and written. */
    public CsvOptions csv() throws IOException {
        try {
            Optional<Schema> columns = schema == null ? Optional.empty() : Optional.of(SchemaText.parse(schemaText()));
            CsvOptions options = CsvOptions.DEFAULT.withDialect(dialect()).withForms(forms());
            if (charset != null) {
                options = options.withCharset(Charset.forName(charset));
            }
            return columns.map(options::withSchema).orElse(options);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
    }

    private CsvDialect dialect() {
        CsvDialect dialect = CsvDialect.DEFAULT;
        if (quote != null) {
            dialect = dialect.withQuote(one("--quote", quote));
        }
        if (delimiter != null) {
            dialect = dialect.withDelimiter(one("--delimiter", delimiter));
        }
        if (header != null) {
            dialect = dialect.withHeader(header);
        }
        if (skippedLines != null) {
            dialect = dialect.withSkippedLines(skippedLines);
        }
        if (comment != null) {
            dialect = dialect.withComment(
                    comment.equals("none") ? Optional.empty() : Optional.of(one("--comment", comment)));
        }
        return dialect;
    }

    private CsvForms forms() {
        return new CsvForms(
                nullText,
                Optional.ofNullable(datePattern),
                Optional.ofNullable(timestampPattern),
                Optional.ofNullable(thousands).map(c -> one("--thousands", c)),
                Optional.ofNullable(decimal).map(c -> one("--decimal", c)));
    }

    private String schemaText() throws IOException {
        return schema.startsWith("@") ? Files.readString(Path.of(schema.substring(1))) : schema;
    }

    private static char one(String option, String value) {
        String c = value.equals("\\t") ? "\t" : value;
        if (c.length() != 1) {
            throw CommandException.usage(option + " takes one character, not '" + value + "'");
        }
        return c.charAt(0);
    }
}
