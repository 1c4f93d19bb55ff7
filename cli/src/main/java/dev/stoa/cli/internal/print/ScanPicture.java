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
import dev.stoa.cli.internal.arguments.Version;
import dev.stoa.reader.ColumnBlock;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.ScanTrace;
import dev.stoa.vio.Range;
import dev.stoa.vio.ReadStats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Draws a scan as an HTML page. It shows zones by row, and columns by their offset in the file and by their own bytes. Colours
 * mark what the scan pruned, skipped, read, or read between two ranges. The page also shows the encodings of blocks and a table
 * of the reads in order. It is one file without scripts.
 */
public final class ScanPicture {
    private static final int MAX_COLUMNS = 200;
    private static final int MAX_STEPS = 200;
    private static final int VECTOR_ROWS = 4096;
    private static final Map<Character, Colour> COLOURS = Map.of(
            PictureLane.PRUNED, Colour.GREY,
            PictureLane.SKIPPED, Colour.ORANGE,
            PictureLane.READ, Colour.BLUE,
            PictureLane.MERGED, Colour.PURPLE,
            PictureLane.WHOLE, Colour.GREEN);

    private final ScanCost cost;
    private final String question;
    private final long length;
    private final ScanTrace trace;
    private final ScanStats stats;
    private final ReadStats io;
    private final Map<ColumnPath, List<ColumnBlock>> blocks;
    private final Optional<ScanCost> other;
    private final SvgDrawing drawing = new SvgDrawing("stoa-scan.svg", Colour.light(COLOURS));
    private final StringBuilder html = new StringBuilder();

    /**
     * A picture.
     *
     * @param cost of the scan
     * @param question the columns and the condition, as the user typed them
     * @param trace of the scan
     * @param stats of the scan
     * @param io everything read from the file, the tail included
     * @param blocks of the columns in the order of the page
     * @param other the cost of the same question to a Parquet file
     */
    public ScanPicture(
            ScanCost cost,
            String question,
            ScanTrace trace,
            ScanStats stats,
            ReadStats io,
            Map<ColumnPath, List<ColumnBlock>> blocks,
            Optional<ScanCost> other) {
        this.cost = cost;
        this.question = question;
        this.length = Math.max(1, cost.length());
        this.trace = trace;
        this.stats = stats;
        this.io = io;
        this.blocks = blocks;
        this.other = other;
    }

    public String page() {
        html.append(HtmlPage.begin("stoa scan", Colour.style(COLOURS)));
        summary();
        other.ifPresent(parquet -> html.append(cost.html(parquet)));
        legend();
        zones();
        lanes();
        drawing.legend("psrmw", PictureLane.MEANINGS);
        html.append(drawing.link());
        columns();
        encodings();
        fetches();
        html.append(HtmlPage.END);
        return html.toString();
    }

    private void summary() {
        double share = Math.min(100, 100.0 * io.bytesRead() / length);
        html.append(String.format(Locale.ROOT, "<h1>Read %.1f%%, skipped %.1f%%</h1>%n", share, 100 - share));
        html.append("<p class=\"name\">").append(HtmlPage.escaped(cost.file())).append("<br><code>");
        html.append(HtmlPage.escaped(question)).append("</code><br>");
        html.append(HtmlPage.escaped(Version.createdBy())).append("</p>\n<p>");
        html.append(Counted.text(
                "%,d of %,d row[s] selected. Read %s of %s in %,d request[s] and %,d round trip[s], the tail included: %s asked for, "
                        + "%s merged over.</p>%n",
                stats.rowsDelivered(),
                stats.rowsTotal(),
                Sizes.text(io.bytesRead()),
                Sizes.text(length),
                io.requestsIssued(),
                io.roundTrips(),
                Sizes.text(io.bytesAsked()),
                Sizes.text(Math.max(0, io.bytesRead() - io.bytesAsked()))));
    }

    private void legend() {
        html.append("<p class=\"legend\">");
        key(PictureLane.PRUNED, "pruned: no row there can match");
        key(PictureLane.SKIPPED, "skipped: not needed after the filter");
        key(PictureLane.READ, "read");
        key(PictureLane.MERGED, "merged over: read, but not asked for");
        key(PictureLane.WHOLE, "zone that matches as a whole");
        html.append("</p>\n");
    }

    private void key(char kind, String text) {
        html.append(HtmlPage.key(kind, text));
    }

    private void zones() {
        html.append("<h2>Zones, by row</h2>\n<table class=\"lanes\">\n");
        PictureLane lane = rowLane();
        for (ScanTrace.Zone zone : trace.zones()) {
            char kind = switch (zone.verdict()) {
                case PRUNED -> PictureLane.PRUNED;
                case TESTED -> PictureLane.READ;
                case WHOLE -> PictureLane.WHOLE;
            };
            lane.paint(zone.firstRow(), zone.endRow(), kind);
        }
        drawing.head(question);
        draw("zones", lane, "", "");
        axis(lane);
        drawing.axis(lane);
        html.append("</table>\n");
        html.append(Counted.text(
                "<p>%,d zone[s]: %,d pruned, %,d match[|es] as a whole, the others tested (blue).</p>%n",
                stats.zones(), stats.zonesPruned(), stats.zonesWhole()));
    }

    private PictureLane fileLane() {
        return new PictureLane(length, Sizes::text);
    }

