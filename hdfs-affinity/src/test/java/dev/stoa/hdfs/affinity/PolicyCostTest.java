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

import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.util.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy in a namenode with 1,000 datanodes and 10,000 partitions: its memory, and the time of a call, which is printed. */
final class PolicyCostTest {
    private static final int NODES = 1000;
    private static final int RACKS = 40;
    private static final int PARTITIONS = 10_000;
    private static final int BLOCK = 1 << 20;
    private static final int CALLS = 20_000;
    private static final int ROUNDS = 9;
    private static final BlockStoragePolicy HOT = new BlockStoragePolicy(
            (byte) 7, "HOT", new StorageType[] {StorageType.DISK}, StorageType.EMPTY_ARRAY, new StorageType[] {
                StorageType.ARCHIVE
            });

    @TempDir
    private Path folder;

    private static PlacementMap map() throws Exception {
        List<PlacementNode> nodes = IntStream.range(0, NODES)
                .mapToObj(i -> new PlacementNode("host" + i, "/r" + i % RACKS, 1, PlacementNode.State.IN))
                .toList();
        PlacementMap.Header header = new PlacementMap.Header("g", 1, 3, 4, List.of("/w/orders", "/w/lineitem"));
        return Planner.first(header, nodes, List.of(PARTITIONS));
    }

    @Test
    void theMemoryOfKnownSets() throws Exception {
        PlacementMap map = map();
        int times = 16;
        List<GroupMaps> all = new ArrayList<>();
        all.add(new GroupMaps(List.of(map)));
        long before = used();
        long each;
        try {
            for (int i = 0; i < times; i++) {
                all.add(new GroupMaps(List.of(PlacementMap.parse(map.text(), "1.map"))));
            }
            each = (used() - before) / times;
        } finally {
            Reference.reachabilityFence(all);
        }
        System.out.println("the maps of " + PARTITIONS + " partitions take " + each + " bytes");
        assertTrue(each < 1 << 20, each + " bytes");
    }

    private static long used() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(20);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void aCallOfTheNamenode() throws Exception {
        Files.write(folder.resolve("0000000000000000001.map"), map().text());
        NetworkTopology cluster = new NetworkTopology();
        for (int i = 0; i < NODES; i++) {
            String address = String.format("10.0.%d.%d", i / 250, 1 + i % 250);
            DatanodeDescriptor node = DFSTestUtil.createDatanodeStorageInfo(
                            "s" + i, address, "/r" + i % RACKS, "host" + i)
                    .getDatanodeDescriptor();
            node.getStorageInfos()[0].setUtilizationForTesting(1L << 40, 0, 1L << 40, 0);
            node.setLastUpdate(Time.now());
            node.setLastUpdateMonotonic(Time.monotonicNow());
            cluster.add(node);
        }
        Configuration conf = new Configuration();
        conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
        conf.set(MapLoader.GROUPS, folder.toUri().toString());
        AffinityPolicy policy = new AffinityPolicy();
        policy.setConf(conf);
        policy.initialize(conf, null, cluster, null);
        BlockPlacementPolicyDefault hdfs = new Hdfs();
        hdfs.initialize(conf, null, cluster, null);
        PartitionedCluster.waitUntil("the map", () -> PartitionedCluster.metric("Epoch") == 1);
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            with.add(micros(policy));
            without.add(micros(hdfs));
        }
        assertEquals(3L * CALLS * ROUNDS, PartitionedCluster.metric("Placed"));
        assertEquals(0, PartitionedCluster.metric("Failures"));
        with.sort(null);
        without.sort(null);
        System.out.printf(
                "a call with the policy takes %.2f us of CPU time (%.2f - %.2f), without it %.2f (%.2f - %.2f)%n",
                with.get(ROUNDS / 2),
                with.get(0),
                with.get(ROUNDS - 1),
                without.get(ROUNDS / 2),
                without.get(0),
                without.get(ROUNDS - 1));
    }

    /** The policy of HDFS, which only its own package can make. */
    private static final class Hdfs extends BlockPlacementPolicyDefault {}

    private static double micros(BlockPlacementPolicyDefault policy) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        for (int call = 0; call < CALLS; call++) {
            DatanodeStorageInfo[] chosen = policy.chooseTarget(
                    String.format("/w/orders/data/p%d.%05d/.a.stoa.tmp", PARTITIONS, call % PARTITIONS),
                    3,
                    null,
                    new ArrayList<>(),
                    false,
                    new HashSet<>(),
                    BLOCK,
                    HOT,
                    EnumSet.noneOf(org.apache.hadoop.hdfs.AddBlockFlag.class));
            assertEquals(3, chosen.length);
        }
        return (threads.getCurrentThreadCpuTime() - start) / 1e3 / CALLS;
    }
}
