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
import dev.stoa.cli.internal.arguments.FormatOption;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.IdleOptions;
import dev.stoa.cli.internal.arguments.WhereParser;
import dev.stoa.cli.internal.io.ArrowOutput;
import dev.stoa.cli.internal.io.ForeignFiles;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.LimitOptions;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.StandardOutput;
import dev.stoa.cli.internal.io.StoaCopy;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.AggregatePrinter;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.Notes;
import dev.stoa.cli.internal.print.RowFormat;
import dev.stoa.cli.internal.print.RowLimit;
import dev.stoa.cli.internal.print.RowPrinter;
import dev.stoa.cli.internal.print.RowRenderer;
import dev.stoa.cli.internal.print.ScanSummary;
import dev.stoa.interop.FileKind;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ParallelResults;
import dev.stoa.reader.ParallelScan;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
        description = "Prints rows that match a condition, and on request what the scan pruned, planned and read.",
        footer = {
            "",
            "Conditions use SQL: = <> < <= > >= <=> in (...), between ... and ..., is [not] null,",
            "like 'prefix%%', and, or, not. Put names with special characters into `backquotes`.",
            "",
            "Examples:",
            "  stoa scan lineitem.stoa --select l_orderkey,l_shipdate --where \"l_shipdate < date '1992-02-01'\"",
            "  stoa scan lake/orders --where \"status in ('F', 'O') and total >= 1000.00\" --limit 0 --stats",
            "  stoa scan lineitem.stoa --select l_shipdate,l_quantity --where \"l_tax > 0\" --aggregate",
            "  stoa scan lineitem.stoa --select l_tax --where \"l_shipdate < date '1993-01-01'\" --explain --html scan.html",
            "  stoa scan lineitem.stoa --where \"l_tax > 0.07\" --html scan.html --against lineitem.parquet",
            "  stoa scan 'lake/orders/year=*' --where \"total >= 1000.00\" --threads 8 --unordered --json",
            "  stoa scan lake/orders --at '2024-01-31 10:00:00' --where \"status = 'F'\"",
            "  stoa scan lake/lines --ordered --select l_shipdate,l_orderkey --limit 10",
            "  stoa scan orders.stoa --rows 17,4096,100000-100099",
            "  stoa scan lake/orders --where \"status = 'F'\" --to ARROW | python3 report.py",
            "  stoa scan lake/orders --select id,total --to CSV | sort -t, -k2 -n | head",
            "  stoa scan flights.csv.gz --where 'dep_delay > 600' --to JSON",
            "  stoa scan people.stoa --select name,address.city --where 'address.zip is not null' --json"
        })
