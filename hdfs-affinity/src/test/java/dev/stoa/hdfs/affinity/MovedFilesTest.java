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
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files move by {@code stoa place apply} and {@code repair}, which may be killed at any time. */
@Tag("store")
final class MovedFilesTest {
    private static final String JOIN = "h6=/r2,h7=/r3";

    @TempDir
    private Path folder;

    private static int raised(PartitionedCluster cluster) throws Exception {
        int raised = 0;
        RemoteIterator<LocatedFileStatus> files =
                cluster.fileSystem().listFiles(new org.apache.hadoop.fs.Path("/w"), true);
        while (files.hasNext()) {
            FileStatus file = files.next();
            raised += file.getReplication() > 3 && file.getPath().getName().endsWith(".stoa") ? 1 : 0;
        }
        return raised;
    }

    private static int maps(PartitionedCluster cluster) throws Exception {
        return cluster.fileSystem().listStatus(new org.apache.hadoop.fs.Path("/w/_placement")).length;
    }

    @Test
    void anotherRunGoesOnAfterAKill() throws Exception {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("MovedFilesTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        try (PartitionedCluster cluster =
                new PartitionedCluster(Mode.POLICY, AffinityPolicy.class.getName(), 6, folder)) {
            cluster.write("a");
            cluster.start(6, 8);
            String group = cluster.moveMapsToHdfs();
            List<PartitionedCluster.Condition> moments = List.of(
                    () -> maps(cluster) > 1,
                    () -> raised(cluster) > 0,
                    () -> cluster.picture().asMapped() > 8);
            int kills = 0;
            for (PartitionedCluster.Condition moment : moments) {
                // the limit divides the move into slices
                String[] words = maps(cluster) > 1
                        ? new String[] {"apply", group, "--bandwidth", "64k"}
                        : new String[] {"apply", group, "--bandwidth", "64k", "--add", JOIN};
                try (PlaceCommand command = PlaceCommand.start(cluster, words)) {
                    PartitionedCluster.waitUntil("a moment to kill", () -> moment.holds() || !command.isRunning());
                    Thread.sleep(random.nextInt(300));
                    kills += command.isRunning() ? 1 : 0;
                }
                cluster.reload();
            }
            assertTrue(kills > 0, "all runs ended before they were killed");
            cluster.leaveOpen("/w/orders/data/p24.000/.vio-" + UUID.randomUUID() + ".tmp");
            String said = PlaceCommand.run(cluster, 0, "repair", group);
            cluster.reload();
            cluster.settle(Set.of());
            assertEquals(8, cluster.map().nodes().size(), said);
            assertEquals(new Picture(24, 24, 1, 1), cluster.picture(), said);
            assertEquals(0, raised(cluster), said);
            String checked = PlaceCommand.run(cluster, 0, "check", group, "--at-least", "100%");
            assertTrue(checked.contains("100.0% of the bytes"), checked);
            said = PlaceCommand.run(cluster, 0, "repair", group);
            assertTrue(said.contains("0 files have moved"), "nothing is left to do: " + said);
        }
    }

    @Test
    void withoutThePolicyNothingMovesAndTheCommandSaysSo() throws Exception {
        try (PartitionedCluster cluster = new PartitionedCluster(Mode.FAVORED, "", 6, folder)) {
            cluster.write("a");
            String group = cluster.putMapsOnHdfs();
            cluster.kill("h3");
            cluster.settle(Set.of("h3"));
            PlaceCommand.run(cluster, 0, "apply", group, "--failed", "h3", "--no-move");
            cluster.reload();
            assertEquals(1, cluster.picture().local(), "the heirs of the dead node hold its partitions");
            String said = PlaceCommand.run(cluster, 1, "apply", group, "--add", JOIN);
            assertTrue(said.contains("does not follow the map of epoch 2"), said);
            assertTrue(said.contains("install the policy") && said.contains("--no-move"), said);
            assertEquals(2, maps(cluster), "nothing is published");
            assertEquals(0, raised(cluster));
            PlaceCommand.run(cluster, 0, "apply", group, "--add", JOIN, "--no-move");
            assertEquals(3, maps(cluster));
            said = PlaceCommand.run(cluster, 1, "repair", group);
            assertTrue(said.contains("does not follow the map of epoch 3"), said);
            assertEquals(0, raised(cluster));
        }
    }
}
