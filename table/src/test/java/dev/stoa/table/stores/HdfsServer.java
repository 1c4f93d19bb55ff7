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
package dev.stoa.table.stores;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;

/** An HDFS in this process, with three datanodes and three copies of each block. */
final class HdfsServer implements AutoCloseable {
    private static final int NODES = 3;

    private final Path base;
    private final MiniDFSCluster cluster;
    private MiniDFSCluster.DataNodeProperties stopped;

    /** Starts it. */
    HdfsServer() throws Exception {
        base = Files.createTempDirectory("stoa-hdfs");
        Configuration conf = new HdfsConfiguration();
        conf.setInt("dfs.replication", NODES);
        // what killed clients began counts as so many blocks of this size; with larger ones a small disk is full
        conf.setLong("dfs.blocksize", 1 << 20);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1000);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 2);
        // with three nodes there is none to take the place of a dead one
        conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
        cluster = new MiniDFSCluster.Builder(conf, base.toFile())
                .numDataNodes(NODES)
                .build();
        cluster.waitActive();
    }

    /** The file system, which is not the caller's to close. */
    FileSystem fileSystem() throws Exception {
        return cluster.getFileSystem();
    }

    /** How it is reached, by anybody on this machine. */
    Configuration configuration() {
        return cluster.getConfiguration(0);
    }

    /** Stops a datanode. */
    void stopNode(int number) {
        stopped = cluster.stopDataNode(number % NODES);
    }

    /** Starts the datanode that was stopped, if one was. */
    void startNode() throws Exception {
        if (stopped != null) {
            cluster.restartDataNode(stopped, false);
            stopped = null;
            cluster.waitActive();
        }
    }

    /** Whether all nodes are there and all blocks have all their copies, so that a node can be spared. */
    boolean isWhole() {
        BlockManagerTestUtil.updateState(cluster.getNamesystem().getBlockManager()); // it counts once in a second
        return stopped == null
                && cluster.getNamesystem().getNumLiveDataNodes() == NODES
                && cluster.getNamesystem().getLowRedundancyBlocks() == 0
                && cluster.getNamesystem().getPendingReconstructionBlocks() == 0;
    }

    @Override
    public void close() {
        cluster.close();
        FileUtil.fullyDelete(base.toFile());
    }
}
