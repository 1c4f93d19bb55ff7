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
import java.util.Arrays;

/** The orders of values of shape BYTES (format-spec, section 4). */
enum BytesOrder {
    /** Unsigned bytes; a value comes before what it is a prefix of. */
    UNSIGNED {
        @Override
        int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
            return Arrays.compareUnsigned(a, aFrom, aTo, b, bFrom, bTo);
        }
    },
    /** Unsigned bytes, as if the shorter value were padded with blanks. */
    PADDED {
        @Override
        int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
            int common = Math.min(aTo - aFrom, bTo - bFrom);
            int c = Arrays.compareUnsigned(a, aFrom, aFrom + common, b, bFrom, bFrom + common);
            return c != 0 ? c : withBlanks(a, aFrom + common, aTo) - withBlanks(b, bFrom + common, bTo);
        }
    },
    /** Big-endian two's complement, as numbers. */
    NUMBER {
        @Override
        int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
            boolean aNegative = a[aFrom] < 0;
            if (aNegative != b[bFrom] < 0) {
                return aNegative ? -1 : 1;
            }
            int aStart = startOfNumber(a, aFrom, aTo);
            int bStart = startOfNumber(b, bFrom, bTo);
            int lengths = (aTo - aStart) - (bTo - bStart);
            if (lengths != 0) {
                return aNegative ? -lengths : lengths;
            }
            return Arrays.compareUnsigned(a, aStart, aTo, b, bStart, bTo);
        }
    };

    private static final byte BLANK = ' ';

    /** Compares two values. */
    abstract int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo);

    /** The order of a type. */
    static BytesOrder of(Type type) {
        return type.kind() == TypeKind.DECIMAL ? NUMBER : type.kind() == TypeKind.CHAR ? PADDED : UNSIGNED;
    }

    /** Where the shortest form of a number in two's complement starts. */
    static int startOfNumber(byte[] data, int from, int to) {
        int at = from;
        while (at + 1 < to && data[at] == data[at + 1] >> 7) {
            at++;
        }
        return at;
    }

    /** Whether bytes come before (-1), equal (0) or come after (1) blanks of the same number. */
    static int withBlanks(byte[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            if (data[i] != BLANK) {
                return (data[i] & 0xFF) < BLANK ? -1 : 1;
            }
        }
        return 0;
    }
}
