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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.wire.Encoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Equal entries of dictionaries are found, wherever they are. */
class DistinctEntriesTest {
    private static void check(boolean expected, Physical shape, int entries, ByteBuffer bytes) throws IOException {
        DecodedDictionary dictionary = DecodedDictionary.decode(new Encoding.Plain(), shape, entries, bytes.flip());
        assertEquals(expected, DistinctEntries.areDistinct(dictionary));
    }

    private static ByteBuffer bytes() {
        return ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void numbers() throws IOException {
        check(true, Physical.INT, 3, bytes().putInt(3).putInt(1).putInt(2));
        check(false, Physical.INT, 3, bytes().putInt(3).putInt(1).putInt(3));
        check(true, Physical.LONG, 3, bytes().putLong(3).putLong(3L << 32).putLong(2));
        check(false, Physical.LONG, 3, bytes().putLong(3).putLong(1).putLong(3));
    }

    /** Zeros and NaNs of other bits are other entries. */
    @Test
    void floatingNumbers() throws IOException {
        check(true, Physical.FLOAT, 2, bytes().putFloat(0).putFloat(-0.0f));
        check(false, Physical.FLOAT, 3, bytes().putFloat(1.5f).putFloat(0).putFloat(1.5f));
        check(true, Physical.DOUBLE, 2, bytes().putDouble(0).putDouble(-0.0));
        check(false, Physical.DOUBLE, 3, bytes().putDouble(1.5).putDouble(0).putDouble(1.5));
    }
}
