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

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.placement.CoveringNodes;
import dev.stoa.placement.Part;
import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Plan;
import dev.stoa.table.placement.PartFile;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints maps and plans. */
final class PlacePrinter {
    private static final int SHOWN = 20;

    private PlacePrinter() {}

    /** Prints a map: each node with its shares, and the fewest nodes that have everything. */
    static void map(PlacementMap map, PrintWriter out) {
        PlacementMap.Header header = map.header();
        out.println("group " + header.group() + ", epoch " + header.epoch() + ", replication " + header.replication()
                + ", spread " + header.spread());
        header.roots().forEach(root -> out.println("table " + root));
        map.classes()
                .forEach(each -> out.println(Counted.text(
                        "class %s: %d cop[ies|y] of each partition", each.partitions(), each.replication())));
        TextTable text = new TextTable(List.of("node", "rack", ">weight", "state", ">responsible", ">copies"));
        for (int i = 0; i < map.nodes().size(); i++) {
            PlacementNode node = map.nodes().get(i);
            int responsible = 0;
            int copies = 0;
            for (PartitionClass each : map.classes()) {
                responsible += each.responsibilities(map.nodes().size())[i];
                copies += each.copies(map.nodes().size())[i];
            }
            text.row(
                    node.name(),
                    node.rack(),
                    node.weight(),
                    node.state().name().toLowerCase(Locale.ROOT),
                    responsible,
                    copies);
        }
        text.print(out);
        List<String> covering = CoveringNodes.of(map);
        out.println(Counted.text(
                        "%d of %d node[s have| has] all partitions: ",
                        covering.size(), map.nodes().size())
                + String.join(" ", covering.subList(0, Math.min(SHOWN, covering.size())))
                + (covering.size() > SHOWN ? " ..." : ""));
    }

    /** Returns the bytes of each part. */
    static Map<Part, Long> bytes(List<PartFile> files) {
        Map<Part, Long> bytes = new HashMap<>();
        files.forEach(file -> bytes.merge(file.part(), file.file().length(), Long::sum));
        return bytes;
    }

    /** Prints a plan: what moves, against the least that any plan moves. */
    static void plan(Plan plan, Map<Part, Long> bytes, PrintWriter out) {
        TextTable text = new TextTable(List.of("part", "comes to", "leaves", "responsible"));
        long copied = 0;
        for (int i = 0; i < plan.moves().size(); i++) {
            Plan.Move move = plan.moves().get(i);
            copied += bytes.getOrDefault(move.part(), 0L) * move.coming().size();
            if (i < SHOWN) {
                boolean isSame = move.responsibleBefore().equals(move.responsibleAfter());
                text.row(
                        move.part().folder(),
                        String.join(" ", move.coming()),
                        String.join(" ", move.leaving()),
                        isSame ? "" : move.responsibleBefore() + " -> " + move.responsibleAfter());
            }
        }
        text.print(out);
        if (plan.moves().size() > SHOWN) {
            out.println("... and " + (plan.moves().size() - SHOWN) + " more");
        }
        out.println(Counted.text(
                        "%d cop[ies come|y comes], equal shares need %d or more; ", plan.copies(), plan.fewestCopies())
                + Sizes.text(copied));
        out.println(Counted.text(
                "%d partition[s change| changes] the responsible node, equal shares need %d",
                plan.changes(), plan.fewestChanges()));
    }
}
