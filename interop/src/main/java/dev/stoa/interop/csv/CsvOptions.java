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
 * @param dialect how it is divided into rows and fields
 * @param forms how values are written
 * @param charset of the bytes
 * @param schema the columns; absent: inferred from all rows
 */
public record CsvOptions(CsvDialect dialect, CsvForms forms, Charset charset, Optional<Schema> schema) {

    /** Commas, double quotes, a header, empty fields are null, UTF-8, ISO dates, an inferred schema. */
    public static final CsvOptions DEFAULT =
            new CsvOptions(CsvDialect.DEFAULT, CsvForms.DEFAULT, StandardCharsets.UTF_8, Optional.empty());

    /** Checks that nothing is missing. */
    public CsvOptions {
        Objects.requireNonNull(charset, "charset is null");
    }

    /** The same with another dialect. */
    public CsvOptions withDialect(CsvDialect other) {
        return new CsvOptions(other, forms, charset, schema);
    }

    /** The same with other forms of values. */
    public CsvOptions withForms(CsvForms other) {
        return new CsvOptions(dialect, other, charset, schema);
    }

    /** The same with a charset that is set. */
    public CsvOptions withCharset(Charset other) {
        return new CsvOptions(dialect.withCharsetSet(), forms, other, schema);
    }

    /** The same for a text of this kind: an assumed delimiter of {@link FileKind#TSV} is a tab. */
    public CsvOptions of(FileKind kind) {
        return dialect.isAssumed(CsvDialect.Part.DELIMITER) && kind == FileKind.TSV
                ? withDialect(dialect.withDelimiter('\t'))
                : this;
    }

    /** The same with a schema. */
    public CsvOptions withSchema(Schema columns) {
        return new CsvOptions(dialect, forms, charset, Optional.of(columns));
    }
}