    private void lanes() {
        html.append("<h2>Columns, by offset in the file</h2>\n<table class=\"lanes\">\n");
        html.append("<tr><th class=\"name\">column</th><th></th><th>data</th><th>read</th></tr>\n");
        PictureLane others = fileLane();
        trace.fetches().forEach(fetch -> paint(others, fetch.asked(), PictureLane.READ));
        for (ScanTrace.Column column : ExplainPrinter.first(trace.columns(), MAX_COLUMNS)) {
            PictureLane lane = fileLane();
            paint(lane, column.pruned(), PictureLane.PRUNED);
            paint(lane, column.candidates(), PictureLane.SKIPPED);
            List<Range> read = read(column);
            paint(lane, read, PictureLane.READ);
            read.forEach(range -> others.erase(range.offset(), range.end()));
            long data = new ColumnBytes(column).length();
            draw(column.path().toString(), lane, Sizes.text(data), Sizes.text(ExplainPrinter.bytes(read)));
        }
        draw("indexes, dictionaries", others, "", "");
        PictureLane requests = fileLane();
        trace.fetches().forEach(fetch -> paint(requests, fetch.requests(), PictureLane.MERGED));
        trace.fetches().forEach(fetch -> paint(requests, fetch.asked(), PictureLane.READ));
        draw("requests", requests, "", "");
        axis(requests);
        drawing.axis(requests);
        html.append("</table>\n");
        if (trace.columns().size() > MAX_COLUMNS) {
            html.append("<p>")
                    .append(trace.columns().size() - MAX_COLUMNS)
                    .append(" more columns are not drawn.</p>\n");
        }
    }

    /** Where a short column is next to nothing in the file, one sees what happened in it. */
    private void columns() {
        html.append("<h2>Columns, each by its own bytes</h2>\n<table class=\"lanes\">\n");
        html.append("<tr><th class=\"name\">column</th><th></th><th>read of it</th></tr>\n");
        for (ScanTrace.Column column : ExplainPrinter.first(trace.columns(), MAX_COLUMNS)) {
            ColumnBytes bytes = new ColumnBytes(column);
            PictureLane lane = new PictureLane(bytes.length(), Sizes::text);
            List<Range> read = read(column);
            bytes.paint(lane, column.pruned(), PictureLane.PRUNED);
            bytes.paint(lane, column.candidates(), PictureLane.SKIPPED);
            bytes.paint(lane, read, PictureLane.READ);
            double share = 100.0 * ColumnBytes.of(read) / Math.max(1, bytes.length());
            html.append("<tr>")
                    .append(HtmlPage.name(column.path().toString()))
                    .append(HtmlPage.picture(lane.svg()))
                    .append(HtmlPage.value("read of it", String.format(Locale.ROOT, "%.1f%%", share)))
                    .append("</tr>\n");
        }
        html.append("</table>\n");
    }

    /** The blocks of each column, one light and one dark in turn. */
    private void encodings() {
        html.append("<h2>Blocks of each column, by row: hover to see encodings</h2>\n<table class=\"lanes\">\n");
        PictureLane rows = rowLane();
        blocks.forEach((column, all) -> {
            PictureLane lane = rowLane();
            for (int i = 0; i < all.size(); i++) {
                ColumnBlock block = all.get(i);
                long first = (long) block.firstVector() * VECTOR_ROWS;
                long end = Math.min(stats.rowsTotal(), first + (long) block.vectors() * VECTOR_ROWS);
                String note = Counted.text(
                        "%s, %,d vector[s], %s", block.encoding(), block.vectors(), Sizes.text(block.bytes()));
                lane.paint(first, end, i % 2 == 0 ? PictureLane.READ : PictureLane.PRUNED, note);
            }
            lane(column.toString(), lane, "", "");
        });
        axis(rows);
        html.append("</table>\n");
    }

    private PictureLane rowLane() {
        return new PictureLane(stats.rowsTotal(), row -> String.format(Locale.ROOT, "%,d", row));
    }

    /** The ranges read of a column's candidates. */
    private List<Range> read(ScanTrace.Column column) {
        List<Range> read = new ArrayList<>();
        for (ScanTrace.Fetch fetch : trace.fetches()) {
            if (!fetch.isMetadata()) {
                read.addAll(common(fetch.asked(), column.candidates()));
            }
        }
        return read;
    }

    /** Adds a strip to the page, and to the picture that can be saved. */
    private void draw(String name, PictureLane lane, String data, String read) {
        lane(name, lane, data, read);
        drawing.lane(name, lane);
    }

    private void lane(String name, PictureLane lane, String data, String read) {
        html.append("<tr>").append(HtmlPage.name(name)).append(HtmlPage.picture(lane.svg()));
        if (!data.isEmpty()) {
            html.append(HtmlPage.value("data", data)).append(HtmlPage.value("read", read));
        }
        html.append("</tr>\n");
    }

    private void axis(PictureLane lane) {
        html.append("<tr><td></td>").append(HtmlPage.picture(lane.axis())).append("</tr>\n");
    }

    private void fetches() {
        html.append(
                        "<h2>What was read, in this order</h2>\n<table class=\"grid\">\n<tr><th>step</th><th class=\"name\">what</th>")
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

    private static void paint(PictureLane lane, List<Range> ranges, char kind) {
        ranges.forEach(range -> lane.paint(range.offset(), range.end(), kind));
    }

    /** The parts of sorted, disjoint ranges that are in others of the kind. */
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
}
