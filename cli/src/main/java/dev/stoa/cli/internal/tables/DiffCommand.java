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
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.JsonValues;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.cli.internal.print.RowPrinter;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.interop.csv.ValueText;
import dev.stoa.table.Table;
import dev.stoa.table.TableDiff;
import java.io.IOException;
import java.io.PrintWriter;
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
            "",
            "Examples:",
            "  stoa diff lake/orders 16 17",
            "  stoa diff lake/orders '2024-01-30' '2024-01-31' --json --limit -1"
        })
public final class DiffCommand implements Callable<Integer> {
    private static final int ROWS_PER_TABLE = 1000;

    @Parameters(index = "0", paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Parameters(index = "1", paramLabel = "FROM", description = "Version or time.")
    private String from;

    @Parameters(index = "2", paramLabel = "TO", description = "Version or time.")
    private String to;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description =
                    "Maximum number of rows to print; -1 prints all. The summary counts all rows. Default: ${DEFAULT-VALUE}.")
    private long limit;

    @Option(names = "--json", description = "Print one JSON object per changed row.")
    private boolean json;

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
        if (limit < -1) {
            throw CommandException.usage("--limit is " + limit + ", must be -1 or more");
        }
        PrintWriter out = spec.commandLine().getOut();
        Table target = Tables.open(table, hadoop.configuration());
        long left = limit < 0 ? Long.MAX_VALUE : limit;
        try (TableDiff diff = TableDiff.of(Tables.snapshot(target, from), Tables.snapshot(target, to));
                Progress progress = progress(diff.fragmentRows())) {
            diff.withProgress(progress::reach);
            while (diff.next()) {
                TableDiff.Rows rows = diff.rows();
                counts.merge(rows.kind(), (long) rows.rows().length, Long::sum);
                for (int i = 0; i < rows.rows().length && left > 0; i++, left--) {
                    if (json) {
                        writeJson(out, rows, i);
                    } else {
                        print(out, rows, i);
                    }
                }
            }
        }
        printed.ifPresent(last -> last.print(out));
        if (!json) {
            out.printf(
                    "%,d inserted, %,d deleted, %,d updated%n",
                    counts.getOrDefault(TableDiff.Kind.INSERTED, 0L),
                    counts.getOrDefault(TableDiff.Kind.DELETED, 0L),
                    counts.getOrDefault(TableDiff.Kind.UPDATED, 0L));
        }
        out.flush();
        return 0;
    }

    /** Not where rows are printed on the same terminal meanwhile. */
    private Progress progress(long rows) {
        boolean arePrinted = json || limit < 0 || limit > ROWS_PER_TABLE;
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
