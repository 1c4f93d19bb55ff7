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
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.StoaCopy;
import dev.stoa.cli.internal.print.ColumnCells;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.Printable;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.format.ValueText;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.FileLayout;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.Sources;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Shows the layout of a file of another format: from its footer if it has one, otherwise by reading all rows. */
record ForeignLayout(InputFiles.Input input, FileKind kind, FileLayout layout) {
    private static final int MAX_CHARACTERS = 24;

    static ForeignLayout of(InputFiles.Input input, FileKind kind, StoaCopy copy) throws IOException {
        if (kind == FileKind.PARQUET || kind == FileKind.ORC) {
            try (RowSource source = OpenFiles.rows(input, kind, Sources.DEFAULT, copy.conf())) {
                Optional<FileLayout> layout = source.layout();
                if (layout.isPresent()) {
                    return new ForeignLayout(input, kind, layout.get());
                }
            }
        }
        try (StoaFile file = copy.of(input, kind)) {
            return new ForeignLayout(input, kind, read(file));
        }
    }

    private static FileLayout read(StoaFile file) throws IOException {
        List<String> flat = file.schema().fields().stream()
                .filter(field -> !field.type().kind().isNested())
                .map(field -> "`" + field.name().replace("`", "``") + "`")
                .toList();
        Aggregates found = file.scan().select(flat.toArray(String[]::new)).aggregate();
        List<FileLayout.Column> columns = new ArrayList<>();
        int at = 0;
        for (var field : file.schema().fields()) {
            Optional<Aggregates.Column> column = field.type().kind().isNested()
                    ? Optional.empty()
                    : Optional.of(found.columns().get(at++));
            columns.add(new FileLayout.Column(
                    field.name(),
                    ColumnCells.type(field),
                    "",
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    column.map(c -> OptionalLong.of(c.nullCount())).orElse(OptionalLong.empty()),
                    column.flatMap(Aggregates.Column::min).map(min -> ValueText.of(min, 0)),
                    column.flatMap(Aggregates.Column::max).map(max -> ValueText.of(max, 0))));
        }
        return new FileLayout(found.rows(), List.of("types, nulls and bounds by reading all rows"), columns);
    }

    void print(PrintWriter out) {
        out.print(Counted.text(
                "%s: %s, %,d row[s], %s%s%n%n",
                Spool.named(input.path().toString()),
                kind,
                layout.rows(),
                Sizes.text(input.status().getLen()),
                layout.facts().isEmpty() ? "" : ", " + Printable.of(String.join(", ", layout.facts()))));
        boolean hasBytes = layout.columns().stream().anyMatch(c -> c.bytes().isPresent());
        boolean hasEncodings =
                layout.columns().stream().anyMatch(c -> !c.encodings().isEmpty());
        List<String> head = new ArrayList<>(List.of("column", "type"));
        if (hasEncodings) {
            head.add("encodings; compression");
        }
        if (hasBytes) {
            head.add(">bytes");
        }
        if (hasEncodings) {
            head.add(">ratio");
        }
        head.addAll(List.of(">nulls", "min", "max"));
        TextTable table = new TextTable(head);
        for (FileLayout.Column column : layout.columns()) {
            List<Object> cells = new ArrayList<>(List.of(column.path(), column.type()));
            if (hasEncodings) {
                cells.add(column.encodings());
            }
            if (hasBytes) {
                cells.add(number(column.bytes()));
            }
            if (hasEncodings) {
                cells.add(String.format(
                        Locale.ROOT,
                        "%.2f",
                        (double) column.plainBytes().orElse(0)
                                / Math.max(1, column.bytes().orElse(0))));
            }
            cells.add(number(column.nulls()));
            cells.add(cut(column.min()));
            cells.add(cut(column.max()));
            table.row(cells.toArray());
        }
        table.print(out);
    }

    void writeJson(PrintWriter out) throws IOException {
        JsonGenerator g = Json.document(out);
        g.writeStartObject();
        g.writeStringField("file", Spool.named(input.path().toString()));
        g.writeStringField("format", kind.name());
        g.writeNumberField("rows", layout.rows());
        g.writeNumberField("bytes", input.status().getLen());
        g.writeArrayFieldStart("columns");
        for (FileLayout.Column column : layout.columns()) {
            g.writeStartObject();
            g.writeStringField("path", column.path());
            g.writeStringField("type", column.type());
            if (!column.encodings().isEmpty()) {
                g.writeStringField("encodings", column.encodings());
            }
            write(g, "bytes", column.bytes());
            write(g, "plainBytes", column.plainBytes());
            write(g, "nulls", column.nulls());
            if (column.min().isPresent()) {
                g.writeStringField("min", column.min().get());
            }
            if (column.max().isPresent()) {
                g.writeStringField("max", column.max().get());
            }
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeEndObject();
        g.flush();
        out.println();
    }

    private static void write(JsonGenerator g, String name, OptionalLong number) throws IOException {
        if (number.isPresent()) {
            g.writeNumberField(name, number.getAsLong());
        }
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? String.format(Locale.ROOT, "%,d", number.getAsLong()) : "";
    }

    private static String cut(Optional<String> bound) {
        String text = bound.orElse("");
        int end = text.offsetByCodePoints(0, Math.min(MAX_CHARACTERS, text.codePointCount(0, text.length())));
        return text.substring(0, end) + (end < text.length() ? "\u2026" : "");
    }
}
