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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.reader.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Decoded vectors with new values, and rows gathered from several, are what a list of the values says. */
class FixedValuesTest {
    private final VectorDecoder decoder = new VectorDecoder();

    private static void encode(ColumnEncoder encoder, ColumnVector vector, ByteSink out) {
        boolean[] nulls = vector.nulls();
        int n = vector.size();
        if (vector instanceof NullVector) {
            encoder.validity(nulls, n, out);
        } else if (vector instanceof BooleanVector v) {
            encoder.booleans(v.values(), nulls, n, out);
        } else if (vector instanceof IntVector v) {
            encoder.ints(v.values(), nulls, n, out);
        } else if (vector instanceof LongVector v) {
            encoder.longs(v.values(), nulls, n, out);
        } else if (vector instanceof FloatVector v) {
            encoder.floats(v.values(), nulls, n, out);
        } else if (vector instanceof DoubleVector v) {
            encoder.doubles(v.values(), nulls, n, out);
        } else if (vector instanceof Int128Vector v) {
            long[] high = new long[n];
            for (int i = 0; i < n; i++) {
                high[i] = v.high(i);
            }
            encoder.int128(high, v.low(), nulls, n, out);
        } else {
            throw new AssertionError(vector.type());
        }
    }

    /** Encodes a vector, and decodes it; the mask says then which values are null. */
    private void load(FixedValues values, ColumnVector vector, boolean[] nulls) throws CorruptFileException {
        ColumnEncoder encoder = new ColumnEncoder(vector.type().physical(), new EncoderContext(0));
        ByteSink out = new ByteSink();
        encode(encoder, vector, out);
        ByteBuffer payload = ByteBuffer.wrap(out.toByteArray());
        boolean hasNulls =
                values.decode(decoder, encoder.encoding(), payload, vector.size(), DecodedDictionary.NONE, nulls);
        assertEquals(RandomVectors.values(vector).contains(null), hasNulls);
    }

    @ParameterizedTest
    @Seeds(8)
    void rowsAreTheOnesDecodedAndChanged(long seed) throws CorruptFileException {
        Random random = new Random(seed);
        RandomVectors vectors = new RandomVectors(random);
        for (Type type : RandomVectors.FIXED) {
            FixedValues values = FixedValues.of(type.physical());
            boolean[] gatheredNulls = new boolean[20_000];
            for (int most : new int[] {40, 4096, 200, 8192}) {
                List<Object> gathered = new ArrayList<>();
                values.gather(most);
                while (gathered.size() < most) {
                    int n = 1 + random.nextInt(Math.min(4096, most));
                    ColumnVector stored = vectors.next(type, n);
                    boolean[] nulls = new boolean[n];
                    load(values, stored, nulls);
                    List<Object> expected = RandomVectors.values(stored);
                    assertEquals(expected, RandomVectors.values(values.vector(type, false, nulls, n)), type::toString);
                    change(values, vectors, type, expected, nulls, random);
                    assertEquals(expected, RandomVectors.values(values.vector(type, false, nulls, n)), type::toString);
                    int at = random.nextInt(n);
                    int count = Math.min(most - gathered.size(), n - at);
                    values.copy(at, count, gathered.size());
                    System.arraycopy(nulls, at, gatheredNulls, gathered.size(), count);
                    gathered.addAll(expected.subList(at, at + count));
                }
                assertEquals(gathered, RandomVectors.values(values.vector(type, true, gatheredNulls, most)));
            }
        }
    }

    /** Lays new values over rows of the first vector of a table. Another vector has new values, too. */
    private static void change(
            FixedValues values, RandomVectors vectors, Type type, List<Object> rows, boolean[] nulls, Random random) {
        int n = rows.size();
        long[] places = random.longs(1 + random.nextInt(2 * n), 0, 2L * n)
                .map(row -> row < n ? row : 4096 + row - n)
                .sorted()
                .distinct()
                .toArray();
        ColumnVector news = vectors.next(type, places.length);
        if (news instanceof LongVector v && random.nextBoolean()) { // those that take few bytes
            long[] small = random.longs(places.length, -5, 1L << 20).toArray();
            news = new LongVector(type, small, v.nulls(), v.size());
        } else if (news instanceof IntVector v && random.nextBoolean()) {
            news = new IntVector(type, random.ints(places.length, -5, 70).toArray(), v.nulls(), v.size());
        }
        VectorChanges changed = new VectorChanges(new ColumnChanges(places, news));
        List<Object> newValues = RandomVectors.values(news);
        if (changed.seek(0)) {
            values.overlay(changed, n);
            for (int i = 0; i < changed.to(); i++) {
                rows.set((int) places[i], newValues.get(i));
                nulls[(int) places[i]] = newValues.get(i) == null;
            }
        }
    }

