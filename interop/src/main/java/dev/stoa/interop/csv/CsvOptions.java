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

import dev.stoa.format.Schema;
import dev.stoa.interop.FileKind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * How delimited text is written and read.
 *
 * @param delimiter between fields
 * @param assumed whether the delimiter is an assumption. Then a reader refuses a first line of one field that holds another
 *     usual delimiter, unless it has a schema.
 * @param quote around fields that hold delimiters, quotes or line ends
 * @param header whether the first line holds the names of the columns
 * @param nullText a field without quotes that is this text is null
 * @param charset of the bytes
 * @param datePattern pattern of {@link java.time.format.DateTimeFormatter} for dates; absent: ISO 8601
 * @param timestampPattern the same for timestamps; absent: ISO 8601 with T or a blank
 * @param schema the columns; absent: inferred from all rows
 */
public record CsvOptions(
        char delimiter,
        boolean assumed,
        char quote,
        boolean header,
        String nullText,
        Charset charset,
        Optional<String> datePattern,
        Optional<String> timestampPattern,
        Optional<Schema> schema) {

    /** Commas, double quotes, a header, empty fields are null, UTF-8, ISO dates, an inferred schema. */
    public static final CsvOptions DEFAULT = new CsvOptions(
            ',', true, '"', true, "", StandardCharsets.UTF_8, Optional.empty(), Optional.empty(), Optional.empty());

    /** Checks that nothing is missing. */
    public CsvOptions {
        Objects.requireNonNull(nullText, "nullText is null");
        Objects.requireNonNull(charset, "charset is null");
        if (delimiter == quote || delimiter == '\n' || delimiter == '\r' || quote == '\n' || quote == '\r') {
            throw new IllegalArgumentException("delimiter and quote must differ, and can't be line ends");
        }
    }

    /** The same with another delimiter, which is no assumption. */
    public CsvOptions withDelimiter(char other) {
        return new CsvOptions(other, false, quote, header, nullText, charset, datePattern, timestampPattern, schema);
    }

    /** The same for a text of this kind: an assumed delimiter of {@link FileKind#TSV} is a tab. */
    public CsvOptions of(FileKind kind) {
        return assumed && kind == FileKind.TSV ? withDelimiter('\t') : this;
    }

    /** The same with a schema. */
    public CsvOptions withSchema(Schema columns) {
        return new CsvOptions(
                delimiter,
                assumed,
                quote,
                header,
                nullText,
                charset,
                datePattern,
                timestampPattern,
                Optional.of(columns));
    }
}
