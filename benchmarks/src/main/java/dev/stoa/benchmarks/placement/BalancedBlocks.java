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
package dev.stoa.benchmarks.placement;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.Planner;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** Runs the balancer of an HDFS of six nodes with two more that are empty, and looks where the blocks of partitions are then. */
final class BalancedBlocks implements AutoCloseable {
    static final String MOVED = "balancer, replicas moved";
    static final String WHOLE = "balancer, whole partitions";
    static final String LOCAL = "balancer, local blocks";
    static final int PARTITIONS = 24;

    private static final List<String> TABLES = List.of("/w/orders", "/w/lineitem");
    private static final int NODES = 6;
    private static final int ALL = 8;
    private static final int COPIES = 3;
    private static final int BLOCK = 64 << 10;
    private static final long CAPACITY = 6L << 20;
    private static final String POLICY = "dev.stoa.hdfs.affinity.AffinityPolicy";

    private final Failures.Placing placing;
    private final Path folder;
    private final PlacementMap map;
    private final Configuration conf = new HdfsConfiguration();
    private final MiniDFSCluster cluster;
    private final DistributedFileSystem fs;

    private BalancedBlocks(Failures.Placing placing) throws IOException {
        this.placing = placing;
        folder = Files.createTempDirectory("balanced");
        PlacementMap.Header header = new PlacementMap.Header("benchmark", 1, COPIES, 1, TABLES);
        map = Planner.first(header, Schemes.nodes(NODES, 4), List.of(PARTITIONS));
        Path maps = Files.createDirectories(folder.resolve("_placement"));
        Files.write(maps.resolve("0000000000000000001.map"), map.text());
        conf.set("hdfs.minidfs.basedir", folder.resolve("dfs").toString());
        conf.setInt("dfs.namenode.fs-limits.min-block-size", 1024);
        conf.setInt("dfs.blocksize", BLOCK);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
        conf.setInt("dfs.balancer.getBlocks.min-block-size", 1);
        conf.setInt("dfs.balancer.max-no-move-interval", 3000);
        conf.set("stoa.placement.groups", maps.toUri().toString());
        if (placing == Failures.Placing.POLICY) {
            conf.set("dfs.block.replicator.classname", POLICY);
        }
        cluster = new MiniDFSCluster.Builder(conf)
                .numDataNodes(ALL)
                .hosts(Schemes.names(ALL).toArray(String[]::new))
                .racks(Schemes.nodes(ALL, 4).stream()
                        .map(dev.stoa.placement.PlacementNode::rack)
                        .toArray(String[]::new))
                .storagesPerDatanode(1)
                .storageCapacities(IntStream.range(0, ALL)
                        .mapToObj(i -> new long[] {CAPACITY})
                        .toArray(long[][]::new))
                .build();
        cluster.waitActive();
        fs = cluster.getFileSystem();
    }

    static void measure(Consumer<Measurement> found) throws IOException {
        for (Failures.Placing placing : Failures.Placing.values()) {
            Progress.say(Placement.NAME + ": the balancer, " + Placement.label(placing));
            try (BalancedBlocks blocks = new BalancedBlocks(placing)) {
                blocks.run(Placement.label(placing), found);
            }
        }
    }

    private void run(String name, Consumer<Measurement> found) throws IOException {
        List<MiniDFSCluster.DataNodeProperties> empty = new ArrayList<>();
        for (int node = ALL - 1; node >= NODES; node--) {
            empty.add(cluster.stopDataNode(node));
            cluster.setDataNodeDead(empty.get(empty.size() - 1).getDatanode().getDatanodeId());
        }
        for (int part = 0; part < PARTITIONS; part++) {
            for (String table : TABLES) {
                write(file(table, part), map.hosts(new Part(PARTITIONS, part)));
            }
        }
        List<Set<String>> before = located();
        for (MiniDFSCluster.DataNodeProperties node : empty) {
            cluster.restartDataNode(node, false);
        }
        cluster.waitActive();
        balance();
        List<Set<String>> after = located();
        int moved = 0;
        int whole = 0;
        int local = 0;
        for (int i = 0; i < after.size(); i++) {
            Set<String> come = new HashSet<>(after.get(i));
            come.removeAll(before.get(i));
            moved += come.size();
            local += after.get(i)
                            .contains(map.hosts(new Part(PARTITIONS, i / TABLES.size()))
                                    .get(0))
                    ? 1
                    : 0;
            whole += i % TABLES.size() > 0 && after.get(i).equals(after.get(i - 1)) ? 1 : 0;
        }
        found.accept(Measurement.exact(Placement.NAME, MOVED, name, Metric.VALUES, moved));
        found.accept(Placement.ratio(WHOLE, name, (double) whole / PARTITIONS));
        found.accept(Placement.ratio(LOCAL, name, (double) local / after.size()));
    }

    private static org.apache.hadoop.fs.Path file(String table, int part) {
        return new org.apache.hadoop.fs.Path(table + "/data/" + new Part(PARTITIONS, part).folder() + "/a.stoa");
    }

    /** Writes one block; without the policy the client names the nodes, or the first one as if it ran there. */
    private void write(org.apache.hadoop.fs.Path path, List<String> hosts) throws IOException {
        var builder = fs.createFile(path).recursive().replication((short) COPIES);
        if (placing != Failures.Placing.POLICY) {
            List<String> named = placing == Failures.Placing.HDFS ? hosts.subList(0, 1) : hosts;
            builder.favoredNodes(cluster.getDataNodes().stream()
                    .filter(node -> named.contains(node.getDatanodeId().getHostName()))
                    .map(DataNode::getXferAddress)
                    .toArray(InetSocketAddress[]::new));
        }
        try (OutputStream out = builder.build()) {
            out.write(new byte[BLOCK]);
        }
    }

    /** The hosts of each file, those of a partition one after the other, as soon as each has three. */
    private List<Set<String>> located() throws IOException {
        while (true) {
            List<Set<String>> located = new ArrayList<>();
            for (int part = 0; part < PARTITIONS; part++) {
                for (String table : TABLES) {
                    BlockLocation block = fs.getFileBlockLocations(file(table, part), 0, 1)[0];
                    located.add(Set.of(block.getHosts()));
                }
            }
            if (located.stream().allMatch(hosts -> hosts.size() == COPIES)) {
                return located;
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.io.InterruptedIOException("interrupted while waiting for replicas");
        }
    }

    /** Runs the balancer in a process of its own, with the policy if the namenode has it. */
    private void balance() throws IOException {
        Path site = Files.createDirectories(folder.resolve("conf"));
        Configuration client = new Configuration(conf);
        client.set("fs.defaultFS", cluster.getURI().toString());
        try (OutputStream out = Files.newOutputStream(site.resolve("hdfs-site.xml"))) {
            client.writeXml(out);
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        site + File.pathSeparator + System.getProperty("java.class.path"),
                        "org.apache.hadoop.hdfs.server.balancer.Balancer",
                        "-threshold",
                        "1")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("balancer.log").toFile())
                .start();
        process.onExit().join();
        if (!Files.readString(folder.resolve("balancer.log")).contains("Balancing took")) {
            throw new IOException("the balancer did not run: " + folder.resolve("balancer.log"));
        }
        cluster.triggerHeartbeats();
        cluster.triggerDeletionReports();
    }

    @Override
    public void close() {
        cluster.shutdown(true);
    }
}
