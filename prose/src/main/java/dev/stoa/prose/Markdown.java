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
package dev.stoa.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Takes the prose out of Markdown: no code, no addresses, each cell of a table by itself. */
final class Markdown {
    private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");
    private static final Pattern CODE = Pattern.compile("(`+)[^`]+?\\1\\p{L}*");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern ADDRESS = Pattern.compile("https?://\\S+");
    private static final Pattern TAG = Pattern.compile("<[^>]*>");
    private static final Pattern MARKS = Pattern.compile("\\*{1,2}(?=\\S)|(?<=\\S)\\*{1,2}");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern ITEM = Pattern.compile("\\s*([-*+]|\\d+\\.)\\s+(\\[ \\]\\s)?|#+\\s+");

    private final List<Paragraph> paragraphs = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int begin;

    private Markdown() {}

    /** The paragraphs, items, headings and cells of a text. */
    static List<Paragraph> paragraphs(String source) {
        Markdown markdown = new Markdown();
        boolean isCode = false;
        boolean isHead = false;
        int number = 0;
        for (String raw : source.lines().toList()) {
            number++;
            if (number == 1 && raw.equals("---")) {
                isHead = true;
            } else if (isHead) {
                isHead = !raw.equals("---");
            } else if (FENCE.matcher(raw).matches()) {
                isCode = !isCode;
                markdown.end();
            } else if (!isCode) {
                markdown.line(number, raw);
            }
        }
        markdown.end();
        return markdown.paragraphs;
    }

    private void line(int number, String raw) {
        String line = raw;
        if (raw.isBlank() || raw.startsWith("|") || ITEM.matcher(raw).lookingAt()) {
            end();
            line = ITEM.matcher(raw).replaceFirst("");
        }
        if (raw.startsWith("|")) {
            for (String cell : CELL_END.split(raw, -1)) {
                add(number, cell);
                end();
            }
        } else {
            add(number, line);
        }
    }

    private void add(int number, String line) {
        if (text.isEmpty()) {
            begin = number;
        }
        text.append(line).append('\n');
    }

    private void end() {
        if (!text.toString().isBlank()) {
            paragraphs.add(Paragraph.of(begin, plain(text.toString())));
        }
        text.setLength(0);
    }

    private static String plain(String markup) {
        String plain = CODE.matcher(markup)
                .replaceAll(found -> "X"
                        + "\n"
                                .repeat(Paragraph.lineEnds(
                                        found.group(), found.group().length())));
        plain = LINK.matcher(plain).replaceAll("$1");
        plain = ADDRESS.matcher(plain).replaceAll("X");
        plain = TAG.matcher(plain).replaceAll(" ");
        return MARKS.matcher(plain).replaceAll("");
    }
}
