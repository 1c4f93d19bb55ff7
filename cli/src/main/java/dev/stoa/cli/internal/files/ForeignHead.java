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
package dev.stoa.cli.internal.files;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.print.RowFormat;
import dev.stoa.cli.internal.print.RowPrinter;
import dev.stoa.cli.internal.print.RowRenderer;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Prints the first rows of a file of another format. */
final class ForeignHead {
    private final String file;
    private final List<String> select;
    private final RowFormat format;
    private final RowPrinter printer;
    private long left;
    private boolean empty = true;

    /**
     * A printer.
     *
     * @param file its name, for messages
     * @param select the columns to print; empty: all
     * @param format of the rows
     * @param rows to print at most
     */
    ForeignHead(String file, List<String> select, RowFormat format, long rows, RowPrinter printer) {
        this.file = file;
        this.select = select;
        this.format = format;
        this.left = rows;
        this.printer = printer;
    }

    /** Prints rows of a batch; returns whether more are wanted. */
    boolean take(Batch batch) throws IOException {
        RowRenderer.Rows rows = new RowRenderer(format, left).of(selected(batch));
        printer.rows(rows);
        left -= rows.count();
        empty &= rows.count() == 0;
        return left > 0;
    }

    boolean isEmpty() {
        return empty;
    }

    /** The columns to print. */
    Schema columns(Schema schema) {
        if (select.isEmpty()) {
            return schema;
        }
        List<Field> fields = new ArrayList<>();
        for (String name : select) {
            fields.add(field(schema, name));
        }
        return new Schema(fields);
    }

    private Batch selected(Batch batch) {
        if (select.isEmpty()) {
            return batch;
        }
        List<ColumnVector> columns = new ArrayList<>();
        for (String name : select) {
            Field field = field(batch.schema(), name);
            columns.add(batch.column(batch.schema().fields().indexOf(field)));
        }
        return new Batch(columns(batch.schema()), columns, batch.rowCount());
    }

    private Field field(Schema schema, String name) {
        try {
            return FieldNames.get(schema.fields(), name);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(file + ": " + e.getMessage());
        }
    }
}
