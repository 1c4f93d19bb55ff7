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
package dev.stoa.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.metadata.StoaMetadata;
import dev.stoa.trino.internal.plan.HashPartitioning;
import dev.stoa.trino.internal.plan.StoaSplit;
import dev.stoa.trino.internal.plan.StoaTransaction;
import dev.stoa.trino.internal.read.Splits;
import dev.stoa.trino.internal.store.Warehouse;
import dev.stoa.trino.internal.write.NodePartitioning;
import io.trino.spi.HostAddress;
import io.trino.spi.Node;
import io.trino.spi.NodeManager;
import io.trino.spi.connector.ConnectorBucketNodeMap;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.type.TypeOperators;
import io.trino.testing.connector.TestingConnectorSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers read and write the parts of tables where a placement map has them. */
@Tag("engine")
final class PlacementTest {
    private static final int PARTS = 4;
    private static final ConnectorSession SESSION = TestingConnectorSession.SESSION;

    @TempDir
    private Path folder;

    /** A worker. */
    private record Worker(String host) implements Node {
        @Override
        public String getHost() {
            return host;
        }

        @Override
        public HostAddress getHostAndPort() {
            return HostAddress.fromParts(host, 8080);
        }

        @Override
        public String getNodeIdentifier() {
            return "worker on " + host;
        }

        @Override
        public String getVersion() {
            return "483";
        }

        @Override
        public boolean isCoordinator() {
            return false;
        }
    }

    /** The workers on some hosts. */
    @SuppressWarnings("deprecation") // the interface of Trino has a deprecated method without a body
    private record Workers(Set<Node> all) implements NodeManager {
        static Workers on(String... hosts) {
            return new Workers(Stream.of(hosts).map(Worker::new).collect(Collectors.toSet()));
        }

        @Override
        public Set<Node> getAllNodes() {
            return all;
        }

        @Override
        public Set<Node> getWorkerNodes() {
            return all;
        }

        @Override
        public Node getCurrentNode() {
            return all.iterator().next();
        }
    }

    private static ConnectorBucketNodeMap mapping(HashPartitioning parts, Workers workers) {
        return new NodePartitioning(workers)
                .getBucketNodeMapping(new StoaTransaction(UUID.randomUUID(), true), SESSION, parts)
                .orElseThrow();
    }

    private static List<String> workers(ConnectorBucketNodeMap mapping) {
        return mapping.getFixedMapping().stream().map(Node::getHost).toList();
    }

    private List<List<String>> publish(Path table) throws Exception {
        List<PlacementNode> nodes = Stream.of("n1", "n2", "n3")
                .map(name -> new PlacementNode(name, "/rack", 1, PlacementNode.State.IN))
                .toList();
        PlacementMap map =
                Planner.first(new PlacementMap.Header("g", 1, 2, 1, List.of(table.toString())), nodes, List.of(PARTS));
        Files.createDirectories(folder.resolve("maps"));
        Files.write(folder.resolve("maps/0000000000000000001.map"), map.text());
        List<List<String>> hosts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            hosts.add(map.hosts(new Part(PARTS, part)));
        }
        return hosts;
    }

    @Test
    void partsBelongToTheWorkersOfTheMap() throws Exception {
        Path warehouse = Files.createDirectories(folder.resolve("w/s")).getParent();
        try (Server server = new Server(warehouse)) {
            server.rows("CREATE TABLE t (id bigint) WITH (partitioned_by = ARRAY['hash(id, " + PARTS
                    + ")'], extra_properties = ARRAY['part-folders=true'])");
            server.rows("INSERT INTO t SELECT n FROM TABLE(sequence(1, 100)) AS q(n)");
        }
        List<List<String>> hosts = publish(warehouse.resolve("s/t"));
        Configuration configuration = new Configuration();
        configuration.set(
                PlacementGroups.SETTING, folder.resolve("maps").toUri().toString());
        Warehouse placed = Warehouse.ofHadoop(warehouse.toString(), configuration);
        StoaMetadata metadata = new StoaMetadata(placed, new TrinoTypes(new TypeOperators()), true);
        ConnectorTableHandle handle =
                metadata.getTableHandle(SESSION, new SchemaTableName("s", "t"), Optional.empty(), Optional.empty());
        HashPartitioning parts = (HashPartitioning) metadata.getTableProperties(SESSION, handle)
                .getTablePartitioning()
                .orElseThrow()
                .getPartitioningHandle();
        assertEquals(new HashPartitioning(PARTS, hosts), parts);
        assertEquals(
                hosts.stream().map(List::getFirst).toList(),
                workers(mapping(parts, Workers.on("n1", "n2", "n3", "n4"))));
        List<String> few = workers(mapping(parts, Workers.on("n1", "n2")));
        for (int part = 0; part < PARTS; part++) {
            assertEquals(
                    hosts.get(part).stream()
                            .filter(host -> !host.equals("n3"))
                            .findFirst()
                            .orElseThrow(),
                    few.get(part),
                    "two of three nodes hold all parts, and no worker reads from the third");
        }
        assertTrue(mapping(parts, Workers.on("n1", "n4")).hasFixedMapping());
        assertFalse(mapping(parts, Workers.on("n4", "n5")).hasFixedMapping());
        List<ConnectorSplit> splits = new Splits((_, _, table) -> metadata.snapshot(table))
                .getSplits(
                        new StoaTransaction(UUID.randomUUID(), true),
                        SESSION,
                        handle,
                        Set.of(),
                        Constraint.alwaysTrue())
                .getNextBatch(100, DynamicFilterSnapshot.EMPTY)
                .join();
        assertEquals(PARTS, splits.size());
        for (ConnectorSplit split : splits) {
            int part = ((StoaSplit) split).bucket().orElseThrow();
            assertEquals(
                    hosts.get(part).getFirst(), split.getAddresses().getFirst().getHostText());
            assertEquals(Optional.of("part " + part), split.getAffinityKey());
        }
    }
}
