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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.spark.internal.columns.SparkTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.VariantVal;

/** What gathers values that are made of others. */
final class NestedGatherers {
    private NestedGatherers() {}

    /** One gatherer for each field. */
    abstract static class Fields extends Gatherer {
        private final List<Gatherer> fields = new ArrayList<>();

        Fields(Type type) {
            super(type);
        }

        /** Adds the next field. */
        final void addField(Gatherer field) {
            fields.add(field);
        }

        /** Puts the values of all fields. */
        final void putFields(SpecializedGetters from) {
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).add(from, i);
            }
        }

        final int count() {
            return fields.size();
        }

        @Override
        final ColumnVector vector() {
            return new StructVector(
                    type(), fields.stream().map(Gatherer::vector).toList(), nulls(), rows());
        }

        @Override
        final void clear() {
            super.clear();
            fields.forEach(Gatherer::clear);
        }

        @Override
        final long bytes() {
            return fields.stream().mapToLong(Gatherer::bytes).sum();
        }

        @Override
        final void ensure(int capacity) {
            // the fields make room themselves
        }

        @Override
        final void putNull(int row) {
            fields.forEach(Gatherer::addNull);
        }
    }

    /** Structs. */
    static final class Structs extends Fields {
        Structs(Type type, DataType from) {
            super(type);
            for (int i = 0; i < type.fields().size(); i++) {
                addField(of(type.fields().get(i).type(), ((StructType) from).fields()[i].dataType()));
            }
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            putFields(from.getStruct(ordinal, count()));
        }
    }

    /** Variants: metadata and value. */
    static final class Variants extends Fields {
        private final Object[] parts;
        private final int value;
        private final int metadata;

        Variants(Type type) {
            super(type);
            List<String> names = type.fields().stream().map(Field::name).toList();
            parts = new Object[names.size()];
            value = names.indexOf(SparkTypes.VALUE);
            metadata = names.indexOf(SparkTypes.METADATA);
            StructType shown = SparkTypes.fields(type);
            for (int i = 0; i < parts.length; i++) {
                addField(of(type.fields().get(i).type(), shown.fields()[i].dataType()));
            }
        }

        /** Into one part, also where others have columns of their own: these may be null. */
        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            VariantVal variant = from.getVariant(ordinal);
            parts[value] = variant.getValue();
            parts[metadata] = variant.getMetadata();
            putFields(new GenericInternalRow(parts));
        }
    }

    /** Offsets of elements. */
    abstract static class Elements extends Gatherer {
        private int[] offsets = new int[1];

        Elements(Type type) {
            super(type);
        }

        abstract ColumnVector elements();

        /** Adds elements; returns how many there are now, of all rows. */
        abstract int addElements(SpecializedGetters from, int ordinal);

        @Override
        final ColumnVector vector() {
            return new ListVector(type(), offsets, elements(), nulls(), rows());
        }

        @Override
        final void ensure(int capacity) {
            offsets = Arrays.copyOf(offsets, capacity + 1);
        }

        @Override
        final void put(int row, SpecializedGetters from, int ordinal) {
            offsets[row + 1] = addElements(from, ordinal);
        }

        @Override
        final void putNull(int row) {
            offsets[row + 1] = offsets[row];
        }

        final long offsetBytes() {
            return (long) rows() * Integer.BYTES;
        }

        static void addAll(ArrayData values, Gatherer to) {
            for (int i = 0; i < values.numElements(); i++) {
                to.add(values, i);
            }
        }
    }

    /** Lists. */
    static final class Lists extends Elements {
        private final Gatherer elements;

        Lists(Type type, DataType from) {
            super(type);
            elements = of(type.fields().get(0).type(), ((ArrayType) from).elementType());
        }

        @Override
        ColumnVector elements() {
            return elements.vector();
        }

        @Override
        int addElements(SpecializedGetters from, int ordinal) {
            addAll(from.getArray(ordinal), elements);
            return elements.rows();
        }

        @Override
        void clear() {
            super.clear();
            elements.clear();
        }

        @Override
        long bytes() {
            return offsetBytes() + elements.bytes();
        }
    }

    /** Maps. */
    static final class Maps extends Elements {
        private final Gatherer keys;
        private final Gatherer values;

        Maps(Type type, DataType from) {
            super(type);
            keys = of(type.fields().get(0).type(), ((MapType) from).keyType());
            values = of(type.fields().get(1).type(), ((MapType) from).valueType());
        }

        @Override
        ColumnVector elements() {
            return new StructVector(
                    ListVector.entryType(type()),
                    List.of(keys.vector(), values.vector()),
                    ColumnVector.NO_NULLS,
                    keys.rows());
        }

        @Override
        int addElements(SpecializedGetters from, int ordinal) {
            MapData map = from.getMap(ordinal);
            addAll(map.keyArray(), keys);
            addAll(map.valueArray(), values);
            return keys.rows();
        }

        @Override
        void clear() {
            super.clear();
            keys.clear();
            values.clear();
        }

        @Override
        long bytes() {
            return offsetBytes() + keys.bytes() + values.bytes();
        }
    }
}
