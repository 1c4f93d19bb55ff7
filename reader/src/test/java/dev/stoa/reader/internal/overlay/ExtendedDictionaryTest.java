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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import dev.stoa.reader.Seeds;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;

class ExtendedDictionaryTest {
    private static final Type TYPE = RandomVectors.STRING;

    /** The texts of some numbers, after bytes that belong to none. */
    private static BytesVector texts(int[] numbers, boolean[] nulls) {
        StringBuilder data = new StringBuilder("##");
        int[] offsets = new int[numbers.length + 1];
        offsets[0] = 2;
        for (int i = 0; i < numbers.length; i++) {
            data.append("x".repeat(numbers[i] % 5)).append(numbers[i] == 0 ? "" : numbers[i]);
            offsets[i + 1] = data.length();
        }
        byte[] bytes = data.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        return new BytesVector(TYPE, bytes, offsets, nulls, numbers.length);
    }

    private static BytesVector dictionary(Random random) {
        int[] numbers = random.ints(1 + random.nextInt(30), 0, 40).distinct().toArray();
        return texts(numbers, ColumnVector.NO_NULLS);
    }

    @ParameterizedTest
    @Seeds(60)
    void newValuesAreEntries(long seed) {
        Random random = new Random(seed);
        RandomVectors vectors = new RandomVectors(random);
        BytesVector old = dictionary(random);
        List<Object> before = RandomVectors.values(old);
        int count = 1 + random.nextInt(50);
        boolean[] nulls = random.nextBoolean() ? ColumnVector.NO_NULLS : vectors.mask(count);
        BytesVector entries = dictionary(random);
        int[] ids = random.ints(count, 0, entries.size()).toArray();
        BytesVector values = random.nextBoolean()
                ? new BytesVector(TYPE, ids, entries, nulls, count)
                : texts(random.ints(count, 0, 60).toArray(), nulls);
        int from = random.nextInt(count);
        int to = from + random.nextInt(count - from + 1);
        ExtendedDictionary extended = ExtendedDictionary.of(TYPE, old, values, from, to);
        BytesVector all = extended.entries();
        List<Object> texts = RandomVectors.values(all);
        assertEquals(before, texts.subList(0, before.size()));
        assertEquals(before, RandomVectors.values(old));
        assertEquals(texts.size(), new HashSet<>(texts).size());
        for (int i = from; i < to; i++) {
            int id = extended.id(i);
            assertTrue(
                    values.isNull(i)
                            ? id == 0
                            : texts.get(id)
                                    .equals(RandomVectors.values(values, i, 1).get(0)));
        }
        int first = from;
        int end = to;
        long[] rows = LongStream.range(0, count)
                .map(i -> i < first ? i : i < end ? 4096 + 2 * i : 8192 + i)
                .toArray();
        VectorChanges changed = new VectorChanges(new ColumnChanges(rows, values));
        int[] rowIds = new int[2 * count];
        Arrays.fill(rowIds, -1);
        if (changed.seek(1)) {
            extended.putIds(changed, rowIds);
        }
        assertArrayEquals(
                IntStream.range(0, rowIds.length)
                        .map(i -> i % 2 == 0 && i / 2 >= first && i / 2 < end ? extended.id(i / 2) : -1)
                        .toArray(),
                rowIds);
    }
}
