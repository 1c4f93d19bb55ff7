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
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.placement.Part;
import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place explain}. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Says where a file is, where it belongs, and why.",
        footer = {
            "",
            "Examples:",
            "  stoa place explain hdfs:///warehouse/_placement hdfs:///warehouse/orders/data/p192.00017/a.stoa"
        })
final class PlaceExplainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Parameters(index = "1", paramLabel = "FILE", description = "A file of a table of the group.")
    private String file;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        MapStore store = MapStore.of(group, hadoop.configuration());
        PlacementMap map = store.group().existing();
        FileSystem fs = store.fileSystem();
        Path path = fs.makeQualified(new Path(file));
        Part part = map.partOf(path.toUri().getPath())
                .orElseThrow(() -> CommandException.failed(path
                        + " belongs to no part of the group: it must be below one of "
                        + map.header().roots() + ", in a folder such as p192.00017 of a class that the group has"));
        PartitionClass each = map.classOf(part.partitions()).orElseThrow();
        List<String> holders = map.hosts(part);
        PrintWriter out = spec.commandLine().getOut();
        out.println("part " + part.number() + " of class " + part.partitions() + ", epoch "
                + map.header().epoch());
        out.println("responsible: " + holders.get(0));
        out.println("belongs on: " + String.join(" ", holders));
        if (each.isMoved(part.number())) {
            out.println("moved in this epoch; also had it before: "
                    + String.join(" ", names(map, each.leavers(part.number()))));
        }
        FileStatus status = fs.getFileStatus(path);
        for (BlockLocation block : fs.getFileBlockLocations(status, 0, status.getLen())) {
            List<String> hosts = Arrays.asList(block.getHosts());
            List<String> missing = new ArrayList<>(holders);
            missing.removeAll(hosts);
            out.println("bytes from " + block.getOffset() + ": on " + String.join(" ", hosts)
                    + (missing.isEmpty() ? ", as they belong" : ", not on " + String.join(" ", missing)));
        }
        out.flush();
        return 0;
    }

    private static List<String> names(PlacementMap map, int... nodes) {
        return Arrays.stream(nodes)
                .mapToObj(node -> map.nodes().get(node).name())
                .toList();
    }
}
