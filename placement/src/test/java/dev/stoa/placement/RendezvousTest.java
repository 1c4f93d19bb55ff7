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
package dev.stoa.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RendezvousTest {
    private static List<String> nodes(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "host" + i + ".example").toList();
    }

    private static List<String> names(int partitions, List<String> nodes, double bound) {
        return IntStream.of(Rendezvous.assign(partitions, nodes, bound))
                .mapToObj(nodes::get)
                .toList();
    }

    private static int differences(List<String> some, List<String> others) {
        return (int) IntStream.range(0, some.size())
                .filter(i -> !some.get(i).equals(others.get(i)))
                .count();
    }

    @Test
    void noNodeHasMoreThanTheBoundAndTheOrderOfNodesDoesNotMatter() {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("RendezvousTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int partitions = 1 + random.nextInt(400);
            List<String> nodes = new ArrayList<>(nodes(0, 1 + random.nextInt(40)));
            int tenths = 10 + random.nextInt(3);
            double bound = tenths / 10.0;
            List<String> assigned = names(partitions, nodes, bound);
            int tenfold = 10 * nodes.size();
            int most = (tenths * partitions + tenfold - 1) / tenfold;
            for (String node : nodes) {
                assertTrue(Collections.frequency(assigned, node) <= most, round + ": " + node);
            }
            Collections.shuffle(nodes, random);
            assertEquals(assigned, names(partitions, nodes, bound), "the same for all callers");
        }
    }

    @Test
    void aChangeOfNodesMovesFewParts() {
        List<String> nine = names(1800, nodes(0, 9), Rendezvous.BOUND);
        int joined = differences(nine, names(1800, nodes(0, 10), Rendezvous.BOUND));
        assertTrue(joined >= 180 * 9 / 10 && joined < 2 * 180, joined + " of 1800; a map moves 180");
        List<String> eight = names(1800, nodes(0, 8), Rendezvous.BOUND);
        int left = differences(nine, eight);
        assertTrue(left < 2 * 200 * Rendezvous.BOUND, left + " of 1800; a map moves 200");
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Rendezvous.assign(0, nodes(0, 2), 1));
        assertThrows(IllegalArgumentException.class, () -> Rendezvous.assign(4, List.of(), 1));
        assertThrows(IllegalArgumentException.class, () -> Rendezvous.assign(4, nodes(0, 2), 0.9));
        assertThrows(IllegalArgumentException.class, () -> Rendezvous.assign(4, nodes(0, 2), Double.NaN));
    }
}
