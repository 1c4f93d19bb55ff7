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
package dev.stoa.hdfs.affinity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.hdfs.affinity.PartitionedCluster.Mode;
import dev.stoa.hdfs.affinity.PartitionedCluster.Picture;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of partitions when nodes die, return and join. */
@Tag("store")
final class AffinityClusterTest {
    private static final String POLICY = AffinityPolicy.class.getName();

    @TempDir
    private Path folder;

    private static void assertMapped(Picture picture, String when) {
        assertEquals(new Picture(24, 24, 1, 1), picture, when);
    }

    /** A cluster takes long to start, so the node dies twice in one: before the next map, and before the map that knows of it. */
    @Test
    void partitionsStayWholeWhenANodeDiesAndReturns() throws Exception {
        try (PartitionedCluster cluster = new PartitionedCluster(Mode.POLICY, POLICY, 8, folder)) {
            cluster.write("a");
            assertMapped(cluster.picture(), "written");
            assertEquals(24 * 2 * 3, PartitionedCluster.metric("Placed"));
            assertEquals(0, PartitionedCluster.metric("StoodIn") + PartitionedCluster.metric("FellBack"));
            diesAndReturnsBeforeTheNextMap(cluster);
            Map<String, Set<String>> before = cluster.locations();
            MiniDFSCluster.DataNodeProperties dead = cluster.stop("h3");
            cluster.replan(cluster.map().nodes().stream()
                    .filter(node -> !node.name().equals("h3"))
                    .toList());
            cluster.declareDead(dead);
            cluster.settle(Set.of("h3"));
            assertMapped(cluster.picture(), "node dead");
            long lost = before.values().stream()
                    .filter(hosts -> hosts.contains("h3"))
                    .count();
            assertEquals(lost, copies(before, cluster.locations()), "as many copies as were lost");
            cluster.restart(dead);
            assertMapped(cluster.picture(), "node back");
            cluster.write("b");
            assertMapped(cluster.picture(), "written more");
            assertEquals(0, PartitionedCluster.metric("Failures"));
        }
    }

    private static void diesAndReturnsBeforeTheNextMap(PartitionedCluster cluster) throws Exception {
        MiniDFSCluster.DataNodeProperties dead = cluster.kill("h3");
        cluster.settle(Set.of("h3"));
        Picture without = cluster.picture();
        assertEquals(24, without.whole(), "the stand-in of a partition is one node");
        assertEquals(15, without.asMapped());
        assertTrue(PartitionedCluster.metric("StoodIn") > 0);
        cluster.restart(dead);
        assertMapped(cluster.picture(), "node back before the next map");
    }

    private static int copies(Map<String, Set<String>> before, Map<String, Set<String>> after) {
        int copies = 0;
        for (Map.Entry<String, Set<String>> file : after.entrySet()) {
            Set<String> come = new TreeSet<>(file.getValue());
            come.removeAll(before.get(file.getKey()));
            copies += come.size();
        }
        return copies;
    }

    /** The map alone moves no file of the resize; {@code repair} does, and {@code explain} says so before. */
    @Test
    void theBalancerTearsNothingAndAResizeMovesTheFewestCopies() throws Exception {
        try (PartitionedCluster cluster = new PartitionedCluster(Mode.POLICY, POLICY, 6, folder)) {
            cluster.write("a");
            assertMapped(cluster.picture(), "written");
            cluster.start(6, 8);
            cluster.balance();
            assertTrue(cluster.balancerLog().contains("Balancing took"), cluster.balancerLog());
            assertMapped(cluster.picture(), "after the balancer");
            String group = cluster.moveMapsToHdfs();
            Map<String, Set<String>> before = cluster.locations();
            String said = PlaceCommand.run(cluster, 0, "apply", group, "--add", "h6=/r2,h7=/r3", "--no-move");
            assertTrue(said.contains("18 copies come, equal shares need 18"), said);
            cluster.reload();
            assertTrue(cluster.picture().asMapped() < 24, "the files stay");
            int stray = part(cluster, hosts -> hosts.contains("h6"));
            String why = PlaceCommand.run(cluster, 0, "explain", group, "/w/orders", "--part", "" + stray);
            assertTrue(why.contains("not on") && why.contains("why: the part has moved in this epoch"), why);
            said = PlaceCommand.run(cluster, 0, "repair", group);
            assertTrue(said.contains(", 0 left"), said);
            cluster.reload();
            cluster.settle(Set.of());
            assertMapped(cluster.picture(), "resized");
            assertEquals(2 * 18, copies(before, cluster.locations()), "3 * 24 * 2 / 8 of each of two tables");
            assertEquals(0, PartitionedCluster.metric("DeletionsUnknown"));
            cluster.kill("h1");
            int bereft = part(cluster, hosts -> hosts.contains("h1"));
            why = PlaceCommand.run(cluster, 0, "explain", group, "/w/orders", "--part", "" + bereft);
            assertTrue(why.contains("why: h1 is not a live datanode of HDFS"), why);
            String workers = PlaceCommand.run(cluster, 0, "workers", group);
            assertTrue(workers.contains("of 8 nodes have 3.1 MB of the 3.1 MB"), workers);
            assertTrue(!workers.contains("h1 "), workers);
        }
    }

    /** The first part whose nodes fit. */
    private static int part(PartitionedCluster cluster, Predicate<List<String>> fit) {
        return IntStream.range(0, PartitionedCluster.PARTITIONS)
                .filter(part -> fit.test(cluster.hosts(part)))
                .findFirst()
                .orElseThrow();
    }

    /** The other columns of the table: {@code .ci/nightly placement} prints them. */
    @ParameterizedTest
    @EnumSource(Mode.class)
    @EnabledIfSystemProperty(named = "stoa.placement.rivals", matches = "true")
    void columns(Mode mode) throws Exception {
        try (PartitionedCluster cluster = new PartitionedCluster(mode, POLICY, 8, folder.resolve("death"))) {
            cluster.write("a");
            print(mode, "written", cluster);
            MiniDFSCluster.DataNodeProperties dead = cluster.kill("h3");
            cluster.replan(cluster.map().nodes().stream()
                    .filter(node -> !node.name().equals("h3"))
                    .toList());
            cluster.settle(Set.of("h3"));
            print(mode, "node dead", cluster);
            cluster.restart(dead);
            print(mode, "node back", cluster);
        }
        try (PartitionedCluster cluster = new PartitionedCluster(mode, POLICY, 6, folder.resolve("growth"))) {
            cluster.write("a");
            cluster.start(6, 8);
            Map<String, Set<String>> before = cluster.locations();
            cluster.balance();
            cluster.settle(Set.of());
            print(mode, "balancer, " + copies(before, cluster.locations()) + " replicas moved", cluster);
            if (mode == Mode.POLICY) {
                PlaceCommand.run(cluster, 0, "apply", cluster.moveMapsToHdfs(), "--add", "h6=/r2,h7=/r3");
                cluster.reload();
                print(mode, "resized", cluster);
            }
        }
    }

    private static void print(Mode mode, String when, PartitionedCluster cluster) throws Exception {
        Picture picture = cluster.picture();
        System.out.println(mode + ", " + when + ": " + picture);
        if (mode == Mode.POLICY) {
            assertMapped(picture, when);
        } else {
            assertTrue(mode == Mode.FAVORED || picture.whole() < 24, "HDFS alone keeps no partition whole");
        }
    }
}
