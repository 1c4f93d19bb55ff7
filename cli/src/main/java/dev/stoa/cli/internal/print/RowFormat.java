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
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.interop.csv.CsvDialect;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.csv.CsvTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How commands print rows. */
public enum RowFormat {
    /** Tables for people, as wide as the terminal. */
    TABLE,
    /** Text with commas, and one header. */
    CSV,
    /** Text with tabs, and one header. */
    TSV,
    /** One JSON object per row. */
    JSON,
    /** A table of Markdown. */
    MARKDOWN,
    /** A stream of Arrow. */
    ARROW;

    /**
     * Returns the format that options name.
     *
     * @param isJson whether {@code --json} is set
     * @param to the value of {@code --to}, if it is set
     */
    public static RowFormat of(boolean isJson, Optional<RowFormat> to) {
        if (isJson && to.filter(format -> format != JSON).isPresent()) {
            throw CommandException.usage("--json and --to " + to.get() + " contradict each other");
        }
        return isJson ? JSON : to.orElse(TABLE);
    }

    /**
     * Returns the lines before the rows.
     *
     * @throws StoaException if the format can't express a column
     */
    List<String> head(Schema schema) throws IOException {
        List<String> names = schema.fields().stream().map(Field::name).toList();
        List<String> lines = new ArrayList<>();
        if (isDelimited()) {
            check(schema);
            lines.add(line(names));
        } else if (this == MARKDOWN) {
            lines.add(line(names));
            StringBuilder rule = new StringBuilder("|");
            for (Field field : schema.fields()) {
                rule.append(RowPrinter.isNumber(field.type().kind()) ? " ---: |" : " --- |");
            }
            lines.add(rule.toString());
        }
        return lines;
    }

    private static void check(Schema schema) throws IOException {
        CsvOptions withoutHeader = CsvOptions.DEFAULT.withDialect(CsvDialect.DEFAULT.withHeader(false));
        new CsvTarget(OutputStream.nullOutputStream(), schema, withoutHeader).close();
    }

    /** Returns whether rows are lines of delimited text. */
    boolean isDelimited() {
        return this == CSV || this == TSV;
    }

    /** Returns a row as a line. A null is an empty field of delimited text. */
    String line(List<String> cells) {
        StringBuilder line = new StringBuilder(this == MARKDOWN ? "| " : "");
        for (int i = 0; i < cells.size(); i++) {
            String between = this == MARKDOWN ? " | " : this == TSV ? "\t" : ",";
            line.append(i == 0 ? "" : between).append(this == MARKDOWN ? markdown(cells.get(i)) : field(cells, i));
        }
        return line.append(this == MARKDOWN ? " |" : "").toString();
    }

    private static String markdown(String cell) {
        String text = cell == null ? "null" : cell.replace("\\", "\\\\").replace("|", "\\|");
        return Printable.of(text.replace("\r\n", "<br>").replace("\n", "<br>").replace("\r", "<br>"));
    }

    /** A field as {@link CsvTarget} writes it: in quotes where it must, if it is empty, or if it could begin a comment. */
    private String field(List<String> cells, int at) {
        String cell = cells.get(at);
        if (cell == null) {
            return "";
        }
        boolean isQuoted = cell.isEmpty() || (at == 0 && cell.startsWith("#"));
        for (int i = 0; i < cell.length() && !isQuoted; i++) {
            char c = cell.charAt(i);
            isQuoted = c == '"' || c == '\n' || c == '\r' || c == (this == TSV ? '\t' : ',');
        }
        return isQuoted ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell;
    }
}
