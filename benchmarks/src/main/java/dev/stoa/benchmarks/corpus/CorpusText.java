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
package dev.stoa.benchmarks.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.csv.CsvDialect;
import dev.stoa.interop.csv.CsvForms;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.csv.CsvSource;
import dev.stoa.interop.csv.SchemaText;
import dev.stoa.writer.StoaWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** A table as delimited text. Its columns have the types that are listed with it. */
final class CorpusText implements CorpusTable.Rows {
    private final Path text;
    private final CsvOptions options;

    private CorpusText(Path text, CsvOptions options) {
        this.text = text;
        this.options = options;
    }

    /** A text with a list of its columns as JSON. */
    static CorpusText listed(Path text, CsvOptions options, JsonNode columns) {
        List<Field> fields = new ArrayList<>();
        for (JsonNode column : columns) {
            Type type = SchemaText.parse("c " + column.get("type").asText())
                    .fields()
                    .get(0)
                    .type();
            fields.add(Field.nullable(
                    column.get("name").asText(), type.kind() == TypeKind.VARCHAR ? Type.of(TypeKind.STRING) : type));
        }
        return new CorpusText(text, options.withSchema(new Schema(fields)));
    }

    /** A text with a statement that creates its table. */
    static CorpusText created(Path text, CsvOptions options, Path statement) throws IOException {
        String ddl = Files.readString(statement);
        String columns = ddl.substring(ddl.indexOf('(') + 1, ddl.lastIndexOf(')'));
        return new CorpusText(text, options.withSchema(SchemaText.parse(columns)));
    }

    static CsvOptions format(char delimiter, boolean header, String nullText) {
        return CsvOptions.DEFAULT
                .withDialect(CsvDialect.DEFAULT.withDelimiter(delimiter).withHeader(header))
                .withForms(CsvForms.DEFAULT.withNullText(nullText));
    }

    static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
    }

    @Override
    public long writeTo(CorpusTable.WriterOpener opener) throws IOException {
        try (CsvSource source = CsvSource.open(() -> open(text), text.toString(), options);
                StoaWriter writer = opener.open(source.schema())) {
            long rows = source.writeTo(writer.rows());
            writer.finish();
            return rows;
        }
    }
}
