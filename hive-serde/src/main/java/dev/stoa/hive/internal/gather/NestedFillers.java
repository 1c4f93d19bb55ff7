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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.UnionObjectInspector;

/** What gathers values with fields or elements. */
final class NestedFillers {
    private NestedFillers() {}

    private static long bytesOf(List<ColumnFiller> fillers) {
        long bytes = 0;
        for (ColumnFiller filler : fillers) {
            bytes += filler.bytes();
        }
        return bytes;
    }

    /** Structs: one child per field. */
    static final class Structs extends ColumnFiller {
        private final StructObjectInspector inspector;
        private final StructField[] refs;
        private final List<ColumnFiller> fields;

        Structs(Type type, StructObjectInspector inspector, List<ColumnFiller> fields) {
            super(type);
            this.inspector = inspector;
            this.refs = inspector.getAllStructFieldRefs().toArray(StructField[]::new);
            this.fields = fields;
        }

        @Override
        public ColumnVector vector() {
            return new StructVector(
                    type(), fields.stream().map(ColumnFiller::vector).toList(), nulls(), rows());
        }

        @Override
        public void clear() {
            super.clear();
            fields.forEach(ColumnFiller::clear);
        }

        @Override
        public long bytes() {
            return bytesOf(fields);
        }

        @Override
        void ensure(int capacity) {
            // the fields make room themselves
        }

        @Override
        boolean put(int row, Object value) {
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).add(inspector.getStructFieldData(value, refs[i]));
            }
            return true;
        }

        @Override
        void putNull(int row) {
            for (ColumnFiller field : fields) {
                field.add(null);
            }
        }
    }

    /** Unions: a struct of a tag and one field per type, of which only one has a value. */
    static final class Unions extends ColumnFiller {
        private final UnionObjectInspector inspector;
        private final List<ColumnFiller> members;
        private int[] tags = new int[0];

        Unions(Type type, UnionObjectInspector inspector, List<ColumnFiller> members) {
            super(type);
            this.inspector = inspector;
            this.members = members;
        }

        @Override
        public ColumnVector vector() {
            List<ColumnVector> fields = new ArrayList<>();
            fields.add(new IntVector(type().fields().get(0).type(), tags, ColumnVector.NO_NULLS, rows()));
            members.forEach(member -> fields.add(member.vector()));
            return new StructVector(type(), fields, nulls(), rows());
        }

        @Override
        public void clear() {
            super.clear();
            members.forEach(ColumnFiller::clear);
        }

        @Override
        public long bytes() {
            return bytesOf(members) + rows();
        }

        @Override
        void ensure(int capacity) {
            tags = Arrays.copyOf(tags, capacity);
        }

        @Override
        boolean put(int row, Object value) {
            int tag = inspector.getTag(value);
            Object field = inspector.getField(value);
            tags[row] = tag;
            for (int i = 0; i < members.size(); i++) {
                members.get(i).add(i == tag ? field : null);
            }
            return true;
        }

        @Override
        void putNull(int row) {
            tags[row] = 0;
            for (ColumnFiller member : members) {
                member.add(null);
            }
        }
    }

    /** Where elements begin and end. */
    abstract static class Elements extends ColumnFiller {
        private int[] offsets = new int[1];

        Elements(Type type) {
            super(type);
        }

        final void end(int row, int elements) {
            offsets[row + 1] = elements;
        }

        final int[] offsets() {
            return offsets;
        }

        @Override
        final void ensure(int capacity) {
            offsets = Arrays.copyOf(offsets, capacity + 1);
        }

        @Override
        final void putNull(int row) {
            offsets[row + 1] = offsets[row];
        }
    }

    /** Lists. */
    static final class Lists extends Elements {
        private final ListObjectInspector inspector;
        private final ColumnFiller elements;

        Lists(Type type, ListObjectInspector inspector, ColumnFiller elements) {
            super(type);
            this.inspector = inspector;
            this.elements = elements;
        }

        @Override
        public ColumnVector vector() {
            return new ListVector(type(), offsets(), elements.vector(), nulls(), rows());
        }

        @Override
        public void clear() {
            super.clear();
            elements.clear();
        }

        @Override
        public long bytes() {
            return elements.bytes() + (long) rows() * Integer.BYTES;
        }

        @Override
        boolean put(int row, Object value) {
            int length = inspector.getListLength(value);
            if (length < 0) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                elements.add(inspector.getListElement(value, i));
            }
            end(row, elements.rows());
            return true;
        }
    }

    /** Maps. */
    static final class Maps extends Elements {
        private final MapObjectInspector inspector;
        private final ColumnFiller keys;
        private final ColumnFiller values;

        Maps(Type type, MapObjectInspector inspector, ColumnFiller keys, ColumnFiller values) {
            super(type);
            this.inspector = inspector;
            this.keys = keys;
            this.values = values;
        }

        @Override
        public ColumnVector vector() {
            ColumnVector entries = new StructVector(
                    ListVector.entryType(type()),
                    List.of(keys.vector(), values.vector()),
                    ColumnVector.NO_NULLS,
                    keys.rows());
            return new ListVector(type(), offsets(), entries, nulls(), rows());
        }

        @Override
        public void clear() {
            super.clear();
            keys.clear();
            values.clear();
        }

        @Override
        public long bytes() {
            return keys.bytes() + values.bytes() + (long) rows() * Integer.BYTES;
        }

        @Override
        boolean put(int row, Object value) {
            Map<?, ?> map = inspector.getMap(value);
            if (map == null) {
                return false;
            }
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                keys.add(entry.getKey());
                values.add(entry.getValue());
            }
            end(row, keys.rows());
            return true;
        }
    }
}
