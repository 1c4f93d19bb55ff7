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

import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Maps of partitions as a page to look at: a strip for each node, with the partitions that it holds. */
public final class MapPicture {
    private static final char COPY = 'c';
    private static final char NEW = 'n';
    private static final char RESPONSIBLE = 'r';
    private static final char NEW_RESPONSIBLE = 's';
    private static final List<Character> KINDS = List.of(COPY, NEW, RESPONSIBLE, NEW_RESPONSIBLE);
    private static final Map<Character, String> MEANINGS = Map.of(
            RESPONSIBLE, "responsible",
            NEW_RESPONSIBLE, "responsible, with a new copy",
            COPY, "copy",
            NEW, "new copy");
    private static final Map<Character, Colour> COLOURS = Map.of(
            COPY, Colour.SKY,
            NEW, Colour.ORANGE,
            RESPONSIBLE, Colour.BLUE,
            NEW_RESPONSIBLE, Colour.BROWN);
    private static final String MARKS = "\n  svg.lane rect { stroke: var(--paper); stroke-width: 1; }";

    /** With more partitions the strips have no mark for each. */
    private static final int MOST_MARKED = 220;

    private final StringBuilder html = new StringBuilder();

    private MapPicture() {}

    /**
     * Returns the page of a map.
     *
     * @param before the map before it, to show what has changed
     */
    public static String page(String title, Optional<PlacementMap> before, PlacementMap map) {
        MapPicture picture = new MapPicture();
        picture.html
                .append(HtmlPage.begin("stoa place", Colour.style(COLOURS) + MARKS))
                .append("<h1>")
                .append(HtmlPage.escaped(title))
                .append("</h1>\n<p class=\"legend\">");
        List.of(RESPONSIBLE, NEW_RESPONSIBLE, COPY, NEW)
                .forEach(kind -> picture.html.append(HtmlPage.key(kind, MEANINGS.get(kind))));
        picture.html.append("</p>\n");
        before.ifPresent(other -> picture.map(Optional.empty(), other));
        picture.map(before, map);
        return picture.html.append(HtmlPage.END).toString();
    }

    private void map(Optional<PlacementMap> before, PlacementMap map) {
        for (PartitionClass each : map.classes()) {
            html.append(String.format(
                    Locale.ROOT,
                    "<h2>Epoch %d, %d partitions</h2>%n<table class=\"lanes\">%n<tr><th class=\"name\">node</th><th></th>"
                            + "<th>responsible</th><th>copies</th></tr>%n",
                    map.header().epoch(),
                    each.partitions()));
            int[] responsible = each.responsibilities(map.nodes().size());
            int[] copies = each.copies(map.nodes().size());
            for (int node = 0; node < map.nodes().size(); node++) {
                html.append("<tr>")
                        .append(HtmlPage.name(map.nodes().get(node).name()))
                        .append(HtmlPage.picture(lane(before, map, each, node).svg()))
                        .append(HtmlPage.value("responsible", String.valueOf(responsible[node])))
                        .append(HtmlPage.value("copies", String.valueOf(copies[node])))
                        .append("</tr>\n");
            }
            html.append("<tr><td></td>")
                    .append(HtmlPage.picture(empty(each).axis()))
                    .append("</tr>\n</table>\n");
        }
    }

    private static PictureLane empty(PartitionClass each) {
        return new PictureLane(each.partitions(), String::valueOf, MEANINGS);
    }

    private static PictureLane lane(Optional<PlacementMap> before, PlacementMap map, PartitionClass each, int node) {
        PictureLane lane = empty(each);
        String name = map.nodes().get(node).name();
        // what is painted last is above: on a large map a pixel has several partitions
        for (char kind : KINDS) {
            IntStream.range(0, each.partitions())
                    .filter(part -> each.holds(part, node) && kind(before, each, part, node, name) == kind)
                    .forEach(part -> lane.paint(
                            part,
                            part + 1,
                            kind,
                            each.partitions() > MOST_MARKED ? "" : "part " + part + ": " + MEANINGS.get(kind)));
        }
        return lane;
    }

    private static char kind(Optional<PlacementMap> before, PartitionClass each, int part, int node, String name) {
        boolean isNew = before.isPresent()
                && before.get()
                        .classOf(each.partitions())
                        .map(old -> IntStream.of(old.holders(part))
                                .noneMatch(other ->
                                        before.get().nodes().get(other).name().equals(name)))
                        .orElse(false);
        if (each.responsible(part) == node) {
            return isNew ? NEW_RESPONSIBLE : RESPONSIBLE;
        }
        return isNew ? NEW : COPY;
    }
}
