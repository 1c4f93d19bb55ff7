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

/**
 * Text that belongs together, without code and markup.
 *
 * @param line of the source where it begins, from 1
 * @param text its words; a line end of the source is a line end here
 */
public record Paragraph(int line, String text) {

    /**
     * Makes a paragraph without the white space around the text.
     *
     * @param line where that white space begins
     */
    static Paragraph of(int line, String text) {
        String stripped = text.stripLeading();
        Paragraph all = new Paragraph(line, text);
        return new Paragraph(all.lineOf(text.length() - stripped.length()), stripped.stripTrailing());
    }

    /** Returns the line of the source that has a character of the text. */
    int lineOf(int offset) {
        return line + lineEnds(text, offset);
    }

    /** Counts the line ends before an offset. */
    static int lineEnds(String text, int offset) {
        int ends = 0;
        for (int at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
            ends++;
        }
        return ends;
    }
}
