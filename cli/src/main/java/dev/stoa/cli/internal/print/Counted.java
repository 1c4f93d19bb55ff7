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

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes nouns and verbs agree with the counts in a message. A format may have endings in brackets: {@code %,d row[s]} prints
 * "1 row" and "2 rows", and {@code %,d entr[ies|y]} prints "1 entry" and "2 entries".
 */
public final class Counted {
    private static final Pattern PART = Pattern.compile("%[-,.0-9]*([a-zA-Z%])|\\[([a-z ]*)(?:\\|([a-z ]*))?]");

    private Counted() {}

    /**
     * Formats a message.
     *
     * @param format as {@link String#format} takes it, with endings: the ending of many and, after a bar, that of one. An ending
     *     belongs to the whole number before it
     */
    public static String text(String format, Object... arguments) {
        int next = 0;
        boolean isOne = false;
        StringBuilder chosen = new StringBuilder();
        Matcher matcher = PART.matcher(format);
        while (matcher.find()) {
            MatchResult part = matcher.toMatchResult();
            String replacement = part.group();
            if (part.group(2) != null) {
                String ofOne = part.group(3) == null ? "" : part.group(3);
                replacement = isOne ? ofOne : part.group(2);
            } else if (!part.group(1).equals("n") && !part.group(1).equals("%")) {
                Object argument = arguments[next++];
                isOne = part.group(1).equals("d") ? ((Number) argument).longValue() == 1 : isOne;
            }
            matcher.appendReplacement(chosen, Matcher.quoteReplacement(replacement));
        }
        return String.format(Locale.ROOT, matcher.appendTail(chosen).toString(), arguments);
    }

    /** Names versions: "version 8" or "versions 3 to 8". */
    public static String versions(long oldest, long newest) {
        return oldest == newest ? "version " + newest : "versions " + oldest + " to " + newest;
    }
}
