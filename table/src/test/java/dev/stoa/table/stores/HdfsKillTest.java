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

import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** On HDFS with three datanodes, of which one is stopped now and then. */
@ExtendWith(SharedStores.class)
@Tag("soak")
class HdfsKillTest extends KillContract {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    private static final Path TABLE = new Path("/kill/t");

    private static HdfsServer server;

    private int rounds;

    @BeforeAll
    static void start(HdfsServer shared) {
        server = shared;
    }

    @Override
    Folder folder() throws Exception {
        return HadoopFolder.of(server.fileSystem(), TABLE);
    }

    @Override
    List<String> place() throws Exception {
        FileSystem fs = server.fileSystem();
        return List.of(fs.makeQualified(TABLE).toString(), written(server.configuration()));
    }

    @Override
    int kills() {
        return 4;
    }

    /** Stops a datanode, which stays so for a round; not if a block has too few copies, after some patience. */
    @Override
    boolean disturb(Random chance) throws InterruptedException {
        if (rounds++ % 3 == 2) {
            return false;
        }
        long end = System.nanoTime() + PATIENCE;
        while (!server.isWhole()) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.sleep(50);
        }
        server.stopNode(chance.nextInt(3));
        return true;
    }

    @Override
    void calm() throws Exception {
        server.startNode();
    }
}
