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
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa scan}. */
@Command(
        name = "scan",
        mixinStandardHelpOptions = true,
        description = "Prints the rows that match a condition, and on demand what was pruned, planned and read.",
        footer = {
            "",
            "A condition reads as in SQL: = <> < <= > >= <=>, in (...), between ... and ..., is [not] null,",
            "like 'prefix%%', and, or, not; names with special characters stand in `backquotes`.",
            "",
            "Examples:",
            "  stoa scan lineitem.stoa --select l_orderkey,l_shipdate --where \"l_shipdate < date '1992-02-01'\"",
            "  stoa scan lake/orders --where \"status in ('F', 'O') and total >= 1000.00\" --limit 0 --stats",
            "  stoa scan lineitem.stoa --select l_shipdate,l_quantity --where \"l_tax > 0\" --aggregate",
            "  stoa scan lineitem.stoa --select l_tax --where \"l_shipdate < date '1993-01-01'\" --explain --html scan.html",
            "  stoa scan orders.stoa --rows 17,4096,100000-100099",
            "  stoa scan people.stoa --select name,address.city --where 'address.zip is not null' --json"
        })
final class ScanCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Stoa files, globs or folders.")
    private List<String> files;

    @Option(
            names = "--select",
            split = ",",
            paramLabel = "COLUMN",
            description = "The columns to print, nested ones as a.b; all by default.")
    private List<String> select = new ArrayList<>();

    @Option(names = "--where", paramLabel = "CONDITION", description = "Only rows on which this is true.")
    private String where;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description = "Only the rows with these numbers, or ranges of them as first-last; counted from 0 in each "
                    + "file. Printed in the order of the file.")
    private List<String> rows = new ArrayList<>();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "At most so many rows are printed, all are with -1. The whole scan runs with 0 or -1; "
                    + "otherwise it stops at the limit. Default: ${DEFAULT-VALUE}.")
    private long limit;

    @Option(
            names = "--aggregate",
            description =
                    "Instead of rows, print how many there are, and nulls, least and greatest value of each column. "
                            + "Metadata answers as far as it is exact; only the rest is read.")
    private boolean aggregate;

    @Option(names = "--stats", description = "Also print what was pruned, planned and read.")
    private boolean stats;

    @Option(
            names = "--explain",
            description =
                    "Print the plan before, and the truth after: zones, ranges, requests, bytes and times. No rows.")
    private boolean explain;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            description =
                    "Draw what was pruned, skipped, read and merged over as a page for a browser. No rows; one file.")
    private Path html;

    @Option(names = "--json", description = "One JSON object per row; with --stats, one more at the end.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (limit < -1) {
            throw CommandException.usage("--limit is " + limit + ", must be -1 or more");
        }
        Optional<RowRanges> numbers = rows.isEmpty() ? Optional.empty() : Optional.of(numbers());
        PrintWriter out = spec.commandLine().getOut();
        Configuration conf = hadoop.configuration();
        List<InputFiles.Input> inputs = InputFiles.find(files, conf);
        if (html != null && inputs.size() != 1) {
            throw CommandException.usage("--html draws one file, these are " + inputs.size());
        }
        long printed = 0;
        for (InputFiles.Input input : inputs) {
            if (explain || html != null) {
                explain(input, numbers, out);
                continue;
            }
            if (aggregate) {
                aggregate(input, numbers, out);
                continue;
            }
            printed += scan(input, numbers, out, limit < 0 ? Long.MAX_VALUE : limit - printed);
            if (limit > 0 && printed >= limit) {
                break;
            }
        }
        return 0;
    }

    private void explain(InputFiles.Input input, Optional<RowRanges> numbers, PrintWriter out) throws IOException {
        long start = System.nanoTime();
        try (StoaFile file = open(input);
                Scan scan =
                        described(file, () -> builder(file, numbers).traced().build())) {
            long opened = System.nanoTime() - start;
            ExplainPrinter printer = new ExplainPrinter(out);
            if (explain) {
                printer.before(file, scan);
            }
            start = System.nanoTime();
            while (scan.next()) {
                // the whole scan runs for what it tells
            }
            long nanos = opened + System.nanoTime() - start;
            if (explain) {
                printer.after(file, scan, nanos);
            }
            if (html != null) {
                ScanPicture picture =
                        new ScanPicture(file.name(), file.identity().length(), scan.trace(), scan.stats());
                Files.writeString(html, picture.page());
                out.println(html + " shows it");
                out.flush();
            }
        }
    }

    private void aggregate(InputFiles.Input input, Optional<RowRanges> numbers, PrintWriter out) throws IOException {
        long start = System.nanoTime();
        try (StoaFile file = open(input)) {
            Aggregates aggregates = described(file, () -> builder(file, numbers).aggregate());
            AggregatePrinter printer = new AggregatePrinter(out);
            if (json) {
                printer.json(file.name(), aggregates);
            } else {
                printer.table(file.name(), aggregates);
            }
            if (stats) {
                print(out, file, aggregates.stats(), System.nanoTime() - start);
            }
        }
    }

    private long scan(InputFiles.Input input, Optional<RowRanges> numbers, PrintWriter out, long rows)
            throws IOException {
        long start = System.nanoTime();
        try (StoaFile file = open(input);
                Scan scan = build(file, numbers)) {
            long printed = 0;
            if (limit != 0) {
                RowPrinter printer = new RowPrinter(out, scan.schema(), json);
                while (printed < rows && scan.next()) {
                    Batch batch = scan.batch();
                    int n = (int) Math.min(batch.selectedCount(), rows - printed);
                    for (int i = 0; i < n; i++) {
                        printer.row(batch, batch.selected(i));
                    }
                    printed += n;
                }
                printer.finish();
            } else {
                while (scan.next()) {
                    // the whole scan runs for its statistics
                }
            }
            if (stats) {
                print(out, file, scan.stats(), System.nanoTime() - start);
            }
            return printed;
        }
    }

    private RowRanges numbers() {
        RowRanges numbers = RowRanges.of();
        for (String text : rows) {
            String[] bounds = text.strip().split("-", 2);
            try {
                long first = Long.parseLong(bounds[0]);
                long last = Long.parseLong(bounds[bounds.length - 1]);
                if (last < first) {
                    throw new IllegalArgumentException("it ends before it begins");
                }
                numbers = numbers.union(RowRanges.between(first, Math.addExact(last, 1)));
            } catch (ArithmeticException | IllegalArgumentException e) {
                throw CommandException.usage(
                        "--rows has '" + text + "', must be numbers like 17 or ranges like 100-199");
            }
        }
        return numbers;
    }

    private Scan build(StoaFile file, Optional<RowRanges> numbers) throws IOException {
        return described(file, () -> builder(file, numbers).build());
    }

    private StoaFile open(InputFiles.Input input) throws IOException {
        StoaFile file = OpenFiles.stoa(input);
        try {
            if (where != null) {
                IndexFiles.addTo(file, input);
            }
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private ScanBuilder builder(StoaFile file, Optional<RowRanges> numbers) throws IOException {
        ScanBuilder builder = file.scan();
        if (!select.isEmpty()) {
            builder.select(select.toArray(String[]::new));
        }
        if (where != null) {
            builder.filter(WhereParser.parse(where));
        }
        numbers.ifPresent(builder::rows);
        return builder;
    }

    /** What a scan makes; what is wrong in its description is bad usage. */
    private static <T> T described(StoaFile file, Described<T> scan) throws IOException {
        try {
            return scan.make();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(file.name() + ": " + e.getMessage());
        }
    }

    private interface Described<T> {
        T make() throws IOException;
    }

    private void print(PrintWriter out, StoaFile file, ScanStats s, long nanos) throws IOException {
        dev.stoa.vio.ReadStats io = file.source().stats();
        long size = file.identity().length();
        if (json) {
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeStringField("file", file.name());
            g.writeNumberField("fileBytes", size);
            g.writeNumberField("rows", s.rowsTotal());
            g.writeNumberField("rowsPruned", s.rowsPruned());
            g.writeNumberField("rowsByIndex", s.rowsByIndex());
            g.writeNumberField("rowsFiltered", s.rowsFiltered());
            g.writeNumberField("rowsSelected", s.rowsDelivered());
            g.writeNumberField("zones", s.zones());
            g.writeNumberField("zonesPruned", s.zonesPruned());
            g.writeNumberField("vectors", s.vectors());
            g.writeNumberField("vectorsPruned", s.vectorsPruned());
            g.writeNumberField("vectorsSkipped", s.vectorsSkipped());
            g.writeNumberField("rangesAsked", io.rangesAsked());
            g.writeNumberField("bytesAsked", io.bytesAsked());
            g.writeNumberField("requests", io.requestsIssued());
            g.writeNumberField("bytesRead", io.bytesRead());
            g.writeNumberField("roundTrips", io.roundTrips());
            g.writeNumberField("wallMillis", nanos / 1_000_000);
            g.writeEndObject();
            g.flush();
            out.println();
            out.flush();
            return;
        }
        out.println();
        out.println(file.name());
        out.printf(
                "  rows      %,d: %,d pruned by MinMax, %,d looked at, %,d selected%n",
                s.rowsTotal(), s.rowsPruned(), s.rowsInRange() - s.rowsPruned() - s.rowsByIndex(), s.rowsDelivered());
        if (s.rowsByIndex() > 0) {
            out.printf("  indexes   left out %,d rows%n", s.rowsByIndex());
        }
        out.printf("  zones     %,d: %,d pruned%n", s.zones(), s.zonesPruned());
        out.printf(
                "  vectors   %,d: %,d pruned, %,d skipped after the filter%n",
                s.vectors(), s.vectorsPruned(), s.vectorsSkipped());
        out.printf(
                "  planned   %,d ranges, %s, in %,d requests%n",
                io.rangesAsked(), Sizes.text(io.bytesAsked()), io.requestsIssued());
        out.printf(
                "  read      %s of %s (%.1f%%) in %,d round trips%n",
                Sizes.text(io.bytesRead()), Sizes.text(size), 100.0 * io.bytesRead() / size, io.roundTrips());
        out.printf(
                "  time      %,d ms: %,d preparing, %,d reading, %,d decoding, %,d filtering%n",
                nanos / 1_000_000,
                s.prepareNanos() / 1_000_000,
                s.readNanos() / 1_000_000,
                s.decodeNanos() / 1_000_000,
                s.filterNanos() / 1_000_000);
        out.flush();
    }
}
