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
package dev.stoa.format.internal.meta;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The common parts of the fixed-width records: a CRC at the end, and checks that name the record and the field. */
final class Records {
    private Records() {}

    static ByteBuffer take(ByteBuffer in, int length, String where) throws CorruptFileException {
        if (in.remaining() < length) {
            throw new CorruptFileException(where + " is cut short: " + in.remaining() + " of " + length + " bytes");
        }
        ByteBuffer b = in.slice().limit(length).slice().order(ByteOrder.LITTLE_ENDIAN);
        in.position(in.position() + length);
        int crc = Layout.crc(b.duplicate().limit(length - 4));
        if (crc != b.getInt(length - 4)) {
            throw new CorruptFileException(where + " is damaged: CRC " + Integer.toHexString(crc) + ", stated "
                    + Integer.toHexString(b.getInt(length - 4)));
        }
        return b;
    }

    /** Reads a count of items, and checks that {@code itemBytes} bytes are left for each. */
    static int count(ByteBuffer in, int itemBytes) throws CorruptFileException {
        long count = Wire.varint(in, Integer.MAX_VALUE, "a count");
        if (count > in.remaining() / itemBytes) {
            throw Wire.corrupt(
                    in, count + " items of at least " + itemBytes + " bytes can't be in " + in.remaining() + " bytes");
        }
        return (int) count;
    }

    /** Reads {@code n} packed integers. The caller has bounded {@code n} by the bytes that are left. */
    static long[] packed(ByteBuffer in, int n) throws CorruptFileException {
        long[] values = new long[n];
        Wire.packed(in, values);
        return values;
    }

    static void check(boolean ok, String where, String what, long value) throws CorruptFileException {
        if (!ok) {
            throw new CorruptFileException(where + ": " + what + " is out of range: " + value);
        }
    }
}
