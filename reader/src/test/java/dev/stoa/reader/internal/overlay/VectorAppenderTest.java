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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

class VectorAppenderTest {
    private static final int MOST_ROWS = Integer.MAX_VALUE - 8;

    @ParameterizedTest
    @Seeds(10)
    void appendedRowsAreTheRowsOfTheirVectors(long seed) {
        Random random = new Random(seed);
        RandomVectors vectors = new RandomVectors(random);
        Stream.of(RandomVectors.FIXED, RandomVectors.OTHERS)
                .flatMap(List::stream)
                .forEach(type -> {
                    VectorAppender appender = VectorAppender.of(type);
                    check(appender, vectors, type, random);
                    appender.clear();
                    assertEquals(0, appender.size());
                    check(appender, vectors, type, random);
                });
    }

    private static void check(VectorAppender appender, RandomVectors vectors, Type type, Random random) {
        List<Object> expected = new ArrayList<>();
        List<ColumnVector> before = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            ColumnVector source = vectors.next(type, random.nextInt(i == 5 ? 200 : 12));
            int from = random.nextInt(source.size() + 1);
            int count = random.nextInt(source.size() - from + 1);
            appender.append(source, from, count);
            expected.addAll(RandomVectors.values(source, from, count));
            assertEquals(expected.size(), appender.size(), type::toString);
            before.add(appender.vector());
            for (ColumnVector vector : before) { // those given before stay as they were
                assertEquals(expected.subList(0, vector.size()), RandomVectors.values(vector), type::toString);
                checkFieldsOfNulls(vector);
            }
        }
    }

    private static void checkFieldsOfNulls(ColumnVector vector) {
        if (vector instanceof ListVector list) {
            checkFieldsOfNulls(list.elements());
        } else if (vector instanceof StructVector struct) {
            struct.fields().forEach(field -> {
                IntStream.range(0, struct.size()).filter(struct::isNull).forEach(row -> assertTrue(field.isNull(row)));
                checkFieldsOfNulls(field);
            });
        }
    }

    /** The words of a dictionary, whose number is in each. */
    private static BytesVector dictionary(int first, int count) {
        byte[] data = new byte[4 * count];
        int[] offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
            byte[] word = Integer.toString(first + i, 36).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            System.arraycopy(word, 0, data, offsets[i], word.length);
            offsets[i + 1] = offsets[i] + word.length;
        }
        return new BytesVector(RandomVectors.STRING, data, offsets, ColumnVector.NO_NULLS, count);
    }

    private static BytesVector ids(BytesVector dictionary) {
        int[] ids = IntStream.range(0, dictionary.size()).toArray();
        return new BytesVector(RandomVectors.STRING, ids, dictionary, ColumnVector.NO_NULLS, ids.length);
    }

    @Test
    void idsStayIdsWhileTheirDictionariesHaveFewEntries() {
        VectorAppender appender = VectorAppender.of(RandomVectors.STRING);
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) { // 20 dictionaries with 3 entries, of which each shares 2 with the one before
            BytesVector source = ids(dictionary(i, 3));
            appender.append(source, 0, 3);
            appender.append(source, 1, 2);
            expected.addAll(RandomVectors.values(source));
            expected.addAll(RandomVectors.values(source, 1, 2));
        }
        BytesVector all = (BytesVector) appender.vector();
        assertEquals(22, all.dictionary().orElseThrow().size());
        assertEquals(expected, RandomVectors.values(all));

        BytesVector most = ids(dictionary(100, (1 << 16) - 22));
        appender.append(most, 0, most.size());
        expected.addAll(RandomVectors.values(most));
        all = (BytesVector) appender.vector();
        assertEquals(1 << 16, all.dictionary().orElseThrow().size());
        assertEquals(expected, RandomVectors.values(all));

        BytesVector oneMore = ids(dictionary(0, 1));
        appender.append(oneMore, 0, 1);
        expected.addAll(RandomVectors.values(oneMore));
        all = (BytesVector) appender.vector();
        assertFalse(all.dictionary().isPresent());
        assertEquals(expected, RandomVectors.values(all));
    }

    /** A vector of no column that takes memory: the limit is checked before anything is copied. */
    @Test
    void moreRowsThanArraysHoldAreRefused() {
        LongVector none = new LongVector(RandomVectors.LONG, new long[0], ColumnVector.NO_NULLS, 0);
        VectorAppender appender = VectorAppender.of(Type.of(TypeKind.NULL));
        appender.append(none, 0, MOST_ROWS - 1);
        appender.append(none, 0, 1);
        assertEquals(MOST_ROWS, appender.size());
        for (int count : new int[] {1, MOST_ROWS}) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> appender.append(none, 0, count));
            assertTrue(e.getMessage().startsWith((long) MOST_ROWS + count + " values"), e.getMessage());
        }
        assertEquals(MOST_ROWS, appender.size());
    }

    @Test
    void bytesCountWhatRowsTake() {
        BytesVector words = dictionary(34, 4); // y, z, 10, 11
        assertEquals(5 * 3 + 5, VectorAppender.bytes(words, 1, 3));
        boolean[] nulls = {false, true, false, false};
        BytesVector some = new BytesVector(words.type(), words.data(), words.offsets(), nulls, 4);
        assertEquals(5 * 3 + 4, VectorAppender.bytes(some, 1, 3));
        LongVector longs = new LongVector(RandomVectors.LONG, new long[4], nulls, 4);
        assertEquals(17 * 2, VectorAppender.bytes(longs, 1, 2));
        Type type = Type.struct(List.of(Field.nullable("n", longs.type()), Field.nullable("word", words.type())));
        StructVector struct = new StructVector(type, List.of(longs, words), nulls, 4);
        assertEquals(3 + 17 * 3 + 5 * 3 + 5, VectorAppender.bytes(struct, 1, 3));
        Type listType = Type.list(Field.nullable("element", longs.type()));
        ListVector list = new ListVector(listType, new int[] {0, 1, 1, 4}, longs, nulls, 3);
        assertEquals(5 * 2 + 17 * 3, VectorAppender.bytes(list, 1, 2));
    }

    @Test
    void valuesAreTheSameWhateverTheirNames() {
        Type plain = RandomVectors.LONG;
        Field word = Field.nullable("word", RandomVectors.STRING);
        Type struct = Type.struct(List.of(Field.required("n", plain), word));
        assertTrue(VectorAppender.sameValues(
                struct,
                Type.struct(List.of(
                        Field.nullable("m", plain),
                        Field.required("w", RandomVectors.STRING).withFieldId(7)))));
        List<Type> different = List.of(
                plain,
                RandomVectors.INT,
                Type.decimal(10, 2),
                Type.decimal(10, 3),
                Type.decimal(11, 2),
                Type.timestamp(6, true),
                Type.timestamp(6, false),
                Type.geo(TypeKind.GEOMETRY, "EPSG:4326"),
                Type.geo(TypeKind.GEOMETRY, "EPSG:4327"),
                struct,
                Type.struct(List.of(word)),
                Type.struct(List.of(Field.required("n", RandomVectors.INT), word)),
                Type.struct(List.of(Field.required("n", plain), Field.nullable("word", plain))),
                Type.list(word),
                Type.list(Field.nullable("n", plain)));
        for (Type one : different) {
            for (Type other : different) {
                assertEquals(one.equals(other), VectorAppender.sameValues(one, other), one + ", " + other);
            }
        }
    }

    @Test
    void clearedRowsLeaveNoNull() {
        LongVector source = new LongVector(RandomVectors.LONG, new long[] {1, 2}, new boolean[] {true, false}, 2);
        VectorAppender appender = VectorAppender.of(source.type());
        appender.append(source, 0, 2);
        appender.clear();
        appender.append(source, 1, 1);
        assertEquals(0, appender.vector().nulls().length);
        assertEquals(Arrays.asList(2L), Arrays.asList(((LongVector) appender.vector()).values()[0]));
    }
}
