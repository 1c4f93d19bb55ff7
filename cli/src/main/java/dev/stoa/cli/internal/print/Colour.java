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

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The colours of pictures, on light and on dark pages. People with any colour vision can tell any two of them apart. */
enum Colour {
    BLUE("#075797", "#6193ff"),
    ORANGE("#d38b1b", "#dba32f"),
    GREEN("#009065", "#0b855d"),
    PURPLE("#9f799d", "#b06aa2"),
    SKY("#49b1f0", "#77e0f4"),
    BROWN("#ad5319", "#bd4a09"),
    YELLOW("#f0d67e", "#fff79f"),
    GREY("#abaea7", "#5c5666");

    private final String onLight;
    private final String onDark;

    Colour(String onLight, String onDark) {
        this.onLight = onLight;
        this.onDark = onDark;
    }

    /** Returns the style of the kinds of strips, in light colours. */
    static String light(Map<Character, Colour> kinds) {
        return style(kinds, colour -> colour.onLight);
    }

    /** Returns the style of the kinds of strips, in the colours that the browser prefers. */
    static String style(Map<Character, Colour> kinds) {
        return "  " + light(kinds) + "\n  @media (prefers-color-scheme: dark) { "
                + style(kinds, colour -> colour.onDark) + " }";
    }

    private static String style(Map<Character, Colour> kinds, Function<Colour, String> value) {
        return new TreeMap<>(kinds)
                .entrySet().stream()
                        .map(kind -> "." + kind.getKey() + " { fill: " + value.apply(kind.getValue()) + "; }")
                        .collect(Collectors.joining(" "));
    }
}
