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
import dev.stoa.reader.ColumnBlock;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.FileReport.Column;
import dev.stoa.reader.FileReport.Region;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A file as a page to look at: a map by offset, and the bytes of each column by encoding. It reads metadata only. */
public final class FilePicture {
    private static final int MAX_COLUMNS = 200;

    private static final char DATA = 'd';
    private static final char DICTIONARY = 'k';
    private static final char INDEX = 'i';
    private static final char MIN_MAX = 'm';
    private static final char OTHER = 'o';

    /** The kinds of encodings, those with the most bytes first. All others share the last one. */
    private static final String ENCODINGS = "ABCDEFG";

    private static final Map<Character, String> PARTS = Map.of(
            DATA, "data",
            DICTIONARY, "dictionary",
            INDEX, "column index",
            MIN_MAX, "MinMax",
            OTHER, "header, footer and tail");

    private static final Map<Character, Colour> COLOURS = Map.ofEntries(
            Map.entry(DATA, Colour.BLUE),
            Map.entry(DICTIONARY, Colour.YELLOW),
            Map.entry(INDEX, Colour.GREEN),
            Map.entry(MIN_MAX, Colour.PURPLE),
            Map.entry(OTHER, Colour.BROWN),
            Map.entry('A', Colour.BLUE),
            Map.entry('B', Colour.ORANGE),
            Map.entry('C', Colour.GREEN),
            Map.entry('D', Colour.PURPLE),
            Map.entry('E', Colour.SKY),
            Map.entry('F', Colour.BROWN),
            Map.entry('G', Colour.GREY));

    private final String name;
    private final StoaFile file;
    private final FileReport report;
    private final List<Map<String, Long>> bytes = new ArrayList<>();
    private final Map<String, Character> kinds = new LinkedHashMap<>();
    private final Map<Character, String> meanings = new LinkedHashMap<>();
    private final StringBuilder html = new StringBuilder();

    private FilePicture(String name, StoaFile file, FileReport report) {
        this.name = name;
        this.file = file;
        this.report = report;
    }

    /** Returns the page of a file under a name. */
    public static String page(String name, StoaFile file, FileReport report) throws IOException {
        FilePicture picture = new FilePicture(name, file, report);
        picture.count();
        picture.draw();
        return picture.html.toString();
    }

    private List<Column> columns() {
        return ExplainPrinter.first(report.columns(), MAX_COLUMNS);
    }