public final class ScanCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "Files, globs or folders, or one table. Rows of Parquet, ORC, Avro, Arrow, CSV and TSV pass through a "
                            + "temporary Stoa file.")
    private List<String> files;

    @Option(
            names = "--select",
            split = ",",
            paramLabel = "COLUMN",
            description = "Columns to print; a.b for a nested one. Default: all.")
    private List<String> select = new ArrayList<>();

    @Option(names = "--where", paramLabel = "CONDITION", description = "Print only rows that match this condition.")
    private String where;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description =
                    "Print only rows with these numbers or ranges (first-last), in the order of the file. Numbers count from "
                            + "0 in each file.")
    private List<String> rows = new ArrayList<>();

    @Option(
            names = "--at",
            paramLabel = "VERSION|TIME",
            description =
                    "For a table: the version to read, or the version at this time (UTC unless it has an offset). Default: "
                            + "the newest.")
    private String at;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "Maximum number of rows to print, and the scan stops there. -1 prints all rows; 0 prints none and runs "
                            + "the whole scan. Default: 100 on a terminal, all rows to a file or pipe.")
    private Long asked;

    @Option(
            names = "--aggregate",
            description =
                    "Print the number of rows, and the null count, minimum and maximum of each column, instead of rows. The "
                            + "scan uses exact metadata and reads only the rest.")
    private boolean aggregate;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Number of threads, which read files and parts of files. Default: ${DEFAULT-VALUE}, one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--unordered", description = "Print rows as they arrive, not in the order of files and rows.")
    private boolean unordered;

    @Option(
            names = "--ordered",
            description = "For a table with a declared order: merge the fragments and print rows in that order.")
    private boolean sorted;

    @Option(names = "--stats", description = "Also print what the scan pruned, planned and read.")
    private boolean stats;

    @Option(
            names = "--explain",
            description =
                    "Print the plan of each file, then what happened: zones, ranges, requests, bytes and times. Prints no "
                            + "rows; uses one thread.")
    private boolean explain;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            description =
                    "Write a web page that shows which parts of a file the scan pruned, skipped, read and merged, or which "
                            + "rows of each fragment of a table. Prints no rows; takes one file or table.")
    private Path html;

    @Option(
            names = "--against",
            paramLabel = "PARQUET",
            description =
                    "With --explain or --html: ask a local Parquet file the same question, and compare bytes, requests and "
                            + "rows.")
    private Path against;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            description =
                    "Format of the rows: TABLE, CSV, TSV, JSON, MARKDOWN, or ARROW for a stream of all rows of one file or "
                            + "table. Default: TABLE.")
    private RowFormat to;

    @Mixin
    private FormatOption from;

    @Option(names = "--json", description = "Print one JSON object per row; with --stats, one more at the end.")
    private boolean json;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private HadoopOptions hadoop;

    private final FileScan.Totals totals = new FileScan.Totals();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        RowLimit limit =
                RowLimit.of(Optional.ofNullable(asked), spec.commandLine().getErr());
        Guard guard = limits.start();
        if (sorted && unordered) {
            throw CommandException.usage("--ordered and --unordered contradict each other");
        }
        if (threads < 1) {
            throw CommandException.usage("--threads is " + threads + ", must be at least 1");
        }
        RowFormat format = RowFormat.of(json, Optional.ofNullable(to));
        check(format);
        refuseIdle();
        boolean isArrow = format == RowFormat.ARROW;
        Optional<RowRanges> numbers = rows.isEmpty() ? Optional.empty() : Optional.of(numbers());
        Optional<Filter> filter = Optional.ofNullable(where).map(WhereParser::parse);
        if (files.size() == 1 && Tables.isTable(files.get(0), hadoop.configuration())) {
            from.refuseTable(files.get(0));
            scanTable(filter, limit, guard, format);
            return 0;
        }
        if (sorted) {
            throw CommandException.usage(
                    "--ordered is for a table that declares an order, and " + files + " is not a table");
        }
        if (at != null) {
            throw CommandException.usage("--at reads a version of one table, and " + files + " is not a table");
        }
        List<InputFiles.Input> inputs = InputFiles.rows(files, hadoop.configuration(), guard);
        if ((html != null || against != null) && inputs.size() != 1) {
            throw CommandException.usage("--html and --against take one file, these are " + inputs.size());
        }
        if (isArrow && inputs.size() != 1) {
            throw CommandException.usage("--to ARROW writes one file or table, these are " + inputs.size() + " files");
        }
        List<FileScan> scans = new ArrayList<>();
        for (InputFiles.Input input : inputs) {
            scans.add(new FileScan(
                    input,
                    opening(input, limit, guard),
                    where != null,
                    file -> describe(file, filter, numbers).limits(guard.limits()),
                    totals));
        }
        try {
            if (isArrow) {
                try (FileScan input = scans.get(0)) {
                    Scan scan = input.open().build();
                    new ArrowOutput(guard, true).print(files.get(0), scan, ArrowOutput.metadata(input.file()));
                }
                return 0;
            }
            run(inputs, scans, filter, limit, format);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        return 0;
    }

    private FileScan.Opening opening(InputFiles.Input input, RowLimit limit, Guard guard) throws IOException {
        Optional<FileKind> foreign = ForeignFiles.kind(input, from.kind());
        if (foreign.isEmpty()) {
            return OpenFiles::stoa;
        }
        if (stats || explain || html != null) {
            throw CommandException.usage("--stats, --explain and --html show how Stoa prunes and reads, and "
                    + input.path() + " is a file of " + foreign.get() + ": convert it first");
        }
        boolean isPlain = where == null && rows.isEmpty() && !aggregate;
        long most = isPlain && limit.most() > 0 && limit.most() < Long.MAX_VALUE ? limit.most() + 1 : Long.MAX_VALUE;
        StoaCopy copy =
                new StoaCopy(hadoop.configuration(), isPlain ? topLevel() : List.of(), most, guard, Notes.of(spec));
        return file -> copy.of(file, foreign.get());
    }

    /** The top-level columns of the selected ones. */
    private List<String> topLevel() {
        return paths().stream().map(path -> path.names().get(0)).distinct().toList();
    }

    private void check(RowFormat format) {
        if (against != null && (!explain && html == null || !rows.isEmpty())) {
            throw CommandException.usage("--against goes with --explain or --html, and without --rows");
        }
        if (format == RowFormat.ARROW) {
            StandardOutput.check(FileKind.ARROW);
            if (asked != null || aggregate || unordered || stats || explain || html != null) {
                throw CommandException.usage("--to ARROW goes with --select, --where, --rows, --at and --ordered only");
            }
            IdleOptions.refuse(spec, "--to ARROW reads by one thread", "--threads");
        } else if (format != RowFormat.TABLE
                && format != RowFormat.JSON
                && (aggregate || stats || explain || html != null)) {
            throw CommandException.usage("--to " + format + " prints rows, and nothing but rows: leave out --aggregate,"
                    + " --stats, --explain and --html");
        }
    }

    private void refuseIdle() {
        if (explain || html != null) {
            IdleOptions.refuse(
                    spec,
                    "--explain and --html print no rows, and read by one thread",
                    "--aggregate",
                    "--limit",
                    "--threads",
                    "--unordered",
                    "--json",
                    "--to");
            IdleOptions.refuse(spec, "--explain prints more, and --html draws it", "--stats");
        } else if (aggregate) {
            IdleOptions.refuse(spec, "--aggregate prints no rows", "--limit", "--ordered", "--unordered");
        }
    }

    private void scanTable(Optional<Filter> filter, RowLimit limit, Guard guard, RowFormat format) throws IOException {
        if (!rows.isEmpty()) {
            throw CommandException.usage(
                    "--rows is for files: a row of a table has no number of its own, but that within its"
                            + " fragment; name a file of it in 'stoa inspect', or a condition in --where");
        }
        if (against != null) {
            throw CommandException.usage("--against takes one file, and " + files.get(0) + " is a table");
        }
        if (html != null && sorted) {
            throw CommandException.usage("--html draws a table fragment by fragment: leave out --ordered");
        }
        Snapshot snapshot = Tables.snapshot(Tables.open(files.get(0), hadoop.configuration()), at);
        TableScanRun run =
                new TableScanRun(spec.commandLine().getOut(), format, threads, sorted, unordered, guard.limits());
        try {
            if (format == RowFormat.ARROW) {
                new ArrowOutput(guard, true).print(files.get(0), run.scan(snapshot, select, filter));
            } else if (explain || html != null) {
                run.explain(
                        snapshot,
                        select,
                        filter,
                        new TableScanRun.Explanation(explain, Optional.ofNullable(html), question()));
            } else if (aggregate) {
                run.aggregate(snapshot, select, filter, stats);
            } else {
                run.rows(snapshot, select, filter, limit, stats);
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        spec.commandLine().getOut().flush();
    }

    private List<ColumnPath> paths() {
        return select.stream().map(ColumnPath::parse).toList();
    }

    private void run(
            List<InputFiles.Input> inputs,
            List<FileScan> scans,
            Optional<Filter> filter,
            RowLimit limit,
            RowFormat format)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        long start = System.nanoTime();
        String name = inputs.size() == 1
                ? Spool.named(inputs.get(0).path().toString())
                : Counted.text("%,d file[s]", inputs.size());
        ScanSummary summary = new ScanSummary(
                name,
                inputs.stream().mapToLong(input -> input.status().getLen()).sum(),
                format == RowFormat.JSON,
                out);
        if (explain || html != null) {
            new ExplainRun(
                            out,
                            explain,
                            Optional.ofNullable(html),
                            question(),
                            Optional.ofNullable(against).map(parquet -> new ParquetScan(parquet, paths(), filter)))
                    .explain(scans, summary, totals);
            return;
        }
        ParallelScan scan = ParallelScan.of(scans).threads(threads);
        if (unordered) {
            scan.unordered();
        }
        ScanStats done;
        if (aggregate) {
            Aggregates aggregates = scan.aggregate();
            new AggregatePrinter(out).print(name, aggregates, format == RowFormat.JSON);
            done = aggregates.stats();
        } else if (limit.most() == 0) {
            done = scan.forEach(() -> (input, batch) -> {
                // the whole scan runs for its statistics
            });
        } else {
            done = print(scan, scans, limit, new RowPrinter(out, format), format);
        }
        if (stats) {
            summary.print(done, totals.io(), System.nanoTime() - start);
        }
    }

    private ScanStats print(
            ParallelScan scan, List<FileScan> scans, RowLimit limit, RowPrinter printer, RowFormat format)
            throws IOException {
        ParallelResults<RowRenderer.Rows> results = scan.map(() -> new RowRenderer(format, limit.renderedOfBatch()));
        boolean any;
        try (results) {
            any = limit.print(results, printer);
        }
        printer.finish();
        if (!any) {
            head(scans.get(0), printer);
        }
        limit.tellIfCut();
        return results.stats();
    }

    /** Without rows, prints the names of a table's columns. */
    private static void head(FileScan first, RowPrinter printer) throws IOException {
        try (FileScan input = first;
                Scan scan = input.open().build()) {
            printer.head(scan.schema());
        }
    }

    /** Returns the columns, the condition and the rows as the user typed them. */
    private String question() {
        return "select " + (select.isEmpty() ? "*" : String.join(", ", select))
                + (where == null ? "" : " where " + where)
                + (rows.isEmpty() ? "" : " rows " + String.join(", ", rows));
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

    private ScanBuilder describe(StoaFile file, Optional<Filter> filter, Optional<RowRanges> numbers)
            throws IOException {
        ScanBuilder builder = file.scan();
        if (!select.isEmpty()) {
            builder.select(select.toArray(String[]::new));
        }
        filter.ifPresent(builder::filter);
        try {
            numbers.ifPresent(builder::rows);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(file.name() + ": " + e.getMessage());
        }
        return builder;
    }
}
