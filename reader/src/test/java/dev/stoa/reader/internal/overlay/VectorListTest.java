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

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorListTest {
    /** From wherever the search begins, before or after what it finds. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 10, 100})
    void aVectorIsFoundFromEachPlace(int count) {
        int[] vectors = new Random(count)
                .ints(count, 1, 3 * count + 2)
                .sorted()
                .distinct()
                .toArray();
        VectorList list = new VectorList(vectors);
        assertEquals(vectors.length, list.size());
        for (int vector = 0; vector < 3 * count + 4; vector++) {
            int found = Arrays.binarySearch(vectors, vector);
            int expected = found >= 0 ? found : -found - 2;
            for (int low = -1; low < vectors.length; low++) {
                assertEquals(expected, list.placeOf(vector, low), vector + " from " + low);
            }
            assertEquals(found >= 0, list.has(expected, vector));
            if (found >= 0) {
                assertEquals(vector, list.get(expected));
            }
        }
    }
}
