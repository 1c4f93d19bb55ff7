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
package dev.stoa.table.internal.logfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Cells of all types become the rows of vectors. */
class CellsTest {
    private static final boolean[] MIDDLE = {false, true, false};

    private static Type of(TypeKind kind) {
        return Type.of(kind);
    }

    private static <T extends ColumnVector> T vector(Class<T> as, Type type, Object... cells) {
        ColumnVector vector = Cells.vector(type, Arrays.asList(cells));
        assertEquals(type, vector.type());
        assertEquals(cells.length, vector.size());
        return as.cast(vector);
    }

    @Test
    void numbersAndNulls() {
        IntVector ints = vector(IntVector.class, of(TypeKind.INT32), 7, null, Integer.MIN_VALUE);
        assertArrayEquals(MIDDLE, ints.nulls());
        assertArrayEquals(new int[] {7, 0, Integer.MIN_VALUE}, ints.values());
        LongVector longs = vector(LongVector.class, of(TypeKind.INT64), Long.MAX_VALUE, null, -1L);
        assertArrayEquals(MIDDLE, longs.nulls());
        assertArrayEquals(new long[] {Long.MAX_VALUE, 0, -1}, longs.values());
        BooleanVector flags = vector(BooleanVector.class, of(TypeKind.BOOLEAN), true, null, false);
        assertArrayEquals(MIDDLE, flags.nulls());
        assertArrayEquals(new byte[] {1, 0, 0}, flags.values());
        assertEquals(0, vector(IntVector.class, of(TypeKind.INT32), 1, 2).nulls().length, "no nulls, no mask");
        assertEquals(Integer.MIN_VALUE, Cells.intAt(ints, 2));
        assertEquals(-1, Cells.longAt(longs, 2));
        assertTrue(Cells.booleanAt(flags, 0));
        assertFalse(Cells.booleanAt(flags, 2));
    }

    /** Bounds are vectors of one row. */
    @Test
    void rowsOfOtherVectors() {
        boolean[] no = ColumnVector.NO_NULLS;
        Type type = of(TypeKind.INT32);
        ColumnVector one = new IntVector(type, new int[] {5}, no, 1);
        assertArrayEquals(
                new int[] {5, 0, 5},
                vector(IntVector.class, type, one, null, one).values());
        type = of(TypeKind.INT64);
        one = new LongVector(type, new long[] {6}, no, 1);
        assertArrayEquals(
                new long[] {6, 0, 6},
                vector(LongVector.class, type, one, null, one).values());
        type = of(TypeKind.BOOLEAN);
        one = new BooleanVector(type, new byte[] {1}, no, 1);
        assertArrayEquals(
                new byte[] {1, 0, 1},
                vector(BooleanVector.class, type, one, null, one).values());
        type = of(TypeKind.FLOAT32);
        one = new FloatVector(type, new float[] {-1.5f}, no, 1);
        FloatVector floats = vector(FloatVector.class, type, one, null, one);
        assertArrayEquals(new float[] {-1.5f, 0, -1.5f}, floats.values());
        assertArrayEquals(MIDDLE, floats.nulls());
        type = of(TypeKind.FLOAT64);
        one = new DoubleVector(type, new double[] {2.5}, no, 1);
        DoubleVector doubles = vector(DoubleVector.class, type, one, null, one);
        assertArrayEquals(new double[] {2.5, 0, 2.5}, doubles.values());
        assertArrayEquals(MIDDLE, doubles.nulls());
        type = Type.decimal(30, 0);
        one = new Int128Vector(type, new long[] {-3}, new long[] {9}, no, 1);
        Int128Vector wide = vector(Int128Vector.class, type, one, null, one);
        assertEquals(((Int128Vector) one).get(0), wide.get(0));
        assertEquals(((Int128Vector) one).get(0), wide.get(2));
        assertArrayEquals(MIDDLE, wide.nulls());
    }

    @Test
    void textsBytesAndIds() {
        Type type = of(TypeKind.STRING);
        ColumnVector one = Cells.vector(type, List.of("one"));
        BytesVector texts = vector(BytesVector.class, type, "\u00fc", null, one, "x".repeat(60), "y".repeat(70), "");
        List<String> expected = List.of("\u00fc", "", "one", "x".repeat(60), "y".repeat(70), "");
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(i == 1, texts.isNull(i));
            assertEquals(expected.get(i), new String(texts.get(i), StandardCharsets.UTF_8));
        }
        assertEquals("one", Cells.textAt(texts, 2));
        BytesVector bytes = vector(BytesVector.class, of(TypeKind.BINARY), new byte[] {1, -1}, new byte[64]);
        assertArrayEquals(new byte[] {1, -1}, bytes.get(0));
        assertArrayEquals(new byte[64], bytes.get(1));
        UUID id = new UUID(0x1234_5678_9ABC_DEF0L, -2);
        BytesVector ids = vector(BytesVector.class, of(TypeKind.UUID), new UUID(0, 1), id);
        assertEquals(id, Cells.idAt(ids, 1));
        assertEquals(new UUID(0, 1), Cells.idAt(ids, 0));
    }

    @Test
    void listsOfCells() {
        Type type = Type.list(Field.required("element", of(TypeKind.INT32)));
        ListVector lists = vector(ListVector.class, type, List.of(1, 2), null, List.of(), List.of(3));
        assertArrayEquals(new boolean[] {false, true, false, false}, lists.nulls());
        assertArrayEquals(new int[] {0, 2, 2, 2, 3}, lists.offsets());
        assertArrayEquals(new int[] {1, 2, 3}, ((IntVector) lists.elements()).values());
    }

    @Test
    void typesWithoutValuesHaveNoCells() {
        List<Object> nothing = Arrays.asList((Object) null);
        Type type = of(TypeKind.NULL);
        assertThrows(IllegalArgumentException.class, () -> Cells.vector(type, nothing));
    }
}
