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
package dev.stoa.cli;

import dev.stoa.reader.ScanStats;
import dev.stoa.reader.ScanTrace;
import dev.stoa.vio.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A scan as a page to look at: columns against the offset in the file, with what was pruned, skipped, read and merged over;
 * zones; and a table of what was read when. One file without scripts, for any browser.
 */
final class ScanPicture {
    private static final int WIDTH = 960;
    private static final int LANE = 16;
    private static final int MAX_COLUMNS = 200;
    private static final int MAX_STEPS = 200;

    private static final char NOTHING = ' ';
    private static final char PRUNED = 'p';
    private static final char SKIPPED = 's';
    private static final char MERGED = 'm';
    private static final char READ = 'r';

    private final String file;
    private final long length;
    private final ScanTrace trace;
    private final ScanStats stats;
    private final StringBuilder html = new StringBuilder();

    ScanPicture(String file, long length, ScanTrace trace, ScanStats stats) {
        this.file = file;
        this.length = Math.max(1, length);
        this.trace = trace;
        this.stats = stats;
    }

    String page() {
        html.append("""
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>stoa scan</title>
                <style>
                  body { font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1240px; padding: 0 1em;
                    color: #1c2733; background: #fff; }
                  h1 { font-size: 1.25em; word-break: break-all; } h2 { font-size: 1em; margin: 1.6em 0 .4em; }
                  table { border-collapse: collapse; } td, th { padding: .1em .8em .1em 0; text-align: right; font-weight: normal; }
                  th { color: #667; } td.lane { padding: 0; } td.name, th.name { text-align: left; white-space: nowrap; }
                  svg { display: block; background: #f6f7f9; }
                  .p { fill: #d5d9df; } .s { fill: #f2c14e; } .m { fill: #d1495b; } .r { fill: #1f78b4; } .w { fill: #2a9d63; }
                  .key { display: inline-block; width: 1em; height: 1em; vertical-align: -2px; margin: 0 .3em 0 1.2em; }
                  .key svg { width: 1em; height: 1em; }
                </style></head><body>
                """);
        summary();
        legend();
        zones();
        lanes();
        fetches();
        html.append("</body></html>\n");
        return html.toString();
    }

    private void summary() {
        long asked = 0;
        long read = 0;
        for (ScanTrace.Fetch fetch : trace.fetches()) {
            asked += ExplainPrinter.bytes(fetch.asked());
            read += ExplainPrinter.bytes(fetch.requests());
        }
        html.append("<h1>").append(escaped(file)).append("</h1>\n<p>");
        html.append(String.format(
                Locale.ROOT,
                "%,d of %,d rows selected. Read %s of %s (%.2f%%): %s asked for, %s merged over, in %,d requests and %,d round "
                        + "trips after the tail.</p>%n",
                stats.rowsDelivered(),
                stats.rowsTotal(),
                Sizes.text(read),
                Sizes.text(length),
                100.0 * read / length,
                Sizes.text(asked),
                Sizes.text(Math.max(0, read - asked)),
                stats.requests(),
                stats.roundTrips()));
    }

    private void legend() {
        html.append("<p>");
        key("p", "pruned: no row there can match");
        key("s", "skipped: not needed after the filter");
        key("r", "read");
        key("m", "merged over: read, but not asked for");
        key("w", "zone that matches as a whole");
        html.append("</p>\n");
    }

    private void key(String kind, String text) {
        html.append("<span class=\"key\"><svg viewBox=\"0 0 1 1\"><rect class=\"")
                .append(kind)
                .append("\" width=\"1\" height=\"1\"/></svg></span>")
                .append(text);
    }

    private void zones() {
        html.append("<h2>Zones, by row</h2>\n");
        char[] lane = lane();
        for (ScanTrace.Zone zone : trace.zones()) {
            char kind = switch (zone.verdict()) {
                case PRUNED -> PRUNED;
                case TESTED -> READ;
                case WHOLE -> 'w';
            };
            paint(lane, zone.firstRow(), zone.endRow(), Math.max(1, stats.rowsTotal()), kind);
        }
        svg(lane);
        html.append(String.format(
                Locale.ROOT,
                "<p>%,d zones: %,d pruned, %,d match as a whole, the others tested (blue).</p>%n",
                stats.zones(),
                stats.zonesPruned(),
                stats.zonesWhole()));
    }

