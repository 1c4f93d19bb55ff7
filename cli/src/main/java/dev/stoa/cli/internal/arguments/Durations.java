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

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;

/** Durations of arguments. */
public final class Durations {
    private Durations() {}

    /**
     * A duration such as 90s, 30m, 12h or 7d.
     *
     * @param what it is, for the message, such as "an age"
     */
    public static Duration parse(String what, String text) {
        String iso = text.strip().toUpperCase(Locale.ROOT);
        try {
            Duration duration = iso.endsWith("D") ? Duration.parse("P" + iso) : Duration.parse("PT" + iso);
            if (duration.toNanos() >= 0) { // it throws what is too long for that
                return duration;
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw CommandException.usage("'" + text + "' is not " + what + ": write 90s, 30m, 12h or 7d");
        }
        throw CommandException.usage("'" + text + "' is not " + what + ": it is negative");
    }
}
