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
package dev.stoa.format.internal.encoding.wire;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The encodings and their ids in a file. */
public enum EncodingId {
    /** {@link Encoding.AllNull}. */
    ALL_NULL(0),
    /** {@link Encoding.Constant}. */
    CONSTANT(1),
    /** {@link Encoding.Nullable}. */
    NULLABLE(2),
    /** {@link Encoding.Plain}. */
    PLAIN(3),
    /** {@link IntegerEncoding.Pfor}. */
    PFOR(4),
    /** {@link IntegerEncoding.PforDelta}. */
    PFOR_DELTA(5),
    /** {@link Encoding.Dictionary}. */
    DICTIONARY(6),
    /** {@link Encoding.Rle}. */
    RLE(7),
    /** {@link Encoding.Bits}. */
    BITS(8),
    /** {@link BytesEncoding.Bytes}. */
    BYTES(9),
    /** {@link BytesEncoding.Lz4}. */
    LZ4(10),
    /** {@link Int128Encoding.Widen}. */
    WIDEN(11),
    /** {@link Int128Encoding.Split}. */
    SPLIT(12),
    /** {@link FloatingEncoding.Alp}. */
    ALP(13),
    /** {@link BytesEncoding.Fsst}. */
    FSST(14),
    /** {@link IntegerEncoding.Scale}. */
    SCALE(15),
    /** {@link IntegerEncoding.Gap}. */
    GAP(16),
    /** {@link BytesEncoding.Prefix}. */
    PREFIX(17),
    /** {@link IntegerEncoding.Entropy}. */
    ENTROPY(18),
    /** {@link FloatingEncoding.Rotate}. */
    ROTATE(19),
    /** {@link IntegerEncoding.Frequent}. */
    FREQUENT(20),
    /** {@link IntegerEncoding.Repeat}. */
    REPEAT(21),
    /** {@link FloatingEncoding.Near}. */
    NEAR(22);

    private static final Map<Integer, EncodingId> BY_CODE =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(EncodingId::code, id -> id));

    private final int code;

    EncodingId(int code) {
        this.code = code;
    }

    /** The id in the file, 0..255. */
    public int code() {
        return code;
    }

    /** The ids that are known, for people. */
    static String known() {
        return Arrays.stream(values()).map(id -> Integer.toString(id.code)).collect(Collectors.joining(", "));
    }

    /** The encoding of an id, if it is known. */
    public static Optional<EncodingId> ofCode(int code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }
}
