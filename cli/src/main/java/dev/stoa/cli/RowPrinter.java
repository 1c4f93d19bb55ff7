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
package dev.stoa.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints rows: as a table, whose widths follow the first rows, or as one JSON object per line. */
final class RowPrinter {
    private static final int ROWS_PER_TABLE = 1000;

    private final PrintWriter out;
    private final Schema schema;
    private final Optional<JsonGenerator> json;
    private TextTable table;
    private int inTable;

    RowPrinter(PrintWriter out, Schema schema, boolean asJson) throws IOException {
        this.out = out;
        this.schema = schema;
        this.json = asJson ? Optional.of(Json.lines(out)) : Optional.empty();
        this.table = newTable();
    }

    private TextTable newTable() {
        List<String> columns = new ArrayList<>();
        for (Field field : schema.fields()) {
            columns.add((isNumber(field.type().kind()) ? ">" : "") + field.name());
        }
        inTable = 0;
        return new TextTable(columns);
    }

    private static boolean isNumber(TypeKind kind) {
        return switch (kind) {
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FLOAT16, FLOAT32, FLOAT64, DECIMAL -> true;
            default -> false;
        };
    }

    /** Prints one row. */
    void row(Batch batch, int row) throws IOException {
        if (json.isPresent()) {
            JsonGenerator g = json.get();
            g.writeStartObject();
            for (int i = 0; i < schema.fields().size(); i++) {
                g.writeFieldName(schema.fields().get(i).name());
                JsonValues.write(g, batch.column(i), row);
            }
            g.writeEndObject();
            return;
        }
        Object[] cells = new Object[schema.fields().size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = ValueText.of(batch.column(i), row);
        }
        table.row(cells);
        if (++inTable == ROWS_PER_TABLE) {
            table.print(out);
            table = newTable();
        }
    }

    /** Prints what is left. */
    void finish() throws IOException {
        if (json.isPresent()) {
            json.get().flush();
            out.println();
        } else {
            table.print(out);
        }
        out.flush();
    }
}
