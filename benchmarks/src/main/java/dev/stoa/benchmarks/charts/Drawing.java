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
package dev.stoa.benchmarks.charts;

import java.util.List;
import java.util.Locale;

/** The elements of an SVG picture, in colours that follow whether the page is light or dark. */
final class Drawing {
    /** One for each series, on light and on dark ground; the first is for the one that the chart is about. */
    private static final List<String> LIGHT = List.of(
            "#c8102e", "#0072b2", "#2a9d3a", "#b8860b", "#7b3fa0", "#00838f", "#d1570b", "#5d6d7e", "#a03060",
            "#4a5a20");

    private static final List<String> DARK = List.of(
            "#ff6b7d", "#5ab4f0", "#63d471", "#f0c040", "#c792ea", "#4dd0e1", "#ff9d5c", "#aab7c4", "#f48fb1",
            "#c5d86d");

    private final int width;
    private final int height;
    private final StringBuilder body = new StringBuilder();

    Drawing(int width, int height, String title) {
        this.width = width;
        this.height = height;
        body.append("<title>").append(escaped(title)).append("</title>\n");
        body.append("<rect class=\"ground\" width=\"%d\" height=\"%d\"/>%n".formatted(width, height));
        text(20, 30, "start", "head", title);
    }

    /** The class that gives an element the colour of a series. */
    static String colour(int series) {
        return "c" + series % LIGHT.size();
    }

    void text(double x, double y, String anchor, String classes, String text) {
        add("<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\" class=\"" + classes
                + "\">" + escaped(text) + "</text>");
    }

    /** A text that reads upwards. */
    void textUpwards(double x, double y, String text) {
        add("<text transform=\"translate(" + number(x) + " " + number(y) + ") rotate(-90)\" text-anchor=\"middle\">"
                + escaped(text) + "</text>");
    }

    void line(double x1, double y1, double x2, double y2, String classes) {
        add("<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2)
                + "\" class=\"" + classes + "\"/>");
    }

    void path(String points, String classes) {
        add("<polyline points=\"" + points + "\" class=\"" + classes + "\"/>");
    }

    /** A dot that says what it is when one points at it. */
    void dot(double x, double y, double radius, String classes, String hint) {
        add("<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"" + number(radius) + "\" class=\"" + classes
                + "\"><title>" + escaped(hint) + "</title></circle>");
    }

    void bar(double x, double y, double barWidth, double barHeight, String classes) {
        add("<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(barWidth) + "\" height=\""
                + number(barHeight) + "\" rx=\"2\" class=\"" + classes + "\"/>");
    }

    private void add(String element) {
        body.append(element).append('\n');
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** The picture. */
    @Override
    public String toString() {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
                <style>
                text{font:13px system-ui,sans-serif;fill:#24292f}.small{font-size:11px;fill:#57606a}.head{font-size:17px;font-weight:600}.strong{font-weight:600}
                .ground{fill:#fff}.grid{stroke:#d8dee4}.axis{stroke:#57606a}.lead{stroke-opacity:.45}
                polyline{fill:none;stroke-width:2;stroke-linejoin:round}.thick{stroke-width:3.5}.dash{stroke-dasharray:7 5}
                %s@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}.ground{fill:#0d1117}.grid{stroke:#30363d}.axis{stroke:#9198a1}
                %s}
                </style>
                %s</svg>
                """.formatted(width, height, width, height, colours(LIGHT), colours(DARK), body);
    }

    private static String colours(List<String> colours) {
        StringBuilder css = new StringBuilder();
        for (int i = 0; i < colours.size(); i++) {
            String colour = colours.get(i);
            css.append(".c%1$d{stroke:%2$s}circle.c%1$d,rect.c%1$d{fill:%2$s}text.c%1$d{fill:%2$s;stroke:none}%n"
                    .formatted(i, colour));
        }
        return css.toString();
    }
}
