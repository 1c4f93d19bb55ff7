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
package dev.stoa.vio.internal.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.vio.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupingTest {

    @Test
    void noGroupingIsCheaper() {
        Random random = Seeds.random("noGroupingIsCheaper");
        for (int run = 0; run < 2000; run++) {
            int pieces = 1 + random.nextInt(11);
            long[] start = new long[pieces];
            long[] end = new long[pieces];
            long at = random.nextInt(50);
            for (int i = 0; i < pieces; i++) {
                start[i] = at;
                end[i] = at + 1 + random.nextInt(1 << random.nextInt(7));
                at = end[i] + (random.nextInt(3) == 0 ? 0 : random.nextInt(1 << random.nextInt(8)));
            }
            long worth = random.nextInt(1 << random.nextInt(9));
            int limit = 1 + random.nextInt(1 << (1 + random.nextInt(9)));
            Grouping grouping = new Grouping(start, end);
            int splitLimit = limit + (random.nextBoolean() ? 0 : random.nextInt(100));
            grouping.group(worth, limit, splitLimit);
            assertEquals(
                    cheapest(start, end, worth, limit, splitLimit),
                    grouping.cost(),
                    () -> "worth " + worth + ", limits " + limit + " and " + splitLimit);
            check(grouping, start, end, worth, splitLimit);
        }
    }

    private static long cheapest(long[] start, long[] end, long worth, int limit, int splitLimit) {
        long least = Long.MAX_VALUE;
        int pieces = start.length;
        for (int cuts = 0; cuts < 1 << (pieces - 1); cuts++) {
            long cost = 0;
            int first = 0;
            boolean allowed = true;
            for (int last = 0; last < pieces; last++) {
                if (last == pieces - 1 || (cuts >> last & 1) != 0) {
                    long length = end[last] - start[first];
                    allowed &= first == last || length <= limit;
                    cost += length + worth * Grouping.parts(length, splitLimit);
                    first = last + 1;
                }
            }
            if (allowed) {
                least = Math.min(least, cost);
            }
        }
        return least;
    }

    /** What it says of the grouping found last is what the grouping is. */
    private static void check(Grouping grouping, long[] start, long[] end, long worth, int limit) {
        long requests = 0;
        long bytes = 0;
        long longest = 0;
        grouping.keep();
        int first = 0;
        for (int last : grouping.keptEnds()) {
            long length = end[last] - start[first];
            long parts = Grouping.parts(length, limit);
            requests += parts;
            bytes += length;
            longest = Math.max(longest, (length + parts - 1) / parts);
            first = last + 1;
        }
        assertEquals(start.length, first);
        assertEquals(requests, grouping.requests());
        assertEquals(bytes, grouping.bytes());
        assertEquals(longest, grouping.longest());
        assertEquals(grouping.cost(), bytes + worth * requests);
    }

    @Test
    void ofEqualCostsTheFewestRequests() {
        Grouping grouping = new Grouping(new long[] {0, 20, 30}, new long[] {10, 30, 40});
        grouping.group(10, 100, 100);
        assertEquals(1, grouping.requests());
        grouping.group(9, 100, 100);
        assertEquals(2, grouping.requests());
        grouping.keep();
        assertArrayEquals(new int[] {0, 2}, grouping.keptEnds());
    }
}
