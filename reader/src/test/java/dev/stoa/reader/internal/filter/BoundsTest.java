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
package dev.stoa.reader.internal.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnPath;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Minima and maxima come from zones only where these tell them exactly. */
class BoundsTest {
    private static final Type LONG = Type.of(TypeKind.INT64);
    private static final Type DOUBLE = Type.of(TypeKind.FLOAT64);
    private static final int EXACT = MinMax.HAS_MIN | MinMax.MIN_EXACT | MinMax.HAS_MAX | MinMax.MAX_EXACT;
    private static final int NONE = 0;

    private static MinMax zone(int flags, long nulls, long min, long max) {
        return new MinMax(new byte[] {(byte) flags}, new long[] {nulls}, new long[0], longs(min), longs(max), 0);
    }

    private static LongVector longs(long... values) {
        return new LongVector(LONG, values, ColumnVector.NO_NULLS, values.length);
    }

    private static MinMax zoneOfDoubles(int flags, long nulls, long nans, double min, double max) {
        return new MinMax(
                new byte[] {(byte) flags}, new long[] {nulls}, new long[] {nans}, doubles(min), doubles(max), 0);
    }

    private static DoubleVector doubles(double... values) {
        return new DoubleVector(DOUBLE, values, ColumnVector.NO_NULLS, values.length);
    }

    private static Aggregates.Column result(Bounds bounds) {
        return bounds.result(ColumnPath.of("c"));
    }

    private static String range(Bounds bounds) {
        Aggregates.Column found = result(bounds);
        return ((LongVector) found.min().orElseThrow()).values()[0] + ".."
                + ((LongVector) found.max().orElseThrow()).values()[0];
    }

    @Test
    void aBoundThatIsNoValueTellsNothingNew() {
        Bounds bounds = new Bounds(LONG);
        assertFalse(bounds.knows(zone(EXACT & ~MinMax.MIN_EXACT, 0, 3, 9), 0, 10));
        assertFalse(bounds.knows(zone(EXACT & ~MinMax.MAX_EXACT, 0, 3, 9), 0, 10));
        assertFalse(bounds.knows(zone(EXACT & ~(MinMax.HAS_MIN | MinMax.MIN_EXACT), 0, 0, 9), 0, 10));
        assertFalse(bounds.knows(zone(EXACT & ~(MinMax.HAS_MAX | MinMax.MAX_EXACT), 0, 3, 0), 0, 10));
        assertTrue(bounds.knows(zone(EXACT, 0, 3, 9), 0, 10));
        bounds.add(zone(EXACT, 0, 3, 9), 0);
        int inexact = MinMax.HAS_MIN | MinMax.HAS_MAX;
        assertTrue(bounds.knows(zone(inexact, 0, 3, 9), 0, 10), "they reach no further");
        assertFalse(bounds.knows(zone(inexact, 0, 2, 9), 0, 10));
        assertFalse(bounds.knows(zone(inexact, 0, 3, 10), 0, 10));
        assertTrue(bounds.knows(zone(EXACT, 0, 2, 10), 0, 10));
        bounds.add(zone(EXACT, 0, 2, 8), 0);
        assertEquals("2..9", range(bounds));
    }

    @Test
    void countsThatContradictEachOtherAreNotBelieved() {
        Bounds bounds = new Bounds(LONG);
        assertTrue(bounds.knows(zone(NONE, 10, 0, 0), 0, 10), "there are nulls only");
        assertFalse(bounds.knows(zone(NONE, 9, 0, 0), 0, 10));
        assertFalse(bounds.knows(zone(EXACT, 11, 3, 9), 0, 10), "more nulls than rows");
        assertFalse(bounds.knows(zone(EXACT, -1, 3, 9), 0, 10), "fewer than none");
        assertTrue(bounds.knows(zone(EXACT, 0, 3, 9), 0, 10));
        Bounds doubles = new Bounds(DOUBLE);
        assertTrue(doubles.knows(zoneOfDoubles(NONE, 4, 6, 0, 0), 0, 10), "nulls and NaN only");
        assertFalse(doubles.knows(zoneOfDoubles(NONE, 4, 5, 0, 0), 0, 10));
        assertFalse(doubles.knows(zoneOfDoubles(EXACT, 4, 7, 1, 2), 0, 10));
        doubles.add(zoneOfDoubles(NONE, 4, 6, 0, 0), 0);
        doubles.add(zoneOfDoubles(EXACT, 1, 2, 1.5, 2.5), 0);
        Aggregates.Column found = result(doubles);
        assertEquals(5, found.nullCount());
        assertEquals(8, found.nanCount());
        assertEquals(1.5, ((DoubleVector) found.min().orElseThrow()).values()[0]);
        assertEquals(2.5, ((DoubleVector) found.max().orElseThrow()).values()[0]);
    }

    @Test
    void valuesWithoutAnOrderHaveNoBounds() {
        Type type = Type.geo(TypeKind.GEOMETRY, "");
        MinMax counts = new MinMax(new byte[1], new long[] {3}, new long[0], new NullVector(1), new NullVector(1), 0);
        Bounds bounds = new Bounds(type);
        assertTrue(bounds.knows(counts, 0, 10));
        bounds.add(counts, 0);
        assertEquals(3, result(bounds).nullCount());
        assertTrue(result(bounds).min().isEmpty() && result(bounds).max().isEmpty());
    }

    @Test
    void zonesValuesAndOthersComeTogether() {
        Bounds bounds = new Bounds(LONG);
        bounds.add(zone(EXACT, 2, 3, 9), 0);
        LongVector values =
                new LongVector(LONG, new long[] {7, 1, 0, 12}, new boolean[] {false, false, true, false}, 4);
        Schema schema = Schema.of(Field.nullable("c", LONG));
        bounds.add(values, new Batch(schema, List.of(values), 4, 0, new int[] {0, 1, 2}, 3));
        assertEquals("1..9", range(bounds), "the last row is not selected");
        assertEquals(3, result(bounds).nullCount());
        Bounds other = new Bounds(LONG);
        other.add(zone(EXACT, 1, 4, 100), 0);
        bounds.merge(other);
        assertEquals("1..100", range(bounds));
        assertEquals(4, result(bounds).nullCount());
        bounds.merge(new Bounds(LONG));
        assertEquals("1..100", range(bounds));
    }
}
