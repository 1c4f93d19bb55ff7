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

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;

/** A strip of a picture: a scale of bytes or rows, painted pixel by pixel, what is painted last above. */
public final class PictureLane {
    public static final int WIDTH = 880;
    static final int HEIGHT = 16;

    static final char PRUNED = 'p';
    static final char SKIPPED = 's';
    static final char MERGED = 'm';
    public static final char READ = 'r';
    static final char WHOLE = 'w';

    /** The meanings of the kinds, in the order of the legend. */
    static final Map<Character, String> MEANINGS = Map.of(
            PRUNED, "pruned",
            SKIPPED, "skipped",
            READ, "read",
            MERGED, "merged over",
            WHOLE, "matches as a whole");

    private static final char NOTHING = ' ';
    private static final int TICKS = 4;

    private final char[] pixels = new char[WIDTH];
    private final String[] notes = new String[WIDTH];
    private final long length;
    private final LongFunction<String> label;
    private final Map<Character, String> meanings;

    /**
     * An empty strip.
     *
     * @param length where its scale ends; it starts at 0
     * @param label of a place on the scale
     */
    public PictureLane(long length, LongFunction<String> label) {
        this(length, label, MEANINGS);
    }

    /**
     * An empty strip with kinds of its own.
     *
     * @param length where its scale ends; it starts at 0
     * @param label of a place on the scale
     * @param meanings of the kinds
     */
    PictureLane(long length, LongFunction<String> label, Map<Character, String> meanings) {
        this.length = Math.max(1, length);
        this.label = label;
        this.meanings = meanings;
        Arrays.fill(pixels, NOTHING);
        Arrays.fill(notes, "");
    }

    /** Paints a part of the scale; what is narrower than a pixel still gets one. */
    public void paint(long from, long to, char kind) {
        paint(from, to, kind, "");
    }

    /** Paints a part of the scale, which shows a note in place of the meaning of its kind. */
    void paint(long from, long to, char kind, String note) {
        int first = (int) Math.min(WIDTH - 1, (double) from / length * WIDTH);
        int end = (int) Math.min(WIDTH, Math.ceil((double) to / length * WIDTH));
        Arrays.fill(pixels, first, Math.max(first + 1, end), kind);
        Arrays.fill(notes, first, Math.max(first + 1, end), note);
    }

    void erase(long from, long to) {
        paint(from, to, NOTHING);
    }

    /** One rectangle for each run of pixels of a kind and note, which says what it is. */
    public String svg() {
        StringBuilder svg = new StringBuilder("<svg class=\"lane\" width=\"" + WIDTH + "\" height=\"" + HEIGHT
                + "\" viewBox=\"0 0 " + WIDTH + " " + HEIGHT + "\" preserveAspectRatio=\"none\">");
        for (int from = 0; from < WIDTH; ) {
            int to = from + 1;
            while (to < WIDTH && pixels[to] == pixels[from] && notes[to].equals(notes[from])) {
                to++;
            }
            if (pixels[from] != NOTHING) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%d\" width=\"%d\" height=\"%d\"><title>%s, about %s to %s</title></rect>",
                        pixels[from],
                        from,
                        to - from,
                        HEIGHT,
                        HtmlPage.escaped(
                                notes[from].isEmpty() ? meanings.getOrDefault(pixels[from], "tested") : notes[from]),
                        place(from),
                        place(to)));
            }
            from = to;
        }
        return svg.append("</svg>").toString();
    }

    private String place(int pixel) {
        return label.apply((long) ((double) pixel / WIDTH * length));
    }

    /** The scale below a strip, of any width: a few places with their labels. */
    public String axis() {
        StringBuilder svg = new StringBuilder("<svg class=\"axis\" width=\"" + WIDTH + "\" height=\"" + HEIGHT + "\">");
        for (int tick = 0; tick <= TICKS; tick++) {
            int percent = 100 * tick / TICKS;
            String anchor = tick == 0 ? "start" : tick == TICKS ? "end" : "middle";
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d%%\" x2=\"%d%%\" y2=\"4\"/><text x=\"%d%%\" y=\"14\" text-anchor=\"%s\">%s</text>",
                    percent,
                    percent,
                    percent,
                    anchor,
                    place(WIDTH * tick / TICKS)));
        }
        return svg.append("</svg>").toString();
    }
}
