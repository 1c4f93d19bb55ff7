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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.reader.Model;
import dev.stoa.reader.Seeds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

class ColumnChangesTest {
    private static ColumnChanges random(Type type, Random random, Map<Long, Object> model) {
        long[] rows =
                random.longs(random.nextInt(40), 0, 60).sorted().distinct().toArray();
        ColumnVector values = new RandomVectors(random).next(type, rows.length);
        for (int i = 0; i < rows.length; i++) {
            model.put(rows[i], Model.read(values, i));
        }
        return new ColumnChanges(rows, values);
    }

    @ParameterizedTest
    @Seeds(30)
    void theNewestValueOfARowCounts(long seed) {
        Random random = new Random(seed);
        for (Type type : List.of(RandomVectors.LONG, RandomVectors.STRING, RandomVectors.STRUCT)) {
            TreeMap<Long, Object> model = new TreeMap<>();
            ColumnChanges older = random(type, random, model);
            ColumnChanges all = older.with(random(type, random, model));
            assertEquals(model.size(), all.count());
            assertArrayEquals(model.keySet().stream().mapToLong(row -> row).toArray(), all.rows());
            assertEquals(new ArrayList<>(model.values()), RandomVectors.values(all.values()));
            assertEquals(model.size(), all.ranges().count());
            for (int i = 0; i < all.count(); i++) {
                assertEquals(i, all.from(all.row(i)));
                assertTrue(all.ranges().holdAll(all.row(i), all.row(i) + 1));
            }
        }
    }

    @Test
    void valuesOfAnotherTypeAreRefused() {
        ColumnChanges longs = random(RandomVectors.LONG, new Random(1), new TreeMap<>());
        ColumnChanges words = random(RandomVectors.STRING, new Random(1), new TreeMap<>());
        assertThrows(IllegalArgumentException.class, () -> longs.with(words));
    }

    @Test
    void smallNumbersTakeFewBytes() {
        IntVector small = new IntVector(RandomVectors.INT, new int[] {1, 2}, ColumnVector.NO_NULLS, 2);
        ColumnChanges changes = new ColumnChanges(new long[] {3, 4}, small);
        assertTrue(changes.narrow().isPresent());
        assertSame(changes.narrow().get(), changes.narrow().get());
        IntVector large = new IntVector(RandomVectors.INT, new int[] {1, 200_000}, ColumnVector.NO_NULLS, 2);
        assertFalse(new ColumnChanges(new long[] {3, 4}, large).narrow().isPresent());
    }

    /** The fields that are kept of structs, within lists as well, by name and in the order in which they are asked for. */
    @ParameterizedTest
    @Seeds(30)
    void keptFieldsHaveTheirValues(long seed) {
        Field word = Field.nullable("word", RandomVectors.STRING);
        Field n = Field.nullable("n", RandomVectors.LONG);
        Field x = Field.nullable("x", RandomVectors.INT);
        Type inner = Type.struct(List.of(x, word));
        Type whole = Type.struct(List.of(
                word,
                n,
                Field.nullable("list", Type.list(Field.nullable("element", inner))),
                Field.nullable("s", inner)));
        Type keptInner = Type.struct(List.of(word));
        Type kept = Type.struct(List.of(
                Field.nullable("s", keptInner),
                Field.nullable("list", Type.list(Field.nullable("element", keptInner))),
                n));
        ColumnChanges changes = random(whole, new Random(seed), new TreeMap<>());
        assertSame(changes, changes.keeping(whole, whole));
        ColumnChanges some = changes.keeping(whole, kept);
        assertArrayEquals(changes.rows(), some.rows());
        assertEquals(kept, some.values().type());
        assertSame(some.places(), some.field(2).places());
        for (int row = 0; row < changes.count(); row++) {
            Object value = Model.read(changes.values(), row);
            Object left = Model.read(some.values(), row);
            assertEquals(value == null, left == null);
            if (value != null) {
                List<?> fields = (List<?>) value;
                List<Object> expected = new ArrayList<>();
                expected.add(words(fields.get(3)));
                expected.add(fields.get(2) == null ? null : elements((Collection<?>) fields.get(2)));
                expected.add(fields.get(1));
                assertEquals(expected, left);
            }
        }
        assertEquals(
                RandomVectors.values(((StructVector) changes.values()).field(1)),
                RandomVectors.values(some.field(2).values()));
    }

    /** What is kept of an inner struct: its second field. */
    private static Object words(Object inner) {
        return inner == null ? null : ((List<?>) inner).subList(1, 2);
    }

    private static List<Object> elements(Collection<?> list) {
        List<Object> kept = new ArrayList<>();
        list.forEach(element -> kept.add(words(element)));
        return kept;
    }
}
