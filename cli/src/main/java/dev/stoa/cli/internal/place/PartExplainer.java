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

import dev.stoa.placement.Part;
import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import dev.stoa.table.placement.PartFile;
import dev.stoa.table.placement.PlacementGroup;
import dev.stoa.vio.Placement;
import dev.stoa.vio.ReplicaStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Prints where parts belong, where their files are, and why these are elsewhere. */
final class PartExplainer {
    /** How many maps to read at most to find out since when a part has its nodes. */
    private static final int MOST_MAPS = 100;

    private final PlacementGroup group;
    private final PlacementMap map;
    private final PrintWriter out;
    private final Optional<Set<String>> live;

    PartExplainer(PlacementGroup group, PlacementMap map, PrintWriter out) throws IOException {
        this.group = group;
        this.map = map;
        this.out = out;
        live = group.store().hasReplicas()
                ? Optional.of(group.store().nodes().stream()
                        .map(ReplicaStore.Node::host)
                        .collect(Collectors.toSet()))
                : Optional.empty();
    }

    /** Prints where a part belongs. */
    void part(Part part) throws IOException {
        PartitionClass each = map.classOf(part.partitions()).orElseThrow();
        List<String> holders = map.hosts(part);
        out.println("part " + part.number() + " of class " + part.partitions() + ", epoch "
                + map.header().epoch());
        out.println("responsible: " + holders.get(0));
        out.println("belongs on: " + String.join(" ", holders) + ", " + since(part, holders));
        if (each.isMoved(part.number())) {
            List<String> leavers = leavers(each, part);
            out.println("moved in this epoch"
                    + (leavers.isEmpty() ? "" : "; also had it before: " + String.join(" ", leavers)));
        }
    }

    private List<String> leavers(PartitionClass of, Part part) {
        return Arrays.stream(of.leavers(part.number()))
                .mapToObj(node -> map.nodes().get(node).name())
                .toList();
    }

    private String since(Part part, List<String> holders) throws IOException {
        PlacementMap oldest = map;
        for (int i = 0; i < MOST_MAPS; i++) {
            Optional<PlacementMap> before = group.before(oldest);
            boolean isSame = before.isPresent()
                    && before.get().classOf(part.partitions()).isPresent()
                    && before.get().hosts(part).equals(holders);
            if (!isSame) {
                return (before.isEmpty() && oldest.header().epoch() > 1 ? "at least since epoch " : "since epoch ")
                        + oldest.header().epoch();
            }
            oldest = before.get();
        }
        return "at least since epoch " + oldest.header().epoch();
    }

    /** Prints where a file is, and why it is not where it belongs. */
    void file(PartFile file) {
        out.println("file " + file.file().path());
        Set<String> missing = new TreeSet<>();
        for (Placement block : file.file().blocks()) {
            List<String> lacking = new ArrayList<>(file.home());
            lacking.removeAll(block.hosts());
            missing.addAll(lacking);
            out.println("bytes from " + block.offset() + ": on " + String.join(" ", block.hosts())
                    + (lacking.isEmpty() ? ", as they belong" : ", not on " + String.join(" ", lacking)));
        }
        if (!missing.isEmpty()) {
            out.println("why: " + why(file, missing));
        }
    }

    private String why(PartFile file, Set<String> missing) {
        if (live.isEmpty()) {
            return group.store().id() + " keeps no replicas of its own, so no file follows the map";
        }
        if (file.file().replicas() == 0) {
            return "the file is erasure-coded, and HDFS places it";
        }
        if (file.isLost()) {
            return "no live datanode has these bytes; start one of the nodes that had them, or restore the table";
        }
        List<String> dead =
                missing.stream().filter(node -> !live.get().contains(node)).toList();
        if (!dead.isEmpty()) {
            return String.join(" ", dead) + (dead.size() == 1 ? " is not a live datanode" : " are not live datanodes")
                    + " of HDFS; if lost, say so by 'stoa place apply --failed'";
        }
        if (file.file().replicas() < file.home().size()) {
            return "the file has replication " + file.file().replicas() + ", and the map wants "
                    + file.home().size() + "; 'stoa place repair' raises it";
        }
        boolean isMoved = map.classOf(file.part().partitions())
                .orElseThrow()
                .isMoved(file.part().number());
        return isMoved
                ? "the part has moved in this epoch, and the file has not; 'stoa place repair' goes on"
                : "HDFS put it elsewhere: it was written without the policy or while a node was unfit; "
                        + "'stoa place repair' brings it home";
    }
}
