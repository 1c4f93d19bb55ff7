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
package dev.stoa.format.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What was appended stands in the vector, for every shape and any nesting. */
final class VectorBuilderTest {
    private static final int ROUNDS = 300;

    /** Random values of random types, in builders that are cleared and used again. */
    @Test
    void vectorsHoldWhatWasAppended() {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = 0x5704L * ROUNDS + round;
            Random random = new Random(seed);
            VectorBuilder builder = VectorBuilders.of(randomType(random, 3));
            for (int use = 0; use < 3; use++) {
                List<Object> expected = new ArrayList<>();
                int rows = random.nextInt(200);
                for (int row = 0; row < rows; row++) {
                    expected.add(append(builder, random));
                }
                ColumnVector vector = builder.vector();
                assertEquals(rows, vector.size(), "seed " + seed);
                assertEquals(builder.type(), vector.type(), "seed " + seed);
                for (int row = 0; row < rows; row++) {
                    assertEquals(expected.get(row), value(vector, row), "seed " + seed + ", row " + row);
                }
                builder.clear();
                assertEquals(0, builder.size());
                assertEquals(0, builder.bytes());
            }
        }
    }

    private static Type randomType(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 8 : 11)) {
            case 0 -> Type.of(TypeKind.NULL);
            case 1 -> Type.of(TypeKind.BOOLEAN);
            case 2 -> Type.of(TypeKind.INT32);
            case 3 -> Type.of(TypeKind.INT64);
            case 4 -> Type.decimal(38, 2);
            case 5 -> Type.of(TypeKind.FLOAT32);
            case 6 -> Type.of(TypeKind.FLOAT64);
            case 7 -> Type.of(TypeKind.STRING);
            case 8 -> {
                List<Field> fields = new ArrayList<>();
                for (int i = 0; i <= random.nextInt(3); i++) {
                    fields.add(Field.nullable("f" + i, randomType(random, depth - 1)));
                }
                yield Type.struct(fields);
            }
            case 9 -> Type.list(Field.nullable("element", randomType(random, depth - 1)));
            default ->
                Type.map(
                        Field.required("key", Type.of(TypeKind.INT32)),
                        Field.nullable("value", randomType(random, depth - 1)));
        };
    }

    /** Appends a random value; returns it as {@link #value} shows it. */
    private static Object append(VectorBuilder builder, Random random) {
        if (builder instanceof NullBuilder || random.nextInt(5) == 0) {
            builder.addNull();
            return "null";
        } else if (builder instanceof StructBuilder struct) {
            List<Object> fields = new ArrayList<>();
            struct.fields().forEach(field -> fields.add(append(field, random)));
            struct.endRow();
            return fields;
        } else if (builder instanceof ListBuilder list) {
            List<Object> elements = new ArrayList<>();
            int count = random.nextInt(4);
            for (int i = 0; i < count; i++) {
                elements.add(element(list.elements(), list.type().kind(), random));
            }
            list.endRow();
            return elements;
        }
        return scalar(builder, random);
    }

    /** An element; the entries of a map are never null. */
    private static Object element(VectorBuilder elements, TypeKind kind, Random random) {
        if (kind != TypeKind.MAP) {
            return append(elements, random);
        }
        StructBuilder entries = assertInstanceOf(StructBuilder.class, elements);
        IntBuilder keys = assertInstanceOf(IntBuilder.class, entries.fields().get(0));
        int key = random.nextInt();
        keys.add(key);
        Object value = append(entries.fields().get(1), random);
        entries.endRow();
        return List.of(key, value);
    }

    private static Object scalar(VectorBuilder builder, Random random) {
        if (builder instanceof BooleanBuilder booleans) {
            boolean value = random.nextBoolean();
            booleans.add(value);
            return value;
        } else if (builder instanceof IntBuilder ints) {
            int value = random.nextInt();
            ints.add(value);
            return value;
        } else if (builder instanceof LongBuilder longs) {
            long value = random.nextLong();
            longs.add(value);
            return value;
        } else if (builder instanceof Int128Builder wide) {
            BigInteger value = new BigInteger(127, random);
            BigInteger signed = random.nextBoolean() ? value : value.not();
            wide.add(signed);
            return signed;
        } else if (builder instanceof FloatBuilder floats) {
            float value = random.nextFloat();
            floats.add(value);
            return value;
        } else if (builder instanceof DoubleBuilder doubles) {
            double value = random.nextDouble();
            doubles.add(value);
            return value;
        }
        BytesBuilder bytes = assertInstanceOf(BytesBuilder.class, builder);
        byte[] value = "x".repeat(random.nextInt(30)).concat("é").getBytes(StandardCharsets.UTF_8);
        if (random.nextBoolean()) {
            bytes.add(value);
        } else {
            int at = bytes.reserve(value.length);
            System.arraycopy(value, 0, bytes.data(), at, value.length);
        }
        return new String(value, StandardCharsets.UTF_8);
    }

    private static Object value(ColumnVector vector, int row) {
        if (vector instanceof NullVector || vector.isNull(row)) {
            return "null";
        } else if (vector instanceof StructVector v) {
            return v.fields().stream().map(field -> value(field, row)).toList();
        } else if (vector instanceof ListVector v) {
            List<Object> elements = new ArrayList<>();
            for (int i = v.offsets()[row]; i < v.offsets()[row + 1]; i++) {
                elements.add(value(v.elements(), i));
            }
            return elements;
        } else if (vector instanceof BooleanVector v) {
            return v.values()[row] != 0;
        } else if (vector instanceof IntVector v) {
            return v.values()[row];
        } else if (vector instanceof LongVector v) {
            return v.values()[row];
        } else if (vector instanceof Int128Vector v) {
            return v.get(row);
        } else if (vector instanceof FloatVector v) {
            return v.values()[row];
        } else if (vector instanceof DoubleVector v) {
            return v.values()[row];
        }
        return assertInstanceOf(BytesVector.class, vector).getString(row);
    }

    @Test
    void aNullTakesNoBytesOfAValue() {
        BytesBuilder builder = assertInstanceOf(BytesBuilder.class, VectorBuilders.of(Type.of(TypeKind.BINARY)));
        builder.add(new byte[] {1, 2, 3}, 1, 2);
        builder.addNull();
        builder.add(new byte[] {4});
        BytesVector vector = assertInstanceOf(BytesVector.class, builder.vector());
        assertArrayEquals(new int[] {0, 2, 2, 3}, Arrays.copyOf(vector.offsets(), 4));
        assertArrayEquals(new byte[] {2, 3, 4}, Arrays.copyOf(vector.data(), 3));
        assertEquals(3 + 3 * Integer.BYTES, builder.bytes());
    }

    @Test
    void aVectorWithoutNullsHasNoMask() {
        VectorBuilder builder = VectorBuilders.of(Type.of(TypeKind.INT64));
        builder.addNull();
        assertTrue(builder.vector().isNull(0));
        builder.clear();
        assertInstanceOf(LongBuilder.class, builder).add(1);
        assertSame(ColumnVector.NO_NULLS, builder.vector().nulls());
    }

    @Test
    void moreThan128BitsAreRefused() {
        Int128Builder builder = assertInstanceOf(Int128Builder.class, VectorBuilders.of(Type.decimal(38, 0)));
        assertThrows(IllegalArgumentException.class, () -> builder.add(BigInteger.ONE.shiftLeft(127)));
        builder.add(BigInteger.ONE.shiftLeft(127).negate());
        assertEquals(1, builder.size());
    }

    @Test
    void aStructWhoseFieldsDifferInLengthIsRefused() {
        StructBuilder builder = assertInstanceOf(
                StructBuilder.class,
                VectorBuilders.of(Type.struct(List.of(Field.nullable("a", Type.of(TypeKind.INT32))))));
        builder.endRow();
        assertThrows(IllegalArgumentException.class, builder::vector);
    }

    @Test
    void bytesBeyondAnArrayAreRefused() {
        BytesBuilder builder = assertInstanceOf(BytesBuilder.class, VectorBuilders.of(Type.of(TypeKind.BINARY)));
        builder.add(new byte[] {1});
        assertThrows(IllegalArgumentException.class, () -> builder.reserve(Integer.MAX_VALUE - 8));
        assertEquals(1, builder.size());
    }
}
