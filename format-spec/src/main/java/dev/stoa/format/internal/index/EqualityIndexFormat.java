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
package dev.stoa.format.internal.index;

import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import java.util.UUID;

/** The format of an equality index (format-spec, section 12): names, properties, bits of hashes. */
public final class EqualityIndexFormat {
    /** The key of the property that says which file an index belongs to. */
    public static final String FILE = "stoa.index.file";

    /** The key of the property that says which column is indexed: its path as text. */
    public static final String COLUMN = "stoa.index.column";

    /** The key of the property that says how many bits hashes have. */
    public static final String BITS = "stoa.index.bits";

    /** The column of hashes. */
    public static final String HASH = "hash";

    /** The column of ordinals of vectors. */
    public static final String VECTOR = "vector";

    /** The columns of an index. */
    public static final Schema SCHEMA =
            Schema.of(Field.required(HASH, Type.of(TypeKind.INT64)), Field.required(VECTOR, Type.of(TypeKind.INT32)));

    /**
     * The bits of a hash beyond those of the number of rows. With 9 of them, at most one in 2^9 possible hashes occurs in an
     * index.
     */
    private static final int SPARE_BITS = 9;

    private EqualityIndexFormat() {}

    /** Whether columns of a type can be indexed. */
    public static boolean canIndex(Type type) {
        return switch (type.physical()) {
            case INT, LONG ->
                type.kind() != TypeKind.FLOAT16 && type.kind() != TypeKind.LIST && type.kind() != TypeKind.MAP;
            case BYTES -> type.kind() != TypeKind.DECIMAL;
            default -> false;
        };
    }

    /** How a file is named in its indexes. */
    public static String identity(UUID uuid, long length, ContentHash hash) {
        return uuid + " " + length + " " + hash;
    }

    /** How many bits of a vector's ordinal are needed. */
    public static int vectorBits(long rows) {
        return Math.max(1, Long.SIZE - Long.numberOfLeadingZeros((rows - 1) / Layout.VECTOR_ROWS));
    }

    /**
     * The number of bits of a hash in an index of {@code rows} rows. A hash and the ordinal of a vector have at most 63 bits
     * together.
     */
    public static int hashBits(long rows) {
        int wanted = Long.SIZE - Long.numberOfLeadingZeros(rows) + SPARE_BITS;
        return Math.min(wanted, Long.SIZE - 1 - vectorBits(rows));
    }

    /** The bits of a hash (section 4.1) that an index has. */
    public static long cut(long hash, int bits) {
        return hash >>> (Long.SIZE - bits);
    }
}
