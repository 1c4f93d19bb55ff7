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

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Prints rows of a version of a table, as {@code scan} and {@code head} do of files. */
public final class TableRows {
    private final PrintWriter out;
    private final RowFormat format;

    public TableRows(PrintWriter out, RowFormat format) {
        this.out = out;
        this.format = format;
    }

    /**
     * Prints the rows that match.
     *
     * @param limit the number of rows to print: -1 prints all, 0 scans all and prints none
     * @return the number of matches in the rows that were scanned
     */
    public long print(Snapshot snapshot, List<String> select, Optional<Filter> filter, long limit) throws IOException {
        TableScanBuilder builder = scan(snapshot, select);
        filter.ifPresent(builder::filter);
        long left = limit < 0 ? Long.MAX_VALUE : limit;
        long rows = 0;
        RowPrinter printer = new RowPrinter(out, format);
        RowRenderer renderer = new RowRenderer(format, Long.MAX_VALUE);
        try (TableScan scan = builder.build()) {
            while ((left > 0 || limit == 0) && scan.next()) {
                rows += scan.batch().selectedCount();
                if (left > 0) {
                    RowRenderer.Rows some = renderer.of(scan.batch()).first(left);
                    printer.rows(some);
                    left -= some.count();
                }
            }
            if (rows == 0 && limit != 0) {
                printer.head(scan.schema());
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        printer.finish();
        return rows;
    }

    /** Prints the columns, and no rows. */
    public void printHead(Snapshot snapshot, List<String> select) throws IOException {
        RowPrinter printer = new RowPrinter(out, format);
        try (TableScan scan = scan(snapshot, select).build()) {
            printer.head(scan.schema());
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        printer.finish();
    }

    private static TableScanBuilder scan(Snapshot snapshot, List<String> select) {
        TableScanBuilder builder = snapshot.scan();
        return select.isEmpty()
                ? builder
                : builder.select(select.stream().map(ColumnPath::parse).toList());
    }
}
