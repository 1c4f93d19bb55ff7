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

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;

/** The strips of a page, below each other in one independent SVG, in light colours, so that other documents can have it. */
final class SvgDrawing {
    private static final int NAME_WIDTH = 220;
    private static final int LINE = 22;
    private static final int MARGIN = 20;
    private static final int NAME_LETTERS = 30;
    private static final int KEY_WIDTH = 150;
    private static final String STYLE =
            "text { font: 12px system-ui, sans-serif; fill: #1c2733; } .head { font-weight: bold; }"
                    + " .axis text { font-size: 10px; fill: #667; } .axis line { stroke: #99a; } .back { fill: #f0f2f5; } .paper { fill: #fff; }";

    private final String fileName;
    private final String colours;
    private final StringBuilder lines = new StringBuilder();
    private int height;

    /**
     * An empty drawing.
     *
     * @param fileName the name that a browser saves it by
     * @param colours of the kinds of the strips
     */
    SvgDrawing(String fileName, String colours) {
        this.fileName = fileName;
        this.colours = colours;
    }

    /** Adds a line of text. */
    void head(String text) {
        height += LINE;
        text("head", text);
    }

    /** Adds a strip with its name. */
    void lane(String name, PictureLane lane) {
        height += LINE;
        String shown = name.length() > NAME_LETTERS ? name.substring(0, NAME_LETTERS - 1) + "…" : name;
        text("name", shown);
        lines.append(String.format(
                Locale.ROOT,
                "<rect class=\"back\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                NAME_WIDTH,
                height - PictureLane.HEIGHT,
                PictureLane.WIDTH,
                PictureLane.HEIGHT));
        strip(lane.svg());
    }

    /** Adds the scale of the strips above. */
    void axis(PictureLane lane) {
        height += LINE;
        strip(lane.axis());
    }

    /** Adds a line that says what the colours mean. */
    void legend(String kinds, Map<Character, String> meanings) {
        height += LINE;
        for (int i = 0; i < kinds.length(); i++) {
            char kind = kinds.charAt(i);
            int x = NAME_WIDTH + i * KEY_WIDTH;
            lines.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/><text class=\"key\" x=\"%d\" y=\"%d\">%s</text>",
                    kind,
                    x,
                    height - 14,
                    x + 16,
                    height - 4,
                    meanings.get(kind)));
        }
    }

    private void text(String kind, String text) {
        lines.append(String.format(
                Locale.ROOT, "<text class=\"%s\" y=\"%d\">%s</text>", kind, height - 4, HtmlPage.escaped(text)));
    }

    private void strip(String svg) {
        lines.append(String.format(
                Locale.ROOT, "<g transform=\"translate(%d %d)\">%s</g>", NAME_WIDTH, height - PictureLane.HEIGHT, svg));
    }

    /** Returns the drawing. */
    String svg() {
        int width = NAME_WIDTH + PictureLane.WIDTH + 2 * MARGIN;
        int whole = height + 2 * MARGIN;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + whole + "\" viewBox=\"-"
                + MARGIN
                + " -" + MARGIN + " " + width + " " + whole + "\"><style>" + STYLE + " " + colours
                + "</style><rect class=\"paper\" x=\"-" + MARGIN + "\" y=\"-" + MARGIN
                + "\" width=\"100%\" height=\"100%\"/>"
                + lines + "</svg>";
    }

    /** Returns a link that saves the drawing. It needs no script and no second file. */
    String link() {
        String encoded = Base64.getEncoder().encodeToString(svg().getBytes(StandardCharsets.UTF_8));
        return "<p><a download=\"" + fileName + "\" href=\"data:image/svg+xml;base64," + encoded
                + "\">Save the picture as SVG</a></p>\n";
    }
}
