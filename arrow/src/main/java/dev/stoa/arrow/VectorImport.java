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
package dev.stoa.arrow;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.internal.overlay.RowBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;

/** Copies rows of Arrow vectors into vectors of Stoa. It checks each claim of an Arrow vector before it uses the claim. */
final class VectorImport {
    private static final long MAX_BYTES = Integer.MAX_VALUE - 16;

    private final DictionaryImport dictionaries;

    VectorImport(DictionaryImport dictionaries) {
        this.dictionaries = dictionaries;
    }

    /**
     * Copies the rows {@code [from, from + count)}.
     *
     * @param parents which rows are null because what holds them is; empty if none is
     */
    ColumnVector read(FieldVector given, Type type, String path, int from, int count, boolean[] parents)
            throws StoaException {
        FieldVector vector = storage(given);
        if ((long) from + count > vector.getValueCount()) {
            throw new CorruptFileException("column '" + path + "': its Arrow vector has " + vector.getValueCount()
                    + " rows, " + ((long) from + count) + " are needed");
        }
        if (type.kind() == TypeKind.NULL && given.getField().getDictionary() == null) {
            return new NullVector(count);
        }
        boolean[] nulls = count == 0
                ? ColumnVector.NO_NULLS
                : OnHeap.nulls(vector.getValidityBuffer(), from, count, parents, path);
        if (given.getField().getDictionary() != null) {
            return dictionaries.read(vector, given.getField().getDictionary().getId(), type, path, from, nulls, count);
        }
        return switch (type.kind()) {
            case STRUCT, VARIANT -> struct(vector, type, path, from, count, nulls);
            case LIST, MAP -> list(vector, type, path, from, count, nulls);
            case BOOLEAN ->
                new BooleanVector(type, OnHeap.bits(vector.getDataBuffer(), from, count, path), nulls, count);
            case FLOAT32 ->
                new FloatVector(type, OnHeap.floats(vector.getDataBuffer(), from, count, path), nulls, count);
            case FLOAT64 ->
                new DoubleVector(type, OnHeap.doubles(vector.getDataBuffer(), from, count, path), nulls, count);
            case INT8, UINT8, INT16, UINT16, FLOAT16 -> narrow(vector, type, path, from, count, nulls);
            case INT32, INTERVAL_YEAR_MONTH ->
                new IntVector(type, OnHeap.ints(vector.getDataBuffer(), from, count, path), nulls, count);
            case STRING, CHAR, VARCHAR, JSON, ENUM, BINARY, BSON, GEOMETRY, GEOGRAPHY ->
                BytesImport.variable(vector, type, path, from, count, nulls);
            case FIXED, UUID -> BytesImport.fixed(vector, type, path, from, count, nulls);
            default -> NumberImport.read(vector, type, path, from, count, nulls);
        };
    }

    static FieldVector storage(FieldVector vector) {
        return vector instanceof ExtensionTypeVector<?> extension
                ? storage((FieldVector) extension.getUnderlyingVector())
                : vector;
    }

    private static IntVector narrow(FieldVector vector, Type type, String path, int from, int count, boolean[] nulls)
            throws CorruptFileException {
        boolean isByte = type.kind() == TypeKind.INT8 || type.kind() == TypeKind.UINT8;
        boolean isSigned = type.kind() == TypeKind.INT8 || type.kind() == TypeKind.INT16;
        int[] values = new int[count];
        if (isByte) {
            byte[] bytes = OnHeap.bytes(vector.getDataBuffer(), from, count, path);
            for (int i = 0; i < count; i++) {
                values[i] = isSigned ? bytes[i] : bytes[i] & 0xFF;
            }
            return new IntVector(type, values, nulls, count);
        }
        OnHeap.check(vector.getDataBuffer(), (long) from + count, 2, path);
        for (int i = 0; i < count; i++) {
            short value = vector.getDataBuffer().getShort(2L * (from + i));
            values[i] = isSigned ? value : value & 0xFFFF;
        }
        return new IntVector(type, values, nulls, count);
    }

    private ColumnVector struct(FieldVector vector, Type type, String path, int from, int count, boolean[] nulls)
            throws StoaException {
        List<FieldVector> children = vector.getChildrenFromFields();
        List<ColumnVector> fields = new ArrayList<>();
        for (int i = 0; i < type.fields().size(); i++) {
            Field field = type.fields().get(i);
            fields.add(read(children.get(i), field.type(), path + "." + field.name(), from, count, nulls));
        }
        return new StructVector(type, fields, nulls, count);
    }

    private ColumnVector list(FieldVector vector, Type type, String path, int from, int count, boolean[] nulls)
            throws StoaException {
        FieldVector child = vector.getChildrenFromFields().get(0);
        OnHeap.Offsets rows;
        if (vector instanceof FixedSizeListVector fixed) {
            int size = fixed.getListSize();
            if ((long) size * count > MAX_BYTES) {
                throw new CorruptFileException("column '" + path + "': lists of " + size + " elements are too long");
            }
            int[] offsets = new int[count + 1];
            for (int i = 0; i < count; i++) {
                offsets[i + 1] = offsets[i] + size;
            }
            rows = new OnHeap.Offsets((long) size * from, offsets);
        } else {
            int width = vector instanceof LargeListVector ? 8 : 4;
            rows = OnHeap.offsets(vector.getOffsetBuffer(), width, from, count, child.getValueCount(), path);
        }
        if (rows.first() + rows.length() > child.getValueCount()) {
            throw new CorruptFileException("column '" + path + "': its lists have " + (rows.first() + rows.length())
                    + " elements, their Arrow vector has " + child.getValueCount());
        }
        Type element = ListVector.elementType(type);
        String below = type.kind() == TypeKind.MAP
                ? path
                : path + "." + type.fields().get(0).name();
        ColumnVector elements = read(child, element, below, (int) rows.first(), rows.length(), ColumnVector.NO_NULLS);
        ListVector list = new ListVector(type, rows.offsets(), elements, nulls, count);
        return holdsNone(list) ? list : compact(list);
    }

    /** Whether null lists have no elements. */
    private static boolean holdsNone(ListVector list) {
        boolean none = true;
        if (list.hasNulls()) {
            for (int i = 0; i < list.size(); i++) {
                none &= !list.isNull(i) || list.offsets()[i] == list.offsets()[i + 1];
            }
        }
        return none;
    }

    /** The same without elements of null lists, which Arrow allows. */
    private static ColumnVector compact(ListVector list) {
        RowBuffer rows = new RowBuffer(Schema.of(Field.nullable("list", list.type())));
        rows.append(List.of(list), 0, list.size());
        return rows.batch().column(0);
    }
}
