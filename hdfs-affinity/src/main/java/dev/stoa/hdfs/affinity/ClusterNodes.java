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

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;

/**
 * The live datanodes by host. HDFS has no such index that a policy may use, so this lists the nodes again when their number
 * changes, and every ten seconds. HDFS refuses a node that has gone since. Of two datanodes on a host it has one.
 */
final class ClusterNodes {
    private static final long OLDEST = TimeUnit.SECONDS.toNanos(10);

    private volatile Index index = new Index(Map.of(), -1, 0);

    private record Index(Map<String, DatanodeDescriptor> byHost, int nodes, long time) {}

    Map<String, DatanodeDescriptor> byHost(NetworkTopology cluster) {
        Index known = index;
        int nodes = cluster.getNumOfLeaves();
        long now = System.nanoTime();
        if (known.nodes() != nodes || now - known.time() > OLDEST) {
            Map<String, DatanodeDescriptor> byHost = new HashMap<>();
            for (Node node : cluster.getLeaves(NodeBase.ROOT)) {
                if (node instanceof DatanodeDescriptor datanode) {
                    byHost.put(datanode.getHostName(), datanode);
                }
            }
            known = new Index(byHost, nodes, now);
            index = known;
        }
        return known.byHost();
    }
}
