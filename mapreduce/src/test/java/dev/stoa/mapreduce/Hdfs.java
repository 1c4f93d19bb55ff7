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
package dev.stoa.mapreduce;

import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;

/** An HDFS in this process, with a folder that is encrypted and one that is erasure-coded. */
final class Hdfs implements AutoCloseable {
    /** A folder that is an encryption zone. */
    static final Path SECRET = new Path("/secret");
    /** A folder whose blocks are cut in two, with a third to replace either. */
    static final Path CODED = new Path("/coded");

    static final String POLICY = "XOR-2-1-1024k";

    private static final int NODES = 3;
    private static final String KEY = "key";

    private final MiniDFSCluster cluster;

    /** Starts it; it keeps its data in a folder. */
    Hdfs(java.nio.file.Path folder) throws Exception {
        Configuration conf = new Configuration();
        conf.setInt("dfs.replication", 1);
        conf.set("hadoop.security.key.provider.path", "jceks://file" + folder.resolve("keys.jks"));
        cluster = new MiniDFSCluster.Builder(conf, folder.resolve("hdfs").toFile())
                .numDataNodes(NODES)
                .build();
        cluster.waitActive();
        KeyProvider keys = cluster.getNamesystem().getProvider();
        keys.createKey(KEY, KeyProvider.options(conf));
        keys.flush();
        DistributedFileSystem fs = cluster.getFileSystem();
        fs.mkdirs(SECRET);
        admin().createEncryptionZone(SECRET, KEY, EnumSet.of(CreateEncryptionZoneFlag.NO_TRASH));
        fs.mkdirs(CODED);
        fs.enableErasureCodingPolicy(POLICY);
        fs.setErasureCodingPolicy(CODED, POLICY);
    }

    HdfsAdmin admin() throws IOException {
        return new HdfsAdmin(cluster.getURI(), cluster.getConfiguration(0));
    }

    /** The file system of the superuser, which is not the caller's to close. */
    DistributedFileSystem fileSystem() throws IOException {
        return cluster.getFileSystem();
    }

    MiniDFSCluster cluster() {
        return cluster;
    }

    /** Something in a folder, with its file system. */
    Path path(Path folder, String name) {
        return new Path(cluster.getURI() + folder.toString(), name);
    }

    @Override
    public void close() {
        cluster.shutdown();
    }
}
