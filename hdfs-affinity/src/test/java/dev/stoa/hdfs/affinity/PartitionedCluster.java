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

import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** An HDFS on four racks with two tables of 24 partitions, and where their blocks are. */
final class PartitionedCluster implements AutoCloseable {
    static final int PARTITIONS = 24;
    static final int REPLICATION = 3;
    private static final List<String> TABLES = List.of("/w/orders", "/w/lineitem");
    private static final int FILES = 1;
    static final int BLOCK = 64 << 10;
    static final long STALE_MILLIS = 20_000;
    private static final long CAPACITY = 6L << 20;
    private static final int LONGEST_WAIT_MILLIS = 300_000;

    /** Who chooses the nodes of files. */
    enum Mode {
        /** HDFS; the first replica is on the responsible node, as if its writer ran there. */
        DEFAULT,
        /** The client names the nodes, and HDFS has no policy of ours. */
        FAVORED,
        /** The policy. */
        POLICY
    }

    private final Mode mode;
    private final Path folder;
    private final Configuration conf;
    private final MiniDFSCluster cluster;
    private final DistributedFileSystem fs;
    private PlacementMap map;

    /**
     * Where the blocks of partitions are.
     *
     * @param whole partitions all of whose blocks, of both tables, are on the same three nodes
     * @param asMapped partitions whose blocks are on the nodes of the map and on no other
     * @param local share of the blocks that are local at the responsible node of the map
     * @param best the same, if each partition's responsible node were the one with most of its blocks
     */
    record Picture(int whole, int asMapped, double local, double best) {
        @Override
        public String toString() {
            return String.format(
                    "whole %d/24, as the map says %d/24, local %.1f%%, at the best node %.1f%%",
                    whole, asMapped, 100 * local, 100 * best);
        }
    }

    PartitionedCluster(Mode mode, String policy, int nodes, Path folder) throws Exception {
        this.mode = mode;
        this.folder = Files.createDirectories(folder);
        map = firstMap(nodes);
        Files.createDirectory(maps());
        Files.createFile(excluded());
        publish(map);
        conf = settings(policy);
        cluster = new MiniDFSCluster.Builder(conf)
                .numDataNodes(nodes)
                .hosts(names(0, nodes))
                .racks(racks(0, nodes))
                .storagesPerDatanode(1)
                .storageCapacities(IntStream.range(0, nodes)
                        .mapToObj(i -> new long[] {CAPACITY})
                        .toArray(long[][]::new))
                .build();
        cluster.waitActive();
        fs = cluster.getFileSystem();
        if (mode == Mode.POLICY) {
            waitForEpoch(1);
        }
    }

    static PlacementMap firstMap(int nodes) throws IOException {
        PlacementMap.Header header = new PlacementMap.Header("g", 1, REPLICATION, 1, TABLES);
        return Planner.first(header, nodes(0, nodes), List.of(PARTITIONS));
    }

