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
import dev.stoa.hive.internal.columns.Naming;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

/** Copies lists, maps, structs and unions. Fields of structs that are not there, or not read, are null. */
final class NestedCopies {
    private NestedCopies() {}

    static Optional<VectorCopy> of(Type from, TypeInfo to, Naming naming) {
        return switch (to.getCategory()) {
            case LIST ->
                from.kind() == TypeKind.LIST
                        ? VectorCopy.of(
                                        from.fields().get(0).type(),
                                        ((ListTypeInfo) to).getListElementTypeInfo(),
                                        naming)
                                .map(Lists::new)
                        : Optional.empty();
            case MAP ->
                from.kind() == TypeKind.MAP
                        ? all(
                                        from,
                                        0,
                                        List.of(
                                                ((MapTypeInfo) to).getMapKeyTypeInfo(),
                                                ((MapTypeInfo) to).getMapValueTypeInfo()),
                                        naming)
                                .map(Maps::new)
                        : Optional.empty();
            case STRUCT ->
                from.kind() == TypeKind.STRUCT ? struct(from.fields(), (StructTypeInfo) to, naming) : Optional.empty();
            case UNION ->
                from.kind() == TypeKind.STRUCT
                        ? all(from, 1, ((UnionTypeInfo) to).getAllUnionObjectTypeInfos(), naming)
                                .map(Unions::new)
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<VectorCopy> struct(List<Field> from, StructTypeInfo to, Naming naming) {
        int[] places = new int[to.getAllStructFieldNames().size()];
        VectorCopy[] copies = new VectorCopy[places.length];
        for (int i = 0; i < places.length; i++) {
            OptionalInt place =
                    naming.field(from, i, to.getAllStructFieldNames().get(i));
            places[i] = place.orElse(-1);
            if (place.isPresent()) {
                Optional<VectorCopy> copy = VectorCopy.of(
                        from.get(places[i]).type(),
                        to.getAllStructFieldTypeInfos().get(i),
                        naming);
                if (copy.isEmpty()) {
                    return Optional.empty();
                }
                copies[i] = copy.get();
            }
        }
        return Optional.of(new Structs(places, copies));
    }

    private static Optional<VectorCopy[]> all(Type from, int first, List<TypeInfo> to, Naming naming) {
        if (from.fields().size() != first + to.size()) {
            return Optional.empty();
        }
        List<VectorCopy> copies = new ArrayList<>();
        for (int i = 0; i < to.size(); i++) {
            VectorCopy.of(from.fields().get(first + i).type(), to.get(i), naming)
                    .ifPresent(copies::add);
        }
        return copies.size() == to.size() ? Optional.of(copies.toArray(VectorCopy[]::new)) : Optional.empty();
    }

    /** Offsets of rows; gives the first element. */
    private static int offsets(ListVector from, int first, int count, MultiValuedColumnVector to) {
        int[] offsets = from.offsets();
        int start = offsets[first];
        for (int i = 0; i < count; i++) {
            to.offsets[i] = (long) offsets[first + i] - start;
            to.lengths[i] = (long) offsets[first + i + 1] - offsets[first + i];
        }
        to.childCount = offsets[first + count] - start;
        return start;
    }

    private static final class Lists extends VectorCopy {
        private final VectorCopy elements;

        Lists(VectorCopy elements) {
            this.elements = elements;
        }

        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            ListColumnVector out = (ListColumnVector) to;
            int start = offsets((ListVector) from, first, count, out);
            elements.copy(((ListVector) from).elements(), start, out.childCount, out.child);
        }
    }

    private static final class Maps extends VectorCopy {
        private final VectorCopy[] fields;

        Maps(VectorCopy[] fields) {
            this.fields = fields;
        }

        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            MapColumnVector out = (MapColumnVector) to;
            int start = offsets((ListVector) from, first, count, out);
            StructVector entries = (StructVector) ((ListVector) from).elements();
            fields[0].copy(entries.field(0), start, out.childCount, out.keys);
            fields[1].copy(entries.field(1), start, out.childCount, out.values);
        }
    }

    private static final class Structs extends VectorCopy {
        private final int[] places;
        private final VectorCopy[] fields;

        Structs(int[] places, VectorCopy[] fields) {
            this.places = places;
            this.fields = fields;
        }

        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            StructColumnVector out = (StructColumnVector) to;
            for (int i = 0; i < fields.length; i++) {
                if (places[i] < 0) {
                    fillNulls(out.fields[i], count);
                } else {
                    fields[i].copy(((StructVector) from).field(places[i]), first, count, out.fields[i]);
                }
            }
        }

        /** Not as a repeating one: Hive looks at the fields of structs row by row. */
        private static void fillNulls(org.apache.hadoop.hive.ql.exec.vector.ColumnVector to, int count) {
            to.ensureSize(count, false);
            to.isRepeating = false;
            to.noNulls = false;
            Arrays.fill(to.isNull, 0, count, true);
        }
    }

    private static final class Unions extends VectorCopy {
        private final VectorCopy[] members;

        Unions(VectorCopy[] members) {
            this.members = members;
        }

        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            UnionColumnVector out = (UnionColumnVector) to;
            StructVector struct = (StructVector) from;
            System.arraycopy(((IntVector) struct.field(0)).values(), first, out.tags, 0, count);
            for (int i = 0; i < members.length; i++) {
                members[i].copy(struct.field(i + 1), first, count, out.fields[i]);
            }
        }
    }
}
