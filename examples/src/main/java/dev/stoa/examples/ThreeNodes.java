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
package dev.stoa.examples;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.placement.PlacementGroup;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.vio.hadoop.HadoopFolder;
import dev.stoa.vio.hadoop.HadoopReplicas;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * An HDFS of three nodes in this process, with the placement policy and a table of twelve parts; a fourth node is stopped. It stops
 * and starts nodes as its input says, until the input ends. {@code stoa place} works on it from outside.
 */
public final class ThreeNodes implements AutoCloseable {
    private static final int PARTS = 12;
    private static final int COPIES = 2;
    private static final int ROWS = 120_000;

    private final Configuration conf = new HdfsConfiguration();
    private final Map<String, MiniDFSCluster.DataNodeProperties> stopped = new HashMap<>();
    private final MiniDFSCluster cluster;
    private final String group;

    /** Starts the nodes, and makes a group with a table. */
    private ThreeNodes(int port) throws IOException {
        conf.set(
                "hdfs.minidfs.basedir", Files.createTempDirectory("three-nodes").toString());
        conf.set("dfs.block.replicator.classname", "dev.stoa.hdfs.affinity.AffinityPolicy");
        conf.set("stoa.placement.refresh", "1s");
        conf.setInt("dfs.replication", COPIES);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        cluster = new MiniDFSCluster.Builder(conf)
                .nameNodePort(port)
                .numDataNodes(4)
                .hosts(new String[] {"node1", "node2", "node3", "node4"})
                .racks(new String[] {"/rack1", "/rack2", "/rack3", "/rack4"})
                .build();
        cluster.waitActive();
        stop("node4");
        FileSystem fs = cluster.getFileSystem();
        Path table = new Path("/warehouse/orders");
        Path maps = fs.makeQualified(new Path("/warehouse/_placement"));
        group = maps.toString();
        fs.mkdirs(table);
        fs.mkdirs(maps);
        makeGroup(fs, maps, table.toString());
        conf.set(PlacementGroups.SETTING, group);
        cluster.getNamesystem().getBlockManager().refreshBlockPlacementPolicy(conf);
        write(fs, table);
    }

    /** As {@code stoa place init} and {@code add} do. */
    private static void makeGroup(FileSystem fs, Path maps, String table) throws IOException {
        List<PlacementNode> nodes = IntStream.rangeClosed(1, 3)
                .mapToObj(i -> new PlacementNode("node" + i, "/rack" + i, 1, PlacementNode.State.IN))
                .toList();
        PlacementMap.Header header = new PlacementMap.Header("demo", 1, COPIES, 2, List.of(table));
        new PlacementGroup(HadoopFolder.of(fs, maps), new HadoopReplicas(fs))
                .publish(Planner.first(header, nodes, List.of(PARTS)));
    }

    /** Makes a table, each part in a folder of its own. Writers name the nodes of the map. */
    private void write(FileSystem fs, Path folder) throws IOException {
        Schema schema = Schema.of(Field.required("id", Type.of(TypeKind.INT64)));
        TableProperties divided = new TableProperties(
                List.of(),
                List.of(),
                List.of(new TableProperties.PartitionColumn(1, "hash(" + PARTS + ")")),
                Map.of(TableProperties.PART_FOLDERS, "true"));
        PlacementGroups groups = new PlacementGroups(List.of(HadoopFolder.of(fs, new Path(group))));
        Table table = Table.create(
                groups.around(HadoopFolder.of(fs, folder), folder.toString()), schema, divided, TableSettings.DEFAULT);
        long[] ids = LongStream.range(0, ROWS).toArray();
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(new Batch(
                    schema, List.of(new LongVector(Type.of(TypeKind.INT64), ids, ColumnVector.NO_NULLS, ROWS)), ROWS));
            insert.commit();
        }
    }

    private int number(String host) {
        List<DataNode> nodes = cluster.getDataNodes();
        return IntStream.range(0, nodes.size())
                .filter(i -> nodes.get(i).getDatanodeId().getHostName().equals(host))
                .findFirst()
                .orElse(-1);
    }

    /** Stops a node, as if it lost its power. */
    private String stop(String host) throws IOException {
        int number = number(host);
        if (number < 0) {
            return host + " does not run";
        }
        MiniDFSCluster.DataNodeProperties node = cluster.stopDataNode(number);
        cluster.setDataNodeDead(node.getDatanode().getDatanodeId());
        stopped.put(host, node);
        return host + " has stopped";
    }

    /** Starts a stopped node with its disks. */
    private String start(String host) throws IOException {
        MiniDFSCluster.DataNodeProperties node = stopped.remove(host);
        if (node == null) {
            return host + " is not stopped; the nodes are node1 to node4";
        }
        cluster.restartDataNode(node, false); // on other ports: the old ones may be taken
        cluster.waitActive();
        return host + " has started";
    }

    private String answer(String line) throws IOException {
        String[] words = line.strip().split(" +", -1);
        if (words.length == 2 && words[0].equals("stop")) {
            return stop(words[1]);
        }
        if (words.length == 2 && words[0].equals("start")) {
            return start(words[1]);
        }
        return "write 'stop node3' or 'start node4'; the end of the input (Ctrl-D) stops all nodes";
    }

    @Override
    public void close() {
        cluster.shutdown(true);
    }

    /**
     * Runs the example.
     *
     * @param args the port of the namenode; 0 for any
     */
    public static void main(String[] args) throws IOException {
        PrintStream out = System.out;
        try (ThreeNodes nodes = new ThreeNodes(args.length == 0 ? 9820 : Integer.parseInt(args[0]))) {
            out.println("group " + nodes.group);
            out.println(nodes.answer(""));
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(nodes.answer(line));
            }
        }
    }
}
