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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Seeds;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and values of changes are the same in few bytes. */
class RowPlacesTest {
    @ParameterizedTest
    @Seeds(30)
    void placesKeepRows(long seed) {
        Random random = new Random(seed);
        long step = 1L << random.nextInt(40);
        long[] rows = random.longs(random.nextInt(3000), 0, Math.min(RowPlaces.MAX_ROW, 3000 * step))
                .sorted()
                .distinct()
                .toArray();
        RowPlaces places = RowPlaces.of(rows);
        assertArrayEquals(rows, places.rows());
        for (int i = 0; i < 200; i++) {
            long row = i < rows.length ? rows[i] + random.nextInt(3) - 1 : random.nextLong(4000 * step);
            int found = Arrays.binarySearch(rows, row);
            assertEquals(
                    found < 0 ? -found - 1 : found, places.from(Math.max(0, row)), "row " + row + ", seed " + seed);
            if (found >= 0) {
                assertEquals(row, places.row(found), "seed " + seed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 65_535, 65_536, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE, -1})
    void narrowValuesAreTheValues(long range) {
        for (long least : new long[] {0, -5000, Long.MIN_VALUE, Long.MAX_VALUE - Math.abs(range)}) {
            long[] values = {least, least + range, least + range / 2, least};
            LongVector vector = new LongVector(Type.of(TypeKind.INT64), values, ColumnVector.NO_NULLS, 4);
            Optional<NarrowValues> narrow = NarrowValues.of(vector);
            assertEquals(
                    Arrays.stream(values).max().getAsLong()
                                            - Arrays.stream(values).min().getAsLong()
                                    >>> 31
                            == 0,
                    narrow.isPresent());
            long[] out = new long[8];
            char[] places = {7, 6, 2, 0};
            narrow.ifPresent(found -> {
                found.put(places, 1, 4, out);
                assertArrayEquals(new long[] {values[3], 0, values[2], 0, 0, 0, values[1], 0}, out);
            });
        }
    }

    /** Also where the sum of the least and the largest is small. */
    @ParameterizedTest
    @CsvSource({
        "0, 65535, true",
        "0, 65536, false",
        "-100000, 100000, false",
        "-32768, 32767, true",
        "-2147483648, 2147483647, false"
    })
    void narrowIntsAndIdsAreTheValues(int least, int most, boolean isNarrow) {
        int[] values = {least, most, least};
        IntVector vector = new IntVector(Type.of(TypeKind.INT32), values, ColumnVector.NO_NULLS, 3);
        Optional<NarrowValues> narrow = NarrowValues.of(vector);
        assertEquals(isNarrow, narrow.isPresent());
        int[] out = new int[4];
        narrow.ifPresent(found -> {
            found.put(new char[] {2, 0, 3}, 0, 3, out);
            assertArrayEquals(new int[] {most, 0, least, least}, out);
        });
        if (least == 0) {
            Type type = Type.of(TypeKind.STRING);
            BytesVector none = new BytesVector(type, new byte[0], new int[1], ColumnVector.NO_NULLS, 0);
            BytesVector ids = new BytesVector(type, values, none, ColumnVector.NO_NULLS, 3);
            assertEquals(isNarrow, NarrowValues.of(ids).isPresent());
            assertFalse(NarrowValues.of(none).isPresent());
        }
    }

    @ParameterizedTest
    @Seeds(30)
    void eachVectorHasItsChanges(long seed) {
        Random random = new Random(seed);
        long[] rows = random.longs(random.nextInt(200), 0, 20 * 4096)
                .filter(row -> row / 4096 % 3 != 1)
                .sorted()
                .distinct()
                .toArray();
        ColumnChanges all = new ColumnChanges(
                rows,
                new LongVector(Type.of(TypeKind.INT64), new long[rows.length], ColumnVector.NO_NULLS, rows.length));
        VectorChanges changes = new VectorChanges(all);
        assertEquals(all.narrow(), changes.narrow());
        for (int i = 0; i < 100; i++) {
            int vector = random.nextInt(22);
            int from = (int)
                    Arrays.stream(rows).filter(row -> row < vector * 4096L).count();
            int to = (int) Arrays.stream(rows)
                    .filter(row -> row < (vector + 1) * 4096L)
                    .count();
            assertEquals(from < to, changes.seek(vector), "vector " + vector + ", seed " + seed);
            if (from < to) {
                assertEquals(from, changes.from());
                assertEquals(to, changes.to());
            }
        }
    }
}
