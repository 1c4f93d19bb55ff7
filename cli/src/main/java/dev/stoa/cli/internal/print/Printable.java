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

/** Makes text from files safe for a terminal: control characters, which could move its cursor, become escapes. */
public final class Printable {
    private Printable() {}

    /** The text on one line. */
    public static String of(String text) {
        return of(text, Integer.MAX_VALUE);
    }

    /** The text on one line, cut after a number of code points, with an ellipsis for the rest. */
    public static String of(String text, int most) {
        StringBuilder clean = new StringBuilder();
        int used = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (used++ >= most) {
                return clean.append('\u2026').toString();
            }
            switch (c) {
                case '\n' -> clean.append("\\n");
                case '\r' -> clean.append("\\r");
                case '\t' -> clean.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        clean.append(String.format("\\u%04x", c));
                    } else {
                        clean.appendCodePoint(c);
                    }
                }
            }
        }
        return clean.toString();
    }
}
