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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that wait count the memory that they take, and forget which rows were null before. */
class VectorValuesTest {
    private static final int ROWS = 128;

    static Stream<Arguments> widths() {
        boolean[] none = ColumnVector.NO_NULLS;
        Type bool = Type.of(TypeKind.BOOLEAN);
        Type int8 = Type.of(TypeKind.INT8);
        Type int64 = Type.of(TypeKind.INT64);
        Type wide = Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO);
        Type single = Type.of(TypeKind.FLOAT32);
        Type pair = Type.of(TypeKind.FLOAT64);
        return Stream.of(
                Arguments.of(new BooleanValues(bool), new BooleanVector(bool, new byte[ROWS], none, ROWS), 1),
                Arguments.of(new IntValues(int8), new IntVector(int8, new int[ROWS], none, ROWS), 4),
                Arguments.of(new LongValues(int64), new LongVector(int64, new long[ROWS], none, ROWS), 8),
                Arguments.of(
                        new Int128Values(wide), new Int128Vector(wide, new long[ROWS], new long[ROWS], none, ROWS), 16),
                Arguments.of(new FloatValues(), new FloatVector(single, new float[ROWS], none, ROWS), 4),
                Arguments.of(new DoubleValues(), new DoubleVector(pair, new double[ROWS], none, ROWS), 8));
    }

    @ParameterizedTest
    @MethodSource("widths")
    void rowsOfEachWidth(VectorValues values, ColumnVector vector, long width) {
        Rows rows = new Rows();
        rows.add(0, ROWS);
        values.append(vector, rows, ColumnVector.NO_NULLS);
        assertEquals(ROWS * width, values.heldBytes());
        values.append(vector, rows, new boolean[ROWS]);
        assertEquals(2 * ROWS * (width + 1), values.heldBytes(), "a row of the mask takes a byte");
        assertEquals(2 * ROWS, values.size());
        values.clear();
        assertEquals(0, values.size());
        assertEquals(2 * ROWS * (width + 1), values.heldBytes());
        for (int row = 0; row < 4096; row += ROWS) {
            values.append(vector, rows, ColumnVector.NO_NULLS);
        }
        assertEquals(4096 * (width + 1), values.heldBytes(), "arrays end with the vector");
        values.clear();
        boolean[] all = new boolean[ROWS];
        Arrays.fill(all, true);
        values.append(vector, rows, all);
        values.clear();
        values.append(vector, rows, ColumnVector.NO_NULLS);
        assertArrayEquals(ColumnVector.NO_NULLS, values.nulls());
        boolean[] one = new boolean[ROWS];
        one[3] = true;
        values.append(vector, rows, one);
        assertEquals(1, values.nullCount());
        for (int row = 0; row < values.size(); row++) {
            assertEquals(row == ROWS + 3, values.nulls()[row], "row " + row);
        }
        values.release();
        assertEquals(0, values.size());
        assertEquals(0, values.heldBytes());
    }
}
