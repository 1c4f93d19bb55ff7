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
import dev.stoa.placement.PlacementMap;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    @Test
    void partitionsStayWholeWhenANodeDiesAndReturns() throws Exception {
        try (PartitionedCluster cluster = new PartitionedCluster(Mode.POLICY, POLICY, 8, folder)) {
            cluster.write("a");
            assertMapped(cluster.picture(), "written");
            assertEquals(24 * 2 * 3, PartitionedCluster.metric("Placed"));
            assertEquals(0, PartitionedCluster.metric("StoodIn") + PartitionedCluster.metric("FellBack"));
            Map<String, Set<String>> before = cluster.locations();
            PlacementMap old = cluster.map();
            MiniDFSCluster.DataNodeProperties dead = cluster.kill("h3");
            cluster.replan(old.nodes().stream()
                    .filter(node -> !node.name().equals("h3"))
                    .toList());
            cluster.settle(Set.of("h3"));
            assertMapped(cluster.picture(), "node dead");
            long lost = before.values().stream()
                    .filter(hosts -> hosts.contains("h3"))
                    .count();
            assertEquals(lost, copies(before, cluster.locations()), "as many copies as were lost");
            cluster.hdfs().restartDataNode(dead, true);
            cluster.hdfs().waitActive();
            cluster.hdfs().triggerBlockReports();
            cluster.settle(Set.of());
            assertMapped(cluster.picture(), "node back");
            cluster.write("b");
            assertMapped(cluster.picture(), "written more");
            assertEquals(0, PartitionedCluster.metric("Failures"));
        }
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

    @Test
    void aNodeThatReturnsBeforeTheNextMapGetsItsPartitionsBack() throws Exception {
        try (PartitionedCluster cluster = new PartitionedCluster(Mode.POLICY, POLICY, 8, folder)) {
            cluster.write("a");
            MiniDFSCluster.DataNodeProperties dead = cluster.kill("h3");
            cluster.settle(Set.of("h3"));
            Picture without = cluster.picture();
            assertEquals(24, without.whole(), "the stand-in of a partition is one node");
            assertEquals(15, without.asMapped());
            assertTrue(PartitionedCluster.metric("StoodIn") > 0);
            cluster.hdfs().restartDataNode(dead, true);
            cluster.hdfs().waitActive();
            cluster.hdfs().triggerBlockReports();
            cluster.settle(Set.of());
            assertMapped(cluster.picture(), "node back");
        }
    }

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
            String said = PlaceCommand.run(cluster, 0, "apply", group, "--add", "h6=/r2,h7=/r3");
            assertTrue(said.contains("18 copies come, equal shares need 18"), said);
            cluster.reload();
            cluster.settle(Set.of());
            assertMapped(cluster.picture(), "resized");
            assertEquals(2 * 18, copies(before, cluster.locations()), "3 * 24 * 2 / 8 of each of two tables");
            assertEquals(0, PartitionedCluster.metric("DeletionsUnknown"));
        }
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
            cluster.hdfs().restartDataNode(dead, true);
            cluster.hdfs().waitActive();
            cluster.hdfs().triggerBlockReports();
            cluster.settle(Set.of());
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
