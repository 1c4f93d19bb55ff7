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

import dev.stoa.format.Field;
import dev.stoa.format.TypeKind;
import dev.stoa.format.build.ListBuilder;
import dev.stoa.format.build.StructBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Converts Java objects to structs, lists and maps. */
final class NestedObjects {
    private NestedObjects() {}

    private static List<ObjectColumn> fieldsOf(String path, StructBuilder to) {
        List<ObjectColumn> columns = new ArrayList<>();
        List<Field> fields = to.type().fields();
        for (int i = 0; i < fields.size(); i++) {
            columns.add(ObjectColumn.of(path, fields.get(i), to.fields().get(i)));
        }
        return List.copyOf(columns);
    }

    /** The conversion to a list or a map. */
    static ObjectColumn.Conversion ofElements(String path, ListBuilder to) {
        return to.type().kind() == TypeKind.MAP ? new OfMap(path, to) : new OfList(path, to);
    }

    /** A struct or variant: Object[] or List. */
    static final class OfStruct implements ObjectColumn.Conversion {
        private final StructBuilder to;
        private final List<ObjectColumn> fields;

        OfStruct(String path, StructBuilder to) {
            this.to = to;
            this.fields = fieldsOf(path, to);
        }

        @Override
        public long add(Object value, long row) throws RejectedDataException {
            List<?> values = value instanceof Object[] array
                    ? Arrays.asList(array)
                    : value instanceof List<?> list ? list : null;
            if (values == null) {
                throw JavaValues.unfit(to.type(), value);
            }
            if (values.size() != fields.size()) {
                throw new IllegalArgumentException(
                        values.size() + " values given, " + to.type() + " has " + fields.size() + " fields");
            }
            long bytes = 1;
            for (int i = 0; i < fields.size(); i++) {
                bytes += fields.get(i).add(values.get(i), row);
            }
            to.endRow();
            return bytes;
        }
    }

    /** A list: Collection. */
    private static final class OfList implements ObjectColumn.Conversion {
        private final ListBuilder to;
        private final ObjectColumn element;

        OfList(String path, ListBuilder to) {
            this.to = to;
            this.element = ObjectColumn.of(path, to.type().fields().get(0), to.elements());
        }

        @Override
        public long add(Object value, long row) throws RejectedDataException {
            if (!(value instanceof Collection<?> list)) {
                throw JavaValues.unfit(to.type(), value);
            }
            long bytes = Integer.BYTES;
            for (Object item : list) {
                bytes += element.add(item, row);
            }
            to.endRow();
            return bytes;
        }
    }

    /** A map: Map, or Collection of entries. */
    private static final class OfMap implements ObjectColumn.Conversion {
        private final ListBuilder to;
        private final StructBuilder entries;
        private final List<ObjectColumn> keyAndValue;

        OfMap(String path, ListBuilder to) {
            this.to = to;
            this.entries = (StructBuilder) to.elements();
            this.keyAndValue = fieldsOf(path, entries);
        }

        @Override
        public long add(Object value, long row) throws RejectedDataException {
            Collection<?> pairs = value instanceof Map<?, ?> map
                    ? map.entrySet()
                    : value instanceof Collection<?> collection ? collection : null;
            if (pairs == null) {
                throw JavaValues.unfit(to.type(), value);
            }
            long bytes = Integer.BYTES;
            for (Object pair : pairs) {
                if (!(pair instanceof Map.Entry<?, ?> entry)) {
                    throw new IllegalArgumentException("an entry of the map is not a Map.Entry");
                }
                bytes += keyAndValue.get(0).add(entry.getKey(), row)
                        + keyAndValue.get(1).add(entry.getValue(), row);
                entries.endRow();
            }
            to.endRow();
            return bytes;
        }
    }
}