    private void lanes() {
        html.append("<h2>Columns, by offset in the file</h2>\n<table>\n");
        html.append("<tr><th class=\"name\">column</th><th></th><th>data</th><th>read</th></tr>\n");
        char[] others = lane();
        for (ScanTrace.Fetch fetch : trace.fetches()) {
            paint(others, fetch.asked(), READ);
        }
        for (ScanTrace.Column column : ExplainPrinter.first(trace.columns(), MAX_COLUMNS)) {
            char[] lane = lane();
            paint(lane, column.pruned(), PRUNED);
            paint(lane, column.candidates(), SKIPPED);
            long read = 0;
            for (ScanTrace.Fetch fetch : trace.fetches()) {
                if (!fetch.isMetadata()) {
                    List<Range> common = common(fetch.asked(), column.candidates());
                    paint(lane, common, READ);
                    paint(others, common, NOTHING);
                    read += ExplainPrinter.bytes(common);
                }
            }
            long data = ExplainPrinter.bytes(column.pruned()) + ExplainPrinter.bytes(column.candidates());
            lane(column.path().toString(), lane, Sizes.text(data), Sizes.text(read));
        }
        lane("indexes, dictionaries", others, "", "");
        char[] requests = lane();
        for (ScanTrace.Fetch fetch : trace.fetches()) {
            paint(requests, fetch.requests(), MERGED);
        }
        for (ScanTrace.Fetch fetch : trace.fetches()) {
            paint(requests, fetch.asked(), READ);
        }
        lane("requests", requests, "", "");
        html.append("</table>\n");
        if (trace.columns().size() > MAX_COLUMNS) {
            html.append("<p>")
                    .append(trace.columns().size() - MAX_COLUMNS)
                    .append(" more columns are not drawn.</p>\n");
        }
    }

    private void lane(String name, char[] lane, String data, String read) {
        html.append("<tr><td class=\"name\">").append(escaped(name)).append("</td><td class=\"lane\">");
        svg(lane);
        html.append("</td><td>").append(data).append("</td><td>").append(read).append("</td></tr>\n");
    }

    private void fetches() {
        html.append("<h2>What was read, in this order</h2>\n<table>\n<tr><th>step</th><th class=\"name\">what</th>")
                .append(
                        "<th>ranges</th><th>asked</th><th>requests</th><th>read</th><th>expected</th><th>waited</th></tr>\n");
        int step = 1;
        for (ScanTrace.Fetch fetch : ExplainPrinter.first(trace.fetches(), MAX_STEPS)) {
            html.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%d</td><td class=\"name\">%s</td><td>%,d</td><td>%s</td><td>%,d</td><td>%s</td><td>%.2f ms</td>"
                            + "<td>%.2f ms</td></tr>%n",
                    step++,
                    fetch.isMetadata() ? "indexes, MinMax" : "data",
                    fetch.asked().size(),
                    Sizes.text(ExplainPrinter.bytes(fetch.asked())),
                    fetch.requests().size(),
                    Sizes.text(ExplainPrinter.bytes(fetch.requests())),
                    fetch.expectedMicros() / 1000,
                    fetch.waitedNanos() / 1e6));
        }
        html.append("</table>\n");
        if (trace.fetches().size() > MAX_STEPS) {
            html.append("<p>").append(trace.fetches().size() - MAX_STEPS).append(" more steps are not listed.</p>\n");
        }
    }

    private static char[] lane() {
        char[] lane = new char[WIDTH];
        Arrays.fill(lane, NOTHING);
        return lane;
    }

    private void paint(char[] lane, List<Range> ranges, char kind) {
        for (Range range : ranges) {
            paint(lane, range.offset(), range.end(), length, kind);
        }
    }

    /** What is narrower than a pixel still gets one. */
    private static void paint(char[] lane, long from, long to, long whole, char kind) {
        int first = (int) Math.min(WIDTH - 1, (double) from / whole * WIDTH);
        int end = (int) Math.min(WIDTH, Math.ceil((double) to / whole * WIDTH));
        Arrays.fill(lane, first, Math.max(first + 1, end), kind);
    }

    /** The parts of sorted, disjoint ranges that lie in others of the kind. */
    private static List<Range> common(List<Range> some, List<Range> others) {
        List<Range> common = new ArrayList<>();
        int at = 0;
        List<Range> sorted =
                some.stream().sorted(Comparator.comparingLong(Range::offset)).toList();
        for (Range range : sorted) {
            while (at < others.size() && others.get(at).end() <= range.offset()) {
                at++;
            }
            for (int i = at; i < others.size() && others.get(i).offset() < range.end(); i++) {
                long from = Math.max(range.offset(), others.get(i).offset());
                long to = Math.min(range.end(), others.get(i).end());
                common.add(new Range(from, (int) (to - from)));
            }
        }
        return common;
    }

    /** One rectangle for each run of pixels of a kind. */
    private void svg(char[] lane) {
        html.append("<svg width=\"")
                .append(WIDTH)
                .append("\" height=\"")
                .append(LANE)
                .append("\">");
        for (int from = 0; from < WIDTH; ) {
            int to = from + 1;
            while (to < WIDTH && lane[to] == lane[from]) {
                to++;
            }
            if (lane[from] != NOTHING) {
                html.append("<rect class=\"")
                        .append(lane[from])
                        .append("\" x=\"")
                        .append(from)
                        .append("\" width=\"")
                        .append(to - from)
                        .append("\" height=\"")
                        .append(LANE)
                        .append("\"/>");
            }
            from = to;
        }
        html.append("</svg>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
