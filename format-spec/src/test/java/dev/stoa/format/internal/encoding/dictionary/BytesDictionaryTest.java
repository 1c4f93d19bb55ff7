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
package dev.stoa.format.internal.encoding.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.internal.encoding.wire.Encoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Codes stand for equal bytes, whatever values have in common, and wherever they lie in the source. */
final class BytesDictionaryTest {
    private static final int MOST_LENGTH = 40;

    private final BytesDictionary dictionary = new BytesDictionary(new DictionaryBudget(1 << 24));
    private final Map<String, Integer> codes = new HashMap<>();

    @Test
    void valuesThatDifferInOneByteHaveTheirOwnCodes() {
        List<String> values = new ArrayList<>();
        for (int length = 0; length <= MOST_LENGTH; length++) {
            values.add("x".repeat(length));
            for (int at = 0; at < length; at++) {
                values.add("x".repeat(at) + "y" + "x".repeat(length - at - 1));
            }
        }
        encode(values);
        assertEquals(values.size(), dictionary.size());
        encode(values);
        assertEquals(values.size(), dictionary.size(), "they are known by now");
    }

    @Test
    void valuesComeAndGo() {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("BytesDictionaryTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                char[] text = "ab"
                        .repeat(MOST_LENGTH)
                        .substring(0, random.nextInt(MOST_LENGTH))
                        .toCharArray();
                for (int changes = random.nextInt(3); changes > 0 && text.length > 0; changes--) {
                    text[random.nextInt(text.length)] = (char) ('a' + random.nextInt(3));
                }
                values.add(new String(text));
            }
            int before = dictionary.size();
            encode(values);
            if (random.nextBoolean()) {
                dictionary.truncate(before);
                codes.values().removeIf(code -> code >= before);
            }
        }
        assertTrue(codes.size() > 1000, () -> "only " + codes.size() + " values");
    }

    /** A value that is too long leaves the dictionary as it was, which takes others. */
    @Test
    void longValuesHaveNoCodes() {
        byte[] bytes = new byte[Encoding.MAX_REPEATED_BYTES + 1];
        assertEquals(-1, dictionary.code(bytes, 0, bytes.length));
        assertEquals(0, dictionary.size());
        assertEquals(0, dictionary.code(bytes, 0, bytes.length - 1));
        assertEquals(1, dictionary.code(bytes, 0, 1));
        assertEquals(2, dictionary.size());
    }

    /** Encodes values, and compares their codes with those of a map. */
    private void encode(List<String> values) {
        StringBuilder source = new StringBuilder();
        int[] starts = new int[values.size()];
        int[] lengths = new int[values.size()];
        for (int i = 0; i < values.size(); i++) {
            starts[i] = source.length();
            lengths[i] = values.get(i).length();
            source.append(values.get(i));
        }
        int[] found = new int[values.size()];
        byte[] bytes = source.toString().getBytes(StandardCharsets.US_ASCII);
        assertTrue(dictionary.encode(bytes, starts, lengths, new boolean[0], values.size(), Integer.MAX_VALUE, found));
        for (int i = 0; i < found.length; i++) {
            int next = codes.size();
            assertEquals(codes.computeIfAbsent(values.get(i), value -> next), found[i], values.get(i));
        }
    }
}
