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
package dev.stoa.writer;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Builders of structs, lists and maps. */
final class NestedBuilders {
    private NestedBuilders() {}

    private static List<ColumnBuilder> fieldsOf(String path, Type type) {
        List<ColumnBuilder> fields = new ArrayList<>();
        for (Field field : type.fields()) {
            fields.add(ColumnBuilder.of(path, field));
        }
        return List.copyOf(fields);
    }

    private static List<ColumnVector> vectors(List<ColumnBuilder> builders) {
        return builders.stream().map(ColumnBuilder::build).toList();
    }

    /** A struct or variant: Object[] or List. */
    static final class Struct extends ColumnBuilder {
        private final List<ColumnBuilder> fields;

        Struct(String path, Type type) {
            super(path, type);
            this.fields = fieldsOf(path, type);
        }

        @Override
        long addNull() throws RejectedDataException {
            for (ColumnBuilder field : fields) {
                field.add(null, 0);
            }
            return 1;
        }

        @Override
        long addValue(Object value, long row) throws RejectedDataException {
            List<?> values = value instanceof Object[] array
                    ? Arrays.asList(array)
                    : value instanceof List<?> list ? list : null;
            if (values == null) {
                throw JavaValues.unfit(type(), value);
            }
            if (values.size() != fields.size()) {
                throw new IllegalArgumentException(
                        values.size() + " values given, " + type() + " has " + fields.size() + " fields");
            }
            long bytes = 1;
            for (int i = 0; i < fields.size(); i++) {
                bytes += fields.get(i).add(values.get(i), row);
            }
            return bytes;
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new StructVector(type(), vectors(fields), mask, size());
        }

        @Override
        void clear() {
            super.clear();
            fields.forEach(ColumnBuilder::clear);
        }
    }

    /** What lists and maps share: offsets. */
    abstract static class Offsets extends ColumnBuilder {
        private int[] offsets = new int[17];

        Offsets(String path, Type type) {
            super(path, type);
        }

        final long put(int count) {
            if (size() + 2 > offsets.length) {
                offsets = Arrays.copyOf(offsets, offsets.length * 2);
            }
            offsets[size() + 1] = Math.addExact(offsets[size()], count);
            return 4;
        }

        final int[] offsets() {
            return offsets;
        }

        @Override
        final long addNull() {
            return put(0);
        }
    }

    /** A list: Collection. */
    static final class ListOf extends Offsets {
        private final ColumnBuilder element;

        ListOf(String path, Type type) {
            super(path, type);
            this.element = ColumnBuilder.of(path, type.fields().get(0));
        }

        @Override
        long addValue(Object value, long row) throws RejectedDataException {
            if (!(value instanceof Collection<?> list)) {
                throw JavaValues.unfit(type(), value);
            }
            long bytes = put(list.size());
            for (Object item : list) {
                bytes += element.add(item, row);
            }
            return bytes;
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new ListVector(type(), offsets(), element.build(), mask, size());
        }

        @Override
        void clear() {
            super.clear();
            element.clear();
        }
    }

    /** A map: Map, or Collection of entries. */
    static final class MapOf extends Offsets {
        private final List<ColumnBuilder> keyAndValue;

        MapOf(String path, Type type) {
            super(path, type);
            this.keyAndValue = fieldsOf(path, type);
        }

        @Override
        long addValue(Object value, long row) throws RejectedDataException {
            Collection<?> entries = value instanceof Map<?, ?> map
                    ? map.entrySet()
                    : value instanceof Collection<?> collection ? collection : null;
            if (entries == null) {
                throw JavaValues.unfit(type(), value);
            }
            long bytes = put(entries.size());
            for (Object entry : entries) {
                if (!(entry instanceof Map.Entry<?, ?> pair)) {
                    throw new IllegalArgumentException("an entry of the map is no Map.Entry");
                }
                bytes += keyAndValue.get(0).add(pair.getKey(), row)
                        + keyAndValue.get(1).add(pair.getValue(), row);
            }
            return bytes;
        }

        @Override
        ColumnVector build(boolean[] mask) {
            List<ColumnVector> vectors = vectors(keyAndValue);
            StructVector entries = new StructVector(
                    ListVector.entryType(type()),
                    vectors,
                    ColumnVector.NO_NULLS,
                    vectors.get(0).size());
            return new ListVector(type(), offsets(), entries, mask, size());
        }

        @Override
        void clear() {
            super.clear();
            keyAndValue.forEach(ColumnBuilder::clear);
        }
    }
}
