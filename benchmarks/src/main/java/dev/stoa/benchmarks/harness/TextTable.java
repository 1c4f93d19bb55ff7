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
package dev.stoa.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;

/** A table for people: the first column to the left, the others to the right. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<String> head) {
        rows.add(List.copyOf(head));
    }

    public void add(List<String> row) {
        rows.add(List.copyOf(row));
    }

    /** The table as Markdown that also reads well as text. */
    @Override
    public String toString() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            for (int c = 0; c < widths.length; c++) {
                String cell = rows.get(r).get(c);
                String space = " ".repeat(widths[c] - cell.length());
                text.append("| ").append(c == 0 ? cell + space : space + cell).append(' ');
            }
            text.append("|\n");
            if (r == 0) {
                for (int c = 0; c < widths.length; c++) {
                    text.append('|').append("-".repeat(widths[c] + 1)).append(c == 0 ? "-" : ":");
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }
}