    /** Rows of structs have no values of their own, and are null or not. */
    @Test
    void validityIsDecoded() throws CorruptFileException {
        for (boolean[] mask : new boolean[][] {{false, false, false}, {false, true, false}, {true, true, true}}) {
            ColumnEncoder encoder = new ColumnEncoder(Physical.NONE, new EncoderContext(0));
            ByteSink out = new ByteSink();
            encoder.validity(mask, 3, out);
            boolean[] nulls = new boolean[3];
            ByteBuffer payload = ByteBuffer.wrap(out.toByteArray());
            FixedValues values = FixedValues.of(Physical.NONE);
            assertEquals(
                    mask[1], values.decode(decoder, encoder.encoding(), payload, 3, DecodedDictionary.NONE, nulls));
            assertArrayEquals(mask, nulls);
        }
    }

    /** Values of 64 bits stay such, and are spelled out when a new one needs more. */
    @Test
    void largeValuesAmongSmallOnes() throws CorruptFileException {
        Type type = Type.decimal(38, 0);
        Int128Vector small = Int128Vector.narrow(type, new long[] {-1, 5, Long.MIN_VALUE}, ColumnVector.NO_NULLS, 3);
        FixedValues values = FixedValues.of(Physical.INT128);
        load(values, small, new boolean[3]);
        ColumnVector narrow = values.vector(type, false, ColumnVector.NO_NULLS, 3);
        assertTrue(((Int128Vector) narrow).isNarrow());
        VectorChanges one = changes(Int128Vector.narrow(type, new long[] {-7}, ColumnVector.NO_NULLS, 1));
        values.overlay(one, 3);
        Int128Vector now = (Int128Vector) values.vector(type, false, ColumnVector.NO_NULLS, 3);
        assertTrue(now.isNarrow());
        assertEquals(List.of(-1L, -7L, Long.MIN_VALUE), List.of(now.low()[0], now.low()[1], now.low()[2]));
        values.overlay(changes(new Int128Vector(type, new long[] {3}, new long[] {4}, ColumnVector.NO_NULLS, 1)), 3);
        now = (Int128Vector) values.vector(type, false, ColumnVector.NO_NULLS, 3);
        assertFalse(now.isNarrow());
        assertEquals(List.of(-1L, 3L, -1L), List.of(now.high(0), now.high(1), now.high(2)));
        values.overlay(one, 3);
        now = (Int128Vector) values.vector(type, false, ColumnVector.NO_NULLS, 3);
        assertEquals(Collections.nCopies(3, -1L), List.of(now.high(0), now.high(1), now.high(2)));
    }

    /** A new value of row 1. */
    private static VectorChanges changes(ColumnVector value) {
        VectorChanges changes = new VectorChanges(new ColumnChanges(new long[] {1}, value));
        assertTrue(changes.seek(0));
        return changes;
    }

    @Test
    void widthsAreThoseOfTheArrays() {
        assertEquals(
                List.of(0, 1, 4, 8, 16, 4, 8),
                RandomVectors.FIXED.stream()
                        .map(type -> FixedValues.of(type.physical()).width())
                        .toList());
        assertThrows(IllegalArgumentException.class, () -> FixedValues.of(Physical.BYTES));
    }

    @Test
    void roomGrowsByAQuarter() {
        assertEquals(4096, FixedValues.capacity(0));
        assertEquals(4096, FixedValues.capacity(3000));
        assertEquals(12_500, FixedValues.capacity(10_000));
        assertEquals(Integer.MAX_VALUE - 8, FixedValues.capacity(Integer.MAX_VALUE - 100));
    }
}
