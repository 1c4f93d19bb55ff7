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

import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;

/** Entries of later editions: a reader skips unknown even tags and refuses unknown odd ones (format-spec, section 3.5). */
final class OptionalEntries {
    private OptionalEntries() {}

    static void skip(ByteBuffer in, String where) throws StoaException {
        for (int n = Records.count(in, 2); n > 0; n--) {
            long tag = Wire.varint(in);
            int length = Records.count(in, 1);
            if ((tag & 1) != 0) {
                throw new UnsupportedFileException(where + " has the required entry " + Long.toUnsignedString(tag)
                        + ", which this reader does not know: use a newer release of Stoa");
            }
            in.position(in.position() + length);
        }
    }
}
