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
package dev.stoa.trino.internal.columns;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.build.BooleanBuilder;
import dev.stoa.format.build.BytesBuilder;
import dev.stoa.format.build.DoubleBuilder;
import dev.stoa.format.build.FloatBuilder;
import dev.stoa.format.build.Int128Builder;
import dev.stoa.format.build.IntBuilder;
import dev.stoa.format.build.ListBuilder;
import dev.stoa.format.build.LongBuilder;
import dev.stoa.format.build.StructBuilder;
import dev.stoa.format.build.VectorBuilder;
import dev.stoa.format.build.VectorBuilders;
import dev.stoa.reader.RowChanges;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Columns of all shapes that Trino has types for, with random values. */
public final class RandomColumns {
    private static final List<Type> LEAVES = List.of(
            Type.of(TypeKind.BOOLEAN),
            Type.of(TypeKind.INT8),
            Type.of(TypeKind.INT16),
            Type.of(TypeKind.UINT16),
            Type.of(TypeKind.INT32),
            Type.of(TypeKind.INT64),
            Type.of(TypeKind.UINT32),
            Type.of(TypeKind.UINT64),
            Type.of(TypeKind.FLOAT16),
            Type.of(TypeKind.FLOAT32),
            Type.of(TypeKind.FLOAT64),
            Type.of(TypeKind.DATE),
            Type.decimal(9, 2),
            Type.decimal(18, 4),
            Type.decimal(38, 3),
            Type.time(3, false),
            Type.time(12, false),
            Type.timestamp(3, false),
            Type.timestamp(6, false),
            Type.timestamp(9, false),
            Type.timestamp(3, true),
            Type.timestamp(6, true),
            Type.timestamp(12, true),
            Type.of(TypeKind.STRING),
            Type.of(TypeKind.STRING),
            Type.sized(TypeKind.VARCHAR, 60),
            Type.of(TypeKind.BINARY),
            Type.of(TypeKind.UUID));

    private final Random random;

    public RandomColumns(Random random) {
        this.random = random;
    }

    /** A random type with at most this number of levels below it. */
    public Type type(int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            return switch (random.nextInt(3)) {
                case 0 -> Type.list(Field.nullable("element", type(depth - 1)));
                case 1 ->
                    Type.map(Field.required("key", Type.of(TypeKind.INT64)), Field.nullable("value", type(depth - 1)));
                default -> {
                    List<Field> fields = new ArrayList<>();
                    for (int i = random.nextInt(3); i >= 0; i--) {
                        fields.add(Field.nullable("f" + i, type(depth - 1)));
                    }
                    yield Type.struct(fields);
                }
            };
        }
        return LEAVES.get(random.nextInt(LEAVES.size()));
    }

    /** Random rows. One row in {@code nulls} is null, none if that is 0. Texts may be ids. Offsets need not start at 0. */
    public ColumnVector vector(Type type, int rows, int nulls) {
        VectorBuilder to = VectorBuilders.of(type);
        int distinct = 1 + random.nextInt(random.nextBoolean() ? 20 : 100_000);
        int more = random.nextInt(5);
        for (int i = 0; i < rows + more; i++) {
            add(to, nulls, distinct);
        }
        ColumnVector last = last(to.vector(), rows);
        return last instanceof BytesVector texts && type.kind() != TypeKind.UUID && rows > 0 && random.nextBoolean()
                ? asIds(texts)
                : last;
    }

    /** The last rows of lists and texts, the first ones of others. */
    private static ColumnVector last(ColumnVector all, int rows) {
        int from = all.size() - rows;
        boolean[] nulls = all.hasNulls() ? Arrays.copyOfRange(all.nulls(), from, from + rows) : ColumnVector.NO_NULLS;
        return switch (all) {
            case BytesVector v -> {
                int[] offsets = Arrays.copyOfRange(v.offsets(), from, from + rows + 1);
                yield new BytesVector(v.type(), v.data(), offsets, nulls, rows);
            }
            case ListVector v -> {
                int[] offsets = Arrays.copyOfRange(v.offsets(), from, from + rows + 1);
                yield new ListVector(v.type(), offsets, v.elements(), nulls, rows);
            }
            default -> RowChanges.slice(all, 0, rows);
        };
    }

    /** The same texts as ids, with entries that no row has. */
    private BytesVector asIds(BytesVector texts) {
        int[] ids = new int[texts.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = random.nextInt(texts.size());
        }
        BytesVector entries =
                new BytesVector(texts.type(), texts.data(), texts.offsets(), ColumnVector.NO_NULLS, texts.size());
        return new BytesVector(texts.type(), ids, entries, texts.nulls(), texts.size());
    }

    private void add(VectorBuilder to, int nulls, int distinct) {
        if (nulls != 0 && random.nextInt(nulls) == 0) {
            to.addNull();
            return;
        }
        int value = random.nextInt(distinct);
        switch (to) {
            case BooleanBuilder booleans -> booleans.add(value % 2 == 0);
            case IntBuilder ints -> ints.add(ofInt(to.type().kind(), value));
            case LongBuilder longs -> longs.add(864L * value);
            case Int128Builder wide ->
                wide.add(BigInteger.valueOf(value - distinct / 2L).shiftLeft(random.nextInt(20)));
            case FloatBuilder floats -> floats.add(value / 4f);
            case DoubleBuilder doubles -> doubles.add(value / 8d);
            case BytesBuilder bytes -> bytes.add(text(to.type().kind(), value));
            case StructBuilder struct -> {
                struct.fields().forEach(field -> add(field, nulls, distinct));
                struct.endRow();
            }
            case ListBuilder list -> {
                for (int i = random.nextInt(4); i > 0; i--) {
                    if (to.type().kind() == TypeKind.MAP) {
                        StructBuilder entries = (StructBuilder) list.elements();
                        ((LongBuilder) entries.fields().get(0)).add(i);
                        add(entries.fields().get(1), nulls, distinct);
                        entries.endRow();
                    } else {
                        add(list.elements(), nulls, distinct);
                    }
                }
                list.endRow();
            }
            default -> throw new IllegalStateException("no values of " + to.type());
        }
    }

    private static int ofInt(TypeKind kind, int value) {
        return switch (kind) {
            case INT8 -> value % 100;
            case INT16, UINT16 -> value % 30_000;
            case FLOAT16 -> Float.floatToFloat16(value % 50);
            default -> value;
        };
    }

    private static byte[] text(TypeKind kind, int value) {
        if (kind == TypeKind.UUID) {
            return String.format("%016d", value).getBytes(StandardCharsets.UTF_8);
        }
        return ("text ".repeat(value % 9) + (value % 7 == 0 ? "" : value)).getBytes(StandardCharsets.UTF_8);
    }
}
