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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;

/** Columns that are made of others. */
final class NestedColumns {
    private NestedColumns() {}

    /** Of structs, whose fields show the same rows. */
    static final class Structs extends StoaColumn {
        private final List<StoaColumn> fields = new ArrayList<>();

        Structs(Type type, DataType as) {
            super(as);
            List<Field> stored = type.fields();
            for (int i = 0; i < stored.size(); i++) {
                fields.add(StoaColumn.of(stored.get(i).type(), ((StructType) as).fields()[i].dataType()));
            }
        }

        @Override
        void take(ColumnVector vector) {
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).show(((StructVector) vector).field(i), selection(), rows());
            }
        }

        @Override
        public StoaColumn getChild(int ordinal) {
            return fields.get(ordinal);
        }
    }

    /** For variants: Spark asks for the value and the metadata, in this order. */
    static final class Variants extends StoaColumn {
        private final int[] places;
        private final StoaColumn[] parts;

        Variants(Type type, DataType as) {
            super(as);
            boolean isValueFirst = type.fields().get(0).name().equals(SparkTypes.VALUE);
            places = isValueFirst ? new int[] {0, 1} : new int[] {1, 0};
            parts = new StoaColumn[] {part(type, 0), part(type, 1)};
        }

        private StoaColumn part(Type type, int part) {
            return StoaColumn.of(type.fields().get(places[part]).type(), DataTypes.BinaryType);
        }

        @Override
        void take(ColumnVector vector) {
            for (int i = 0; i < parts.length; i++) {
                parts[i].show(((StructVector) vector).field(places[i]), selection(), rows());
            }
        }

        @Override
        public StoaColumn getChild(int ordinal) {
            return parts[ordinal];
        }
    }

    /** Of lists. */
    static final class Lists extends StoaColumn {
        private final StoaColumn elements;
        private int[] offsets = new int[1];

        Lists(Type type, DataType as) {
            super(as);
            elements = StoaColumn.of(type.fields().get(0).type(), ((ArrayType) as).elementType());
        }

        @Override
        void take(ColumnVector vector) {
            ListVector lists = (ListVector) vector;
            offsets = lists.offsets();
            elements.show(lists.elements());
        }

        @Override
        public ColumnarArray getArray(int row) {
            if (isNullAt(row)) {
                return null;
            }
            int at = at(row);
            return new ColumnarArray(elements, offsets[at], offsets[at + 1] - offsets[at]);
        }

        @Override
        public StoaColumn getChild(int ordinal) {
            return elements;
        }
    }

    /** Of maps. */
    static final class Maps extends StoaColumn {
        private final StoaColumn keys;
        private final StoaColumn values;
        private int[] offsets = new int[1];

        Maps(Type type, DataType as) {
            super(as);
            keys = StoaColumn.of(type.fields().get(0).type(), ((MapType) as).keyType());
            values = StoaColumn.of(type.fields().get(1).type(), ((MapType) as).valueType());
        }

        @Override
        void take(ColumnVector vector) {
            ListVector maps = (ListVector) vector;
            StructVector entries = (StructVector) maps.elements();
            offsets = maps.offsets();
            keys.show(entries.field(0));
            values.show(entries.field(1));
        }

        @Override
        public ColumnarMap getMap(int row) {
            if (isNullAt(row)) {
                return null;
            }
            int at = at(row);
            return new ColumnarMap(keys, values, offsets[at], offsets[at + 1] - offsets[at]);
        }

        @Override
        public StoaColumn getChild(int ordinal) {
            return ordinal == 0 ? keys : values;
        }
    }
}
