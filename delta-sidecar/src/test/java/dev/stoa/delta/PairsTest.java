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
package dev.stoa.delta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Pairs and anchors keep what they are given. */
class PairsTest {
    @Test
    void morePairsThanExpectedAreKept() {
        for (int size : new int[] {0, 15, 16, 17, 33, 1000}) {
            Pairs pairs = new Pairs(1);
            for (int i = 0; i < size; i++) {
                pairs.add(i, -i);
            }
            assertEquals(size, pairs.size());
            assertArrayEquals(LongStream.range(0, size).toArray(), pairs.firsts());
            assertArrayEquals(LongStream.range(0, size).map(i -> -i).toArray(), pairs.seconds());
        }
    }

    @Test
    void anchorsAreCheckedAndTheirOwn() {
        long[] positions = {0, 7};
        long[] counts = {1, Long.MAX_VALUE - 1};
        Anchors anchors = Anchors.of(positions, counts);
        positions[0] = 5;
        counts[0] = 9;
        assertEquals(0, anchors.position(0));
        assertEquals(1, anchors.count(0));
        assertEquals(Long.MAX_VALUE, anchors.rows());
        assertEquals(0, Anchors.NONE.size());
        assertEquals(0, Anchors.NONE.rows());
        refused(new long[] {1}, new long[0]);
        refused(new long[] {-1}, new long[] {1});
        refused(new long[] {3, 3}, new long[] {1, 1});
        refused(new long[] {3}, new long[] {0});
        refused(new long[] {3, 4}, new long[] {1, Long.MAX_VALUE});
    }

    private static void refused(long[] positions, long[] counts) {
        assertThrows(IllegalArgumentException.class, () -> Anchors.of(positions, counts));
    }

    @Test
    void targetsHaveRowsThatAFileMayHave() {
        assertEquals(1L << 42, new SidecarTarget("f", 1L << 42, 0).rows());
        assertEquals(0, new SidecarTarget("f", 0, 7).rows());
        assertThrows(IllegalArgumentException.class, () -> new SidecarTarget("f", (1L << 42) + 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new SidecarTarget("f", -1, 0));
        assertThrows(IllegalArgumentException.class, () -> new SidecarTarget("f", 1, -1));
    }
}
