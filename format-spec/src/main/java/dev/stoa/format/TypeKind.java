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

/**
 * The kinds of logical types. Each has its code in a file (format-spec, "Types") and the physical shape of its stored and
 * delivered values.
 */
public enum TypeKind {
    /** A column without any value: every row is null. */
    NULL(0, Physical.NONE),
    /** True or false. */
    BOOLEAN(1, Physical.BOOLEAN),
    /** Signed, 8 bits. */
    INT8(2, Physical.INT),
    /** Signed, 16 bits. */
    INT16(3, Physical.INT),
    /** Signed, 32 bits. */
    INT32(4, Physical.INT),
    /** Signed, 64 bits. */
    INT64(5, Physical.LONG),
    /** Unsigned, 8 bits: 0..255 in an int. */
    UINT8(6, Physical.INT),
    /** Unsigned, 16 bits: 0..65535 in an int. */
    UINT16(7, Physical.INT),
    /** Unsigned, 32 bits: 0..2^32-1 in a long. */
    UINT32(8, Physical.LONG),
    /** Unsigned, 64 bits: the bits in a long, ordered as unsigned. */
    UINT64(9, Physical.LONG),
    /** IEEE 754 half precision: the 16 bits, zero-extended, in an int. */
    FLOAT16(10, Physical.INT),
    /** IEEE 754 single precision. */
    FLOAT32(11, Physical.FLOAT),
    /** IEEE 754 double precision. */
    FLOAT64(12, Physical.DOUBLE),
    /**
     * Exact decimal of precision 1..18: the unscaled value in a long; 19..38: in an {@link Int128Vector}; above: the
     * shortest big-endian two's complement bytes of the unscaled value.
     */
    DECIMAL(13, Physical.LONG),
    /** Days since 1970-01-01 in the proleptic Gregorian calendar. */
    DATE(14, Physical.INT),
    /** Time of day in units of 10^-precision seconds since midnight, precision 0..12. */
    TIME(15, Physical.LONG),
    /**
     * Units of 10^-precision seconds since 1970-01-01T00:00:00, precision 0..12; an instant (UTC) or a local date and
     * time. Up to precision 6 in a long, above in an {@link Int128Vector}.
     */
    TIMESTAMP(16, Physical.LONG),
    /** A number of months. */
    INTERVAL_YEAR_MONTH(17, Physical.INT),
    /** Units of 10^-precision seconds, precision 0..12. */
    INTERVAL_DAY_TIME(18, Physical.LONG),
    /** Months, days and nanoseconds: high = months * 2^32 + (days as unsigned), low = nanoseconds. */
    INTERVAL_MONTH_DAY_NANO(19, Physical.INT128),
    /** UTF-8 text, ordered by bytes. */
    STRING(20, Physical.BYTES),
    /** UTF-8 text of at most n code points, stored without trailing blanks, compared as if padded with blanks. */
    CHAR(21, Physical.BYTES),
    /** UTF-8 text of at most n code points. */
    VARCHAR(22, Physical.BYTES),
    /** Bytes, ordered as unsigned. */
    BINARY(23, Physical.BYTES),
    /** Exactly n bytes. */
    FIXED(24, Physical.BYTES),
    /** 16 bytes, big-endian as in RFC 9562. */
    UUID(25, Physical.BYTES),
    /** Named fields. */
    STRUCT(26, Physical.NONE),
    /** A list of elements. */
    LIST(27, Physical.INT),
    /** A list of (key, value) entries. */
    MAP(28, Physical.INT),
    /** UTF-8 text that is a JSON document. */
    JSON(29, Physical.BYTES),
    /** Bytes that are a BSON document. */
    BSON(30, Physical.BYTES),
    /** UTF-8 text from a small set of names. */
    ENUM(31, Physical.BYTES),
    /** A struct whose fields are a semi-structured value (metadata, value and, when shredded, typed_value). */
    VARIANT(32, Physical.NONE),
    /** Well-known binary of a geometry; parameter: the coordinate reference system. */
    GEOMETRY(33, Physical.BYTES),
    /** Well-known binary of a geography; parameters: the coordinate reference system and the edge algorithm. */
    GEOGRAPHY(34, Physical.BYTES);

    private static final TypeKind[] BY_CODE = values();

    private final int code;
    private final Physical physical;

    TypeKind(int code, Physical physical) {
        this.code = code;
        this.physical = physical;
    }

    /** The code in the file, 0..255. */
    public int code() {
        return code;
    }

    Physical physical() {
        return physical;
    }

    /** True for struct, list, map and variant. */
    public boolean isNested() {
        return this == STRUCT || this == LIST || this == MAP || this == VARIANT;
    }

    /** The number of parameters that a type of this kind has: 1 for geometry, 2 for geography. */
    public int parameterCount() {
        return this == GEOMETRY ? 1 : this == GEOGRAPHY ? 2 : 0;
    }

    /**
     * The kind of a code.
     *
     * @throws IllegalArgumentException if no kind has this code
     */
    public static TypeKind ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("no type has the code " + code);
        }
        return BY_CODE[code];
    }
}
