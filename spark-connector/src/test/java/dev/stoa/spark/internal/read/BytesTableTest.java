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
package dev.stoa.spark.internal.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BytesTableTest {
    private static final long SEED = Long.getLong("stoa.seed", System.nanoTime());

    /** Strings of all lengths around that of a long, with zeros and equal beginnings, some at the end of their array. */
    @Test
    void equalStringsHaveOneNumber() {
        Random random = new Random(SEED);
        BytesTable table = new BytesTable();
        for (int round = 0; round < 3; round++) {
            Map<String, Integer> numbers = new HashMap<>();
            for (int i = 0; i < 20_000; i++) {
                byte[] bytes = new byte[random.nextInt(28)];
                for (int at = Math.max(0, bytes.length - 2); at < bytes.length; at++) {
                    bytes[at] = (byte) (random.nextInt(20) - 10);
                }
                int start = random.nextInt(3);
                byte[] from = new byte[start + bytes.length + random.nextInt(3) * 5];
                Arrays.fill(from, (byte) random.nextInt());
                System.arraycopy(bytes, 0, from, start, bytes.length);
                int size = table.size();
                int number = table.number(from, start, start + bytes.length);
                Integer known = numbers.putIfAbsent(new String(bytes, StandardCharsets.ISO_8859_1), number);
                assertEquals(known == null ? size : known, number, "seed " + SEED);
                int at = table.start(number);
                assertArrayEquals(bytes, Arrays.copyOfRange(table.data(), at, at + table.length(number)));
            }
            assertEquals(numbers.size(), table.size());
            table.clear();
        }
    }
}
