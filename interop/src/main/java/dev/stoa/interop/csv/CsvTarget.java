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

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.ValueText;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.util.List;

/**
 * Writes batches as delimited text. Nested columns can't be written and are refused by name. A null is the null text (an
 * empty text is quoted, an empty field is not). A value equal to a null text that is not empty is refused, so that reading
 * gives the same values back.
 */
public final class CsvTarget implements Closeable {
    private final CsvWriter writer;
    private final CsvOptions options;
    private final PatternText patterns;

    /**
     * Starts a text, which owns the stream from now on.
     *
     * @throws StoaException if a column can't be written as text; it names the column
     */
    public CsvTarget(OutputStream out, Schema schema, CsvOptions options) throws StoaException {
        for (Field field : schema.fields()) {
            if (!TextValues.isSupported(field.type())) {
                throw new StoaException("column '" + field.name() + "' is a " + field.type()
                        + ", which delimited text can't express: leave it out with --select, or convert to Parquet");
            }
        }
        this.options = options;
        this.patterns = new PatternText(options);
        this.writer = CsvWriter.builder()
                .fieldSeparator(options.dialect().delimiter())
                .quoteCharacter(options.dialect().quote())
                .quoteStrategy(QuoteStrategies.EMPTY)
                .lineDelimiter(LineDelimiter.LF)
                .build(new java.io.OutputStreamWriter(
                        out,
                        options.charset()
                                .newEncoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)));
        if (options.dialect().header()) {
            writer.writeRecord(schema.fields().stream().map(Field::name).toList());
        }
    }

    /** Appends the selected rows of a batch. */
    public void write(Batch batch) throws IOException {
        List<ColumnVector> columns = batch.columns();
        String[] cells = new String[columns.size()];
        try {
            for (int i = 0; i < batch.selectedCount(); i++) {
                int row = batch.selected(i);
                for (int c = 0; c < cells.length; c++) {
                    cells[c] = cell(columns.get(c), row);
                }
                writer.writeRecord(cells);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private String cell(ColumnVector vector, int row) throws StoaException {
        if (vector.isNull(row)) {
            return options.forms().nullText().isEmpty() ? null : options.forms().nullText();
        }
        String text = patterns.of(vector, row).orElseGet(() -> ValueText.of(vector, row));
        if (!options.forms().nullText().isEmpty() && text.equals(options.forms().nullText())) {
            throw new StoaException("a " + vector.type() + " value is '" + text
                    + "', which is the text for null: choose another one with --null");
        }
        return text;
    }

    /** Writes what is left, and closes the stream. */
    @Override
    public void close() throws IOException {
        try {
            writer.close();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
