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
package dev.stoa.cli.internal.arguments;

import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.ConditionText;
import java.util.function.Function;

/** Conditions and assignments that options have as text: see {@link ConditionText}. */
public final class WhereParser {
    private WhereParser() {}

    /**
     * The filter of a condition.
     *
     * @throws CommandException if it is not one; the message points at the position
     */
    public static Filter parse(String condition) {
        return read(condition, ConditionText::filter);
    }

    /**
     * The assignment of a text such as {@code price = price * 1.1}.
     *
     * @throws CommandException if it is not one; the message points at the position
     */
    public static Assignment assignment(String text) {
        return read(text, ConditionText::assignment);
    }

    private static <T> T read(String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
    }
}
