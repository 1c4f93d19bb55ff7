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

import java.util.Optional;

/** The terminal of the output, as the launcher describes it by system properties. */
final class Terminal {
    /** No terminal has fewer columns, so a smaller number is a mistake. */
    private static final int LEAST_COLUMNS = 20;

    private Terminal() {}

    private static boolean isOutput() {
        return Boolean.getBoolean("stoa.terminal.out");
    }

    /** Returns how many columns a line may have; absent if the output is no terminal, or its width is unknown. */
    static Optional<Integer> columns() {
        Integer columns = Integer.getInteger("stoa.columns");
        return isOutput() && columns != null && columns >= LEAST_COLUMNS ? Optional.of(columns) : Optional.empty();
    }

    /** Returns the text in bold letters on a terminal, unless the variable NO_COLOR is set. */
    static String bold(String text) {
        boolean isPlain = !isOutput() || Boolean.getBoolean("stoa.plain");
        return isPlain ? text : "\u001b[1m" + text + "\u001b[0m";
    }
}
