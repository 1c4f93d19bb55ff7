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
import dev.stoa.format.Field;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws a scan of a table as an HTML page. Of each fragment it shows how many rows the scan pruned, read and selected, and how
 * many bytes it read.
 */
public final class TableScanPicture {
    private static final int MAX_FRAGMENTS = 200;
    private static final char PRUNED_BY_LOG = 'p';
    private static final char PRUNED_IN_FILE = 'f';
    private static final char NOT_SELECTED = 'n';
    private static final char SELECTED = 's';
    private static final Map<Character, String> MEANINGS = Map.of(
            PRUNED_BY_LOG, "pruned by the log",
            PRUNED_IN_FILE, "pruned in the file",
            NOT_SELECTED, "read, not selected",
            SELECTED, "selected");
    private static final Map<Character, Colour> COLOURS = Map.of(
            PRUNED_BY_LOG, Colour.GREY,
            PRUNED_IN_FILE, Colour.SKY,
            NOT_SELECTED, Colour.ORANGE,
            SELECTED, Colour.BLUE);

    private final String question;
    private final Snapshot snapshot;
    private final List<Part> parts;
    private final PartitionNames partitions;
    private final SvgDrawing drawing = new SvgDrawing("stoa-scan.svg", Colour.light(COLOURS));
    private final StringBuilder html = new StringBuilder();

    /**
     * A fragment of the version.
     *
     * @param stats what the scan did in it; absent if the log ruled it out
     */
    public record Part(Fragment fragment, Optional<ScanStats> stats) {
        private long rows() {
            return fragment.rows();
        }

        private long selected() {
            return stats.map(ScanStats::rowsDelivered).orElse(0L);
        }

        /** The bytes of its data files and sidecars. */
        private long bytes() {
            return Stream.concat(
                            fragment.files().stream().map(DataFile::identity),
                            fragment.sidecars().stream().map(SidecarFile::identity))
                    .mapToLong(FileIdentity::length)
                    .sum();
        }

        private long bytesRead() {
            return stats.map(ScanStats::bytesRead).orElse(0L);
        }

        /** Paints its rows from a place of a strip on. The lengths count, not which rows they are. */
        private void paint(PictureLane lane, long first) {
            long end = first + rows();
            if (stats.isEmpty()) {
                paint(lane, first, end, PRUNED_BY_LOG);
                return;
            }
            long afterSelected = first + selected();
            long afterRead = end - stats.get().rowsPruned() - stats.get().rowsByIndex();
            paint(lane, afterRead, end, PRUNED_IN_FILE);
            paint(lane, afterSelected, afterRead, NOT_SELECTED);
            paint(lane, first, afterSelected, SELECTED);
        }

        private static void paint(PictureLane lane, long from, long to, char kind) {
            if (to > from) {
                lane.paint(from, to, kind);
            }
        }
    }

    /**
     * A picture.
     *
     * @param question the columns and the condition, as the user typed them
     * @param snapshot the version of the table
     * @param parts all its fragments, in their order
     */
    public TableScanPicture(String question, Snapshot snapshot, List<Part> parts) {
        this.question = question;
        this.snapshot = snapshot;
        this.parts = List.copyOf(parts);
        partitions = new PartitionNames(snapshot.schema().fields().stream()
                .collect(Collectors.toMap(field -> field.fieldId().getAsInt(), Field::name)));
    }

    public String page() {
        html.append(HtmlPage.begin("stoa scan", Colour.style(COLOURS)));
        summary();
        html.append("<p class=\"legend\">");
        html.append(HtmlPage.key(PRUNED_BY_LOG, "pruned by the log: file not opened"));
        html.append(HtmlPage.key(PRUNED_IN_FILE, "pruned in the file, by MinMax or an index"));
        html.append(HtmlPage.key(NOT_SELECTED, "read, not selected: no match, or deleted"));
        html.append(HtmlPage.key(SELECTED, "selected"));
        html.append("</p>\n");
        table();
        each();
        drawing.legend("pfns", MEANINGS);
        html.append(drawing.link()).append(HtmlPage.END);
        return html.toString();
    }

