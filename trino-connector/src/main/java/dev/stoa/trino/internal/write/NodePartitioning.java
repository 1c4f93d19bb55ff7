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
package dev.stoa.trino.internal.write;

import dev.stoa.trino.internal.plan.HashPartitioning;
import dev.stoa.trino.internal.plan.StoaSplit;
import io.trino.spi.Node;
import io.trino.spi.NodeManager;
import io.trino.spi.Page;
import io.trino.spi.block.RowBlock;
import io.trino.spi.connector.BucketFunction;
import io.trino.spi.connector.ConnectorBucketNodeMap;
import io.trino.spi.connector.ConnectorNodePartitioningProvider;
import io.trino.spi.connector.ConnectorPartitioningHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Says which rows belong together: those of a part of a table, or the changed rows of a fragment. */
public final class NodePartitioning implements ConnectorNodePartitioningProvider {
    private final NodeManager nodes;

    /**
     * Makes one.
     *
     * @param nodes the workers
     */
    public NodePartitioning(NodeManager nodes) {
        this.nodes = nodes;
    }

    /** Has the parts of all tables with the same number of parts on the same workers; with a placement map, where their files are. */
    @Override
    public Optional<ConnectorBucketNodeMap> getBucketNodeMapping(
            ConnectorTransactionHandle transaction, ConnectorSession session, ConnectorPartitioningHandle handle) {
        if (!(handle instanceof HashPartitioning hash)) {
            return Optional.empty();
        }
        List<Node> workers = workers(hash.hosts());
        return Optional.of(
                workers.isEmpty()
                        ? ConnectorBucketNodeMap.createBucketNodeMap(hash.count())
                                .withCacheKeyHint(hash.count())
                        : ConnectorBucketNodeMap.createBucketNodeMap(workers));
    }

    /**
     * The worker of each part: the one on the first of its hosts that has one, or any other if none of them has. None if no host
     * of any part has a worker.
     */
    private List<Node> workers(List<List<String>> hosts) {
        Map<String, Node> byHost = new TreeMap<>();
        nodes.getWorkerNodes().stream()
                .sorted(Comparator.comparing(Node::getNodeIdentifier))
                .forEach(node -> byHost.putIfAbsent(node.getHost(), node));
        List<Node> all = List.copyOf(byHost.values());
        List<Node> workers = new ArrayList<>();
        boolean isLocal = false;
        for (List<String> ofPart : hosts) {
            Optional<Node> own =
                    ofPart.stream().filter(byHost::containsKey).findFirst().map(byHost::get);
            workers.add(own.orElseGet(() -> all.get(workers.size() % all.size())));
            isLocal |= own.isPresent();
        }
        return isLocal ? workers : List.of();
    }

    @Override
    public ToIntFunction<ConnectorSplit> getSplitBucketFunction(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorPartitioningHandle handle,
            int count) {
        return split -> ((StoaSplit) split).bucket().orElseThrow();
    }

    @Override
    public BucketFunction getBucketFunction(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorPartitioningHandle handle,
            List<Type> types,
            int count) {
        return handle instanceof HashPartitioning hash
                ? new HashBuckets(types.getFirst(), hash.count())
                : (page, position) -> fragmentBucket(page, position, count);
    }

    /** The bucket of the fragment in the id of a row. */
    private static int fragmentBucket(Page page, int position, int count) {
        var id = RowBlock.getRowFieldsFromBlock(page.getBlock(0));
        long high = BigintType.BIGINT.getLong(id.get(0), position);
        long low = BigintType.BIGINT.getLong(id.get(1), position);
        return Math.floorMod(Long.hashCode(high ^ low), count);
    }
}
