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

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A plain table: a header, a rule, rows; numbers to the right, text to the left; control characters shown as escapes, so
 * that no value breaks the table or the terminal.
 */
public final class TextTable {
    private static final int MAX_CELL = 60;

    private final List<String> header;
    private final boolean[] right;
    private final List<String[]> rows = new ArrayList<>();

    /** A column whose name begins with '>' is set to the right. */
    public TextTable(List<String> columns) {
        header = columns.stream()
                .map(c -> c.startsWith(">") ? c.substring(1) : c)
                .toList();
        right = new boolean[columns.size()];
        for (int i = 0; i < right.length; i++) {
            right[i] = columns.get(i).startsWith(">");
        }
    }

    public void row(Object... cells) {
        String[] row = new String[header.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = clean(String.valueOf(cells[i]));
        }
        rows.add(row);
    }

    public void print(PrintWriter out) {
        int[] widths = new int[header.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = width(clean(header.get(i)));
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], width(row[i]));
            }
        }
        print(out, header.stream().map(TextTable::clean).toArray(String[]::new), widths);
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : "  ").append("-".repeat(widths[i]));
        }
        out.println(rule);
        for (String[] row : rows) {
            print(out, row, widths);
        }
        out.flush();
    }

    private void print(PrintWriter out, String[] cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            String pad = " ".repeat(widths[i] - width(cells[i]));
            line.append(i == 0 ? "" : "  ").append(right[i] ? pad + cells[i] : cells[i] + pad);
        }
        out.println(line.toString().stripTrailing());
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String clean(String text) {
        return Printable.of(text, MAX_CELL);
    }
}
