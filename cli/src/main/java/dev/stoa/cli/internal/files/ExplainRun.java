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

import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.print.ExplainPrinter;
import dev.stoa.cli.internal.print.HtmlPage;
import dev.stoa.cli.internal.print.ScanCost;
import dev.stoa.cli.internal.print.ScanPicture;
import dev.stoa.cli.internal.print.ScanSummary;
import dev.stoa.format.Field;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBlock;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.ScanTrace;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.ReadStats;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code stoa scan --explain} and {@code --html}: scans that print what they read, and no rows.
 *
 * @param out where to
 * @param isPrinted whether to print the plan and what happened
 * @param page the web page to write
 * @param question the columns, the condition and the rows as the user typed them
 * @param against the same question to a Parquet file
 */
record ExplainRun(
        PrintWriter out, boolean isPrinted, Optional<Path> page, String question, Optional<ParquetScan> against) {

    private static final int MAX_COLUMNS = 50;

    /** One file after the other, by one thread, so that the requests do not depend on chance. */
    void explain(List<FileScan> scans, ScanSummary summary, FileScan.Totals totals) throws IOException {
        long start = System.nanoTime();
        ScanStats all = explain(scans.get(0));
        for (FileScan input : scans.subList(1, scans.size())) {
            out.println();
            all = all.plus(explain(input));
        }
        if (scans.size() > 1) {
            summary.print(all, totals.io(), System.nanoTime() - start);
        }
    }

    private ScanStats explain(FileScan input) throws IOException {
        long start = System.nanoTime();
        ScanBuilder builder = input.open();
        try (FileScan open = input;
                Scan scan = builder.traced().build()) {
            StoaFile file = open.file();
            long opened = System.nanoTime() - start;
            String name = Spool.named(file.name());
            ExplainPrinter printer = new ExplainPrinter(out);
            if (isPrinted) {
                out.println(name);
                printer.before(file, scan);
            }
            start = System.nanoTime();
            while (scan.next()) {
                // the whole scan runs for what it tells
            }
            long nanos = opened + System.nanoTime() - start;
            if (isPrinted) {
                printer.after(file, scan, nanos);
            }
            ReadStats io = file.source().stats();
            ScanCost cost = new ScanCost(
                    name,
                    file.identity().length(),
                    io.bytesRead(),
                    io.requestsIssued(),
                    scan.stats().rowsDelivered());
            Optional<ScanCost> other = against.isEmpty()
                    ? Optional.empty()
                    : Optional.of(against.get().run());
            if (isPrinted) {
                other.ifPresent(parquet -> cost.print(parquet, out));
            }
            if (page.isPresent()) {
                ScanPicture picture = new ScanPicture(
                        cost, question, scan.trace(), scan.stats(), io, blocks(file, scan.trace()), other);
                HtmlPage.write(page.get(), picture.page());
                out.println(page.get() + " shows it");
                out.flush();
            }
            return scan.stats();
        }
    }

    /** The blocks of the columns of a scan, except those below lists and maps, which have other rows. */
    private static Map<ColumnPath, List<ColumnBlock>> blocks(StoaFile file, ScanTrace trace) throws IOException {
        Map<ColumnPath, List<ColumnBlock>> blocks = new LinkedHashMap<>();
        for (ScanTrace.Column column : trace.columns()) {
            if (blocks.size() < MAX_COLUMNS && isOfTable(file.schema().fields(), column.path())) {
                blocks.put(column.path(), file.table().blocks(column.path()));
            }
        }
        return blocks;
    }

    /** Whether only structs are above the last name of a path. */
    private static boolean isOfTable(List<Field> top, ColumnPath path) {
        List<Field> fields = top;
        for (int i = 0; i < path.names().size() - 1; i++) {
            String name = path.names().get(i);
            Optional<Field> field =
                    fields.stream().filter(f -> f.name().equals(name)).findFirst();
            if (field.isEmpty() || field.get().type().kind() != TypeKind.STRUCT) {
                return false;
            }
            fields = field.get().type().fields();
        }
        return true;
    }
}
