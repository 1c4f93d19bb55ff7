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
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy does in the cases that are not the rule: a write never fails, and partitions stay whole where they can. */
@Tag("store")
final class FailureCasesTest {
    private static final int BLOCK = 64 << 10;

    @TempDir
    private java.nio.file.Path folder;

    private static Path file(int part, String name) {
        return new Path(String.format("/w/orders/data/p24.%03d/%s", part, name));
    }

    private static void write(DistributedFileSystem fs, Path path, int blocks) throws Exception {
        try (OutputStream out = fs.create(path)) {
            out.write(new byte[blocks * BLOCK]);
        }
    }

    private static Set<String> hosts(DistributedFileSystem fs, Path path) throws Exception {
        Set<String> hosts = new TreeSet<>();
        for (BlockLocation block : fs.getFileBlockLocations(path, 0, Long.MAX_VALUE)) {
            hosts.addAll(List.of(block.getHosts()));
        }
        return hosts;
    }

    /** The namenode hears of the last replicas later than of the first. */
    private static void assertHosts(Set<String> wanted, DistributedFileSystem fs, Path path, String why)
            throws Exception {
        PartitionedCluster.waitUntil(
                "all replicas of " + path, () -> hosts(fs, path).size() >= wanted.size());
        assertEquals(wanted, hosts(fs, path), why);
    }

