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
package dev.stoa.cli.internal.browse;

import dev.stoa.cli.internal.print.Printable;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Draws a scene into the lines of a terminal. */
final class Screen {
    private static final int MOST_WIDTH = 40;
    private static final String GAP = "  ";

    private final int width;
    private final int height;
    private final List<AttributedString> lines = new ArrayList<>();

    private Screen(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** Returns one line for each line of the screen, none wider than the screen. */
    static List<AttributedString> draw(Scene scene, int width, int height) {
        Screen screen = new Screen(width, height);
        screen.draw(scene);
        return screen.lines;
    }

    private void draw(Scene scene) {
        add(String.join(" > ", scene.path()), AttributedStyle.BOLD);
        scene.notes().forEach(note -> add(note, AttributedStyle.DEFAULT));
        int[] widths = widths(scene);
        List<String> head = scene.head().stream()
                .map(name -> isRight(name) ? name.substring(1) : name)
                .toList();
        add(cells(scene, head, widths), AttributedStyle.BOLD);
        for (int i = 0; i < scene.lines().size(); i++) {
            AttributedStyle style = i == scene.selected() ? AttributedStyle.INVERSE : AttributedStyle.DEFAULT;
            add(cells(scene, scene.lines().get(i), widths), style);
        }
        while (lines.size() > height - 1) {
            lines.remove(lines.size() - 1);
        }
        while (lines.size() < height - 1) {
            lines.add(AttributedString.EMPTY);
        }
        add(scene.bottom(), AttributedStyle.DEFAULT);
    }

    private void add(String text, AttributedStyle style) {
        String clean = Printable.of(text, width);
        lines.add(new AttributedStringBuilder()
                .append(clean, style)
                .toAttributedString()
                .columnSubSequence(0, width));
    }

    private static boolean isRight(String head) {
        return head.startsWith(">");
    }

    private static int[] widths(Scene scene) {
        int[] widths = new int[scene.head().size()];
        for (int i = 0; i < widths.length; i++) {
            String head = scene.head().get(i);
            int widest = columns(head) - (isRight(head) ? 1 : 0);
            for (List<String> line : scene.lines()) {
                widest = Math.max(widest, columns(Printable.of(line.get(i), MOST_WIDTH)));
            }
            widths[i] = Math.min(MOST_WIDTH, widest);
        }
        return widths;
    }

    /** The cells of a line next to each other, as far as they fit. */
    private String cells(Scene scene, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length && line.length() < width; i++) {
            String cell = fit(Printable.of(cells.get(i), MOST_WIDTH), widths[i]);
            String pad = " ".repeat(widths[i] - columns(cell));
            line.append(i == 0 ? "" : GAP).append(isRight(scene.head().get(i)) ? pad + cell : cell + pad);
        }
        return line.toString();
    }

    private static String fit(String text, int width) {
        return columns(text) <= width
                ? text
                : new AttributedString(text).columnSubSequence(0, width - 1).toString() + "\u2026";
    }

    /** The columns of the terminal that a text takes: two for each wide letter. */
    private static int columns(String text) {
        return new AttributedString(text).columnLength();
    }
}
