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

import java.util.Locale;

/** Numbers of bytes as text, and back. */
public final class Sizes {
    private Sizes() {}

    /** Such as 512 B, 1.2 kB, 34.5 MB (powers of ten). */
    public static String text(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = 0;
        while (value >= 999.95 && unit < 6) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %sB", value, "_kMGTPE".charAt(unit));
    }

    /** A number of bytes such as 1000, 64k, 128M, 1G (powers of 1024). */
    public static long parse(String text) {
        String number = text.strip();
        int shift = 0;
        if (!number.isEmpty()) {
            int unit = "kmgt".indexOf(Character.toLowerCase(number.charAt(number.length() - 1)));
            if (unit >= 0) {
                shift = 10 * (unit + 1);
                number = number.substring(0, number.length() - 1);
            }
        }
        try {
            long value = Math.multiplyExact(Long.parseLong(number), 1L << shift);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            throw CommandException.usage("'" + text + "' is not a size: write 1000, 64k, 128M or 1G");
        }
        throw CommandException.usage("'" + text + "' is not a size: it must be more than 0");
    }
}