    @Test
    void unusualFilesAreWrittenAndNodesMayBeUnfit() throws Exception {
        try (PartitionedCluster cluster =
                new PartitionedCluster(Mode.POLICY, AffinityPolicy.class.getName(), 8, folder)) {
            DistributedFileSystem fs = cluster.fileSystem();
            Set<String> mapped = new TreeSet<>(cluster.hosts(0));
            Path file = file(0, "a.stoa");
            write(fs, file, 1);
            try (OutputStream out = fs.append(file)) {
                out.write(new byte[3 * BLOCK]);
            }
            assertHosts(mapped, fs, file, "an append adds blocks to the same nodes");

            fs.setReplication(file, (short) 5);
            PartitionedCluster.waitUntil("five replicas", () -> hosts(fs, file).size() >= 5);
            assertTrue(hosts(fs, file).containsAll(mapped), "more replicas than the map wants");
            fs.setReplication(file, (short) 3);
            PartitionedCluster.waitUntil("three replicas of each block, of HDFS's choice if several sets fit", () -> {
                for (BlockLocation block : fs.getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
                    if (block.getHosts().length != 3) {
                        return false;
                    }
                }
                return true;
            });

            Path many = file(1, "many.stoa");
            fs.create(many, (short) 20).close();
            assertTrue(fs.exists(many), "more replicas than nodes");

            fs.setStoragePolicy(file.getParent(), "ALL_SSD");
            write(fs, file(0, "ssd.stoa"), 1);
            assertHosts(mapped, fs, file(0, "ssd.stoa"), "a storage type that no node has");
            fs.unsetStoragePolicy(file.getParent());

            long placed = PartitionedCluster.metric("Placed");
            Path striped = new Path("/w/orders/data/p24.002");
            fs.mkdirs(striped);
            fs.enableErasureCodingPolicy("XOR-2-1-1024k");
            fs.setErasureCodingPolicy(striped, "XOR-2-1-1024k");
            try (OutputStream out = fs.create(new Path(striped, "ec.stoa"), true, 4096, (short) 1, 1 << 20)) {
                out.write(new byte[BLOCK]);
            }
            assertEquals(placed, PartitionedCluster.metric("Placed"), "striped files are HDFS's");

            Path trash = new Path("/user/u/.Trash/Current/w/orders/data/p24.000/a.stoa");
            fs.mkdirs(trash.getParent());
            Set<String> before = hosts(fs, file);
            assertTrue(fs.rename(file, trash));
            assertEquals(before, hosts(fs, trash), "a rename moves no block");

            fs.delete(many, false);
            fs.delete(striped, true);
            cluster.write("b");
            UnfitNodes unfit = new UnfitNodes(cluster);
            unfit.full();
            unfit.stale();
            unfit.leaving();
            List<MiniDFSCluster.DataNodeProperties> rack = cluster.kill(List.of("h1", "h5"));
            cluster.settle(Set.of("h1", "h5"));
            assertEquals(24, cluster.picture().whole(), "both nodes of a rack are dead, and no map says so");
            cluster.hdfs().restartDataNode(rack.get(0), false);
            cluster.restart(rack.get(1));
            assertEquals(24, cluster.picture().asMapped(), "the rack is back");
            unfit.allOfAPartitionDie();
            assertEquals(0, PartitionedCluster.metric("Failures"));
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {AffinityPolicy.class, AffinityAvailableSpacePolicy.class})
    void aRunningNamenodeTakesThePolicyOnAndOff(Class<?> policy) throws Exception {
        try (PartitionedCluster cluster = new PartitionedCluster(Mode.DEFAULT, "", 6, folder)) {
            DistributedFileSystem fs = cluster.fileSystem();
            BlockManager blocks = cluster.hdfs().getNamesystem().getBlockManager();
            Configuration conf = new HdfsConfiguration(cluster.hdfs().getConfiguration(0));
            conf.set("dfs.block.replicator.classname", policy.getName());
            conf.set(MapLoader.GROUPS, folder.resolve("missing").toUri().toString());
            blocks.refreshBlockPlacementPolicy(conf);
            PartitionedCluster.waitUntil("a failed load", () -> PartitionedCluster.metric("FailedLoads") > 0);
            write(fs, file(0, "without-a-map.stoa"), 2);
            assertEquals(0, PartitionedCluster.metric("Placed"), "without a map HDFS places the file");

            conf.set(MapLoader.GROUPS, folder.resolve("_placement").toUri().toString());
            blocks.refreshBlockPlacementPolicy(conf);
            PartitionedCluster.waitUntil("the map", () -> PartitionedCluster.metric("Epoch") == 1);
            for (int part = 0; part < 24; part++) {
                write(fs, file(part, "with.stoa"), 2);
                assertHosts(new TreeSet<>(cluster.hosts(part)), fs, file(part, "with.stoa"), "with the map");
            }
            assertEquals(24 * 2 * 3, PartitionedCluster.metric("Placed"));
            write(fs, new Path("/tmp/of-no-table"), 2);
            assertEquals(24 * 2 * 3, PartitionedCluster.metric("Placed"), "other files are HDFS's");

            conf.unset("dfs.block.replicator.classname");
            blocks.refreshBlockPlacementPolicy(conf);
            assertEquals(
                    BlockPlacementPolicyDefault.class,
                    blocks.getBlockPlacementPolicy().getClass());
            write(fs, file(0, "after.stoa"), 2);
            assertEquals(24 * 2 * 3, PartitionedCluster.metric("Placed"));
        }
    }

    @Test
    void aRestartedNamenodeFindsItsMap() throws Exception {
        try (PartitionedCluster cluster =
                new PartitionedCluster(Mode.POLICY, AffinityRackFaultTolerantPolicy.class.getName(), 8, folder)) {
            cluster.write("a");
            assertEquals(24, cluster.picture().whole(), "each rack has one node, of the map or a stand-in");
            cluster.hdfs().restartNameNode(true);
            PartitionedCluster.waitUntil("the map", () -> PartitionedCluster.metric("Epoch") == 1);
            cluster.write("b");
            cluster.settle(Set.of());
            assertEquals(24, cluster.picture().whole());
        }
    }

    @Test
    void aFaultOfThePolicyLeavesTheChoiceToHdfs() throws Exception {
        java.nio.file.Path maps = Files.createDirectories(folder.resolve("maps"));
        Files.write(
                maps.resolve("0000000000000000001.map"),
                PartitionedCluster.firstMap(6).text());
        Affinity affinity = new Affinity();
        Configuration conf = new Configuration(false);
        conf.set(MapLoader.GROUPS, maps.toUri().toString());
        affinity.setConf(conf);
        String path = file(3, "x.stoa").toString();
        PartitionedCluster.waitUntil("the map", () -> {
            affinity.enter(path);
            int left = affinity.choose(3, null, List.of(), node -> null);
            affinity.leave();
            assertEquals(3, left, "without a cluster the policy fails, and HDFS places all");
            return PartitionedCluster.metric("Failures") > 0;
        });
    }
}
