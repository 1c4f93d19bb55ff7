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
package dev.stoa.format.internal.encoding;

import java.util.Optional;

/** The encodings and what stands for them in a file; the constants are declared in the order of their codes. */
public enum EncodingId {
    /** {@link Encoding.AllNull}. */
    ALL_NULL,
    /** {@link Encoding.Constant}. */
    CONSTANT,
    /** {@link Encoding.Nullable}. */
    NULLABLE,
    /** {@link Encoding.Plain}. */
    PLAIN,
    /** {@link Encoding.Pfor}. */
    PFOR,
    /** {@link Encoding.PforDelta}. */
    PFOR_DELTA,
    /** {@link Encoding.Dictionary}. */
    DICTIONARY,
    /** {@link Encoding.Rle}. */
    RLE,
    /** {@link Encoding.Bits}. */
    BITS,
    /** {@link Encoding.Bytes}. */
    BYTES,
    /** {@link Encoding.Lz4}. */
    LZ4,
    /** {@link Encoding.Widen}. */
    WIDEN,
    /** {@link Encoding.Split}. */
    SPLIT;

    private static final EncodingId[] BY_CODE = values();

    /** The id in the file, 0..255. */
    public int code() {
        return ordinal();
    }

    /** The encoding of an id, if it is known. */
    public static Optional<EncodingId> ofCode(int code) {
        return code >= 0 && code < BY_CODE.length ? Optional.of(BY_CODE[code]) : Optional.empty();
    }
}
