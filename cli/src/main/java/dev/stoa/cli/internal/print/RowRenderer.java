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
package dev.stoa.cli.internal.print;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.format.ValueText;
import dev.stoa.reader.BatchFunction;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes text of the rows of a batch, so that several threads can do it at once: cells of a table, or lines of another format. */
public final class RowRenderer implements BatchFunction<RowRenderer.Rows> {
    private final RowFormat format;
    private final long most;

    /**
     * A renderer.
     *
     * @param format of the rows
     * @param most rows of a batch
     */
    public RowRenderer(RowFormat format, long most) {
        this.format = format;
        this.most = most;
    }

    /**
     * Rows as text.
     *
     * @param schema of the rows
     * @param cells by row, of tables for people
     * @param lines of other formats
     */
    public record Rows(Schema schema, List<Object[]> cells, List<String> lines) {
        /** The number of rows. */
        public int count() {
            return Math.max(cells.size(), lines.size());
        }

        /** Returns the first ones of them. */
        Rows first(long most) {
            return new Rows(schema, cells.subList(0, (int) Math.min(most, cells.size())), lines.subList(0, (int)
                    Math.min(most, lines.size())));
        }
    }

    @Override
    public Rows apply(int input, Batch batch) throws IOException {
        return of(batch);
    }

    /** The selected rows, but no more than wanted. */
    public Rows of(Batch batch) throws IOException {
        List<Object[]> cells = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        int columns = batch.columns().size();
        int rows = (int) Math.min(most, batch.selectedCount());
        for (int i = 0; i < rows; i++) {
            int row = batch.selected(i);
            if (format == RowFormat.JSON) {
                lines.add(json(batch, row));
                continue;
            }
            String[] texts = new String[columns];
            for (int c = 0; c < columns; c++) {
                boolean isEmpty = format.isDelimited() && batch.column(c).isNull(row);
                texts[c] = isEmpty ? null : ValueText.of(batch.column(c), row);
            }
            if (format == RowFormat.TABLE) {
                cells.add(texts);
            } else {
                lines.add(format.line(Arrays.asList(texts)));
            }
        }
        return new Rows(batch.schema(), cells, lines);
    }

    private static String json(Batch batch, int row) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator g = Json.lines(new PrintWriter(text))) {
            g.writeStartObject();
            for (int c = 0; c < batch.columns().size(); c++) {
                g.writeFieldName(batch.schema().fields().get(c).name());
                JsonValues.write(g, batch.column(c), row);
            }
            g.writeEndObject();
        }
        return text.toString();
    }
}
