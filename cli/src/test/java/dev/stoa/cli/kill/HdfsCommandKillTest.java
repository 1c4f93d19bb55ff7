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
package dev.stoa.cli.kill;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** On HDFS with one datanode, in this process, which lives on. */
@AtNight
@Tag("soak")
class HdfsCommandKillTest extends CommandKillContract {
    private static MiniDFSCluster cluster;

    @BeforeAll
    static void start(@TempDir Path base) throws Exception {
        HdfsConfiguration conf = new HdfsConfiguration();
        // HDFS counts a whole block for each file that a killed client began: larger blocks fill a small disk
        conf.setLong("dfs.blocksize", 1 << 20);
        cluster =
                new MiniDFSCluster.Builder(conf, base.toFile()).numDataNodes(1).build();
        cluster.waitActive();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    String root() throws Exception {
        return cluster.getFileSystem().getUri() + "/lake";
    }

    @Override
    List<String> settings() {
        return List.of("dfs.replication=1", "dfs.blocksize=1048576");
    }
}