    private void summary() {
        long bytes = parts.stream().mapToLong(Part::bytes).sum();
        long read = parts.stream().mapToLong(Part::bytesRead).sum();
        double share = Math.min(100, 100.0 * read / Math.max(1, bytes));
        html.append(String.format(Locale.ROOT, "<h1>Read %.1f%%, skipped %.1f%%</h1>%n", share, 100 - share));
        html.append("<p class=\"name\">")
                .append(HtmlPage.escaped(snapshot.toString()))
                .append("<br><code>");
        html.append(HtmlPage.escaped(question)).append("</code><br>");
        html.append(HtmlPage.escaped(Version.createdBy())).append("</p>\n<p>");
        html.append(Counted.text(
                "%,d of %,d row[s] selected. The log ruled out %,d of %,d fragment[s]. Read %s of %s in %,d request[s], "
                        + "without the log and the tails of files.</p>%n",
                parts.stream().mapToLong(Part::selected).sum(),
                parts.stream().mapToLong(part -> part.fragment().liveRows()).sum(),
                parts.stream().filter(part -> part.stats().isEmpty()).count(),
                parts.size(),
                Sizes.text(read),
                Sizes.text(bytes),
                parts.stream()
                        .flatMap(part -> part.stats().stream())
                        .mapToLong(ScanStats::requests)
                        .sum()));
    }

    /** All fragments in one strip, in their order. */
    private void table() {
        PictureLane lane = lane(parts.stream().mapToLong(Part::rows).sum());
        long first = 0;
        for (Part part : parts) {
            part.paint(lane, first);
            first += part.rows();
        }
        html.append("<h2>The table, by rows</h2>\n<table class=\"lanes\">\n");
        drawing.head(question);
        begin("all fragments", lane);
        html.append("</tr>\n");
        end(lane);
    }

    private void each() {
        long most = parts.stream().mapToLong(Part::rows).max().orElse(0);
        html.append("<h2>Each fragment, by the number of its rows</h2>\n<table class=\"lanes\">\n")
                .append(
                        "<tr><th class=\"name\">fragment</th><th></th><th>rows</th><th>selected</th><th>bytes</th><th>read</th></tr>\n");
        for (Part part : ExplainPrinter.first(parts, MAX_FRAGMENTS)) {
            PictureLane lane = lane(most);
            part.paint(lane, 0);
            begin(name(part.fragment()), lane);
            html.append(HtmlPage.value("rows", number(part.rows())))
                    .append(HtmlPage.value("selected", number(part.selected())))
                    .append(HtmlPage.value("bytes", Sizes.text(part.bytes())))
                    .append(HtmlPage.value("read", Sizes.text(part.bytesRead())))
                    .append("</tr>\n");
        }
        end(lane(most));
        if (parts.size() > MAX_FRAGMENTS) {
            html.append(
                    Counted.text("<p>The page leaves out %,d more fragment[s].</p>%n", parts.size() - MAX_FRAGMENTS));
        }
    }

    private String name(Fragment fragment) {
        String file = fragment.files().get(0).path();
        return fragment.partition().isEmpty() ? file : partitions.text(fragment.partition()) + ", " + file;
    }

    /** Begins a row of the page, and draws its strip on the picture that can be saved. */
    private void begin(String name, PictureLane lane) {
        html.append("<tr>").append(HtmlPage.name(name)).append(HtmlPage.picture(lane.svg()));
        drawing.lane(name, lane);
    }

    private void end(PictureLane lane) {
        html.append("<tr><td></td>").append(HtmlPage.picture(lane.axis())).append("</tr>\n</table>\n");
        drawing.axis(lane);
    }

    private static PictureLane lane(long rows) {
        return new PictureLane(rows, TableScanPicture::number, MEANINGS);
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
