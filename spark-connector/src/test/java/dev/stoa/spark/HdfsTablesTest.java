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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.spark.internal.store.TaskStore;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.sql.connector.read.InputPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables on an HDFS in this process. */
@Tag("engine")
class HdfsTablesTest extends StoreContract {
    private static final String HOST = "host0";
    private static final int BLOCK = 64 << 10;

    @TempDir
    static Path folder;

    private static MiniDFSCluster cluster;

    HdfsTablesTest() {
        super("hdfs");
    }

    @BeforeAll
    void start() throws Exception {
        Configuration conf = new Configuration();
        conf.set("hdfs.minidfs.basedir", folder.toString());
        conf.setInt("dfs.replication", 1);
        conf.setBoolean("dfs.namenode.delegation.token.always-use", true);
        conf.setInt("dfs.blocksize", BLOCK);
        conf.setInt("dfs.namenode.fs-limits.min-block-size", BLOCK);
        cluster = new MiniDFSCluster.Builder(conf)
                .numDataNodes(1)
                .hosts(new String[] {HOST})
                .build();
        cluster.waitActive();
        Configuration hadoop = Spark.session().sparkContext().hadoopConfiguration();
        hadoop.setInt("dfs.replication", 1);
        hadoop.setInt("dfs.blocksize", BLOCK);
        addCatalog();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.shutdown();
        }
        Configuration hadoop = Spark.session().sparkContext().hadoopConfiguration();
        hadoop.unset("dfs.replication");
        hadoop.unset("dfs.blocksize");
    }

    @Override
    String warehouse() {
        return cluster.getURI() + "/lake";
    }

    @Test
    void tasksAreOfferedToTheHostsThatHaveTheirBytes() throws Exception {
        sql("create table CAT.placed.t as select id, rand(1) as r from range(0, 200000, 1, 1)");
        Spark.session().conf().set("spark.sql.files.maxPartitionBytes", String.valueOf(4 * BLOCK));
        Spark.session().conf().set("spark.sql.files.openCostInBytes", "1");
        try {
            List<InputPartition> partitions =
                    Arrays.asList(Rows.scan(Spark.session().sql("select r from hdfs.placed.t"))
                            .toBatch()
                            .planInputPartitions());
            assertTrue(partitions.size() > 3, partitions.size() + " partitions");
            for (InputPartition partition : partitions) {
                assertArrayEquals(new String[] {HOST}, partition.preferredLocations());
            }
        } finally {
            Spark.session().conf().unset("spark.sql.files.maxPartitionBytes");
            Spark.session().conf().unset("spark.sql.files.openCostInBytes");
        }
        assertEquals(List.of("[200000]"), sql("select count(*) from CAT.placed.t where r < 1"));
    }

    @Test
    void tasksGetTheTokensThatTheUserHasNot() throws Exception {
        TablePath path = new TablePath(warehouse(), "");
        byte[] tokens = TaskStore.tokens(cluster.getFileSystem());
        UserGroupInformation other = UserGroupInformation.createUserForTesting("other", new String[0]);
        other.doAs((PrivilegedExceptionAction<Void>) () -> {
            new TaskStore(path, null, tokens).addTokens();
            return null;
        });
        List<String> kinds = other.getTokens().stream()
                .map(token -> token.getKind().toString())
                .toList();
        assertEquals(List.of("HDFS_DELEGATION_TOKEN"), kinds);
        byte[] none = other.doAs((PrivilegedExceptionAction<byte[]>)
                () -> TaskStore.tokens(FileSystem.get(cluster.getURI(), new Configuration())));
        assertEquals(0, none.length, "there is one");
    }
}
