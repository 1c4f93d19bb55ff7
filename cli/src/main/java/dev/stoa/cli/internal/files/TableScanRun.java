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

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.AggregatePrinter;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.HtmlPage;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.RowFormat;
import dev.stoa.cli.internal.print.RowLimit;
import dev.stoa.cli.internal.print.RowPrinter;
import dev.stoa.cli.internal.print.RowRenderer;
import dev.stoa.cli.internal.print.TableScanPicture;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ParallelResults;
import dev.stoa.reader.ParallelScan;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * {@code stoa scan} of a table.
 *
 * @param out where to
 * @param format of the rows; if it is JSON, of numbers, too
 * @param threads how many read
 * @param isSorted whether rows come in the table's order
 * @param isUnordered whether rows come as they are read
 * @param limits of what is read
 */
record TableScanRun(
        PrintWriter out, RowFormat format, int threads, boolean isSorted, boolean isUnordered, ScanLimits limits) {

    private TableScanBuilder describe(Snapshot snapshot, List<String> select, Optional<Filter> filter) {
        TableScanBuilder builder = snapshot.scan().limits(limits);
        if (!select.isEmpty()) {
            builder.select(select.stream().map(ColumnPath::parse).toList());
        }
        filter.ifPresent(builder::filter);
        return isSorted ? builder.ordered() : builder;
    }

    /** A scan by one thread. */
    TableScan scan(Snapshot snapshot, List<String> select, Optional<Filter> filter) throws IOException {
        return describe(snapshot, select, filter).build();
    }

    /** Prints rows up to the limit; a limit of 0 reads all rows and prints none. */
    void rows(Snapshot snapshot, List<String> select, Optional<Filter> filter, RowLimit limit, boolean withStats)
            throws IOException {
        long start = System.nanoTime();
        TableScanBuilder builder = describe(snapshot, select, filter);
        ParallelScan scan = ParallelScan.ofDivided(builder.inputs()).threads(threads);
        if (isUnordered) {
            scan.unordered();
        }
        ScanStats stats = limit.most() == 0
                ? scan.forEach(() -> (input, batch) -> {
                    // the whole scan runs for its statistics
                })
                : print(scan, builder, limit);
        if (withStats) {
            summary(snapshot, builder, stats, System.nanoTime() - start);
        }
    }

    private ScanStats print(ParallelScan scan, TableScanBuilder builder, RowLimit limit) throws IOException {
        RowPrinter printer = new RowPrinter(out, format);
        ParallelResults<RowRenderer.Rows> results = scan.map(() -> new RowRenderer(format, limit.renderedOfBatch()));
        boolean any;
        try (results) {
            any = limit.print(results, printer);
        }
        if (!any) {
            try (TableScan none = builder.build()) {
                printer.head(none.schema());
            }
        }
        printer.finish();
        limit.tellIfCut();
        return results.stats();
    }

    /** Prints counts and bounds. */
    void aggregate(Snapshot snapshot, List<String> select, Optional<Filter> filter, boolean withStats)
            throws IOException {
        long start = System.nanoTime();
        TableScanBuilder builder = describe(snapshot, select, filter);
        Aggregates aggregates = builder.aggregate(threads);
        new AggregatePrinter(out).print(snapshot.toString(), aggregates, format == RowFormat.JSON);
        if (withStats) {
            summary(snapshot, builder, aggregates.stats(), System.nanoTime() - start);
        }
    }

    /**
     * The output of an explained scan.
     *
     * @param isPrinted whether to print the plan and what happened
     * @param page the web page to write; rows in the table's order have none
     * @param question the columns and the condition as the user typed them
     */
    record Explanation(boolean isPrinted, Optional<Path> page, String question) {}

    /** Scans by one thread, and shows which fragments the log ruled out, and what the scan pruned and read. */
    void explain(Snapshot snapshot, List<String> select, Optional<Filter> filter, Explanation how) throws IOException {
        long start = System.nanoTime();
        TableScanBuilder builder = describe(snapshot, select, filter);
        List<Fragment> read;
        try (TableScan plan = builder.build()) {
            read = plan.fragments();
        }
        if (how.isPrinted()) {
            out.println(snapshot);
            out.printf(
                    "  fragments %,d: %,d ruled out by the log, %,d read%n",
                    snapshot.fragmentCount(), snapshot.fragmentCount() - read.size(), read.size());
            out.print(Counted.text(
                    "  of these  %,d file[s], %,d sidecar[s], %,d row[s], %,d of them deleted%n",
                    read.stream().mapToLong(f -> f.files().size()).sum(),
                    read.stream().mapToLong(f -> f.sidecars().size()).sum(),
                    read.stream().mapToLong(Fragment::rows).sum(),
                    read.stream().mapToLong(f -> f.rows() - f.liveRows()).sum()));
        }
        List<ScanStats> each = new ArrayList<>();
        for (DividedInput input : builder.inputs()) {
            each.add(run(input));
        }
        if (how.isPrinted()) {
            ScanStats stats = each.stream().reduce(ScanStats.NONE, ScanStats::plus);
            out.print(Counted.text(
                    "  zones     %,d: %,d pruned by MinMax, %,d match[|es] as a whole%n",
                    stats.zones(), stats.zonesPruned(), stats.zonesWhole()));
            out.print(Counted.text(
                    "  vectors   %,d: %,d pruned, %,d skipped after the filter, %,d column vector[s] decoded%n",
                    stats.vectors(), stats.vectorsPruned(), stats.vectorsSkipped(), stats.columnVectorsDecoded()));
            if (stats.rowsByIndex() > 0) {
                out.print(Counted.text("  indexes   left out %,d row[s]%n", stats.rowsByIndex()));
            }
            summary(snapshot, builder, stats, System.nanoTime() - start);
        }
        if (how.page().isPresent()) {
            Map<UUID, ScanStats> known = new HashMap<>();
            for (int i = 0; i < each.size(); i++) {
                known.put(read.get(i).id(), each.get(i));
            }
            List<TableScanPicture.Part> parts = snapshot.fragments().stream()
                    .map(f -> new TableScanPicture.Part(f, Optional.ofNullable(known.get(f.id()))))
                    .toList();
            HtmlPage.write(how.page().get(), new TableScanPicture(how.question(), snapshot, parts).page());
            out.println(how.page().get() + " shows it");
            out.flush();
        }
    }

    /** Reads a whole input, and returns its statistics. */
    private static ScanStats run(DividedInput input) throws IOException {
        DividedInput.Divided divided = input.open(DividedInput.Division.WHOLE);
        try (input) {
            ScanStats stats = divided.planned();
            for (DividedInput.Part part : divided.parts()) {
                try (BatchSource rows = part.open()) {
                    while (rows.next()) {
                        // only the statistics count
                    }
                    stats = stats.plus(rows.stats());
                }
            }
            return stats;
        }
    }

    private void summary(Snapshot snapshot, TableScanBuilder builder, ScanStats stats, long nanos) throws IOException {
        int read = builder.inputs().size();
        if (format == RowFormat.JSON) {
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeNumberField("version", snapshot.version());
            g.writeNumberField("rows", snapshot.rowCount());
            g.writeNumberField("matched", stats.rowsDelivered());
            g.writeNumberField("fragments", snapshot.fragmentCount());
            g.writeNumberField("rowsPruned", stats.rowsPruned());
            g.writeNumberField("rowsByIndex", stats.rowsByIndex());
            g.writeNumberField("requests", stats.requests());
            g.writeNumberField("bytesRead", stats.bytesRead());
            g.writeNumberField("wallMillis", nanos / 1_000_000);
            g.writeEndObject();
            g.flush();
            out.println();
        } else {
            out.print(Counted.text(
                    "version %,d of %s: %,d row[s] in %,d fragment[s], %,d input[s] read, %,d row[s] pruned, %,d matched; %s in %,d request[s], %,d ms%n",
                    snapshot.version(),
                    snapshot.time(),
                    snapshot.rowCount(),
                    snapshot.fragmentCount(),
                    read,
                    stats.rowsPruned(),
                    stats.rowsDelivered(),
                    Sizes.text(stats.bytesRead()),
                    stats.requests(),
                    nanos / 1_000_000));
        }
        out.flush();
    }
}
