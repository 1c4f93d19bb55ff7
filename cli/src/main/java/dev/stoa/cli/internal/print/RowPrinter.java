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

import dev.stoa.cli.internal.arguments.OutputClosedException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Prints rows: as tables, whose widths follow the first rows, or as lines of another format. */
public final class RowPrinter {
    private static final int ROWS_PER_TABLE = 1000;

    private final PrintWriter out;
    private final RowFormat format;
    private boolean hasHead;
    private Schema schema = new Schema(List.of());
    private TextTable table = new TextTable(List.of());
    private int inTable;

    /** A printer of rows that are rendered in a format. */
    public RowPrinter(PrintWriter out, RowFormat format) {
        this.out = out;
        this.format = format;
    }

    /** Prints rows; under another head where their columns are not those of the rows before. */
    public void rows(RowRenderer.Rows rows) throws IOException {
        if (!rows.lines().isEmpty() && !(hasHead && schema.equals(rows.schema()))) {
            begin(rows.schema());
        }
        for (String line : rows.lines()) {
            out.write(line); // unlike println, without a flush of each line
            out.write('\n');
        }
        for (Object[] cells : rows.cells()) {
            if (inTable == 0 || inTable == ROWS_PER_TABLE || !schema.equals(rows.schema())) {
                finish();
                start(rows.schema());
            }
            table.row(cells);
            inTable++;
        }
        if (out.checkError()) {
            throw new OutputClosedException();
        }
    }

    /** Prints what is left. */
    public void finish() {
        if (inTable > 0) {
            table.print(out);
            inTable = 0;
        }
        out.flush();
    }

    /** Prints the head of a table without rows, where the format has one. */
    public void head(Schema columns) throws IOException {
        if (format == RowFormat.TABLE) {
            start(columns);
            table.print(out);
        } else {
            begin(columns);
            out.flush();
        }
    }

    private void begin(Schema columns) throws IOException {
        if (hasHead && format.isDelimited()) {
            throw new StoaException("the files have different columns, and " + format
                    + " has one header: choose columns" + " that all have with --select, or use --to JSON");
        }
        if (hasHead && format == RowFormat.MARKDOWN) {
            out.println();
        }
        format.head(columns).forEach(out::println);
        hasHead = true;
        schema = columns;
    }

    private void start(Schema columns) {
        schema = columns;
        List<String> names = new ArrayList<>();
        for (Field field : schema.fields()) {
            names.add((isNumber(field.type().kind()) ? ">" : "") + field.name());
        }
        table = new TextTable(names);
        inTable = 0;
    }

    public static boolean isNumber(TypeKind kind) {
        return switch (kind) {
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FLOAT16, FLOAT32, FLOAT64, DECIMAL -> true;
            default -> false;
        };
    }
}