    /** Sums the bytes of each column by the outermost encoding, and names the largest encodings. */
    private void count() throws IOException {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Column column : columns()) {
            Map<String, Long> ofColumn = new LinkedHashMap<>();
            for (ColumnBlock block : ColumnPlace.of(file, column).blocks()) {
                int end = block.encoding().indexOf('(');
                String outermost = end < 0 ? block.encoding() : block.encoding().substring(0, end);
                ofColumn.merge(outermost, block.bytes(), Long::sum);
                all.merge(outermost, block.bytes(), Long::sum);
            }
            bytes.add(ofColumn);
        }
        List<String> largest = all.keySet().stream()
                .sorted(Comparator.comparing(all::get).reversed())
                .toList();
        char others = ENCODINGS.charAt(ENCODINGS.length() - 1);
        for (String encoding : largest) {
            boolean isNamed = kinds.size() < ENCODINGS.length() - 1;
            kinds.put(encoding, isNamed ? ENCODINGS.charAt(kinds.size()) : others);
            meanings.put(kinds.get(encoding), isNamed ? encoding : "other encodings");
        }
        meanings.put(DICTIONARY, PARTS.get(DICTIONARY));
    }

    private void draw() throws IOException {
        long length = file.identity().length();
        html.append(HtmlPage.begin("stoa inspect", Colour.style(COLOURS)));
        html.append("<h1>").append(HtmlPage.escaped(name)).append("</h1>\n");
        html.append(Counted.text(
                "<p>%,d row[s], %s, edition %d, %s</p>%n",
                file.rowCount(),
                Sizes.text(length),
                file.info().edition(),
                file.identity().uuid()));
        map(length);
        encodings();
        if (report.columns().size() > MAX_COLUMNS) {
            html.append(Counted.text(
                    "<p>The page leaves out %,d more column[s].</p>%n",
                    report.columns().size() - MAX_COLUMNS));
        }
        html.append(HtmlPage.END);
    }

    private void legend(Map<Character, String> entries) {
        html.append("<p class=\"legend\">");
        entries.keySet().stream().sorted().forEach(kind -> html.append(HtmlPage.key(kind, entries.get(kind))));
        html.append("</p>\n");
    }

    private void map(long length) {
        html.append("<h2>Map of the file, by offset</h2>\n");
        legend(PARTS);
        html.append(
                "<table class=\"lanes\">\n<tr><th class=\"name\">column</th><th></th><th>bytes</th><th>share</th></tr>\n");
        lane("whole file", lane(length, Optional.empty()), length, length);
        for (int i = 0; i < columns().size(); i++) {
            Column column = columns().get(i);
            long all = column.dataBytes() + column.indexBytes() + column.minMaxBytes();
            lane(column.path().toString(), lane(length, Optional.of(i)), all, length);
        }
        html.append("<tr><td></td>")
                .append(HtmlPage.picture(lane(length, Optional.empty()).axis()))
                .append("</tr>\n</table>\n");
    }

    private PictureLane lane(long length, Optional<Integer> column) {
        PictureLane lane = new PictureLane(length, Sizes::text, PARTS);
        for (Region region : report.regions()) {
            if (column.isEmpty() || region.column() == column.get()) {
                lane.paint(
                        region.offset(),
                        region.offset() + region.length(),
                        switch (region.kind()) {
                            case EXTENT -> DATA;
                            case DICTIONARY -> DICTIONARY;
                            case INDEX -> INDEX;
                            case MIN_MAX -> MIN_MAX;
                            case HEADER, FOOTER, TAIL -> OTHER;
                        });
            }
        }
        return lane;
    }

    private void lane(String name, PictureLane lane, long part, long whole) {
        html.append("<tr>").append(HtmlPage.name(name)).append(HtmlPage.picture(lane.svg()));
        size(part, whole);
        html.append("</tr>\n");
    }

    private void size(long part, long whole) {
        html.append(HtmlPage.value("bytes", Sizes.text(part)))
                .append(HtmlPage.value(
                        "share", String.format(Locale.ROOT, "%.1f%%", 100.0 * part / Math.max(1, whole))));
    }

    private void encodings() {
        long all = 0;
        long most = 0;
        for (Column column : columns()) {
            all += column.dataBytes();
            most = Math.max(most, column.dataBytes());
        }
        html.append("<h2>Data of each column, by encoding</h2>\n");
        legend(meanings);
        html.append("<table class=\"lanes\">\n<tr><th class=\"name\">column</th><th></th><th>bytes</th><th>share</th>")
                .append("<th class=\"name\">type</th><th class=\"name\">encodings (vectors)</th></tr>\n");
        for (int i = 0; i < columns().size(); i++) {
            Column column = columns().get(i);
            PictureLane lane = new PictureLane(most, Sizes::text, meanings);
            long at = 0;
            for (Map.Entry<String, Long> part : bytes.get(i).entrySet()) {
                if (part.getValue() > 0) {
                    lane.paint(at, at + part.getValue(), kinds.get(part.getKey()));
                    at += part.getValue();
                }
            }
            if (column.dataBytes() > at) {
                lane.paint(at, column.dataBytes(), DICTIONARY);
            }
            html.append("<tr>").append(HtmlPage.name(column.path().toString())).append(HtmlPage.picture(lane.svg()));
            size(column.dataBytes(), all);
            html.append(HtmlPage.text(ColumnCells.type(column.field())))
                    .append(HtmlPage.text(ColumnCells.encodings(column)))
                    .append("</tr>\n");
        }
        html.append("</table>\n");
    }
}
