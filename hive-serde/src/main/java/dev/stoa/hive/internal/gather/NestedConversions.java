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
package dev.stoa.hive.internal.gather;

import dev.stoa.format.build.IntBuilder;
import dev.stoa.format.build.ListBuilder;
import dev.stoa.format.build.StructBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.UnionObjectInspector;

/** Converts structs, unions, lists and maps. */
final class NestedConversions {
    private NestedConversions() {}

    static final class OfStruct implements ColumnFiller.Conversion {
        private final StructBuilder to;
        private final StructObjectInspector inspector;
        private final StructField[] refs;
        private final List<ColumnFiller> fields = new ArrayList<>();

        OfStruct(StructBuilder to, StructObjectInspector inspector) {
            this.to = to;
            this.inspector = inspector;
            this.refs = inspector.getAllStructFieldRefs().toArray(StructField[]::new);
            for (int i = 0; i < to.fields().size(); i++) {
                fields.add(ColumnFiller.of(to.fields().get(i), refs[i].getFieldObjectInspector()));
            }
        }

        @Override
        public boolean add(Object value) {
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).add(inspector.getStructFieldData(value, refs[i]));
            }
            to.endRow();
            return true;
        }
    }

    /** A union is a struct of a tag and one field per type, and only the tag's field has a value. */
    static final class OfUnion implements ColumnFiller.Conversion {
        private final StructBuilder to;
        private final UnionObjectInspector inspector;
        private final IntBuilder tags;
        private final List<ColumnFiller> members = new ArrayList<>();

        OfUnion(StructBuilder to, UnionObjectInspector inspector) {
            this.to = to;
            this.inspector = inspector;
            this.tags = (IntBuilder) to.fields().get(0);
            for (int i = 1; i < to.fields().size(); i++) {
                members.add(ColumnFiller.of(
                        to.fields().get(i), inspector.getObjectInspectors().get(i - 1)));
            }
        }

        @Override
        public boolean add(Object value) {
            int tag = inspector.getTag(value);
            Object field = inspector.getField(value);
            tags.add(tag);
            for (int i = 0; i < members.size(); i++) {
                members.get(i).add(i == tag ? field : null);
            }
            to.endRow();
            return true;
        }
    }

    static final class OfList implements ColumnFiller.Conversion {
        private final ListBuilder to;
        private final ListObjectInspector inspector;
        private final ColumnFiller elements;

        OfList(ListBuilder to, ListObjectInspector inspector) {
            this.to = to;
            this.inspector = inspector;
            this.elements = ColumnFiller.of(to.elements(), inspector.getListElementObjectInspector());
        }

        @Override
        public boolean add(Object value) {
            int length = inspector.getListLength(value);
            if (length < 0) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                elements.add(inspector.getListElement(value, i));
            }
            to.endRow();
            return true;
        }
    }

    static final class OfMap implements ColumnFiller.Conversion {
        private final ListBuilder to;
        private final StructBuilder entries;
        private final MapObjectInspector inspector;
        private final ColumnFiller keys;
        private final ColumnFiller values;

        OfMap(ListBuilder to, MapObjectInspector inspector) {
            this.to = to;
            this.entries = (StructBuilder) to.elements();
            this.inspector = inspector;
            this.keys = ColumnFiller.of(entries.fields().get(0), inspector.getMapKeyObjectInspector());
            this.values = ColumnFiller.of(entries.fields().get(1), inspector.getMapValueObjectInspector());
        }

        @Override
        public boolean add(Object value) {
            Map<?, ?> map = inspector.getMap(value);
            if (map == null) {
                return false;
            }
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                keys.add(entry.getKey());
                values.add(entry.getValue());
                entries.endRow();
            }
            to.endRow();
            return true;
        }
    }
}
