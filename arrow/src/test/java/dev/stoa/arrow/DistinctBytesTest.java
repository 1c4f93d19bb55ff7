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
package dev.stoa.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DistinctBytesTest {
    /** Of all lengths around those of the words that are hashed; many differ in one byte only. */
    @Test
    void equalBytesHaveOneNumber() {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("DistinctBytesTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        DistinctBytes distinct = new DistinctBytes();
        List<byte[]> numbered = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            byte[] value = new byte[random.nextInt(28)];
            if (value.length > 0) {
                value[random.nextInt(value.length)] = (byte) random.nextInt();
            }
            byte[] around = new byte[value.length + 9];
            random.nextBytes(around);
            int start = random.nextInt(10);
            System.arraycopy(value, 0, around, start, value.length);
            int number = distinct.number(around, start, value.length);
            if (number == numbered.size()) {
                numbered.add(value);
            }
            assertArrayEquals(value, numbered.get(number), "seed " + seed);
        }
        assertEquals(numbered.size(), distinct.size());
        assertEquals(
                numbered.size(),
                numbered.stream().map(Arrays::toString).distinct().count());
        for (int i = 0; i < numbered.size(); i++) {
            assertArrayEquals(
                    numbered.get(i),
                    Arrays.copyOfRange(distinct.data(), distinct.offsets()[i], distinct.offsets()[i + 1]));
        }
        assertEquals(distinct.bytes(), distinct.offsets()[distinct.size()]);
    }
}
