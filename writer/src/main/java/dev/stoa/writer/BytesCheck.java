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
package dev.stoa.writer;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigInteger;

/** Checks values of shape BYTES against their type, and says how much of them is stored. */
final class BytesCheck {
    /** The value does not fit its type. */
    static final int WRONG = -1;

    private final Type type;
    private final boolean text;
    private final int maxDecimalBytes;

    BytesCheck(Type type) {
        this.type = type;
        this.text = BytesBounds.isText(type.kind());
        this.maxDecimalBytes = type.kind() == TypeKind.DECIMAL ? limit().toByteArray().length : 0;
    }

    private BigInteger limit() {
        return BigInteger.TEN.pow(type.precision());
    }

    /** Whether any value of this type that is ASCII is stored as it is. */
    boolean takesAscii() {
        return type.kind() == TypeKind.STRING || type.kind() == TypeKind.JSON || type.kind() == TypeKind.ENUM;
    }

    /** Whether any value is stored as it is. */
    boolean takesAll() {
        return switch (type.kind()) {
            case BINARY, BSON, GEOMETRY, GEOGRAPHY -> true;
            default -> false;
        };
    }

    /** How many of a value's bytes are stored: the first ones, of a decimal the last ones; or {@link #WRONG}. */
    int storedLength(byte[] data, int from, int length) {
        int stored = length;
        if (text) {
            if (type.kind() == TypeKind.CHAR) {
                while (stored > 0 && data[from + stored - 1] == ' ') {
                    stored--;
                }
            }
            if (!Utf8.isAscii(data, from, from + stored) && !Utf8.isValid(data, from, from + stored)) {
                return WRONG;
            }
            boolean bounded = type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR;
            return bounded && stored > type.precision() && Utf8.codePoints(data, from, from + stored) > type.precision()
                    ? WRONG
                    : stored;
        }
        return switch (type.kind()) {
            case FIXED -> length == type.precision() ? length : WRONG;
            case UUID -> length == 16 ? length : WRONG;
            case DECIMAL -> decimalLength(data, from, length);
            default -> length;
        };
    }

    private int decimalLength(byte[] data, int from, int length) {
        int to = from + length;
        int at = BytesOrder.startOfNumber(data, from, to);
        int stored = to - at;
        if (stored == 0 || stored > maxDecimalBytes) {
            return WRONG;
        }
        boolean maybeTooLarge = stored == maxDecimalBytes;
        return maybeTooLarge && new BigInteger(data, at, stored).abs().compareTo(limit()) >= 0 ? WRONG : stored;
    }

    /** Whether the stored bytes are the last ones. */
    boolean keepsEnd() {
        return maxDecimalBytes > 0;
    }

    /** Returns what is wrong with a value. */
    String problem(byte[] data, int from, int length) {
        if (text) {
            return Utf8.isValid(data, from, from + length)
                    ? "a text of " + Utf8.codePoints(data, from, from + length) + " characters does not fit " + type
                    : "a value of " + length + " bytes is not valid UTF-8, which " + type
                            + " needs: convert the text, or make it a binary column";
        }
        return type.kind() == TypeKind.DECIMAL
                ? "an unscaled value of " + length + " bytes does not fit " + type
                : "a value of " + length + " bytes does not fit " + type;
    }
}