    private Configuration settings(String policy) {
        Configuration settings = new HdfsConfiguration();
        settings.set("hdfs.minidfs.basedir", new File(folder.toFile(), "dfs").getAbsolutePath());
        settings.setInt("dfs.namenode.fs-limits.min-block-size", 1024);
        settings.setInt("dfs.blocksize", BLOCK);
        settings.setInt("dfs.replication", REPLICATION);
        settings.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        settings.set("dfs.heartbeat.interval", "200ms");
        settings.setInt("dfs.namenode.heartbeat.recheck-interval", 30_000);
        settings.setLong("dfs.namenode.stale.datanode.interval", STALE_MILLIS);
        settings.setBoolean("dfs.namenode.avoid.write.stale.datanode", true);
        settings.set("dfs.hosts.exclude", excluded().toString());
        settings.setInt("dfs.namenode.decommission.interval", 1);
        // a copy that was on its way to a node that died is tried again soon
        settings.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 10);
        settings.setInt("dfs.namenode.replication.max-streams", 100);
        settings.setInt("dfs.namenode.replication.max-streams-hard-limit", 200);
        settings.setInt("dfs.namenode.replication.work.multiplier.per.iteration", 100);
        settings.setBoolean("dfs.namenode.redundancy.considerLoad", false);
        settings.setInt("dfs.datanode.handler.count", 3);
        settings.setInt("dfs.namenode.handler.count", 6);
        settings.setInt("dfs.balancer.getBlocks.min-block-size", 1);
        settings.setInt("dfs.balancer.max-no-move-interval", mode == Mode.POLICY ? 500 : 3000);
        settings.set(MapLoader.GROUPS, maps().toUri().toString());
        settings.set(MapLoader.REFRESH, "100ms");
        if (mode == Mode.POLICY) {
            settings.set("dfs.block.replicator.classname", policy);
        }
        return settings;
    }

    private Path excluded() {
        return folder.resolve("excluded");
    }

    /** Decommissions a node by its address; empty takes all back. */
    void exclude(String address) throws IOException {
        Files.writeString(excluded(), address + "\n");
        cluster.getNamesystem().getBlockManager().getDatanodeManager().refreshNodes(conf);
    }

    private Path maps() {
        return folder.resolve("_placement");
    }

    static List<PlacementNode> nodes(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> new PlacementNode("h" + i, "/r" + i % 4, 1, PlacementNode.State.IN))
                .toList();
    }

    private static String[] names(int from, int to) {
        return nodes(from, to).stream().map(PlacementNode::name).toArray(String[]::new);
    }

    private static String[] racks(int from, int to) {
        return nodes(from, to).stream().map(PlacementNode::rack).toArray(String[]::new);
    }

    DistributedFileSystem fileSystem() {
        return fs;
    }

    MiniDFSCluster hdfs() {
        return cluster;
    }

    PlacementMap map() {
        return map;
    }

    private void publish(PlacementMap next) throws IOException {
        // as stoa place does: nobody sees half a map
        Path hidden = Files.write(maps().resolve(".writing"), next.text());
        Files.move(
                hidden, maps().resolve(String.format("%019d.map", next.header().epoch())));
    }

    /** Publishes the map for a changed cluster, and waits until the policy has it. */
    void replan(List<PlacementNode> nodes) throws Exception {
        map = (mode == Mode.POLICY ? Planner.next(map, nodes) : Planner.nextInPlace(map, nodes)).after();
        publish(map);
        if (mode == Mode.POLICY) {
            waitForEpoch(map.header().epoch());
        }
    }

    private void waitForEpoch(long epoch) throws Exception {
        waitUntil("epoch " + epoch, () -> metric("Epoch") == epoch);
    }

    /** Returns a metric of the policy. */
    static long metric(String name) {
        MetricsSource source = DefaultMetricsSystem.instance().getSource(AffinityMetrics.NAME);
        MetricsCollectorImpl collector = new MetricsCollectorImpl();
        source.getMetrics(collector, true);
        for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
            if (metric.name().equals(name)) {
                return metric.value().longValue();
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** Writes files of all partitions of both tables, and waits until the namenode knows all their replicas. */
    void write(String name) throws Exception {
        for (int file = 0; file < FILES; file++) {
            for (int part = 0; part < PARTITIONS; part++) {
                for (String table : TABLES) {
                    write(
                            new org.apache.hadoop.fs.Path(
                                    table + String.format("/data/p24.%03d/%s%d.stoa", part, name, file)),
                            part);
                }
            }
        }
        waitUntil(
                "three replicas of each file " + name,
                () -> locations().entrySet().stream()
                        .allMatch(file -> !file.getKey().contains("/" + name)
                                || file.getValue().size() >= REPLICATION));
    }

    /** Writes a file under a hidden name, and then renames it, as sinks do. */
    private void write(org.apache.hadoop.fs.Path path, int part) throws IOException {
        List<String> hosts = hosts(part);
        org.apache.hadoop.fs.Path hidden =
                new org.apache.hadoop.fs.Path(path.getParent(), "." + path.getName() + ".tmp");
        var builder = fs.createFile(hidden).recursive().blockSize(BLOCK);
        if (mode != Mode.POLICY) {
            builder.favoredNodes(addresses(mode == Mode.DEFAULT ? hosts.subList(0, 1) : hosts));
        }
        try (OutputStream out = builder.build()) {
            out.write(new byte[BLOCK]);
        }
        if (!fs.rename(hidden, path)) {
            throw new IOException(path + " was not renamed");
        }
    }

    /** Leaves a file open, as a killed command does. */
    void leaveOpen(String path) throws IOException {
        fs.create(new org.apache.hadoop.fs.Path(path)).hflush();
    }

    private InetSocketAddress[] addresses(List<String> hosts) {
        return cluster.getDataNodes().stream()
                .filter(node -> hosts.contains(node.getDatanodeId().getHostName()))
                .map(DataNode::getXferAddress)
                .toArray(InetSocketAddress[]::new);
    }

    /** Returns where a part belongs, the responsible node first. */
    List<String> hosts(int part) {
        PartitionClass of = map.classOf(PARTITIONS).orElseThrow();
        return IntStream.range(0, of.replication())
                .mapToObj(copy -> map.nodes().get(of.holder(part, copy)).name())
                .toList();
    }

    int number(String host) {
        for (int i = 0; i < cluster.getDataNodes().size(); i++) {
            if (cluster.getDataNodes().get(i).getDatanodeId().getHostName().equals(host)) {
                return i;
            }
        }
        throw new IllegalArgumentException(host);
    }

    MiniDFSCluster.DataNodeProperties kill(String host) throws Exception {
        return kill(List.of(host)).get(0);
    }

    /** Stops nodes, and lets the namenode know when all are stopped, so that it copies nothing from one to another. */
    List<MiniDFSCluster.DataNodeProperties> kill(Collection<String> hosts) throws Exception {
        List<MiniDFSCluster.DataNodeProperties> dead = new ArrayList<>();
        for (String host : hosts) {
            dead.add(stop(host));
        }
        for (MiniDFSCluster.DataNodeProperties node : dead) {
            declareDead(node);
        }
        return dead;
    }

    /** Stops a node. The namenode takes it for alive until {@link #declareDead}, and copies nothing. */
    MiniDFSCluster.DataNodeProperties stop(String host) {
        return cluster.stopDataNode(number(host));
    }

    void declareDead(MiniDFSCluster.DataNodeProperties stopped) throws Exception {
        cluster.setDataNodeDead(stopped.getDatanode().getDatanodeId());
    }

    /** Starts a dead node again, with its replicas. */
    void restart(MiniDFSCluster.DataNodeProperties dead) throws Exception {
        cluster.restartDataNode(dead, false);
        cluster.waitActive();
        NodeReports.blocks(cluster);
        settle(Set.of());
    }

    void start(int from, int to) throws Exception {
        cluster.startDataNodes(
                conf,
                to - from,
                null,
                true,
                null,
                racks(from, to),
                names(from, to),
                IntStream.range(from, to).mapToObj(i -> new long[] {CAPACITY}).toArray(long[][]::new),
                null,
                false,
                false,
                false,
                null,
                null,
                null);
        cluster.waitActive();
        NodeReports.heartbeats(cluster);
    }

    /** Returns by file, for all visible files of the tables, which hosts have its block. A killed command leaves hidden ones, perhaps still open. */
    Map<String, Set<String>> locations() throws IOException {
        Map<String, Set<String>> all = new TreeMap<>();
        for (String table : TABLES) {
            var files = fs.listFiles(new org.apache.hadoop.fs.Path(table), true);
            while (files.hasNext()) {
                var file = files.next();
                if (file.getPath().getName().startsWith(".")) {
                    continue;
                }
                Set<String> hosts = new TreeSet<>();
                for (BlockLocation block : file.getBlockLocations()) {
                    hosts.addAll(List.of(block.getHosts()));
                }
                all.put(file.getPath().toUri().getPath(), hosts);
            }
        }
        return all;
    }

    static int part(String path) {
        return dev.stoa.placement.Part.ofFile(path).orElseThrow().number();
    }

    Picture picture() throws IOException {
        Map<String, Set<String>> locations = locations();
        int whole = 0;
        int asMapped = 0;
        int local = 0;
        long best = 0;
        for (int part = 0; part < PARTITIONS; part++) {
            int number = part;
            List<Set<String>> sets = locations.entrySet().stream()
                    .filter(each -> part(each.getKey()) == number)
                    .map(Map.Entry::getValue)
                    .toList();
            boolean isWhole = new HashSet<>(sets).size() == 1 && sets.get(0).size() == REPLICATION;
            whole += isWhole ? 1 : 0;
            asMapped += isWhole && sets.get(0).equals(new TreeSet<>(hosts(part))) ? 1 : 0;
            String responsible = hosts(part).get(0);
            local +=
                    (int) sets.stream().filter(set -> set.contains(responsible)).count();
            best += sets.stream()
                    .flatMap(Set::stream)
                    .collect(Collectors.groupingBy(host -> host, Collectors.counting()))
                    .values()
                    .stream()
                    .mapToLong(count -> count)
                    .max()
                    .orElse(0);
        }
        double blocks = locations.size();
        return new Picture(whole, asMapped, local / blocks, best / blocks);
    }

    /** Waits until each block has three replicas, none of them on hosts that are gone. */
    void settle(Set<String> gone) throws Exception {
        waitForBlocks("three replicas of each block", file -> locationsFit(file, REPLICATION, gone));
        for (int i = 0; i < 3; i++) {
            NodeReports.heartbeats(cluster);
            NodeReports.deletions(cluster);
            Thread.sleep(200);
        }
        waitForBlocks("three replicas of each block", file -> locationsFit(file, REPLICATION, gone));
    }

    private static boolean locationsFit(Set<String> hosts, int count, Set<String> gone) {
        return hosts.size() == count && hosts.stream().noneMatch(gone::contains);
    }

    private void waitForBlocks(String what, Predicate<Set<String>> fits) throws Exception {
        try {
            waitUntil(what, () -> locations().values().stream().allMatch(fits));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + locations(), e);
        }
    }

    /** Copies the map to HDFS, where administrators keep it, and returns the name of the folder. */
    String putMapsOnHdfs() throws IOException {
        org.apache.hadoop.fs.Path group = new org.apache.hadoop.fs.Path("/w/_placement");
        fs.mkdirs(group);
        fs.copyFromLocalFile(
                new org.apache.hadoop.fs.Path(
                        maps().resolve(String.format("%019d.map", map.header().epoch()))
                                .toUri()),
                group);
        String name = fs.makeQualified(group).toString();
        conf.set(MapLoader.GROUPS, name);
        return name;
    }

    /** Copies the map to HDFS, and lets the policy read it there. */
    String moveMapsToHdfs() throws Exception {
        String name = putMapsOnHdfs();
        cluster.getNamesystem().getBlockManager().refreshBlockPlacementPolicy(conf);
        waitForEpoch(map.header().epoch());
        return name;
    }

    /** Reads the newest map on HDFS. */
    void reload() throws IOException {
        MapFolder newest = new MapFolder(conf.get(MapLoader.GROUPS));
        newest.refresh(conf);
        map = newest.newest().orElseThrow();
    }

    /** Returns the command line of a process that runs a command, with this cluster as its store. */
    List<String> command(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.stoa.cli.Main",
                "place"));
        command.addAll(List.of(words));
        command.addAll(List.of("-D", MapLoader.REFRESH + "=100ms", "-D", "dfs.blocksize=" + BLOCK));
        return command;
    }

    /** Runs HDFS's balancer in a process of its own, and returns its exit code. */
    int balance() throws Exception {
        Path site = Files.createDirectories(folder.resolve("conf"));
        Configuration client = new Configuration(conf);
        client.set("fs.defaultFS", cluster.getURI().toString());
        if (mode == Mode.POLICY) {
            // no move is allowed, so there is nothing to wait for between two iterations
            client.set("dfs.namenode.redundancy.interval.seconds", "100ms");
        }
        try (OutputStream out = Files.newOutputStream(site.resolve("hdfs-site.xml"))) {
            client.writeXml(out);
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                        "-cp",
                        site + File.pathSeparator + System.getProperty("java.class.path"),
                        "org.apache.hadoop.hdfs.server.balancer.Balancer",
                        "-threshold",
                        "1")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("balancer.log").toFile())
                .start();
        int code = process.waitFor();
        for (int i = 0; i < 3; i++) {
            NodeReports.blocks(cluster);
            NodeReports.heartbeats(cluster);
            NodeReports.deletions(cluster);
            Thread.sleep(300);
        }
        return code;
    }

    String balancerLog() throws IOException {
        return Files.readString(folder.resolve("balancer.log"));
    }

    /** Something to wait for. */
    interface Condition {
        boolean holds() throws Exception;
    }

    static void waitUntil(String what, Condition condition) throws Exception {
        for (int waited = 0; waited < LONGEST_WAIT_MILLIS; waited += 200) {
            if (condition.holds()) {
                return;
            }
            Thread.sleep(200);
        }
        throw new AssertionError("waited in vain for " + what);
    }

    @Override
    public void close() {
        cluster.shutdown(true);
    }
}
