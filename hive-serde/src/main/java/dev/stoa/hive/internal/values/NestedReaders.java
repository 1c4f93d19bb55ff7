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
package dev.stoa.hive.internal.values;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.hadoop.hive.serde2.objectinspector.StandardUnionObjectInspector.StandardUnion;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

/** Makes lists, maps, structs and unions. Fields that a file does not have are null. */
final class NestedReaders {
    private NestedReaders() {}

    static ValueReader of(Type from, TypeInfo to, Naming naming) {
        return switch (to.getCategory()) {
            case LIST -> {
                check(from, TypeKind.LIST, to);
                yield new Lists(ValueReader.of(
                        from.fields().get(0).type(), ((ListTypeInfo) to).getListElementTypeInfo(), naming));
            }
            case MAP -> {
                check(from, TypeKind.MAP, to);
                MapTypeInfo map = (MapTypeInfo) to;
                yield new Maps(
                        ValueReader.of(from.fields().get(0).type(), map.getMapKeyTypeInfo(), naming),
                        ValueReader.of(from.fields().get(1).type(), map.getMapValueTypeInfo(), naming));
            }
            case STRUCT -> {
                check(from, TypeKind.STRUCT, to);
                yield struct(from.fields(), (StructTypeInfo) to, naming);
            }
            case UNION -> {
                check(from, TypeKind.STRUCT, to);
                yield union(from, (UnionTypeInfo) to, naming);
            }
            default -> throw new IllegalArgumentException("STOA has no type for Hive's " + to);
        };
    }

    private static void check(Type from, TypeKind wanted, TypeInfo to) {
        if (from.kind() != wanted) {
            throw new IllegalArgumentException("a " + from + " can't be read as " + to);
        }
    }

    private static ValueReader struct(List<Field> fields, StructTypeInfo to, Naming naming) {
        List<String> names = to.getAllStructFieldNames();
        int[] places = new int[names.size()];
        ValueReader[] readers = new ValueReader[names.size()];
        for (int i = 0; i < places.length; i++) {
            OptionalInt place = naming.field(fields, i, names.get(i));
            places[i] = place.orElse(-1);
            if (place.isPresent()) {
                readers[i] = ValueReader.of(
                        fields.get(places[i]).type(),
                        to.getAllStructFieldTypeInfos().get(i),
                        naming);
            }
        }
        return new Structs(places, readers);
    }

    private static ValueReader union(Type from, UnionTypeInfo to, Naming naming) {
        List<Field> fields = from.fields();
        List<TypeInfo> members = to.getAllUnionObjectTypeInfos();
        boolean isUnion = !fields.isEmpty()
                && fields.get(0).name().equals(HiveTypes.TAG)
                && fields.get(0).type().kind() == TypeKind.INT8
                && fields.size() - 1 <= members.size();
        if (!isUnion) {
            throw new IllegalArgumentException("a " + from + " can't be read as " + to);
        }
        ValueReader[] readers = new ValueReader[fields.size() - 1];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = ValueReader.of(fields.get(i + 1).type(), members.get(i), naming);
        }
        return new Unions(readers);
    }

    private static final class Lists extends ValueReader {
        private final ValueReader elements;

        Lists(ValueReader elements) {
            this.elements = elements;
        }

        @Override
        Object value(ColumnVector values, int row) {
            ListVector list = (ListVector) values;
            int from = list.offsets()[row];
            Object[] all = new Object[list.offsets()[row + 1] - from];
            for (int i = 0; i < all.length; i++) {
                all[i] = elements.get(list.elements(), from + i);
            }
            return Arrays.asList(all);
        }
    }

    private static final class Maps extends ValueReader {
        private final ValueReader keys;
        private final ValueReader entries;

        Maps(ValueReader keys, ValueReader entries) {
            this.keys = keys;
            this.entries = entries;
        }

        @Override
        Object value(ColumnVector values, int row) {
            ListVector list = (ListVector) values;
            StructVector pairs = (StructVector) list.elements();
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
                map.put(keys.get(pairs.field(0), i), entries.get(pairs.field(1), i));
            }
            return map;
        }
    }

    private static final class Structs extends ValueReader {
        private final int[] places;
        private final ValueReader[] readers;

        Structs(int[] places, ValueReader[] readers) {
            this.places = places;
            this.readers = readers;
        }

        @Override
        Object value(ColumnVector values, int row) {
            StructVector struct = (StructVector) values;
            List<Object> fields = new ArrayList<>(places.length);
            for (int i = 0; i < places.length; i++) {
                fields.add(places[i] < 0 ? null : readers[i].get(struct.field(places[i]), row));
            }
            return fields;
        }
    }

    private static final class Unions extends ValueReader {
        private final ValueReader[] members;

        Unions(ValueReader[] members) {
            this.members = members;
        }

        @Override
        Object value(ColumnVector values, int row) {
            StructVector struct = (StructVector) values;
            int tag = ((IntVector) struct.field(0)).values()[row];
            if (tag < 0 || tag >= members.length) {
                throw new IllegalArgumentException("a union has the tag " + tag + ", but " + members.length + " types");
            }
            return new StandardUnion((byte) tag, members[tag].get(struct.field(tag + 1), row));
        }
    }
}
