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

import java.util.List;
import java.util.Optional;

/** Finds arguments with letters that Java could not read, because the charset of the locale lacks them. */
public final class LostLetters {
    /** Java puts it in the place of a byte that the charset lacks. */
    public static final char REPLACEMENT = '\uFFFD';

    private LostLetters() {}

    /**
     * Returns why the arguments can't be used, if they lost letters: a condition would select other rows.
     *
     * @param charset of the locale, as in the property {@code sun.jnu.encoding}
     */
    public static Optional<String> fault(List<String> arguments, String charset) {
        if (charset.equals("UTF-8")) {
            return Optional.empty();
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).indexOf(REPLACEMENT) >= 0) {
                return Optional.of("argument " + (i + 1) + " has letters that the charset of the locale, " + charset
                        + ", lacks: set LC_ALL to a locale that has them, such as C.UTF-8");
            }
        }
        return Optional.empty();
    }
}
