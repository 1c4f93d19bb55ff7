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
package dev.stoa.vio.hadoop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Files of HDFS whose blocks should be on named datanodes. Loaded only if a file has such nodes. */
final class FavoredNodes {
    private static final String ADDRESS = "dfs.datanode.address";
    private static final int DEFAULT_PORT = 9866;

    private FavoredNodes() {}

    /** Creates a file as the sink's own call does, unless the file system is not HDFS by its native protocol. */
    static Optional<FSDataOutputStream> create(
            FileSystem fs,
            Path path,
            FsPermission permission,
            boolean overwrite,
            short replication,
            long blockSize,
            List<String> nodes)
            throws IOException {
        FileSystem store = fs;
        while (store instanceof FilterFileSystem filter) {
            store = filter.getRawFileSystem();
        }
        if (!(store instanceof DistributedFileSystem hdfs)) {
            return Optional.empty();
        }
        DistributedFileSystem.HdfsDataOutputStreamBuilder builder = hdfs.createFile(path);
        builder.favoredNodes(addresses(hdfs.getConf(), nodes));
        builder.syncBlock();
        builder.create().overwrite(overwrite).recursive();
        builder.permission(permission).replication(replication).blockSize(blockSize);
        return Optional.of(builder.build());
    }

    private static InetSocketAddress[] addresses(Configuration conf, List<String> nodes) {
        String usual = conf.get(ADDRESS, ":" + DEFAULT_PORT);
        int port = port(usual.substring(usual.lastIndexOf(':') + 1), DEFAULT_PORT);
        return nodes.stream()
                .map(node -> {
                    int colon = node.lastIndexOf(':');
                    boolean hasPort = colon >= 0 && node.indexOf(':') == colon;
                    String host = hasPort ? node.substring(0, colon) : node;
                    // the namenode resolves the name, this machine need not know it
                    return InetSocketAddress.createUnresolved(
                            host, hasPort ? port(node.substring(colon + 1), port) : port);
                })
                .toArray(InetSocketAddress[]::new);
    }

    private static int port(String text, int otherwise) {
        try {
            int port = Integer.parseInt(text);
            return port > 0 && port < 1 << 16 ? port : otherwise;
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
