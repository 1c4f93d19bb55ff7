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

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.CommitSize;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The log of a table as a page to look at: the rows of each version, and the bytes that each commit added. */
public final class LogPicture {
    private static final char ROWS = 'r';
    private static final char BYTES = 'b';
    private static final Map<Character, Colour> COLOURS = Map.of(ROWS, Colour.BLUE, BYTES, Colour.ORANGE);

    private final StringBuilder html = new StringBuilder();

    private LogPicture() {}

    /**
     * Returns the page of a table.
     *
     * @param table its name
     * @param commits newest first
     */
    public static String page(String table, List<CommitSize> commits) {
        LogPicture picture = new LogPicture();
        picture.draw(table, commits);
        return picture.html.toString();
    }

    private void draw(String table, List<CommitSize> commits) {
        html.append(HtmlPage.begin("stoa table log", Colour.style(COLOURS)));
        html.append("<h1>").append(HtmlPage.escaped(table)).append("</h1>\n");
        html.append(Counted.text("<p>The last %,d commit[s], newest first.</p>%n", commits.size()));
        html.append("<h2>Rows after each commit</h2>\n");
        begin("rows</th><th>change");
        long mostRows = commits.stream().mapToLong(CommitSize::rows).max().orElse(0);
        for (CommitSize size : commits) {
            PictureLane lane = new PictureLane(mostRows, LogPicture::number, Map.of(ROWS, "rows"));
            commit(size.commit(), bar(lane, size.rows(), ROWS));
            html.append(HtmlPage.value("rows", number(size.rows())));
            if (size.rowChange() != 0) {
                html.append(HtmlPage.value("change", String.format(Locale.ROOT, "%+,d", size.rowChange())));
            }
            html.append("</tr>\n");
        }
        html.append("</table>\n<h2>Bytes that each commit added: data files and sidecars</h2>\n");
        begin("bytes</th><th>files");
        long mostBytes = commits.stream().mapToLong(CommitSize::bytes).max().orElse(0);
        for (CommitSize size : commits) {
            PictureLane lane = new PictureLane(mostBytes, Sizes::text, Map.of(BYTES, "bytes"));
            commit(size.commit(), bar(lane, size.bytes(), BYTES));
            html.append(HtmlPage.value("bytes", Sizes.text(size.bytes())))
                    .append(HtmlPage.value("files", number(size.files())))
                    .append("</tr>\n");
        }
        html.append("</table>\n").append(HtmlPage.END);
    }

    private void begin(String heads) {
        html.append("<table class=\"lanes\">\n<tr><th>version</th><th class=\"name\">operation</th><th></th><th>")
                .append(heads)
                .append("</th></tr>\n");
    }

    private void commit(CommitInfo commit, PictureLane lane) {
        html.append("<tr><td title=\"")
                .append(commit.time())
                .append("\">")
                .append(number(commit.version()))
                .append("</td>")
                .append(HtmlPage.name(commit.operation()))
                .append(HtmlPage.picture(lane.svg()));
    }

    /** Paints a bar from 0; none for 0. */
    private static PictureLane bar(PictureLane lane, long value, char kind) {
        if (value > 0) {
            lane.paint(0, value, kind);
        }
        return lane;
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
