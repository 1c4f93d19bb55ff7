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

import dev.stoa.cli.internal.io.ColumnSelection;
import dev.stoa.cli.internal.print.RowFormat;
import dev.stoa.cli.internal.print.RowPrinter;
import dev.stoa.cli.internal.print.RowRenderer;
import dev.stoa.format.Batch;
import java.io.IOException;

/** Prints the first rows of a file of another format. */
final class ForeignHead {
    private final ColumnSelection selection;
    private final RowFormat format;
    private final RowPrinter printer;
    private long left;
    private long count;

    /**
     * A printer.
     *
     * @param selection the columns to print
     * @param format of the rows
     * @param rows to print at most
     */
    ForeignHead(ColumnSelection selection, RowFormat format, long rows, RowPrinter printer) {
        this.selection = selection;
        this.format = format;
        this.left = rows;
        this.printer = printer;
    }

    /** Prints rows of a batch; returns whether it needs more. */
    boolean take(Batch batch) throws IOException {
        RowRenderer.Rows rows = new RowRenderer(format, left).of(selection.of(batch));
        printer.rows(rows);
        left -= rows.count();
        count += rows.count();
        return left > 0;
    }

    /** Returns the number of rows so far. */
    long count() {
        return count;
    }
}
