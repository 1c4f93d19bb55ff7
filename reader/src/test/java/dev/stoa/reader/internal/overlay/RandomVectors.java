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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random vectors: all shapes, nulls, dictionaries, arrays that are longer than the rows, and any value at a null row. */
final class RandomVectors {
    static final Type INT = Type.of(TypeKind.INT32);
    static final Type LONG = Type.of(TypeKind.INT64);
    static final Type STRING = Type.of(TypeKind.STRING);
    static final Type STRUCT = Type.struct(List.of(
            Field.nullable("n", LONG),
            Field.nullable("words", Type.list(Field.nullable("element", STRING))),
            Field.nullable("inner", Type.struct(List.of(Field.nullable("x", Type.of(TypeKind.FLOAT64)))))));

    /** Types of each shape without bytes. */
    static final List<Type> FIXED = List.of(
            Type.of(TypeKind.NULL),
            Type.of(TypeKind.BOOLEAN),
            INT,
            LONG,
            Type.decimal(38, 2),
            Type.of(TypeKind.FLOAT32),
            Type.of(TypeKind.FLOAT64));

    /** Types with bytes or fields. */
    static final List<Type> OTHERS = List.of(
            STRING,
            STRUCT,
            Type.variant(List.of(Field.required("metadata", STRING), Field.nullable("value", STRING))),
            Type.list(Field.nullable("element", STRUCT)),
            Type.map(Field.required("key", STRING), Field.nullable("value", INT)));

    private final Random random;

    RandomVectors(Random random) {
        this.random = random;
    }

    /** A vector with nulls or without. */
    ColumnVector next(Type type, int size) {
        return next(type, size, random.nextBoolean() ? ColumnVector.NO_NULLS : mask(size));
    }

    ColumnVector next(Type type, int size, boolean[] nulls) {
        int room = size + random.nextInt(3);
        return switch (type.kind()) {
            case NULL -> new NullVector(size);
            case STRUCT, VARIANT -> {
                List<ColumnVector> fields = new ArrayList<>();
                type.fields().forEach(field -> fields.add(next(field.type(), size)));
                yield new StructVector(type, fields, nulls, size);
            }
            case LIST, MAP -> {
                int[] offsets = offsets(room, 4);
                ColumnVector elements = type.kind() == TypeKind.MAP
                        ? entries(type, offsets[room])
                        : next(ListVector.elementType(type), offsets[room]);
                yield new ListVector(type, offsets, elements, nulls, size);
            }
            default ->
                switch (type.physical()) {
                    case BOOLEAN -> {
                        byte[] values = new byte[room];
                        IntStream.range(0, room).forEach(i -> values[i] = (byte) random.nextInt(2));
                        yield new BooleanVector(type, values, nulls, size);
                    }
                    case INT -> new IntVector(type, random.ints(room).toArray(), nulls, size);
                    case LONG -> new LongVector(type, random.longs(room).toArray(), nulls, size);
                    case INT128 -> {
                        long[] low = random.longs(room).toArray();
                        yield random.nextBoolean()
                                ? Int128Vector.narrow(type, low, nulls, size)
                                : new Int128Vector(type, random.longs(room).toArray(), low, nulls, size);
                    }
                    case FLOAT -> {
                        float[] values = new float[room];
                        IntStream.range(0, room).forEach(i -> values[i] = random.nextFloat());
                        yield new FloatVector(type, values, nulls, size);
                    }
                    case DOUBLE -> new DoubleVector(type, random.doubles(room).toArray(), nulls, size);
                    case BYTES ->
                        random.nextBoolean()
                                ? words(type, room, nulls, size)
                                : new BytesVector(
                                        type,
                                        random.ints(room, 0, 5).toArray(),
                                        words(type, 5, ColumnVector.NO_NULLS, 5),
                                        nulls,
                                        size);
                    case NONE -> throw new AssertionError(type);
                };
        };
    }

    private ColumnVector entries(Type map, int size) {
        List<ColumnVector> fields = List.of(
                next(map.fields().get(0).type(), size, ColumnVector.NO_NULLS),
                next(map.fields().get(1).type(), size));
        return new StructVector(ListVector.entryType(map), fields, ColumnVector.NO_NULLS, size);
    }

    boolean[] mask(int size) {
        boolean[] nulls = new boolean[size + random.nextInt(2)];
        IntStream.range(0, nulls.length).forEach(i -> nulls[i] = random.nextInt(4) == 0);
        return nulls;
    }

    private int[] offsets(int rows, int most) {
        int[] offsets = new int[rows + 1];
        offsets[0] = random.nextInt(3);
        IntStream.range(0, rows).forEach(i -> offsets[i + 1] = offsets[i] + random.nextInt(most));
        return offsets;
    }

    private BytesVector words(Type type, int rows, boolean[] nulls, int size) {
        int[] offsets = offsets(rows, 4);
        byte[] data = new byte[offsets[rows]];
        IntStream.range(0, data.length).forEach(i -> data[i] = (byte) ('a' + random.nextInt(3)));
        return new BytesVector(type, data, offsets, nulls, size);
    }

    /** The values of some rows. */
    static List<Object> values(ColumnVector vector, int from, int count) {
        List<Object> values = new ArrayList<>();
        IntStream.range(from, from + count).forEach(row -> values.add(Model.read(vector, row)));
        return values;
    }

    static List<Object> values(ColumnVector vector) {
        return values(vector, 0, vector.size());
    }
}
