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
package dev.stoa.cli.internal.tables;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.DiffPicture;
import dev.stoa.cli.internal.print.HtmlPage;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.JsonValues;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.cli.internal.print.RowLimit;
import dev.stoa.cli.internal.print.RowPrinter;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.ValueText;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableDiff;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa diff}. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = "Prints the rows that differ between two versions of a table. Reads only changed data.",
        footer = {
            "",
            "The fragment and number of a row identify it for its lifetime. Each line begins with the kind of change:",
            "+ inserted, - deleted, < before an update, > after it.",
            "Rows are compared by the columns of the newer version; one that the older version lacks is null there.",
            "Columns that are not compared are named, with --json on the error stream.",
            "",
            "Examples:",
            "  stoa diff lake/orders 16 17",
            "  stoa diff lake/orders '2024-01-30' '2024-01-31' --json --limit -1",
            "  stoa diff lake/orders 16 17 --html diff.html"
        })
public final class DiffCommand implements Callable<Integer> {
    private static final int ROWS_PER_TABLE = 1000;
    private static final long ROWS_OF_PAGE = 100;

    @Parameters(index = "0", paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Parameters(index = "1", paramLabel = "FROM", description = "Version or time.")
    private String from;

    @Parameters(index = "2", paramLabel = "TO", description = "Version or time.")
    private String to;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "Maximum number of rows to print; -1 prints all. The summary counts all rows. Default: 100 on a terminal"
                            + " and in a page, all elsewhere.")
    private Long limit;

    @Option(names = "--json", description = "Print one JSON object per changed row.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            description = "Write a web page that shows the changed rows of each fragment, and lists the first of them.")
    private Path html;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    private final Map<TableDiff.Kind, Long> counts = new EnumMap<>(TableDiff.Kind.class);
    private Optional<TextTable> printed = Optional.empty();
    private List<String> columns = List.of();
    private int inTable;

    @Override
    public Integer call() throws IOException {
        if (json && html != null) {
            throw CommandException.usage("--html goes without --json");
        }
        PrintWriter out = spec.commandLine().getOut();
        boolean isPage = html != null && limit == null;
        RowLimit shown = RowLimit.of(
                isPage ? Optional.of(ROWS_OF_PAGE) : Optional.ofNullable(limit),
                spec.commandLine().getErr());
        Table target = Tables.open(table, hadoop.configuration());
        Snapshot before = Tables.snapshot(target, from);
        Snapshot after = Tables.snapshot(target, to);
        DiffPicture picture = new DiffPicture(shown.most());
        List<String> notCompared;
        try (TableDiff diff = TableDiff.of(before, after);
                Progress progress = progress(diff.fragmentRows(), shown.most())) {
            notCompared = diff.notCompared();
            diff.withProgress(progress::reach);
            long left = shown.most();
            while (diff.next()) {
                TableDiff.Rows rows = diff.rows();
                counts.merge(rows.kind(), (long) rows.rows().length, Long::sum);
                if (html != null) {
                    Optional<Fragment> old = before.fragment(rows.fragment());
                    Fragment fragment = old.isPresent()
                            ? old.get()
                            : after.fragment(rows.fragment()).orElseThrow();
                    picture.add(rows, fragment.rows());
                } else {
                    left = print(out, rows, left);
                }
            }
        }
        printed.ifPresent(last -> last.print(out));
        if (html != null) {
            HtmlPage.write(html, picture.page(table, before + " to " + after, counts, notCompared));
            out.println(html + " shows it");
        } else if (!json) {
            out.println(DiffPicture.counts(counts));
        }
        out.flush();
        shown.tellIfMore(counts.values().stream().mapToLong(Long::longValue).sum());
        PrintWriter notes = json ? spec.commandLine().getErr() : out;
        notCompared.forEach(column -> notes.println("not compared: " + column));
        notes.flush();
        return 0;
    }

    /** Prints rows up to a limit; returns how many more it allows. */
    private long print(PrintWriter out, TableDiff.Rows rows, long limitLeft) throws IOException {
        long left = limitLeft;
        for (int i = 0; i < rows.rows().length && left > 0; i++, left--) {
            if (json) {
                writeJson(out, rows, i);
            } else {
                print(out, rows, i);
            }
        }
        return left;
    }

    /** Not where rows are printed on the same terminal meanwhile. */
    private Progress progress(long rows, long shown) {
        boolean arePrinted = html == null && (json || shown > ROWS_PER_TABLE);
        return arePrinted && Boolean.getBoolean("stoa.terminal.out")
                ? Progress.none()
                : Progress.start("diff", rows, " rows", 1);
    }

    private void print(PrintWriter out, TableDiff.Rows rows, int i) {
        boolean isUpdate = rows.kind() == TableDiff.Kind.UPDATED;
        rows.before().ifPresent(batch -> print(out, isUpdate ? "<" : "-", rows, batch, i));
        rows.after().ifPresent(batch -> print(out, isUpdate ? ">" : "+", rows, batch, i));
    }

    private void print(PrintWriter out, String mark, TableDiff.Rows rows, Batch batch, int i) {
        List<String> names = new ArrayList<>(List.of("change", "fragment", ">row"));
        for (Field field : batch.schema().fields()) {
            names.add((RowPrinter.isNumber(field.type().kind()) ? ">" : "") + field.name());
        }
        if (printed.isEmpty() || !names.equals(columns) || inTable == ROWS_PER_TABLE) {
            printed.ifPresent(before -> before.print(out));
            printed = Optional.of(new TextTable(names));
            columns = names;
            inTable = 0;
        }
        Object[] cells = new Object[names.size()];
        cells[0] = mark;
        cells[1] = rows.fragment();
        cells[2] = rows.rows()[i];
        for (int c = 0; c < batch.columns().size(); c++) {
            cells[3 + c] = ValueText.of(batch.column(c), i);
        }
        printed.get().row(cells);
        inTable++;
    }

    private static void writeJson(PrintWriter out, TableDiff.Rows rows, int i) throws IOException {
        JsonGenerator g = Json.lines(out);
        g.writeStartObject();
        g.writeStringField("change", rows.kind().name().toLowerCase(Locale.ROOT));
        g.writeStringField("fragment", rows.fragment().toString());
        g.writeNumberField("row", rows.rows()[i]);
        if (rows.before().isPresent()) {
            writeJson(g, "before", rows.before().get(), i);
        }
        if (rows.after().isPresent()) {
            writeJson(g, "after", rows.after().get(), i);
        }
        g.writeEndObject();
        g.flush();
        out.println();
    }

    private static void writeJson(JsonGenerator g, String name, Batch batch, int row) throws IOException {
        g.writeObjectFieldStart(name);
        for (int c = 0; c < batch.columns().size(); c++) {
            g.writeFieldName(batch.schema().fields().get(c).name());
            JsonValues.write(g, batch.column(c), row);
        }
        g.writeEndObject();
    }
}
