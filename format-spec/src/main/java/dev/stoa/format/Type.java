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

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A logical type: its kind, its numbers, and for nested types its fields. Immutable.
 *
 * @param kind what it is
 * @param precision decimal: digits (1..{@value #MAX_PRECISION}); time, timestamp, day-time interval: digits of the
 *     second (0..12); char, varchar, fixed: the length (at least 1); otherwise 0
 * @param scale decimal: digits after the point (0..precision); otherwise 0
 * @param utc timestamp and time: true when values are instants in UTC, false for local values
 * @param parameters geometry: the CRS (may be empty); geography: the CRS and the edge algorithm; otherwise none
 * @param fields struct and variant: the fields; list: the element; map: key and value; otherwise none
 */
public record Type(TypeKind kind, int precision, int scale, boolean utc, List<String> parameters, List<Field> fields) {

    /** The largest precision of a decimal. */
    public static final int MAX_PRECISION = 10_000;

    /** Checks that the numbers fit the kind. */
    public Type {
        Objects.requireNonNull(kind, "kind is null");
        parameters = List.copyOf(parameters);
        fields = List.copyOf(fields);
        switch (kind) {
            case DECIMAL -> {
                check(precision >= 1 && precision <= MAX_PRECISION, "decimal precision", precision);
                check(scale >= 0 && scale <= precision, "decimal scale", scale);
            }
            case TIME, TIMESTAMP, INTERVAL_DAY_TIME ->
                check(precision >= 0 && precision <= 12 && scale == 0, "precision of " + kind, precision);
            case CHAR, VARCHAR, FIXED -> check(precision >= 1 && scale == 0, "length of " + kind, precision);
            default -> check(precision == 0 && scale == 0, "precision of " + kind, precision);
        }
        check(!utc || kind == TypeKind.TIMESTAMP || kind == TypeKind.TIME, "UTC flag of " + kind, 1);
        int wanted = switch (kind) {
            case LIST -> 1;
            case MAP -> 2;
            case STRUCT, VARIANT -> fields.size();
            default -> 0;
        };
        check(fields.size() == wanted, "number of fields of " + kind, fields.size());
        check(parameters.size() == kind.parameterCount(), "number of parameters of " + kind, parameters.size());
    }

    private static void check(boolean ok, String what, int value) {
        if (!ok) {
            throw new IllegalArgumentException(what + " is out of range: " + value);
        }
    }

    /** A type without numbers or fields, such as {@link TypeKind#INT32}. */
    public static Type of(TypeKind kind) {
        return new Type(kind, 0, 0, false, List.of(), List.of());
    }

    /** An exact decimal. */
    public static Type decimal(int precision, int scale) {
        return new Type(TypeKind.DECIMAL, precision, scale, false, List.of(), List.of());
    }

    /** A time of day in units of 10^-precision seconds. */
    public static Type time(int precision, boolean utc) {
        return new Type(TypeKind.TIME, precision, 0, utc, List.of(), List.of());
    }

    /** A timestamp in units of 10^-precision seconds: an instant if {@code utc}, else local. */
    public static Type timestamp(int precision, boolean utc) {
        return new Type(TypeKind.TIMESTAMP, precision, 0, utc, List.of(), List.of());
    }

    /** A char, varchar or fixed binary of a length, or a day-time interval of a precision. */
    public static Type sized(TypeKind kind, int length) {
        return new Type(kind, length, 0, false, List.of(), List.of());
    }

    /** A struct. */
    public static Type struct(List<Field> fields) {
        return new Type(TypeKind.STRUCT, 0, 0, false, List.of(), fields);
    }

    /** A list; the element's field name is kept. */
    public static Type list(Field element) {
        return new Type(TypeKind.LIST, 0, 0, false, List.of(), List.of(element));
    }

    /** A map; the names of the key's and the value's fields are kept. */
    public static Type map(Field key, Field value) {
        return new Type(TypeKind.MAP, 0, 0, false, List.of(), List.of(key, value));
    }

    /** A variant with these physical fields. */
    public static Type variant(List<Field> fields) {
        return new Type(TypeKind.VARIANT, 0, 0, false, List.of(), fields);
    }

    /** A geometry or geography. */
    public static Type geo(TypeKind kind, String... parameters) {
        return new Type(kind, 0, 0, false, List.of(parameters), List.of());
    }

    /**
     * Returns this type after a projection. A struct, also within a list or map, keeps only the fields that the other type
     * has, found by name, in the other's order. Everything else stays.
     *
     * @param parts a type of the same shape, whose structs may have fewer fields
     * @throws IllegalArgumentException if it has a field that is not here, or is of another shape
     */
    public Type keeping(Type parts) {
        if (equals(parts)) {
            return this;
        }
        boolean hasParts = kind == parts.kind && kind.isNested() && kind != TypeKind.VARIANT;
        if (!hasParts) {
            throw new IllegalArgumentException(parts + " is not a part of " + this);
        }
        List<Field> kept = new ArrayList<>();
        for (int i = 0; i < parts.fields.size(); i++) {
            Field part = parts.fields.get(i);
            Field field = kind == TypeKind.STRUCT ? field(part.name()) : fields.get(i);
            kept.add(new Field(field.name(), field.type().keeping(part.type()), field.nullable(), field.fieldId()));
        }
        return new Type(kind, 0, 0, false, List.of(), kept);
    }

    private Field field(String name) {
        return fields.get(FieldNames.find(fields, name)
                .orElseThrow(() -> new IllegalArgumentException(this + " has no field '" + name + "'")));
    }

    /** The shape of the values. */
    public Physical physical() {
        if (kind == TypeKind.DECIMAL) {
            return precision <= 18 ? Physical.LONG : precision <= 38 ? Physical.INT128 : Physical.BYTES;
        }
        if (kind == TypeKind.TIMESTAMP && precision > 6) {
            return Physical.INT128;
        }
        return kind.physical();
    }

    /** The type as text, such as {@code decimal(15,2)} or {@code struct<a:int32,b:list<string>>}. */
    @Override
    public String toString() {
        String name = kind.name().toLowerCase(java.util.Locale.ROOT);
        return switch (kind) {
            case DECIMAL -> "decimal(" + precision + "," + scale + ")";
            case TIME, TIMESTAMP -> name + "(" + precision + (utc ? ",utc)" : ")");
            case CHAR, VARCHAR, FIXED, INTERVAL_DAY_TIME -> name + "(" + precision + ")";
            case GEOMETRY, GEOGRAPHY -> name + "(" + String.join(",", parameters) + ")";
            case STRUCT, VARIANT, LIST, MAP -> {
                StringBuilder s = new StringBuilder(name).append('<');
                for (int i = 0; i < fields.size(); i++) {
                    Field f = fields.get(i);
                    s.append(i == 0 ? "" : ",");
                    if (kind == TypeKind.STRUCT || kind == TypeKind.VARIANT) {
                        s.append(f.name()).append(':');
                    }
                    s.append(f.type()).append(f.nullable() ? "" : " not null");
                }
                yield s.append('>').toString();
            }
            default -> name;
        };
    }
}
