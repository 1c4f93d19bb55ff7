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
package dev.stoa.table.internal.schema;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The types that a column may get without a rewrite, and its values in them. A type may become one that holds all its values
 * as they are. Integers and floats may get more bits, and decimals more digits before the point. Text and binary may get a
 * greater length or none.
 */
public final class Widening {
    private static final List<TypeKind> SIGNED = List.of(TypeKind.INT8, TypeKind.INT16, TypeKind.INT32, TypeKind.INT64);
    private static final List<TypeKind> UNSIGNED =
            List.of(TypeKind.UINT8, TypeKind.UINT16, TypeKind.UINT32, TypeKind.UINT64);
    private static final List<TypeKind> FLOATS = List.of(TypeKind.FLOAT32, TypeKind.FLOAT64);
    private static final Set<TypeKind> TEXT = Set.of(TypeKind.VARCHAR, TypeKind.STRING);

    private Widening() {}

    /** Whether a type without fields may become another, or is the same. */
    public static boolean isAllowed(Type from, Type to) {
        if (from.equals(to)) {
            return true;
        }
        TypeKind a = from.kind();
        TypeKind b = to.kind();
        for (List<TypeKind> kinds : List.of(SIGNED, UNSIGNED, FLOATS)) {
            if (kinds.contains(a)) {
                return kinds.indexOf(b) > kinds.indexOf(a);
            }
        }
        if (a == TypeKind.DECIMAL) {
            return b == a && from.scale() == to.scale() && to.precision() > from.precision();
        }
        if (a == TypeKind.VARCHAR) {
            return TEXT.contains(b) && (b == TypeKind.STRING || to.precision() > from.precision());
        }
        return a == TypeKind.NULL && !b.isNested();
    }

    /** Whether values of a type, or structs of such, can be {@linkplain #widen widened}. */
    public static boolean isPossible(Type from, Type to) {
        if (from.equals(to)) {
            return true;
        }
        boolean areStructs = from.kind() == TypeKind.STRUCT && to.kind() == TypeKind.STRUCT;
        if (!areStructs || from.fields().size() != to.fields().size()) {
            return isAllowed(from, to);
        }
        boolean possible = true;
        for (int i = 0; i < from.fields().size(); i++) {
            possible &=
                    isPossible(from.fields().get(i).type(), to.fields().get(i).type());
        }
        return possible;
    }

    /**
     * A vector as one of a type with the same values; structs field by field, in the order that they have, lists and maps
     * likewise.
     *
     * @throws IllegalArgumentException if the type of the vector may not become the other
     */
    public static ColumnVector widen(ColumnVector vector, Type to) {
        Type from = vector.type();
        if (from.equals(to)) {
            return vector;
        }
        if (vector instanceof StructVector v && to.fields().size() == v.fields().size()) {
            List<ColumnVector> fields = new ArrayList<>();
            for (int i = 0; i < v.fields().size(); i++) {
                fields.add(widen(v.field(i), to.fields().get(i).type()));
            }
            return new StructVector(to, fields, v.nulls(), v.size());
        } else if (vector instanceof ListVector v && to.kind() == from.kind()) {
            return new ListVector(
                    to, v.offsets(), widen(v.elements(), ListVector.elementType(to)), v.nulls(), v.size());
        }
        if (!isAllowed(from, to)) {
            throw new IllegalArgumentException("values of type " + from + " can't become " + to);
        }
        return values(vector, to);
    }

