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
package dev.stoa.format;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a mistyped one probably means: the closest by inserted, deleted, replaced and swapped characters. */
public final class LikelyName {
    /** Longer names are not compared: the cost grows with the square of the length. */
    private static final int MOST_CHARACTERS = 64;

    private static final int CHARACTERS_PER_MISTAKE = 3;

    private LikelyName() {}

    /**
     * The likely name.
     *
     * @param typed what was typed
     * @param names that exist
     * @return the closest one, whatever its case; absent if none differs by at most one mistake for each three characters
     */
    public static Optional<String> of(String typed, Collection<String> names) {
        Optional<String> closest = Optional.empty();
        int fewest = Math.max(1, typed.length() / CHARACTERS_PER_MISTAKE) + 1;
        for (String name : names) {
            boolean comparable = typed.length() <= MOST_CHARACTERS
                    && name.length() <= MOST_CHARACTERS
                    && Math.abs(name.length() - typed.length()) < fewest;
            int mistakes =
                    comparable ? mistakes(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)) : fewest;
            if (mistakes < fewest) {
                fewest = mistakes;
                closest = Optional.of(name);
            }
        }
        return closest;
    }

    /** For a message: a question in brackets after a blank, with the likely name; empty if {@link #of} finds none. */
    public static String question(String typed, Collection<String> names) {
        return of(typed, names).map(name -> " (did you mean '" + name + "'?)").orElse("");
    }

    /** The number of edits between two words (optimal string alignment). */
    private static int mistakes(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
