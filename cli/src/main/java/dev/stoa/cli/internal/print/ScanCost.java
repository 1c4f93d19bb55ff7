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
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The cost of one question to one file.
 *
 * @param file its name
 * @param length of the file in bytes
 * @param bytesRead from the file, its footer included
 * @param requests number of reads that do not start where the one before ended
 * @param rows number of rows that match
 */
public record ScanCost(String file, long length, long bytesRead, long requests, long rows) {
    private static final char READ = 'r';

    /** Prints the cost of this scan next to that of the same question to another file. */
    public void print(ScanCost other, PrintWriter out) {
        out.println();
        out.println("The same question to " + other.file + ", by parquet-java");
        TextTable table = new TextTable(List.of("file", ">size", ">read", ">of it", ">requests", ">rows"));
        for (ScanCost cost : List.of(this, other)) {
            table.row(
                    cost.file,
                    Sizes.text(cost.length),
                    Sizes.text(cost.bytesRead),
                    cost.share(),
                    number(cost.requests),
                    number(cost.rows));
        }
        table.print(out);
        out.println(verdict(other));
        out.flush();
    }

    /** Returns the same as a part of a page. */
    String html(ScanCost other) {
        StringBuilder html = new StringBuilder(
                "<h2>The same question to a Parquet file, by parquet-java</h2>\n<table class=\"lanes\">\n");
        html.append(
                "<tr><th class=\"name\">file</th><th></th><th>read</th><th>of it</th><th>requests</th><th>rows</th></tr>\n");
        long most = Math.max(bytesRead, other.bytesRead);
        for (ScanCost cost : List.of(this, other)) {
            PictureLane lane = new PictureLane(most, Sizes::text, Map.of(READ, "read"));
            lane.paint(0, cost.bytesRead, READ);
            html.append("<tr>").append(HtmlPage.name(cost.file)).append(HtmlPage.picture(lane.svg()));
            html.append(HtmlPage.value("read", Sizes.text(cost.bytesRead)))
                    .append(HtmlPage.value("of it", cost.share()))
                    .append(HtmlPage.value("requests", number(cost.requests)))
                    .append(HtmlPage.value("rows", number(cost.rows)))
                    .append("</tr>\n");
        }
        return html.append("</table>\n<p>")
                .append(verdict(other))
                .append("</p>\n")
                .toString();
    }

    private String share() {
        return String.format(Locale.ROOT, "%.1f%%", 100.0 * bytesRead / Math.max(1, length));
    }

    private String verdict(ScanCost other) {
        return rows == other.rows
                ? "Both find the same number of rows."
                : "The files find different numbers of rows, so they don't hold the same rows.";
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
