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
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;

/**
 * A change that a writer made to all stored bytes of a column (format-spec, sections 3.2 and 15).
 *
 * @param kind the change; 0 for none
 * @param key ordinal of the key in the file
 */
public record Transform(int kind, int key) {
    /** The bytes are stored as they are. */
    public static final Transform NONE = new Transform(0, 0);

    /** The bytes are encrypted. */
    public static final int ENCRYPTION = 1;

    static Transform read(ByteBuffer in, String where) throws StoaException {
        int kind = Wire.count(in, Integer.MAX_VALUE, "transform");
        Records.check(kind > 0, where, "transform", kind);
        return new Transform(kind, Wire.count(in, Integer.MAX_VALUE, "ordinal of the key"));
    }

    void write(ByteSink out) {
        out.varint(kind);
        out.varint(key);
    }

    /**
     * Refuses a column that this release can't read.
     *
     * @param column the column for the message, such as "x.stoa: column 'a'"
     * @throws UnsupportedFileException if the column has a transform
     */
    public void check(String column) throws UnsupportedFileException {
        if (kind == ENCRYPTION) {
            throw new UnsupportedFileException(column + " is encrypted with key " + key
                    + ", and this release reads no encrypted columns: use a newer release of Stoa");
        } else if (kind != 0) {
            throw new UnsupportedFileException(column + " has transform " + kind
                    + ", which this release does not know: use a newer release of Stoa");
        }
    }
}
