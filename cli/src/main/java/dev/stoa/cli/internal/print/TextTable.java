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
 * A plain table of a header, a rule and rows. Numbers are aligned right and text left. Control characters become escapes,
 * so that no value breaks the table or the terminal.
 */
public final class TextTable {
    private static final int MAX_CELL = 60;
    private static final int GAP = 2;

    /** Texts are cut to no fewer characters. */
    private static final int LEAST_WIDTH = 8;

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

    /** Prints the table. On a terminal it cuts long texts, and leaves out the last columns, until a line fits. */
    public void print(PrintWriter out) {
        int[] widths = new int[header.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = width(clean(header.get(i)));
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], width(row[i]));
            }
        }
        int shown = Terminal.columns().map(most -> fit(widths, most)).orElse(widths.length);
        line(out, header.stream().map(TextTable::clean).toArray(String[]::new), widths, shown, true);
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < shown; i++) {
            rule.append(i == 0 ? "" : "  ").append("-".repeat(widths[i]));
        }
        out.println(rule);
        for (String[] row : rows) {
            line(out, row, widths, shown, false);
        }
        if (shown < widths.length) {
            out.println(Counted.text("(%d more column[s]: the terminal is too narrow)", widths.length - shown));
        }
        out.flush();
    }

    /** Narrows the widest columns of text until a line fits into the given width; returns the number of columns that fit. */
    private int fit(int[] widths, int most) {
        int all = -GAP;
        for (int width : widths) {
            all += width + GAP;
        }
        while (all > most) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean isNarrower = widest >= 0 && widths[i] <= widths[widest];
                if (!right[i] && widths[i] > LEAST_WIDTH && !isNarrower) {
                    widest = i;
                }
            }
            if (widest < 0) {
                break;
            }
            widths[widest]--;
            all--;
        }
        int shown = widths.length;
        while (all > most && shown > 1) {
            shown--;
            all -= widths[shown] + GAP;
        }
        return shown;
    }

    private void line(PrintWriter out, String[] cells, int[] widths, int shown, boolean isHead) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < shown; i++) {
            String cell = width(cells[i]) <= widths[i] ? cells[i] : Printable.of(cells[i], widths[i] - 1);
            String pad = " ".repeat(widths[i] - width(cell));
            line.append(i == 0 ? "" : " ".repeat(GAP)).append(right[i] ? pad + cell : cell + pad);
        }
        String text = line.toString().stripTrailing();
        out.println(isHead ? Terminal.bold(text) : text);
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String clean(String text) {
        return Printable.of(text, MAX_CELL);
    }
}
