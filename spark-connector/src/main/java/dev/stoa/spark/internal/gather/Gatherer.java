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
package dev.stoa.spark.internal.gather;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.build.BooleanBuilder;
import dev.stoa.format.build.BytesBuilder;
import dev.stoa.format.build.DoubleBuilder;
import dev.stoa.format.build.FloatBuilder;
import dev.stoa.format.build.Int128Builder;
import dev.stoa.format.build.IntBuilder;
import dev.stoa.format.build.ListBuilder;
import dev.stoa.format.build.LongBuilder;
import dev.stoa.format.build.NullBuilder;
import dev.stoa.format.build.StructBuilder;
import dev.stoa.format.build.VectorBuilder;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;

/** Converts the values of a column, or of a field or element, from Spark's form, and appends them to a builder. */
final class Gatherer {
    private final VectorBuilder to;
    private final Conversion conversion;

    private Gatherer(VectorBuilder to, Conversion conversion) {
        this.to = to;
        this.conversion = conversion;
    }

    /** Appends a value that is not null to a builder. */
    interface Conversion {
        void add(SpecializedGetters row, int ordinal);
    }

    /**
     * Gathers values.
     *
     * @param to the builder; its type is the one to write
     * @param from their type in Spark
     */
    static Gatherer of(VectorBuilder to, DataType from) {
        return new Gatherer(to, conversion(to, from));
    }

    private static Conversion conversion(VectorBuilder to, DataType from) {
        Type type = to.type();
        if (to instanceof StructBuilder struct) {
            return type.kind() == TypeKind.VARIANT
                    ? new NestedConversions.OfVariant(struct)
                    : new NestedConversions.OfStruct(struct, from);
        } else if (to instanceof ListBuilder list) {
            return type.kind() == TypeKind.MAP
                    ? new NestedConversions.OfMap(list, from)
                    : new NestedConversions.OfList(list, from);
        } else if (to instanceof BooleanBuilder booleans) {
            return (row, ordinal) -> booleans.add(row.getBoolean(ordinal));
        } else if (to instanceof IntBuilder ints) {
            return NumberConversions.of(ints, from);
        } else if (to instanceof LongBuilder longs) {
            return NumberConversions.of(longs, from);
        } else if (to instanceof Int128Builder wide) {
            return NumberConversions.of(wide, from);
        } else if (to instanceof FloatBuilder floats) {
            return (row, ordinal) -> floats.add(row.getFloat(ordinal));
        } else if (to instanceof DoubleBuilder doubles) {
            return (row, ordinal) -> doubles.add(row.getDouble(ordinal));
        } else if (to instanceof BytesBuilder bytes) {
            return BytesConversions.of(bytes, from);
        } else if (to instanceof NullBuilder) {
            return (row, ordinal) -> {
                throw new IllegalStateException("a value in a column of nulls");
            };
        }
        throw new IllegalArgumentException("Spark does not write " + type);
    }

    /** Appends the value of a row, or of an array. */
    void add(SpecializedGetters row, int ordinal) {
        if (row.isNullAt(ordinal)) {
            to.addNull();
        } else {
            conversion.add(row, ordinal);
        }
    }
}
