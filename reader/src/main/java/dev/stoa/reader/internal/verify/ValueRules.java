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
package dev.stoa.reader.internal.verify;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Whether values are values of their type (format-spec, section 4). */
public final class ValueRules {
    private final Type type;
    private final long low;
    private final long high;
    private final BigInteger limit;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    ValueRules(Type type) {
        this.type = type;
        long decimals = 0;
        BigInteger power = BigInteger.ZERO;
        switch (type.kind()) {
            case DECIMAL -> {
                power = BigInteger.TEN.pow(type.precision());
                decimals = type.precision() <= 18 ? power.longValueExact() - 1 : 0;
            }
            default -> {
                // no digits to count
            }
        }
        this.limit = power;
        this.low = switch (type.kind()) {
            case INT8 -> Byte.MIN_VALUE;
            case INT16 -> Short.MIN_VALUE;
            case UINT8, UINT16, UINT32, FLOAT16 -> 0;
            case DECIMAL -> -decimals;
            default -> Long.MIN_VALUE;
        };
        this.high = switch (type.kind()) {
            case INT8 -> Byte.MAX_VALUE;
            case INT16 -> Short.MAX_VALUE;
            case UINT8 -> 0xFF;
            case UINT16, FLOAT16 -> 0xFFFF;
            case UINT32 -> 0xFFFF_FFFFL;
            case DECIMAL -> decimals;
            default -> Long.MAX_VALUE;
        };
    }

    /** Whether a value that is not null is one of the type. */
    boolean isValue(ColumnVector vector, int row) {
        if (vector instanceof IntVector v) {
            return v.values()[row] >= low && v.values()[row] <= high;
        } else if (vector instanceof LongVector v) {
            return v.values()[row] >= low && v.values()[row] <= high;
        } else if (vector instanceof Int128Vector v) {
            return limit.signum() == 0 || v.get(row).abs().compareTo(limit) < 0;
        } else if (vector instanceof BytesVector v) {
            return isBytes(v.data(), v.start(row), v.length(row));
        }
        return true;
    }

    private boolean isBytes(byte[] data, int from, int length) {
        return switch (type.kind()) {
            case DECIMAL -> isDecimal(data, from, length);
            case FIXED -> length == type.precision();
            case UUID -> length == 16;
            case STRING, JSON, ENUM -> isText(data, from, length, Integer.MAX_VALUE);
            case VARCHAR -> isText(data, from, length, type.precision());
            case CHAR ->
                isText(data, from, length, type.precision()) && (length == 0 || data[from + length - 1] != ' ');
            default -> true;
        };
    }

    private boolean isDecimal(byte[] data, int from, int length) {
        if (length == 0) {
            return false;
        }
        boolean shortest = length == 1 || data[from] != data[from + 1] >> 7;
        return shortest && new BigInteger(data, from, length).abs().compareTo(limit) < 0;
    }

    private boolean isText(byte[] data, int from, int length, int mostCodePoints) {
        int codePoints = 0;
        boolean ascii = true;
        for (int i = from; i < from + length; i++) {
            ascii &= data[i] >= 0;
            codePoints += (data[i] & 0xC0) != 0x80 ? 1 : 0;
        }
        if (codePoints > mostCodePoints) {
            return false;
        }
        if (ascii) {
            return true;
        }
        try {
            utf8.decode(ByteBuffer.wrap(data, from, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
