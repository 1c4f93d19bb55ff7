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
package dev.stoa.format.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedCodesTest {
    private static final int VALUES = 4096;

    @Test
    void codesBelowTheLimitPass() {
        Random random = Naive.random("packed codes");
        for (int width = 1; width <= PackedCodes.MAX_WIDTH; width++) {
            for (int limit = 1; limit <= 1 << width; limit++) {
                int[] codes = random.ints(VALUES, 0, limit).toArray();
                codes[random.nextInt(VALUES)] = limit - 1;
                assertTrue(PackedCodes.allBelow(width, packed(width, codes), limit), limit + " at width " + width);
            }
        }
    }

    @Test
    void oneCodeTooLargeIsFoundWhereverItStands() {
        Random random = Naive.random("one packed code");
        for (int width = 1; width <= PackedCodes.MAX_WIDTH; width++) {
            int most = (1 << width) - 1;
            for (int limit : new int[] {1, most / 2 + 1, most}) {
                int[] codes = random.ints(VALUES, 0, limit).toArray();
                for (int i = 0; i < VALUES; i += 1 + random.nextInt(3)) {
                    int code = codes[i];
                    codes[i] = random.nextBoolean() ? limit : most;
                    assertFalse(
                            PackedCodes.allBelow(width, packed(width, codes), limit),
                            codes[i] + " at " + i + ", limit " + limit + ", width " + width);
                    codes[i] = code;
                }
            }
        }
    }

    @Test
    void otherWidthsAreRefused() {
        for (int width : new int[] {0, PackedCodes.MAX_WIDTH + 1}) {
            assertThrows(IllegalArgumentException.class, () -> PackedCodes.allBelow(width, new int[VALUES], 1));
        }
    }

    private static int[] packed(int width, int[] codes) {
        int[] words = new int[width * 128];
        Pack32.pack(width, codes, 0, words);
        return words;
    }
}
