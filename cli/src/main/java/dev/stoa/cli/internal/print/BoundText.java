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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ValueText;
import java.util.Optional;

/** Prints bounds of columns in the cells of a table. */
public final class BoundText {
    private static final int MAX_CHARACTERS = 24;

    private BoundText() {}

    /** A short form of a bound. An ellipsis ends it if it is cut here, or if it is no value of the column; empty without one. */
    public static String of(Optional<ColumnVector> bound, boolean exact) {
        if (bound.isEmpty()) {
            return "";
        }
        String text = ValueText.of(bound.get(), 0);
        int end = text.offsetByCodePoints(0, Math.min(MAX_CHARACTERS, text.codePointCount(0, text.length())));
        return text.substring(0, end) + (end < text.length() || !exact ? "\u2026" : "");
    }
}
