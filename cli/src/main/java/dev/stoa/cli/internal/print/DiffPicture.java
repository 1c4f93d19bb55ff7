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

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.ValueText;
import dev.stoa.table.TableDiff;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The difference of two versions of a table as a page to look at: where rows changed in each fragment, and the first changed rows. */
public final class DiffPicture {
    private static final int MAX_FRAGMENTS = 200;
    private static final int MAX_CELL = 60;
    private static final Map<TableDiff.Kind, Character> KINDS = new EnumMap<>(
            Map.of(TableDiff.Kind.INSERTED, 'i', TableDiff.Kind.DELETED, 'd', TableDiff.Kind.UPDATED, 'u'));
    private static final Map<Character, String> MEANINGS = Map.of('i', "inserted", 'd', "deleted", 'u', "updated");
    private static final Map<Character, Colour> COLOURS =
            Map.of('i', Colour.GREEN, 'd', Colour.BROWN, 'u', Colour.BLUE);

    private final long limit;
    private final Map<UUID, Part> fragments = new LinkedHashMap<>();
    private final StringBuilder rows = new StringBuilder();
    private List<String> columns = List.of();
    private long shown;
    private boolean isCut;

    /** A fragment: where its rows changed, and how many. */
    private static final class Part {
        private final PictureLane lane;
        private final Map<TableDiff.Kind, Long> counts = new EnumMap<>(TableDiff.Kind.class);

        Part(long length) {
            lane = new PictureLane(length, DiffPicture::number, MEANINGS);
        }
    }

    /**
     * An empty picture.
     *
     * @param limit maximum number of changed rows that the page lists
     */
    public DiffPicture(long limit) {
        this.limit = limit;
    }

    /**
     * Adds rows of a fragment.
     *
     * @param length number of rows of the fragment
     */
    public void add(TableDiff.Rows changed, long length) {
        if (!fragments.containsKey(changed.fragment()) && fragments.size() == MAX_FRAGMENTS) {
            isCut = true;
        } else {
            Part part = fragments.computeIfAbsent(changed.fragment(), id -> new Part(length));
            for (long row : changed.rows()) {
                part.lane.paint(row, row + 1, KINDS.get(changed.kind()));
            }
            part.counts.merge(changed.kind(), (long) changed.rows().length, Long::sum);
        }
        for (int i = 0; i < changed.rows().length && shown < limit; i++, shown++) {
            list(changed, i);
        }
    }

    private void list(TableDiff.Rows changed, int i) {
        boolean isUpdate = changed.kind() == TableDiff.Kind.UPDATED;
        Optional<List<String>> before = changed.before().map(batch -> values(batch, i));
        Optional<List<String>> after = changed.after().map(batch -> values(batch, i));
        head(changed.after().or(changed::before).orElseThrow());
        before.ifPresent(
                cells -> line(isUpdate ? "&lt;" : "-", changed, i, cells, isUpdate ? after : Optional.empty()));
        after.ifPresent(
                cells -> line(isUpdate ? "&gt;" : "+", changed, i, cells, isUpdate ? before : Optional.empty()));
    }

    private static List<String> values(Batch batch, int i) {
        return batch.columns().stream().map(column -> ValueText.of(column, i)).toList();
    }

    private void head(Batch batch) {
        List<String> names = batch.schema().fields().stream().map(Field::name).toList();
        if (names.equals(columns) && shown > 0) {
            return;
        }
        columns = names;
        rows.append("<tr><th>change</th><th>row</th>");
        names.forEach(name -> rows.append("<th>").append(cell(name)).append("</th>"));
        rows.append("<th class=\"name\">fragment</th></tr>\n");
    }

    /** A row, with the values in bold that the other version does not have. */
    private void line(String mark, TableDiff.Rows changed, int i, List<String> cells, Optional<List<String>> other) {
        rows.append("<tr><td>").append(mark).append("</td>");
        rows.append("<td>").append(number(changed.rows()[i])).append("</td>");
        for (int c = 0; c < cells.size(); c++) {
            String text = cell(cells.get(c));
            boolean isOther = other.isPresent() && !other.get().get(c).equals(cells.get(c));
            rows.append("<td>").append(isOther ? "<b>" + text + "</b>" : text).append("</td>");
        }
        rows.append(HtmlPage.name(changed.fragment().toString())).append("</tr>\n");
    }

    /**
     * Returns the page.
     *
     * @param table its name
     * @param versions the two versions
     * @param counts of all changed rows
     * @param notCompared columns that were not compared, each with the reason
     */
    public String page(String table, String versions, Map<TableDiff.Kind, Long> counts, List<String> notCompared) {
        StringBuilder html = new StringBuilder(HtmlPage.begin("stoa diff", Colour.style(COLOURS)));
        html.append("<h1>").append(HtmlPage.escaped(counts(counts))).append("</h1>\n");
        html.append("<p class=\"name\">").append(HtmlPage.escaped(table)).append("<br>");
        html.append(HtmlPage.escaped(versions)).append("</p>\n");
        notCompared.forEach(column -> html.append("<p>Not compared: ")
                .append(HtmlPage.escaped(column))
                .append("</p>\n"));
        html.append("<h2>Changed rows of each fragment, by row</h2>\n<p class=\"legend\">");
        for (TableDiff.Kind kind : TableDiff.Kind.values()) {
            html.append(HtmlPage.key(KINDS.get(kind), MEANINGS.get(KINDS.get(kind))));
        }
        html.append("</p>\n<table class=\"lanes\">\n");
        fragments.forEach((id, part) -> html.append("<tr>")
                .append(HtmlPage.name(id.toString()))
                .append(HtmlPage.picture(part.lane.svg()))
                .append(HtmlPage.value("", counts(part.counts)))
                .append("</tr>\n"));
        html.append("</table>\n");
        if (isCut) {
            html.append("<p>Changes of more fragments are not drawn.</p>\n");
        }
        html.append(String.format(Locale.ROOT, "<h2>The first %,d changed rows</h2>%n", shown));
        html.append("<table class=\"grid\">\n").append(rows).append("</table>\n");
        return html.append(HtmlPage.END).toString();
    }

    /** Returns the numbers of changed rows as text. */
    public static String counts(Map<TableDiff.Kind, Long> counts) {
        return String.format(
                Locale.ROOT,
                "%,d inserted, %,d deleted, %,d updated",
                counts.getOrDefault(TableDiff.Kind.INSERTED, 0L),
                counts.getOrDefault(TableDiff.Kind.DELETED, 0L),
                counts.getOrDefault(TableDiff.Kind.UPDATED, 0L));
    }

    private static String cell(String text) {
        return HtmlPage.escaped(Printable.of(text, MAX_CELL));
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
