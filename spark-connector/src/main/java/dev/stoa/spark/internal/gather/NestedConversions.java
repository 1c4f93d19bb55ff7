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

import dev.stoa.format.Field;
import dev.stoa.format.build.ListBuilder;
import dev.stoa.format.build.StructBuilder;
import dev.stoa.spark.internal.columns.SparkTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.VariantVal;

/** Converts structs, variants, lists and maps. */
final class NestedConversions {
    private NestedConversions() {}

    private static List<Gatherer> fieldsOf(StructBuilder to, StructField... from) {
        List<Gatherer> fields = new ArrayList<>();
        for (int i = 0; i < to.fields().size(); i++) {
            fields.add(Gatherer.of(to.fields().get(i), from[i].dataType()));
        }
        return fields;
    }

    private static void addFields(SpecializedGetters from, List<Gatherer> to) {
        for (int i = 0; i < to.size(); i++) {
            to.get(i).add(from, i);
        }
    }

    static final class OfStruct implements Gatherer.Conversion {
        private final StructBuilder to;
        private final List<Gatherer> fields;

        OfStruct(StructBuilder to, DataType from) {
            this.to = to;
            fields = fieldsOf(to, ((StructType) from).fields());
        }

        @Override
        public void add(SpecializedGetters row, int ordinal) {
            addFields(row.getStruct(ordinal, fields.size()), fields);
            to.endRow();
        }
    }

    /** Metadata and value go into one part, also where others have columns of their own, which may be null. */
    static final class OfVariant implements Gatherer.Conversion {
        private final StructBuilder to;
        private final List<Gatherer> fields;
        private final Object[] parts;
        private final int value;
        private final int metadata;

        OfVariant(StructBuilder to) {
            this.to = to;
            List<String> names = to.type().fields().stream().map(Field::name).toList();
            fields = fieldsOf(to, SparkTypes.fields(to.type()).fields());
            parts = new Object[names.size()];
            value = names.indexOf(SparkTypes.VALUE);
            metadata = names.indexOf(SparkTypes.METADATA);
        }

        @Override
        public void add(SpecializedGetters row, int ordinal) {
            VariantVal variant = row.getVariant(ordinal);
            parts[value] = variant.getValue();
            parts[metadata] = variant.getMetadata();
            addFields(new GenericInternalRow(parts), fields);
            to.endRow();
        }
    }

    static final class OfList implements Gatherer.Conversion {
        private final ListBuilder to;
        private final Gatherer elements;

        OfList(ListBuilder to, DataType from) {
            this.to = to;
            elements = Gatherer.of(to.elements(), ((ArrayType) from).elementType());
        }

        @Override
        public void add(SpecializedGetters row, int ordinal) {
            ArrayData values = row.getArray(ordinal);
            for (int i = 0; i < values.numElements(); i++) {
                elements.add(values, i);
            }
            to.endRow();
        }
    }

    static final class OfMap implements Gatherer.Conversion {
        private final ListBuilder to;
        private final StructBuilder entries;
        private final Gatherer keys;
        private final Gatherer values;

        OfMap(ListBuilder to, DataType from) {
            this.to = to;
            entries = (StructBuilder) to.elements();
            keys = Gatherer.of(entries.fields().get(0), ((MapType) from).keyType());
            values = Gatherer.of(entries.fields().get(1), ((MapType) from).valueType());
        }

        @Override
        public void add(SpecializedGetters row, int ordinal) {
            MapData map = row.getMap(ordinal);
            ArrayData keyArray = map.keyArray();
            ArrayData valueArray = map.valueArray();
            for (int i = 0; i < map.numElements(); i++) {
                keys.add(keyArray, i);
                values.add(valueArray, i);
                entries.endRow();
            }
            to.endRow();
        }
    }
}
