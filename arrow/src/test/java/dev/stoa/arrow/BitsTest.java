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

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

/** Elements of lists are vectors of any length, so validity comes in more than one piece, of long runs and short ones. */
class BitsTest {
    private static final int ROWS = 20_000;

    @Test
    void validityOfRunsOfAnyLength() {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("BitsTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        boolean[] nulls = new boolean[ROWS];
        for (int i = 0; i < ROWS; i++) {
            nulls[i] = random.nextInt(3) == 0;
        }
        Runs whole = new Runs();
        whole.add(0, ROWS);
        check(nulls, whole);
        for (int longest : new int[] {2, 40, 9_000}) {
            Runs runs = new Runs();
            for (int row = random.nextInt(2); row < ROWS; row += 1 + random.nextInt(3)) {
                int end = Math.min(ROWS, row + 1 + random.nextInt(longest));
                runs.add(row, end);
                row = end;
            }
            check(nulls, runs);
        }
    }

    private static void check(boolean[] nulls, Runs runs) {
        Bits bits = new Bits();
        bits.fill(3);
        bits.putValid(nulls, runs);
        assertEquals(3 + runs.rows(), bits.size());
        try (RootAllocator allocator = new RootAllocator();
                BatchMemory memory = new BatchMemory(allocator);
                ArrowBuf found = bits.take(memory)) {
            int bit = 3;
            for (int run = 0; run < runs.count(); run++) {
                for (int row = runs.from(run); row < runs.to(run); row++, bit++) {
                    assertEquals(nulls[row] ? 0 : 1, found.getByte(bit / 8) >> bit % 8 & 1, "row " + row);
                }
            }
        }
    }
}
