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
package dev.stoa.interop.csv;

import dev.stoa.format.Float16;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.Locale;

/** Numbers with a floating point, as programs write them. Java alone also takes 1d, 1f and 0x1p3, which mean something else elsewhere. */
final class FloatingText {
    private static final String SIGNS = "+-.eE";

    private FloatingText() {}

    /**
     * The value of a text, blanks around it aside: a {@link Double} for {@code float64}, else a {@link Float}.
     *
     * @throws IllegalArgumentException if it is no number, or beyond those of the type
     */
    static Object parse(Type type, String written) {
        String text = written.trim();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan", "+nan", "-nan" -> of(type, Double.NaN);
            case "inf", "+inf", "infinity", "+infinity" -> of(type, Double.POSITIVE_INFINITY);
            case "-inf", "-infinity" -> of(type, Double.NEGATIVE_INFINITY);
            default -> finite(type, text);
        };
    }

    private static Object of(Type type, double special) {
        return type.kind() == TypeKind.FLOAT64 ? (Object) special : (Object) (float) special;
    }

    private static Object finite(Type type, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && SIGNS.indexOf(c) < 0) {
                throw new NumberFormatException(text);
            }
        }
        if (type.kind() == TypeKind.FLOAT64) {
            double value = Double.parseDouble(text);
            check(value);
            return value;
        }
        float value = Float.parseFloat(text);
        check(type.kind() == TypeKind.FLOAT16 ? Float16.toFloat(Float16.ofFloat(value)) : value);
        return value;
    }

    private static void check(double value) {
        if (Double.isInfinite(value)) {
            throw new IllegalArgumentException("it is out of range");
        }
    }
}
