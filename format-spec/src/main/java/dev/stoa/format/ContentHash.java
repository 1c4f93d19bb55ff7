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
package dev.stoa.format;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The hash in a file's tail (format-spec, section 2): 128 bits of SHA-256 over all that describes the file's data. Two files
 * with the same hash have the same schema, statistics and checksums of data.
 *
 * @param high the first 8 bytes, big-endian
 * @param low the last 8 bytes, big-endian
 */
public record ContentHash(long high, long low) {
    /** The bytes of a hash. */
    public static final int BYTES = 16;

    /**
     * Reads a hash.
     *
     * @param bytes with the 16 bytes of the hash at {@code offset}
     * @throws IndexOutOfBoundsException if fewer bytes follow
     */
    public static ContentHash of(byte[] bytes, int offset) {
        ByteBuffer in = ByteBuffer.wrap(bytes, offset, BYTES);
        return new ContentHash(in.getLong(), in.getLong());
    }

    /** The 16 bytes. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(toBytes());
    }
}
