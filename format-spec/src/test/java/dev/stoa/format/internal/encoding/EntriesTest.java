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
package dev.stoa.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The values that an encoding names are those of its vector, none more and none less: bounds are made of them. */
final class EntriesTest {
    private static final Set<EncodingId> NAMED = EnumSet.of(EncodingId.CONSTANT, EncodingId.RLE, EncodingId.DICTIONARY);

    private final EncoderContext context = new EncoderContext(1 << 24, EncodingProfile.DEFAULT);

    @Test
    void theValuesOfAVector() {
        Random random = new Random(20);
        Set<EncodingId> met = EnumSet.noneOf(EncodingId.class);
        ColumnEncoder encoder = new ColumnEncoder(Physical.BYTES, context);
        for (int round = 0; round < 600; round++) {
            if (random.nextInt(8) == 0) {
                encoder = new ColumnEncoder(Physical.BYTES, context);
            }
            check(encoder, random, met);
        }
        assertEquals(NAMED, met);
    }

    private static void check(ColumnEncoder encoder, Random random, Set<EncodingId> met) {
        int n = 1 + random.nextInt(3000);
        int words = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(40);
        int mostRun = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(200);
        int nulls = random.nextInt(3) == 0 ? random.nextInt(101) : 0;
        String shared = "x".repeat(random.nextInt(20));
        boolean[] isNull = nulls > 0 ? new boolean[n] : EncodedColumn.NO_NULLS;
        Set<String> values = new TreeSet<>();
        StringBuilder text = new StringBuilder();
        int[] offsets = new int[n + 1];
        for (int row = 0; row < n; ) {
            int end = Math.min(n, row + 1 + random.nextInt(mostRun));
            String word = shared + random.nextInt(words);
            for (; row < end; row++) {
                if (random.nextInt(100) < nulls) {
                    isNull[row] = true;
                } else {
                    values.add(word);
                    text.append(word);
                }
                offsets[row + 1] = text.length();
            }
        }
        byte[] data = text.toString().getBytes(StandardCharsets.US_ASCII);
        encoder.bytes(data, offsets, isNull, n, new ByteSink());
        Set<String> given = new TreeSet<>();
        boolean isNamed = encoder.forEachEntry(
                data, (bytes, from, length) -> given.add(new String(bytes, from, length, StandardCharsets.US_ASCII)));
        Encoding root = encoder.encoding();
        EncodingId id = root.belowValidity().id();
        assertEquals(NAMED.contains(id), isNamed, root::toString);
        if (isNamed) {
            assertEquals(values, given, root::toString);
            met.add(id);
        }
    }
}
