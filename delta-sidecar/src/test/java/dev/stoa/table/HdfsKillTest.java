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
package dev.stoa.table;

import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On HDFS with three datanodes, of which one is stopped now and then. */
class HdfsKillTest extends KillContract {
    private static final int NODES = 3;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    static Path base;

    private static MiniDFSCluster cluster;

    private MiniDFSCluster.DataNodeProperties stopped;
    private int rounds;
    private int stops;

    @BeforeAll
    static void start() throws Exception {
        Configuration conf = new HdfsConfiguration();
        conf.setInt("dfs.replication", NODES);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1000);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 2);
        // with three nodes there is none to take the place of a dead one
        conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
        cluster = new MiniDFSCluster.Builder(conf, base.resolve("dfs").toFile())
                .numDataNodes(NODES)
                .build();
        cluster.waitActive();
        try (OutputStream out = Files.newOutputStream(base.resolve("hdfs.xml"))) {
            cluster.getConfiguration(0).writeXml(out);
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    Folder folder() throws Exception {
        return HadoopFolder.of(cluster.getFileSystem(), new org.apache.hadoop.fs.Path("/lake/t"));
    }

    @Override
    int kills() {
        return 4;
    }

    @Override
    List<String> place() {
        return List.of(cluster.getURI() + "/lake/t", base.resolve("hdfs.xml").toString());
    }

    /** Stops a datanode, which stays so for a round. */
    @Override
    void disturb(Random chance) throws InterruptedException {
        if (rounds++ % 3 != 2 && isWhole()) {
            stopped = cluster.stopDataNode(chance.nextInt(NODES));
            stops++;
        }
    }

    @Override
    void calm() throws Exception {
        if (stopped != null) {
            cluster.restartDataNode(stopped, true);
            stopped = null;
            cluster.waitActive();
        }
    }

    /** Whether all blocks have all their copies, so that one node can be spared; waits for it a little. */
    private static boolean isWhole() throws InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        while (System.nanoTime() < end) {
            if (cluster.getNamesystem().getNumLiveDataNodes() == NODES
                    && cluster.getNamesystem().getLowRedundancyBlocks()
                                    + cluster.getNamesystem().getPendingReconstructionBlocks()
                            == 0) {
                return true;
            }
            Thread.sleep(50);
        }
        System.out.println("not whole: " + cluster.getNamesystem().getNumLiveDataNodes() + " "
                + cluster.getNamesystem().getLowRedundancyBlocks() + " "
                + cluster.getNamesystem().getPendingReconstructionBlocks());
        return false;
    }
}
