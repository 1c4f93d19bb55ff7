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
package dev.stoa.reader;

import java.util.ArrayList;
import java.util.List;

/**
 * The names from a top-level column of a row set down to a field. It leads through structs only. A path that names a
 * row set also leads through lists and maps.
 *
 * @param names the names, at least one
 */
public record ColumnPath(List<String> names) {

    /** Checks that a name is present. */
    public ColumnPath {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("the path of a column is empty");
        }
    }

    /** A path of these names, which may hold any characters. */
    public static ColumnPath of(String... names) {
        return new ColumnPath(List.of(names));
    }

    /**
     * A path as text: names with dots between them. A name with a dot or a backquote is in backquotes. Two backquotes
     * within them mean one: {@code a.`b.c`.d}.
     *
     * @throws IllegalArgumentException if a name is empty without backquotes, or backquotes do not pair
     */
    public static ColumnPath parse(String text) {
        List<String> names = new ArrayList<>();
        int at = 0;
        while (true) {
            StringBuilder name = new StringBuilder();
            if (at < text.length() && text.charAt(at) == '`') {
                at = quoted(text, at + 1, name);
            } else {
                while (at < text.length() && text.charAt(at) != '.') {
                    name.append(text.charAt(at++));
                }
                if (name.isEmpty()) {
                    throw new IllegalArgumentException(
                            "a name is missing at position " + at + " of the column path '" + text + "'");
                }
            }
            names.add(name.toString());
            if (at == text.length()) {
                return new ColumnPath(names);
            }
            if (text.charAt(at) != '.') {
                throw new IllegalArgumentException(
                        "a dot is missing at position " + at + " of the column path '" + text + "'");
            }
            at++;
        }
    }

    private static int quoted(String text, int start, StringBuilder name) {
        int at = start;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '`') {
                name.append(c);
            } else if (at < text.length() && text.charAt(at) == '`') {
                name.append('`');
                at++;
            } else {
                return at;
            }
        }
        throw new IllegalArgumentException("a backquote is not closed in the column path '" + text + "'");
    }

    /** The path as text that {@link #parse} reads. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            text.append(text.isEmpty() ? "" : ".");
            boolean plain = !name.isEmpty() && name.indexOf('.') < 0 && name.indexOf('`') < 0;
            text.append(plain ? name : "`" + name.replace("`", "``") + "`");
        }
        return text.toString();
    }
}
