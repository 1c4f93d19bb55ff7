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
package dev.stoa.format.internal.encoding.strings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Noise is told from text, and what repeats within it is found all the same. */
final class SymbolTrainerTest {
    private static SymbolText text(byte[][] values) {
        int[] lengths = Arrays.stream(values).mapToInt(value -> value.length).toArray();
        int[] starts = new int[values.length];
        ByteBuffer all = ByteBuffer.allocate(Arrays.stream(lengths).sum());
        for (int i = 0; i < values.length; i++) {
            starts[i] = all.position();
            all.put(values[i]);
        }
        SymbolText text = new SymbolText();
        text.load(all.array(), starts, lengths, values.length, all.capacity());
        return text;
    }

    private static byte[][] uuids(int n, Random random) {
        byte[][] values = new byte[n][];
        for (int i = 0; i < n; i++) {
            long high = random.nextLong() & ~0xF000L | 0x4000;
            long low = random.nextLong() >>> 2 | Long.MIN_VALUE;
            values[i] = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        }
        return values;
    }

    @Test
    void uuidsAreNoise() {
        for (int seed = 0; seed < 20; seed++) {
            byte[][] values = uuids(40 << seed % 5, new Random(seed));
            assertTrue(text(values).isNoise(), "seed " + seed);
            byte[][] written = new byte[values.length][];
            for (int i = 0; i < values.length; i++) {
                ByteBuffer bytes = ByteBuffer.wrap(values[i]);
                String digits = new UUID(bytes.getLong(), bytes.getLong()).toString();
                written[i] = digits.getBytes(StandardCharsets.US_ASCII);
            }
            assertFalse(text(written).isNoise(), "seed " + seed);
        }
    }

    @Test
    void digitsAreNoNoise() {
        SymbolText text = text(new byte[][] {"3.14159265358979323846".getBytes(StandardCharsets.US_ASCII)});
        assertFalse(text.isNoise());
    }

    @Test
    void whatRepeatsInNoiseIsFound() {
        Random random = new Random(7);
        byte[][] owners = uuids(200, random);
        byte[][] values = uuids(1000, random);
        for (byte[] value : values) {
            System.arraycopy(owners[random.nextInt(owners.length)], 0, value, 0, 12);
        }
        SymbolText text = text(values);
        assertEquals(16_000, text.size());
        assertTrue(text.isNoise());
        text.encode(SymbolTrainer.train(text, 1 << 12, 1).matcher());
        // four bytes of each value are random, and twelve are one code or a few
        assertTrue(text.bytes() < 14_000, "bytes " + text.bytes());
    }
}
