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
import dev.stoa.cli.internal.io.ColumnSelection;
import dev.stoa.cli.internal.io.ForeignFiles;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Notes;
import dev.stoa.cli.internal.print.RowFormat;
import dev.stoa.cli.internal.print.RowPrinter;
import dev.stoa.cli.internal.print.RowRenderer;
import dev.stoa.cli.internal.print.TableRows;
import dev.stoa.format.Schema;
import dev.stoa.interop.FileKind;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Snapshot;
import java.io.IOException;
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

/** {@code stoa head}. */
@Command(
        name = "head",
        mixinStandardHelpOptions = true,
        description = "Prints the first rows of a file or table, also of Parquet, ORC, Avro, Arrow, CSV and TSV files.",
        footer = {
            "",
            "Examples:",
            "  stoa head lineitem.stoa",
            "  stoa head lineitem.parquet",
            "  stoa head -n 3 --select a,b.c --json s3a://lake/t.stoa",
            "  curl -s https://example.org/t.parquet | stoa head - --to MARKDOWN"
        })
public final class HeadCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A file, a folder of files, or a table.")
    private String file;

    @Option(
            names = "-n",
            paramLabel = "N",
            defaultValue = "10",
            description = "Number of rows. Default: ${DEFAULT-VALUE}.")
    private long rows;

    @Option(names = "--select", split = ",", paramLabel = "COLUMN", description = "Columns to print. Default: all.")
    private List<String> select = new ArrayList<>();

    @Mixin
    private FormatOption from;

    @Option(names = "--json", description = "Print one JSON object per row.")
    private boolean json;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            description = "Format of the rows: TABLE, CSV, TSV, JSON or MARKDOWN. Default: TABLE.")
    private RowFormat to;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (rows < 0) {
            throw CommandException.usage("-n is " + rows + ", must be 0 or more");
        }
        RowFormat format = RowFormat.of(json, Optional.ofNullable(to));
        if (format == RowFormat.ARROW) {
            throw CommandException.usage("head prints text: 'stoa scan --to ARROW' writes a stream of Arrow");
        }
        if (Tables.isTable(file, hadoop.configuration())) {
            from.refuseTable(file);
            Snapshot snapshot = Tables.open(file, hadoop.configuration()).snapshot();
            TableRows table = new TableRows(spec.commandLine().getOut(), format);
            if (rows == 0) {
                table.printHead(snapshot, select);
            } else {
                table.print(snapshot, select, Optional.empty(), rows);
            }
            return 0;
        }
        List<InputFiles.Input> inputs = InputFiles.rows(List.of(file), hadoop.configuration(), Guard.none());
        RowPrinter printer = new RowPrinter(spec.commandLine().getOut(), format);
        long left = rows;
        for (InputFiles.Input input : inputs) {
            if (left > 0) {
                left -= print(input, left, format, printer);
            }
        }
        if (left == rows) {
            printer.head(columns(inputs.get(0)));
        }
        printer.finish();
        return 0;
    }

    /** Prints the first rows of a file; returns their number. */
    private long print(InputFiles.Input input, long most, RowFormat format, RowPrinter printer) throws IOException {
        Optional<FileKind> foreign = ForeignFiles.kind(input, from.kind());
        if (foreign.isPresent()) {
            ForeignHead head =
                    new ForeignHead(new ColumnSelection(input.path().toString(), select), format, most, printer);
            ForeignFiles.read(input, foreign.get(), hadoop.configuration(), Notes.of(spec), head::take);
            return head.count();
        }
        try (StoaFile stoa = OpenFiles.stoa(input);
                Scan scan = build(stoa, most)) {
            RowRenderer renderer = new RowRenderer(format, most);
            while (scan.next()) {
                printer.rows(renderer.of(scan.batch()));
            }
            return scan.stats().rowsDelivered();
        }
    }

    /** Returns the columns of a file, for a head without rows. */
    private Schema columns(InputFiles.Input input) throws IOException {
        Optional<FileKind> foreign = ForeignFiles.kind(input, from.kind());
        if (foreign.isPresent()) {
            return new ColumnSelection(input.path().toString(), select)
                    .of(ForeignFiles.schema(input, foreign.get(), hadoop.configuration(), note -> {}));
        }
        try (StoaFile stoa = OpenFiles.stoa(input);
                Scan scan = build(stoa, 0)) {
            return scan.schema();
        }
    }

    private Scan build(StoaFile stoa, long most) throws IOException {
        ScanBuilder builder = stoa.scan().rows(0, Math.min(most, stoa.rowCount()));
        try {
            return (select.isEmpty() ? builder : builder.select(select.toArray(String[]::new))).build();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
    }
}
