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
package dev.stoa.cli.internal.place;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.placement.PlacementNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/** Nodes as administrators name them: {@code HOST=/RACK}, or with a weight {@code HOST=/RACK=2}. */
final class NodeList {
    private NodeList() {}

    /** Reads a file with a node on each line. */
    static List<PlacementNode> file(String name) throws IOException {
        List<PlacementNode> nodes = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(name))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                nodes.add(node(line.strip()));
            }
        }
        return nodes;
    }

    /** Reads one node. */
    static PlacementNode node(String text) {
        String[] words = text.split("=", -1);
        try {
            int weight = words.length == 3 ? Integer.parseInt(words[2]) : 1;
            if (words.length == 2 || words.length == 3) {
                return new PlacementNode(words[0], words[1], weight, PlacementNode.State.IN);
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("'" + text + "' is no node: " + e.getMessage());
        }
        throw CommandException.usage("'" + text + "' is no node; write HOST=/RACK or HOST=/RACK=WEIGHT");
    }

    /** Asks HDFS which datanodes are live. */
    static List<PlacementNode> live(FileSystem fs) throws IOException {
        if (!(fs instanceof DistributedFileSystem hdfs)) {
            throw CommandException.usage(
                    "--live asks an HDFS, and " + fs.getUri() + " is none; name the nodes by --nodes");
        }
        List<PlacementNode> nodes = new ArrayList<>();
        for (DatanodeInfo live : hdfs.getDataNodeStats(DatanodeReportType.LIVE)) {
            if (live.isInService()) {
                nodes.add(new PlacementNode(live.getHostName(), live.getNetworkLocation(), 1, PlacementNode.State.IN));
            }
        }
        return nodes;
    }
}
