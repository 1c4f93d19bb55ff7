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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;

/** Lets all datanodes of a cluster report at the same time. Each takes a tenth of a second or more, in which it only waits. */
final class NodeReports {
    private NodeReports() {}

    private interface Report {
        void send(DataNode node) throws IOException;
    }

    static void heartbeats(MiniDFSCluster cluster) throws Exception {
        all(cluster, DataNodeTestUtils::triggerHeartbeat);
    }

    static void deletions(MiniDFSCluster cluster) throws Exception {
        all(cluster, DataNodeTestUtils::triggerDeletionReport);
    }

    static void blocks(MiniDFSCluster cluster) throws Exception {
        all(cluster, DataNodeTestUtils::triggerBlockReport);
    }

    private static void all(MiniDFSCluster cluster, Report report) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Callable<Void>> reports = new ArrayList<>();
            for (DataNode node : cluster.getDataNodes()) {
                reports.add(() -> {
                    report.send(node);
                    return null;
                });
            }
            for (Future<Void> sent : threads.invokeAll(reports)) {
                sent.get();
            }
        } finally {
            threads.shutdown();
        }
    }
}
