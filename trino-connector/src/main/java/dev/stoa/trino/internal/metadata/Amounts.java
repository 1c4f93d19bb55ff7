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
package dev.stoa.trino.internal.metadata;

import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and ages in the arguments of procedures: {@code 10GB}, {@code 7d}. */
final class Amounts {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})\\s*([a-zA-Z]+)");
    private static final Map<String, Integer> SIZES =
            Map.of("b", 0, "k", 10, "kb", 10, "m", 20, "mb", 20, "g", 30, "gb", 30, "t", 40, "tb", 40);
    private static final Map<String, Duration> AGES = Map.of(
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private Amounts() {}

    /** A number of bytes. */
    static long bytes(String name, String text) {
        Matcher amount = AMOUNT.matcher(text.strip());
        if (amount.matches() && SIZES.containsKey(amount.group(2).toLowerCase(Locale.ENGLISH))) {
            int shift = SIZES.get(amount.group(2).toLowerCase(Locale.ENGLISH));
            long number = Long.parseLong(amount.group(1));
            if (number <= Long.MAX_VALUE >> shift) {
                return number << shift;
            }
        }
        throw invalid(name, text, "a size such as '512MB' or '10GB'");
    }

    /** A duration. */
    static Duration age(String name, String text) {
        Matcher amount = AMOUNT.matcher(text.strip());
        if (amount.matches() && AGES.containsKey(amount.group(2))) {
            try {
                return AGES.get(amount.group(2)).multipliedBy(Long.parseLong(amount.group(1)));
            } catch (ArithmeticException e) {
                throw invalid(name, text, "an age that is shorter");
            }
        }
        throw invalid(name, text, "an age such as '30m', '12h' or '7d'");
    }

    private static TrinoException invalid(String name, String text, String instead) {
        return new TrinoException(
                StandardErrorCode.INVALID_PROCEDURE_ARGUMENT, name + " is '" + text + "': write " + instead);
    }
}
