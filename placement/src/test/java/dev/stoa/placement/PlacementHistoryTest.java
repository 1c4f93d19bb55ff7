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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Simulated histories of joins, leaves and failures, and of two administrators who race. */
final class PlacementHistoryTest {
    private static final int HISTORIES = Integer.getInteger("stoa.histories", 2000);
    private static final long SEED = Long.getLong("stoa.seed", 24);
    private static final int STEPS = 6;

    @Test
    void histories() throws Exception {
        List<Callable<long[]>> histories = new ArrayList<>();
        for (int i = 0; i < HISTORIES; i++) {
            long seed = SEED + i;
            histories.add(() -> new History(seed).run());
        }
        long[] copies = new long[3];
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            for (Future<long[]> history : threads.invokeAll(histories)) {
                for (int i = 0; i < copies.length; i++) {
                    copies[i] += history.get()[i];
                }
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.println(HISTORIES + " histories from seed " + SEED + ": " + STEPS * HISTORIES + " steps, "
                + copies[0] + " copies, bound without racks " + copies[1] + ", reached in " + copies[2] + " steps");
        assertTrue(copies[0] <= copies[1] * 1.03, copies[0] + " copies, bound " + copies[1]);
    }

    /** A store of maps in which a name can be taken once. */
    private static final class History {
        private final long seed;
        private final long[] copies = new long[3];
        private final Random random;
        private final TreeMap<Long, byte[]> store = new TreeMap<>();
        private final int racks;
        private int named;

        History(long seed) {
            this.seed = seed;
            random = new Random(seed);
            racks = 1 + random.nextInt(5);
        }

        /** Returns the copies of all its steps, their bounds without racks, and how many steps reached them. */
        long[] run() throws Exception {
            int count = 1 + random.nextInt(12);
            List<PlacementNode> nodes = new ArrayList<>();
            while (nodes.size() < count) {
                nodes.add(MapChecks.node(named++, racks));
            }
            int replication = 1 + random.nextInt(4);
            PlacementMap first = MapChecks.first(
                    nodes, replication, 1 + random.nextInt(12), 1 + random.nextInt(40), 41 + random.nextInt(60));
            MapChecks.checkMap(first, isBalanced(first), what(0, first));
            store.put(1L, first.text());
            for (int step = 1; step <= STEPS; step++) {
                PlacementMap seen = newest();
                PlacementMap stale = seen;
                apply(seen, step);
                if (random.nextInt(3) == 0) {
                    // the other administrator planned from the same map: the name is taken, and the store stays as it
                    // is
                    byte[] before = store.lastEntry().getValue();
                    Plan late = Planner.next(stale, changed(stale));
                    Object taken = store.putIfAbsent(
                            late.after().header().epoch(), late.after().text());
                    assertArrayEquals(before, (byte[]) taken, what(step, seen));
                }
            }
            assertEquals(STEPS + 1, store.size(), what(STEPS, first));
            return copies;
        }

        private void apply(PlacementMap seen, int step) throws Exception {
            List<PlacementNode> cluster = changed(seen);
            Plan plan = Planner.next(seen, cluster);
            String what = what(step, plan.after());
            MapChecks.checkMap(plan.after(), isBalanced(plan.after()), what);
            MapChecks.checkStep(seen, plan, isBalanced(plan.after()), what);
            Plan inPlace = Planner.nextInPlace(seen, cluster);
            MapChecks.checkMap(inPlace.after(), isBalanced(inPlace.after()), what + ", in place");
            assertTrue(MapChecks.strangers(inPlace) <= MapChecks.strangers(plan), what + ", in place");
            copies[0] += plan.copies();
            copies[1] += plan.fewestCopies();
            copies[2] += plan.copies() == plan.fewestCopies() ? 1 : 0;
            assertEquals(
                    null,
                    store.putIfAbsent(
                            plan.after().header().epoch(), plan.after().text()),
                    what);
            assertArrayEquals(plan.after().text(), newest().text(), what);
        }

        private PlacementMap newest() throws Exception {
            return PlacementMap.parse(store.lastEntry().getValue(), store.lastKey() + ".map");
        }

        /** Whether no rack has so many of the nodes that the rule of two racks takes shares from them. */
        private boolean isBalanced(PlacementMap map) {
            TreeMap<String, Integer> sizes = new TreeMap<>();
            int takers = 0;
            for (PlacementNode node : map.nodes()) {
                if (node.state() == PlacementNode.State.IN) {
                    sizes.merge(node.rack(), 1, Integer::sum);
                    takers++;
                }
            }
            int copies = Math.min(map.header().replication(), takers);
            int largest =
                    sizes.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
            return sizes.size() == 1 || copies == 1 || largest * copies <= (copies - 1) * takers;
        }

        private List<PlacementNode> changed(PlacementMap map) {
            List<PlacementNode> nodes = new ArrayList<>(map.nodes());
            nodes.removeIf(node -> node.state() == PlacementNode.State.DRAINING);
            int kind = nodes.size() == 1 ? 0 : random.nextInt(3);
            int many = 1 + random.nextInt(3);
            for (int i = 0; i < many; i++) {
                if (kind == 0) {
                    nodes.add(MapChecks.node(named++, racks));
                } else if (nodes.stream().filter(PlacementHistoryTest::isIn).count() > 1) {
                    int at = random.nextInt(nodes.size());
                    PlacementNode node = nodes.get(at);
                    if (kind == 1) {
                        nodes.set(at, node.in(PlacementNode.State.DRAINING));
                    } else if (isIn(node)) {
                        nodes.remove(at);
                    }
                }
            }
            return nodes;
        }

        private String what(int step, PlacementMap map) {
            return "-Dstoa.seed=" + seed + " -Dstoa.histories=1, step " + step + ", " + map.nodes();
        }
    }

    private static boolean isIn(PlacementNode node) {
        return node.state() == PlacementNode.State.IN;
    }
}
