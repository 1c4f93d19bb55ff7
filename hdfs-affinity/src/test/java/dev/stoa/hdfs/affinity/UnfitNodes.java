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

import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;

/** Nodes that HDFS refuses for new replicas. Each check leaves the cluster as it was. */
final class UnfitNodes {
    private static final String UNFIT = "h2";

    private final PartitionedCluster cluster;

    UnfitNodes(PartitionedCluster cluster) {
        this.cluster = cluster;
    }

    private DataNode node() {
        return cluster.hdfs().getDataNodes().get(cluster.number(UNFIT));
    }

    /** Writes files, which must be on the nodes of the map, but for the unfit one; a partition's on one and the same stand-in. */
    private void assertStandIns(String why) throws Exception {
        cluster.write(why);
        Map<String, Set<String>> files = cluster.locations();
        int standIns = 0;
        for (int part = 0; part < PartitionedCluster.PARTITIONS; part++) {
            int number = part;
            Set<Set<String>> sets = new HashSet<>();
            files.forEach((path, hosts) -> {
                if (PartitionedCluster.part(path) == number && path.contains("/" + why)) {
                    sets.add(hosts);
                }
            });
            assertEquals(1, sets.size(), why + ", part " + part + ": " + sets);
            Set<String> set = sets.iterator().next();
            Set<String> fit = new TreeSet<>(cluster.hosts(part));
            standIns += fit.remove(UNFIT) ? 1 : 0;
            assertEquals(PartitionedCluster.REPLICATION, set.size(), why + ", part " + part);
            assertTrue(set.containsAll(fit) && !set.contains(UNFIT), why + ", part " + part + " is on " + set);
        }
        assertTrue(standIns > 0, UNFIT + " is a node of the map");
        for (String path : files.keySet()) {
            if (path.contains("/" + why)) {
                cluster.fileSystem().delete(new Path(path), false);
            }
        }
        assertEquals(PartitionedCluster.PARTITIONS, cluster.picture().asMapped(), "the others stay: " + why);
    }

    void full() throws Exception {
        DistributedFileSystem fs = cluster.fileSystem();
        Path fillers = new Path("/fillers");
        InetSocketAddress[] favoured = {node().getXferAddress()};
        boolean isFull = false;
        for (int i = 0; !isFull; i++) {
            Path filler = new Path(fillers, "" + i);
            try (OutputStream out = fs.createFile(filler)
                    .recursive()
                    .replication((short) 1)
                    .favoredNodes(favoured)
                    .build()) {
                out.write(new byte[PartitionedCluster.BLOCK]);
            }
            BlockLocation block = fs.getFileBlockLocations(filler, 0, 1)[0];
            isFull = !List.of(block.getHosts()).contains(UNFIT);
        }
        assertStandIns("full");
        fs.delete(fillers, true);
        PartitionedCluster.waitUntil("room on " + UNFIT, () -> {
            NodeReports.heartbeats(cluster.hdfs());
            return remaining() > 20L * PartitionedCluster.BLOCK;
        });
    }

    private long remaining() throws Exception {
        for (DatanodeInfo each : cluster.fileSystem().getDataNodeStats(DatanodeReportType.LIVE)) {
            if (each.getHostName().equals(UNFIT)) {
                return each.getRemaining();
            }
        }
        throw new AssertionError(UNFIT + " is dead");
    }

    void stale() throws Exception {
        BlockManager blocks = cluster.hdfs().getNamesystem().getBlockManager();
        DatanodeInfo stale = blocks.getDatanodeManager().getDatanode(node().getDatanodeId());
        DataNodeTestUtils.setHeartbeatsDisabledForTests(node(), true);
        DataNodeTestUtils.triggerDeletionReport(node()); // it is sent after a heartbeat that was under way
        DFSTestUtil.resetLastUpdatesWithOffset(stale, -PartitionedCluster.STALE_MILLIS - 1000);
        BlockManagerTestUtil.checkHeartbeat(blocks);
        assertEquals(1, blocks.getDatanodeManager().getNumStaleNodes());
        assertStandIns("stale");
        DataNodeTestUtils.setHeartbeatsDisabledForTests(node(), false);
        PartitionedCluster.waitUntil("a heartbeat of " + UNFIT, () -> {
            BlockManagerTestUtil.checkHeartbeat(blocks);
            return blocks.getDatanodeManager().getNumStaleNodes() == 0;
        });
    }

    void leaving() throws Exception {
        cluster.exclude("127.0.0.1:" + node().getXferAddress().getPort());
        PartitionedCluster.waitUntil("copies of what " + UNFIT + " has", this::hasLeft);
        for (int part = 0; part < PartitionedCluster.PARTITIONS; part++) {
            Set<Set<String>> sets = new HashSet<>();
            int number = part;
            cluster.locations().forEach((path, hosts) -> {
                Set<String> others = new TreeSet<>(hosts);
                others.remove(UNFIT);
                if (PartitionedCluster.part(path) == number) {
                    sets.add(others);
                }
            });
            assertEquals(1, sets.size(), "one stand-in has all copies of part " + part + ": " + sets);
        }
        cluster.exclude("");
        cluster.settle(Set.of());
        assertEquals(PartitionedCluster.PARTITIONS, cluster.picture().asMapped(), "it has its partitions again");
    }

    private boolean hasLeft() throws Exception {
        for (DatanodeInfo each : cluster.fileSystem().getDataNodeStats(DatanodeReportType.ALL)) {
            if (each.getHostName().equals(UNFIT)) {
                return each.isDecommissioned();
            }
        }
        return false;
    }

    /** All nodes of a partition die. The others move home, and the lost files are named; they return with one of the nodes. */
    void allOfAPartitionDie() throws Exception {
        Set<String> gone = new TreeSet<>(cluster.hosts(0));
        Map<String, Set<String>> before = cluster.locations();
        List<MiniDFSCluster.DataNodeProperties> dead = cluster.kill(gone);
        cluster.replan(cluster.map().nodes().stream()
                .filter(node -> !gone.contains(node.name()))
                .toList());
        Set<String> lost = new TreeSet<>();
        before.forEach((path, hosts) -> {
            if (gone.containsAll(hosts)) {
                lost.add(path);
            }
        });
        PartitionedCluster.waitUntil(
                "copies of the others",
                () -> cluster.locations().entrySet().stream()
                        .allMatch(file -> lost.contains(file.getKey())
                                ? file.getValue().isEmpty()
                                : file.getValue().size() == PartitionedCluster.REPLICATION));
        String group = cluster.moveMapsToHdfs();
        String said = PlaceCommand.run(cluster, 1, "repair", group);
        assertTrue(said.contains(lost.size() + " files: no live node has some of their bytes"), said);
        assertTrue(!said.contains("no copy came") && !said.contains("HDFS kept other replicas"), said);
        said = PlaceCommand.run(cluster, 0, "explain", group, lost.iterator().next());
        assertTrue(said.contains("why: no live datanode has these bytes"), said);
        cluster.restart(dead.get(1));
        assertEquals(PartitionedCluster.PARTITIONS, cluster.picture().whole(), "one node brings all back");
    }
}