    private static ColumnVector values(ColumnVector vector, Type to) {
        int size = vector.size();
        boolean[] nulls = vector.nulls();
        if (vector instanceof NullVector) {
            return nulls(to, size);
        } else if (vector instanceof IntVector v) {
            if (to.physical() == Physical.INT) {
                return new IntVector(to, v.values(), nulls, size);
            }
            long[] values = new long[size];
            for (int i = 0; i < size; i++) {
                values[i] = v.values()[i];
            }
            return new LongVector(to, values, nulls, size);
        } else if (vector instanceof LongVector v) {
            return switch (to.physical()) {
                case LONG -> new LongVector(to, v.values(), nulls, size);
                case INT128 -> Int128Vector.narrow(to, v.values(), nulls, size);
                default -> unscaled(to, size, nulls, row -> BigInteger.valueOf(v.values()[row]));
            };
        } else if (vector instanceof Int128Vector v) {
            if (to.physical() == Physical.BYTES) {
                return unscaled(to, size, nulls, v::get);
            }
            return v.isNarrow()
                    ? Int128Vector.narrow(to, v.low(), nulls, size)
                    : new Int128Vector(to, v.high(), v.low(), nulls, size);
        } else if (vector instanceof FloatVector v) {
            double[] values = new double[size];
            for (int i = 0; i < size; i++) {
                values[i] = v.values()[i];
            }
            return new DoubleVector(to, values, nulls, size);
        }
        BytesVector v = (BytesVector) vector;
        if (v.dictionary().isEmpty()) {
            return new BytesVector(to, v.data(), v.offsets(), nulls, size);
        }
        BytesVector entries = v.dictionary().get();
        BytesVector same = new BytesVector(to, entries.data(), entries.offsets(), entries.nulls(), entries.size());
        return new BytesVector(to, v.ids(), same, nulls, size);
    }

    private interface Unscaled {
        BigInteger at(int row);
    }

    private static BytesVector unscaled(Type to, int size, boolean[] nulls, Unscaled values) {
        int[] offsets = new int[size + 1];
        byte[] data = new byte[16 * size];
        for (int i = 0; i < size; i++) {
            boolean isNull = nulls.length != 0 && nulls[i];
            byte[] value = isNull ? new byte[0] : values.at(i).toByteArray();
            data = offsets[i] + value.length > data.length ? Arrays.copyOf(data, 2 * data.length + 32) : data;
            System.arraycopy(value, 0, data, offsets[i], value.length);
            offsets[i + 1] = offsets[i] + value.length;
        }
        return new BytesVector(to, data, offsets, nulls, size);
    }

    /** Bounds of values of one type as those of another. */
    static ColumnBounds widen(ColumnBounds bounds, Type to) {
        if (bounds.type().equals(to)) {
            return bounds;
        }
        return new ColumnBounds(
                to,
                bounds.rows(),
                bounds.nullCount(),
                bounds.nanCount(),
                bounds.min().map(v -> values(v, to)),
                bounds.minExact(),
                bounds.max().map(v -> values(v, to)),
                bounds.maxExact(),
                bounds.length());
    }

    /** A vector of nulls. */
    public static ColumnVector nulls(Type type, int size) {
        boolean[] all = new boolean[size];
        Arrays.fill(all, true);
        if (type.kind() == TypeKind.STRUCT || type.kind() == TypeKind.VARIANT) {
            List<ColumnVector> fields = new ArrayList<>();
            for (Field field : type.fields()) {
                fields.add(nulls(field.type(), size));
            }
            return new StructVector(type, fields, all, size);
        }
        if (type.kind() == TypeKind.LIST || type.kind() == TypeKind.MAP) {
            return new ListVector(type, new int[size + 1], nulls(ListVector.elementType(type), 0), all, size);
        }
        return switch (type.physical()) {
            case BOOLEAN -> new BooleanVector(type, new byte[size], all, size);
            case INT -> new IntVector(type, new int[size], all, size);
            case LONG -> new LongVector(type, new long[size], all, size);
            case INT128 -> Int128Vector.narrow(type, new long[size], all, size);
            case FLOAT -> new FloatVector(type, new float[size], all, size);
            case DOUBLE -> new DoubleVector(type, new double[size], all, size);
            case BYTES -> new BytesVector(type, new byte[0], new int[size + 1], all, size);
            case NONE -> new NullVector(size);
        };
    }

    /** Bounds as those of another type, if that is allowed. */
    public static Optional<ColumnBounds> widened(ColumnBounds bounds, Type to) {
        return isAllowed(bounds.type(), to) ? Optional.of(widen(bounds, to)) : Optional.empty();
    }
}
